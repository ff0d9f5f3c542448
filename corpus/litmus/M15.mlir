// M15: acquire of a tile of flags
//
//   B0: a = st.w d 1 ; b = st.rel.dev f0 1 @a
//   B1: c = ld.acq.dev f0,f1 ; [c[0]==1] e = ld.w d @c
//   allowed c e = (<0 0>,-) (<1 0>,1)   forbidden (<1 0>,0)   engine D
//   guards: one element that acquires orders all token successors of the operation
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer d : i32[1] = fill(0)
// tilefuzz.buffer f : i32[2] = fill(0)
// tilefuzz.buffer c : i32[2] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.args &d &f &c &e
// tilefuzz.expect observe c e
// tilefuzz.expect allowed (<0 0>,-) (<1 0>,1)
// tilefuzz.expect forbidden (<1 0>,0)

cuda_tile.module @litmus {
  entry @M15(%d_at: tile<ptr<i32>>, %f_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a_token = store_ptr_tko weak %d_at, %c2 : tile<ptr<i32>>, tile<i32> -> token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b_token = store_ptr_tko release device %f_at, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> token loc("b")
    }
    %c4 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c4, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c5 = constant <i32: 1> : tile<i32>
      %p6 = offset %f_at, %c5 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v7 = reshape %f_at : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v8 = reshape %p6 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v9 = cat %v7, %v8 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
      %c, %c_token = load_ptr_tko acquire device %v9 : tile<2xptr<i32>> -> tile<2xi32>, token loc("c")
      %c10 = constant <i32: 0> : tile<i32>
      %p11 = offset %c_out, %c10 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %c12 = constant <i32: 1> : tile<i32>
      %p13 = offset %c_out, %c12 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v14 = reshape %p11 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v15 = reshape %p13 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v16 = cat %v14, %v15 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
      %t17 = store_ptr_tko weak %v16, %c : tile<2xptr<i32>>, tile<2xi32> -> token
      %c18 = constant <i32: 0> : tile<i32>
      %v19 = extract %c[%c18] : tile<2xi32> -> tile<1xi32>
      %v20 = reshape %v19 : tile<1xi32> -> tile<i32>
      %c21 = constant <i32: 1> : tile<i32>
      %is22 = cmpi equal %v20, %c21, signed : tile<i32> -> tile<i1>
      %c23 = constant <i32: 0> : tile<i32>
      %e, %e_token = if %is22 -> (tile<i32>, token) {
        %e_then, %e_then_token = load_ptr_tko weak %d_at token=%c_token : tile<ptr<i32>> -> tile<i32>, token loc("e")
        %t24 = store_ptr_tko weak %e_out, %e_then : tile<ptr<i32>>, tile<i32> -> token
        yield %e_then, %e_then_token : tile<i32>, token
      } else {
        yield %c23, %c_token : tile<i32>, token
      }
    }
    return
  }
}
