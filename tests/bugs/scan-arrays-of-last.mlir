// Sums of words and of bytes.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i64[128] = fill(-1)
// tilefuzz.buffer bytes : i8[128] = fill(-1)
// tilefuzz.args &out &bytes
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i64>>, %q: tile<ptr<i8>>) {
    %i = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %p, shape = [128], strides = [1] : tensor_view<128xi64, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(128), tensor_view<128xi64, strides=[1]>>
    %vb = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi8, strides=[1]>
    %wb = make_partition_view %vb : partition_view<tile=(128), tensor_view<128xi8, strides=[1]>>
    %n = iota : tile<128xi64>
    %m = iota : tile<128xi8>
    %r, %s = scan %n, %m dim=0 reverse=false identities=[0 : i64, 0 : i8] : tile<128xi64>, tile<128xi8> -> tile<128xi64>, tile<128xi8>
      (%e: tile<i64>, %a: tile<i64>, %f: tile<i8>, %b: tile<i8>) {
        %c = addi %e, %a : tile<i64>
        %d = addi %f, %b : tile<i8>
        yield %c, %d : tile<i64>, tile<i8>
      }
    %t = store_view_tko weak %r, %w[%i] : tile<128xi64>, partition_view<tile=(128), tensor_view<128xi64, strides=[1]>>, tile<i32> -> token
    %u = store_view_tko weak %s, %wb[%i] : tile<128xi8>, partition_view<tile=(128), tensor_view<128xi8, strides=[1]>>, tile<i32> -> token
    return
  }
}
