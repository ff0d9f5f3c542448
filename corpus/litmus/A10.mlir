// A10: A06 with relaxed atomics
//
//   B0: a = st.rlx.dev x 1 ; f0 = rmw.rlx.dev f add 0 @a ; r0 = ld.rlx.dev y @f0
//   B1: b = st.rlx.dev y 1 ; f1 = rmw.rlx.dev f add 0 @b ; r1 = ld.rlx.dev x @f1
//   allowed r0 r1 = (0,0) (0,1) (1,0) (1,1)   forbidden none   engine V
//   guards: ordering dropped in lowering: (0,0) appears (this is what LLVM 22 does: memory model, 5.4)
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer r0 : i32[1] = fill(-1)
// tilefuzz.buffer r1 : i32[1] = fill(-1)
// tilefuzz.args &x &f &y &r0 &r1
// tilefuzz.expect observe r0 r1
// tilefuzz.expect allowed (0,0) (0,1) (1,0) (1,1)

cuda_tile.module @litmus {
  entry @A10(%x_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %r0_out: tile<ptr<i32>>, %r1_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko relaxed device %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 0> : tile<i32>
      %f0, %f0_token = atomic_rmw_tko relaxed device %f_at, add, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("f0")
      %r0, %r0_token = load_ptr_tko relaxed device %y_at token=%f0_token : tile<ptr<i32>> -> tile<i32>, token loc("r0")
      %t4 = store_ptr_tko weak %r0_out, %r0 : tile<ptr<i32>>, tile<i32> -> token
    }
    %c5 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c5, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c6 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko relaxed device %y_at, %c6 : tile<ptr<i32>>, tile<i32> -> token loc("b")
      %c7 = constant <i32: 0> : tile<i32>
      %f1, %f1_token = atomic_rmw_tko relaxed device %f_at, add, %c7 token=%b_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("f1")
      %r1, %r1_token = load_ptr_tko relaxed device %x_at token=%f1_token : tile<ptr<i32>> -> tile<i32>, token loc("r1")
      %t8 = store_ptr_tko weak %r1_out, %r1 : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
