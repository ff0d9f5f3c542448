// The runs of 128 threads are scanned in seven rounds.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[128] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %p, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %n = iota : tile<128xi32>
    %r = scan %n dim=0 reverse=false identities=[0 : i32] : tile<128xi32> -> tile<128xi32>
      (%e: tile<i32>, %a: tile<i32>) {
        %s = addi %e, %a : tile<i32>
        yield %s : tile<i32>
      }
    %t = store_view_tko weak %r, %w[%i] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
