// What stmatrix-of-all-warps.ptx does, as tileiras would compile it: both warps hold the tile, and both store it as a
// matrix in shared memory. That several threads may write the element that they all hold was not known of matrices.
// tilefuzz.launch kernel=@main grid=1,1,1
// tilefuzz.buffer out : i32[32] = fill(0)
// tilefuzz.args &out
cuda_tile.module @kernels {
  entry @main(%out: tile<ptr<i32>>) {
    %one = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %all = broadcast %one : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %i = iota : tile<32xi32>
    %p = offset %all, %i : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %done = store_ptr_tko weak %p, %i : tile<32xptr<i32>>, tile<32xi32> -> token
    return
  }
}
