// Store buffering with an update of one flag between store and load: not both
// loads read 0.
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.args &x &y &f &a &b
cuda_tile.module @litmus {
  entry @fence(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %f: tile<ptr<i32>>, %a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %is0 = cmpi equal %block, %zero, signed : tile<i32> -> tile<i1>
    if %is0 {
      %t0 = store_ptr_tko relaxed device %x, %one : tile<ptr<i32>>, tile<i32> -> token
      %old, %t1 = atomic_rmw_tko acq_rel device %f, add, %zero token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %v, %t2 = load_ptr_tko relaxed device %y token=%t1 : tile<ptr<i32>> -> tile<i32>, token
      %t3 = store_ptr_tko weak %a, %v : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %t0 = store_ptr_tko relaxed device %y, %one : tile<ptr<i32>>, tile<i32> -> token
      %old, %t1 = atomic_rmw_tko acq_rel device %f, add, %zero token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %v, %t2 = load_ptr_tko relaxed device %x token=%t1 : tile<ptr<i32>> -> tile<i32>, token
      %t3 = store_ptr_tko weak %b, %v : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
