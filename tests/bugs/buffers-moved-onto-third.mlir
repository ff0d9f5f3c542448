// A loop with one ring, then one with two: the second of these may not take the place of the first loop's.
// tilefuzz.launch kernel=@sum grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[768] = uniform(-100, 100)
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &in &out 5 768
cuda_tile.module @m {
  entry @sum(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %size: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %init = constant <i32: 0> : tile<128xi32>
    %tview = make_tensor_view %p, shape = [%size], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %oview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %first = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<128xi32>) {
      %x, %t = load_view_tko weak %view[%i] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %twice = addi %acc, %acc : tile<128xi32>
      %next = addi %twice, %x : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %first) -> (tile<128xi32>) {
      %x, %t = load_view_tko weak %view[%i] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %j = addi %i, %one : tile<i32>
      %y, %u = load_view_tko weak %view[%j] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %twice = addi %acc, %acc : tile<128xi32>
      %more = addi %twice, %x : tile<128xi32>
      %next = subi %more, %y : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %t2 = store_view_tko weak %sum, %to[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
