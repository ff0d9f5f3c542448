// Attributes of accesses and arithmetic were lost on the way to nv_tileas.
// tilefuzz.launch kernel=@e grid=1,1,1 seed=1
// tilefuzz.buffer out : f32[1] = list(2.0)
// tilefuzz.args &out 3.0 5.0
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>, %x: tile<f32>, %y: tile<f32>) {
    %a, %t = load_ptr_tko weak %p optimization_hints=<sm_90 = {latency = 2}> {my.tag = 1 : i32} : tile<ptr<f32>> -> tile<f32>, token
    %b = addf %a, %x rounding<nearest_even> {my.tag = 2 : i32} : tile<f32>
    %c = fma %b, %x, %y rounding<nearest_even> : tile<f32>
    %s = store_ptr_tko weak %p, %c token=%t {my.tag = 3 : i32} : tile<ptr<f32>>, tile<f32> -> token
  }
}
