// RUN: tile-opt %s --convert-tileaa-to-tileas | FileCheck %s

// 128 threads: 256 elements are two per thread, 32 are replicated over warps.
// CHECK-DAG: #[[TWO:.*]] = #nv_tileas.linear<reg = [1], lane = [2, 4, 8, 16, 32], warp = [64, 128]>
// CHECK-DAG: #[[REPLICATED:.*]] = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [0, 0]>

gpu.module @m {
  // CHECK-LABEL: nv_tileaa.func @arithmetic
  nv_tileaa.func @arithmetic(%s: f32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // CHECK: %[[X:.*]] = nv_tileaa.splat %{{.*}} : f32 -> tensor<256xf32, #[[TWO]]>
    %x = nv_tileaa.splat %s : f32 -> tensor<256xf32>
    // CHECK: arith.constant dense<{{.*}}> : tensor<32xi32, #[[REPLICATED]]>
    %c = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]> : tensor<32xi32>
    // Nearest-even is arith's and math's; other modes keep their operation.
    // CHECK: arith.addf %[[X]], %[[X]] : tensor<256xf32, #[[TWO]]>
    %a = nv_tileaa.addf %x, %x : tensor<256xf32>
    // CHECK: nv_tileaa.addf {{.*}} {rounding_mode = #nv_tileaa.rounding_mode<rz>}
    %b = nv_tileaa.addf %x, %x {rounding_mode = #nv_tileaa.rounding_mode<rz>} : tensor<256xf32>
    // CHECK: nv_tileaa.mulf {{.*}} {flush_to_zero}
    %f = nv_tileaa.mulf %x, %x {flush_to_zero} : tensor<256xf32>
    // CHECK: math.fma
    %m = nv_tileaa.fma %a, %b, %f : tensor<256xf32>
    // CHECK: arith.truncf {{.*}} to tensor<256xf16, #[[TWO]]>
    %h = nv_tileaa.fp_to_fp %m : tensor<256xf32> to tensor<256xf16>
    // CHECK: arith.extf
    %w = nv_tileaa.fp_to_fp %h : tensor<256xf16> to tensor<256xf32>
    // CHECK: arith.cmpf olt, {{.*}} : tensor<256xf32, #[[TWO]]>
    %lt = arith.cmpf olt, %w, %x : tensor<256xf32>
    // CHECK: arith.select {{.*}} : tensor<256xi1, #[[TWO]]>, tensor<256xf32, #[[TWO]]>
    %sel = arith.select %lt, %w, %x : tensor<256xi1>, tensor<256xf32>
    // CHECK: gpu.block_id y
    // CHECK: arith.index_cast {{.*}} : index to i32
    %id = nv_tileaa.get_program_id 1 : i32
    // CHECK: gpu.grid_dim z
    %num = nv_tileaa.get_num_programs 2 : i32
    // CHECK-NOT: nv_tileaa.assume
    %assumed = nv_tileaa.assume #nv_tileaa.div_by<16>, %id : i32
    nv_tileaa.return
  }

  // A broadcast moves its source, then grows in place.
  // CHECK-LABEL: nv_tileaa.func @shapes
  nv_tileaa.func @shapes(%s: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %zero = arith.constant 0 : i32
    %end = arith.constant 16 : i32
    // CHECK: nv_tileas.generate
    // CHECK: arith.addi
    // CHECK: : tensor<16xi32,
    %r = nv_tileaa.make_range %zero, %end : i32 -> tensor<16xi32>
    // CHECK: nv_tileas.expand_dims {{.*}} {axis = 1 : i32}
    %e = nv_tileaa.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    // CHECK: %[[MOVED:.*]] = nv_tileas.convert_layout
    // CHECK: nv_tileas.reinterpret %[[MOVED]] {{.*}} -> tensor<16x16xi32,
    %b = nv_tileaa.broadcast %e : tensor<16x1xi32> -> tensor<16x16xi32>
    // CHECK: nv_tileas.reinterpret {{.*}} -> tensor<256xi32,
    %v = nv_tileaa.view %b : tensor<16x16xi32> -> tensor<256xi32>
    // CHECK: nv_tileas.reduce
    // CHECK: nv_tileas.yield
    // CHECK: (tensor<16x16xi32, {{.*}}) -> tensor<16xi32,
    %sum = nv_tileaa.reduce %b {
    ^bb0(%x: i32, %acc: i32):
      %next = arith.addi %x, %acc : i32
      nv_tileaa.yield %next : i32
    } {axis = 0 : i32, identities = [0 : i32]} : (tensor<16x16xi32>) -> tensor<16xi32>
    // Region operations carry the layouts.
    // CHECK: scf.for {{.*}} -> (tensor<16xi32, #linear
    %loop = scf.for %i = %zero to %end step %end iter_args(%t = %sum) -> (tensor<16xi32>) : i32 {
      scf.yield %t : tensor<16xi32>
    }
    nv_tileaa.return
  }

  // Order, scope and padding are carried.
  // CHECK-LABEL: nv_tileaa.func @memory
  nv_tileaa.func @memory(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %i: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    // CHECK: nv_tileas.view
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1], 1> -> <32xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = nan>
    // CHECK: arith.index_castui %{{.*}} : i32 to index
    // CHECK: nv_tileas.tiled_load {{.*}} padding_value = #nv_tileaa.padding<nan>
    %x, %t = nv_tileaa.tiled_load %v[%i] {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!nv_tileaa.tiled_view<32xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = nan>, i32) -> (tensor<32xf32>, !nv_tileaa.mem_token)
    // CHECK: nv_tileas.tiled_store {{.*}} token %{{.*}} {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<release>}
    %u = nv_tileaa.tiled_store %v, %x[%i] token %t {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.tiled_view<32xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = nan>, tensor<32xf32>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    // CHECK: nv_tileas.load %{{.*}} mask %{{.*}} other
    %true = arith.constant true
    %zero = arith.constant 0.0 : f32
    %l, %w = nv_tileaa.load %p mask %true other %zero token %u : (!nv_tileaa.ptr<f32, 1>, i1, f32, !nv_tileaa.mem_token) -> (f32, !nv_tileaa.mem_token)
    // CHECK: nv_tileas.store %{{.*}}, %{{.*}} mask %{{.*}} token
    %z = nv_tileaa.store %p, %l mask %true token %w : (!nv_tileaa.ptr<f32, 1>, f32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
