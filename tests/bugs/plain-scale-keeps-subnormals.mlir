// Half of the least normal number is flushed.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[4] = fill(7)
// tilefuzz.args &out 1.17549435e-38
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %s: tile<f32>) {
    %q1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %n = iota : tile<4xi32>
    %q = offset %q2, %n : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>

    %x1 = reshape %s : tile<f32> -> tile<1xf32>
    %x = broadcast %x1 : tile<1xf32> -> tile<4xf32>
    %half = constant <f32: 0.5> : tile<4xf32>
    %r = mulf %x, %half flush_to_zero : tile<4xf32>
    %t = store_ptr_tko weak %q, %r : tile<4xptr<f32>>, tile<4xf32> -> token
    return
  }
}
