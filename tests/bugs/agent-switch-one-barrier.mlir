// Two agents turn a tile each, over two and four warps.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = iota(0, 1)
// tilefuzz.buffer y : i32[256] = fill(7)
// tilefuzz.buffer z : i32[256] = fill(7)
// tilefuzz.args &x &y &z
!ptr = !nv_tileaa.ptr<i32, 1>
!tok = !nv_tileaa.mem_token
!mem = !nv_tileaa.memref<16x16xi32, strides = [16, 1], 1>
!view = !nv_tileaa.tiled_view<16x16xi32, memref = !nv_tileaa.memref<16x16xi32, strides = [16, 1], 1>, dim_map = [0, 1], padding = none>
!tile = tensor<16x16xi32>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: !ptr, %y: !ptr, %z: !ptr) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %ma = nv_tileaa.make_memref %x, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
      %a = nv_tileaa.block_tile %ma : !mem -> !view
      %mb = nv_tileaa.make_memref %y, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
      %b = nv_tileaa.block_tile %mb : !mem -> !view
      %mc = nv_tileaa.make_memref %z, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
      %c = nv_tileaa.block_tile %mc : !mem -> !view
      nv_tileaa.execute {
        %l, %tl = nv_tileaa.tiled_load %a[%zero, %zero] : (!view, i32, i32) -> (!tile, !tok)
        %p = nv_tileaa.permute %l [1, 0] : !tile -> !tile
        %tbp = nv_tileaa.tiled_store %b, %p[%zero, %zero] : (!view, !tile, i32, i32) -> !tok
        nv_tileaa.yield
      }, {
        %n, %tn = nv_tileaa.tiled_load %a[%zero, %zero] : (!view, i32, i32) -> (!tile, !tok)
        %r = nv_tileaa.permute %n [1, 0] : !tile -> !tile
        %tcr = nv_tileaa.tiled_store %c, %r[%zero, %zero] : (!view, !tile, i32, i32) -> !tok
        nv_tileaa.yield
      } {num_warps = array<i32: 2, 4>, max_registers = array<i32: 40, 200>}
      nv_tileaa.return
    }
  }
}
