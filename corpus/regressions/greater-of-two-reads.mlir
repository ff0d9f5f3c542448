// Whether one read is greater than another: the dependence on both is real, and a
// search that gives all reads greater values together does not see it.
// tilefuzz.launch kernel=@program grid=2 seed=1
// tilefuzz.buffer x : i32[1] = list(5)
// tilefuzz.buffer y : i32[1] = list(5)
// tilefuzz.buffer z : i32[1] = list(7)
// tilefuzz.buffer seen : i32[1] = fill(-1)
// tilefuzz.args &x &y &z &seen
// tilefuzz.expect observe x y z seen
// tilefuzz.expect allowed (0,0,0,5) (7,7,0,5) (7,7,0,7) (7,7,1,7)
cuda_tile.module @m {
  entry @program(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %z: tile<ptr<i32>>, %seen: tile<ptr<i32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %is_first = cmpi equal %block, %zero, signed : tile<i32> -> tile<i1>
    if %is_first {
      %a, %ta = load_ptr_tko relaxed device %x : tile<ptr<i32>> -> tile<i32>, token loc("a")
      %b, %tb = load_ptr_tko relaxed device %y : tile<ptr<i32>> -> tile<i32>, token loc("b")
      %greater = cmpi greater_than %a, %b, signed : tile<i32> -> tile<i1>
      %g = exti %greater unsigned : tile<i1> -> tile<i32>
      %c = store_ptr_tko relaxed device %z, %g : tile<ptr<i32>>, tile<i32> -> token loc("c")
      %s = store_ptr_tko weak %seen, %a : tile<ptr<i32>>, tile<i32> -> token
    } else {
      %d, %td = load_ptr_tko relaxed device %z : tile<ptr<i32>> -> tile<i32>, token loc("d")
      %e = store_ptr_tko relaxed device %x, %d : tile<ptr<i32>>, tile<i32> -> token loc("e")
      %f = store_ptr_tko relaxed device %y, %d : tile<ptr<i32>>, tile<i32> -> token loc("f")
    }
    return
  }
}
