// Tiles of two by two, one row and two columns apart.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[16] = iota(1, 1)
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %p: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %xv = make_tensor_view %x, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
    %sv = make_strided_view %xv : strided_view<tile=(2x2), traversal_strides=[1,2], tensor_view<4x4xi32, strides=[4,1]>>
    %a, %u = load_view_tko weak %sv[%i, %one] : strided_view<tile=(2x2), traversal_strides=[1,2], tensor_view<4x4xi32, strides=[4,1]>>, tile<i32> -> tile<2x2xi32>, token
    %r = reshape %a : tile<2x2xi32> -> tile<4xi32>
    %t = store_view_tko weak %r, %w[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
