// tilefuzz.launch kernel=@row_sum_i8 grid=3,1,1 seed=49
// tilefuzz.buffer x : i8[720] = uniform(-5, 5)
// tilefuzz.buffer out : i32[10] = fill(0)
// tilefuzz.args &x 10 72 72 1 &out 10 1
cuda_tile.module @kernels {
  entry @row_sum_i8(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i8>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2, %assume_3], strides = [%assume_4, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %assume_5 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<4xi32>
    %pview = make_partition_view %tview : partition_view<tile=(4x32), tensor_view<?x?xi8, strides=[?,1]>>
    %1:2 = get_index_space_shape %pview : partition_view<tile=(4x32), tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %cst_0_i32_7 = constant <i32: 0> : tile<i32>
    %cst_1_i32_8 = constant <i32: 1> : tile<i32>
    %pview_9 = make_partition_view %tview : partition_view<tile=(4x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %for = for %loopIdx in (%cst_0_i32_7 to %1#1, step %cst_1_i32_8) : tile<i32> iter_values(%iterArg0 = %cst_0_i32) -> (tile<4xi32>) {
      %tile, %result_token = load_view_tko weak %pview_9[%blockId_x, %loopIdx] token = %0 : partition_view<tile=(4x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<4x32xi8>, token
      %3 = exti %tile signed : tile<4x32xi8> -> tile<4x32xi32>
      %reduce = reduce %3 dim=1 identities=[0 : i32] : tile<4x32xi32> -> tile<4xi32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
        %5 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
        yield %5 : tile<i32>
      }
      %4 = addi %iterArg0, %reduce  : tile<4xi32>
      continue %4 : tile<4xi32>
    }
    %pview_10 = make_partition_view %tview_6 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
    %2 = store_view_tko weak %for, %pview_10[%blockId_x] token = %0 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
