// A part of a store that was split is like another store to its place: which is
// which, the order tells.
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
    %two_lanes = iota : tile<2xi32>
    %xr = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xb = broadcast %xr : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %p = offset %xb, %two_lanes : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %a = store_ptr_tko weak %p, %two_lanes : tile<2xptr<i32>>, tile<2xi32> -> token loc("a")
    %b = store_ptr_tko weak %x, %five token=%a : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %v, %l = load_ptr_tko weak %x token=%b : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %q = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %a = store_ptr_tko weak %x, %zero : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %a2 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b = store_ptr_tko weak %x, %five token=%a : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %v, %l = load_ptr_tko weak %x token=%b : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- lost: conflict a b
    %one = constant <i32: 1> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %q = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %a = store_ptr_tko weak %x, %zero : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %a2 = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %b = store_ptr_tko weak %x, %five token=%a2 : tile<ptr<i32>>, tile<i32> -> token loc("b")
    %v, %l = load_ptr_tko weak %x token=%b : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
