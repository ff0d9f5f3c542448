// A valid module of 13.2, which rounds to f8E8M0FNU to the nearest only, was
// refused: the verifier did not know of what version the module is.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer p : f8E8M0FNU[4] = fill(1)
// tilefuzz.args &p
cuda_tile.module @m attributes {cuda_tile.version = "13.2"} {
  entry @k(%p: tile<ptr<f8E8M0FNU>>) {
    %v = constant <f32: [2.9, 3.1, 0.25, 100.0]> : tile<4xf32>
    %s = ftof %v : tile<4xf32> -> tile<4xf8E8M0FNU>
    %i = iota : tile<4xi32>
    %q = reshape %p : tile<ptr<f8E8M0FNU>> -> tile<1xptr<f8E8M0FNU>>
    %b = broadcast %q : tile<1xptr<f8E8M0FNU>> -> tile<4xptr<f8E8M0FNU>>
    %a = offset %b, %i : tile<4xptr<f8E8M0FNU>>, tile<4xi32> -> tile<4xptr<f8E8M0FNU>>
    %t = store_ptr_tko weak %a, %s : tile<4xptr<f8E8M0FNU>>, tile<4xf8E8M0FNU> -> token
    return
  }
}
