// A05: atomic split into load and store
//
//   B0: a = ld.rlx.dev x ; b = st.rlx.dev x a+1 @a
//   B1: c = rmw.rlx.dev x add 1
//   allowed [x] = 1 2   forbidden none   engine D
//   guards: target of a wrong split: 1 is new against A01
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.args &x
// tilefuzz.expect observe x
// tilefuzz.expect allowed (1) (2)

cuda_tile.module @litmus {
  entry @A05(%x_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %a, %a_token = load_ptr_tko relaxed device %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %c2 = constant <i32: 1> : tile<i32>
      %v3 = addi %a, %c2 : tile<i32>
      %b_token = store_ptr_tko relaxed device %x_at, %v3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c5 = constant <i32: 1> : tile<i32>
      %c, %c_token = atomic_rmw_tko relaxed device %x_at, add, %c5 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("c")
    }
    return
  }
}
