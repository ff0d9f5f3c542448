// The sum of two normal numbers is subnormal, and flushed.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = fill(-1)
// tilefuzz.args &out
module {
  cuda_tile.module @m {
    entry @k(%p: tile<ptr<f32>>) {
      %a = constant <f32: 1.17549435E-38> : tile<f32>
      %b = constant <f32: 1.0> : tile<f32>
      %c = constant <f32: -1.76324153E-38> : tile<f32>
      %0 = mulf %a, %b flush_to_zero : tile<f32>
      %1 = addf %0, %c flush_to_zero : tile<f32>
      %t = store_ptr_tko weak %p, %1 : tile<ptr<f32>>, tile<f32> -> token
      return
    }
  }
}
