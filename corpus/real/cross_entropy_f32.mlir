// tilefuzz.launch kernel=@cross_entropy_f32 grid=8,1,1 seed=72
// tilefuzz.buffer x : f32[256] = uniform(-3, 3)
// tilefuzz.buffer label : i32[8] = uniform(0, 31)
// tilefuzz.buffer out : f32[8] = fill(0)
// tilefuzz.args &x 8 32 32 1 &label 8 1 &out 8 1
cuda_tile.module @kernels {
  entry @cross_entropy_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<ptr<f32>>, %arg9: tile<i32>, %arg10: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg8 : tile<ptr<f32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_6 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_6, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %assume_7 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_8 = make_tensor_view %assume_0, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_9 = assume bounded<0, ?>, %arg9 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_9], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(1x32), tensor_view<?x?xf32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(1x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x32xf32>, token
    %reduce = reduce %tile dim=1 identities=[0xFF800000 : f32] : tile<1x32xf32> -> tile<1xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %10 = maxf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %10 : tile<f32>
    }
    %reshape = reshape %reduce : tile<1xf32> -> tile<1x1xf32>
    %bcast = broadcast %reshape : tile<1x1xf32> -> tile<1x32xf32>
    %1 = subf %tile, %bcast  : tile<1x32xf32>
    %2 = exp %1  : tile<1x32xf32>
    %reduce_11 = reduce %2 dim=1 identities=[0.000000e+00 : f32] : tile<1x32xf32> -> tile<1xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %10 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %10 : tile<f32>
    }
    %3 = log %reduce_11 : tile<1xf32>
    %reshape_12 = reshape %reshape : tile<1x1xf32> -> tile<1xf32>
    %4 = addf %3, %reshape_12  : tile<1xf32>
    %pview_13 = make_partition_view %tview_8 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %tile_14, %result_token_15 = load_view_tko weak %pview_13[%blockId_x] token = %0 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %5 = iota : tile<32xi32>
    %bcast_16 = broadcast %tile_14 : tile<1xi32> -> tile<32xi32>
    %6 = cmpi equal %5, %bcast_16, signed : tile<32xi32> -> tile<32xi1>
    %reshape_17 = reshape %6 : tile<32xi1> -> tile<1x32xi1>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_18 = reshape %cst_0_f32 : tile<f32> -> tile<1x1xf32>
    %bcast_19 = broadcast %reshape_18 : tile<1x1xf32> -> tile<1x32xf32>
    %7 = select %reshape_17, %tile, %bcast_19 : tile<1x32xi1>, tile<1x32xf32>
    %reduce_20 = reduce %7 dim=1 identities=[0.000000e+00 : f32] : tile<1x32xf32> -> tile<1xf32> (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
      %10 = addf %reduce_lhs, %reduce_rhs  : tile<f32>
      yield %10 : tile<f32>
    }
    %8 = subf %4, %reduce_20  : tile<1xf32>
    %pview_21 = make_partition_view %tview_10 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
    %9 = store_view_tko weak %8, %pview_21[%blockId_x] token = %0 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
