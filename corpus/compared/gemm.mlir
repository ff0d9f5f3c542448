// C = A * B in f16 with sums of f32, tiles of 128 x 128 x 64: what scripts/compare-code compiles.
// The launch is a small one.
// tilefuzz.launch kernel=@gemm grid=1,1,1 seed=3
// tilefuzz.buffer A : f16[16384] = uniform(-1, 1)
// tilefuzz.buffer B : f16[16384] = uniform(-1, 1)
// tilefuzz.buffer C : f16[16384] = fill(0)
// tilefuzz.args &A &B &C 128 128 128
cuda_tile.module @kernels {
  entry @gemm(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %zero = constant <f32: 0.0> : tile<128x128xf32>
    %a0 = assume div_by<16>, %a : tile<ptr<f16>>
    %b0 = assume div_by<16>, %b : tile<ptr<f16>>
    %c00 = assume div_by<16>, %c : tile<ptr<f16>>
    %k0 = assume div_by<16>, %k : tile<i32>
    %n0 = assume div_by<16>, %n : tile<i32>
    %av = make_tensor_view %a0, shape = [%m, %k], strides = [%k0, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %bv = make_tensor_view %b0, shape = [%k, %n], strides = [%n0, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %cv = make_tensor_view %c00, shape = [%m, %n], strides = [%n0, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %at = make_partition_view %av : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %bt = make_partition_view %bv : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %ct = make_partition_view %cv : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
    %row, %column, %unused = get_tile_block_id : tile<i32>
    %shape:2 = get_index_space_shape %at : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %sum = for %i in (%c0 to %shape#1, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<128x128xf32>) {
      %x, %t0 = load_view_tko weak %at[%row, %i] : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
      %y, %t1 = load_view_tko weak %bt[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %x, %y, %acc : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %half = ftof %sum : tile<128x128xf32> -> tile<128x128xf16>
    %t2 = store_view_tko weak %half, %ct[%row, %column] : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
