// A store whose loads are gone is as dead as one that was never loaded; a load
// whose value is taken from elsewhere must have had it.
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
    %seven = constant <f32: 7.0> : tile<f32>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %u, %l = load_ptr_tko weak %x token=%s : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %t = store_ptr_tko weak %x, %two token=%l : tile<ptr<i32>>, tile<i32> -> token loc("t")
    %v, %a = load_ptr_tko weak %f : tile<ptr<f32>> -> tile<f32>, token loc("a")
    %g = store_ptr_tko weak %f, %seven token=%a : tile<ptr<f32>>, tile<f32> -> token loc("g")
    %w, %b = load_ptr_tko weak %f token=%g : tile<ptr<f32>> -> tile<f32>, token loc("b")
    %o = store_ptr_tko weak %out, %u : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %q = store_ptr_tko weak %fo, %w : tile<ptr<f32>>, tile<f32> -> token loc("q")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %seven = constant <f32: 7.0> : tile<f32>
    %t = store_ptr_tko weak %x, %two : tile<ptr<i32>>, tile<i32> -> token loc("t")
    %v, %a = load_ptr_tko weak %f : tile<ptr<f32>> -> tile<f32>, token loc("a")
    %g = store_ptr_tko weak %f, %seven token=%a : tile<ptr<f32>>, tile<f32> -> token loc("g")
    %o = store_ptr_tko weak %out, %one : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %q = store_ptr_tko weak %fo, %seven : tile<ptr<f32>>, tile<f32> -> token loc("q")
//--- open: it writes another value
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %seven = constant <f32: 7.0> : tile<f32>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %u, %l = load_ptr_tko weak %x token=%s : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %t = store_ptr_tko weak %x, %two token=%l : tile<ptr<i32>>, tile<i32> -> token loc("t")
    %v, %a = load_ptr_tko weak %f : tile<ptr<f32>> -> tile<f32>, token loc("a")
    %g = store_ptr_tko weak %f, %seven token=%a : tile<ptr<f32>>, tile<f32> -> token loc("g")
    %o = store_ptr_tko weak %out, %u : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %q = store_ptr_tko weak %fo, %v : tile<ptr<f32>>, tile<f32> -> token loc("q")
//--- elsewhere: gone s
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %seven = constant <f32: 7.0> : tile<f32>
    %u, %l = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %t = store_ptr_tko weak %x, %two token=%l : tile<ptr<i32>>, tile<i32> -> token loc("t")
    %v, %a = load_ptr_tko weak %f : tile<ptr<f32>> -> tile<f32>, token loc("a")
    %g = store_ptr_tko weak %f, %seven token=%a : tile<ptr<f32>>, tile<f32> -> token loc("g")
    %o = store_ptr_tko weak %out, %one : tile<ptr<i32>>, tile<i32> -> token loc("o")
    %q = store_ptr_tko weak %fo, %seven : tile<ptr<f32>>, tile<f32> -> token loc("q")
