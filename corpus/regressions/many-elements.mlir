// Accesses of more elements than the order auditor keeps: a campaign's worker ran out of memory.
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4096] = fill(0)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %many = constant <i32: 300> : tile<i32>
    %ones = constant <i32: 1> : tile<4096xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %all = broadcast %x1 : tile<1xptr<i32>> -> tile<4096xptr<i32>>
    %lanes = iota : tile<4096xi32>
    %places = offset %all, %lanes : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xptr<i32>>
    %first = make_token : token
    %last = for %i in (%zero to %many, step %one) : tile<i32> iter_values(%t = %first) -> (token) {
      %s = store_ptr_tko weak %places, %ones token=%t : tile<4096xptr<i32>>, tile<4096xi32> -> token
      continue %s : token
    }
    return
  }
}
