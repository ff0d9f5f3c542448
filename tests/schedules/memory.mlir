// Loads with more bytes in flight than shared memory holds, a depth limit, an effect between accesses.
#L = #nv_tileas.linear<reg = [1, 2, 4, 8, 16, 32, 64], lane = [128, 256, 512, 1024, 2048], warp = [4096, 8192]>
!view = !nv_tileas.tiled_view<tile = [16384], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
module attributes {nv_tileaa.compute_capability = 120 : i32} {
  nv_tileaa.func @deep(%view: !view, %init: tensor<16384xf32, #L>, %n: i32, %one: i32, %at: index, %token: !nv_tileaa.mem_token) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %r = scf.for %i = %one to %n step %one iter_args(%a = %init) -> (tensor<16384xf32, #L>) : i32 {
      %x, %t = nv_tileas.tiled_load %view[%at] token %token : (!view, index, !nv_tileaa.mem_token) -> (tensor<16384xf32, #L>, !nv_tileaa.mem_token)
      %y, %u = nv_tileas.tiled_load %view[%at] token %token : (!view, index, !nv_tileaa.mem_token) -> (tensor<16384xf32, #L>, !nv_tileaa.mem_token)
      %p = arith.mulf %x, %y : tensor<16384xf32, #L>
      %s = arith.addf %a, %p : tensor<16384xf32, #L>
      scf.yield %s : tensor<16384xf32, #L>
    }
    nv_tileaa.return
  }
  nv_tileaa.func @limited(%view: !view, %init: tensor<16384xf32, #L>, %n: i32, %one: i32, %at: index, %token: !nv_tileaa.mem_token) attributes {kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    scf.for %i = %one to %n step %one : i32 {
      %x = math.exp2 %init : tensor<16384xf32, #L>
      %y = arith.mulf %x, %x : tensor<16384xf32, #L>
      %z = math.exp2 %y {tileas.schedule.constraint.max_depth = 0 : i32} : tensor<16384xf32, #L>
    }
    nv_tileaa.return
  }
}
