// Nothing orders the two accesses; in the text they may stand either way. What one
// reads, and whether it writes, is another thing then: that write is not new.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer f : f32[4] = iota(1, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.buffer fo : f32[4] = fill(0)
// tilefuzz.args &x &f &out &fo
// entry (%x: tile<ptr<i32>>, %f: tile<ptr<f32>>, %out: tile<ptr<i32>>, %fo: tile<ptr<f32>>)
//--- source
    %one = constant <i32: 1> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %s = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %v, %c = atomic_cas_tko relaxed device %x, %ten, %five : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("c")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %v, %c = atomic_cas_tko relaxed device %x, %ten, %five : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("c")
    %s = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
