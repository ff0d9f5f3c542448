// tilefuzz.launch kernel=@main grid=1,1,1 seed=0
// tilefuzz.buffer x : f32[4] = list(0.0, 0.75, 1.0, 1.5)
// tilefuzz.buffer u : i1[4] = fill(0)
// tilefuzz.buffer y : f32[4] = list(-0.0, -0.75, -1.0, -1.5)
// tilefuzz.buffer s : i1[4] = fill(0)
// tilefuzz.args &x &u &y &s
module {
  cuda_tile.module @conversions {
    entry @main(%x: tile<ptr<f32>>, %u: tile<ptr<i1>>, %y: tile<ptr<f32>>, %s: tile<ptr<i1>>) {
      %i = iota : tile<4xi32>
      %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
      %x4 = broadcast %x1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
      %xs = offset %x4, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
      %a, %t0 = load_ptr_tko weak %xs : tile<4xptr<f32>> -> tile<4xf32>, token
      %b = ftoi %a unsigned : tile<4xf32> -> tile<4xi1>
      %u1 = reshape %u : tile<ptr<i1>> -> tile<1xptr<i1>>
      %u4 = broadcast %u1 : tile<1xptr<i1>> -> tile<4xptr<i1>>
      %us = offset %u4, %i : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
      %t1 = store_ptr_tko weak %us, %b : tile<4xptr<i1>>, tile<4xi1> -> token
      %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
      %y4 = broadcast %y1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
      %ys = offset %y4, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
      %c, %t2 = load_ptr_tko weak %ys : tile<4xptr<f32>> -> tile<4xf32>, token
      %d = ftoi %c signed : tile<4xf32> -> tile<4xi1>
      %s1 = reshape %s : tile<ptr<i1>> -> tile<1xptr<i1>>
      %s4 = broadcast %s1 : tile<1xptr<i1>> -> tile<4xptr<i1>>
      %ss = offset %s4, %i : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
      %t3 = store_ptr_tko weak %ss, %d : tile<4xptr<i1>>, tile<4xi1> -> token
      return
    }
  }
}
