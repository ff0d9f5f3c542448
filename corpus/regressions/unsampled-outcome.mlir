// Three blocks exchange numbers: six outcomes, of which a few schedules show
// some. A stage that removes the store without an effect changes which: that is
// no finding.
// tilefuzz.launch grid=3,1,1
// tilefuzz.buffer place : i32[1] = fill(7)
// tilefuzz.buffer out : i32[3] = fill(0)
// tilefuzz.buffer other : i32[1] = fill(0)
// tilefuzz.args &place &out &other
cuda_tile.module @m {
  entry @e(%place: tile<ptr<i32>>, %out: tile<ptr<i32>>, %other: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %no = constant <i1: false> : tile<i1>
      %t = store_ptr_tko weak %other, %x, %no : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    }
    %old, %u = atomic_rmw_tko relaxed device %place, xchg, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %c = constant <i1: true> : tile<i1>
    %s = select %c, %old, %x : tile<i1>, tile<i32>
    %at = offset %out, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %v = store_ptr_tko weak %at, %s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
