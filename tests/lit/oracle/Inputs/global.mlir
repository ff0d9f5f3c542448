cuda_tile.module @m {
  global @g <i32: [1, 2]> : tile<2xi32>
  entry @k(%p: tile<ptr<i32>>) {
    %b = get_global @g : tile<ptr<i32>>
    %x, %t = load_ptr_tko weak %b : tile<ptr<i32>> -> tile<i32>, token
    %u = store_ptr_tko weak %p, %x token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
