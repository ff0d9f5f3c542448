// Seed 003 spells the flags as an attribute of arith and as text. The text made
// a null property, which ended the process, or was lost; a text that is no flag
// is a note like any other.
// tilefuzz.launch kernel=@e grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[4] = fill(0)
// tilefuzz.args &out 2.0
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>, %x: tile<f32>) {
    %a = negf %x {fastmath = "contract"} : tile<f32>
    %b = maxf %a, %x {fastmath = "nsz,contract"} : tile<f32>
    %c = addf %b, %x rounding<nearest_even> {fastmath = #arith.fastmath<contract>} : tile<f32>
    %d = mulf %c, %x rounding<nearest_even> {fastmath = "as you like"} : tile<f32>
    %e = fma %d, %x, %c rounding<zero> {fastmath = 3 : i32} : tile<f32>
    %f = sqrt %e rounding<nearest_even> {fastmath = "none"} : tile<f32>
    %t = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
  }
}
