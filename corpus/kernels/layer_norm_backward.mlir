// The gradients of a layer norm: DX of its rows X, and those of its weights and
// shifts, DW and DB, summed over the rows of each block. Mean and deviation are
// computed again.
// tilefuzz.launch kernel=@layer_norm_backward grid=2,1,1 seed=22
// tilefuzz.buffer X : f32[4096] = uniform(-3, 5)
// tilefuzz.buffer W : f32[256] = uniform(-2, 2)
// tilefuzz.buffer DY : f32[4096] = uniform(-1, 1)
// tilefuzz.buffer DX : f32[4096] = fill(0)
// tilefuzz.buffer DW : f32[512] = fill(0)
// tilefuzz.buffer DB : f32[512] = fill(0)
// tilefuzz.args &X &W &DY &DX &DW &DB
cuda_tile.module @kernels {
  entry @layer_norm_backward(%x: tile<ptr<f32>>, %w: tile<ptr<f32>>, %dy: tile<ptr<f32>>, %dx: tile<ptr<f32>>, %dw: tile<ptr<f32>>, %db: tile<ptr<f32>>) {
    %token = make_token : token
    %c0 = constant <i32: 0> : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_view = make_tensor_view %x, shape = [16, 256], strides = [256, 1] : tensor_view<16x256xf32, strides=[256,1]>
    %x_tiles = make_partition_view %x_view : partition_view<tile=(8x256), tensor_view<16x256xf32, strides=[256,1]>>
    %dy_view = make_tensor_view %dy, shape = [16, 256], strides = [256, 1] : tensor_view<16x256xf32, strides=[256,1]>
    %dy_tiles = make_partition_view %dy_view : partition_view<tile=(8x256), tensor_view<16x256xf32, strides=[256,1]>>
    %dx_view = make_tensor_view %dx, shape = [16, 256], strides = [256, 1] : tensor_view<16x256xf32, strides=[256,1]>
    %dx_tiles = make_partition_view %dx_view : partition_view<tile=(8x256), tensor_view<16x256xf32, strides=[256,1]>>
    %w_view = make_tensor_view %w, shape = [256], strides = [1] : tensor_view<256xf32, strides=[1]>
    %w_tiles = make_partition_view %w_view : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>
    %dw_view = make_tensor_view %dw, shape = [2, 256], strides = [256, 1] : tensor_view<2x256xf32, strides=[256,1]>
    %dw_tiles = make_partition_view %dw_view : partition_view<tile=(1x256), tensor_view<2x256xf32, strides=[256,1]>>
    %db_view = make_tensor_view %db, shape = [2, 256], strides = [256, 1] : tensor_view<2x256xf32, strides=[256,1]>
    %db_tiles = make_partition_view %db_view : partition_view<tile=(1x256), tensor_view<2x256xf32, strides=[256,1]>>
    %x_tile, %x_token = load_view_tko weak %x_tiles[%block, %c0] token = %token : partition_view<tile=(8x256), tensor_view<16x256xf32, strides=[256,1]>>, tile<i32> -> tile<8x256xf32>, token
    %dy_tile, %dy_token = load_view_tko weak %dy_tiles[%block, %c0] token = %token : partition_view<tile=(8x256), tensor_view<16x256xf32, strides=[256,1]>>, tile<i32> -> tile<8x256xf32>, token
    %w_row, %w_token = load_view_tko weak %w_tiles[%c0] token = %token : partition_view<tile=(256), tensor_view<256xf32, strides=[1]>>, tile<i32> -> tile<256xf32>, token
    %w_line = reshape %w_row : tile<256xf32> -> tile<1x256xf32>
    %w_tile = broadcast %w_line : tile<1x256xf32> -> tile<8x256xf32>
    %columns = constant <f32: 2.560000e+02> : tile<8x1xf32>
    %mean_sum = reduce %x_tile dim=1 identities=[0.000000e+00 : f32] : tile<8x256xf32> -> tile<8xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %both = addf %lhs, %rhs : tile<f32>
      yield %both : tile<f32>
    }
    %mean_column = reshape %mean_sum : tile<8xf32> -> tile<8x1xf32>
    %mean = divf %mean_column, %columns : tile<8x1xf32>
    %mean_tile = broadcast %mean : tile<8x1xf32> -> tile<8x256xf32>
    %centered = subf %x_tile, %mean_tile : tile<8x256xf32>
    %squares = mulf %centered, %centered : tile<8x256xf32>
    %variance_sum = reduce %squares dim=1 identities=[0.000000e+00 : f32] : tile<8x256xf32> -> tile<8xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %both = addf %lhs, %rhs : tile<f32>
      yield %both : tile<f32>
    }
    %variance_column = reshape %variance_sum : tile<8xf32> -> tile<8x1xf32>
    %variance = divf %variance_column, %columns : tile<8x1xf32>
    %variance_tile = broadcast %variance : tile<8x1xf32> -> tile<8x256xf32>
    %epsilon = constant <f32: 1.000000e-05> : tile<8x1xf32>
    %shifted = addf %variance, %epsilon : tile<8x1xf32>
    %rstd = rsqrt %shifted : tile<8x1xf32>
    %rstd_tile = broadcast %rstd : tile<8x1xf32> -> tile<8x256xf32>
    %x_hat = mulf %centered, %rstd_tile : tile<8x256xf32>
    %w_dy = mulf %w_tile, %dy_tile : tile<8x256xf32>
    %projected = mulf %x_hat, %w_dy : tile<8x256xf32>
    %c1_sum = reduce %projected dim=1 identities=[0.000000e+00 : f32] : tile<8x256xf32> -> tile<8xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %both = addf %lhs, %rhs : tile<f32>
      yield %both : tile<f32>
    }
    %c1_column = reshape %c1_sum : tile<8xf32> -> tile<8x1xf32>
    %c1 = divf %c1_column, %columns : tile<8x1xf32>
    %c1_tile = broadcast %c1 : tile<8x1xf32> -> tile<8x256xf32>
    %c2_sum = reduce %w_dy dim=1 identities=[0.000000e+00 : f32] : tile<8x256xf32> -> tile<8xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %both = addf %lhs, %rhs : tile<f32>
      yield %both : tile<f32>
    }
    %c2_column = reshape %c2_sum : tile<8xf32> -> tile<8x1xf32>
    %c2 = divf %c2_column, %columns : tile<8x1xf32>
    %c2_tile = broadcast %c2 : tile<8x1xf32> -> tile<8x256xf32>
    %along = mulf %x_hat, %c1_tile : tile<8x256xf32>
    %both_means = addf %along, %c2_tile : tile<8x256xf32>
    %rest = subf %w_dy, %both_means : tile<8x256xf32>
    %dx_tile = mulf %rest, %rstd_tile : tile<8x256xf32>
    %dx_token = store_view_tko weak %dx_tile, %dx_tiles[%block, %c0] token = %token : tile<8x256xf32>, partition_view<tile=(8x256), tensor_view<16x256xf32, strides=[256,1]>>, tile<i32> -> token
    %dy_x_hat = mulf %dy_tile, %x_hat : tile<8x256xf32>
    %dw_sum = reduce %dy_x_hat dim=0 identities=[0.000000e+00 : f32] : tile<8x256xf32> -> tile<256xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %both = addf %lhs, %rhs : tile<f32>
      yield %both : tile<f32>
    }
    %dw_line = reshape %dw_sum : tile<256xf32> -> tile<1x256xf32>
    %dw_token = store_view_tko weak %dw_line, %dw_tiles[%block, %c0] token = %token : tile<1x256xf32>, partition_view<tile=(1x256), tensor_view<2x256xf32, strides=[256,1]>>, tile<i32> -> token
    %db_sum = reduce %dy_tile dim=0 identities=[0.000000e+00 : f32] : tile<8x256xf32> -> tile<256xf32>
    (%lhs: tile<f32>, %rhs: tile<f32>) {
      %both = addf %lhs, %rhs : tile<f32>
      yield %both : tile<f32>
    }
    %db_line = reshape %db_sum : tile<256xf32> -> tile<1x256xf32>
    %db_token = store_view_tko weak %db_line, %db_tiles[%block, %c0] token = %token : tile<1x256xf32>, partition_view<tile=(1x256), tensor_view<2x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
