// What is stored and what is put have no order; both are atomic. A copy is weak: there is a race, which runs at this stage
// show (a campaign asks first whether the program may do something else, and queues are not explored).
// RUN: tile-run %s --at=tileas-materialize-async --enable-pattern=tileas-materialize-async | FileCheck %s --check-prefix=RIGHT
// RUN: not tile-run %s --at=tileas-materialize-async --enable-pattern=tileas-materialize-async --inject-bug=async-copies-relaxed | FileCheck %s --check-prefix=WRONG
// RIGHT: completed
// WRONG: data-race at nv_tileas.tiled_load
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[128] = fill(1)
// tilefuzz.buffer y : i32[128] = fill(7)
// tilefuzz.args &x &y
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!mem = !nv_tileaa.memref<128xi32, strides = [1], 1>
!view = !nv_tileaa.tiled_view<128xi32, memref = !nv_tileaa.memref<128xi32, strides = [1], 1>, dim_map = [0], padding = none>
!tile = tensor<128xi32>
!queue = !nv_tileaa.queue<!tile>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: !ptr, %y: !ptr) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %ones = arith.constant dense<1> : !tile
      %mx = nv_tileaa.make_memref %x, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
      %vx = nv_tileaa.block_tile %mx : !mem -> !view
      %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      %s = nv_tileaa.tiled_store %vx, %ones[%zero] {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!view, !tile, i32) -> !tok
      nv_tileaa.queue.put %q {
        %v, %t = nv_tileaa.tiled_load %vx[%zero] {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!view, i32) -> (!tile, !tok)
        nv_tileaa.queue.yield %v : !tile
      } : !queue
      %a = nv_tileaa.queue.get %q {
      ^bb0(%e: !tile):
        nv_tileaa.queue.yield %e : !tile
      } : (!queue) -> !tile
      %my = nv_tileaa.make_memref %y, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
      %vy = nv_tileaa.block_tile %my : !mem -> !view
      %u = nv_tileaa.tiled_store %vy, %a[%zero] : (!view, !tile, i32) -> !tok
      nv_tileaa.return
    }
  }
}
