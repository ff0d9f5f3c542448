// One line of each block.
// tilefuzz.launch kernel=@k grid=2,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(1)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %b, %y, %z = get_tile_block_id : tile<i32>
    %r = print_tko "block %d\n", %b : tile<i32> -> token
    return
  }
}
