// The stride was read as `?`, which needs an operand that is not there.
// tilefuzz.launch kernel=@f grid=1,1,1 seed=1
// tilefuzz.buffer p : f32[4] = fill(0)
// tilefuzz.args &p
cuda_tile.module @m {
  entry @f(%p: tile<ptr<f32>>) {
    %z = constant <i32: 4> : tile<i32>
    %v = make_tensor_view %p, shape=[%z], strides=[%z] : tile<i32> -> tensor_view<?xf32, strides=[-9223372036854775808]>
    return
  }
}
