// tilefuzz.launch kernel=@tile_updates_i32 grid=4,1,1 seed=173
// tilefuzz.buffer x : i32[256] = bits()
// tilefuzz.buffer sums : i32[42] = fill(0)
// tilefuzz.buffer least : i32[42] = fill(0)
// tilefuzz.buffer most : i32[42] = fill(0)
// tilefuzz.buffer odd : i32[42] = fill(0)
// tilefuzz.args &x 32 8 8 1 &sums 7 6 6 1 &least 7 6 6 1 &most 7 6 6 1 &odd 7 6 6 1
cuda_tile.module @kernels {
  entry @tile_updates_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<i32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<ptr<i32>>, %arg16: tile<i32>, %arg17: tile<i32>, %arg18: tile<i32>, %arg19: tile<i32>, %arg20: tile<ptr<i32>>, %arg21: tile<i32>, %arg22: tile<i32>, %arg23: tile<i32>, %arg24: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<i32>>
    %assume_2 = assume div_by<16>, %arg15 : tile<ptr<i32>>
    %assume_3 = assume div_by<16>, %arg20 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %cst_1_i32_6 = constant <i32: 1> : tile<i32>
    %cst_1_i32_7 = constant <i32: 1> : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_8, %assume_9], strides = [%assume_10, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_11 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_14 = make_tensor_view %assume_0, shape = [%assume_11, %assume_12], strides = [%assume_13, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_15 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_16 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_17 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_18 = make_tensor_view %assume_1, shape = [%assume_15, %assume_16], strides = [%assume_17, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_19 = assume bounded<0, ?>, %arg16 : tile<i32>
    %assume_20 = assume bounded<0, ?>, %arg17 : tile<i32>
    %assume_21 = assume bounded<0, ?>, %arg18 : tile<i32>
    %tview_22 = make_tensor_view %assume_2, shape = [%assume_19, %assume_20], strides = [%assume_21, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_23 = assume bounded<0, ?>, %arg21 : tile<i32>
    %assume_24 = assume bounded<0, ?>, %arg22 : tile<i32>
    %assume_25 = assume bounded<0, ?>, %arg23 : tile<i32>
    %tview_26 = make_tensor_view %assume_3, shape = [%assume_23, %assume_24], strides = [%assume_25, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<8x8xi32>, token
    %cst_0_i32_27 = constant <i32: 0> : tile<i32>
    %cst_0_i32_28 = constant <i32: 0> : tile<i32>
    %pview_29 = make_partition_view %tview_14 : partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>
    %1 = atomic_red_view_tko relaxed device %pview_29[%cst_0_i32_27, %cst_0_i32_28], add, %tile token = %0 : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    %cst_0_i32_30 = constant <i32: 0> : tile<i32>
    %cst_0_i32_31 = constant <i32: 0> : tile<i32>
    %pview_32 = make_partition_view %tview_18 : partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>
    %2 = atomic_red_view_tko relaxed device %pview_32[%cst_0_i32_30, %cst_0_i32_31], min, %tile token = %0 : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    %cst_0_i32_33 = constant <i32: 0> : tile<i32>
    %cst_0_i32_34 = constant <i32: 0> : tile<i32>
    %pview_35 = make_partition_view %tview_22 : partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>
    %3 = atomic_red_view_tko relaxed device %pview_35[%cst_0_i32_33, %cst_0_i32_34], max, %tile token = %0 : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    %cst_0_i32_36 = constant <i32: 0> : tile<i32>
    %cst_0_i32_37 = constant <i32: 0> : tile<i32>
    %pview_38 = make_partition_view %tview_26 : partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>
    %4 = atomic_red_view_tko relaxed device %pview_38[%cst_0_i32_36, %cst_0_i32_37], xor, %tile token = %0 : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
