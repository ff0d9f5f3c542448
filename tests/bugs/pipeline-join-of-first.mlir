// Each iteration reads what the one before it wrote.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer a : i32[768] = uniform(-100, 100)
// tilefuzz.args &a 6
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ones = constant <i32: 1> : tile<128xi32>
    %outer = make_token : token
    %start = make_token : token
    %tview = make_tensor_view %p, shape = [768], strides = [1] : tensor_view<768xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>
    %end = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%before = %start) -> (token) {
      %both = join_tokens %outer, %before : token
      %x, %t = load_view_tko weak %view[%zero] token = %both : partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %y = addi %x, %ones : tile<128xi32>
      %after = store_view_tko weak %y, %view[%zero] token = %t : tile<128xi32>, partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>, tile<i32> -> token
      continue %after : token
    }
    return
  }
}
