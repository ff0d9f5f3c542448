// Each block adds numbers of its own to one float.
// tilefuzz.launch grid=4,1,1
// tilefuzz.buffer x : f32[8] = uniform(-2, 2)
// tilefuzz.buffer y : f32[1] = fill(0.5)
// tilefuzz.args &x &y
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %block, %j, %k = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %next = addi %block, %one : tile<i32>
    %a = offset %p, %next : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %x, %t = load_ptr_tko weak %a : tile<ptr<f32>> -> tile<f32>, token
    %old, %u = atomic_rmw_tko relaxed device %q, addf, %x : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    return
  }
}
