// Branches become masked stores: what follows waits for both.
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
    %t = if %c -> (token) {
      %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
      yield %a : token
    } else {
      %b = store_ptr_tko weak %y, %one : tile<ptr<i32>>, tile<i32> -> token loc("b")
      yield %b : token
    }
    %v, %l = load_ptr_tko weak %x token=%t : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- lost: conflict a l
    %one = constant <i32: 1> : tile<i32>
    %c = constant <i1: true> : tile<i1>
    %n = constant <i1: false> : tile<i1>
    %a = store_ptr_tko weak %x, %one, %c : tile<ptr<i32>>, tile<i32>, tile<i1> -> token loc("a")
    %b = store_ptr_tko weak %y, %one, %n : tile<ptr<i32>>, tile<i32>, tile<i1> -> token loc("b")
    %v, %l = load_ptr_tko weak %x token=%b : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %one = constant <i32: 1> : tile<i32>
    %c = constant <i1: true> : tile<i1>
    %n = constant <i1: false> : tile<i1>
    %a = store_ptr_tko weak %x, %one, %c : tile<ptr<i32>>, tile<i32>, tile<i1> -> token loc("a")
    %b = store_ptr_tko weak %y, %one, %n : tile<ptr<i32>>, tile<i32>, tile<i1> -> token loc("b")
    %j = join_tokens %a, %b : token
    %v, %l = load_ptr_tko weak %x token=%j : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
