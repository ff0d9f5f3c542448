// tilefuzz.launch kernel=@raw_scale_f16 grid=3,1,1 seed=167
// tilefuzz.buffer x : f16[90] = uniform(-9, 9)
// tilefuzz.buffer out : f16[90] = fill(0)
// tilefuzz.args &x 90 1 &out 90 1 0.5
cuda_tile.module @kernels {
  entry @raw_scale_f16(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<f16>>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<f32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<f16>>
    %assume_1 = assume bounded<0, ?>, %arg1 : tile<i32>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %1 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %2 = iota : tile<32xi32>
    %reshape = reshape %1 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
    %3 = addi %bcast, %2  : tile<32xi32>
    %reshape_2 = reshape %assume_1 : tile<i32> -> tile<1xi32>
    %bcast_3 = broadcast %reshape_2 : tile<1xi32> -> tile<32xi32>
    %4 = cmpi less_than %3, %bcast_3, signed : tile<32xi32> -> tile<32xi1>
    %5 = exti %3 signed : tile<32xi32> -> tile<32xi64>
    %reshape_4 = reshape %assume : tile<ptr<f16>> -> tile<1xptr<f16>>
    %bcast_5 = broadcast %reshape_4 : tile<1xptr<f16>> -> tile<32xptr<f16>>
    %6 = offset %bcast_5, %5 : tile<32xptr<f16>>, tile<32xi64> -> tile<32xptr<f16>>
    %cst_f16 = constant <f16: -1.000000e+00> : tile<f16>
    %reshape_6 = reshape %cst_f16 : tile<f16> -> tile<1xf16>
    %bcast_7 = broadcast %reshape_6 : tile<1xf16> -> tile<32xf16>
    %result, %result_token = load_ptr_tko weak %6, %4, %bcast_7 token=%0 : tile<32xptr<f16>>, tile<32xi1>, tile<32xf16> -> tile<32xf16>, token
    %7 = ftof %result  : tile<32xf16> -> tile<32xf32>
    %reshape_8 = reshape %arg6 : tile<f32> -> tile<1xf32>
    %bcast_9 = broadcast %reshape_8 : tile<1xf32> -> tile<32xf32>
    %8 = mulf %7, %bcast_9  : tile<32xf32>
    %9 = ftof %8  : tile<32xf32> -> tile<32xf16>
    %10 = exti %3 signed : tile<32xi32> -> tile<32xi64>
    %reshape_10 = reshape %assume_0 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %bcast_11 = broadcast %reshape_10 : tile<1xptr<f16>> -> tile<32xptr<f16>>
    %11 = offset %bcast_11, %10 : tile<32xptr<f16>>, tile<32xi64> -> tile<32xptr<f16>>
    %12 = store_ptr_tko weak %11, %9, %4 token=%0 : tile<32xptr<f16>>, tile<32xf16>, tile<32xi1> -> token
    return
  }
}
