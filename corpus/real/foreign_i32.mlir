// tilefuzz.launch kernel=@foreign_i32 grid=1,1,1 seed=203
// tilefuzz.buffer x : i32[64] = uniform(-9, 9)
// tilefuzz.buffer out : i32[32] = fill(0)
// tilefuzz.args &x 64 1 &out 32 1 20
cuda_tile.module @kernels {
  entry @foreign_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %assume_1 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview = make_tensor_view %assume_0, shape = [%assume_1], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_2 = assume div_by<16>, %assume : tile<ptr<i32>>
    %assume_3 = assume bounded<0, ?>, %arg6 : tile<i32>
    %cst_2_i32 = constant <i32: 2> : tile<i32>
    %tview_4 = make_tensor_view %assume_2, shape = [%assume_3], strides = [2] : tile<i32> -> tensor_view<?xi32, strides=[2]>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %cst_0_i32_5 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview_4 : partition_view<tile=(32), padding_value = zero, tensor_view<?xi32, strides=[2]>>
    %tile, %result_token = load_view_tko weak %pview[%cst_0_i32_5] token = %0 : partition_view<tile=(32), padding_value = zero, tensor_view<?xi32, strides=[2]>>, tile<i32> -> tile<32xi32>, token
    %pview_6 = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %1 = store_view_tko weak %tile, %pview_6[%cst_0_i32] token = %0 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
