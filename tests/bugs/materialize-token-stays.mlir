// What is found through two loads is added to a place that the iteration before wrote.
// tilefuzz.launch kernel=@places grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[1280] = uniform(0, 1279)
// tilefuzz.buffer a : i32[128] = uniform(-100, 100)
// tilefuzz.args &in &a 9
cuda_tile.module @m {
  entry @places(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %start = make_token : token
    %iview = make_tensor_view %p, shape = [1280], strides = [1] : tensor_view<1280xi32, strides=[1]>
    %from = make_partition_view %iview : partition_view<tile=(128), tensor_view<1280xi32, strides=[1]>>
    %tview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %end = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%before = %start) -> (token) {
      %j, %u = load_view_tko weak %from[%i] : partition_view<tile=(128), tensor_view<1280xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %least = reduce %j dim=0 identities=[1279 : i32] : tile<128xi32> -> tile<i32>
      (%e: tile<i32>, %m: tile<i32>) {
        %less = mini %e, %m unsigned : tile<i32>
        yield %less : tile<i32>
      }
      %where = offset %p, %least : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v, %w = load_ptr_tko weak %where : tile<ptr<i32>> -> tile<i32>, token
      %row = reshape %v : tile<i32> -> tile<1xi32>
      %rows = broadcast %row : tile<1xi32> -> tile<128xi32>
      %x = addi %rows, %j : tile<128xi32>
      %y, %t = load_view_tko weak %view[%zero] token = %before : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %z = addi %x, %y : tile<128xi32>
      %after = store_view_tko weak %z, %view[%zero] token = %t : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
      continue %after : token
    }
    return
  }
}
