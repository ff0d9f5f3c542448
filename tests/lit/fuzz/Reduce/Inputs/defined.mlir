// tilefuzz.launch grid=4,1,1 seed=3
// tilefuzz.buffer x : i32[64] = uniform(1, 9)
// tilefuzz.buffer out : i32[64] = fill(0)
// tilefuzz.args &x &out 16
cuda_tile.module @m {
  entry @e(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %width: tile<i32>) {
    %b, %b1, %b2 = get_tile_block_id : tile<i32>
    %first = muli %b, %width : tile<i32>
    %from = offset %x, %first : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %to = offset %out, %first : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v, %t = load_ptr_tko weak %from : tile<ptr<i32>> -> tile<i32>, token
    %q = divi %width, %v signed : tile<i32>
    %w = addi %q, %b : tile<i32>
    %u = store_ptr_tko weak %to, %w token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
