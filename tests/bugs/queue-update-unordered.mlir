// The body that takes the number adds to what the one that put it stores.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[1] = fill(1)
// tilefuzz.buffer y : i32[1] = fill(7)
// tilefuzz.args &x &y
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!queue = !nv_tileaa.queue<i32>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: !ptr, %y: !ptr) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %five = arith.constant 5 : i32
      %q = nv_tileaa.create_queue {depth = 1 : i32} : !queue
      nv_tileaa.queue.put %q {
        %t = nv_tileaa.store %x, %five : (!ptr, i32) -> !tok
        nv_tileaa.queue.yield %five : i32
      } : !queue
      %a = nv_tileaa.queue.get %q {
      ^bb0(%e: i32):
        %v, %t = nv_tileaa.atomic_rmw %x, %e {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!ptr, i32) -> (i32, !tok)
        nv_tileaa.queue.yield %v : i32
      } : (!queue) -> i32
      %s = nv_tileaa.store %y, %a : (!ptr, i32) -> !tok
      nv_tileaa.return
    }
  }
}
