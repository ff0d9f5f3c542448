// Persistent by steps, the next block wrote where its sums are while the issuer of a loop without iterations might still read that.
// tilefuzz.launch kernel=@product grid=3,1,1 seed=0
// tilefuzz.buffer a : f16[1] = fill(0)
// tilefuzz.buffer b : f16[1] = fill(0)
// tilefuzz.args &a &b
module {
  cuda_tile.module @kernels {
    entry @product(%arg0: tile<ptr<f16>>, %arg1: tile<ptr<f16>>) {
      %cst_0_i32 = constant <i32: 0> : tile<i32>
      %cst_1_i32 = constant <i32: 1> : tile<i32>
      %tview = make_tensor_view %arg0, shape = [1, 16], strides = [16, 1] : tensor_view<1x16xf16, strides=[16,1]>
      %pview = make_partition_view %tview : partition_view<tile=(64x16), padding_value = zero, tensor_view<1x16xf16, strides=[16,1]>>
      %tview_0 = make_tensor_view %arg1, shape = [16, 16], strides = [1, 16] : tensor_view<16x16xf16, strides=[1,16]>
      %pview_1 = make_partition_view %tview_0 : partition_view<tile=(16x16), padding_value = zero, tensor_view<16x16xf16, strides=[1,16]>>
      %cst_0_f32 = constant <f32: 0.000000e+00> : tile<64x16xf32>
      %for = for %loopIdx in (%cst_0_i32 to %cst_0_i32, step %cst_1_i32) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<64x16xf32>) {
        %tile, %result_token = load_view_tko weak %pview[%cst_0_i32, %loopIdx] : partition_view<tile=(64x16), padding_value = zero, tensor_view<1x16xf16, strides=[16,1]>>, tile<i32> -> tile<64x16xf16>, token
        %tile_2, %result_token_3 = load_view_tko weak %pview_1[%loopIdx, %cst_0_i32] : partition_view<tile=(16x16), padding_value = zero, tensor_view<16x16xf16, strides=[1,16]>>, tile<i32> -> tile<16x16xf16>, token
        %0 = mmaf %tile, %tile_2, %iterArg0 : tile<64x16xf16>, tile<16x16xf16>, tile<64x16xf32>
        continue %0 : tile<64x16xf32>
      }
      return
    }
  }
}

