// tilefuzz.launch kernel=@row_extremes_i32 grid=6,1,1 seed=52
// tilefuzz.buffer x : i32[384] = permutation()
// tilefuzz.buffer low : i32[6] = fill(0)
// tilefuzz.buffer high : i32[6] = fill(0)
// tilefuzz.buffer where : i32[6] = fill(0)
// tilefuzz.args &x 6 64 64 1 &low 6 1 &high 6 1 &where 6 1
cuda_tile.module @kernels {
  entry @row_extremes_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<i32>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<ptr<i32>>, %arg12: tile<i32>, %arg13: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<i32>>
    %assume_2 = assume div_by<16>, %arg11 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg9 : tile<i32>
    %tview_12 = make_tensor_view %assume_1, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_13 = assume bounded<0, ?>, %arg12 : tile<i32>
    %tview_14 = make_tensor_view %assume_2, shape = [%assume_13], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x64), tensor_view<?x?xi32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(1x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<1x64xi32>, token
    %reduce = reduce %tile dim=1 identities=[2147483647 : i32] : tile<1x64xi32> -> tile<1xi32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %5 = mini %reduce_lhs, %reduce_rhs signed : tile<i32>
      yield %5 : tile<i32>
    }
    %pview_15 = make_partition_view %tview_10 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %1 = store_view_tko weak %reduce, %pview_15[%blockId_x] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %reduce_16 = reduce %tile dim=1 identities=[-2147483648 : i32] : tile<1x64xi32> -> tile<1xi32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %5 = maxi %reduce_lhs, %reduce_rhs signed : tile<i32>
      yield %5 : tile<i32>
    }
    %pview_17 = make_partition_view %tview_12 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %2 = store_view_tko weak %reduce_16, %pview_17[%blockId_x] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %3 = iota : tile<64xi32>
    %reshape = reshape %3 : tile<64xi32> -> tile<1x64xi32>
    %reduce_18:2 = reduce %tile, %reshape dim=1 identities=[-2147483648 : i32, 0 : i32] : tile<1x64xi32>, tile<1x64xi32> -> tile<1xi32>, tile<1xi32> (%reduce_lhs0: tile<i32>, %reduce_rhs0: tile<i32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
      %5 = cmpi greater_than %reduce_lhs0, %reduce_rhs0, signed : tile<i32> -> tile<i1>
      %6 = cmpi equal %reduce_lhs0, %reduce_rhs0, signed : tile<i32> -> tile<i1>
      %7 = cmpi less_than %reduce_lhs1, %reduce_rhs1, signed : tile<i32> -> tile<i1>
      %8 = andi %6, %7 : tile<i1>
      %9 = ori %5, %8 : tile<i1>
      %10 = select %9, %reduce_lhs0, %reduce_rhs0 : tile<i1>, tile<i32>
      %11 = select %9, %reduce_lhs1, %reduce_rhs1 : tile<i1>, tile<i32>
      yield %10, %11 : tile<i32>, tile<i32>
    }
    %pview_19 = make_partition_view %tview_14 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %4 = store_view_tko weak %reduce_18#1, %pview_19[%blockId_x] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
