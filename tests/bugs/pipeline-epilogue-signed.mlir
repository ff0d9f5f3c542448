// The last iteration is that of 2^31 - 1; 2^31 is behind it.
// tilefuzz.launch kernel=@sum grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[128] = uniform(-100, 100)
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &in &out -2147483648 128
cuda_tile.module @m {
  entry @sum(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %size: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %first = constant <i32: 2147483644> : tile<i32>
    %step = constant <i32: 1> : tile<i32>
    %init = constant <i32: 0> : tile<128xi32>
    %tview = make_tensor_view %p, shape = [%size], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %oview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %sum = for unsigned %i in (%first to %n, step %step) : tile<i32> iter_values(%acc = %init) -> (tile<128xi32>) {
      %at = andi %i, %zero : tile<i32>
      %x, %t = load_view_tko weak %view[%at] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %next = addi %acc, %x : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %t2 = store_view_tko weak %sum, %to[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
