// Each sum starts from 5.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = fill(7)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %an = iota : tile<4xi8>
    %a = reshape %an : tile<4xi8> -> tile<2x2xi8>
    %b = constant <i8: 3> : tile<2x2xi8>
    %c = constant <i32: 5> : tile<2x2xi32>
    %d = mmai %a, %b, %c signed signed : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
    %r = reshape %d : tile<2x2xi32> -> tile<4xi32>
    %t = store_view_tko weak %r, %w[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
