// More accesses of one block than the order auditor compares: tile-verify-order died of it.
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %many = constant <i32: 8200> : tile<i32>
    %first = make_token : token
    %last = for %i in (%zero to %many, step %one) : tile<i32> iter_values(%t = %first) -> (token) {
      %s = store_ptr_tko weak %x, %i token=%t : tile<ptr<i32>>, tile<i32> -> token
      continue %s : token
    }
    return
  }
}
