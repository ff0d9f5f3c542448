// Twice as much as is stored.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>) {
    %q1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %n = iota : tile<128xi32>
    %q = offset %q2, %n : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>

    %mem = alloca num_elem = 256, alignment = 4 : tile<ptr<i32>>
    %m1 = reshape %mem : tile<ptr<i32>> -> tile<1xptr<i32>>
    %m2 = broadcast %m1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %m = offset %m2, %n : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %t0 = store_ptr_tko weak %m, %n : tile<128xptr<i32>>, tile<128xi32> -> token
    %r, %t1 = load_ptr_tko weak %m token = %t0 : tile<128xptr<i32>> -> tile<128xi32>, token
    %t = store_ptr_tko weak %q, %r : tile<128xptr<i32>>, tile<128xi32> -> token
    return
  }
}
