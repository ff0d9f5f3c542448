// A store that a wider one overwrites may go, one that is overwritten in part may
// not; a part of what was stored may be taken from the value.
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
    %wide = constant <i64: 9> : tile<i64>
    %three = constant <i16: 3> : tile<i16>
    %half = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i16>>
    %h = offset %half, %one : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %d = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i64>>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %a = store_ptr_tko weak %h, %three token=%s : tile<ptr<i16>>, tile<i16> -> token loc("a")
    %b = store_ptr_tko weak %d, %wide token=%a : tile<ptr<i64>>, tile<i64> -> token loc("b")
    %v, %l = load_ptr_tko weak %h token=%b : tile<ptr<i16>> -> tile<i16>, token loc("l")
    %k = exti %v signed : tile<i16> -> tile<i32>
    %o = store_ptr_tko weak %out, %k : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %wide = constant <i64: 9> : tile<i64>
    %three = constant <i16: 3> : tile<i16>
    %half = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i16>>
    %h = offset %half, %one : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %d = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i64>>
    %b = store_ptr_tko weak %d, %wide : tile<ptr<i64>>, tile<i64> -> token loc("b")
    %v, %l = load_ptr_tko weak %h token=%b : tile<ptr<i16>> -> tile<i16>, token loc("l")
    %k = exti %v signed : tile<i16> -> tile<i32>
    %o = store_ptr_tko weak %out, %k : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %wide = constant <i64: 9> : tile<i64>
    %three = constant <i16: 3> : tile<i16>
    %zero = constant <i32: 0> : tile<i32>
    %half = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i16>>
    %h = offset %half, %one : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %d = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i64>>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %a = store_ptr_tko weak %h, %three token=%s : tile<ptr<i16>>, tile<i16> -> token loc("a")
    %b = store_ptr_tko weak %d, %wide token=%a : tile<ptr<i64>>, tile<i64> -> token loc("b")
    %o = store_ptr_tko weak %out, %zero : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- lost: gone b
    %one = constant <i32: 1> : tile<i32>
    %wide = constant <i64: 9> : tile<i64>
    %three = constant <i16: 3> : tile<i16>
    %half = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i16>>
    %h = offset %half, %one : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %d = ptr_to_ptr %x : tile<ptr<i32>> -> tile<ptr<i64>>
    %s = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %a = store_ptr_tko weak %h, %three token=%s : tile<ptr<i16>>, tile<i16> -> token loc("a")
    %v, %l = load_ptr_tko weak %h token=%a : tile<ptr<i16>> -> tile<i16>, token loc("l")
    %k = exti %v signed : tile<i16> -> tile<i32>
    %o = store_ptr_tko weak %out, %k : tile<ptr<i32>>, tile<i32> -> token loc("o")
