// tilefuzz.launch kernel=@k grid=2,3,4 seed=1
// tilefuzz.buffer out : i32[24] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %a = muli %z, %ny : tile<i32>
    %b = addi %a, %y : tile<i32>
    %c = muli %b, %nx : tile<i32>
    %d = addi %c, %x : tile<i32>
    %p = offset %out, %d : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %nz : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
