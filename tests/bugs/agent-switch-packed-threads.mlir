// The second agent begins at the fifth warp; its first thread says how far it got in the queue.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer y : i32[2] = fill(7)
// tilefuzz.args &y
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!queue = !nv_tileaa.queue<i32>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%y: !ptr) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      scf.for %i = %zero to %two step %one : i32 {
        nv_tileaa.execute {
          nv_tileaa.queue.put %q {
            nv_tileaa.queue.yield %i : i32
          } : !queue
          nv_tileaa.yield
        }, {
          %x = nv_tileaa.queue.get %q {
          ^bb0(%e: i32):
            nv_tileaa.queue.yield %e : i32
          } : (!queue) -> i32
          %p = nv_tileaa.addptr %y, %i : !ptr, i32
          %t = nv_tileaa.store %p, %x : (!ptr, i32) -> !tok
          nv_tileaa.yield
        } {num_warps = array<i32: 1, 4>, max_registers = array<i32: 40, 232>}
      }
      nv_tileaa.return
    }
  }
}
