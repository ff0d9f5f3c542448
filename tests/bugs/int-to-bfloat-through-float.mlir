// 2^24 + 2^16 + 1 is above the middle of two numbers, and f32 has the middle only.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : bf16[1] = fill(7)
// tilefuzz.args &out 16842753
cuda_tile.module @m {
  entry @k(%p: tile<ptr<bf16>>, %x: tile<i32>) {
    %r = itof %x signed : tile<i32> -> tile<bf16>
    %t = store_ptr_tko weak %p, %r : tile<ptr<bf16>>, tile<bf16> -> token
    return
  }
}
