// A branch yields what a load gives, and nobody uses the result: the load may go.
// RUN: %python %S/../Inputs/pair.py %s %t
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &x &out
// entry (%x: tile<ptr<i32>>, %out: tile<ptr<i32>>)
//--- source
    %i, %j, %k = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %is = cmpi equal %i, %zero, signed : tile<i32> -> tile<i1>
    %t0 = make_token : token
    %v, %t = if %is -> (tile<i32>, token) {
      %l, %lt = load_ptr_tko relaxed device %x token=%t0 : tile<ptr<i32>> -> tile<i32>, token loc("l")
      yield %l, %lt : tile<i32>, token
    } else {
      yield %zero, %t0 : tile<i32>, token
    }
    %s = store_ptr_tko weak %out, %zero token=%t : tile<ptr<i32>>, tile<i32> -> token loc("s")
//--- sound
    %zero = constant <i32: 0> : tile<i32>
    %s = store_ptr_tko weak %out, %zero : tile<ptr<i32>>, tile<i32> -> token loc("s")
