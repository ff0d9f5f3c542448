// A release no longer reaches other blocks; a wider scope is fine.
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
    %r = store_ptr_tko release device %y, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("r")
//--- elsewhere: weakened r
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %r = store_ptr_tko release tl_blk %y, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("r")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %r = store_ptr_tko release sys %y, %one token=%a : tile<ptr<i32>>, tile<i32> -> token loc("r")
