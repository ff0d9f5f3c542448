// Who breaks stores.
// tilefuzz.launch kernel=@k grid=2,1,1 seed=1
// tilefuzz.buffer out : i32[2] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %q = offset %p, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %r = loop iter_values(%k = %one) : tile<i32> -> tile<i32> {
      if %first {
        return
      }
      break %k : tile<i32>
    }
    %t = store_ptr_tko weak %q, %r : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
