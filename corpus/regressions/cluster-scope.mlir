// The back end ended the process where the target has no clusters.
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%arg0: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %c1_i32 = arith.constant 1 : i32
      %0 = nv_tileas.store %arg0, %c1_i32 {mem_scope = #nv_tileaa.mem_scope<cluster>, mem_semantic = #nv_tileaa.mem_semantic<release>} : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
      %result, %result_token = nv_tileas.load %arg0 token %0 {mem_scope = #nv_tileaa.mem_scope<cluster>, mem_semantic = #nv_tileaa.mem_semantic<acquire>} : (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
      nv_tileaa.return
    }
  }
}
