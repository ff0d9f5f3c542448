// A transposed tile of 64 KiB takes two rounds.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[16384] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %n = iota : tile<16384xi32>
    %m = reshape %n : tile<16384xi32> -> tile<128x128xi32>
    %r = permute %m [1, 0] : tile<128x128xi32> -> tile<128x128xi32>
    %ov = make_tensor_view %out, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xi32, strides=[128,1]>
    %op = make_partition_view %ov : partition_view<tile=(128x128), tensor_view<128x128xi32, strides=[128,1]>>
    %u = store_view_tko weak %r, %op[%i, %i] : tile<128x128xi32>, partition_view<tile=(128x128), tensor_view<128x128xi32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
