// One load stands for that of every iteration; it must wait for what the first one
// waited for, and what follows the last one must wait for it.
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
    %four = constant <i32: 4> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %t = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%in = %a) -> (token) {
      %v, %l = load_ptr_tko weak %x token=%in : tile<ptr<i32>> -> tile<i32>, token loc("l")
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %s = store_ptr_tko weak %p, %v token=%l : tile<ptr<i32>>, tile<i32> -> token loc("s")
      continue %l : token
    }
    %z = store_ptr_tko weak %x, %four token=%t : tile<ptr<i32>>, tile<i32> -> token loc("z")
//--- lost: conflict a l
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %v, %l = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token loc("l")
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    for %i in (%zero to %four, step %one) : tile<i32> {
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %s = store_ptr_tko weak %p, %v token=%l : tile<ptr<i32>>, tile<i32> -> token loc("s")
      continue
    }
    %j = join_tokens %l, %a : token
    %z = store_ptr_tko weak %x, %four token=%j : tile<ptr<i32>>, tile<i32> -> token loc("z")
//--- lost: conflict l z
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %v, %l = load_ptr_tko weak %x token=%a : tile<ptr<i32>> -> tile<i32>, token loc("l")
    for %i in (%zero to %four, step %one) : tile<i32> {
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %s = store_ptr_tko weak %p, %v token=%l : tile<ptr<i32>>, tile<i32> -> token loc("s")
      continue
    }
    %z = store_ptr_tko weak %x, %four token=%a : tile<ptr<i32>>, tile<i32> -> token loc("z")
//--- sound
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token loc("a")
    %v, %l = load_ptr_tko weak %x token=%a : tile<ptr<i32>> -> tile<i32>, token loc("l")
    for %i in (%zero to %four, step %one) : tile<i32> {
      %p = offset %out, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %s = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token loc("s")
      continue
    }
    %z = store_ptr_tko weak %x, %four token=%l : tile<ptr<i32>>, tile<i32> -> token loc("z")
