// The last two elements of the tile are outside of the tensor.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer in : i32[6] = iota(1, 1)
// tilefuzz.buffer out : i32[4] = fill(-1)
// tilefuzz.args &in &out
!view = !nv_tileaa.tiled_view<4xi32, memref = !nv_tileaa.memref<6xi32, strides = [1], 1>, dim_map = [0], padding = zero>
!from = !nv_tileaa.memref<6xi32, strides = [1], 1>
!mem = !nv_tileaa.memref<4xi32, strides = [1], 1>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%q: !nv_tileaa.ptr<i32, 1>, %p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %four = arith.constant 4 : i32
      %n = nv_tileaa.make_range %zero, %four : i32 -> tensor<4xi32>
      %ones = arith.constant dense<1> : tensor<4xi32>
      %some = arith.cmpi ne, %n, %ones : tensor<4xi32>
      %other = arith.constant dense<70> : tensor<4xi32>
      %f = nv_tileaa.make_memref %q, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !from
      %v = nv_tileaa.block_tile %f : !from -> !view
      %a, %ta = nv_tileaa.tiled_load %v[%one] mask %some other %other : (!view, i32, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
      %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !mem
      %t = nv_tileaa.store %m, %a[%n] : (!mem, tensor<4xi32>, tensor<4xi32>) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
