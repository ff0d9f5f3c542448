// The branch that runs tells of it, and fails.
// tilefuzz.launch kernel=@k grid=1,1,1
// tilefuzz.buffer value : i32[4] = fill(3)
// tilefuzz.buffer flag : i32[4] = fill(0)
// tilefuzz.buffer out : i32[8] = fill(-1)
// tilefuzz.args &value &flag &out
cuda_tile.module @kernels {
  entry @k(%value: tile<ptr<i32>>, %flag: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %f, %t = load_ptr_tko weak %flag : tile<ptr<i32>> -> tile<i32>, token
    %c = cmpi not_equal %f, %zero, signed : tile<i32> -> tile<i1>
    %no = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
    if %c {
    } else {
      %h = print_tko "%d\n", %f : tile<i32> -> token
      assert %no, "it is zero" : tile<i1>
    }
    return
  }
}
