// Byte 161: the number of bytes before it is none of i8.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i8[200] = fill(7)
// tilefuzz.args &out 40
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>, %n: tile<i8>) {
    %w = ptr_to_ptr %p : tile<ptr<i8>> -> tile<ptr<i32>>
    %a = offset %w, %n : tile<ptr<i32>>, tile<i8> -> tile<ptr<i32>>
    %b = ptr_to_ptr %a : tile<ptr<i32>> -> tile<ptr<i8>>
    %one = constant <i8: 1> : tile<i8>
    %c = offset %b, %one : tile<ptr<i8>>, tile<i8> -> tile<ptr<i8>>
    %t = store_ptr_tko weak %c, %one : tile<ptr<i8>>, tile<i8> -> token
    return
  }
}
