// So many iterations are none as a signed number.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[128] = uniform(-100, 100)
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &in &out -56
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i8>) {
    %i0 = constant <i32: 0> : tile<i32>
    %zero = constant <i8: 0> : tile<i8>
    %one = constant <i8: 1> : tile<i8>
    %init = constant <i32: 0> : tile<128xi32>
    %tview = make_tensor_view %p, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %oview = make_tensor_view %q, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %sum = for unsigned %i in (%zero to %n, step %one) : tile<i8> iter_values(%acc = %init) -> (tile<128xi32>) {
      %at = andi %i, %zero : tile<i8>
      %x, %t = load_view_tko weak %view[%at] : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i8> -> tile<128xi32>, token
      %next = addi %acc, %x : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %t2 = store_view_tko weak %sum, %to[%i0] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
