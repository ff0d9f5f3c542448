// tilefuzz.launch kernel=@reverse_f32 grid=4,1,1 seed=132
// tilefuzz.buffer x : f32[100] = uniform(-9, 9)
// tilefuzz.buffer out : f32[100] = fill(0)
// tilefuzz.args &x 100 1 &out 100 1
cuda_tile.module @kernels {
  entry @reverse_f32(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f32>>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %cst_1_i64_1 = constant <i64: 1> : tile<32xi64>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %2 = iota : tile<32xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
    %3 = addi %bcast, %2  : tile<32xi32>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %4 = subi %assume_2, %cst_1_i32  : tile<i32>
    %reshape_4 = reshape %4 : tile<i32> -> tile<1xi32>
    %bcast_5 = broadcast %reshape_4 : tile<1xi32> -> tile<32xi32>
    %5 = subi %bcast_5, %3  : tile<32xi32>
    %6 = exti %3 signed : tile<32xi32> -> tile<32xi64>
    %7 = exti %assume_2 signed : tile<i32> -> tile<i64>
    %reshape_6 = reshape %7 : tile<i64> -> tile<1xi64>
    %bcast_7 = broadcast %reshape_6 : tile<1xi64> -> tile<32xi64>
    %8 = cmpi less_than %6, %bcast_7, unsigned : tile<32xi64> -> tile<32xi1>
    %9 = muli %6, %cst_1_i64  : tile<32xi64>
    %reshape_8 = reshape %assume : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_9 = broadcast %reshape_8 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %10 = offset %bcast_9, %9 : tile<32xptr<f32>>, tile<32xi64> -> tile<32xptr<f32>>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_10 = reshape %cst_0_f32 : tile<f32> -> tile<1xf32>
    %bcast_11 = broadcast %reshape_10 : tile<1xf32> -> tile<32xf32>
    %result, %result_token = load_ptr_tko weak %10, %8, %bcast_11 token=%0 : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
    %11 = exti %5 signed : tile<32xi32> -> tile<32xi64>
    %12 = exti %assume_3 signed : tile<i32> -> tile<i64>
    %reshape_12 = reshape %12 : tile<i64> -> tile<1xi64>
    %bcast_13 = broadcast %reshape_12 : tile<1xi64> -> tile<32xi64>
    %13 = cmpi less_than %11, %bcast_13, unsigned : tile<32xi64> -> tile<32xi1>
    %14 = muli %11, %cst_1_i64_1  : tile<32xi64>
    %reshape_14 = reshape %assume_0 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_15 = broadcast %reshape_14 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %15 = offset %bcast_15, %14 : tile<32xptr<f32>>, tile<32xi64> -> tile<32xptr<f32>>
    %16 = store_ptr_tko weak %15, %result, %13 token=%0 : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> token
    return
  }
}
