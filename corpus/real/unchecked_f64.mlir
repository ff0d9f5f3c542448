// tilefuzz.launch kernel=@unchecked_f64 grid=2,1,1 seed=208
// tilefuzz.buffer x : f64[64] = uniform(-9, 9)
// tilefuzz.buffer out : f64[64] = fill(0)
// tilefuzz.args &x 64 1 &out 64 1
cuda_tile.module @kernels {
  entry @unchecked_f64(%arg0: tile<ptr<f64>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f64>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f64>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f64>>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_1_i64_1 = constant <i64: 1> : tile<32xi64>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %2 = iota : tile<32xi64>
    %3 = exti %1 signed : tile<i32> -> tile<i64>
    %reshape = reshape %3 : tile<i64> -> tile<1xi64>
    %bcast = broadcast %reshape : tile<1xi64> -> tile<32xi64>
    %4 = addi %bcast, %2  : tile<32xi64>
    %5 = muli %4, %cst_1_i64  : tile<32xi64>
    %reshape_2 = reshape %assume : tile<ptr<f64>> -> tile<1xptr<f64>>
    %bcast_3 = broadcast %reshape_2 : tile<1xptr<f64>> -> tile<32xptr<f64>>
    %6 = offset %bcast_3, %5 : tile<32xptr<f64>>, tile<32xi64> -> tile<32xptr<f64>>
    %cst_0_f64 = constant <f64: 0.000000e+00> : tile<f64>
    %reshape_4 = reshape %cst_0_f64 : tile<f64> -> tile<1xf64>
    %bcast_5 = broadcast %reshape_4 : tile<1xf64> -> tile<32xf64>
    %result, %result_token = load_ptr_tko weak %6 padding=%bcast_5 token=%0 : tile<32xptr<f64>>, tile<32xf64> -> tile<32xf64>, token
    %7 = muli %4, %cst_1_i64_1  : tile<32xi64>
    %reshape_6 = reshape %assume_0 : tile<ptr<f64>> -> tile<1xptr<f64>>
    %bcast_7 = broadcast %reshape_6 : tile<1xptr<f64>> -> tile<32xptr<f64>>
    %8 = offset %bcast_7, %7 : tile<32xptr<f64>>, tile<32xi64> -> tile<32xptr<f64>>
    %9 = store_ptr_tko weak %8, %result token=%0 : tile<32xptr<f64>>, tile<32xf64> -> token
    return
  }
}
