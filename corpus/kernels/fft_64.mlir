// Four transforms of 64 complex points each: those of eight points as products
// of matrices, twiddles, and those of eight points again.
// tilefuzz.launch kernel=@fft_64 grid=4,1,1 seed=23
// tilefuzz.buffer RE : f32[256] = uniform(-1, 1)
// tilefuzz.buffer IM : f32[256] = uniform(-1, 1)
// tilefuzz.buffer OUT_RE : f32[256] = fill(0)
// tilefuzz.buffer OUT_IM : f32[256] = fill(0)
// tilefuzz.args &RE &IM &OUT_RE &OUT_IM
cuda_tile.module @kernels {
  entry @fft_64(%re: tile<ptr<f32>>, %im: tile<ptr<f32>>, %out_re: tile<ptr<f32>>, %out_im: tile<ptr<f32>>) {
    %token = make_token : token
    %c0 = constant <i32: 0> : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %re_view = make_tensor_view %re, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xf32, strides=[8,1]>
    %re_tiles = make_partition_view %re_view : partition_view<tile=(8x8), tensor_view<32x8xf32, strides=[8,1]>>
    %im_view = make_tensor_view %im, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xf32, strides=[8,1]>
    %im_tiles = make_partition_view %im_view : partition_view<tile=(8x8), tensor_view<32x8xf32, strides=[8,1]>>
    %out_re_view = make_tensor_view %out_re, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xf32, strides=[8,1]>
    %out_re_tiles = make_partition_view %out_re_view : partition_view<tile=(8x8), tensor_view<32x8xf32, strides=[8,1]>>
    %out_im_view = make_tensor_view %out_im, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xf32, strides=[8,1]>
    %out_im_tiles = make_partition_view %out_im_view : partition_view<tile=(8x8), tensor_view<32x8xf32, strides=[8,1]>>
    %re_tile, %re_token = load_view_tko weak %re_tiles[%block, %c0] token = %token : partition_view<tile=(8x8), tensor_view<32x8xf32, strides=[8,1]>>, tile<i32> -> tile<8x8xf32>, token
    %im_tile, %im_token = load_view_tko weak %im_tiles[%block, %c0] token = %token : partition_view<tile=(8x8), tensor_view<32x8xf32, strides=[8,1]>>, tile<i32> -> tile<8x8xf32>, token
    %index = iota : tile<8xi32>
    %index_column = reshape %index : tile<8xi32> -> tile<8x1xi32>
    %rows = broadcast %index_column : tile<8x1xi32> -> tile<8x8xi32>
    %index_row = reshape %index : tile<8xi32> -> tile<1x8xi32>
    %columns = broadcast %index_row : tile<1x8xi32> -> tile<8x8xi32>
    %turns = muli %rows, %columns : tile<8x8xi32>
    %turns_f = itof %turns signed : tile<8x8xi32> -> tile<8x8xf32>
    %eighth = constant <f32: -0.785398163> : tile<8x8xf32>
    %small = constant <f32: -0.0981747704> : tile<8x8xf32>
    %dft_angle = mulf %turns_f, %eighth : tile<8x8xf32>
    %dft_re = cos %dft_angle : tile<8x8xf32>
    %dft_im = sin %dft_angle : tile<8x8xf32>
    %twiddle_angle = mulf %turns_f, %small : tile<8x8xf32>
    %twiddle_re = cos %twiddle_angle : tile<8x8xf32>
    %twiddle_im = sin %twiddle_angle : tile<8x8xf32>
    %dft_minus = negf %dft_im : tile<8x8xf32>
    %zero = constant <f32: 0.000000e+00> : tile<8x8xf32>
    %a_re_0 = mmaf %dft_re, %re_tile, %zero : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    %a_re = mmaf %dft_minus, %im_tile, %a_re_0 : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    %a_im_0 = mmaf %dft_re, %im_tile, %zero : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    %a_im = mmaf %dft_im, %re_tile, %a_im_0 : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    %b_re_0 = mulf %a_im, %twiddle_im : tile<8x8xf32>
    %b_re_1 = negf %b_re_0 : tile<8x8xf32>
    %b_re = fma %a_re, %twiddle_re, %b_re_1 : tile<8x8xf32>
    %b_im_0 = mulf %a_re, %twiddle_im : tile<8x8xf32>
    %b_im = fma %a_im, %twiddle_re, %b_im_0 : tile<8x8xf32>
    %y_re_0 = mmaf %b_re, %dft_re, %zero : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    %y_re = mmaf %b_im, %dft_minus, %y_re_0 : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    %y_im_0 = mmaf %b_im, %dft_re, %zero : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    %y_im = mmaf %b_re, %dft_im, %y_im_0 : tile<8x8xf32>, tile<8x8xf32>, tile<8x8xf32>
    %re_result = permute %y_re [1, 0] : tile<8x8xf32> -> tile<8x8xf32>
    %out_re_token = store_view_tko weak %re_result, %out_re_tiles[%block, %c0] token = %token : tile<8x8xf32>, partition_view<tile=(8x8), tensor_view<32x8xf32, strides=[8,1]>>, tile<i32> -> token
    %im_result = permute %y_im [1, 0] : tile<8x8xf32> -> tile<8x8xf32>
    %out_im_token = store_view_tko weak %im_result, %out_im_tiles[%block, %c0] token = %token : tile<8x8xf32>, partition_view<tile=(8x8), tensor_view<32x8xf32, strides=[8,1]>>, tile<i32> -> token
    return
  }
}
