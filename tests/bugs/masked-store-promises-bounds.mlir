// The last element is beyond the memref.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &out
!mem = !nv_tileaa.memref<3xi32, strides = [1], 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %four = arith.constant 4 : i32
      %n = nv_tileaa.make_range %zero, %four : i32 -> tensor<4xi32>
      %all = arith.constant dense<true> : tensor<4xi1>
      %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !mem
      %t = nv_tileaa.store %m, %n[%n] mask %all : (!mem, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
