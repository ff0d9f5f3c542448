// O = base-2 softmax(Q * transposed K * 0.255) * V in f32, in sixteen steps, each
// of which rescales what the ones before have summed.
// tilefuzz.launch kernel=@online_attention_f32 grid=2,1,1 seed=24
// tilefuzz.buffer Q : f32[1024] = uniform(-4, 4)
// tilefuzz.buffer K : f32[8192] = uniform(-4, 4)
// tilefuzz.buffer V : f32[8192] = uniform(-1, 1)
// tilefuzz.buffer O : f32[1024] = fill(0)
// tilefuzz.args &Q &K &V &O
cuda_tile.module @kernels {
  entry @online_attention_f32(%q: tile<ptr<f32>>, %k: tile<ptr<f32>>, %v: tile<ptr<f32>>, %o: tile<ptr<f32>>) {
    %token = make_token : token
    %c0 = constant <i32: 0> : tile<i32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %q_view = make_tensor_view %q, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %q_tiles = make_partition_view %q_view : partition_view<tile=(16x32), tensor_view<32x32xf32, strides=[32,1]>>
    %o_view = make_tensor_view %o, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %o_tiles = make_partition_view %o_view : partition_view<tile=(16x32), tensor_view<32x32xf32, strides=[32,1]>>
    %k_view = make_tensor_view %k, shape = [256, 32], strides = [32, 1] : tensor_view<256x32xf32, strides=[32,1]>
    %k_tiles = make_partition_view %k_view : partition_view<tile=(16x32), tensor_view<256x32xf32, strides=[32,1]>>
    %v_view = make_tensor_view %v, shape = [256, 32], strides = [32, 1] : tensor_view<256x32xf32, strides=[32,1]>
    %v_tiles = make_partition_view %v_view : partition_view<tile=(16x32), tensor_view<256x32xf32, strides=[32,1]>>
    %q_tile, %q_token = load_view_tko weak %q_tiles[%block, %c0] token = %token : partition_view<tile=(16x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> tile<16x32xf32>, token
    %zero_sums = constant <f32: 0.000000e+00> : tile<16x16xf32>
    %zero_column = constant <f32: 0.000000e+00> : tile<16x1xf32>
    %least = constant <f32: -1.000000e+30> : tile<16x1xf32>
    %zero_rows = constant <f32: 0.000000e+00> : tile<16x32xf32>
    %scale = constant <f32: 2.550000e-01> : tile<16x16xf32>
    %c1 = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 16> : tile<i32>
    %row, %sum, %top = for %i in (%c0 to %steps, step %c1) : tile<i32> iter_values(%rows = %zero_rows, %total = %zero_column, %most = %least) -> (tile<16x32xf32>, tile<16x1xf32>, tile<16x1xf32>) {
      %k_tile, %k_token = load_view_tko weak %k_tiles[%i, %c0] token = %token : partition_view<tile=(16x32), tensor_view<256x32xf32, strides=[32,1]>>, tile<i32> -> tile<16x32xf32>, token
      %k_columns = permute %k_tile [1, 0] : tile<16x32xf32> -> tile<32x16xf32>
      %products = mmaf %q_tile, %k_columns, %zero_sums : tile<16x32xf32>, tile<32x16xf32>, tile<16x16xf32>
      %scores = mulf %products, %scale : tile<16x16xf32>
      %largest = reduce %scores dim=1 identities=[0xFF800000 : f32] : tile<16x16xf32> -> tile<16xf32>
      (%lhs: tile<f32>, %rhs: tile<f32>) {
        %both = maxf %lhs, %rhs : tile<f32>
        yield %both : tile<f32>
      }
      %largest_column = reshape %largest : tile<16xf32> -> tile<16x1xf32>
      %next_most = maxf %most, %largest_column : tile<16x1xf32>
      %most_tile = broadcast %next_most : tile<16x1xf32> -> tile<16x16xf32>
      %moved = subf %scores, %most_tile : tile<16x16xf32>
      %powers = exp2 %moved : tile<16x16xf32>
      %drop = subf %most, %next_most : tile<16x1xf32>
      %factor = exp2 %drop : tile<16x1xf32>
      %part = reduce %powers dim=1 identities=[0.000000e+00 : f32] : tile<16x16xf32> -> tile<16xf32>
      (%lhs: tile<f32>, %rhs: tile<f32>) {
        %both = addf %lhs, %rhs : tile<f32>
        yield %both : tile<f32>
      }
      %part_column = reshape %part : tile<16xf32> -> tile<16x1xf32>
      %next_total = fma %total, %factor, %part_column : tile<16x1xf32>
      %v_tile, %v_token = load_view_tko weak %v_tiles[%i, %c0] token = %token : partition_view<tile=(16x32), tensor_view<256x32xf32, strides=[32,1]>>, tile<i32> -> tile<16x32xf32>, token
      %factor_tile = broadcast %factor : tile<16x1xf32> -> tile<16x32xf32>
      %rescaled = mulf %rows, %factor_tile : tile<16x32xf32>
      %next_rows = mmaf %powers, %v_tile, %rescaled : tile<16x16xf32>, tile<16x32xf32>, tile<16x32xf32>
      continue %next_rows, %next_total, %next_most : tile<16x32xf32>, tile<16x1xf32>, tile<16x1xf32>
    }
    %sum_tile = broadcast %sum : tile<16x1xf32> -> tile<16x32xf32>
    %result = divf %row, %sum_tile : tile<16x32xf32>
    %o_token = store_view_tko weak %result, %o_tiles[%block, %c0] token = %token : tile<16x32xf32>, partition_view<tile=(16x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
