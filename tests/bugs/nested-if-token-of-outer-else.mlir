// Where the first holds and the second does not, what follows waits for the store.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = fill(0)
// tilefuzz.buffer out : i32[256] = fill(0)
// tilefuzz.args &x &out 1 0
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %f: tile<i32>, %g: tile<i32>) {
    %i = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = iota : tile<256xi32>
    %square = reshape %n : tile<256xi32> -> tile<16x16xi32>
    %v = make_tensor_view %x, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %w = make_tensor_view %x, shape = [16, 16], strides = [1, 16] : tensor_view<16x16xi32, strides=[1,16]>
    %o = make_tensor_view %out, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %vp = make_partition_view %v : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>
    %wp = make_partition_view %w : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>
    %op = make_partition_view %o : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>

    %t0 = make_token : token
    %a = trunci %f : tile<i32> -> tile<i1>
    %b = trunci %g : tile<i32> -> tile<i1>
    %t1 = store_view_tko weak %square, %vp[%i, %i] token = %t0 : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    %t2 = if %a -> (token) {
      %t3 = if %b -> (token) {
        %s = make_token : token
        yield %s : token
      } else {
        yield %t1 : token
      }
      yield %t3 : token
    } else {
      yield %t0 : token
    }
    %r, %t4 = load_view_tko weak %wp[%i, %i] token = %t2 : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>, tile<i32> -> tile<16x16xi32>, token
    %t5 = store_view_tko weak %r, %op[%i, %i] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
