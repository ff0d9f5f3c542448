// tilefuzz.launch kernel=@top_k_f32 grid=4,1,1 seed=150
// tilefuzz.buffer x : f32[128] = uniform(-9, 9)
// tilefuzz.buffer value : f32[16] = fill(0)
// tilefuzz.buffer place : i32[16] = fill(0)
// tilefuzz.args &x 4 32 32 1 &value 4 4 4 1 &place 4 4 4 1
cuda_tile.module @kernels {
  entry @top_k_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<i32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<i32>, %arg14: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg10 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_7 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_8 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_9 = assume bounded<0, ?>, %arg8 : tile<i32>
    %tview_10 = make_tensor_view %assume_0, shape = [%assume_7, %assume_8], strides = [%assume_9, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_11 = assume bounded<0, ?>, %arg11 : tile<i32>
    %assume_12 = assume bounded<0, ?>, %arg12 : tile<i32>
    %assume_13 = assume bounded<0, ?>, %arg13 : tile<i32>
    %tview_14 = make_tensor_view %assume_1, shape = [%assume_11, %assume_12], strides = [%assume_13, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %cst_4_i32 = constant <i32: 4> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x32), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(1x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x32xf32>, token
    %1 = iota : tile<32xi32>
    %reshape = reshape %1 : tile<32xi32> -> tile<1x32xi32>
    %cst_0_i32_15 = constant <i32: 0> : tile<i32>
    %cst_1_i32_16 = constant <i32: 1> : tile<i32>
    %2 = iota : tile<32xi32>
    %reshape_17 = reshape %2 : tile<32xi32> -> tile<1x32xi32>
    %pview_18 = make_partition_view %tview_10 : partition_view<tile=(1x1), tensor_view<?x?xf32, strides=[?,1]>>
    %pview_19 = make_partition_view %tview_14 : partition_view<tile=(1x1), tensor_view<?x?xi32, strides=[?,1]>>
    %cst_f32 = constant <f32: -1.000000e+30> : tile<f32>
    %reshape_20 = reshape %cst_f32 : tile<f32> -> tile<1x1xf32>
    %bcast = broadcast %reshape_20 : tile<1x1xf32> -> tile<1x32xf32>
    %for = for %loopIdx in (%cst_0_i32_15 to %cst_4_i32, step %cst_1_i32_16) : tile<i32> iter_values(%iterArg0 = %tile) -> (tile<1x32xf32>) {
      %reduce:2 = reduce %iterArg0, %reshape_17 dim=1 identities=[0xFF800000 : f32, 0 : i32] : tile<1x32xf32>, tile<1x32xi32> -> tile<1xf32>, tile<1xi32> (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
        %7 = cmpf greater_than ordered %reduce_lhs0, %reduce_rhs0 : tile<f32> -> tile<i1>
        %8 = cmpf equal ordered %reduce_lhs0, %reduce_rhs0 : tile<f32> -> tile<i1>
        %9 = cmpf not_equal unordered %reduce_lhs0, %reduce_lhs0 : tile<f32> -> tile<i1>
        %10 = cmpf not_equal unordered %reduce_rhs0, %reduce_rhs0 : tile<f32> -> tile<i1>
        %11 = cmpf equal ordered %reduce_lhs0, %reduce_lhs0 : tile<f32> -> tile<i1>
        %12 = andi %11, %10 : tile<i1>
        %13 = ori %7, %12 : tile<i1>
        %14 = andi %9, %10 : tile<i1>
        %15 = ori %8, %14 : tile<i1>
        %16 = cmpi less_than %reduce_lhs1, %reduce_rhs1, signed : tile<i32> -> tile<i1>
        %17 = andi %15, %16 : tile<i1>
        %18 = ori %13, %17 : tile<i1>
        %19 = select %18, %reduce_lhs0, %reduce_rhs0 : tile<i1>, tile<f32>
        %20 = select %18, %reduce_lhs1, %reduce_rhs1 : tile<i1>, tile<i32>
        yield %19, %20 : tile<f32>, tile<i32>
      }
      %reshape_21 = reshape %reduce#1 : tile<1xi32> -> tile<1x1xi32>
      %reduce_22 = reduce %iterArg0 dim=1 identities=[0xFF800000 : f32] : tile<1x32xf32> -> tile<1xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %7 = maxf %reduce_lhs, %reduce_rhs  : tile<f32>
        yield %7 : tile<f32>
      }
      %reshape_23 = reshape %reduce_22 : tile<1xf32> -> tile<1x1xf32>
      %3 = store_view_tko weak %reshape_23, %pview_18[%blockId_x, %loopIdx] token = %0 : tile<1x1xf32>, partition_view<tile=(1x1), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      %4 = store_view_tko weak %reshape_21, %pview_19[%blockId_x, %loopIdx] token = %0 : tile<1x1xi32>, partition_view<tile=(1x1), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
      %bcast_24 = broadcast %reshape_21 : tile<1x1xi32> -> tile<1x32xi32>
      %5 = cmpi equal %reshape, %bcast_24, signed : tile<1x32xi32> -> tile<1x32xi1>
      %6 = select %5, %bcast, %iterArg0 : tile<1x32xi1>, tile<1x32xf32>
      continue %6 : tile<1x32xf32>
    }
    return
  }
}
