// A load that sees a store is replaced by one that need not: in the order of the
// text both do. All outcomes tell them apart.
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
    %o1 = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %u, %a = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %v, %b = load_ptr_tko relaxed device %x token=%s : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %o = store_ptr_tko weak %out, %u : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %o1, %v : tile<ptr<i32>>, tile<i32> -> token loc("p")
//--- lost: outcome
    %one = constant <i32: 1> : tile<i32>
    %o1 = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %u, %a = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %o = store_ptr_tko weak %out, %u : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %o1, %u : tile<ptr<i32>>, tile<i32> -> token loc("p")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %o1 = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %u, %a = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %o = store_ptr_tko weak %out, %u : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %o1, %one : tile<ptr<i32>>, tile<i32> -> token loc("p")
