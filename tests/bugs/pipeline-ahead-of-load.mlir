// Each iteration stores, reads one tile, and after that what it has stored.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer a : i32[768] = uniform(-100, 100)
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &a &out 5
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ones = constant <i32: 1> : tile<128xi32>
    %tview = make_tensor_view %p, shape = [768], strides = [1] : tensor_view<768xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>
    %oview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %t0 = make_token : token
    %init = constant <i32: 0> : tile<128xi32>
    %sum, %end = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %init, %before = %t0) -> (tile<128xi32>, token) {
      %next = addi %i, %one : tile<i32>
      %s = store_view_tko weak %acc, %view[%next] token = %before : tile<128xi32>, partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>, tile<i32> -> token
      %x, %t = load_view_tko weak %view[%zero] token = %s : partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %y, %u = load_view_tko weak %view[%next] token = %t : partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %a = addi %x, %y : tile<128xi32>
      %b = addi %a, %ones : tile<128xi32>
      continue %b, %u : tile<128xi32>, token
    }
    %t2 = store_view_tko weak %sum, %to[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
