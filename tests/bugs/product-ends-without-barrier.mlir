// The second product overwrites the factors of the first.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = fill(7)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>
    %an = iota : tile<256xi8>
    %a = reshape %an : tile<256xi8> -> tile<16x16xi8>
    %k = constant <i8: 7> : tile<16x16xi8>
    %b = xori %a, %k : tile<16x16xi8>
    %c = constant <i32: 0> : tile<16x16xi32>
    %d = mmai %a, %b, %c signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    %e = mmai %b, %b, %d signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    %r = reshape %e : tile<16x16xi32> -> tile<256xi32>
    %t = store_view_tko weak %r, %w[%i] : tile<256xi32>, partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
