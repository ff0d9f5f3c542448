// What came before becomes visible with the update.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[4] = fill(0)
// tilefuzz.args &x
!mem = !nv_tileaa.memref<4xi32, strides = [1], 1>
!view = !nv_tileaa.tiled_view<4xi32, memref = !mem, dim_map = [0], padding = none>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
      %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !mem
      %v = nv_tileaa.block_tile %m : !mem -> !view
      %t = nv_tileaa.tiled_atomic_rmw %v, %x[%zero] {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!view, tensor<4xi32>, i32) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
