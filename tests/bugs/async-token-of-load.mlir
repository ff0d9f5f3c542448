// What is put comes with what the body has stored elsewhere.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[512] = uniform(-100, 100)
// tilefuzz.buffer z : i32[1] = fill(1)
// tilefuzz.buffer y : i32[128] = fill(7)
// tilefuzz.args &x &z &y
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!out = !nv_tileaa.tiled_view<128xi32, memref = !nv_tileaa.memref<128xi32, strides = [1], 1>, dim_map = [0], padding = none>
!tile = tensor<128xi32>
!queue = !nv_tileaa.queue<!tile>
!in = !nv_tileaa.tiled_view<128xi32, memref = !nv_tileaa.memref<512xi32, strides = [1], 1>, dim_map = [0], padding = none>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: !ptr, %z: !ptr, %y: !ptr) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %five = arith.constant 5 : i32
      %mi = nv_tileaa.make_memref %x, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !nv_tileaa.memref<512xi32, strides = [1], 1>
      %vi = nv_tileaa.block_tile %mi : !nv_tileaa.memref<512xi32, strides = [1], 1> -> !in
      %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      nv_tileaa.queue.put %q {
        %v, %t = nv_tileaa.tiled_load %vi[%zero] : (!in, i32) -> (!tile, !tok)
        %s = nv_tileaa.store %z, %five : (!ptr, i32) -> !tok
        nv_tileaa.queue.yield %v : !tile
      } : !queue
      %a = nv_tileaa.queue.get %q {
      ^bb0(%e: !tile):
        %k, %t = nv_tileaa.load %z : (!ptr) -> (i32, !tok)
        %ks = nv_tileaa.splat %k : i32 -> !tile
        %d = arith.addi %e, %ks : !tile
        nv_tileaa.queue.yield %d : !tile
      } : (!queue) -> !tile
      %mo = nv_tileaa.make_memref %y, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !nv_tileaa.memref<128xi32, strides = [1], 1>
      %vo = nv_tileaa.block_tile %mo : !nv_tileaa.memref<128xi32, strides = [1], 1> -> !out
      %to = nv_tileaa.tiled_store %vo, %a[%zero] : (!out, tensor<128xi32>, i32) -> !tok
      nv_tileaa.return
    }
  }
}
