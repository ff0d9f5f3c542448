// tilefuzz.launch kernel=@floor_division_i32 grid=2,1,1 seed=191
// tilefuzz.buffer x : i32[64] = uniform(-999, 999)
// tilefuzz.buffer y : i32[64] = uniform(1, 17)
// tilefuzz.buffer q : i32[64] = fill(0)
// tilefuzz.buffer r : i32[64] = fill(0)
// tilefuzz.buffer high : i32[64] = fill(0)
// tilefuzz.args &x 64 1 &y 64 1 &q 64 1 &r 64 1 &high 64 1
cuda_tile.module @kernels {
  entry @floor_division_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<ptr<i32>>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<i32>>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %assume_2 = assume div_by<16>, %arg9 : tile<ptr<i32>>
    %assume_3 = assume div_by<16>, %arg12 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %cst_1_i32_6 = constant <i32: 1> : tile<i32>
    %cst_1_i32_7 = constant <i32: 1> : tile<i32>
    %cst_7_i32 = constant <i32: 7> : tile<32xi32>
    %cst_3_i32 = constant <i32: 3> : tile<32xi32>
    %cst_4_i32 = constant <i32: 4> : tile<32xi32>
    %assume_8 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_8], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_12 = make_tensor_view %assume_1, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_13 = assume bounded<0, ?>, %arg10 : tile<i32>
    %tview_14 = make_tensor_view %assume_2, shape = [%assume_13], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_15 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_16 = make_tensor_view %assume_3, shape = [%assume_15], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %pview_17 = make_partition_view %tview_10 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile_18, %result_token_19 = load_view_tko weak %pview_17[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %1 = divi %tile, %tile_18 signed rounding<negative_inf> : tile<32xi32>
    %2 = remi %tile, %tile_18 signed : tile<32xi32>
    %cst_0_i32 = constant <i32: 0> : tile<32xi32>
    %3 = cmpi less_than %2, %cst_0_i32, signed : tile<32xi32> -> tile<32xi1>
    %4 = cmpi less_than %tile_18, %cst_0_i32, signed : tile<32xi32> -> tile<32xi1>
    %5 = xori %3, %4 : tile<32xi1>
    %6 = cmpi not_equal %2, %cst_0_i32, signed : tile<32xi32> -> tile<32xi1>
    %7 = andi %5, %6 : tile<32xi1>
    %8 = addi %2, %tile_18  : tile<32xi32>
    %9 = select %7, %8, %2 : tile<32xi1>, tile<32xi32>
    %pview_20 = make_partition_view %tview_12 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %10 = store_view_tko weak %1, %pview_20[%blockId_x] token = %0 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %pview_21 = make_partition_view %tview_14 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %11 = store_view_tko weak %9, %pview_21[%blockId_x] token = %0 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %cst_-1_i32 = constant <i32: -1> : tile<32xi32>
    %12 = xori %tile, %cst_-1_i32 : tile<32xi32>
    %13 = andi %12, %cst_7_i32 : tile<32xi32>
    %14 = andi %tile_18, %cst_3_i32 : tile<32xi32>
    %15 = shli %14, %cst_4_i32  : tile<32xi32>
    %16 = ori %13, %15 : tile<32xi32>
    %pview_22 = make_partition_view %tview_16 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %17 = store_view_tko weak %16, %pview_22[%blockId_x] token = %0 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
