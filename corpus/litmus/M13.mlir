// M13: message passing of a tile
//
//   B0: a = st.w d0,d1 1,1 ; b = st.rel.dev f 1 @a
//   B1: c = ld.acq.dev f ; [c==1] e = ld.w d0,d1 @c
//   allowed c e = (0,-) (1,<1 1>)   forbidden (1,<0 0>) (1,<0 1>) (1,<1 0>)   engine D
//   guards: one flag covers every element (every thread's stores after lowering)
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[2] = fill(0)
// tilefuzz.buffer f : i32[1] = fill(0)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[2] = fill(-1)
// tilefuzz.args &d &f &c &e
// tilefuzz.expect observe c e
// tilefuzz.expect allowed (0,-) (1,<1 1>)
// tilefuzz.expect forbidden (1,<0 0>) (1,<0 1>) (1,<1 0>)

cuda_tile.module @litmus {
  entry @M13(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %p3 = offset %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v4 = reshape %d_at : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v5 = reshape %p3 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v6 = cat %v4, %v5 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
      %c7 = constant <i32: 1> : tile<i32>
      %c8 = constant <i32: 1> : tile<i32>
      %v9 = reshape %c7 : tile<i32> -> tile<1xi32>
      %v10 = reshape %c8 : tile<i32> -> tile<1xi32>
      %v11 = cat %v9, %v10 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
      %a_token = store_ptr_tko weak %v6, %v11 : tile<2xptr<i32>>, tile<2xi32> -> token loc("a")
      %c12 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %f_at, %c12 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c13 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c13, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c, %c_token = load_ptr_tko acquire device %f_at : tile<ptr<i32>> -> tile<i32>, token loc("c")
      %t14 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %c15 = constant <i32: 1> : tile<i32>
      %is16 = cmpi equal %c, %c15, signed : tile<i32> -> tile<i1>
      %c17 = constant <i32: 0> : tile<2xi32>
      %e, %e_token = if %is16 -> (tile<2xi32>, token) {
        %c18 = constant <i32: 1> : tile<i32>
        %p19 = offset %d_at, %c18 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
        %v20 = reshape %d_at : tile<ptr<i32>> -> tile<1xptr<i32>>
        %v21 = reshape %p19 : tile<ptr<i32>> -> tile<1xptr<i32>>
        %v22 = cat %v20, %v21 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
        %e_then, %e_then_token = load_ptr_tko weak %v22 token=%c_token : tile<2xptr<i32>> -> tile<2xi32>, token loc("e")
        %c23 = constant <i32: 0> : tile<i32>
        %p24 = offset %e_out, %c23 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
        %c25 = constant <i32: 1> : tile<i32>
        %p26 = offset %e_out, %c25 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
        %v27 = reshape %p24 : tile<ptr<i32>> -> tile<1xptr<i32>>
        %v28 = reshape %p26 : tile<ptr<i32>> -> tile<1xptr<i32>>
        %v29 = cat %v27, %v28 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
        %t30 = store_ptr_tko weak %v29, %e_then : tile<2xptr<i32>>, tile<2xi32> -> token
        yield %e_then, %e_then_token : tile<2xi32>, token
      } else {
        yield %c17, %c_token : tile<2xi32>, token
      }
    }
    return
  }
}
