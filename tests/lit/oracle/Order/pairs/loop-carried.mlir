// Every iteration takes the initial token instead of the one before's; the loop may
// be unrolled.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &y &out
// entry (%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %first = make_token : token
    %t = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%in = %first) -> (token) {
      %s = store_ptr_tko weak %x, %i token=%in : tile<ptr<i32>>, tile<i32> -> token loc("s")
      continue %s : token
    }
    %v, %l = load_ptr_tko weak %x token=%t : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- lost: conflict s s
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %first = make_token : token
    %t = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%in = %first) -> (token) {
      %s = store_ptr_tko weak %x, %i token=%first : tile<ptr<i32>>, tile<i32> -> token loc("s")
      %both = join_tokens %in, %s : token
      continue %both : token
    }
    %v, %l = load_ptr_tko weak %x token=%t : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
//--- sound
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %s0 = store_ptr_tko weak %x, %zero : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %s1 = store_ptr_tko weak %x, %one token=%s0 : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %s2 = store_ptr_tko weak %x, %two token=%s1 : tile<ptr<i32>>, tile<i32> -> token loc("s")
    %v, %l = load_ptr_tko weak %x token=%s2 : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %o = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token loc("o")
