// tilefuzz.launch kernel=@long_prefix_i32 grid=1,1,1 seed=87
// tilefuzz.buffer x : i32[150] = uniform(-9, 9)
// tilefuzz.buffer out : i32[150] = fill(0)
// tilefuzz.args &x 150 1 &out 150 1
cuda_tile.module @kernels {
  entry @long_prefix_i32(%arg0: tile<ptr<i32>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<ptr<i32>>, %arg4: tile<i32>, %arg5: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<i32>>
    %assume_0 = assume div_by<16>, %arg3 : tile<ptr<i32>>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_1 = constant <i32: 1> : tile<i32>
    %assume_2 = assume bounded<0, ?>, %arg1 : tile<i32>
    %tview = make_tensor_view %assume, shape = [%assume_2], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %assume_3 = assume bounded<0, ?>, %arg4 : tile<i32>
    %tview_4 = make_tensor_view %assume_0, shape = [%assume_3], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %cst_0_i32 = constant <i32: 0> : tile<i32>
    %pview = make_partition_view %tview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %1 = get_index_space_shape %pview : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>> -> tile<i32>
    %cst_0_i32_5 = constant <i32: 0> : tile<i32>
    %cst_1_i32_6 = constant <i32: 1> : tile<i32>
    %pview_7 = make_partition_view %tview : partition_view<tile=(32), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %pview_8 = make_partition_view %tview_4 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
    %for = for %loopIdx in (%cst_0_i32_5 to %1, step %cst_1_i32_6) : tile<i32> iter_values(%iterArg0 = %cst_0_i32) -> (tile<i32>) {
      %tile, %result_token = load_view_tko weak %pview_7[%loopIdx] token = %0 : partition_view<tile=(32), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
      %2 = scan %tile dim=0 reverse=false identities=[0 : i32] : tile<32xi32> -> tile<32xi32> (%arg6: tile<i32>, %arg7: tile<i32>) {
        %7 = addi %arg6, %arg7  : tile<i32>
        yield %7 : tile<i32>
      }
      %3 = subi %2, %tile  : tile<32xi32>
      %reshape = reshape %iterArg0 : tile<i32> -> tile<1xi32>
      %bcast = broadcast %reshape : tile<1xi32> -> tile<32xi32>
      %4 = addi %3, %bcast  : tile<32xi32>
      %5 = store_view_tko weak %4, %pview_8[%loopIdx] token = %0 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
      %reduce = reduce %tile dim=0 identities=[0 : i32] : tile<32xi32> -> tile<i32> (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
        %7 = addi %reduce_lhs, %reduce_rhs  : tile<i32>
        yield %7 : tile<i32>
      }
      %6 = addi %iterArg0, %reduce  : tile<i32>
      continue %6 : tile<i32>
    }
    return
  }
}
