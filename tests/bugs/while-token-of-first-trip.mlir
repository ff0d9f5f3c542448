// The second iteration loads what the first one stored.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = fill(0)
// tilefuzz.buffer out : i32[256] = fill(0)
// tilefuzz.args &x &out 2
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %times: tile<i32>) {
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
    %t9, %m = loop iter_values(%u = %t0, %k = %i) : token, tile<i32> -> token, tile<i32> {
      %a, %t1 = load_view_tko weak %wp[%i, %i] token = %u : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>, tile<i32> -> tile<16x16xi32>, token
      %b = addi %a, %square : tile<16x16xi32>
      %t2 = store_view_tko weak %b, %vp[%i, %i] token = %t1 : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
      %next = addi %k, %one : tile<i32>
      %stop = cmpi greater_than_or_equal %next, %times, signed : tile<i32> -> tile<i1>
      if %stop {
        break %t2, %next : token, tile<i32>
      }
      continue %t2, %next : token, tile<i32>
    }
    return
  }
}
