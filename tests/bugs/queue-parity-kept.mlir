// The ring of two slots begins again twice.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer y : i32[128] = fill(7)
// tilefuzz.args &y
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!out = !nv_tileaa.tiled_view<128xi32, memref = !nv_tileaa.memref<128xi32, strides = [1], 1>, dim_map = [0], padding = none>
!tile = tensor<128xi32>
!queue = !nv_tileaa.queue<!tile>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%y: !ptr) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %end = arith.constant 129 : i32
      %trips = arith.constant 5 : i32
      %x = nv_tileaa.make_range %one, %end : i32 -> !tile
      %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      %sum = scf.for %i = %zero to %trips step %one iter_args(%acc = %x) -> (!tile) : i32 {
        %s = nv_tileaa.splat %i : i32 -> !tile
        nv_tileaa.queue.put %q {
          %v = arith.addi %acc, %s : !tile
          nv_tileaa.queue.yield %v : !tile
        } : !queue
        %g = nv_tileaa.queue.get %q {
        ^bb0(%e: !tile):
          %d = arith.addi %e, %e : !tile
          nv_tileaa.queue.yield %d : !tile
        } : (!queue) -> !tile
        scf.yield %g : !tile
      }
      %mo = nv_tileaa.make_memref %y, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !nv_tileaa.memref<128xi32, strides = [1], 1>
      %vo = nv_tileaa.block_tile %mo : !nv_tileaa.memref<128xi32, strides = [1], 1> -> !out
      %to = nv_tileaa.tiled_store %vo, %sum[%zero] : (!out, tensor<128xi32>, i32) -> !tok
      nv_tileaa.return
    }
  }
}
