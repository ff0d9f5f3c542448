// What follows the get loads what its body stores.
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
        nv_tileaa.queue.yield %five : i32
      } : !queue
      %a, %s = nv_tileaa.queue.get %q {
      ^bb0(%e: i32):
        %t = nv_tileaa.store %x, %e : (!ptr, i32) -> !tok
        nv_tileaa.queue.yield %e, %t : i32, !tok
      } : (!queue) -> (i32, !tok)
      %v, %u = nv_tileaa.load %x token %s : (!ptr, !tok) -> (i32, !tok)
      %w = nv_tileaa.store %y, %v : (!ptr, i32) -> !tok
      nv_tileaa.return
    }
  }
}
