// A reduction follows agents that use a queue, which goes on behind them.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[128] = iota(1, 1)
// tilefuzz.buffer z : i32[1] = fill(7)
// tilefuzz.args &x &z
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!queue = !nv_tileaa.queue<i32>
!mem = !nv_tileaa.memref<128xi32, strides = [1], 1>
!view = !nv_tileaa.tiled_view<128xi32, memref = !nv_tileaa.memref<128xi32, strides = [1], 1>, dim_map = [0], padding = none>
!tile = tensor<128xi32>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: !ptr, %z: !ptr) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %mx = nv_tileaa.make_memref %x, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
      %vx = nv_tileaa.block_tile %mx : !mem -> !view
      %v, %tv = nv_tileaa.tiled_load %vx[%zero] : (!view, i32) -> (!tile, !tok)
      %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      %first = nv_tileaa.reduce %v {
      ^bb0(%e: i32, %a: i32):
        %more = arith.addi %e, %a : i32
        nv_tileaa.yield %more : i32
      } {axis = 0 : i32, identities = [0 : i32]} : (!tile) -> i32
      %end = scf.for %i = %zero to %two step %one iter_args(%acc = %first) -> (i32) : i32 {
        nv_tileaa.execute {
          nv_tileaa.queue.put %q {
            nv_tileaa.queue.yield %i : i32
          } : !queue
          nv_tileaa.yield
        }, {
          nv_tileaa.yield
        } {num_warps = array<i32: 1, 4>, max_registers = array<i32: 40, 232>}
        %g = nv_tileaa.queue.get %q {
        ^bb0(%e: i32):
          nv_tileaa.queue.yield %e : i32
        } : (!queue) -> i32
        %s = nv_tileaa.reduce %v {
        ^bb0(%e: i32, %a: i32):
          %more = arith.addi %e, %a : i32
          nv_tileaa.yield %more : i32
        } {axis = 0 : i32, identities = [0 : i32]} : (!tile) -> i32
        %both = arith.addi %s, %g : i32
        %next = arith.addi %acc, %both : i32
        scf.yield %next : i32
      }
      %u = nv_tileaa.store %z, %end : (!ptr, i32) -> !tok
      nv_tileaa.return
    }
  }
}
