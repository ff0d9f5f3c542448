// tilefuzz.launch kernel=@extremum grid=2,1,1 seed=4
// tilefuzz.buffer x : i32[32] = uniform(-100, 100)
// tilefuzz.buffer y : i32[32] = fill(0)
// tilefuzz.args &x &y 7
module {
  cuda_tile.module @kernels {
    entry @extremum(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %bound: tile<i32>) {
      %bx, %by, %bz = get_tile_block_id : tile<i32>
      %sixteen = constant <i32: 16> : tile<i32>
      %first = muli %bx, %sixteen : tile<i32>
      %lanes = iota : tile<16xi32>
      %first1 = reshape %first : tile<i32> -> tile<1xi32>
      %first16 = broadcast %first1 : tile<1xi32> -> tile<16xi32>
      %index = addi %first16, %lanes : tile<16xi32>
      %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
      %x16 = broadcast %x1 : tile<1xptr<i32>> -> tile<16xptr<i32>>
      %from = offset %x16, %index : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
      %value, %loaded = load_ptr_tko weak %from : tile<16xptr<i32>> -> tile<16xi32>, token
      %bound1 = reshape %bound : tile<i32> -> tile<1xi32>
      %bound16 = broadcast %bound1 : tile<1xi32> -> tile<16xi32>
      %result = maxi %value, %bound16 signed : tile<16xi32>
      %y1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
      %y16 = broadcast %y1 : tile<1xptr<i32>> -> tile<16xptr<i32>>
      %to = offset %y16, %index : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
      %stored = store_ptr_tko weak %to, %result : tile<16xptr<i32>>, tile<16xi32> -> token
      return
    }
  }
}
