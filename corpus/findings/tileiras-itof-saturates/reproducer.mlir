// tilefuzz.launch kernel=@k grid=1,1,1
// tilefuzz.buffer in : i32[1] = list(500)
// tilefuzz.buffer out : f8E4M3FN[1] = fill(0)
// tilefuzz.args &in &out
cuda_tile.module @kernels {
  entry @k(%in: tile<ptr<i32>>, %out: tile<ptr<f8E4M3FN>>) {
    %x, %t = load_ptr_tko weak %in : tile<ptr<i32>> -> tile<i32>, token
    %v = itof %x signed : tile<i32> -> tile<f8E4M3FN>
    %s = store_ptr_tko weak %out, %v : tile<ptr<f8E4M3FN>>, tile<f8E4M3FN> -> token
    return
  }
}
