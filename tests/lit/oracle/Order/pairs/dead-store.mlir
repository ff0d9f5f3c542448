// A store that the next one overwrites may go, unless something sees it.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b = store_ptr_tko weak %x, %two token=%a : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %c = store_ptr_tko weak %y, %one : tile<ptr<i32>>, tile<i32> -> token loc("c")
    %v, %l = load_ptr_tko weak %y token=%c : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %d = store_ptr_tko weak %y, %two token=%l : tile<ptr<i32>>, tile<i32> -> token loc("d")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- elsewhere: gone c
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b = store_ptr_tko weak %x, %two token=%a : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %v, %l = load_ptr_tko weak %y : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %d = store_ptr_tko weak %y, %two token=%l : tile<ptr<i32>>, tile<i32> -> token loc("d")
    %o = store_ptr_tko weak %out, %one : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %b = store_ptr_tko weak %x, %two : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %c = store_ptr_tko weak %y, %one : tile<ptr<i32>>, tile<i32> -> token loc("c")
    %v, %l = load_ptr_tko weak %y token=%c : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %d = store_ptr_tko weak %y, %two token=%l : tile<ptr<i32>>, tile<i32> -> token loc("d")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b = store_ptr_tko weak %x, %two token=%a : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %c = store_ptr_tko weak %y, %one : tile<ptr<i32>>, tile<i32> -> token loc("c")
    %d = store_ptr_tko weak %y, %two token=%c : tile<ptr<i32>>, tile<i32> -> token loc("d")
    %o = store_ptr_tko weak %out, %one : tile<ptr<i32>>, tile<i32> -> token loc("o")
