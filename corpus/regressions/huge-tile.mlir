// 2^62 elements of four bytes: their size is 0 where 64 bits count bytes.
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : i32[4] = fill(7)
// tilefuzz.args &out
gpu.module @m {
  nv_tileaa.func @e(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel} {
    %c = arith.constant 5 : i32
    %x = nv_tileaa.splat %c : i32 -> tensor<4611686018427387904xi32>
    %t = nv_tileaa.store %p, %c : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
