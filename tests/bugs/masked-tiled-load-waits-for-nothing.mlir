// The load reads what was stored by other threads.
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[256] = fill(0)
// tilefuzz.buffer out : i32[256] = fill(0)
// tilefuzz.args &x &out
!rows = !nv_tileaa.memref<16x16xi32, strides = [16, 1], 1>
!columns = !nv_tileaa.memref<16x16xi32, strides = [1, 16], 1>
!byrows = !nv_tileaa.tiled_view<16x16xi32, memref = !rows, dim_map = [0, 1], padding = none>
!bycolumns = !nv_tileaa.tiled_view<16x16xi32, memref = !columns, dim_map = [0, 1], padding = none>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  gpu.module @m {
    nv_tileaa.func @k(%x: !nv_tileaa.ptr<i32, 1>, %p: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
      %zero = arith.constant 0 : i32
      %all = arith.constant 256 : i32
      %n = nv_tileaa.make_range %zero, %all : i32 -> tensor<256xi32>
      %square = nv_tileaa.view %n : tensor<256xi32> -> tensor<16x16xi32>
      %on = arith.constant dense<true> : tensor<16x16xi1>
      %mv = nv_tileaa.make_memref %x, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !rows
      %mw = nv_tileaa.make_memref %x, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !columns
      %mo = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !nv_tileaa.ptr<i32, 1> -> !rows
      %v = nv_tileaa.block_tile %mv : !rows -> !byrows
      %w = nv_tileaa.block_tile %mw : !columns -> !bycolumns
      %o = nv_tileaa.block_tile %mo : !rows -> !byrows
      %t1 = nv_tileaa.tiled_store %v, %square[%zero, %zero] : (!byrows, tensor<16x16xi32>, i32, i32) -> !nv_tileaa.mem_token
      %a, %t2 = nv_tileaa.tiled_load %w[%zero, %zero] mask %on token %t1 : (!bycolumns, i32, i32, tensor<16x16xi1>, !nv_tileaa.mem_token) -> (tensor<16x16xi32>, !nv_tileaa.mem_token)
      %t3 = nv_tileaa.tiled_store %o, %a[%zero, %zero] : (!byrows, tensor<16x16xi32>, i32, i32) -> !nv_tileaa.mem_token
      nv_tileaa.return
    }
  }
}
