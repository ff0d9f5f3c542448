// Two loads that see the same become one; what came after the other comes after
// it, too.
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
    %two = constant <i32: 2> : tile<i32>
    %o1 = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %u, %a = load_ptr_tko weak %x token=%s : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %v, %b = load_ptr_tko weak %x token=%s : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %j = join_tokens %a, %b : token
    %t = store_ptr_tko weak %x, %two token=%j : tile<ptr<i32>>, tile<i32> -> token loc("t")
    %o = store_ptr_tko weak %out, %u : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %o1, %v : tile<ptr<i32>>, tile<i32> -> token loc("p")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %o1 = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %u, %a = load_ptr_tko weak %x token=%s : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %t = store_ptr_tko weak %x, %two token=%a : tile<ptr<i32>>, tile<i32> -> token loc("t")
    %o = store_ptr_tko weak %out, %u : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %o1, %u : tile<ptr<i32>>, tile<i32> -> token loc("p")
//--- lost: conflict a t
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %o1 = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %u, %a = load_ptr_tko weak %x token=%s : tile<ptr<i32>> -> tile<i32>, token loc("a")
    %t = store_ptr_tko weak %x, %two token=%s : tile<ptr<i32>>, tile<i32> -> token loc("t")
    %o = store_ptr_tko weak %out, %u : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %p = store_ptr_tko weak %o1, %u : tile<ptr<i32>>, tile<i32> -> token loc("p")
