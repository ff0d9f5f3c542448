// tilefuzz.launch kernel=@range_and_mask_i32 grid=4,1,1 seed=75
// tilefuzz.buffer x : i32[256] = uniform(0, 4095)
// tilefuzz.buffer spread : i32[4] = fill(0)
// tilefuzz.buffer bits : i32[4] = fill(0)
// tilefuzz.args &x 256 1 &spread 4 1 &bits 4 1
cuda_tile.module @kernels {
  entry @range_and_mask_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i32>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_5 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_6 = make_tensor_view %assume_0, shape = [%assume_5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_8 = make_tensor_view %assume_1, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(64), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %reduce = reduce %tile dim=0 identities=[-2147483648 : i32] : tile<64xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %4 = maxi %reduce_lhs, %reduce_rhs signed : tile<i32>
      yield %4 : tile<i32>
    }
    %reduce_9 = reduce %tile dim=0 identities=[2147483647 : i32] : tile<64xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %4 = mini %reduce_lhs, %reduce_rhs signed : tile<i32>
      yield %4 : tile<i32>
    }
    %1 = subi %reduce, %reduce_9  : tile<i32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %pview_10 = make_partition_view %tview_6 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %2 = store_view_tko weak %reshape, %pview_10[%blockId_x] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    %reduce_11 = reduce %tile dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %4 = ori %reduce_lhs, %reduce_rhs : tile<i32>
      yield %4 : tile<i32>
    }
    %reshape_12 = reshape %reduce_11 : tile<i32> -> tile<1xi32>
    %pview_13 = make_partition_view %tview_8 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %3 = store_view_tko weak %reshape_12, %pview_13[%blockId_x] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
