// One element back, then two bytes on.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out -1
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i8: 2> : tile<i8>
    %q = offset %p, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %s = ptr_to_ptr %q : tile<ptr<i32>> -> tile<ptr<i16>>
    %u = ptr_to_ptr %s : tile<ptr<i16>> -> tile<ptr<i32>>
    %a = offset %u, %n : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %b = ptr_to_ptr %a : tile<ptr<i32>> -> tile<ptr<i8>>
    %c = offset %b, %two : tile<ptr<i8>>, tile<i8> -> tile<ptr<i8>>
    %t = store_ptr_tko weak %c, %two : tile<ptr<i8>>, tile<i8> -> token
    return
  }
}
