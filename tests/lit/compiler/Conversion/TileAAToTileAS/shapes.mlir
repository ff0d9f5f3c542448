// What nv_tileas has no operation for is made of layouts and slices.
// RUN: tile-opt %s --convert-tileaa-to-tileas | FileCheck %s

// CHECK-DAG: #[[ROWS:.*]] = #nv_tileas.linear<reg = [1], lane = [2, 4, 8, 16, 32], warp = [64, 128]>
// CHECK-DAG: #[[TURNED:.*]] = #nv_tileas.linear<reg = [32], lane = [64, 128, 1, 2, 4], warp = [8, 16]>

gpu.module @m {
  // CHECK-LABEL: nv_tileaa.func @values
  nv_tileaa.func @values(%x: i32, %i: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %s = nv_tileaa.splat %x : i32 -> tensor<32x8xi32>
    // The elements get other coordinates, then move.
    // CHECK: %[[NAMED:.*]] = nv_tileas.reinterpret %{{.*}} permutation = [1, 0] : tensor<32x8xi32, #[[ROWS]]> -> tensor<8x32xi32, #[[TURNED]]>
    // CHECK: nv_tileas.convert_layout %[[NAMED]] : tensor<8x32xi32, #[[TURNED]]> -> tensor<8x32xi32, #[[ROWS]]>
    %p = nv_tileaa.permute %s [1, 0] : tensor<32x8xi32> -> tensor<8x32xi32>
    // CHECK: %[[NEW:.*]] = nv_tileas.alloc_tensor : tensor<8x64xi32,
    // CHECK: %[[ONE:.*]] = nv_tileas.insert_slice %{{.*}} into %[[NEW]] [0, 0]
    // CHECK: nv_tileas.insert_slice %{{.*}} into %[[ONE]] [0, 32]
    %c = nv_tileaa.cat %p, %p {axis = 1 : i32} : tensor<8x32xi32>, tensor<8x32xi32> -> tensor<8x64xi32>
    // CHECK: nv_tileas.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] strides = [1, 2]
    %e = nv_tileaa.extract_slice %c[%i, %i] strides = [1, 2] : tensor<8x64xi32>, i32, i32 -> tensor<4x32xi32>
    // CHECK: nv_tileas.generate {
    // CHECK: nv_tileas.yield
    %g = nv_tileaa.generate {
    ^bb0(%r: i32, %k: i32):
      %sum = arith.addi %r, %k : i32
      nv_tileaa.yield %sum : i32
    } : tensor<32x8xi32>
    // CHECK: nv_tileas.scan %{{.*}} {
    // CHECK: } {axis = 1 : i32, identities = [0 : i32], reverse = true}
    %prefixes = nv_tileaa.scan %g {
    ^bb0(%el: i32, %acc: i32):
      %next = arith.addi %el, %acc : i32
      nv_tileaa.yield %next : i32
    } {axis = 1 : i32, identities = [0 : i32], inclusive = true, reverse = true} : (tensor<32x8xi32>) -> tensor<32x8xi32>
    nv_tileaa.return
  }

  // Steps and sparse rows stay in the view's type; sizes are the memref's.
  // CHECK-LABEL: nv_tileaa.func @views
  nv_tileaa.func @views(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %i: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    // CHECK: nv_tileaa.get_dim_size %[[M:.*]], 0
    %size = nv_tileaa.get_dim_size %m, 0 : !nv_tileaa.memref<?xf32, strides = [1], 1> -> i32
    // CHECK: nv_tileas.view %{{.*}} dim_map = [0], steps = [16]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1], 1> -> <32xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], steps = [16], padding = nan>
    // CHECK: %[[BACK:.*]] = nv_tileas.view %{{.*}} -> !nv_tileaa.memref<
    // CHECK: nv_tileaa.get_dim_size %[[BACK]], 0
    %of = nv_tileaa.get_dim_size %v, 0 : !nv_tileaa.tiled_view<32xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], steps = [16], padding = nan> -> i32
    // CHECK: nv_tileas.view %{{.*}} dim_map = [0], sparse_dim = 0>
    %g = nv_tileaa.block_tile %m : <?xf32, strides = [1], 1> -> <32xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0, padding = nan>
    %rows = nv_tileaa.splat %i : i32 -> tensor<32xi32>
    // CHECK: arith.index_castui %{{.*}} : tensor<32xi32, {{.*}}> to tensor<32xindex,
    // CHECK: nv_tileas.gather_load {{.*}}{padding_value = #nv_tileaa.padding<nan>}
    %x, %t = nv_tileaa.gather_load %g[%rows] : (!nv_tileaa.tiled_view<32xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0, padding = nan>, tensor<32xi32>) -> (tensor<32xf32>, !nv_tileaa.mem_token)
    // CHECK: nv_tileas.scatter_store
    %u = nv_tileaa.scatter_store %g, %x[%rows] token %t : (!nv_tileaa.tiled_view<32xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0, padding = nan>, tensor<32xf32>, tensor<32xi32>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
