// tilefuzz.launch kernel=@part_of_rows_i32 grid=5,1,1 seed=178
// tilefuzz.buffer x : i32[250] = uniform(-99, 99)
// tilefuzz.buffer out : i32[5] = fill(0)
// tilefuzz.args &x 5 50 50 1 &out 5 1 7 41
cuda_tile.module @kernels {
  entry @part_of_rows_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg3 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %1 = muli %arg8, %cst_1_i32  : tile<i32>
    %2 = exti %1 signed : tile<i32> -> tile<i64>
    %3 = offset %assume, %2 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %assume_6 = assume div_by<4>, %3 : tile<ptr<i32>>
    %4 = subi %arg9, %arg8  : tile<i32>
    %assume_7 = assume bounded<0, ?>, %assume_3 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %4 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %assume_4 : tile<i32>
    %tview_10 = make_tensor_view %assume_6, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<16xi32>
    %pview = make_partition_view %tview_10 : partition_view<tile=(1x16), tensor_view<?x?xi32, strides=[?,1]>>
    %5:2 = get_index_space_shape %pview : partition_view<tile=(1x16), tensor_view<?x?xi32, strides=[?,1]>> -> tile<i32>
    %cst_0_i32_11 = constant <i32: 0> : tile<i32>
    %cst_1_i32_12 = constant <i32: 1> : tile<i32>
    %pview_13 = make_partition_view %tview_10 : partition_view<tile=(1x16), padding_value = zero, tensor_view<?x?xi32, strides=[?,1]>>
    %for = for %loopIdx in (%cst_0_i32_11 to %5#1, step %cst_1_i32_12) : tile<i32> iter_values(%iterArg0 = %cst_0_i32) -> (tile<16xi32>) {
      %tile, %result_token = load_view_tko weak %pview_13[%blockId_x, %loopIdx] token = %0 : partition_view<tile=(1x16), padding_value = zero, tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<1x16xi32>, token
      %reshape_15 = reshape %tile : tile<1x16xi32> -> tile<16xi32>
      %7 = addi %iterArg0, %reshape_15  : tile<16xi32>
      continue %7 : tile<16xi32>
    }
    %reduce = reduce %for dim=0 identities=[0 : i32] : tile<16xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %7 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
      yield %7 : tile<i32>
    }
    %reshape = reshape %reduce : tile<i32> -> tile<1xi32>
    %pview_14 = make_partition_view %tview : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %6 = store_view_tko weak %reshape, %pview_14[%blockId_x] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
