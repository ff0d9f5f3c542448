// What the operations beyond the slice become (facts, 4.2).
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=90 -o %t && FileCheck %s < %t
// RUN: tile-opt %t | diff - %t
// RUN: tile-opt %s --convert-cuda-tile-to-tileaa=compute-capability=100 | FileCheck %s --check-prefix=SM100
// A module at any depth is found.
module {
cuda_tile.module @m attributes {producer = "test"} {
  // CHECK: gpu.module @m attributes {nv_tileaa.producer = "test"}
  // CHECK: nv_tileaa.global "private" @ids = dense<[7, 8]> : tensor<2xi64> {alignment = 8 : i64, constant}
  global private constant @ids alignment = 8 <i64: [7, 8]> : tile<2xi64>

  // CHECK-LABEL: nv_tileaa.func @floats
  // CHECK-SAME: kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 2, occupancy = 3>
  // CHECK-SAME: nv_tileaa.optimization_hints = {default = {occupancy = 3 : i64}, sm_90 = {num_cta_in_cga = 2 : i64}}
  // SM100-LABEL: nv_tileaa.func @floats
  // SM100-SAME: numCtas = 1, occupancy = 3
  entry @floats(%x: tile<f32>, %y: tile<f32>) optimization_hints=<default = {occupancy = 3}, sm_90 = {num_cta_in_cga = 2}> {
    // CHECK: nv_tileaa.fma %{{.*}} {fastmath = #arith.fastmath<contract>} : f32
    %0 = fma %x, %y, %x {fastmath = #arith.fastmath<contract>} : tile<f32>
    // CHECK: nv_tileaa.divf %{{.*}} {flush_to_zero, rounding_mode = #nv_tileaa.rounding_mode<approx>} : f32
    %1 = divf %0, %y rounding<approx> flush_to_zero : tile<f32>
    // CHECK: math.exp %{{.*}} fastmath<afn> : f32
    %2 = exp %1 rounding<approx> : tile<f32>
    // CHECK: math.exp %{{.*}} : f32
    %3 = exp %2 : tile<f32>
    // CHECK: math.tanh %{{.*}} fastmath<contract,afn> : f32
    %4 = tanh %3 rounding<approx> {fastmath = #arith.fastmath<contract>} : tile<f32>
    // CHECK: math.sin %{{.*}} fastmath<nnan> : f32
    %5 = sin %4 {fastmath = #arith.fastmath<nnan>} : tile<f32>
    // CHECK: nv_tileaa.exp2 %{{.*}} {fastmath = #arith.fastmath<reassoc>, flush_to_zero} : f32
    %6 = exp2 %5 flush_to_zero {fastmath = #arith.fastmath<reassoc>} : tile<f32>
    // CHECK: nv_tileaa.call_elementwise_intrinsic "atan2"(%{{.*}}, %{{.*}}) {pure} : (f32, f32) -> f32
    %8 = atan2 %6, %x : tile<f32>
    // CHECK: nv_tileaa.assert
    %7 = cmpf less_than ordered %6, %x : tile<f32> -> tile<i1>
    assert %7, "grew" : tile<i1>
  }

  // CHECK-LABEL: nv_tileaa.func @views
  entry @views(%p: tile<ptr<f32>>, %n: tile<i32>, %rows: tile<ptr<i32>>) {
    %tv = make_tensor_view %p, shape = [%n, 96], strides = [96, 1] : tile<i32> -> tensor_view<?x96xf32, strides=[96,1]>
    // CHECK: nv_tileaa.block_tile %{{.*}} -> <4x8xf32, memref = !nv_tileaa.memref<?x96xf32, strides = [96, 1], 1>, dim_map = [1, 0], steps = [2, 3], padding = nan>
    %sv = make_strided_view %tv : strided_view<tile=(4x8), traversal_strides=[2,3], padding_value = nan, tensor_view<?x96xf32, strides=[96,1]>, dim_map=[1, 0]>
    // CHECK: nv_tileaa.block_tile %{{.*}} -> <4x8xf32, memref = !nv_tileaa.memref<?x96xf32, strides = [96, 1], 1>, dim_map = [0, 1], sparse_dim = 0, padding = none>
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(4x8), tensor_view<?x96xf32, strides=[96,1]>, sparse_dim=0>
    // CHECK: nv_tileaa.get_dim_size %{{.*}}, 0
    %s:2 = get_tensor_shape %tv : tensor_view<?x96xf32, strides=[96,1]> -> tile<i32>
    // CHECK: %[[ROWS:.*]] = nv_tileaa.get_dim_size %{{.*}}, 1 : {{.*}} -> i64
    // CHECK: %[[TWO:.*]] = arith.constant 2 : i64
    // CHECK: %[[TILES:.*]] = arith.ceildivui %[[ROWS]], %[[TWO]] : i64
    // CHECK: arith.trunci %[[TILES]] overflow<nuw> : i64 to i16
    %is:2 = get_index_space_shape %sv : strided_view<tile=(4x8), traversal_strides=[2,3], padding_value = nan, tensor_view<?x96xf32, strides=[96,1]>, dim_map=[1, 0]> -> tile<i16>
    %i = iota : tile<4xi32>
    // CHECK: %[[V:.*]], %[[T:.*]] = nv_tileaa.gather_load
    %v, %t = load_view_tko weak %gv[%i, %n] : gather_scatter_view<tile=(4x8), tensor_view<?x96xf32, strides=[96,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x8xf32>, token
    // CHECK: %[[S:.*]] = nv_tileaa.scatter_store %{{.*}}, %[[V]][%{{.*}}, %{{.*}}] token %[[T]]
    %st = store_view_tko weak %v, %gv[%i, %n] token = %t : tile<4x8xf32>, gather_scatter_view<tile=(4x8), tensor_view<?x96xf32, strides=[96,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> token
    // CHECK: nv_tileaa.tiled_atomic_rmw %{{.*}} token %[[S]] {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, rmw_mode = #nv_tileaa.rmw_mode<addf>}
    %pv = make_partition_view %tv : partition_view<tile=(4x8), tensor_view<?x96xf32, strides=[96,1]>>
    %rt = atomic_red_view_tko relaxed device %pv[%n, %n], addf, %v token = %st : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x96xf32, strides=[96,1]>>, tile<i32> -> token
  }

  // Both exits of the loop become one.
  // CHECK-LABEL: nv_tileaa.func @loops
  entry @loops(%c: tile<i1>, %x: tile<i32>, %p: tile<ptr<i32>>) {
    // CHECK: %[[W:.*]]:2 = scf.while (%[[K:.*]] = %arg1) : (i32) -> (i32, f32)
    // CHECK: %[[R:.*]]:3 = scf.if %arg0 -> (i1, i32, f32)
    // CHECK: arith.constant false
    // CHECK: ub.poison : i32
    // CHECK: } else {
    // CHECK: ub.poison : f32
    // CHECK: scf.condition(%[[R]]#0) %[[R]]#1, %[[R]]#2 : i32, f32
    // CHECK: ^bb0(%[[N:.*]]: i32, %{{.*}}: f32):
    // CHECK: scf.yield %[[N]] : i32
    %f = constant <f32: 1.0> : tile<f32>
    %r = loop iter_values(%k = %x) : tile<i32> -> tile<f32> {
      if %c {
        break %f : tile<f32>
      }
      %n = addi %k, %x : tile<i32>
      continue %n : tile<i32>
    }
    // CHECK: nv_tileaa.bitcast %[[W]]#1
    %b = bitcast %r : tile<f32> -> tile<i32>
    %t = store_ptr_tko weak %p, %b : tile<ptr<i32>>, tile<i32> -> token
  }

  // CHECK-LABEL: nv_tileaa.func @products
  entry @products(%p: tile<ptr<i32>>) {
    %e = constant <i8: 1> : tile<16x32xi8>
    %g = constant <i32: 0> : tile<16x16xi32>
    %f = constant <i8: 2> : tile<32x16xi8>
    // CHECK: nv_tileaa.dot %{{.*}} {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>}
    %m = mmai %e, %f, %g signed unsigned : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xi32>
    // CHECK: nv_tileaa.scan
    // CHECK: ^bb0(%{{.*}}: i32, %{{.*}}: i32):
    // CHECK: nv_tileaa.yield
    // CHECK: {axis = 1 : i32, identities = [0 : i32], reverse = true}
    %s = scan %m dim=1 reverse=true identities=[0 : i32] : tile<16x16xi32> -> tile<16x16xi32> (%x: tile<i32>, %acc: tile<i32>) {
      %sum = addi %x, %acc : tile<i32>
      yield %sum : tile<i32>
    }
    %i1 = constant <i32: 1> : tile<i32>
    // CHECK: nv_tileaa.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] strides = [1, 1] : tensor<16x16xi32>, i32, i32 -> tensor<8x4xi32>
    %x0 = extract %s[%i1, %i1] : tile<16x16xi32> -> tile<8x4xi32>
    // CHECK: nv_tileaa.permute %{{.*}} [1, 0]
    %x1 = permute %x0 [1, 0] : tile<8x4xi32> -> tile<4x8xi32>
    // CHECK: nv_tileaa.assume #nv_tileaa.bounded<0, ?>
    %x2 = assume bounded<0, ?>, %x1 : tile<4x8xi32>
    // CHECK: nv_tileaa.assume #nv_tileaa.div_by<4, every = 2, along = 1>
    %x3 = assume div_by<4, every 2 along 1>, %x2 : tile<4x8xi32>
    // CHECK: nv_tileaa.assume #nv_tileaa.same_elements<[2, 4]>
    %x4 = assume same_elements<[2, 4]>, %x3 : tile<4x8xi32>
    // CHECK: nv_tileaa.print "%i"(%{{.*}}) : (tensor<4x8xi32>) -> !nv_tileaa.mem_token
    %t = print_tko "%i", %x4 : tile<4x8xi32> -> token
  }
}
}
