// tilefuzz.launch kernel=@search_sorted_i32 grid=2,1,1 seed=151
// tilefuzz.buffer a : i32[100] = iota(-50, 3)
// tilefuzz.buffer x : i32[64] = uniform(-80, 280)
// tilefuzz.buffer out : i32[64] = fill(0)
// tilefuzz.args &a 100 1 &x 64 1 &out 64 1
cuda_tile.module @kernels {
  entry @search_sorted_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<32xi32>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_0_i32 = constant <i32: 0> : tile<32xi32>
    %cst_1_i32_4 = constant <i32: 1> : tile<32xi32>
    %assume_5 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview = make_tensor_view %assume_0, shape = [%assume_6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_8 = make_tensor_view %assume_1, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
    %cst_0_i32_9 = constant <i32: 0> : tile<32xi32>
    %reshape = reshape %assume_5 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
    %cst_7_i32 = constant <i32: 7> : tile<i32>
    %cst_0_i32_10 = constant <i32: 0> : tile<i32>
    %cst_1_i32_11 = constant <i32: 1> : tile<i32>
    %1 = exti %assume_5 signed : tile<i32> -> tile<i64>
    %reshape_12 = reshape %1 : tile<i64> -> tile<1xi64>
    %bcast_13 = broadcast %reshape_12 : tile<1xi64> -> tile<32xi64>
    %reshape_14 = reshape %assume : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_15 = broadcast %reshape_14 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %for:2 = for %loopIdx in (%cst_0_i32_10 to %cst_7_i32, step %cst_1_i32_11) : tile<i32> iter_values(%iterArg0 = %bcast, %iterArg1 = %cst_0_i32_9) -> (tile<32xi32>, tile<32xi32>) {
      %3 = addi %iterArg1, %iterArg0  : tile<32xi32>
      %4 = shri %3, %cst_1_i32_3 signed : tile<32xi32>
      %5 = cmpi less_than %iterArg1, %iterArg0, signed : tile<32xi32> -> tile<32xi1>
      %6 = exti %4 signed : tile<32xi32> -> tile<32xi64>
      %7 = cmpi less_than %6, %bcast_13, unsigned : tile<32xi64> -> tile<32xi1>
      %8 = muli %6, %cst_1_i64  : tile<32xi64>
      %9 = offset %bcast_15, %8 : tile<32xptr<i32>>, tile<32xi64> -> tile<32xptr<i32>>
      %result, %result_token_17 = load_ptr_tko weak %9, %7, %cst_0_i32 token=%0 : tile<32xptr<i32>>, tile<32xi1>, tile<32xi32> -> tile<32xi32>, token
      %10 = cmpi less_than %result, %tile, signed : tile<32xi32> -> tile<32xi1>
      %11 = andi %5, %10 : tile<32xi1>
      %12 = cmpi greater_than_or_equal %iterArg1, %iterArg0, signed : tile<32xi32> -> tile<32xi1>
      %13 = ori %11, %12 : tile<32xi1>
      %14 = select %13, %iterArg0, %4 : tile<32xi1>, tile<32xi32>
      %15 = addi %4, %cst_1_i32_4  : tile<32xi32>
      %16 = select %11, %15, %iterArg1 : tile<32xi1>, tile<32xi32>
      continue %14, %16 : tile<32xi32>, tile<32xi32>
    }
    %pview_16 = make_partition_view %tview_8 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %2 = store_view_tko weak %for#1, %pview_16[%blockId_x] token = %0 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
