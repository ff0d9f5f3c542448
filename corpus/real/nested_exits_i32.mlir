// tilefuzz.launch kernel=@nested_exits_i32 grid=3,1,1 seed=207
// tilefuzz.buffer x : i32[75] = uniform(0, 14)
// tilefuzz.buffer out : i32[6] = fill(0)
// tilefuzz.args &x 75 1 &out 3 2 2 1 2
cuda_tile.module @kernels {
  entry @nested_exits_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %false = constant <i1: false> : tile<i1>
    %true = constant <i1: true> : tile<i1>
    %cst_1_i32_2 = constant <i32: 1> : tile<16xi32>
    %cst_0_i32 = constant <i32: 0> : tile<16xi32>
    %assume_3 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_4 = assume bounded<0, ?>, %arg4 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg5 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_7 = make_tensor_view %assume_0, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32_8 = constant <i32: 0> : tile<i32>
    %cst_0_i32_9 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>>
    %1 = get_index_space_shape %pview : partition_view<tile=(16), tensor_view<?xi32, strides=[1]>> -> tile<i32>
    %cst_0_i32_10 = constant <i32: 0> : tile<i32>
    %cst_1_i32_11 = constant <i32: 1> : tile<i32>
    %pview_12 = make_partition_view %tview : partition_view<tile=(16), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %cst_0_i32_13 = constant <i32: 0> : tile<i32>
    %cst_4_i32 = constant <i32: 4> : tile<i32>
    %cst_1_i32_14 = constant <i32: 1> : tile<i32>
    %cst_4_i32_15 = constant <i32: 4> : tile<i32>
    %2 = muli %blockId_x, %cst_4_i32_15  : tile<i32>
    %cst_1_i32_16 = constant <i32: 1> : tile<i32>
    %cst_0_i32_17 = constant <i32: 0> : tile<i32>
    %for:3 = for %loopIdx in (%cst_0_i32_10 to %1, step %cst_1_i32_11) : tile<i32> iter_values(%iterArg0 = %cst_0_i32_8, %iterArg1 = %cst_0_i32_9, %iterArg2 = %false) -> (tile<i32>, tile<i32>, tile<i1>) {
      if %iterArg2 {
        continue %iterArg0, %iterArg1, %iterArg2 : tile<i32>, tile<i32>, tile<i1>
      } else {
      }
      %tile, %result_token = load_view_tko weak %pview_12[%loopIdx] token = %0 : partition_view<tile=(16), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<16xi32>, token
      %5:3 = loop iter_values(%arg9 = %iterArg0, %arg10 = %cst_0_i32_13, %arg11 = %iterArg1) : tile<i32>, tile<i32>, tile<i32> -> tile<i32>, tile<i32>, tile<i32> {
        %7 = cmpi less_than %arg10, %cst_4_i32, signed : tile<i32> -> tile<i1>
        if %7 {
        } else {
          break %arg9, %arg10, %arg11 : tile<i32>, tile<i32>, tile<i32>
        }
        %8 = addi %arg11, %cst_1_i32_14  : tile<i32>
        %9 = addi %arg10, %2  : tile<i32>
        %reshape_22 = reshape %9 : tile<i32> -> tile<1xi32>
        %bcast = broadcast %reshape_22 : tile<1xi32> -> tile<16xi32>
        %10 = cmpi equal %tile, %bcast, signed : tile<16xi32> -> tile<16xi1>
        %11 = select %10, %cst_1_i32_2, %cst_0_i32 : tile<16xi1>, tile<16xi32>
        %reduce = reduce %11 dim=0 identities=[0 : i32] : tile<16xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
          %14 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
          yield %14 : tile<i32>
        }
        %12 = cmpi greater_than %reduce, %arg8, signed : tile<i32> -> tile<i1>
        if %12 {
          %cst_1_i32_23 = constant <i32: 1> : tile<i32>
          %14 = addi %loopIdx, %cst_1_i32_23  : tile<i32>
          break %14, %arg10, %8 : tile<i32>, tile<i32>, tile<i32>
        } else {
        }
        %13 = addi %arg10, %cst_1_i32_16  : tile<i32>
        continue %arg9, %13, %8 : tile<i32>, tile<i32>, tile<i32>
      }
      %6 = cmpi greater_than %5#0, %cst_0_i32_17, signed : tile<i32> -> tile<i1>
      if %6 {
        continue %5#0, %5#2, %true : tile<i32>, tile<i32>, tile<i1>
      } else {
      }
      continue %5#0, %5#2, %iterArg2 : tile<i32>, tile<i32>, tile<i1>
    }
    %cst_0_i32_18 = constant <i32: 0> : tile<i32>
    %reshape = reshape %for#0 : tile<i32> -> tile<1xi32>
    %reshape_19 = reshape %for#1 : tile<i32> -> tile<1xi32>
    %3 = cat %reshape, %reshape_19 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
    %reshape_20 = reshape %3 : tile<2xi32> -> tile<1x2xi32>
    %pview_21 = make_partition_view %tview_7 : partition_view<tile=(1x2), tensor_view<?x?xi32, strides=[?,1]>>
    %4 = store_view_tko weak %reshape_20, %pview_21[%blockId_x, %cst_0_i32_18] token = %0 : tile<1x2xi32>, partition_view<tile=(1x2), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
