// tilefuzz.launch kernel=@gcd_i64 grid=2,1,1 seed=162
// tilefuzz.buffer x : i64[64] = uniform(1, 5000)
// tilefuzz.buffer y : i64[64] = uniform(1, 5000)
// tilefuzz.buffer out : i64[64] = fill(0)
// tilefuzz.args &x 64 1 &y 64 1 &out 64 1
cuda_tile.module @kernels {
  entry @gcd_i64(%arg0: tile<ptr<i64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i64>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<ptr<i64>>, %arg7: tile<i32>, %arg8: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i64>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i64>>
    %assume_1 = assume div_by<16>, %arg6 : tile<ptr<i64>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_2 = constant <i32: 1> : tile<i32>
    %cst_1_i32_3 = constant <i32: 1> : tile<i32>
    %cst_0_i64 = constant <i64: 0> : tile<32xi64>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_0_i64_4 = constant <i64: 0> : tile<32xi64>
    %cst_0_i64_5 = constant <i64: 0> : tile<32xi64>
    %cst_0_i64_6 = constant <i64: 0> : tile<32xi64>
    %assume_7 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_7], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %assume_8 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_9 = make_tensor_view %assume_0, shape = [%assume_8], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %assume_10 = assume bounded<0, ?>, %arg7 : tile<i32>
    %tview_11 = make_tensor_view %assume_1, shape = [%assume_10], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>, tile<i32> -> tile<32xi64>, token
    %pview_12 = make_partition_view %tview_9 : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>
    %tile_13, %result_token_14 = load_view_tko weak %pview_12[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>, tile<i32> -> tile<32xi64>, token
    %cst_0_i64_15 = constant <i64: 0> : tile<i64>
    %cst_0_i64_16 = constant <i64: 0> : tile<32xi64>
    %1:2 = loop iter_values(%arg9 = %tile, %arg10 = %tile_13) : tile<32xi64>, tile<32xi64> -> tile<32xi64>, tile<32xi64> {
      %reduce = reduce %arg10 dim=0 identities=[-9223372036854775808] : tile<32xi64> -> tile<i64> (%reduce_lhs: tile<i64>, %reduce_rhs: tile<i64>) {
        %18 = maxi %reduce_lhs, %reduce_rhs signed : tile<i64>
        yield %18 : tile<i64>
      }
      %3 = cmpi greater_than %reduce, %cst_0_i64_15, signed : tile<i64> -> tile<i1>
      if %3 {
      } else {
        break %arg9, %arg10 : tile<32xi64>, tile<32xi64>
      }
      %4 = cmpi greater_than %arg10, %cst_0_i64, signed : tile<32xi64> -> tile<32xi1>
      %5 = select %4, %arg10, %cst_1_i64 : tile<32xi1>, tile<32xi64>
      %6 = remi %arg9, %5 signed : tile<32xi64>
      %7 = cmpi less_than %6, %cst_0_i64_16, signed : tile<32xi64> -> tile<32xi1>
      %8 = cmpi less_than %5, %cst_0_i64_16, signed : tile<32xi64> -> tile<32xi1>
      %9 = xori %7, %8 : tile<32xi1>
      %10 = cmpi not_equal %6, %cst_0_i64_16, signed : tile<32xi64> -> tile<32xi1>
      %11 = andi %9, %10 : tile<32xi1>
      %12 = addi %6, %5  : tile<32xi64>
      %13 = select %11, %12, %6 : tile<32xi1>, tile<32xi64>
      %14 = cmpi greater_than %arg10, %cst_0_i64_4, signed : tile<32xi64> -> tile<32xi1>
      %15 = select %14, %arg10, %arg9 : tile<32xi1>, tile<32xi64>
      %16 = cmpi greater_than %arg10, %cst_0_i64_5, signed : tile<32xi64> -> tile<32xi1>
      %17 = select %16, %13, %cst_0_i64_6 : tile<32xi1>, tile<32xi64>
      continue %15, %17 : tile<32xi64>, tile<32xi64>
    }
    %pview_17 = make_partition_view %tview_11 : partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>
    %2 = store_view_tko weak %1#0, %pview_17[%blockId_x] token = %0 : tile<32xi64>, partition_view<tile=(32), tensor_view<?xi64, strides=[1]>>, tile<i32> -> token
    return
  }
}
