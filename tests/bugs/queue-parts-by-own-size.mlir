// What is put are numbers of eight bytes, and then bytes.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i64[128] = iota(1000, 1)
// tilefuzz.buffer y : i8[128] = iota(1, 1)
// tilefuzz.buffer z : i64[128] = fill(7)
// tilefuzz.args &x &y &z
!wide = !nv_tileaa.ptr<i64, 1>
!byte = !nv_tileaa.ptr<i8, 1>
!tok = !nv_tileaa.mem_token
!mem = !nv_tileaa.memref<128xi64, strides = [1], 1>
!view = !nv_tileaa.tiled_view<128xi64, memref = !nv_tileaa.memref<128xi64, strides = [1], 1>, dim_map = [0], padding = none>
!bmem = !nv_tileaa.memref<128xi8, strides = [1], 1>
!bview = !nv_tileaa.tiled_view<128xi8, memref = !nv_tileaa.memref<128xi8, strides = [1], 1>, dim_map = [0], padding = none>
!tile = tensor<128xi64>
!bytes = tensor<128xi8>
!queue = !nv_tileaa.queue<!tile, !bytes>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: !wide, %y: !byte, %z: !wide) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %mx = nv_tileaa.make_memref %x, sizes = [], strides = [] {alias_scope = 0 : i32} : !wide -> !mem
      %vx = nv_tileaa.block_tile %mx : !mem -> !view
      %my = nv_tileaa.make_memref %y, sizes = [], strides = [] {alias_scope = 0 : i32} : !byte -> !bmem
      %vy = nv_tileaa.block_tile %my : !bmem -> !bview
      %mz = nv_tileaa.make_memref %z, sizes = [], strides = [] {alias_scope = 0 : i32} : !wide -> !mem
      %vz = nv_tileaa.block_tile %mz : !mem -> !view
      %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      nv_tileaa.queue.put %q {
        %v, %tv = nv_tileaa.tiled_load %vx[%zero] : (!view, i32) -> (!tile, !tok)
        %b, %tb = nv_tileaa.tiled_load %vy[%zero] : (!bview, i32) -> (!bytes, !tok)
        nv_tileaa.queue.yield %v, %b : !tile, !bytes
      } : !queue
      %a = nv_tileaa.queue.get %q {
      ^bb0(%e: !tile, %f: !bytes):
        %g = arith.extui %f : !bytes to !tile
        %d = arith.addi %e, %g : !tile
        nv_tileaa.queue.yield %d : !tile
      } : (!queue) -> !tile
      %s = nv_tileaa.tiled_store %vz, %a[%zero] : (!view, !tile, i32) -> !tok
      nv_tileaa.return
    }
  }
}
