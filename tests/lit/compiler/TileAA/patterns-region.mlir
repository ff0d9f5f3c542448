// Results without uses go; what the bodies do, and the order of the others,
// stays.
// RUN: tile-opt %s --tileaa-canonicalize | FileCheck %s
// RUN: tile-opt %s --tileaa-canonicalize="inject-bug=queue-get-reorders,pragma-drops-token" | FileCheck %s --check-prefix=BUG

// CHECK-LABEL: nv_tileaa.func @queue
// CHECK: %[[R:.*]]:2 = nv_tileaa.queue.get %{{.*}} {
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: f32):
// CHECK-NEXT: nv_tileaa.queue.yield %[[A]], %[[B]] : i32, i32
// CHECK-NEXT: } : (!nv_tileaa.queue<i32, i32, f32>) -> (i32, i32)
// CHECK: nv_tileaa.return %[[R]]#0, %[[R]]#1
// BUG-LABEL: nv_tileaa.func @queue
// BUG: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: f32):
// BUG-NEXT: nv_tileaa.queue.yield %[[B]], %[[A]] : i32, i32
nv_tileaa.func @queue(%q: !nv_tileaa.queue<i32, i32, f32>) -> (i32, i32) {
  %r:4 = nv_tileaa.queue.get %q {
  ^bb0(%a: i32, %b: i32, %c: f32):
    nv_tileaa.queue.yield %a, %c, %b, %a : i32, f32, i32, i32
  } : (!nv_tileaa.queue<i32, i32, f32>) -> (i32, f32, i32, i32)
  nv_tileaa.return %r#0, %r#2 : i32, i32
}

// A get without results still waits for a slot and releases it.
// CHECK-LABEL: nv_tileaa.func @queue_all
// CHECK: nv_tileaa.queue.get
// CHECK: nv_tileaa.queue.yield{{$}}
// CHECK: } : (!nv_tileaa.queue<i32>) -> ()
nv_tileaa.func @queue_all(%q: !nv_tileaa.queue<i32>) {
  %r = nv_tileaa.queue.get %q {
  ^bb0(%a: i32):
    nv_tileaa.queue.yield %a : i32
  } : (!nv_tileaa.queue<i32>) -> i32
  nv_tileaa.return
}

// A token that is used stays.
// CHECK-LABEL: nv_tileaa.func @queue_token
// CHECK: %[[R:.*]] = nv_tileaa.queue.get
// CHECK: nv_tileaa.queue.yield %{{.*}} : !nv_tileaa.mem_token
// CHECK: nv_tileaa.load %{{.*}} token %[[R]] :
nv_tileaa.func @queue_token(%q: !nv_tileaa.queue<i32>, %p: !nv_tileaa.ptr<i32, 1>) -> i32 {
  %a, %s = nv_tileaa.queue.get %q {
  ^bb0(%e: i32):
    %t = nv_tileaa.store %p, %e : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
    nv_tileaa.queue.yield %e, %t : i32, !nv_tileaa.mem_token
  } : (!nv_tileaa.queue<i32>) -> (i32, !nv_tileaa.mem_token)
  %v, %u = nv_tileaa.load %p token %s : (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return %v : i32
}

// The store stays though its token goes; the token that is used stays; the
// directives stay.
// CHECK-LABEL: nv_tileaa.func @pragma
// CHECK: %[[R:.*]]:2 = nv_tileaa.pragma {
// CHECK: %[[U:.*]] = nv_tileaa.store
// CHECK: %[[V:.*]], %[[W:.*]] = nv_tileaa.load %{{.*}} token %[[U]]
// CHECK: nv_tileaa.store %{{.*}} token %[[W]]
// CHECK: nv_tileaa.yield %[[V]], %[[W]] :
// CHECK-NEXT: } {ocgEnterDirectives = ["fast"]} : i32, !nv_tileaa.mem_token
// CHECK: nv_tileaa.return %[[R]]#0, %[[R]]#1
// BUG-LABEL: nv_tileaa.func @pragma
// BUG: nv_tileaa.pragma
// BUG: %[[F:.*]] = nv_tileaa.create_mem_token
// BUG: nv_tileaa.return %{{.*}}, %[[F]]
nv_tileaa.func @pragma(%p: !nv_tileaa.ptr<i32, 1>, %x: i32, %t: !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token) {
  %r:3 = nv_tileaa.pragma {
    %u = nv_tileaa.store %p, %x token %t : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    %v, %w = nv_tileaa.load %p token %u : (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
    %z = nv_tileaa.store %p, %v token %w : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
    nv_tileaa.yield %v, %z, %w : i32, !nv_tileaa.mem_token, !nv_tileaa.mem_token
  } {ocgEnterDirectives = ["fast"]} : i32, !nv_tileaa.mem_token, !nv_tileaa.mem_token
  nv_tileaa.return %r#0, %r#2 : i32, !nv_tileaa.mem_token
}

// All results are used: nothing changes.
// CHECK-LABEL: nv_tileaa.func @pragma_stays
// CHECK: nv_tileaa.yield %{{.*}}, %{{.*}} : i32, i32
nv_tileaa.func @pragma_stays(%x: i32) -> (i32, i32) {
  %r:2 = nv_tileaa.pragma {
    nv_tileaa.yield %x, %x : i32, i32
  } : i32, i32
  nv_tileaa.return %r#0, %r#1 : i32, i32
}
