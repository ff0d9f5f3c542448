// Bytecode of version 13.2 was written for it, though that version rounds to f8E8M0FNU to the nearest only.
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f8E8M0FNU>>, %v: tile<f32>) {
    %s = ftof %v rounding<zero> : tile<f32> -> tile<f8E8M0FNU>
    %t = store_ptr_tko weak %p, %s : tile<ptr<f8E8M0FNU>>, tile<f8E8M0FNU> -> token
    return
  }
}
