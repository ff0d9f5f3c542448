// Each of three iterations reads what the one before it wrote.
// tilefuzz.launch kernel=@places grid=1,1,1 seed=1
// tilefuzz.buffer a : i32[128] = uniform(-100, 100)
// tilefuzz.args &a
cuda_tile.module @m {
  entry @places(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %start = make_token : token
    %tview = make_tensor_view %p, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %end = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%before = %start) -> (token) {
      %x, %t = load_view_tko weak %view[%zero] token = %before : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %y = addi %x, %x : tile<128xi32>
      %after = store_view_tko weak %y, %view[%zero] token = %t : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
      continue %after : token
    }
    return
  }
}
