// Every second tile of nine.
// tilefuzz.launch kernel=@sum grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[1280] = uniform(-100, 100)
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &in &out 9 1280
cuda_tile.module @m {
  entry @sum(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %size: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %init = constant <i32: 0> : tile<128xi32>
    %tview = make_tensor_view %p, shape = [%size], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %oview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %two = constant <i32: 2> : tile<i32>
    %sum = for %i in (%zero to %n, step %two) : tile<i32> iter_values(%acc = %init) -> (tile<128xi32>) {
      %x, %t = load_view_tko weak %view[%i] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %r = reshape %i : tile<i32> -> tile<1xi32>
      %b = broadcast %r : tile<1xi32> -> tile<128xi32>
      %more = addi %acc, %b : tile<128xi32>
      %next = addi %more, %x : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %t2 = store_view_tko weak %sum, %to[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
