// Four elements are read by four threads and given to all others, twice.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = iota(1, 1)
// tilefuzz.buffer y : i32[4] = iota(5, 1)
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &x &y &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %xp = make_partition_view %xv : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %yv = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %yp = make_partition_view %yv : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %ov = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %op = make_partition_view %ov : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %a, %t = load_view_tko weak %xp[%i] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %b, %u = load_view_tko weak %yp[%i] : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %c = addi %a, %b : tile<4xi32>
    %w = store_view_tko weak %c, %op[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
