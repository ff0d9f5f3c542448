// Exclusive scans, old values of a view's atomics, a convolution of one tap,
// ids of programs; what they give was worked out by hand.
// RUN: tile-run %s --all | FileCheck %s
// RUN: tile-run %s --all --schedule=random:3 | FileCheck %s
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer out : i32[48] = fill(-1)
// tilefuzz.buffer sums : i32[6] = iota(100, 1)
// tilefuzz.args &out &sums
!ptr = !nv_tileaa.ptr<i32, 1>
!mem = !nv_tileaa.memref<48xi32, strides = [1], 1>
!view = !nv_tileaa.tiled_view<8xi32, memref = !mem, dim_map = [0], padding = none>
!short = !nv_tileaa.memref<6xi32, strides = [1], 1>
!part = !nv_tileaa.tiled_view<8xi32, memref = !short, dim_map = [0], padding = zero>
!image = !nv_tileaa.memref<6x8xi32, strides = [8, 1], 1>
!taps = !nv_tileaa.tiled_view<1x8xi32, memref = !image, dim_map = [0, 1], padding = zero>
gpu.module @m {
  nv_tileaa.func @k(%p: !ptr, %q: !ptr) attributes {cute.kernel} {
    %m = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !mem
    %v = nv_tileaa.block_tile %m : !mem -> !view
    %i0 = arith.constant 0 : i32
    %i1 = arith.constant 1 : i32
    %i2 = arith.constant 2 : i32
    %i3 = arith.constant 3 : i32
    %i8 = arith.constant 8 : i32
    %r = nv_tileaa.make_range %i0, %i8 : i32 -> tensor<8xi32>

    // Sums of what is before each element, on top of 50 only where there is
    // nothing before it. CHECK: out : i32[48] = 50 0 1 3 6 10 15 21
    %s = nv_tileaa.scan %r {
    ^bb0(%e: i32, %a: i32):
      %sum = arith.addi %e, %a : i32
      nv_tileaa.yield %sum : i32
    } {axis = 0 : i32, identities = [50 : i32], inclusive = false} : (tensor<8xi32>) -> tensor<8xi32>
    %t0 = nv_tileaa.tiled_store %v, %s[%i0] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // From the end, along the rows of a 2 x 4 tile. CHECK-SAME: 6 5 3 0 18 13 7 0
    %r2 = nv_tileaa.view %r : tensor<8xi32> -> tensor<2x4xi32>
    %b = nv_tileaa.scan %r2 {
    ^bb0(%e: i32, %a: i32):
      %sum = arith.addi %e, %a : i32
      nv_tileaa.yield %sum : i32
    } {axis = 1 : i32, identities = [0 : i32], inclusive = false, reverse = true} : (tensor<2x4xi32>) -> tensor<2x4xi32>
    %b1 = nv_tileaa.view %b : tensor<2x4xi32> -> tensor<8xi32>
    %t1 = nv_tileaa.tiled_store %v, %b1[%i1] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // The old elements; those outside of the tensor are its padding.
    // CHECK-SAME: 100 101 102 103 104 105 0 0
    %short = nv_tileaa.make_memref %q, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !short
    %part = nv_tileaa.block_tile %short : !short -> !part
    %old, %t2 = nv_tileaa.tiled_atomic_rmw %part, %r[%i0] {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, rmw_mode = #nv_tileaa.rmw_mode<add>} : (!part, tensor<8xi32>, i32) -> (tensor<8xi32>, !nv_tileaa.mem_token)
    %t3 = nv_tileaa.tiled_store %v, %old[%i2] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // No other block is left to take over. CHECK-SAME: 0 0 0 0 0 0 0 0
    %id = nv_tileaa.cancel_next_program_id : !nv_tileaa.program_id
    %valid = nv_tileaa.is_valid_program_id %id : i1
    %wide = arith.extui %valid : i1 to i32
    %ids = nv_tileaa.splat %wide : i32 -> tensor<8xi32>
    %t4 = nv_tileaa.tiled_store %v, %ids[%i3] : (!view, tensor<8xi32>, i32) -> !nv_tileaa.mem_token

    // One tap reads what a block tile is: rows of eight, stored with 90 added.
    // CHECK-SAME: -1 -1 -1 -1 -1 -1 -1 -1 90 91 92 93 94 95 96 97
    %image = nv_tileaa.make_memref %p, sizes = [], strides = [] {alias_scope = 0 : i32} : !ptr -> !image
    %taps = nv_tileaa.conv_tile %image {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0>, array<i64: 1>], params = #nv_tileaa.conv_params<filter = [1], stride = [1], pad = [0], dilation = [1]>, tileSizes = array<i64: 1, 8>} : !image -> !taps
    %ninety = arith.constant dense<90> : tensor<8xi32>
    %n = arith.addi %r, %ninety : tensor<8xi32>
    %n2 = nv_tileaa.view %n : tensor<8xi32> -> tensor<1x8xi32>
    %i5 = arith.constant 5 : i32
    %t5 = nv_tileaa.tiled_store %taps, %n2[%i5, %i0] : (!taps, tensor<1x8xi32>, i32, i32) -> !nv_tileaa.mem_token

    // CHECK: sums : i32[6] = 100 102 104 106 108 110
    nv_tileaa.return
  }
}
