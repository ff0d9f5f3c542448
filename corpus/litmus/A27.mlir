// A27: relaxed cas of equal values must see the latest atomic
//
//   B0: b = rmw.rlx.dev x xchg 1 ; z = st.rlx.dev g b+1 @b
//   B1: c = ld.rlx.dev g ; [c==1] a = cas.rlx.dev x 0 0 @c
//   allowed c a = (0,-) (1,1)   forbidden (1,0)   engine D
//   guards: A11 for 000 fold_atomic_cas
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer g : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.args &x &g &c &a
// tilefuzz.expect observe c a
// tilefuzz.expect allowed (0,-) (1,1)
// tilefuzz.expect forbidden (1,0)

cuda_tile.module @litmus {
  entry @A27(%x_at: tile<ptr<i32>>, %g_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %a_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %b, %b_token = atomic_rmw_tko relaxed device %x_at, xchg, %c2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("b")
      %c3 = constant <i32: 1> : tile<i32>
      %v4 = addi %b, %c3 : tile<i32>
      %z_token = store_ptr_tko relaxed device %g_at, %v4 token=%b_token : tile<ptr<i32>>, tile<i32> -> token loc("z")
    }
    %c5 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c5, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko relaxed device %g_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t6 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %c7 = constant <i32: 1> : tile<i32>
      %is8 = cmpi equal %c, %c7, signed : tile<i32> -> tile<i1>
      %c9 = constant <i32: 0> : tile<i32>
      %a, %a_token = if %is8 -> (tile<i32>, token) {
        %c10 = constant <i32: 0> : tile<i32>
        %a_then, %a_then_token = atomic_cas_tko relaxed device %x_at, %c10, %c10 token=%c_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("a")
        %t11 = store_ptr_tko weak %a_out, %a_then : tile<ptr<i32>>, tile<i32> -> token
        yield %a_then, %a_then_token : tile<i32>, token
      } else {
        yield %c9, %c_token : tile<i32>, token
      }
    }
    return
  }
}
