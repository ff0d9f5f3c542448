// Atomic updates: their ordering and scope stand in the text, which no pass reads.
// RUN: tile-opt %s --convert-tileas-to-nvvm | FileCheck %s
// RUN: tile-opt %s --convert-tileas-to-nvvm=inject-bug=update-drops-release | FileCheck %s --check-prefix=RELEASE
// RUN: tile-opt %s --convert-tileas-to-nvvm=inject-bug=update-narrows-scope | FileCheck %s --check-prefix=SCOPE
#one = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
#few = #nv_tileas.linear<reg = [], lane = [1, 2, 0, 0, 0], warp = [0, 0]>
!ptr = !nv_tileaa.ptr<i32, 1>
!ptrs = tensor<128x!nv_tileaa.ptr<i32, 1>, #one>
!tile = tensor<128xi32, #one>
!mask = tensor<128xi1, #one>
!token = !nv_tileaa.mem_token
gpu.module @m {
  // CHECK-LABEL: llvm.func @modes
  // SCOPE-LABEL: llvm.func @modes
  nv_tileaa.func @modes(%p: !ptr, %v: i32) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %ps = nv_tileaa.splat %p : !ptr -> !ptrs
    %vs = nv_tileaa.splat %v : i32 -> !tile
    // Nobody reads the old values: no exchange between threads.
    // CHECK: llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"
    // CHECK-NOT: nvvm.barrier0
    // SCOPE: "atom.relaxed.cta.global.add.u32
    %a, %t0 = nv_tileaa.atomic_rmw %ps, %vs {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!ptrs, !tile) -> (!tile, !token)
    // CHECK: "atom.acquire.cta.global.max.s32
    // SCOPE: "atom.acquire.cta.global.max.s32
    %b, %t1 = nv_tileaa.atomic_rmw %ps, %vs {rmw_mode = #nv_tileaa.rmw_mode<max>, mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<tl_blk>} : (!ptrs, !tile) -> (!tile, !token)
    // CHECK: "atom.acquire.sys.global.min.u32
    %c, %t2 = nv_tileaa.atomic_rmw %ps, %vs {rmw_mode = #nv_tileaa.rmw_mode<umin>, mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!ptrs, !tile) -> (!tile, !token)
    // CHECK: "atom.relaxed.gpu.global.xor.b32
    %d, %t3 = nv_tileaa.atomic_rmw %ps, %vs {rmw_mode = #nv_tileaa.rmw_mode<xor>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<cluster>} : (!ptrs, !tile) -> (!tile, !token)
    nv_tileaa.return
  }

  // What other threads did before is published: all wait, and a fence of the
  // scope stands before the update.
  // CHECK-LABEL: llvm.func @order
  // RELEASE-LABEL: llvm.func @order
  nv_tileaa.func @order(%p: !ptr, %v: i32, %m: i1) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    %ps = nv_tileaa.splat %p : !ptr -> !ptrs
    %vs = nv_tileaa.splat %v : i32 -> !tile
    // CHECK: llvm.store
    %t0 = nv_tileas.store %ps, %vs : (!ptrs, !tile) -> !token
    // CHECK: nvvm.barrier0
    // CHECK: llvm.fence syncscope("device") acq_rel
    // One thread updates the scalar, if the mask says so, and gives the old
    // value to all.
    // CHECK: llvm.cond_br
    // CHECK: "atom.acq_rel.gpu.global.exch.b32
    // CHECK: nvvm.barrier0
    // RELEASE-NOT: llvm.fence
    // RELEASE: "atom.acquire.gpu.global.exch.b32
    %a, %t1 = nv_tileaa.atomic_rmw %p, %v mask %m token %t0 {rmw_mode = #nv_tileaa.rmw_mode<xchg>, mem_semantic = #nv_tileaa.mem_semantic<acq_rel>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!ptr, i32, i1, !token) -> (i32, !token)
    // Behind an acquire nobody runs ahead.
    // CHECK: nvvm.barrier0
    // CHECK: llvm.store
    %as = nv_tileaa.splat %a : i32 -> !tile
    %t2 = nv_tileas.store %ps, %as token %t1 : (!ptrs, !tile, !token) -> !token
    // CHECK: "atom.release.sys.global.cas.b32 $0, [$1], $2, $3;"
    // RELEASE: "atom.relaxed.sys.global.cas.b32
    %b, %t3 = nv_tileaa.atomic_cas %ps, %vs, %as {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!ptrs, !tile, !tile) -> (!tile, !token)
    nv_tileaa.return
  }

  // Sums of f32 in global memory flush subnormals, so those are compared and
  // swapped; the others have instructions.
  // CHECK-LABEL: llvm.func @sums
  nv_tileaa.func @sums(%p: !nv_tileaa.ptr<f32, 1>, %v: f32, %q: !nv_tileaa.ptr<f64, 1>, %w: f64, %r: !nv_tileaa.ptr<f16, 1>, %h: f16) attributes {cute.kernel, kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, numCtas = 1, occupancy = 1>} {
    // CHECK: llvm.load %{{.*}} atomic syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    // CHECK: llvm.fadd %{{.*}} : f32
    // CHECK: "atom.relaxed.gpu.global.cas.b32
    // CHECK: llvm.cond_br
    %a, %t0 = nv_tileaa.atomic_rmw %p, %v {rmw_mode = #nv_tileaa.rmw_mode<addf>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<f32, 1>, f32) -> (f32, !token)
    // CHECK: "atom.relaxed.gpu.global.add.f64 $0, [$1], $2;", "=l,l,l,~{memory}"
    %b, %t1 = nv_tileaa.atomic_rmw %q, %w {rmw_mode = #nv_tileaa.rmw_mode<addf>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<f64, 1>, f64) -> (f64, !token)
    // CHECK: "atom.relaxed.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}"
    %c, %t2 = nv_tileaa.atomic_rmw %r, %h {rmw_mode = #nv_tileaa.rmw_mode<addf>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<f16, 1>, f16) -> (f16, !token)
    nv_tileaa.return
  }
}
