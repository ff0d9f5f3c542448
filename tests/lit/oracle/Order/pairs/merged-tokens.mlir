// Two tokens become one: the wrong one, or both.
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
    %b = store_ptr_tko weak %y, %one : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %v, %l = load_ptr_tko weak %x token=%a : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %w, %m = load_ptr_tko weak %y token=%b : tile<ptr<i32>> -> tile<i32>, token loc("m")
//--- lost: conflict b m
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b = store_ptr_tko weak %y, %one : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %v, %l = load_ptr_tko weak %x token=%a : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %w, %m = load_ptr_tko weak %y token=%a : tile<ptr<i32>> -> tile<i32>, token loc("m")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b = store_ptr_tko weak %y, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %v, %l = load_ptr_tko weak %x token=%b : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %w, %m = load_ptr_tko weak %y token=%b : tile<ptr<i32>> -> tile<i32>, token loc("m")
