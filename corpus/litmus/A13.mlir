// A13: spin lock, one attempt each
//
//   B0: l = cas.acq.dev k 0 1 ; [l==0] a = ld.w d @l ; [l==0] b = st.w d a+1 @a ; [l==0] u = rmw.rel.dev k xchg 0 @b
//   B1: m = cas.acq.dev k 0 1 ; [m==0] c = ld.w d @m ; [m==0] e = st.w d c+1 @c ; [m==0] v = rmw.rel.dev k xchg 0 @e
//   allowed l m [d] = (0,0,2) (0,1,1) (1,0,1)   forbidden (0,0,1)   engine D
//   guards: corpus kernel spin_lock_accumulate
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer k : i32[1] = fill(0)
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer l : i32[1] = fill(-1)
// tilefuzz.buffer m : i32[1] = fill(-1)
// tilefuzz.args &k &d &l &m
// tilefuzz.expect observe l m d
// tilefuzz.expect allowed (0,0,2) (0,1,1) (1,0,1)
// tilefuzz.expect forbidden (0,0,1)

cuda_tile.module @litmus {
  entry @A13(%k_at: tile<ptr<i32>>, %d_at: tile<ptr<i32>>, %l_out: tile<ptr<i32>>, %m_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 0> : tile<i32>
      %c3 = constant <i32: 1> : tile<i32>
      %l, %l_token = atomic_cas_tko acquire device %k_at, %c2, %c3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("l")
      %t4 = store_ptr_tko weak %l_out, %l : tile<ptr<i32>>, tile<i32> -> token
      %c5 = constant <i32: 0> : tile<i32>
      %is6 = cmpi equal %l, %c5, signed : tile<i32> -> tile<i1>
      %c7 = constant <i32: 0> : tile<i32>
      %a, %a_token = if %is6 -> (tile<i32>, token) {
        %a_then, %a_then_token = load_ptr_tko weak %d_at token=%l_token : tile<ptr<i32>> -> tile<i32>, token loc("a")
        yield %a_then, %a_then_token : tile<i32>, token
      } else {
        yield %c7, %l_token : tile<i32>, token
      }
      %c8 = constant <i32: 0> : tile<i32>
      %is9 = cmpi equal %l, %c8, signed : tile<i32> -> tile<i1>
      %b_token = if %is9 -> (token) {
        %c10 = constant <i32: 1> : tile<i32>
        %v11 = addi %a, %c10 : tile<i32>
        %b_then_token = store_ptr_tko weak %d_at, %v11 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
        yield %b_then_token : token
      } else {
        yield %a_token : token
      }
      %c12 = constant <i32: 0> : tile<i32>
      %is13 = cmpi equal %l, %c12, signed : tile<i32> -> tile<i1>
      %c14 = constant <i32: 0> : tile<i32>
      %u, %u_token = if %is13 -> (tile<i32>, token) {
        %c15 = constant <i32: 0> : tile<i32>
        %u_then, %u_then_token = atomic_rmw_tko release device %k_at, xchg, %c15 token=%b_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("u")
        yield %u_then, %u_then_token : tile<i32>, token
      } else {
        yield %c14, %b_token : tile<i32>, token
      }
    }
    %c16 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c16, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c17 = constant <i32: 0> : tile<i32>
      %c18 = constant <i32: 1> : tile<i32>
      %m, %m_token = atomic_cas_tko acquire device %k_at, %c17, %c18 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("m")
      %t19 = store_ptr_tko weak %m_out, %m : tile<ptr<i32>>, tile<i32> -> token
      %c20 = constant <i32: 0> : tile<i32>
      %is21 = cmpi equal %m, %c20, signed : tile<i32> -> tile<i1>
      %c22 = constant <i32: 0> : tile<i32>
      %c, %c_token = if %is21 -> (tile<i32>, token) {
        %c_then, %c_then_token = load_ptr_tko weak %d_at token=%m_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
        yield %c_then, %c_then_token : tile<i32>, token
      } else {
        yield %c22, %m_token : tile<i32>, token
      }
      %c23 = constant <i32: 0> : tile<i32>
      %is24 = cmpi equal %m, %c23, signed : tile<i32> -> tile<i1>
      %e_token = if %is24 -> (token) {
        %c25 = constant <i32: 1> : tile<i32>
        %v26 = addi %c, %c25 : tile<i32>
        %e_then_token = store_ptr_tko weak %d_at, %v26 token=%c_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
        yield %e_then_token : token
      } else {
        yield %c_token : token
      }
      %c27 = constant <i32: 0> : tile<i32>
      %is28 = cmpi equal %m, %c27, signed : tile<i32> -> tile<i1>
      %c29 = constant <i32: 0> : tile<i32>
      %v, %v_token = if %is28 -> (tile<i32>, token) {
        %c30 = constant <i32: 0> : tile<i32>
        %v_then, %v_then_token = atomic_rmw_tko release device %k_at, xchg, %c30 token=%e_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("v")
        yield %v_then, %v_then_token : tile<i32>, token
      } else {
        yield %c29, %e_token : tile<i32>, token
      }
    }
    return
  }
}
