// The last column is beyond the memref, whatever the mask says.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[12] = iota(0, 1)
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &in &out
!mem = !nv_tileaa.memref<4xi32, strides = [1], 1>
!grid = !nv_tileaa.memref<3x3xi32, strides = [4, 1], 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%q: !nv_tileaa.ptr<i32, 1>, %p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %four = arith.constant 4 : i32
      %row = arith.constant 1 : i32
      %n = nv_tileaa.make_range %zero, %four : i32 -> tensor<4xi32>
      %all = arith.constant dense<true> : tensor<4xi1>
      %other = arith.constant dense<70> : tensor<4xi32>
      %g = nv_tileaa.make_memref %q, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !grid
      %a, %ta = nv_tileaa.load %g[%row, %n] mask %all other %other : (!grid, i32, tensor<4xi32>, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
      %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !mem
      %t = nv_tileaa.store %m, %a[%n] : (!mem, tensor<4xi32>, tensor<4xi32>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
