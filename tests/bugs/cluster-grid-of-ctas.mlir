// Every block stores how many there are.
// tilefuzz.launch kernel=@spread grid=3,1,1 seed=1
// tilefuzz.buffer x : i32[768] = uniform(-99, 99)
// tilefuzz.buffer y : i32[768] = fill(0)
// tilefuzz.args &x &y
cuda_tile.module @m {
  entry @spread(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {
    %b, %b1, %b2 = get_tile_block_id : tile<i32>
    %size = constant <i32: 256> : tile<i32>
    %first = muli %b, %size : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> tile<256xi32>
    %n = iota : tile<256xi32>
    %at = addi %firsts, %n : tile<256xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
    %p = offset %xs, %at : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %y1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ys = broadcast %y1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
    %q = offset %ys, %at : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %c, %c1, %c2 = get_num_tile_blocks : tile<i32>
    %c3 = reshape %c : tile<i32> -> tile<1xi32>
    %cs = broadcast %c3 : tile<1xi32> -> tile<256xi32>
    %u = store_ptr_tko weak %q, %cs : tile<256xptr<i32>>, tile<256xi32> -> token
    return
  }
}
