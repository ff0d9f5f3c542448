// An iota below nv_tileaa is computed element by element, in a region: that took
// more steps than a target was given before it counted as one that does not end.
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : i32[16384] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %i = iota : tile<16384xi32>
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pb = broadcast %p1 : tile<1xptr<i32>> -> tile<16384xptr<i32>>
    %q = offset %pb, %i : tile<16384xptr<i32>>, tile<16384xi32> -> tile<16384xptr<i32>>
    %t = store_ptr_tko weak %q, %i : tile<16384xptr<i32>>, tile<16384xi32> -> token
    return
  }
}
