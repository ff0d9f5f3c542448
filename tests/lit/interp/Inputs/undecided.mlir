// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer x : f32[8] = uniform(0.5, 2)
// tilefuzz.buffer y : i32[8] = fill(0)
// tilefuzz.args &x &y
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>, %q: tile<ptr<i32>>) {
    %i = iota : tile<8xi32>
    %u = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b = broadcast %u : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %a = offset %b, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %x, %t = load_ptr_tko weak %a : tile<8xptr<f32>> -> tile<8xf32>, token
    %e = exp %x : tile<8xf32>
    %scale = constant <f32: 1.0e7> : tile<8xf32>
    %s = mulf %e, %scale : tile<8xf32>
    %n = ftoi %s signed : tile<8xf32> -> tile<8xi32>
    %mask = constant <i32: 5> : tile<8xi32>
    %m = andi %n, %mask : tile<8xi32>
    %v = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
    %w = broadcast %v : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %g = offset %w, %m : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %l, %k = load_ptr_tko weak %g : tile<8xptr<i32>> -> tile<8xi32>, token
    %o = offset %w, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %z = store_ptr_tko weak %o, %l token=%k : tile<8xptr<i32>>, tile<8xi32> -> token
    return
  }
}
