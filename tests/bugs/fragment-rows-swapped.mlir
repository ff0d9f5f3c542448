// Every row of the left factor is another.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[128] = fill(7)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %an = iota : tile<16xi8>
    %ac = reshape %an : tile<16xi8> -> tile<16x1xi8>
    %a = broadcast %ac : tile<16x1xi8> -> tile<16x32xi8>
    %b = constant <i8: 1> : tile<32x8xi8>
    %c = constant <i32: 0> : tile<16x8xi32>
    %d = mmai %a, %b, %c signed signed : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32>
    %r = reshape %d : tile<16x8xi32> -> tile<128xi32>
    %t = store_view_tko weak %r, %w[%i] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
