// Where the mask is false the load gives -1.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %i = constant <i32: 0> : tile<i32>
    %other = constant <i32: -1> : tile<4xi32>
    %n = iota : tile<4xi32>
    %b = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %s = broadcast %b : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %s, %n : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %mask = trunci %n : tile<4xi32> -> tile<4xi1>
    %v, %t = load_ptr_tko weak %p, %mask, %other : tile<4xptr<i32>>, tile<4xi1>, tile<4xi32> -> tile<4xi32>, token
    %o = make_tensor_view %out, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %op = make_partition_view %o : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %u = store_view_tko weak %v, %op[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
