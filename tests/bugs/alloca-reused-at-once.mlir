// Each iteration has storage of its own, of which it reads what other threads stored.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[128] = fill(7)
// tilefuzz.args &out 3
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %times: tile<i32>) {
    %q1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q2 = broadcast %q1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %n = iota : tile<128xi32>
    %q = offset %q2, %n : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %last = constant <i32: 127> : tile<128xi32>
    %back = subi %last, %n : tile<128xi32>
    %init = constant <i32: 1> : tile<128xi32>
    %sum = for %i in (%zero to %times, step %one) : tile<i32> iter_values(%acc = %init) -> (tile<128xi32>) {
      %mem = alloca num_elem = 128, alignment = 4 : tile<ptr<i32>>
      %m1 = reshape %mem : tile<ptr<i32>> -> tile<1xptr<i32>>
      %m2 = broadcast %m1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
      %m = offset %m2, %n : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
      %b = offset %m2, %back : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
      %t0 = store_ptr_tko weak %m, %acc : tile<128xptr<i32>>, tile<128xi32> -> token
      %r, %t1 = load_ptr_tko weak %b token = %t0 : tile<128xptr<i32>> -> tile<128xi32>, token
      %next = addi %r, %n : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %t = store_ptr_tko weak %q, %sum : tile<128xptr<i32>>, tile<128xi32> -> token
    return
  }
}
