// tilefuzz.launch kernel=@rank_sort_i8 grid=3,1,1 seed=147
// tilefuzz.buffer x : i8[96] = uniform(-20, 20)
// tilefuzz.buffer out : i8[96] = fill(0)
// tilefuzz.args &x 96 1 &out 96 1
cuda_tile.module @kernels {
  entry @rank_sort_i8(%arg0: tile<ptr<i8>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i8>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i8>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i8>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<32x32xi32>
    %cst_0_i32 = constant <i32: 0> : tile<32x32xi32>
    %cst_1_i64 = constant <i64: 1> : tile<32xi64>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi8, strides=[1]>>
    %tile, %result_token = load_view_tko weak %pview[%blockId_x] token = %0 : partition_view<tile=(32), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<32xi8>, token
    %1 = iota : tile<32xi32>
    %reshape = reshape %tile : tile<32xi8> -> tile<32x1xi8>
    %reshape_4 = reshape %tile : tile<32xi8> -> tile<1x32xi8>
    %reshape_5 = reshape %1 : tile<32xi32> -> tile<1x32xi32>
    %reshape_6 = reshape %1 : tile<32xi32> -> tile<32x1xi32>
    %bcast = broadcast %reshape_5 : tile<1x32xi32> -> tile<32x32xi32>
    %bcast_7 = broadcast %reshape_6 : tile<32x1xi32> -> tile<32x32xi32>
    %2 = cmpi less_than %bcast, %bcast_7, signed : tile<32x32xi32> -> tile<32x32xi1>
    %bcast_8 = broadcast %reshape_4 : tile<1x32xi8> -> tile<32x32xi8>
    %bcast_9 = broadcast %reshape : tile<32x1xi8> -> tile<32x32xi8>
    %3 = cmpi less_than %bcast_8, %bcast_9, signed : tile<32x32xi8> -> tile<32x32xi1>
    %bcast_10 = broadcast %reshape_4 : tile<1x32xi8> -> tile<32x32xi8>
    %bcast_11 = broadcast %reshape : tile<32x1xi8> -> tile<32x32xi8>
    %4 = cmpi equal %bcast_10, %bcast_11, signed : tile<32x32xi8> -> tile<32x32xi1>
    %5 = andi %4, %2 : tile<32x32xi1>
    %6 = ori %3, %5 : tile<32x32xi1>
    %7 = select %6, %cst_1_i32_1, %cst_0_i32 : tile<32x32xi1>, tile<32x32xi32>
    %reduce = reduce %7 dim=1 identities=[0 : i32] : tile<32x32xi32> -> tile<32xi32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
      %16 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
      yield %16 : tile<i32>
    }
    %8 = muli %blockId_x, %cst_32_i32  : tile<i32>
    %reshape_12 = reshape %8 : tile<i32> -> tile<1xi32>
    %bcast_13 = broadcast %reshape_12 : tile<1xi32> -> tile<32xi32>
    %9 = addi %bcast_13, %reduce  : tile<32xi32>
    %10 = exti %9 signed : tile<32xi32> -> tile<32xi64>
    %11 = exti %assume_3 signed : tile<i32> -> tile<i64>
    %reshape_14 = reshape %11 : tile<i64> -> tile<1xi64>
    %bcast_15 = broadcast %reshape_14 : tile<1xi64> -> tile<32xi64>
    %12 = cmpi less_than %10, %bcast_15, unsigned : tile<32xi64> -> tile<32xi1>
    %13 = muli %10, %cst_1_i64  : tile<32xi64>
    %reshape_16 = reshape %assume_0 : tile<ptr<i8>> -> tile<1xptr<i8>>
    %bcast_17 = broadcast %reshape_16 : tile<1xptr<i8>> -> tile<32xptr<i8>>
    %14 = offset %bcast_17, %13 : tile<32xptr<i8>>, tile<32xi64> -> tile<32xptr<i8>>
    %15 = store_ptr_tko weak %14, %tile, %12 token=%0 : tile<32xptr<i8>>, tile<32xi8>, tile<32xi1> -> token
    return
  }
}
