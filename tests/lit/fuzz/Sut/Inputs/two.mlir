// Two results, of an addition and of an exclusive or, and more that nobody needs.
// tilefuzz.launch kernel=@main grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[8] = uniform(1, 9)
// tilefuzz.buffer y : i32[8] = fill(0)
// tilefuzz.args &x &y
cuda_tile.module @kernels {
  entry @main(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %a, %t0 = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
    %one = constant <i32: 1> : tile<i32>
    %p = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %b, %t1 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %c = addi %a, %b : tile<i32>
    %d = xori %a, %b : tile<i32>
    %e = muli %c, %d : tile<i32>
    %t2 = store_ptr_tko weak %y, %c : tile<ptr<i32>>, tile<i32> -> token
    %q = offset %y, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t3 = store_ptr_tko weak %q, %d : tile<ptr<i32>>, tile<i32> -> token
    %r = offset %q, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t4 = store_ptr_tko weak %r, %e : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
