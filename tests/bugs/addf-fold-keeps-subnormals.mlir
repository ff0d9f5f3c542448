// The sum is subnormal, and the operation flushes it to 0.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(1)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%out: tile<ptr<f32>>) {
    %x = constant <f32: 0x00C00000> : tile<f32>
    %y = constant <f32: 0x80800000> : tile<f32>
    %z = addf %x, %y flush_to_zero : tile<f32>
    %t = store_ptr_tko weak %out, %z : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
