// The right factors of the two batches differ.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[8] = fill(7)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %a = constant <i8: 1> : tile<2x2x2xi8>
    %bn = iota : tile<8xi8>
    %b = reshape %bn : tile<8xi8> -> tile<2x2x2xi8>
    %c = constant <i32: 0> : tile<2x2x2xi32>
    %d = mmai %a, %b, %c signed signed : tile<2x2x2xi8>, tile<2x2x2xi8>, tile<2x2x2xi32>
    %r = reshape %d : tile<2x2x2xi32> -> tile<8xi32>
    %t = store_view_tko weak %r, %w[%i] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
