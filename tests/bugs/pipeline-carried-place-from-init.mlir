// The place goes on with the loop.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[1280] = uniform(-100, 100)
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &in &out 9
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %init = constant <i32: 0> : tile<128xi32>
    %tview = make_tensor_view %p, shape = [1280], strides = [1] : tensor_view<1280xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), tensor_view<1280xi32, strides=[1]>>
    %oview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %sum, %last = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %init, %at = %zero) -> (tile<128xi32>, tile<i32>) {
      %x, %t = load_view_tko weak %view[%at] : partition_view<tile=(128), tensor_view<1280xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %next = addi %acc, %x : tile<128xi32>
      %on = addi %at, %one : tile<i32>
      continue %next, %on : tile<128xi32>, tile<i32>
    }
    %t2 = store_view_tko weak %sum, %to[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
