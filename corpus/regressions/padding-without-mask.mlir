// A gather that checks no bounds, as cuTile 1.7 writes it: a padding value that no
// mask makes anybody read. The verifier refused it, so that the module could not be read.
// tilefuzz.launch kernel=@gather grid=2,1,1 seed=1
// tilefuzz.buffer x : f64[64] = uniform(-9, 9)
// tilefuzz.buffer out : f64[64] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @kernels {
  entry @gather(%x: tile<ptr<f64>>, %out: tile<ptr<f64>>) {
    %t0 = make_token : token
    %zero = constant <f64: 0.0> : tile<32xf64>
    %size = constant <i32: 32> : tile<i32>
    %b, %b1, %b2 = get_tile_block_id : tile<i32>
    %first = muli %b, %size : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> tile<32xi32>
    %n = iota : tile<32xi32>
    %at = addi %firsts, %n : tile<32xi32>
    %x1 = reshape %x : tile<ptr<f64>> -> tile<1xptr<f64>>
    %xs = broadcast %x1 : tile<1xptr<f64>> -> tile<32xptr<f64>>
    %from = offset %xs, %at : tile<32xptr<f64>>, tile<32xi32> -> tile<32xptr<f64>>
    %v, %t1 = load_ptr_tko weak %from padding=%zero token=%t0 : tile<32xptr<f64>>, tile<32xf64> -> tile<32xf64>, token
    %out1 = reshape %out : tile<ptr<f64>> -> tile<1xptr<f64>>
    %outs = broadcast %out1 : tile<1xptr<f64>> -> tile<32xptr<f64>>
    %to = offset %outs, %at : tile<32xptr<f64>>, tile<32xi32> -> tile<32xptr<f64>>
    %t2 = store_ptr_tko weak %to, %v token=%t1 : tile<32xptr<f64>>, tile<32xf64> -> token
    return
  }
}
