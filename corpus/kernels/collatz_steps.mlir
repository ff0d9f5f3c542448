// Collatz step counts, capped at 64; values that overflow 3v+1 included.
// tilefuzz.launch kernel=@collatz_steps grid=17,1,1 seed=3
// tilefuzz.buffer x : i32[1030] = iota(0, 1)
// tilefuzz.buffer out : i32[1030] = fill(-7)
// tilefuzz.args &x 1030 1 &out 1030 1
cuda_tile.module @kernels {
  entry @collatz_steps(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<64xi32>
    %cst_1_i32_3 = constant <i32: 1> : tile<64xi32>
    %cst_1_i32_4 = constant <i32: 1> : tile<64xi32>
    %cst_3_i32 = constant <i32: 3> : tile<64xi32>
    %cst_1_i32_5 = constant <i32: 1> : tile<64xi32>
    %cst_1_i32_6 = constant <i32: 1> : tile<64xi32>
    %cst_1_i32_7 = constant <i32: 1> : tile<64xi32>
    %cst_0_i32 = constant <i32: 0> : tile<64xi32>
    %assume_8 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_8], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %cst_0_i32_11 = constant <i32: 0> : tile<64xi32>
    %cst_64_i32 = constant <i32: 64> : tile<i32>
    %cst_0_i32_12 = constant <i32: 0> : tile<i32>
    %cst_1_i32_13 = constant <i32: 1> : tile<i32>
    %for:2 = for %loopIdx in (%cst_0_i32_12 to %cst_64_i32, step %cst_1_i32_13) : tile<i32> iter_values(%iterArg0 = %cst_0_i32_11, %iterArg1 = %tile) -> (tile<64xi32>, tile<64xi32>) {
      %2 = cmpi greater_than %iterArg1, %cst_1_i32_2, signed : tile<64xi32> -> tile<64xi1>
      %3 = andi %iterArg1, %cst_1_i32_3 : tile<64xi32>
      %4 = cmpi equal %3, %cst_1_i32_4, signed : tile<64xi32> -> tile<64xi1>
      %5 = muli %cst_3_i32, %iterArg1 : tile<64xi32>
      %6 = addi %5, %cst_1_i32_5 : tile<64xi32>
      %7 = shri %iterArg1, %cst_1_i32_6 signed : tile<64xi32>
      %8 = select %4, %6, %7 : tile<64xi1>, tile<64xi32>
      %9 = select %2, %8, %iterArg1 : tile<64xi1>, tile<64xi32>
      %10 = select %2, %cst_1_i32_7, %cst_0_i32 : tile<64xi1>, tile<64xi32>
      %11 = addi %iterArg0, %10 : tile<64xi32>
      continue %11, %9 : tile<64xi32>, tile<64xi32>
    }
    %pview_14 = make_partition_view %tview_10 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %1 = store_view_tko weak %for#0, %pview_14[%blockId_x] token = %0 : tile<64xi32>, partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
