// RUN: tile-opt %s --split-input-file --verify-diagnostics

nv_tileaa.func @scope(%p: !nv_tileaa.ptr<i32, 1>) {
  // expected-error @+1 {{weak memory ordering must not carry a scope}}
  %v, %t = nv_tileaa.load %p {mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @no_scope(%p: !nv_tileaa.ptr<i32, 1>) {
  // expected-error @+1 {{non-weak memory ordering requires explicit scope}}
  %v, %t = nv_tileaa.load %p {mem_semantic = #nv_tileaa.mem_semantic<acquire>} : (!nv_tileaa.ptr<i32, 1>) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @release_load(%p: !nv_tileaa.ptr<i32, 1>) {
  // expected-error @+1 {{loads accept only relaxed or acquire}}
  %v, %t = nv_tileaa.load %p {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @acquire_store(%p: !nv_tileaa.ptr<i32, 1>, %x: i32) {
  // expected-error @+1 {{stores accept only relaxed or release}}
  %t = nv_tileaa.store %p, %x {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

nv_tileaa.func @view(%x: tensor<8xf32>) {
  // expected-error @+1 {{expects equal source and result element counts}}
  %0 = nv_tileaa.view %x : tensor<8xf32> -> tensor<4xf32>
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expects dim is being tiled only one time, but got 0}}
nv_tileaa.func private @twice(!nv_tileaa.tiled_view<4x4xf32, memref = !nv_tileaa.memref<?x?xf32, strides = [?, 1], 1>, dim_map = [0, 0], padding = zero>)
