// Its iterations, of which there are none, reduce a tile, for which threads meet.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = fill(0)
// tilefuzz.buffer out : i32[256] = fill(0)
// tilefuzz.args &x &out 0
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %flag: tile<i32>) {
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
    %t1 = store_view_tko weak %square, %vp[%i, %i] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    %many = for %j in (%i to %flag, step %one) : tile<i32> iter_values(%before = %flag) -> (tile<i32>) {
      %sum = reduce %n dim=0 identities=[0 : i32] : tile<256xi32> -> tile<i32>
      (%e: tile<i32>, %a: tile<i32>) {
        %more = addi %e, %a : tile<i32>
        yield %more : tile<i32>
      }
      continue %sum : tile<i32>
    }
    %a, %t2 = load_view_tko weak %wp[%i, %i] token = %t1 : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[1,16]>>, tile<i32> -> tile<16x16xi32>, token
    %m1 = reshape %many : tile<i32> -> tile<1x1xi32>
    %m = broadcast %m1 : tile<1x1xi32> -> tile<16x16xi32>
    %b = addi %a, %m : tile<16x16xi32>
    %t3 = store_view_tko weak %b, %op[%i, %i] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
