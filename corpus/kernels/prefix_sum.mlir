// Row-wise inclusive sums modulo 2^32.
// tilefuzz.launch kernel=@prefix_sum grid=2,1,1 seed=7
// tilefuzz.buffer x : i32[512] = bits()
// tilefuzz.buffer out : i32[512] = fill(0)
// tilefuzz.args &x 8 64 64 1 &out 8 64 64 1
cuda_tile.module @kernels {
  entry @prefix_sum(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<i32>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<i32>
    %assume_1 = assume div_by<16>, %arg5 : tile<ptr<i32>>
    %assume_2 = assume div_by<16>, %arg8 : tile<i32>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %assume_4 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_5 = assume bounded<0, ?>, %arg2 : tile<i32>
    %assume_assume = assume bounded<0, ?>, %assume_0 : tile<i32>
    %assume_assume_assume = assume div_by<16>, %assume_assume : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_4, %assume_5], strides = [%assume_assume_assume, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %assume_6 = assume bounded<0, ?>, %arg6 : tile<i32>
    %assume_7 = assume bounded<0, ?>, %arg7 : tile<i32>
    %assume_assume_8 = assume bounded<0, ?>, %assume_2 : tile<i32>
    %assume_assume_assume_9 = assume div_by<16>, %assume_assume_8 : tile<i32>
    %tview_10 = make_tensor_view %assume_1, shape = [%assume_6, %assume_7], strides = [%assume_assume_assume_9, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(4x64), tensor_view<?x?xi32, strides=[?,1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x, %cst_0_i32] token = %0 : partition_view<tile=(4x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> tile<4x64xi32>, token
    %cst_0_i32_11 = constant <i32: 0> : tile<i32>
    %1 = scan %tile dim=1 reverse=false identities=[0 : i32] : tile<4x64xi32> -> tile<4x64xi32> 
    (%arg10: tile<i32>, %arg11: tile<i32>) {
      %3 = addi %arg10, %arg11 : tile<i32>
      yield %3 : tile<i32>
    }
    %pview_12 = make_partition_view %tview_10 : partition_view<tile=(4x64), tensor_view<?x?xi32, strides=[?,1]>>
    %2 = store_view_tko weak %1, %pview_12[%blockId_x, %cst_0_i32_11] token = %0 : tile<4x64xi32>, partition_view<tile=(4x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
