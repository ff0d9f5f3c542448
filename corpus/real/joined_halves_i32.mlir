// tilefuzz.launch kernel=@joined_halves_i32 grid=2,1,1 seed=197
// tilefuzz.buffer x : i32[64] = uniform(-99, 99)
// tilefuzz.buffer y : i32[64] = uniform(-99, 99)
// tilefuzz.buffer out : i32[128] = fill(0)
// tilefuzz.args &x 8 8 8 1 &y 8 8 8 1 &out 8 16 16 1
cuda_tile.module @kernels {
  entry @joined_halves_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<i32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<4x4xi32>
    %assume_5 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_5, %assume_6], strides = [%assume_7, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_8 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_10 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_11 = make_tensor_view %assume_0, shape = [%assume_8, %assume_9], strides = [%assume_10, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_12 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_14 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_15 = make_tensor_view %assume_1, shape = [%assume_12, %assume_13], strides = [%assume_14, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<4x8xi32>, token
    %cst_0_i32_16 = constant <i32: 0> : tile<i32>
    %pview_17 = make_partition_view %tview_11 : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>
    %tile_18, %result_token_19 = load_view_tko weak %pview_17[%blockId_x, %cst_0_i32_16] token = %0 : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<4x8xi32>, token
    %1 = cat %tile, %tile_18 dim = 1 : tile<4x8xi32>, tile<4x8xi32> -> tile<4x16xi32>
    %cst_0_i32_20 = constant <i32: 0> : tile<i32>
    %cst_1_i32_21 = constant <i32: 1> : tile<i32>
    %2 = extract %1[%cst_0_i32_20, %cst_1_i32_21] : tile<4x16xi32> -> tile<4x4xi32>
    %cst_0_i32_22 = constant <i32: 0> : tile<i32>
    %cst_0_i32_23 = constant <i32: 0> : tile<i32>
    %cst_2_i32 = constant <i32: 2> : tile<i32>
    %3 = addi %2, %cst_1_i32_4  : tile<4x4xi32>
    %4 = insert %3 into %1[%cst_0_i32_23, %cst_2_i32] : tile<4x4xi32>, tile<4x16xi32> -> tile<4x16xi32>
    %pview_24 = make_partition_view %tview_15 : partition_view<tile=(4x16), tensor_view<?x?xi32, strides=[?,1]>>
    %5 = store_view_tko weak %4, %pview_24[%blockId_x, %cst_0_i32_22] token = %0 : tile<4x16xi32>, partition_view<tile=(4x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
