// The interpreter once asked for attributes of cuda_tile to judge a promise,
// and crashed where that dialect was not loaded.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[1] = fill(0)
// tilefuzz.args &out 48
!ptr = !nv_tileaa.ptr<i32, 1>
gpu.module @m {
  nv_tileaa.func @k(%p: !ptr, %n: i32) attributes {cute.kernel} {
    %x = nv_tileaa.assume #nv_tileaa.div_by<16>, %n : i32
    %t = nv_tileaa.store %p, %x : (!ptr, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
