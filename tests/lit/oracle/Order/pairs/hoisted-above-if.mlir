// A load is hoisted out of a branch, without and with its token.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %one = constant <i32: 1> : tile<i32>
    %c = constant <i1: true> : tile<i1>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %w, %t = if %c -> (tile<i32>, token) {
      %v, %b = load_ptr_tko weak %x token=%a : tile<ptr<i32>> -> tile<i32>, token loc("b")
      yield %v, %b : tile<i32>, token
    } else {
      yield %one, %a : tile<i32>, token
    }
    %o = store_ptr_tko weak %out, %w token=%t : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- lost: conflict a b
    %one = constant <i32: 1> : tile<i32>
    %c = constant <i1: true> : tile<i1>
    %v, %b = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %w, %t = if %c -> (tile<i32>, token) {
      yield %v, %b : tile<i32>, token
    } else {
      yield %one, %a : tile<i32>, token
    }
    %o = store_ptr_tko weak %out, %w token=%t : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %c = constant <i1: true> : tile<i1>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %v, %b = load_ptr_tko weak %x token=%a : tile<ptr<i32>> -> tile<i32>, token loc("b")
    %w = select %c, %v, %one : tile<i1>, tile<i32>
    %o = store_ptr_tko weak %out, %w token=%b : tile<ptr<i32>>, tile<i32> -> token loc("o")
