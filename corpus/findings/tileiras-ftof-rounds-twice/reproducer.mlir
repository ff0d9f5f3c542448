// tilefuzz.launch kernel=@k grid=1,1,1
// tilefuzz.buffer in : f64[1] = list(0x3FC1000000000001)
// tilefuzz.buffer out : f8E4M3FN[1] = fill(0)
// tilefuzz.args &in &out
cuda_tile.module @kernels {
  entry @k(%in: tile<ptr<f64>>, %out: tile<ptr<f8E4M3FN>>) {
    %x, %t = load_ptr_tko weak %in : tile<ptr<f64>> -> tile<f64>, token
    %v = ftof %x : tile<f64> -> tile<f8E4M3FN>
    %s = store_ptr_tko weak %out, %v : tile<ptr<f8E4M3FN>>, tile<f8E4M3FN> -> token
    return
  }
}
