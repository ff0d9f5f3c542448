// Element 200 of a memref, by an index of eight bits.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[256] = iota(0, 1)
// tilefuzz.buffer out : i32[1] = fill(-1)
// tilefuzz.args &in &out 200
!mem = !nv_tileaa.memref<256xi32, strides = [1], 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%q: !nv_tileaa.ptr<i32, 1>, %p: !nv_tileaa.ptr<i32, 1>, %i: i8) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %other = arith.constant 7 : i32
      %m = nv_tileaa.make_memref %q, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !mem
      %a, %ta = nv_tileaa.load %m[%i] other %other : (!mem, i8, i32) -> (i32, !nv_tileaa.mem_token)
      %t = nv_tileaa.store %p, %a : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
