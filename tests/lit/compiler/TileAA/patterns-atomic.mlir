// Updates that change nothing become loads only where that is asked for, and
// only relaxed ones.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s --check-prefix=OFF
// RUN: tile-opt %s --tileaa-canonicalize="enable-patterns=tileaa-atomic-*" | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=atomic-cas-loses-release,atomic-rmw-loses-release" | FileCheck %s --check-prefix=ORDER
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=atomic-cas-by-number,atomic-add-plus-zero" | FileCheck %s --check-prefix=FLOAT
// RUN: tile-opt %s --tileaa-canonicalize="enable-patterns=tileaa-atomic-* disable-patterns=tileaa-atomic-*" | FileCheck %s --check-prefix=OFF
// RUN: not tile-opt %s --tileaa-canonicalize="enable-patterns=nonsense" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown pattern 'nonsense'

// OFF-NOT: nv_tileaa.load

// The scope, the mask and the token stay; a masked-off element gives what it
// would have compared with.
// CHECK-LABEL: nv_tileaa.func @cas
// CHECK: %[[C:.*]] = nv_tileaa.splat
// CHECK: nv_tileaa.load %arg0 mask %arg1 other %[[C]] token %arg2 {mem_scope = #nv_tileaa.mem_scope<sys>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>}
// CHECK-NOT: nv_tileaa.atomic_cas
nv_tileaa.func @cas(%p: tensor<2x!nv_tileaa.ptr<i32, 1>>, %m: tensor<2xi1>, %t: !nv_tileaa.mem_token) -> (tensor<2xi32>, !nv_tileaa.mem_token) {
  %c = arith.constant 7 : i32
  %s = nv_tileaa.splat %c : i32 -> tensor<2xi32>
  %d = arith.constant dense<[7, 7]> : tensor<2xi32>
  %v, %u = nv_tileaa.atomic_cas %p, %s, %d mask %m token %t {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<sys>} : (tensor<2x!nv_tileaa.ptr<i32, 1>>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, !nv_tileaa.mem_token) -> (tensor<2xi32>, !nv_tileaa.mem_token)
  nv_tileaa.return %v, %u : tensor<2xi32>, !nv_tileaa.mem_token
}

// CHECK-LABEL: nv_tileaa.func @cas_stays
// CHECK-COUNT-3: nv_tileaa.atomic_cas
// ORDER-LABEL: nv_tileaa.func @cas_stays
// ORDER: nv_tileaa.load {{.*}}mem_semantic<acquire>
// ORDER-COUNT-2: nv_tileaa.atomic_cas
// FLOAT-LABEL: nv_tileaa.func @cas_stays
// FLOAT-COUNT-2: nv_tileaa.atomic_cas
// FLOAT: nv_tileaa.load %arg1
nv_tileaa.func @cas_stays(%p: !nv_tileaa.ptr<i32, 1>, %q: !nv_tileaa.ptr<f32, 1>, %t: !nv_tileaa.mem_token) -> (i32, i32, f32, !nv_tileaa.mem_token) {
  %c = arith.constant 7 : i32
  %d = arith.constant 8 : i32
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %v, %a = nv_tileaa.atomic_cas %p, %c, %c token %t {mem_semantic = #nv_tileaa.mem_semantic<acq_rel>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %w, %b = nv_tileaa.atomic_cas %p, %c, %d token %a {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %x, %u = nv_tileaa.atomic_cas %q, %zero, %minus token %b {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<f32, 1>, f32, f32, !nv_tileaa.mem_token) -> (f32, !nv_tileaa.mem_token)
  nv_tileaa.return %v, %w, %x, %u : i32, i32, f32, !nv_tileaa.mem_token
}

// CHECK-LABEL: nv_tileaa.func @rmw
// CHECK-COUNT-4: nv_tileaa.load
// CHECK-NOT: nv_tileaa.atomic_rmw
// CHECK: nv_tileaa.return
nv_tileaa.func @rmw(%p: !nv_tileaa.ptr<i32, 1>, %t: !nv_tileaa.mem_token) -> (i32, i32, i32, i32, !nv_tileaa.mem_token) {
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %v, %a = nv_tileaa.atomic_rmw %p, %zero token %t {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %w, %b = nv_tileaa.atomic_rmw %p, %zero token %a {rmw_mode = #nv_tileaa.rmw_mode<or>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %x, %c = nv_tileaa.atomic_rmw %p, %zero token %b {rmw_mode = #nv_tileaa.rmw_mode<xor>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %y, %d = nv_tileaa.atomic_rmw %p, %ones token %c {rmw_mode = #nv_tileaa.rmw_mode<and>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return %v, %w, %x, %y, %d : i32, i32, i32, i32, !nv_tileaa.mem_token
}

// Other values, an exchange, a release, a weak update and floats stay.
// CHECK-LABEL: nv_tileaa.func @rmw_stays
// CHECK-COUNT-6: nv_tileaa.atomic_rmw
// ORDER-LABEL: nv_tileaa.func @rmw_stays
// ORDER-COUNT-2: nv_tileaa.atomic_rmw
// ORDER: nv_tileaa.load {{.*}}mem_semantic<relaxed>
// ORDER-COUNT-3: nv_tileaa.atomic_rmw
// FLOAT-LABEL: nv_tileaa.func @rmw_stays
// FLOAT: nv_tileaa.load %arg1
// FLOAT: nv_tileaa.atomic_rmw %arg1
nv_tileaa.func @rmw_stays(%p: !nv_tileaa.ptr<i32, 1>, %q: !nv_tileaa.ptr<f32, 1>, %t: !nv_tileaa.mem_token) -> !nv_tileaa.mem_token {
  %zero = arith.constant 0 : i32
  %plus = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %v0, %a = nv_tileaa.atomic_rmw %p, %zero token %t {rmw_mode = #nv_tileaa.rmw_mode<and>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %v1, %b = nv_tileaa.atomic_rmw %p, %zero token %a {rmw_mode = #nv_tileaa.rmw_mode<xchg>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %v2, %c = nv_tileaa.atomic_rmw %p, %zero token %b {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %v3, %d = nv_tileaa.atomic_rmw %p, %zero token %c {rmw_mode = #nv_tileaa.rmw_mode<add>} : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %v4, %e = nv_tileaa.atomic_rmw %q, %plus token %d {rmw_mode = #nv_tileaa.rmw_mode<addf>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<f32, 1>, f32, !nv_tileaa.mem_token) -> (f32, !nv_tileaa.mem_token)
  %v5, %f = nv_tileaa.atomic_rmw %q, %minus token %e {rmw_mode = #nv_tileaa.rmw_mode<addf>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<f32, 1>, f32, !nv_tileaa.mem_token) -> (f32, !nv_tileaa.mem_token)
  nv_tileaa.return %f : !nv_tileaa.mem_token
}
