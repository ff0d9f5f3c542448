// Every operation prints as it is read.
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --mlir-print-op-generic > %t.generic
// RUN: tile-opt %s | tile-opt --mlir-print-op-generic | diff %t.generic -

#flat = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>
#turned = #nv_tileas.linear<reg = [], lane = [4, 8, 16, 1, 2], warp = []>
#half = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 0], warp = []>
#rows = #nv_tileas.linear<reg = [], lane = [0, 0, 0, 1, 2], warp = []>
#tile = #nv_tileas.linear<reg = [1, 2, 4], lane = [8, 16, 32, 64, 128], warp = []>
#fragment = #nv_tileas.linear<reg = [1, 64], lane = [2, 4, 8, 16, 32], warp = []>
#column = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 0], warp = []>
#one = #nv_tileas.linear<reg = [], lane = [0, 0, 0, 0, 0], warp = []>

// CHECK-DAG: #[[FLAT:.*]] = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = []>

gpu.module @m {
  // CHECK-LABEL: nv_tileaa.func @values
  nv_tileaa.func @values(%start: i32) {
    // CHECK: nv_tileas.generate {
    // CHECK-NEXT: ^bb0(%[[I:.*]]: i32):
    // CHECK: nv_tileas.yield %{{.*}} : i32
    // CHECK: : tensor<32xi32, #[[FLAT]]>
    %range = nv_tileas.generate {
    ^bb0(%i: i32):
      %sum = arith.addi %start, %i : i32
      nv_tileas.yield %sum : i32
    } : tensor<32xi32, #flat>
    // CHECK: nv_tileas.reinterpret {{.*}} -> tensor<4x8xi32,
    %square = nv_tileas.reinterpret %range : tensor<32xi32, #flat> -> tensor<4x8xi32, #flat>
    // CHECK: nv_tileas.reduce %{{.*}} {
    %sums = nv_tileas.reduce %square {
    ^bb0(%element: i32, %accumulator: i32):
      %next = arith.addi %element, %accumulator : i32
      nv_tileas.yield %next : i32
    } {axis = 1 : i32, identities = [0 : i32]} : (tensor<4x8xi32, #flat>) -> tensor<4xi32, #rows>
    // CHECK: nv_tileas.expand_dims {{.*}} {axis = 1 : i32}
    %column = nv_tileas.expand_dims %sums {axis = 1 : i32} : tensor<4xi32, #rows> -> tensor<4x1xi32, #rows>
    // CHECK: nv_tileas.reinterpret {{.*}} tensor<4x1xi32, {{.*}} -> tensor<4x8xi32,
    %grown = nv_tileas.reinterpret %column : tensor<4x1xi32, #rows> -> tensor<4x8xi32, #flat>
    // CHECK: nv_tileas.convert_layout
    %moved = nv_tileas.convert_layout %grown : tensor<4x8xi32, #flat>
        -> tensor<4x8xi32, #nv_tileas.linear<reg = [1], lane = [2, 4, 8, 16, 0], warp = [0]>>
    // CHECK: nv_tileas.reinterpret %{{.*}} permutation = [1, 0] : tensor<4x8xi32, #[[FLAT]]> -> tensor<8x4xi32,
    %turned = nv_tileas.reinterpret %square permutation = [1, 0] : tensor<4x8xi32, #flat> -> tensor<8x4xi32, #turned>
    // CHECK: nv_tileas.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] strides = [2, 1] : tensor<4x8xi32, #[[FLAT]]>, i32, i32 -> tensor<2x8xi32,
    %slice = nv_tileas.extract_slice %square[%start, %start] strides = [2, 1] : tensor<4x8xi32, #flat>, i32, i32 -> tensor<2x8xi32, #half>
    // CHECK: nv_tileas.alloc_tensor : tensor<4x8xi32, #[[FLAT]]>
    %whole = nv_tileas.alloc_tensor : tensor<4x8xi32, #flat>
    // CHECK: nv_tileas.insert_slice %{{.*}} into %{{.*}} [2, 0] : tensor<2x8xi32, {{.*}}> into tensor<4x8xi32, #[[FLAT]]>
    %inserted = nv_tileas.insert_slice %slice into %whole [2, 0] : tensor<2x8xi32, #half> into tensor<4x8xi32, #flat>
    // CHECK: nv_tileas.scan %{{.*}} {
    // CHECK: nv_tileas.yield
    // CHECK: } {axis = 0 : i32, identities = [0 : i32], inclusive = false, reverse = true} : (tensor<4x8xi32, #[[FLAT]]>) -> tensor<4x8xi32, #[[FLAT]]>
    %prefixes = nv_tileas.scan %square {
    ^bb0(%element: i32, %accumulator: i32):
      %next = arith.addi %element, %accumulator : i32
      nv_tileas.yield %next : i32
    } {axis = 0 : i32, identities = [0 : i32], inclusive = false, reverse = true} : (tensor<4x8xi32, #flat>) -> tensor<4x8xi32, #flat>
    nv_tileaa.return
  }
  // CHECK-LABEL: nv_tileaa.func @products
  nv_tileaa.func @products(%a: tensor<16x16xf16, #tile>, %c: tensor<16x8xf32, #fragment>, %s: tensor<16x1xf32, #column>) {
    %b = nv_tileas.reinterpret %a : tensor<16x16xf16, #tile> -> tensor<16x16xf16, #tile>
    %e = nv_tileas.generate {
    ^bb0(%i: i32, %j: i32):
      %zero = arith.constant 0.0 : f16
      nv_tileas.yield %zero : f16
    } : tensor<16x8xf16, #fragment>
    // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} {atom = "mma_f32_f16", fast_acc} : (
    %d = nv_tileas.dot %a, %e, %c {atom = "mma_f32_f16", fast_acc} : (tensor<16x16xf16, #tile>, tensor<16x8xf16, #fragment>, tensor<16x8xf32, #fragment>) -> tensor<16x8xf32, #fragment>
    nv_tileaa.return
  }
  // CHECK-LABEL: nv_tileaa.func @memory
  nv_tileaa.func @memory(%p: !nv_tileaa.ptr<f32, 1>, %n: i64, %i: index) {
    %token = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    // CHECK: nv_tileas.load %{{.*}} token %{{.*}} {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<acquire>}
    %x, %t0 = nv_tileas.load %p token %token {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>}
        : (!nv_tileaa.ptr<f32, 1>, !nv_tileaa.mem_token) -> (f32, !nv_tileaa.mem_token)
    // CHECK: nv_tileas.store
    %t1 = nv_tileas.store %p, %x token %t0 : (!nv_tileaa.ptr<f32, 1>, f32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    %memref = nv_tileaa.make_memref %p, sizes = [%n], strides = [] {alias_scope = 0 : i32} : <f32, 1> -> <?xf32, strides = [1], 1>
    // CHECK: nv_tileas.view {{.*}} -> !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
    %view = nv_tileas.view %memref : !nv_tileaa.memref<?xf32, strides = [1], 1> -> !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>
    // CHECK: nv_tileas.tiled_load %{{.*}}[%{{.*}}] token %{{.*}} {padding_value = #nv_tileaa.padding<neg_inf>}
    %tile, %t2 = nv_tileas.tiled_load %view[%i] token %t1 {padding_value = #nv_tileaa.padding<neg_inf>}
        : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, index, !nv_tileaa.mem_token)
        -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
    // CHECK: nv_tileas.tiled_store %{{.*}}, %{{.*}}[%{{.*}}] token %{{.*}} {in_bounds}
    %t3 = nv_tileas.tiled_store %view, %tile[%i] token %t2 {in_bounds}
        : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, tensor<32xf32, #flat>, index, !nv_tileaa.mem_token)
        -> !nv_tileaa.mem_token
    %mask = arith.constant dense<true> : tensor<32xi1, #flat>
    // CHECK: nv_tileas.tiled_load %{{.*}}[%{{.*}}] mask %{{.*}} other %{{.*}} token %{{.*}} :
    %masked, %m4 = nv_tileas.tiled_load %view[%i] mask %mask other %tile token %t3
        : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, index, tensor<32xi1, #flat>, tensor<32xf32, #flat>, !nv_tileaa.mem_token)
        -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
    // CHECK: nv_tileas.tiled_store %{{.*}}, %{{.*}}[%{{.*}}] mask %{{.*}} token %{{.*}} :
    %m5 = nv_tileas.tiled_store %view, %masked[%i] mask %mask token %m4
        : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]>, tensor<32xf32, #flat>, index, tensor<32xi1, #flat>, !nv_tileaa.mem_token)
        -> !nv_tileaa.mem_token
    // CHECK: nv_tileas.view {{.*}}, dim_map = [0]> -> !nv_tileaa.memref<?xf32, strides = [1], 1>
    %back = nv_tileas.view %view : !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0]> -> !nv_tileaa.memref<?xf32, strides = [1], 1>
    // CHECK: dim_map = [0], steps = [16]>
    %steps = nv_tileas.view %memref : !nv_tileaa.memref<?xf32, strides = [1], 1> -> !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], steps = [16]>
    // CHECK: dim_map = [0], sparse_dim = 0>
    %sparse = nv_tileas.view %memref : !nv_tileaa.memref<?xf32, strides = [1], 1> -> !nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>
    %rows = nv_tileas.generate {
    ^bb0(%r: i32):
      nv_tileas.yield %i : index
    } : tensor<32xindex, #flat>
    // CHECK: nv_tileas.gather_load %{{.*}}[%{{.*}}] token %{{.*}} {padding_value = #nv_tileaa.padding<zero>}
    %gathered, %t4 = nv_tileas.gather_load %sparse[%rows] token %t3 {padding_value = #nv_tileaa.padding<zero>}
        : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, tensor<32xindex, #flat>, !nv_tileaa.mem_token)
        -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
    // CHECK: nv_tileas.scatter_store %{{.*}}, %{{.*}}[%{{.*}}] token %{{.*}}
    %t5 = nv_tileas.scatter_store %sparse, %gathered[%rows] token %t4
        : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, tensor<32xf32, #flat>, tensor<32xindex, #flat>, !nv_tileaa.mem_token)
        -> !nv_tileaa.mem_token
    // CHECK: nv_tileas.tiled_atomic_rmw %{{.*}}, %{{.*}}[%{{.*}}] token %{{.*}} {{{.*}}rmw_mode = #nv_tileaa.rmw_mode<addf>}
    %old, %t6 = nv_tileas.tiled_atomic_rmw %sparse, %gathered[%rows] token %t5 {rmw_mode = #nv_tileaa.rmw_mode<addf>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>}
        : (!nv_tileas.tiled_view<tile = [32], memref = <?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0>, tensor<32xf32, #flat>, tensor<32xindex, #flat>, !nv_tileaa.mem_token)
        -> (tensor<32xf32, #flat>, !nv_tileaa.mem_token)
    nv_tileaa.return
  }
}
