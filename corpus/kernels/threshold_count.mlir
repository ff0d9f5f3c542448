// out[0]: values above the limit in blocks whose maximum exceeds twice the limit;
// out[1]: the last block with any value above the limit.
// tilefuzz.launch kernel=@threshold_count grid=4,1,1 seed=11
// tilefuzz.buffer x : f32[512] = uniform(0, 2.02)
// tilefuzz.buffer out : i32[2] = fill(0)
// tilefuzz.args &x 512 1 &out 2 1 1.0
cuda_tile.module @kernels {
  entry @threshold_count(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<f32>) optimization_hints=<sm_100 = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<128xi32>
    %cst_0_i32 = constant <i32: 0> : tile<128xi32>
    %cst_1_i64 = constant <i64: 1> : tile<i64>
    %cst_1_i64_2 = constant <i64: 1> : tile<i64>
    %assume_3 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %assume_4 = assume bounded<0, ?>, %arg4 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(128), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
    %1 = join_tokens %0, %result_token : token
    %reshape = reshape %arg6 : tile<f32> -> tile<1xf32>
    %bcast = broadcast %reshape : tile<1xf32> -> tile<128xf32>
    %2 = cmpf greater_than ordered %tile, %bcast : tile<128xf32> -> tile<128xi1>
    %3 = select %2, %cst_1_i32_1, %cst_0_i32 : tile<128xi1>, tile<128xi32>
    %reduce = reduce %3 dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32> 
    (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %5 = addi %reduce_lhs, %reduce_rhs : tile<i32>
      yield %5 : tile<i32>
    }
    %cst_0_i32_5 = constant <i32: 0> : tile<i32>
    %4 = cmpi greater_than %reduce, %cst_0_i32_5, signed : tile<i32> -> tile<i1>
    if %4 {
      %reduce_6 = reduce %tile dim=0 identities=[0xFF800000 : f32] : tile<128xf32> -> tile<f32> 
      (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
        %12 = maxf %reduce_lhs, %reduce_rhs : tile<f32>
        yield %12 : tile<f32>
      }
      %cst_1_i64_7 = constant <i64: 1> : tile<i64>
      %5 = exti %assume_4 signed : tile<i32> -> tile<i64>
      %6 = cmpi less_than %cst_1_i64_7, %5, unsigned : tile<i64> -> tile<i1>
      %7 = muli %cst_1_i64_7, %cst_1_i64 : tile<i64>
      %8 = offset %assume_0, %7 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
      %9 = join_tokens %0, %1 : token
      %result, %result_token_8 = atomic_rmw_tko acq_rel device %8, max, %blockId_x, %6 token=%9 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
      %cst_2_f32 = constant <f32: 2.000000e+00> : tile<f32>
      %10 = mulf %arg6, %cst_2_f32  : tile<f32>
      %11 = cmpf greater_than ordered %reduce_6, %10 : tile<f32> -> tile<i1>
      if %11 {
        %cst_0_i64 = constant <i64: 0> : tile<i64>
        %12 = exti %assume_4 signed : tile<i32> -> tile<i64>
        %13 = cmpi less_than %cst_0_i64, %12, unsigned : tile<i64> -> tile<i1>
        %14 = muli %cst_0_i64, %cst_1_i64_2 : tile<i64>
        %15 = offset %assume_0, %14 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
        %16 = join_tokens %result_token_8, %1 : token
        %result_9, %result_token_10 = atomic_rmw_tko acq_rel device %15, add, %reduce, %13 token=%16 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
      } else {
      }
    } else {
    }
    return
  }
}
