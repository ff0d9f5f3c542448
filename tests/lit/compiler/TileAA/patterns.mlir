// Each named pattern fires where its condition holds and nowhere else.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=addptr-narrow-add,masked-store-drops-token" | FileCheck %s --check-prefix=BUG
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=addptr-unit-error" | FileCheck %s --check-prefix=UNIT
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=addptr-mixed-by-zeros" | FileCheck %s --check-prefix=MIXED

// CHECK-LABEL: nv_tileaa.func @addptr_chain
// CHECK-DAG: %[[A:.*]] = arith.extsi %arg1 : i32 to i64
// CHECK-DAG: %[[B:.*]] = arith.extsi %arg2 : i32 to i64
// CHECK: %[[S:.*]] = arith.addi %[[A]], %[[B]] : i64
// CHECK: nv_tileaa.addptr %arg0, %[[S]]
// BUG-LABEL: nv_tileaa.func @addptr_chain
// BUG: arith.addi %arg1, %arg2 : i32
// UNIT-LABEL: nv_tileaa.func @addptr_chain
// UNIT: arith.muli
nv_tileaa.func @addptr_chain(%p: !nv_tileaa.ptr<i32, 1>, %a: i32, %b: i32) {
  %0 = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<i32, 1>, i32
  %1 = nv_tileaa.addptr %0, %b : !nv_tileaa.ptr<i32, 1>, i32
  %v, %t = nv_tileaa.load %1 : (!nv_tileaa.ptr<i32, 1>) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @masked_store
// CHECK: nv_tileaa.store %arg0, %arg1 token %arg2 :
// CHECK-NOT: nv_tileaa.create_mem_token
// CHECK: nv_tileaa.store %arg0, %arg1 mask %{{.*}} token %arg2 {mem_scope = #nv_tileaa.mem_scope<gpu>
// CHECK: nv_tileaa.join_mem_token
// BUG-LABEL: nv_tileaa.func @masked_store
// BUG: nv_tileaa.create_mem_token
nv_tileaa.func @masked_store(%p: !nv_tileaa.ptr<i32, 1>, %x: i32, %t: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %true = arith.constant true
  %false = arith.constant false
  %0 = nv_tileaa.store %p, %x mask %true token %t : (!nv_tileaa.ptr<i32, 1>, i32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %1 = nv_tileaa.store %p, %x mask %false token %0 : (!nv_tileaa.ptr<i32, 1>, i32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  // A release orders also when it writes nothing.
  %2 = nv_tileaa.store %p, %x mask %false token %t {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %3 = nv_tileaa.join_mem_token %1, %2 : !nv_tileaa.mem_token
  nv_tileaa.return %3 : !nv_tileaa.mem_token
}

// CHECK-LABEL: nv_tileaa.func @masked_load
// CHECK-NEXT: nv_tileaa.return %arg1, %arg2
nv_tileaa.func @masked_load(%p: !nv_tileaa.ptr<i32, 1>, %x: i32, %t: !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token) {
  %false = arith.constant false
  %v, %u = nv_tileaa.load %p mask %false other %x token %t : (!nv_tileaa.ptr<i32, 1>, i1, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return %v, %u : i32, !nv_tileaa.mem_token
}

// CHECK-LABEL: nv_tileaa.func @splats
// CHECK-NEXT: %[[S:.*]] = nv_tileaa.splat %arg0 : f32 -> tensor<2x8xf32>
// CHECK-NEXT: nv_tileaa.return %[[S]]
nv_tileaa.func @splats(%x: f32) -> tensor<2x8xf32> {
  %0 = nv_tileaa.splat %x : f32 -> tensor<8xf32>
  %1 = nv_tileaa.expand_dims %0 {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %2 = nv_tileaa.view %1 : tensor<1x8xf32> -> tensor<1x8xf32>
  %3 = nv_tileaa.broadcast %2 : tensor<1x8xf32> -> tensor<2x8xf32>
  nv_tileaa.return %3 : tensor<2x8xf32>
}

// CHECK-LABEL: nv_tileaa.func @view_chain
// CHECK-NEXT: nv_tileaa.return %arg0
nv_tileaa.func @view_chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = nv_tileaa.view %x : tensor<8xf32> -> tensor<2x4xf32>
  %1 = nv_tileaa.view %0 : tensor<2x4xf32> -> tensor<8xf32>
  nv_tileaa.return %1 : tensor<8xf32>
}

// A pointer with other uses stays, and so does what adds to it: the sum would
// be one operation more. Constants add up to a constant.
// CHECK-LABEL: nv_tileaa.func @addptr_chain_used
// CHECK: %[[P:.*]] = nv_tileaa.addptr %arg0, %arg1 : !nv_tileaa.ptr<i32, 1>, i32
// CHECK: nv_tileaa.addptr %[[P]], %arg1 : !nv_tileaa.ptr<i32, 1>, i32
// CHECK-NOT: arith.addi
nv_tileaa.func @addptr_chain_used(%p: !nv_tileaa.ptr<i32, 1>, %a: i32) -> (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.ptr<i32, 1>) {
  %0 = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<i32, 1>, i32
  %1 = nv_tileaa.addptr %0, %a : !nv_tileaa.ptr<i32, 1>, i32
  nv_tileaa.return %0, %1 : !nv_tileaa.ptr<i32, 1>, !nv_tileaa.ptr<i32, 1>
}

// CHECK-LABEL: nv_tileaa.func @addptr_chain_constants
// CHECK-DAG: %[[SUM:.*]] = arith.constant 200 : i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 100 : i8
// CHECK-DAG: nv_tileaa.addptr %arg0, %[[ONE]]
// CHECK-DAG: nv_tileaa.addptr %arg0, %[[SUM]]
nv_tileaa.func @addptr_chain_constants(%p: !nv_tileaa.ptr<i32, 1>) -> (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.ptr<i32, 1>) {
  %c = arith.constant 100 : i8
  %0 = nv_tileaa.addptr %p, %c : !nv_tileaa.ptr<i32, 1>, i8
  %1 = nv_tileaa.addptr %0, %c : !nv_tileaa.ptr<i32, 1>, i8
  nv_tileaa.return %0, %1 : !nv_tileaa.ptr<i32, 1>, !nv_tileaa.ptr<i32, 1>
}

// Offsets of two widths are extended by their signs.
// CHECK-LABEL: nv_tileaa.func @addptr_mixed
// CHECK-COUNT-2: arith.extsi
// MIXED-LABEL: nv_tileaa.func @addptr_mixed
// MIXED-COUNT-2: arith.extui
nv_tileaa.func @addptr_mixed(%p: !nv_tileaa.ptr<i32, 1>, %a: i8, %b: i32) -> !nv_tileaa.ptr<i32, 1> {
  %0 = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<i32, 1>, i8
  %1 = nv_tileaa.addptr %0, %b : !nv_tileaa.ptr<i32, 1>, i32
  nv_tileaa.return %1 : !nv_tileaa.ptr<i32, 1>
}
