// M33: hand-over of a buffer for reuse (WAR across blocks)
//
//   B0: a = ld.w x ; b = st.rel.dev f 1 @a
//   B1: c = ld.acq.dev f ; [c==1] e = st.w x 1 @c
//   allowed a c = (0,0) (0,1)   forbidden (1,1)   engine D
//   guards: load to release edge is required; buffer reuse (mark_for_reuse)
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer a : i32[1] = fill(-1)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.args &x &f &a &c
// tilefuzz.expect observe a c
// tilefuzz.expect allowed (0,0) (0,1)
// tilefuzz.expect forbidden (1,1)

cuda_tile.module @litmus {
  entry @M33(%x_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %a_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %a, %a_token = load_ptr_tko weak %x_at : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %t2 = store_ptr_tko weak %a_out, %a : tile<ptr<i32>>, tile<i32> -> token
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %f_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t5 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %c6 = constant <i32: 1> : tile<i32>
      %is7 = cmpi equal %c, %c6, signed : tile<i32> -> tile<i1>
      %e_token = if %is7 -> (token) {
        %c8 = constant <i32: 1> : tile<i32>
        %e_then_token = store_ptr_tko weak %x_at, %c8 token=%c_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
        yield %e_then_token : token
      } else {
        yield %c_token : token
      }
    }
    return
  }
}
