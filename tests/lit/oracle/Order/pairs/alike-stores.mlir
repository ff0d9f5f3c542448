// Three stores of one value to one place, in a chain: without locations only
// the chain tells them apart, and any chain will do.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %b = store_ptr_tko weak %x, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %c = store_ptr_tko weak %x, %one token=%b : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %v, %l = load_ptr_tko weak %x token=%c : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- lost: conflict s s
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %b = store_ptr_tko weak %x, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %c = store_ptr_tko weak %x, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %j = join_tokens %b, %c : token
    %v, %l = load_ptr_tko weak %x token=%j : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %c = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %v, %l = load_ptr_tko weak %x token=%c : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
