// Two rings of one loop.
// tilefuzz.launch kernel=@sum grid=2,1,1 seed=1
// tilefuzz.buffer in : i32[1300] = uniform(-100, 100)
// tilefuzz.buffer narrow : i8[1300] = uniform(-100, 100)
// tilefuzz.buffer out : i32[256] = fill(7)
// tilefuzz.args &in &narrow &out 6 1100
cuda_tile.module @m {
  entry @sum(%p: tile<ptr<i32>>, %h: tile<ptr<i8>>, %q: tile<ptr<i32>>, %n: tile<i32>, %size: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %init = constant <i32: 0> : tile<128xi32>
    %tview = make_tensor_view %p, shape = [%size], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %view = make_partition_view %tview : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %hview = make_tensor_view %h, shape = [%size], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
    %narrow = make_partition_view %hview : partition_view<tile=(128), padding_value = zero, tensor_view<?xi8, strides=[1]>>
    %oview = make_tensor_view %q, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
    %to = make_partition_view %oview : partition_view<tile=(128), tensor_view<256xi32, strides=[1]>>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<128xi32>) {
      %x, %t = load_view_tko weak %view[%i] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %y, %u = load_view_tko weak %narrow[%i] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<128xi8>, token
      %wide = exti %y signed : tile<128xi8> -> tile<128xi32>
      %twice = addi %acc, %acc : tile<128xi32>
      %with = addi %twice, %wide : tile<128xi32>
      %more = addi %with, %x : tile<128xi32>
      %block = reshape %bx : tile<i32> -> tile<1xi32>
      %blocks = broadcast %block : tile<1xi32> -> tile<128xi32>
      %next = addi %more, %blocks : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %t2 = store_view_tko weak %sum, %to[%bx] : tile<128xi32>, partition_view<tile=(128), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
