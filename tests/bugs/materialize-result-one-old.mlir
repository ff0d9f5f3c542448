// What the last iteration found through a load.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[1280] = uniform(-100, 100)
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &in &out 9
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %init = constant <i32: 0> : tile<128xi32>
    %iview = make_tensor_view %p, shape = [1280], strides = [1] : tensor_view<1280xi32, strides=[1]>
    %from = make_partition_view %iview : partition_view<tile=(128), tensor_view<1280xi32, strides=[1]>>
    %oview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %last = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%before = %init) -> (tile<128xi32>) {
      %x, %t = load_view_tko weak %from[%i] : partition_view<tile=(128), tensor_view<1280xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %sum = reduce %x dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32>
      (%e: tile<i32>, %a: tile<i32>) {
        %more = addi %e, %a : tile<i32>
        yield %more : tile<i32>
      }
      %row = reshape %sum : tile<i32> -> tile<1xi32>
      %rows = broadcast %row : tile<1xi32> -> tile<128xi32>
      %y = addi %rows, %x : tile<128xi32>
      continue %y : tile<128xi32>
    }
    %s = store_view_tko weak %last, %to[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
