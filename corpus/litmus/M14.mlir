// M14: tile store is not atomic as a whole
//
//   B0: a = st.rlx.dev x0,x1 1,1
//   B1: c = ld.rlx.dev x0,x1
//   allowed c = <0 0> <0 1> <1 0> <1 1>   forbidden none   engine D
//   guards: torn tiles are legal, torn elements are not
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[2] = fill(0)
// tilefuzz.buffer c : i32[2] = fill(-1)
// tilefuzz.args &x &c
// tilefuzz.expect observe c
// tilefuzz.expect allowed (<0 0>) (<0 1>) (<1 0>) (<1 1>)

cuda_tile.module @litmus {
  entry @M14(%x_at: tile<ptr<i32>>, %c_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %p3 = offset %x_at, %c2 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v4 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v5 = reshape %p3 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v6 = cat %v4, %v5 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
      %c7 = constant <i32: 1> : tile<i32>
      %c8 = constant <i32: 1> : tile<i32>
      %v9 = reshape %c7 : tile<i32> -> tile<1xi32>
      %v10 = reshape %c8 : tile<i32> -> tile<1xi32>
      %v11 = cat %v9, %v10 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
      %a_token = store_ptr_tko relaxed device %v6, %v11 : tile<2xptr<i32>>, tile<2xi32> -> token loc("a")
    }
    %c12 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c12, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c13 = constant <i32: 1> : tile<i32>
      %p14 = offset %x_at, %c13 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v15 = reshape %x_at : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v16 = reshape %p14 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v17 = cat %v15, %v16 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
      %c, %c_token = load_ptr_tko relaxed device %v17 : tile<2xptr<i32>> -> tile<2xi32>, token loc("c")
      %c18 = constant <i32: 0> : tile<i32>
      %p19 = offset %c_out, %c18 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %c20 = constant <i32: 1> : tile<i32>
      %p21 = offset %c_out, %c20 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v22 = reshape %p19 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v23 = reshape %p21 : tile<ptr<i32>> -> tile<1xptr<i32>>
      %v24 = cat %v22, %v23 dim = 0 : tile<1xptr<i32>>, tile<1xptr<i32>> -> tile<2xptr<i32>>
      %t25 = store_ptr_tko weak %v24, %c : tile<2xptr<i32>>, tile<2xi32> -> token
    }
    return
  }
}
