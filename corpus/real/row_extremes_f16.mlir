// tilefuzz.launch kernel=@row_extremes_f16 grid=6,1,1 seed=53
// tilefuzz.buffer x : f16[384] = uniform(-9, 9)
// tilefuzz.buffer low : f16[6] = fill(0)
// tilefuzz.buffer high : f16[6] = fill(0)
// tilefuzz.buffer where : i32[6] = fill(0)
// tilefuzz.args &x 6 64 64 1 &low 6 1 &high 6 1 &where 6 1
cuda_tile.module @kernels {
  entry @row_extremes_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<f16>>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<ptr<i32>>, %arg12: tile<i32>, %arg13: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f16>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<f16>>
    %assume_2 = assume div_by<16>, %arg11 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_1_i32_4 = constant <i32: 1> : tile<i32>
    %cst_1_i32_5 = constant <i32: 1> : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_6, %assume_7], strides = [%assume_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %assume_9 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %assume_11 = assume bounded<0, ?>, %arg9 : tile<i32>
    %tview_12 = make_tensor_view %assume_1, shape = [%assume_11], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]>
    %assume_13 = assume bounded<0, ?>, %arg12 : tile<i32>
    %tview_14 = make_tensor_view %assume_2, shape = [%assume_13], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x64), tensor_view<?x?xf16, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(1x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<1x64xf16>, token
    %reduce = reduce %tile dim=1 identities=[0x7C00 : f16] : tile<1x64xf16> -> tile<1xf16> (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
      %5 = minf %reduce_lhs, %reduce_rhs  : tile<f16>
      yield %5 : tile<f16>
    }
    %pview_15 = make_partition_view %tview_10 : partition_view<tile=(1), tensor_view<?xf16, strides=[1]>>
    %1 = store_view_tko weak %reduce, %pview_15[%blockId_x] token = %0 : tile<1xf16>, partition_view<tile=(1), tensor_view<?xf16, strides=[1]>>, tile<i32> -> token
    %reduce_16 = reduce %tile dim=1 identities=[0xFC00 : f16] : tile<1x64xf16> -> tile<1xf16> (%reduce_lhs: tile<f16>, %reduce_rhs: tile<f16>) {
      %5 = maxf %reduce_lhs, %reduce_rhs  : tile<f16>
      yield %5 : tile<f16>
    }
    %pview_17 = make_partition_view %tview_12 : partition_view<tile=(1), tensor_view<?xf16, strides=[1]>>
    %2 = store_view_tko weak %reduce_16, %pview_17[%blockId_x] token = %0 : tile<1xf16>, partition_view<tile=(1), tensor_view<?xf16, strides=[1]>>, tile<i32> -> token
    %3 = iota : tile<64xi32>
    %reshape = reshape %3 : tile<64xi32> -> tile<1x64xi32>
    %reduce_18:2 = reduce %tile, %reshape dim=1 identities=[0xFC00 : f16, 0 : i32] : tile<1x64xf16>, tile<1x64xi32> -> tile<1xf16>, tile<1xi32> (%reduce_lhs0: tile<f16>, %reduce_rhs0: tile<f16>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
      %5 = cmpf greater_than ordered %reduce_lhs0, %reduce_rhs0 : tile<f16> -> tile<i1>
      %6 = cmpf equal ordered %reduce_lhs0, %reduce_rhs0 : tile<f16> -> tile<i1>
      %7 = cmpf not_equal unordered %reduce_lhs0, %reduce_lhs0 : tile<f16> -> tile<i1>
      %8 = cmpf not_equal unordered %reduce_rhs0, %reduce_rhs0 : tile<f16> -> tile<i1>
      %9 = cmpf equal ordered %reduce_lhs0, %reduce_lhs0 : tile<f16> -> tile<i1>
      %10 = andi %9, %8 : tile<i1>
      %11 = ori %5, %10 : tile<i1>
      %12 = andi %7, %8 : tile<i1>
      %13 = ori %6, %12 : tile<i1>
      %14 = cmpi less_than %reduce_lhs1, %reduce_rhs1, signed : tile<i32> -> tile<i1>
      %15 = andi %13, %14 : tile<i1>
      %16 = ori %11, %15 : tile<i1>
      %17 = select %16, %reduce_lhs0, %reduce_rhs0 : tile<i1>, tile<f16>
      %18 = select %16, %reduce_lhs1, %reduce_rhs1 : tile<i1>, tile<i32>
      yield %17, %18 : tile<f16>, tile<i32>
    }
    %pview_19 = make_partition_view %tview_14 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %4 = store_view_tko weak %reduce_18#1, %pview_19[%blockId_x] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
