// C = clamp((A * B) >> shift, -128, 127).
// tilefuzz.launch kernel=@int8_matmul_requant grid=2,2,1 seed=10
// tilefuzz.buffer A : i8[6144] = bits()
// tilefuzz.buffer B : i8[6144] = bits()
// tilefuzz.buffer C : i8[4096] = fill(0)
// tilefuzz.args &A 64 96 96 1 &B 96 64 64 1 &C 64 64 64 1 10
cuda_tile.module @kernels {
  entry @int8_matmul_requant(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i8>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<i8>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<i32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i8>>
    %assume_0 = assume div_by<16>, %arg3 : tile<i32>
    %assume_1 = assume div_by<16>, %arg5 : tile<ptr<i8>>
    %assume_2 = assume div_by<16>, %arg8 : tile<i32>
    %assume_3 = assume div_by<16>, %arg10 : tile<ptr<i8>>
    %assume_4 = assume div_by<16>, %arg13 : tile<i32>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %cst_1_i32_6 = constant <i32: 1> : tile<i32>
    %cst_127_i32 = constant <i32: 127> : tile<32x32xi32>
    %cst_-128_i32 = constant <i32: -128> : tile<32x32xi32>
    %assume_7 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_assume = assume bounded<0, ?>, %assume_0 : tile<i32>
    %assume_assume_assume = assume div_by<16>, %assume_assume : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_7, %assume_8], strides = [%assume_assume_assume, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_assume_11 = assume bounded<0, ?>, %assume_2 : tile<i32>
    %assume_assume_assume_12 = assume div_by<16>, %assume_assume_11 : tile<i32>
    %tview_13 = make_tensor_view %assume_1, shape = [%assume_9, %assume_10], strides = [%assume_assume_assume_12, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %assume_14 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_15 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_assume_16 = assume bounded<0, ?>, %assume_4 : tile<i32>
    %assume_assume_assume_17 = assume div_by<16>, %assume_assume_16 : tile<i32>
    %tview_18 = make_tensor_view %assume_3, shape = [%assume_14, %assume_15], strides = [%assume_assume_assume_17, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %blockId_x_19, %blockId_y_20, %blockId_z_21 = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<32x32xi32>
    %pview = make_partition_view %tview : partition_view<tile=(32x32), tensor_view<?x?xi8, strides=[?,1]>>
    %1:2 = get_index_space_shape %pview : partition_view<tile=(32x32), tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %cst_0_i32_22 = constant <i32: 0> : tile<i32>
    %cst_1_i32_23 = constant <i32: 1> : tile<i32>
    %for = for %loopIdx in (%cst_0_i32_22 to %1#1, step %cst_1_i32_23) : tile<i32> iter_values(%iterArg0 = %cst_0_i32) -> (tile<32x32xi32>) {
      %pview_25 = make_partition_view %tview : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
      %tile, %result_token = load_view_tko weak %pview_25[%blockId_x, %loopIdx] token = %0 : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<32x32xi8>, token
      %pview_26 = make_partition_view %tview_13 : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
      %tile_27, %result_token_28 = load_view_tko weak %pview_26[%loopIdx, %blockId_y_20] token = %0 : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<32x32xi8>, token
      %7 = mmai %tile, %tile_27, %iterArg0 signed signed : tile<32x32xi8>, tile<32x32xi8>, tile<32x32xi32>
      continue %7 : tile<32x32xi32>
    }
    %reshape = reshape %arg15 : tile<i32> -> tile<1x1xi32>
    %bcast = broadcast %reshape : tile<1x1xi32> -> tile<32x32xi32>
    %2 = shri %for, %bcast signed : tile<32x32xi32>
    %3 = mini %2, %cst_127_i32 signed : tile<32x32xi32>
    %4 = maxi %3, %cst_-128_i32 signed : tile<32x32xi32>
    %5 = trunci %4 : tile<32x32xi32> -> tile<32x32xi8>
    %pview_24 = make_partition_view %tview_18 : partition_view<tile=(32x32), tensor_view<?x?xi8, strides=[?,1]>>
    %6 = store_view_tko weak %5, %pview_24[%blockId_x, %blockId_y_20] token = %0 : tile<32x32xi8>, partition_view<tile=(32x32), tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
