// A14: A13, unlock weakened to relaxed
//
//   B0: l = cas.acq.dev k 0 1 ; [l==0] a = ld.w d @l ; [l==0] b = st.w d a+1 @a ; [l==0] u = rmw.rlx.dev k xchg 0 @b
//   B1: m = cas.acq.dev k 0 1 ; [m==0] c = ld.w d @m ; [m==0] e = st.w d c+1 @c ; [m==0] v = rmw.rlx.dev k xchg 0 @e
//   UB: race a/e, b/c, b/e
//   guards: ordering lost on an exchange
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer k : i32[1] = fill(0)
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.args &k &d
// tilefuzz.expect race a/e b/c b/e

cuda_tile.module @litmus {
  entry @A14(%k_at: tile<ptr<i32>>, %d_at: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 0> : tile<i32>
      %c3 = constant <i32: 1> : tile<i32>
      %l, %l_token = atomic_cas_tko acquire device %k_at, %c2, %c3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("l")
      %c4 = constant <i32: 0> : tile<i32>
      %is5 = cmpi equal %l, %c4, signed : tile<i32> -> tile<i1>
      %c6 = constant <i32: 0> : tile<i32>
      %a, %a_token = if %is5 -> (tile<i32>, token) {
        %a_then, %a_then_token = load_ptr_tko weak %d_at token=%l_token : tile<ptr<i32>> -> tile<i32>, token loc("a")
        yield %a_then, %a_then_token : tile<i32>, token
      } else {
        yield %c6, %l_token : tile<i32>, token
      }
      %c7 = constant <i32: 0> : tile<i32>
      %is8 = cmpi equal %l, %c7, signed : tile<i32> -> tile<i1>
      %b_token = if %is8 -> (token) {
        %c9 = constant <i32: 1> : tile<i32>
        %v10 = addi %a, %c9 : tile<i32>
        %b_then_token = store_ptr_tko weak %d_at, %v10 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
        yield %b_then_token : token
      } else {
        yield %a_token : token
      }
      %c11 = constant <i32: 0> : tile<i32>
      %is12 = cmpi equal %l, %c11, signed : tile<i32> -> tile<i1>
      %c13 = constant <i32: 0> : tile<i32>
      %u, %u_token = if %is12 -> (tile<i32>, token) {
        %c14 = constant <i32: 0> : tile<i32>
        %u_then, %u_then_token = atomic_rmw_tko relaxed device %k_at, xchg, %c14 token=%b_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("u")
        yield %u_then, %u_then_token : tile<i32>, token
      } else {
        yield %c13, %b_token : tile<i32>, token
      }
    }
    %c15 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c15, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c16 = constant <i32: 0> : tile<i32>
      %c17 = constant <i32: 1> : tile<i32>
      %m, %m_token = atomic_cas_tko acquire device %k_at, %c16, %c17 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("m")
      %c18 = constant <i32: 0> : tile<i32>
      %is19 = cmpi equal %m, %c18, signed : tile<i32> -> tile<i1>
      %c20 = constant <i32: 0> : tile<i32>
      %c, %c_token = if %is19 -> (tile<i32>, token) {
        %c_then, %c_then_token = load_ptr_tko weak %d_at token=%m_token : tile<ptr<i32>> -> tile<i32>, token loc("c")
        yield %c_then, %c_then_token : tile<i32>, token
      } else {
        yield %c20, %m_token : tile<i32>, token
      }
      %c21 = constant <i32: 0> : tile<i32>
      %is22 = cmpi equal %m, %c21, signed : tile<i32> -> tile<i1>
      %e_token = if %is22 -> (token) {
        %c23 = constant <i32: 1> : tile<i32>
        %v24 = addi %c, %c23 : tile<i32>
        %e_then_token = store_ptr_tko weak %d_at, %v24 token=%c_token : tile<ptr<i32>>, tile<i32> -> token loc("e")
        yield %e_then_token : token
      } else {
        yield %c_token : token
      }
      %c25 = constant <i32: 0> : tile<i32>
      %is26 = cmpi equal %m, %c25, signed : tile<i32> -> tile<i1>
      %c27 = constant <i32: 0> : tile<i32>
      %v, %v_token = if %is26 -> (tile<i32>, token) {
        %c28 = constant <i32: 0> : tile<i32>
        %v_then, %v_then_token = atomic_rmw_tko relaxed device %k_at, xchg, %c28 token=%e_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("v")
        yield %v_then, %v_then_token : tile<i32>, token
      } else {
        yield %c27, %e_token : tile<i32>, token
      }
    }
    return
  }
}
