// The log's order.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %a = print_tko "one" -> token loc("a")
    %b = print_tko "two" token=%a -> token loc("b")
    %one = constant <i32: 1> : tile<i32>
    %c = store_ptr_tko weak %x, %one token=%b : tile<ptr<i32>>, tile<i32> -> token loc("c")
//--- lost: log a b
    %a = print_tko "one" -> token loc("a")
    %b = print_tko "two" -> token loc("b")
    %one = constant <i32: 1> : tile<i32>
    %c = store_ptr_tko weak %x, %one token=%b : tile<ptr<i32>>, tile<i32> -> token loc("c")
//--- sound
    %a = print_tko "one" -> token loc("a")
    %b = print_tko "two" token=%a -> token loc("b")
    %one = constant <i32: 1> : tile<i32>
    %c = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("c")
