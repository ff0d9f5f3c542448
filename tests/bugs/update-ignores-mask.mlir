// Every second element is updated.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = fill(5)
// tilefuzz.args &x
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    %n = iota : tile<4xi32>
    %b = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %s = broadcast %b : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %s, %n : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %mask = trunci %n : tile<4xi32> -> tile<4xi1>
    %old, %t = atomic_rmw_tko relaxed device %p, add, %n, %mask : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
    return
  }
}
