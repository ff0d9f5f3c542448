// The greatest element of each row and its column.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[64] = bits()
// tilefuzz.buffer out : i32[4] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %xv = make_tensor_view %x, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %xp = make_partition_view %xv : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %v, %t = load_view_tko weak %xp[%zero] : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %n = iota : tile<64xi32>
    %most, %at = reduce %v, %n dim=0 identities=[0x80000000 : i32, 0 : i32] : tile<64xi32>, tile<64xi32> -> tile<i32>, tile<i32> (%a: tile<i32>, %b: tile<i32>, %i: tile<i32>, %j: tile<i32>) {
      %more = cmpi greater_than %a, %b, signed : tile<i32> -> tile<i1>
      %c = select %more, %a, %b : tile<i1>, tile<i32>
      %k = select %more, %i, %j : tile<i1>, tile<i32>
      yield %c, %k : tile<i32>, tile<i32>
    }
    %one = constant <i32: 1> : tile<i32>
    %p = offset %out, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %u = store_ptr_tko weak %out, %most : tile<ptr<i32>>, tile<i32> -> token
    %w = store_ptr_tko weak %p, %at : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
