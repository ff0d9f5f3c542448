// The right factor has two boxes along N.
// tilefuzz.launch kernel=@product grid=1,1,1 seed=1
// tilefuzz.buffer a : f16[2056] = list(3, -1, 4, 1, -5, 9, 2, -6, 5, 3, -5, 8, -9, 7, 9, -3, 2, 3, -8)
// tilefuzz.buffer b : f16[4104] = list(2, 7, -1, 8, -2, 8, 1, 8, -2, 8, 4, 5, -9, 0, 4, 5, 2, 3, 5, -3, 6, 0, -2)
// tilefuzz.buffer c : f32[8192] = fill(7)
// tilefuzz.args &a &b 64 128 32 32 128
// tilefuzz.args &c
cuda_tile.module @m {
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lineA: tile<i32>, %lineB: tile<i32>, %c: tile<ptr<f32>>) {
    %first = constant <i32: 0> : tile<i32>
    %step = constant <i32: 1> : tile<i32>
    %left = constant <i32: 0> : tile<i32>
    %column = constant <i32: 0> : tile<i32>
    %row = constant <i32: 0> : tile<i32>
    %init = constant <f32: 1.0> : tile<64x128xf32>
    %ta = make_tensor_view %a, shape = [%m, %k], strides = [%lineA, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %tb = make_tensor_view %b, shape = [%k, %n], strides = [%lineB, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %tc = make_tensor_view %c, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf32, strides=[128,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %vb = make_partition_view %tb : partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %vc = make_partition_view %tc : partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %end = constant <i32: 2> : tile<i32>
    %sum = for %i in (%first to %end, step %step) : tile<i32> iter_values(%acc = %init) -> (tile<64x128xf32>) {
      %x, %t = load_view_tko weak %va[%row, %i] : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x16xf16>, token
      %y, %u = load_view_tko weak %vb[%i, %column] : partition_view<tile=(16x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x128xf16>, token
      %next = mmaf %x, %y, %acc : tile<64x16xf16>, tile<16x128xf16>, tile<64x128xf32>
      continue %next : tile<64x128xf32>
    }
    %w = store_view_tko weak %sum, %vc[%bx, %left] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<64x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
