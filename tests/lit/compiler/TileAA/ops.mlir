// Every operation and type of the dialect; OpsTest checks that none is missing.
// RUN: tile-opt %s -o %t.1 && tile-opt %t.1 | diff - %t.1
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | diff - %t.1
// RUN: FileCheck %s < %t.1
// RUN: tile-opt %s --mlir-print-op-generic > %t.generic
// RUN: tile-opt %t.1 --mlir-print-op-generic | diff %t.generic -

!tok = !nv_tileaa.mem_token
!ptr = !nv_tileaa.ptr<f32, 1>
!ptrs = tensor<8x!nv_tileaa.ptr<f32, 1>>
!mem = !nv_tileaa.memref<?x?xf32, strides = [?, 1], 1>
!scoped = !nv_tileaa.memref<64x96xf32, strides = [96, 1], 1, scope = 2>
!view = !nv_tileaa.tiled_view<4x8xf32, memref = !mem, dim_map = [1, 0], padding = nan>
!steps = !nv_tileaa.tiled_view<4x8xf32, memref = !mem, dim_map = [0, 1], steps = [2, 3], padding = none>
!rows = !nv_tileaa.tiled_view<4x8xf32, memref = !mem, dim_map = [0, 1], sparse_dim = 0, padding = zero>
!queue = !nv_tileaa.queue<isolated tensor<8xf32>, i32>

// CHECK: nv_tileaa.global @table = dense<[1, 2]> : tensor<2xi32> {alignment = 16 : i64, constant}
nv_tileaa.global @table = dense<[1, 2]> : tensor<2xi32> {alignment = 16 : i64, constant}
nv_tileaa.global "private" @hidden = dense<0.0> : tensor<4xf32>

// CHECK-LABEL: nv_tileaa.func @arithmetic
nv_tileaa.func @arithmetic(%x: tensor<8xf32>, %y: tensor<8xf32>, %s: f16, %i: tensor<8xi32>) {
  // CHECK: nv_tileaa.addf %{{.*}}, %{{.*}} {fastmath = #arith.fastmath<contract>, flush_to_zero, rounding_mode = #nv_tileaa.rounding_mode<rz>} : tensor<8xf32>
  %0 = nv_tileaa.addf %x, %y {fastmath = #arith.fastmath<contract>, flush_to_zero, rounding_mode = #nv_tileaa.rounding_mode<rz>} : tensor<8xf32>
  %1 = nv_tileaa.subf %0, %y : tensor<8xf32>
  %2 = nv_tileaa.mulf %1, %y {rounding_mode = #nv_tileaa.rounding_mode<rp>} : tensor<8xf32>
  // CHECK: nv_tileaa.divf {{.*}} {rounding_mode = #nv_tileaa.rounding_mode<full>}
  %3 = nv_tileaa.divf %2, %y {rounding_mode = #nv_tileaa.rounding_mode<full>} : tensor<8xf32>
  %4 = nv_tileaa.fma %1, %2, %3 : tensor<8xf32>
  %5 = nv_tileaa.sqrt %4 {flush_to_zero, rounding_mode = #nv_tileaa.rounding_mode<approx>} : tensor<8xf32>
  %6 = nv_tileaa.rsqrt %5 {flush_to_zero} : tensor<8xf32>
  %7 = nv_tileaa.exp2 %s : f16
  %8 = nv_tileaa.clampf %6, %5, %4 {propagate_nan} : tensor<8xf32>
  %9 = nv_tileaa.mulhiui %i, %i : tensor<8xi32>
  %10 = nv_tileaa.fp_to_fp %8 {rounding_mode = #nv_tileaa.rounding_mode<rm>} : tensor<8xf32> to tensor<8xf16>
  // CHECK: nv_tileaa.extern_elementwise "libdevice", "__nv_erff"(%{{.*}}) {pure} : (tensor<8xf32>) -> tensor<8xf32>
  %11 = nv_tileaa.extern_elementwise "libdevice", "__nv_erff"(%8) {pure} : (tensor<8xf32>) -> tensor<8xf32>
  %12 = nv_tileaa.elementwise_inline_asm "add.f32 $0, $1, $2;", "=f,f,f"(%11, %8) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %13 = nv_tileaa.call_elementwise_intrinsic "llvm.nvvm.fabs"(%12) {pure} : (tensor<8xf32>) -> tensor<8xf32>
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @contract
nv_tileaa.func @contract(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>, %ia: tensor<2x16x32xi8>, %ib: tensor<2x32x8xi8>, %ic: tensor<2x16x8xi32>,
    %fa: tensor<16x64xf8E4M3FN>, %fb: tensor<64x8xf8E4M3FN>, %sa: tensor<16x2xf8E8M0FNU>, %sb: tensor<2x8xf8E8M0FNU>, %i: tensor<4x8xi32>, %m: tensor<4x8xi1>, %act: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // CHECK: nv_tileaa.dot %{{.*}} {fast_acc, fastmath = #arith.fastmath<contract>, input_precision = "tf32"} : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
  %0 = nv_tileaa.dot %a, %b, %c {fast_acc, fastmath = #arith.fastmath<contract>, input_precision = "tf32"} : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
  %1 = nv_tileaa.dot %ia, %ib, %ic {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : (tensor<2x16x32xi8>, tensor<2x32x8xi8>, tensor<2x16x8xi32>) -> tensor<2x16x8xi32>
  // CHECK: nv_tileaa.dot %{{.*}} scales %{{.*}}, %{{.*}} :
  %2 = nv_tileaa.dot %fa, %fb, %0 scales %sa, %sb : (tensor<16x64xf8E4M3FN>, tensor<64x8xf8E4M3FN>, tensor<16x8xf32>, tensor<16x2xf8E8M0FNU>, tensor<2x8xf8E8M0FNU>) -> tensor<16x8xf32>
  %3 = nv_tileaa.conv_dot %a, %b, %c : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
  // CHECK: nv_tileaa.conv_tile
  %4 = nv_tileaa.conv_tile %act {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1, 2>, array<i64: 3>], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1, 1], pad = [1, 1], dilation = [1, 1]>, tileSizes = array<i64: 64, 32>}
      : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  %5 = nv_tileaa.histogram %i mask %m : (tensor<4x8xi32>, tensor<4x8xi1>) -> tensor<16xi32>
  // CHECK: nv_tileaa.reduce
  %6:2 = nv_tileaa.reduce %i, %i {
  ^bb0(%e: i32, %acc: i32, %f: i32, %bcc: i32):
    nv_tileaa.yield %e, %bcc : i32, i32
  } {axis = 1 : i32, identities = [0 : i32, 1 : i32]} : (tensor<4x8xi32>, tensor<4x8xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  // CHECK: nv_tileaa.scan
  // CHECK: {axis = 0 : i32, identities = [0 : i32], reverse = true} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %7 = nv_tileaa.scan %i {
  ^bb0(%e: i32, %acc: i32):
    %s = arith.addi %e, %acc : i32
    nv_tileaa.yield %s : i32
  } {axis = 0 : i32, identities = [0 : i32], reverse = true} : (tensor<4x8xi32>) -> tensor<4x8xi32>
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @shapes
nv_tileaa.func @shapes(%x: f32, %p: !ptr, %i: i32) {
  %0 = nv_tileaa.splat %x : f32 -> tensor<1x4xf32>
  %1 = nv_tileaa.broadcast %0 : tensor<1x4xf32> -> tensor<8x4xf32>
  %2 = nv_tileaa.view %1 : tensor<8x4xf32> -> tensor<32xf32>
  %3 = nv_tileaa.expand_dims %2 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
  %4 = nv_tileaa.extract %3[%i, %i] : tensor<32x1xf32>, i32, i32 -> f32
  // CHECK: nv_tileaa.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] strides = [2, 1] : tensor<8x4xf32>, i32, i32 -> tensor<4x2xf32>
  %5 = nv_tileaa.extract_slice %1[%i, %i] strides = [2, 1] : tensor<8x4xf32>, i32, i32 -> tensor<4x2xf32>
  // CHECK: nv_tileaa.cat %{{.*}}, %{{.*}} {axis = 1 : i32}
  %6 = nv_tileaa.cat %1, %1 {axis = 1 : i32} : tensor<8x4xf32>, tensor<8x4xf32> -> tensor<8x8xf32>
  %7 = nv_tileaa.permute %1 [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  %8 = nv_tileaa.make_range %i, %i : i32 -> tensor<8xi32>
  %9 = nv_tileaa.generate {
  ^bb0(%r: i32, %c: i32):
    %sum = arith.addi %r, %c : i32
    nv_tileaa.yield %sum : i32
  } : tensor<4x4xi32>
  %10 = nv_tileaa.pack %2 : tensor<32xf32> -> tensor<128xi8>
  %11 = nv_tileaa.unpack %10 : tensor<128xi8> -> tensor<256xf4E2M1FN>
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @pointers
nv_tileaa.func @pointers(%p: !ptr, %n: i64, %o: tensor<8xi16>, %x: tensor<4xf32>) {
  %0 = nv_tileaa.splat %p : !ptr -> !ptrs
  %1 = nv_tileaa.addptr %0, %o : !ptrs, tensor<8xi16>
  %2 = nv_tileaa.ptr_to_int %1 : !ptrs -> tensor<8xi64>
  %3 = nv_tileaa.int_to_ptr %2 : tensor<8xi64> -> !ptrs
  %4 = nv_tileaa.bitcast %3 : !ptrs -> tensor<8x!nv_tileaa.ptr<i8, 1>>
  %5 = nv_tileaa.bitcast %x : tensor<4xf32> -> tensor<4xi32>
  %6 = nv_tileaa.make_memref %p, sizes = [%n, %n], strides = [%n] {alias_scope = 0 : i32} : !ptr -> !mem
  %7 = nv_tileaa.block_tile %6 : !mem -> !view
  // CHECK: nv_tileaa.get_dim_size %{{.*}}, 1 : !nv_tileaa.memref<?x?xf32, strides = [?, 1], 1> -> i64
  %8 = nv_tileaa.get_dim_size %6, 1 : !mem -> i64
  %9 = nv_tileaa.alloca {alignment = 16 : i64, global, num_elem = 32 : i64} : !ptr
  %10 = nv_tileaa.get_global @table : !nv_tileaa.ptr<i32, 1>
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @elements
nv_tileaa.func @elements(%mem: !mem, %x: tensor<8xf32>, %m: tensor<8xi1>, %i: i32, %is: tensor<8xi32>, %t: !tok) {
  // CHECK: nv_tileaa.load %{{.*}}[%{{.*}}, %{{.*}}] mask %{{.*}} other %{{.*}} token %{{.*}} {in_bounds = array<i1: true, false>}
  %g, %t1 = nv_tileaa.load %mem[%is, %i] mask %m other %x token %t {in_bounds = array<i1: true, false>} : (!mem, tensor<8xi32>, i32, tensor<8xi1>, tensor<8xf32>, !tok) -> (tensor<8xf32>, !tok)
  // CHECK: nv_tileaa.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] token
  %t2 = nv_tileaa.store %mem, %g[%i, %is] token %t1 : (!mem, tensor<8xf32>, i32, tensor<8xi32>, !tok) -> !tok
  // CHECK: nv_tileaa.atomic_rmw %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] mask
  %h, %t3 = nv_tileaa.atomic_rmw %mem, %g[%i, %is] mask %m token %t2 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, rmw_mode = #nv_tileaa.rmw_mode<addf>} : (!mem, tensor<8xf32>, i32, tensor<8xi32>, tensor<8xi1>, !tok) -> (tensor<8xf32>, !tok)
  // CHECK: nv_tileaa.atomic_cas %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] token
  %n, %t4 = nv_tileaa.atomic_cas %mem, %g, %h[%i, %is] token %t3 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>} : (!mem, tensor<8xf32>, tensor<8xf32>, i32, tensor<8xi32>, !tok) -> (tensor<8xf32>, !tok)
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @memory
nv_tileaa.func @memory(%ps: !ptrs, %x: tensor<8xf32>, %m: tensor<8xi1>, %v: !view, %s: !steps, %r: !rows, %t: tensor<4x8xf32>, %i: i32, %rows: tensor<4xi32>, %scoped: !scoped) {
  %t0 = nv_tileaa.create_mem_token : !tok
  // CHECK: nv_tileaa.create_mem_token(%{{.*}} : !nv_tileaa.memref<64x96xf32, strides = [96, 1], 1, scope = 2>) {producers = 2 : i32} : !nv_tileaa.mem_token
  %t1 = nv_tileaa.create_mem_token(%scoped : !scoped) {producers = 2 : i32} : !tok
  // CHECK: nv_tileaa.load {{.*}} {cache_modifier = #nv_tileaa.cache_modifier<cg>, eviction_policy = #nv_tileaa.eviction_policy<first>, optimization_hints = {latency = 3 : i64}}
  %a, %t2 = nv_tileaa.load %ps mask %m other %x token %t0 {cache_modifier = #nv_tileaa.cache_modifier<cg>, eviction_policy = #nv_tileaa.eviction_policy<first>, optimization_hints = {latency = 3 : i64}} : (!ptrs, tensor<8xi1>, tensor<8xf32>, !tok) -> (tensor<8xf32>, !tok)
  %t3 = nv_tileaa.store %ps, %a mask %m token %t2 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<release>} : (!ptrs, tensor<8xf32>, tensor<8xi1>, !tok) -> !tok
  %b, %t4 = nv_tileaa.tiled_load %v[%i, %i] token %t3 : (!view, i32, i32, !tok) -> (tensor<4x8xf32>, !tok)
  %t5 = nv_tileaa.tiled_store %s, %b[%i, %i] token %t4 : (!steps, tensor<4x8xf32>, i32, i32, !tok) -> !tok
  // CHECK: nv_tileaa.gather_load %{{.*}}[%{{.*}}, %{{.*}}] token %{{.*}} : (!nv_tileaa.tiled_view<4x8xf32, memref = !nv_tileaa.memref<?x?xf32, strides = [?, 1], 1>, dim_map = [0, 1], sparse_dim = 0, padding = zero>
  %c, %t6 = nv_tileaa.gather_load %r[%rows, %i] token %t5 : (!rows, tensor<4xi32>, i32, !tok) -> (tensor<4x8xf32>, !tok)
  %t7 = nv_tileaa.scatter_store %r, %c[%rows, %i] token %t6 : (!rows, tensor<4x8xf32>, tensor<4xi32>, i32, !tok) -> !tok
  %d, %t8 = nv_tileaa.atomic_rmw %ps, %x mask %m token %t7 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<acq_rel>, rmw_mode = #nv_tileaa.rmw_mode<addf>} : (!ptrs, tensor<8xf32>, tensor<8xi1>, !tok) -> (tensor<8xf32>, !tok)
  %e, %t9 = nv_tileaa.atomic_cas %ps, %x, %d token %t8 {mem_scope = #nv_tileaa.mem_scope<sys>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>} : (!ptrs, tensor<8xf32>, tensor<8xf32>, !tok) -> (tensor<8xf32>, !tok)
  %t10 = nv_tileaa.tiled_atomic_rmw %v, %t[%i, %i] token %t9 {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, rmw_mode = #nv_tileaa.rmw_mode<addf>} : (!view, tensor<4x8xf32>, i32, i32, !tok) -> !tok
  %f, %t11 = nv_tileaa.tiled_atomic_rmw %r, %t[%rows, %i] {mem_scope = #nv_tileaa.mem_scope<gpu>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, rmw_mode = #nv_tileaa.rmw_mode<xchg>} : (!rows, tensor<4x8xf32>, tensor<4xi32>, i32) -> (tensor<4x8xf32>, !tok)
  %t12 = nv_tileaa.join_mem_token %t10, %t11 : !tok
  // CHECK: nv_tileaa.mem_sync <wait_dependency> : () -> !nv_tileaa.mem_token
  %w0 = nv_tileaa.mem_sync <wait_dependency> : () -> !tok
  // CHECK: nv_tileaa.mem_sync <alias_fence> token %{{.*}} : (!nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %w1 = nv_tileaa.mem_sync <alias_fence> token %w0 : (!tok) -> !tok
  // CHECK: nv_tileaa.mem_sync <launch_dependents> token
  %w2 = nv_tileaa.mem_sync <launch_dependents> token %w1 : (!tok) -> !tok
  // CHECK: nv_tileaa.assume #nv_tileaa.div_by<16, every = 4, along = 0>, %{{.*}} : tensor<4xi32>
  %g = nv_tileaa.assume #nv_tileaa.div_by<16, every = 4, along = 0>, %rows : tensor<4xi32>
  // CHECK: nv_tileaa.assume #nv_tileaa.bounded<-3, ?>, %{{.*}} : tensor<4xi32>
  %h = nv_tileaa.assume #nv_tileaa.bounded<-3, ?>, %g : tensor<4xi32>
  // CHECK: nv_tileaa.assume #nv_tileaa.same_elements<[2]>, %{{.*}} : tensor<4xi32>
  %j = nv_tileaa.assume #nv_tileaa.same_elements<[2]>, %h : tensor<4xi32>
  %k = nv_tileaa.optimization_barrier %j : tensor<4xi32>
  nv_tileaa.assert %m, "out of order" : tensor<8xi1>
  // CHECK: nv_tileaa.print "v=%i %f"(%{{.*}}, %{{.*}}) token %{{.*}} : (tensor<4xi32>, tensor<8xf32>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %t13 = nv_tileaa.print "v=%i %f"(%k, %x) token %t12 : (tensor<4xi32>, tensor<8xf32>, !tok) -> !tok
  %t14 = nv_tileaa.message "done"() : () -> !tok
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @agents
nv_tileaa.func @agents(%x: tensor<8xf32>, %i: i32) {
  // CHECK: nv_tileaa.create_queue {depth = 2 : i32} : <isolated tensor<8xf32>, i32>
  %q = nv_tileaa.create_queue {depth = 2 : i32} : !queue
  nv_tileaa.mark_for_reuse %q, %x : !queue, tensor<8xf32>
  nv_tileaa.execute {
    nv_tileaa.queue.put %q {
      nv_tileaa.queue.yield %x, %i : tensor<8xf32>, i32
    } : !queue
    nv_tileaa.yield
  }, {
    // CHECK: nv_tileaa.queue.get
    %0:2 = nv_tileaa.queue.get %q {
    ^bb0(%v: tensor<8xf32>, %n: i32):
      nv_tileaa.queue.yield %n, %v : i32, tensor<8xf32>
    } : (!queue) -> (i32, tensor<8xf32>)
    nv_tileaa.yield
  } {max_registers = array<i32: 40, 232>, named_barriers = array<i32: 1, 2>, num_warps = array<i32: 1, 4>, shared_memory_bytes = array<i64: 1024, 0>}
  // CHECK: } {max_registers = array<i32: 40>, num_warps = array<i32: 1>} -> !nv_tileaa.mem_token
  %all = nv_tileaa.execute {
    nv_tileaa.yield
  } {max_registers = array<i32: 40>, num_warps = array<i32: 1>} -> !tok
  // CHECK: nv_tileaa.pragma
  // CHECK: {ocgEnterDirectives = ["unroll"]} : i32
  %1 = nv_tileaa.pragma {
    nv_tileaa.yield %i : i32
  } {ocgEnterDirectives = ["unroll"]} : i32
  // CHECK: nv_tileaa.plugin "fft"(%{{.*}}) {named_barriers = 1 : i32, shared_memory_bytes = 4096 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = nv_tileaa.plugin "fft"(%x) {named_barriers = 1 : i32, shared_memory_bytes = 4096 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  %3 = nv_tileaa.inject_ir "nop"(%i) : (i32) -> i32
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @functions
nv_tileaa.func @functions(%x: i32) -> i32 {
  %0 = nv_tileaa.get_program_id 0 : i32
  %1 = nv_tileaa.get_num_programs 2 : i32
  // CHECK: nv_tileaa.cancel_next_program_id : !nv_tileaa.program_id
  %2 = nv_tileaa.cancel_next_program_id : !nv_tileaa.program_id
  %3 = nv_tileaa.is_valid_program_id %2 : i1
  // CHECK: nv_tileaa.call @functions(%{{.*}}) : (i32) -> i32
  %4 = nv_tileaa.call @functions(%x) : (i32) -> i32
  // CHECK: nv_tileaa.launch_func @functions grid(%{{.*}}, %{{.*}}, %{{.*}}) args(%{{.*}}) : i32, i32, i32, i32
  nv_tileaa.launch_func @functions grid(%0, %1, %x) args(%x) : i32, i32, i32, i32
  nv_tileaa.return %4 : i32
}
