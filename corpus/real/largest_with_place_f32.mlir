// tilefuzz.launch kernel=@largest_with_place_f32 grid=3,1,1 seed=76
// tilefuzz.buffer x : f32[192] = uniform(-100, 100)
// tilefuzz.buffer value : f32[3] = fill(0)
// tilefuzz.buffer place : i32[3] = fill(0)
// tilefuzz.args &x 192 1 &value 3 1 &place 3 1
cuda_tile.module @kernels {
  entry @largest_with_place_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_8 = make_tensor_view %assume_1, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
    %1 = iota : tile<64xi32>
    %reduce:2 = reduce %tile, %1 dim=0 identities=[-3.000000e+38 : f32, 0 : i32] : tile<64xf32>, tile<64xi32> -> tile<f32>, tile<i32> (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
      %4 = cmpf greater_than_or_equal ordered %reduce_lhs0, %reduce_rhs0 : tile<f32> -> tile<i1>
      %5 = select %4, %reduce_lhs0, %reduce_rhs0 : tile<i1>, tile<f32>
      %6 = select %4, %reduce_lhs1, %reduce_rhs1 : tile<i1>, tile<i32>
      yield %5, %6 : tile<f32>, tile<i32>
    }
    %reshape = reshape %reduce#0 : tile<f32> -> tile<1xf32>
    %pview_9 = make_partition_view %tview_6 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
    %2 = store_view_tko weak %reshape, %pview_9[%blockId_x] token = %0 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    %reshape_10 = reshape %reduce#1 : tile<i32> -> tile<1xi32>
    %pview_11 = make_partition_view %tview_8 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %3 = store_view_tko weak %reshape_10, %pview_11[%blockId_x] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
