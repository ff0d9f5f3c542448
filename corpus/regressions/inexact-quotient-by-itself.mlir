// tilefuzz.launch kernel=@k grid=1,1,1 seed=0
// tilefuzz.buffer b : f16[1] = fill(1)
// tilefuzz.buffer c : f16[1] = fill(inf)
// tilefuzz.args &b &c
cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16>>, %q: tile<ptr<f16>>) {
    %i, %t0 = load_ptr_tko weak %q : tile<ptr<f16>> -> tile<f16>, token
    %0 = rsqrt %i : tile<f16>
    %1 = rsqrt %0 : tile<f16>
    %2 = divf %1, %1 rounding<zero> : tile<f16>
    %3 = subf %2, %1 : tile<f16>
    %s = store_ptr_tko weak %p, %3 : tile<ptr<f16>>, tile<f16> -> token
    return
  }
}
