// M35: two atomics each, crossed
//
//   B0: a = rmw.acq_rel.dev x add 1 ; b = rmw.acq_rel.dev y add 1 @a
//   B1: c = rmw.acq_rel.dev y add 1 ; e = rmw.acq_rel.dev x add 1 @c
//   allowed b e = (0,1) (1,0) (1,1)   forbidden (0,0)   engine D
//   guards: (0,0) forbidden; weakening any of the four admits it
//
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer x : i32[1] = fill(0)
// tilefuzz.buffer y : i32[1] = fill(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer e : i32[1] = fill(-1)
// tilefuzz.args &x &y &b &e
// tilefuzz.expect observe b e
// tilefuzz.expect allowed (0,1) (1,0) (1,1)
// tilefuzz.expect forbidden (0,0)

cuda_tile.module @litmus {
  entry @M35(%x_at: tile<ptr<i32>>, %y_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %e_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 1> : tile<i32>
      %a, %a_token = atomic_rmw_tko acq_rel device %x_at, add, %c2 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("a")
      %c3 = constant <i32: 1> : tile<i32>
      %b, %b_token = atomic_rmw_tko acq_rel device %y_at, add, %c3 token=%a_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("b")
      %t4 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
    }
    %c5 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c5, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c6 = constant <i32: 1> : tile<i32>
      %c, %c_token = atomic_rmw_tko acq_rel device %y_at, add, %c6 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("c")
      %c7 = constant <i32: 1> : tile<i32>
      %e, %e_token = atomic_rmw_tko acq_rel device %x_at, add, %c7 token=%c_token : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("e")
      %t8 = store_ptr_tko weak %e_out, %e : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
