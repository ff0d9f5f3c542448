// tilefuzz.launch kernel=@sliding_means_f32 grid=9,1,1 seed=172
// tilefuzz.buffer x : f32[70] = uniform(-9, 9)
// tilefuzz.buffer out : f32[9] = fill(0)
// tilefuzz.args &x 70 1 &out 9 1
cuda_tile.module @kernels {
  entry @sliding_means_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %sview = make_strided_view %tview : strided_view<tile=(16), traversal_strides=[8], padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %sview[%blockId_x] token = %0 : strided_view<tile=(16), traversal_strides=[8], padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %reduce = reduce %tile dim=0 identities=[0.000000e+00 : f32] : tile<16xf32> -> tile<f32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %3 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %3 : tile<f32>
    }
    %cst_16_f32 = constant <f32: 1.600000e+01> : tile<f32>
    %1 = divf %reduce, %cst_16_f32  : tile<f32>
    %reshape = reshape %1 : tile<f32> -> tile<1xf32>
    %pview = make_partition_view %tview_4 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
    %2 = store_view_tko weak %reshape, %pview[%blockId_x] token = %0 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
