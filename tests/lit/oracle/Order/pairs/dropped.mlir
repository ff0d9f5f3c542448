// A load does not wait for the store before it; an edge to other memory may go,
// if what it carried is linked across.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %v, %l = load_ptr_tko weak %y token=%a : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %w, %b = load_ptr_tko weak %x token=%l : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %o = store_ptr_tko weak %out, %w : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- lost: conflict a b
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %v, %l = load_ptr_tko weak %y : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %w, %b = load_ptr_tko weak %x token=%l : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %o = store_ptr_tko weak %out, %w : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %v, %l = load_ptr_tko weak %y : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %w, %b = load_ptr_tko weak %x token=%a : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %o = store_ptr_tko weak %out, %w : tile<ptr<i32>>, tile<i32> -> token loc("o")
