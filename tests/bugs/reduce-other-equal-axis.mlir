// Sums along the second of three axes, which is as long as the first.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %n = iota : tile<32xi32>
    %c = reshape %n : tile<32xi32> -> tile<4x4x2xi32>
    %s = reduce %c dim=1 identities=[0 : i32] : tile<4x4x2xi32> -> tile<4x2xi32> (%e: tile<i32>, %a: tile<i32>) {
      %sum = addi %e, %a : tile<i32>
      yield %sum : tile<i32>
    }
    %r = reshape %s : tile<4x2xi32> -> tile<8xi32>
    %ov = make_tensor_view %out, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %op = make_partition_view %ov : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %t = store_view_tko weak %r, %op[%i] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
