// tilefuzz.launch kernel=@padded_extremes_f16 grid=3,1,1 seed=211
// tilefuzz.buffer x : f16[70] = uniform(-9, 9)
// tilefuzz.buffer low : f16[3] = fill(0)
// tilefuzz.buffer high : f16[3] = fill(0)
// tilefuzz.args &x 70 1 &low 3 1 &high 3 1
cuda_tile.module @kernels {
  entry @padded_extremes_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f16>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<f16>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f16>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<f16>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_8 = make_tensor_view %assume_1, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), padding_value = pos_inf, tensor_view<?xf16, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), padding_value = pos_inf, tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<32xf16>, token
    %reduce = reduce %tile dim=0 identities=[0x7C00 : f16] : tile<32xf16> -> tile<f16> (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
      %3 = minf %reduce_lhs, %reduce_rhs  : tile<f16>
      yield %3 : tile<f16>
    }
    %reshape = reshape %reduce : tile<f16> -> tile<1xf16>
    %pview_9 = make_partition_view %tview_6 : partition_view<tile=(1), tensor_view<?xf16, strides=[1]>>
    %1 = store_view_tko weak %reshape, %pview_9[%blockId_x] token = %0 : tile<1xf16>, partition_view<tile=(1), tensor_view<?xf16, strides=[1]>>, tile<i32> -> token
    %pview_10 = make_partition_view %tview : partition_view<tile=(32), padding_value = neg_inf, tensor_view<?xf16, strides=[1]>>
    %tile_11, %result_token_12 = load_view_tko weak %pview_10[%blockId_x] token = %0 : partition_view<tile=(32), padding_value = neg_inf, tensor_view<?xf16, strides=[1]>>, tile<i32> -> tile<32xf16>, token
    %reduce_13 = reduce %tile_11 dim=0 identities=[0xFC00 : f16] : tile<32xf16> -> tile<f16> (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
      %3 = maxf %reduce_lhs, %reduce_rhs  : tile<f16>
      yield %3 : tile<f16>
    }
    %reshape_14 = reshape %reduce_13 : tile<f16> -> tile<1xf16>
    %pview_15 = make_partition_view %tview_8 : partition_view<tile=(1), tensor_view<?xf16, strides=[1]>>
    %2 = store_view_tko weak %reshape_14, %pview_15[%blockId_x] token = %0 : tile<1xf16>, partition_view<tile=(1), tensor_view<?xf16, strides=[1]>>, tile<i32> -> token
    return
  }
}
