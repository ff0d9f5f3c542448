// The target of failing-cas-reordered-source.mlir.
// tilefuzz.launch grid=2 seed=1
// tilefuzz.buffer mem_f : i32[1] = list(0)
// tilefuzz.buffer mem_x : i32[1] = list(0)
// tilefuzz.buffer b : i32[1] = fill(-1)
// tilefuzz.buffer c : i32[1] = fill(-1)
// tilefuzz.buffer d : i32[1] = fill(-1)
// tilefuzz.args &mem_f &mem_x &b &c &d

cuda_tile.module @litmus {
  entry @t(%f_at: tile<ptr<i32>>, %x_at: tile<ptr<i32>>, %b_out: tile<ptr<i32>>, %c_out: tile<ptr<i32>>, %d_out: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %c1 = constant <i32: 0> : tile<i32>
    %is_block0 = cmpi equal %block, %c1, signed : tile<i32> -> tile<i1>
    if %is_block0 {
      %c2 = constant <i32: 0> : tile<i32>
      %c3 = constant <i32: 2> : tile<i32>
      %b, %b_token = atomic_cas_tko relaxed device %f_at, %c2, %c3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("b")
      %t4 = store_ptr_tko weak %b_out, %b : tile<ptr<i32>>, tile<i32> -> token
      %c5 = constant <i32: 2> : tile<i32>
      %a_token = store_ptr_tko relaxed device %x_at, %c5 : tile<ptr<i32>>, tile<i32> -> token loc("a")
    }
    %c6 = constant <i32: 1> : tile<i32>
    %is_block1 = cmpi equal %block, %c6, signed : tile<i32> -> tile<i1>
    if %is_block1 {
      %c7 = constant <i32: 0> : tile<i32>
      %c8 = constant <i32: 1> : tile<i32>
      %c, %c_token = atomic_cas_tko relaxed device %f_at, %c7, %c8 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token loc("c")
      %t9 = store_ptr_tko weak %c_out, %c : tile<ptr<i32>>, tile<i32> -> token
      %c10 = constant <i32: 0> : tile<i32>
      %is11 = cmpi equal %c, %c10, signed : tile<i32> -> tile<i1>
      %t12 = make_token : token
      %c13 = constant <i32: 0> : tile<i32>
      %d, %d_token = if %is11 -> (tile<i32>, token) {
        %d_then, %d_then_token = load_ptr_tko relaxed device %x_at token=%t12 : tile<ptr<i32>> -> tile<i32>, token loc("d")
        %t14 = store_ptr_tko weak %d_out, %d_then : tile<ptr<i32>>, tile<i32> -> token
        yield %d_then, %d_then_token : tile<i32>, token
      } else {
        yield %c13, %t12 : tile<i32>, token
      }
    }
    return
  }
}
