// One warp puts, four take.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer y : i32[20] = fill(7)
// tilefuzz.args &y
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!tile = tensor<4xi32>
!queue = !nv_tileaa.queue<!tile>
!out = !nv_tileaa.tiled_view<4xi32, memref = !nv_tileaa.memref<20xi32, strides = [1], 1>, dim_map = [0], padding = none>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%y: !ptr) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %end = arith.constant 5 : i32
      %m = nv_tileaa.make_memref %y, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !nv_tileaa.memref<20xi32, strides = [1], 1>
      %v = nv_tileaa.block_tile %m : !nv_tileaa.memref<20xi32, strides = [1], 1> -> !out
      %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      nv_tileaa.execute {
        scf.for %i = %zero to %end step %one : i32 {
          nv_tileaa.queue.put %q {
            %x = nv_tileaa.splat %i : i32 -> !tile
            nv_tileaa.queue.yield %x : !tile
          } : !queue
        }
        nv_tileaa.yield
      }, {
        scf.for %i = %zero to %end step %one : i32 {
          %x = nv_tileaa.queue.get %q {
          ^bb0(%e: !tile):
            nv_tileaa.queue.yield %e : !tile
          } : (!queue) -> !tile
          %s = arith.addi %x, %x : !tile
          %t = nv_tileaa.tiled_store %v, %s[%i] : (!out, !tile, i32) -> !tok
        }
        nv_tileaa.yield
      } {num_warps = array<i32: 1, 4>, max_registers = array<i32: 40, 232>}
      nv_tileaa.return
    }
  }
}
