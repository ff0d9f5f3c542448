// The store after the if is reached from both branches.
// tilefuzz.launch kernel=@k grid=4,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %q = offset %p, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %second = cmpi equal %x, %one, signed : tile<i32> -> tile<i1>
    if %first {
    } else {
      if %second {
        return
      }
    }
    %t = store_ptr_tko weak %q, %x : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
