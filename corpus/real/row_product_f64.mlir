// tilefuzz.launch kernel=@row_product_f64 grid=2,1,1 seed=73
// tilefuzz.buffer x : f64[128] = uniform(1, 3)
// tilefuzz.buffer out : f64[8] = fill(0)
// tilefuzz.args &x 8 16 16 1 &out 8 1
cuda_tile.module @kernels {
  entry @row_product_f64(%arg0: tile<ptr<f64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f64>>, %arg6: tile<i32>, %arg7: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f64>>
    %assume_0 = assume div_by<16>, %arg5 : tile<ptr<f64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg3 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2, %assume_3], strides = [%assume_4, 1] : tile<i32> -> tensor_view<?x?xf64, strides=[?,1]>
    %assume_5 = assume bounded<0, ?>, %arg6 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(4x16), tensor_view<?x?xf64, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(4x16), tensor_view<?x?xf64, strides=[?,1]>>, tile<i32> -> tile<4x16xf64>, token
    %reduce = reduce %tile dim=1 identities=[1.000000e+00] : tile<4x16xf64> -> tile<4xf64> (%reduce_lhs: tile<f64>, %reduce_rhs: tile<f64>) {
      %2 = mulf %reduce_lhs, %reduce_rhs  : tile<f64>
      yield %2 : tile<f64>
    }
    %pview_7 = make_partition_view %tview_6 : partition_view<tile=(4), tensor_view<?xf64, strides=[1]>>
    %1 = store_view_tko weak %reduce, %pview_7[%blockId_x] token = %0 : tile<4xf64>, partition_view<tile=(4), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    return
  }
}
