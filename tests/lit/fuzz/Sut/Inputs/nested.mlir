// A loop in a loop.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=1
// tilefuzz.buffer y : f32[8] = fill(0)
// tilefuzz.args &y
cuda_tile.module @kernels {
  entry @main(%y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %start = constant <f32: 1.0> : tile<8xf32>
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%a = %start) -> (tile<8xf32>) {
      %inner = for %j in (%zero to %two, step %one) : tile<i32> iter_values(%b = %a) -> (tile<8xf32>) {
        %c = addf %b, %start : tile<8xf32>
        continue %c : tile<8xf32>
      }
      continue %inner : tile<8xf32>
    }
    %n = iota : tile<8xi32>
    %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y2 = broadcast %y1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %p = offset %y2, %n : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %t = store_ptr_tko weak %p, %sum : tile<8xptr<f32>>, tile<8xf32> -> token
    return
  }
}
