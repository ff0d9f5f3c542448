// Masked accesses with constant masks: where they fold, where they stay, and
// what the seeded variants make of them.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=masked-load-first-lane" | FileCheck %s --check-prefix=FIRST
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=masked-load-zero-for-other" | FileCheck %s --check-prefix=ZERO
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=masked-load-loses-acquire,masked-store-loses-release" | FileCheck %s --check-prefix=ORDER
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=masked-load-weakens" | FileCheck %s --check-prefix=WEAK
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=masked-tiled-load-loses-acquire" | FileCheck %s --check-prefix=TILED
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=masked-tiled-store-weakens" | FileCheck %s --check-prefix=TILED-WEAK
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=masked-tiled-load-zero-for-other" | FileCheck %s --check-prefix=TILED-ZERO
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=addptr-bitcast-ignores-units" | FileCheck %s --check-prefix=UNITS

// CHECK-LABEL: nv_tileaa.func @dense_masks
// CHECK-SAME: %[[P:.*]]: tensor<4x!nv_tileaa.ptr<i32, 1>>, %[[X:.*]]: tensor<4xi32>, %[[T:.*]]: !nv_tileaa.mem_token
// CHECK: nv_tileaa.load %[[P]] token %[[T]] :
// CHECK-NOT: nv_tileaa.load
// CHECK: nv_tileaa.return %{{.*}}, %[[X]]
nv_tileaa.func @dense_masks(%p: tensor<4x!nv_tileaa.ptr<i32, 1>>, %x: tensor<4xi32>, %t: !nv_tileaa.mem_token) -> (tensor<4xi32>, tensor<4xi32>, !nv_tileaa.mem_token) {
  %all = arith.constant dense<[true, true, true, true]> : tensor<4xi1>
  %none = arith.constant dense<[false, false, false, false]> : tensor<4xi1>
  %v, %u = nv_tileaa.load %p mask %all other %x token %t : (tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi1>, tensor<4xi32>, !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %w, %s = nv_tileaa.load %p mask %none other %x token %u : (tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi1>, tensor<4xi32>, !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  nv_tileaa.return %v, %w, %s : tensor<4xi32>, tensor<4xi32>, !nv_tileaa.mem_token
}

// One element differs: nothing is known.
// CHECK-LABEL: nv_tileaa.func @mixed_mask
// CHECK: nv_tileaa.load %{{.*}} mask %{{.*}} other
// CHECK: nv_tileaa.store %{{.*}} mask
// FIRST-LABEL: nv_tileaa.func @mixed_mask
// FIRST: nv_tileaa.load %{{[^ ]*}} token
nv_tileaa.func @mixed_mask(%p: tensor<4x!nv_tileaa.ptr<i32, 1>>, %x: tensor<4xi32>, %t: !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token) {
  %some = arith.constant dense<[true, true, true, false]> : tensor<4xi1>
  %v, %u = nv_tileaa.load %p mask %some other %x token %t : (tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi1>, tensor<4xi32>, !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %s = nv_tileaa.store %p, %v mask %some token %u : (tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi32>, tensor<4xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  nv_tileaa.return %v, %s : tensor<4xi32>, !nv_tileaa.mem_token
}

// Without `other` any value will do; without a token a fresh one stands for
// the access.
// CHECK-LABEL: nv_tileaa.func @no_other
// CHECK-DAG: %[[V:.*]] = ub.poison : tensor<4xi32>
// CHECK-DAG: %[[F:.*]] = nv_tileaa.create_mem_token
// CHECK: nv_tileaa.return %[[V]], %[[F]]
// ZERO-LABEL: nv_tileaa.func @no_other
// ZERO: %[[V:.*]] = arith.constant dense<0> : tensor<4xi32>
// ZERO: nv_tileaa.return %[[V]]
nv_tileaa.func @no_other(%p: tensor<4x!nv_tileaa.ptr<i32, 1>>) -> (tensor<4xi32>, !nv_tileaa.mem_token) {
  %false = arith.constant false
  %none = nv_tileaa.splat %false : i1 -> tensor<4xi1>
  %v, %u = nv_tileaa.load %p mask %none : (tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi1>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  nv_tileaa.return %v, %u : tensor<4xi32>, !nv_tileaa.mem_token
}

// Relaxed is erased; acquire and release order also when they touch nothing.
// With a mask that is all true they lose it and nothing else.
// CHECK-LABEL: nv_tileaa.func @ordered
// CHECK-NOT: mem_semantic<relaxed>
// CHECK: nv_tileaa.load {{.*}} mask {{.*}}mem_scope<gpu>{{.*}}mem_semantic<acquire>
// CHECK: nv_tileaa.store {{.*}} mask {{.*}}mem_scope<sys>{{.*}}mem_semantic<release>
// CHECK: nv_tileaa.store %arg0, %arg1 token %{{[0-9]+}} {mem_scope = #nv_tileaa.mem_scope<sys>, mem_semantic = #nv_tileaa.mem_semantic<release>}
// ORDER-LABEL: nv_tileaa.func @ordered
// ORDER-NOT: mem_semantic<acquire>
// ORDER: nv_tileaa.store %arg0, %arg1 token %arg2
// ORDER-NOT: nv_tileaa.store
// ORDER: nv_tileaa.return %arg1
nv_tileaa.func @ordered(%p: !nv_tileaa.ptr<i32, 1>, %x: i32, %t: !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token) {
  %false = arith.constant false
  %true = arith.constant true
  %v, %a = nv_tileaa.load %p mask %false other %x token %t {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i1, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %w, %b = nv_tileaa.load %p mask %false other %v token %a {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i1, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %c = nv_tileaa.store %p, %x mask %false token %b {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!nv_tileaa.ptr<i32, 1>, i32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %d = nv_tileaa.store %p, %x mask %true token %c {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!nv_tileaa.ptr<i32, 1>, i32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  nv_tileaa.return %w, %d : i32, !nv_tileaa.mem_token
}

// CHECK-LABEL: nv_tileaa.func @other_wins
// CHECK: nv_tileaa.return %arg1, %arg2
// ZERO-LABEL: nv_tileaa.func @other_wins
// ZERO: %[[Z:.*]] = arith.constant 0 : i32
// ZERO: nv_tileaa.return %[[Z]]
nv_tileaa.func @other_wins(%p: !nv_tileaa.ptr<i32, 1>, %x: i32, %t: !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token) {
  %false = arith.constant false
  %v, %u = nv_tileaa.load %p mask %false other %x token %t : (!nv_tileaa.ptr<i32, 1>, i1, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return %v, %u : i32, !nv_tileaa.mem_token
}

// The order stays when the mask goes.
// CHECK-LABEL: nv_tileaa.func @strong
// CHECK: nv_tileaa.load %{{[^ ]*}} token %{{[^ ]*}} {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<acquire>}
// CHECK: nv_tileaa.store %{{[^ ]*}}, %{{[^ ]*}} token %{{[^ ]*}} {mem_scope = #nv_tileaa.mem_scope<sys>, mem_semantic = #nv_tileaa.mem_semantic<release>}
// WEAK-LABEL: nv_tileaa.func @strong
// WEAK: nv_tileaa.load %{{[^ ]*}} token %{{[^ ]*}} :
nv_tileaa.func @strong(%p: !nv_tileaa.ptr<i32, 1>, %t: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %true = arith.constant true
  %v, %a = nv_tileaa.load %p mask %true token %t {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i1, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %b = nv_tileaa.store %p, %v mask %true token %a {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!nv_tileaa.ptr<i32, 1>, i32, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  nv_tileaa.return %b : !nv_tileaa.mem_token
}

// Of a memref: indices, promises, and what elements beyond it take, stay.
// CHECK-LABEL: nv_tileaa.func @memref
// CHECK-SAME: %[[M:[^ ]*]]: !nv_tileaa.memref
// CHECK-SAME: %[[I:[^ ]*]]: tensor<4xi32>, %[[X:[^ ]*]]: tensor<4xi32>, %[[T:[^ ]*]]: !nv_tileaa.mem_token
// CHECK: %[[V:.*]], %[[U:.*]] = nv_tileaa.load %[[M]][%[[I]]] other %[[X]] token %[[T]] {in_bounds = array<i1: false>}
// CHECK: nv_tileaa.store %[[M]], %[[V]][%[[I]]] token %[[U]] {in_bounds = array<i1: true>}
nv_tileaa.func @memref(%m: !nv_tileaa.memref<8xi32, strides = [1], 1>, %i: tensor<4xi32>, %x: tensor<4xi32>, %t: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %all = arith.constant dense<true> : tensor<4xi1>
  %v, %a = nv_tileaa.load %m[%i] mask %all other %x token %t {in_bounds = array<i1: false>} : (!nv_tileaa.memref<8xi32, strides = [1], 1>, tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %b = nv_tileaa.store %m, %v[%i] mask %all token %a {in_bounds = array<i1: true>} : (!nv_tileaa.memref<8xi32, strides = [1], 1>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  nv_tileaa.return %b : !nv_tileaa.mem_token
}

// Views: `other` is for elements that are masked off, the padding for those
// outside; an acquire or a release stays.
// CHECK-LABEL: nv_tileaa.func @tiled
// CHECK-SAME: %[[V:[^ ]*]]: !nv_tileaa.tiled_view{{.*}}, %[[X:[^ ]*]]: tensor<4xi32>, %[[I:[^ ]*]]: i32, %[[T:[^ ]*]]: !nv_tileaa.mem_token
// CHECK: %[[A:.*]], %[[TA:.*]] = nv_tileaa.tiled_load %[[V]][%[[I]]] token %[[T]] {my.note} :
// CHECK: %[[B:.*]] = nv_tileaa.tiled_store %[[V]], %[[X]][%[[I]]] token %[[TA]] :
// CHECK: nv_tileaa.tiled_load %[[V]][%[[I]]] mask %{{.*}} other %[[X]] token %[[B]] {{.*}}acquire
// CHECK: nv_tileaa.tiled_store %[[V]], %{{.*}}[%[[I]]] mask %{{.*}} token %{{.*}}release
// CHECK: nv_tileaa.tiled_store %[[V]], %{{.*}}[%[[I]]] mask
// CHECK: nv_tileaa.return %[[A]], %[[X]]
// TILED-LABEL: nv_tileaa.func @tiled
// TILED-NOT: acquire
// TILED: nv_tileaa.return
// TILED-ZERO-LABEL: nv_tileaa.func @tiled
// TILED-ZERO: nv_tileaa.return %{{[^,]*}}, %cst
!view = !nv_tileaa.tiled_view<4xi32, memref = !nv_tileaa.memref<?xi32, strides = [1], 1>, dim_map = [0], padding = zero>
nv_tileaa.func @tiled(%v: !view, %x: tensor<4xi32>, %i: i32, %t: !nv_tileaa.mem_token) -> (tensor<4xi32>, tensor<4xi32>, !nv_tileaa.mem_token) {
  %all = arith.constant dense<true> : tensor<4xi1>
  %none = arith.constant dense<false> : tensor<4xi1>
  %some = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %a, %ta = nv_tileaa.tiled_load %v[%i] mask %all other %x token %t {my.note} : (!view, i32, tensor<4xi1>, tensor<4xi32>, !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %tb = nv_tileaa.tiled_store %v, %x[%i] mask %all token %ta : (!view, tensor<4xi32>, i32, tensor<4xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %b, %tc = nv_tileaa.tiled_load %v[%i] mask %none other %x token %tb : (!view, i32, tensor<4xi1>, tensor<4xi32>, !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %td = nv_tileaa.tiled_store %v, %x[%i] mask %none token %tc : (!view, tensor<4xi32>, i32, tensor<4xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %c, %te = nv_tileaa.tiled_load %v[%i] mask %none other %x token %td {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!view, i32, tensor<4xi1>, tensor<4xi32>, !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token)
  %tf = nv_tileaa.tiled_store %v, %c[%i] mask %none token %te {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!view, tensor<4xi32>, i32, tensor<4xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %tg = nv_tileaa.tiled_store %v, %c[%i] mask %some token %tf : (!view, tensor<4xi32>, i32, tensor<4xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  nv_tileaa.return %a, %b, %tg : tensor<4xi32>, tensor<4xi32>, !nv_tileaa.mem_token
}

// Offsets in elements of both sizes, in the smaller one's.
// CHECK-LABEL: nv_tileaa.func @units
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i64
// CHECK: %[[C:.*]] = nv_tileaa.bitcast %arg0 {my.cast} : !nv_tileaa.ptr<f32, 1> -> !nv_tileaa.ptr<i8, 1>
// CHECK: nv_tileaa.addptr %[[C]], %{{.*}} {my.outer} : !nv_tileaa.ptr<i8, 1>, i64
// UNITS-LABEL: nv_tileaa.func @units
// UNITS-NOT: arith.muli
nv_tileaa.func @units(%p: !nv_tileaa.ptr<f32, 1>, %a: i32, %b: i64) -> !nv_tileaa.ptr<i8, 1> {
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<f32, 1>, i32
  %c = nv_tileaa.bitcast %q {my.cast} : !nv_tileaa.ptr<f32, 1> -> !nv_tileaa.ptr<i8, 1>
  %r = nv_tileaa.addptr %c, %b {my.outer} : !nv_tileaa.ptr<i8, 1>, i64
  nv_tileaa.return %r : !nv_tileaa.ptr<i8, 1>
}

// CHECK-LABEL: nv_tileaa.func @larger_units
// CHECK: %[[Q:.*]] = nv_tileaa.addptr %arg0, %{{.*}} : tensor<2x!nv_tileaa.ptr<i8, 1>>, tensor<2xi64>
// CHECK: nv_tileaa.bitcast %[[Q]] : tensor<2x!nv_tileaa.ptr<i8, 1>> -> tensor<2x!nv_tileaa.ptr<f64, 1>>
nv_tileaa.func @larger_units(%p: tensor<2x!nv_tileaa.ptr<i8, 1>>, %a: tensor<2xi32>, %b: tensor<2xi64>) -> tensor<2x!nv_tileaa.ptr<f64, 1>> {
  %q = nv_tileaa.addptr %p, %a : tensor<2x!nv_tileaa.ptr<i8, 1>>, tensor<2xi32>
  %c = nv_tileaa.bitcast %q : tensor<2x!nv_tileaa.ptr<i8, 1>> -> tensor<2x!nv_tileaa.ptr<f64, 1>>
  %r = nv_tileaa.addptr %c, %b : tensor<2x!nv_tileaa.ptr<f64, 1>>, tensor<2xi64>
  nv_tileaa.return %r : tensor<2x!nv_tileaa.ptr<f64, 1>>
}

// A pointer in between that is used stays, and then all does; and so does what
// shares a byte with its neighbour.
// CHECK-LABEL: nv_tileaa.func @units_stay
// CHECK-COUNT-4: nv_tileaa.addptr
nv_tileaa.func @units_stay(%p: !nv_tileaa.ptr<f32, 1>, %a: i32, %h: !nv_tileaa.ptr<i4, 1>) -> (!nv_tileaa.ptr<i8, 1>, !nv_tileaa.ptr<i8, 1>, !nv_tileaa.ptr<i8, 1>) {
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<f32, 1>, i32
  %c = nv_tileaa.bitcast %q : !nv_tileaa.ptr<f32, 1> -> !nv_tileaa.ptr<i8, 1>
  %r = nv_tileaa.addptr %c, %a : !nv_tileaa.ptr<i8, 1>, i32
  %u = nv_tileaa.addptr %h, %a : !nv_tileaa.ptr<i4, 1>, i32
  %v = nv_tileaa.bitcast %u : !nv_tileaa.ptr<i4, 1> -> !nv_tileaa.ptr<i8, 1>
  %w = nv_tileaa.addptr %v, %a : !nv_tileaa.ptr<i8, 1>, i32
  nv_tileaa.return %c, %r, %w : !nv_tileaa.ptr<i8, 1>, !nv_tileaa.ptr<i8, 1>, !nv_tileaa.ptr<i8, 1>
}

// A release keeps its order where it loses its mask.
// CHECK-LABEL: nv_tileaa.func @released
// CHECK: nv_tileaa.tiled_store %arg0, %arg1[%arg2] token %arg3 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<release>}
// TILED-WEAK-LABEL: nv_tileaa.func @released
// TILED-WEAK: nv_tileaa.tiled_store %arg0, %arg1[%arg2] token %arg3 :
nv_tileaa.func @released(%v: !view, %x: tensor<4xi32>, %i: i32, %t: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %all = arith.constant dense<true> : tensor<4xi1>
  %a = nv_tileaa.tiled_store %v, %x[%i] mask %all token %t {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!view, tensor<4xi32>, i32, tensor<4xi1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  nv_tileaa.return %a : !nv_tileaa.mem_token
}

// Elements beyond a memref stay left out without the mask.
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=masked-store-promises-bounds" | FileCheck %s --check-prefix=BOUNDS
// CHECK-LABEL: nv_tileaa.func @all_of_a_memref
// CHECK-NEXT: nv_tileaa.store %arg0, %arg1[%arg1] : (
// BOUNDS-LABEL: nv_tileaa.func @all_of_a_memref
// BOUNDS-NEXT: nv_tileaa.store %arg0, %arg1[%arg1] {in_bounds = array<i1: true>}
nv_tileaa.func @all_of_a_memref(%m: !nv_tileaa.memref<3xi32, strides = [1], 1>, %n: tensor<4xi32>) -> !nv_tileaa.mem_token {
  %all = arith.constant dense<true> : tensor<4xi1>
  %t = nv_tileaa.store %m, %n[%n] mask %all : (!nv_tileaa.memref<3xi32, strides = [1], 1>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>) -> !nv_tileaa.mem_token
  nv_tileaa.return %t : !nv_tileaa.mem_token
}

// What comes behind a put comes behind what its body waited for; an access that waits for nothing is erased there, too.
// CHECK-LABEL: nv_tileaa.func @none_in_a_put
// CHECK: nv_tileaa.queue.put
// CHECK: nv_tileaa.load %{{.*}} mask %{{.*}} token %{{.*}} :
// CHECK: nv_tileaa.queue.put
// CHECK-NOT: nv_tileaa.load
// CHECK: nv_tileaa.return
nv_tileaa.func @none_in_a_put(%p: tensor<4x!nv_tileaa.ptr<i32, 1>>, %t: !nv_tileaa.mem_token) {
  %none = arith.constant dense<false> : tensor<4xi1>
  %q = nv_tileaa.create_queue {depth = 1 : i32} : <tensor<4xi32>>
  nv_tileaa.queue.put %q {
    %v, %u = nv_tileaa.load %p mask %none token %t : (tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi1>, !nv_tileaa.mem_token) -> (tensor<4xi32>, !nv_tileaa.mem_token)
    nv_tileaa.queue.yield %v : tensor<4xi32>
  } : <tensor<4xi32>>
  nv_tileaa.queue.put %q {
    %v, %u = nv_tileaa.load %p mask %none : (tensor<4x!nv_tileaa.ptr<i32, 1>>, tensor<4xi1>) -> (tensor<4xi32>, !nv_tileaa.mem_token)
    nv_tileaa.queue.yield %v : tensor<4xi32>
  } : <tensor<4xi32>>
  nv_tileaa.return
}
