// A value is loaded again instead of kept: the second load has the first's
// duties.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %one = constant <i32: 1> : tile<i32>
    %v, %l = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %s = store_ptr_tko weak %x, %one token=%l : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %y, %v : tile<ptr<i32>>, tile<i32> -> token loc("p")
//--- lost: conflict l s
    %one = constant <i32: 1> : tile<i32>
    %v, %l = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %w, %m = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %s = store_ptr_tko weak %x, %one token=%l : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %y, %w : tile<ptr<i32>>, tile<i32> -> token loc("p")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %v, %l = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %w, %m = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %j = join_tokens %l, %m : token
    %s = store_ptr_tko weak %x, %one token=%j : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %y, %w : tile<ptr<i32>>, tile<i32> -> token loc("p")
