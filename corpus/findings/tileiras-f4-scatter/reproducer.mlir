// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer target : f4E2M1FN[96] = fill(0)
// tilefuzz.buffer rows : i32[32] = iota(0, 1)
// tilefuzz.args &target &rows
cuda_tile.module @kernels {
  entry @main(%target: tile<ptr<f4E2M1FN>>, %rows: tile<ptr<i32>>) {
    %tile = constant <f4E2M1FN: 0.0> : tile<32xf4E2M1FN>
    %view = make_tensor_view %target, shape = [96], strides = [1] : tensor_view<96xf4E2M1FN, strides=[1]>
    %scatter = make_gather_scatter_view %view : gather_scatter_view<tile=(32), tensor_view<96xf4E2M1FN, strides=[1]>, sparse_dim=0>
    %reshape = reshape %rows : tile<ptr<i32>> -> tile<1xptr<i32>>
    %same = broadcast %reshape : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %numbers = iota : tile<32xi32>
    %pointers = offset %same, %numbers : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %index, %token = load_ptr_tko weak %pointers : tile<32xptr<i32>> -> tile<32xi32>, token
    %stored = store_view_tko weak %tile, %scatter[%index] : tile<32xf4E2M1FN>, gather_scatter_view<tile=(32), tensor_view<96xf4E2M1FN, strides=[1]>, sparse_dim=0>, tile<32xi32> -> token
    return
  }
}
