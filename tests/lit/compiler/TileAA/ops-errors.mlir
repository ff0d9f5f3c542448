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

// The roster beyond the slice.

// -----

nv_tileaa.func @r0(%x: f32) {
  // expected-error @+1 {{does not take rounding mode approx}}
  %0 = nv_tileaa.addf %x, %x {rounding_mode = #nv_tileaa.rounding_mode<approx>} : f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @r1(%x: f16) {
  // expected-error @+1 {{expects f32 elements to flush or approximate}}
  %0 = nv_tileaa.exp2 %x {flush_to_zero} : f16
  nv_tileaa.return
}

// -----

nv_tileaa.func @r2(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects operands of the result's shape}}
  %0 = nv_tileaa.call_elementwise_intrinsic "f"(%x) : (tensor<4xf32>) -> tensor<8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r3(%a: tensor<4x4xf16>, %b: tensor<4x4xi16>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{expected the element types of A, B, C, and D to be either all integers or all floats.}}
  %0 = nv_tileaa.dot %a, %b, %c : (tensor<4x4xf16>, tensor<4x4xi16>, tensor<4x4xf32>) -> tensor<4x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r4(%a: tensor<4x4xf16>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{expects #A and #B have same bit width but got 16 vs 32}}
  %0 = nv_tileaa.dot %a, %b, %c : (tensor<4x4xf16>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r5(%a: tensor<4x4xi8>, %c: tensor<4x4xi32>) {
  // expected-error @+1 {{expect signedness attribute for operand A}}
  %0 = nv_tileaa.dot %a, %a, %c : (tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>) -> tensor<4x4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r6(%a: tensor<4x4xbf16>) {
  // expected-error @+1 {{expects #C element type to be f32, but got 'bf16'}}
  %0 = nv_tileaa.dot %a, %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r7(%a: tensor<4x4xf4E2M1FN>, %c: tensor<4x4xbf16>) {
  // expected-error @+1 {{expects #C element type to be either f32 or f16, but got 'bf16'}}
  %0 = nv_tileaa.dot %a, %a, %c : (tensor<4x4xf4E2M1FN>, tensor<4x4xf4E2M1FN>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r8(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects rank-2 or rank-3 tensor for result, but got (1)}}
  %0 = nv_tileaa.dot %a, %a, %a : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r9(%a: tensor<4x8xf32>) {
  // expected-error @+1 {{expects the shape of operand #A and #B to be compatible}}
  %0 = nv_tileaa.dot %a, %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r10(%a: tensor<4x4xf32>, %c: tensor<4x8xf32>) {
  // expected-error @+1 {{expects the shape of operand #C is compatible with operands #A and #B}}
  %0 = nv_tileaa.dot %a, %a, %c : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r11(%a: tensor<4x4xf32>) {
  // expected-error @+1 {{expects both SFA and SFB to be present}}
  %0 = "nv_tileaa.dot"(%a, %a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r12(%a: tensor<4x4xf32>, %s: tensor<2x4xf32>) {
  // expected-error @+1 {{expects scales of equal blocks along K}}
  %0 = nv_tileaa.dot %a, %a, %a scales %a, %s : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r13(%i: tensor<4xi32>, %m: tensor<8xi1>) {
  // expected-error @+1 {{expects the mask to have the source's shape}}
  %0 = nv_tileaa.histogram %i mask %m : (tensor<4xi32>, tensor<8xi1>) -> tensor<2xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r14(%i: tensor<4x4xi32>) {
  // expected-error @+1 {{expects results of the operands' types}}
  %0 = nv_tileaa.scan %i {
  ^bb0(%e: i32, %a: i32):
    nv_tileaa.yield %e : i32
  } {axis = 0 : i32, identities = [0 : i32]} : (tensor<4x4xi32>) -> tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r15(%i: tensor<4x4xi32>) {
  // expected-error @+1 {{expects body arguments and yielded values of type 'i32'}}
  %0 = nv_tileaa.reduce %i {
  ^bb0(%e: i32, %a: i64):
    nv_tileaa.yield %e : i32
  } {axis = 0 : i32, identities = [0 : i32]} : (tensor<4x4xi32>) -> tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r16(%x: tensor<8xf32>, %i: i32) {
  // expected-error @+1 {{expects a slice that the source can hold}}
  %0 = nv_tileaa.extract_slice %x[%i] strides = [2] : tensor<8xf32>, i32 -> tensor<5xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r17(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects a result as long as both operands along axis}}
  %0 = nv_tileaa.cat %x, %x {axis = 0 : i32} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r18(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{expects a permutation of the dimensions}}
  %0 = nv_tileaa.permute %x [1, 1] : tensor<4x4xf32> -> tensor<4x4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r19() {
  // expected-error @+1 {{expects one i32 body argument per dimension}}
  %0 = nv_tileaa.generate {
  ^bb0(%r: i32):
    nv_tileaa.yield %r : i32
  } : tensor<4x4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r21(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects as many bits on both sides}}
  %0 = nv_tileaa.pack %x : tensor<4xf32> -> tensor<8xi8>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r22(%m: !nv_tileaa.memref<?xf32, strides = [1], 1>) {
  // expected-error @+1 {{expects dim below the memref's rank}}
  %0 = nv_tileaa.get_dim_size %m, 1 : !nv_tileaa.memref<?xf32, strides = [1], 1> -> i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @r23(%x: i32) {
  // expected-error @+1 {{expects i64 addresses}}
  %0 = nv_tileaa.int_to_ptr %x : i32 -> !nv_tileaa.ptr<f32, 1>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r24(%x: i64) {
  // expected-error @+1 {{expects numbers or pointers on both sides}}
  %0 = nv_tileaa.bitcast %x : i64 -> !nv_tileaa.ptr<f32, 1>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r25(%x: i64) {
  // expected-error @+1 {{expects element types of equal width}}
  %0 = nv_tileaa.bitcast %x : i64 -> f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @r26() {
  // expected-error @+1 {{expects @none to name a global}}
  %0 = nv_tileaa.get_global @none : !nv_tileaa.ptr<f32, 1>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r27() {
  // expected-error @+1 {{expects @none to name a function}}
  nv_tileaa.call @none() : () -> ()
  nv_tileaa.return
}

// -----

nv_tileaa.func @r28(%i: i32, %m: !nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = none>) {
  // expected-error @+1 {{expects a view with sparse_dim}}
  %v, %t = nv_tileaa.gather_load %m[%i] : (!nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = none>, i32) -> (tensor<4xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @r29(%i: i32, %m: !nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0, padding = none>) {
  // expected-error @+1 {{expects one index per row of the tile}}
  %v, %t = nv_tileaa.gather_load %m[%i] : (!nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = 0, padding = none>, i32) -> (tensor<4xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @r30(%p: !nv_tileaa.ptr<f32, 1>, %x: f32) {
  // expected-error @+1 {{expects integer elements, but got 'f32'}}
  %v, %t = nv_tileaa.atomic_rmw %p, %x {rmw_mode = #nv_tileaa.rmw_mode<add>, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<f32, 1>, f32) -> (f32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @r31(%p: !nv_tileaa.ptr<f32, 1>, %x: f32, %y: i32) {
  // expected-error @+1 {{expects compare, value and result of one type}}
  %v, %t = nv_tileaa.atomic_cas %p, %x, %y {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<f32, 1>, f32, i32) -> (f32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @r32(%x: f32) {
  // expected-error @+1 {{div_by requires an integer-, pointer-, or memref-like value}}
  %0 = nv_tileaa.assume #nv_tileaa.div_by<4>, %x : f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @r33(%x: i32) {
  // expected-error @+1 {{div_by divisor must be a positive power of two}}
  %0 = nv_tileaa.assume #nv_tileaa.div_by<6>, %x : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @r34(%x: i32) {
  // expected-error @+1 {{div_by every and along must appear together}}
  %0 = nv_tileaa.assume #nv_tileaa.div_by<4, every = 2>, %x : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @r35(%x: tensor<4xi32>) {
  // expected-error @+1 {{div_by every must be positive}}
  %0 = nv_tileaa.assume #nv_tileaa.div_by<4, every = 0, along = 0>, %x : tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r36(%x: tensor<4xi32>) {
  // expected-error @+1 {{div_by along must reference a valid axis}}
  %0 = nv_tileaa.assume #nv_tileaa.div_by<4, every = 2, along = 1>, %x : tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r37(%x: f32) {
  // expected-error @+1 {{bounded requires an integer-like element type}}
  %0 = nv_tileaa.assume #nv_tileaa.bounded<0, ?>, %x : f32
  nv_tileaa.return
}

// -----

nv_tileaa.func @r38(%x: i8) {
  // expected-error @+1 {{bounded lower exceeds the element's representable range}}
  %0 = nv_tileaa.assume #nv_tileaa.bounded<-200, ?>, %x : i8
  nv_tileaa.return
}

// -----

nv_tileaa.func @r39(%x: i8) {
  // expected-error @+1 {{bounded upper exceeds the element's representable range}}
  %0 = nv_tileaa.assume #nv_tileaa.bounded<?, 200>, %x : i8
  nv_tileaa.return
}

// -----

nv_tileaa.func @r40(%x: i8) {
  // expected-error @+1 {{bounded lower must not exceed upper}}
  %0 = nv_tileaa.assume #nv_tileaa.bounded<2, 1>, %x : i8
  nv_tileaa.return
}

// -----

nv_tileaa.func @r41(%x: tensor<4xi32>) {
  // expected-error @+1 {{same_elements length must match the constrained value's rank}}
  %0 = nv_tileaa.assume #nv_tileaa.same_elements<[2, 2]>, %x : tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r42(%x: tensor<4xi32>) {
  // expected-error @+1 {{same_elements axis bound is out of range}}
  %0 = nv_tileaa.assume #nv_tileaa.same_elements<[8]>, %x : tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r43() {
  // expected-error @+1 {{expects at least one value}}
  "nv_tileaa.mark_for_reuse"() : () -> ()
  nv_tileaa.return
}

// -----

nv_tileaa.func @r44(%q: !nv_tileaa.queue<i32>, %x: f32) {
  // expected-error @+1 {{expects yielded values of the queue's types}}
  nv_tileaa.queue.put %q {
    nv_tileaa.queue.yield %x : f32
  } : !nv_tileaa.queue<i32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @r45(%q: !nv_tileaa.queue<i32>) {
  // expected-error @+1 {{expects body arguments of the queue's types}}
  nv_tileaa.queue.get %q {
    nv_tileaa.queue.yield
  } : (!nv_tileaa.queue<i32>) -> ()
  nv_tileaa.return
}

// -----

nv_tileaa.func @r46() {
  // expected-error @+1 {{expects yielded values of the result types}}
  %0 = nv_tileaa.pragma {
    nv_tileaa.yield
  } : i32
  nv_tileaa.return
}

// -----

nv_tileaa.func @r47() {
  // expected-error @+1 {{expects at most 15 named barriers, but got 16}}
  nv_tileaa.execute {
    nv_tileaa.yield
  } {max_registers = array<i32: 40>, named_barriers = array<i32: 16>, num_warps = array<i32: 4>}
  nv_tileaa.return
}

// -----

nv_tileaa.func @r48() {
  // expected-error @+1 {{expects at most 65536 registers, but got 65664}}
  nv_tileaa.execute {
    nv_tileaa.yield
  }, {
    nv_tileaa.yield
  } {max_registers = array<i32: 255, 3>, num_warps = array<i32: 8, 4>}
  nv_tileaa.return
}

// -----

nv_tileaa.func @r49() {
  // expected-error @+1 {{expects one entry per agent in every resource list}}
  nv_tileaa.execute {
    nv_tileaa.yield
  } {max_registers = array<i32: 40, 40>, num_warps = array<i32: 4>}
  nv_tileaa.return
}

// -----

nv_tileaa.func @r50() {
  // expected-error @+1 {{expects at most 232448 bytes of shared memory, but got 300000}}
  nv_tileaa.plugin "p"() {shared_memory_bytes = 300000 : i64} : () -> ()
  nv_tileaa.return
}

// -----

// Two requests whose sum has no 64-bit number.
nv_tileaa.func @overflow() {
  // expected-error @+1 {{expects at most 232448 bytes of shared memory, but got 9223372036854775807}}
  nv_tileaa.execute {
    nv_tileaa.yield
  }, {
    nv_tileaa.yield
  } {num_warps = array<i32: 4, 4>, max_registers = array<i32: 8, 8>, shared_memory_bytes = array<i64: 9223372036854775807, 9223372036854775807>}
  nv_tileaa.return
}

// -----

nv_tileaa.func @plugin_of_agent() {
  nv_tileaa.execute {
    nv_tileaa.plugin "fits"() {max_registers = 64 : i32, shared_memory_bytes = 1024 : i64} : () -> ()
    nv_tileaa.yield
  }, {
    // expected-error @+1 {{asks for 1024 bytes of shared memory, but agent 1 has 512}}
    nv_tileaa.plugin "p"() {max_registers = 64 : i32, shared_memory_bytes = 1024 : i64} : () -> ()
    nv_tileaa.yield
  } {num_warps = array<i32: 4, 4>, max_registers = array<i32: 64, 64>, shared_memory_bytes = array<i64: 1024, 512>}
  nv_tileaa.return
}

// -----

nv_tileaa.func @fragment_of_agent() {
  nv_tileaa.execute {
    // expected-error @+1 {{asks for 2 named barriers, but agent 0 has 0}}
    nv_tileaa.inject_ir "bar"() {named_barriers = 2 : i32} : () -> ()
    nv_tileaa.yield
  } {num_warps = array<i32: 4>, max_registers = array<i32: 64>}
  nv_tileaa.return
}

// -----

nv_tileaa.func @r51() {
  // expected-error @+1 {{expects one layout per operand and per result}}
  nv_tileaa.plugin "p"() {input_layouts = [1]} : () -> ()
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects non-empty tileSizes}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1, 2>, array<i64: 3>], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1, 1], pad = [3, 3], dilation = [3, 3]>, tileSizes = array<i64>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects non-empty dimGroups}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1, 1], pad = [3, 3], dilation = [3, 3]>, tileSizes = array<i64: 64, 32>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects rank of tileSizes be equal to rank of dimGroups, but got 1 vs 2}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1, 2>, array<i64: 3>], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1, 1], pad = [3, 3], dilation = [3, 3]>, tileSizes = array<i64: 64>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects all tile size bigger than zero}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1, 2>, array<i64: 3>], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1, 1], pad = [3, 3], dilation = [3, 3]>, tileSizes = array<i64: 0, 32>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects dim is being tiled only one time, but got 1}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1, 1>, array<i64: 3>], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1, 1], pad = [3, 3], dilation = [3, 3]>, tileSizes = array<i64: 64, 32>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects channel must be a dimGroup}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1>, array<i64: 2>], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1, 1], pad = [3, 3], dilation = [3, 3]>, tileSizes = array<i64: 64, 32>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects channel dimGroup should contain only channel}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1>, array<i64: 2, 3>], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1, 1], pad = [3, 3], dilation = [3, 3]>, tileSizes = array<i64: 64, 32>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects filter size must be in range 1 to 3}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1, 2>, array<i64: 3>], params = #nv_tileaa.conv_params<filter = [1, 1, 1, 1], stride = [1, 1, 1, 1], pad = [1, 1, 1, 1], dilation = [1, 1, 1, 1]>, tileSizes = array<i64: 64, 32>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @conv(%a: !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>) {
  // expected-error @+1 {{expects conv params size matched with each other}}
  %0 = nv_tileaa.conv_tile %a {activation_layout = #nv_tileaa.activation_layout<channels_last>, dimGroups = [array<i64: 0, 1, 2>, array<i64: 3>], params = #nv_tileaa.conv_params<filter = [3, 3], stride = [1], pad = [3, 3], dilation = [3, 3]>, tileSizes = array<i64: 64, 32>} : !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1> -> !nv_tileaa.tiled_view<64x32xf16, memref = !nv_tileaa.memref<?x?x?x?xf16, strides = [?, ?, ?, 1], 1>, dim_map = [2, 3], padding = zero>
  nv_tileaa.return
}

// -----

nv_tileaa.func @kernel() attributes {cute.kernel} {
  nv_tileaa.return
}
nv_tileaa.func @caller() {
  // expected-error @+1 {{expects @kernel to be no kernel}}
  nv_tileaa.call @kernel() : () -> ()
  nv_tileaa.return
}

// -----

nv_tileaa.func @few_indices(%m: !nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, %i: i32) {
  // expected-error @+1 {{expects 2 indices, but got 1}}
  %v, %t = nv_tileaa.load %m[%i] : (!nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, i32) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @float_index(%m: !nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, %i: i32, %f: f32) {
  // expected-error @+1 {{expects integer indices}}
  %v, %t = nv_tileaa.load %m[%i, %f] : (!nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, i32, f32) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @index_shape(%m: !nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, %i: i32, %j: tensor<4xi32>) {
  // expected-error @+1 {{expects each index to be a scalar or to have the value's shape}}
  %v, %t = nv_tileaa.load %m[%i, %j] : (!nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, i32, tensor<4xi32>) -> (tensor<8xi32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

nv_tileaa.func @memref_element(%m: !nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, %i: i32, %x: f32) {
  // expected-error @+1 {{expects the value to have the memref's element type 'i32'}}
  %t = nv_tileaa.store %m, %x[%i, %i] : (!nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, f32, i32, i32) -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

nv_tileaa.func @flags(%m: !nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, %i: i32, %x: i32) {
  // expected-error @+1 {{expects one in_bounds flag per axis of the memref}}
  %t = nv_tileaa.store %m, %x[%i, %i] {in_bounds = array<i1: true>} : (!nv_tileaa.memref<4x4xi32, strides = [4, 1], 1>, i32, i32, i32) -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

nv_tileaa.func @pointer_indices(%p: !nv_tileaa.ptr<i32, 1>, %i: i32) {
  // expected-error @+1 {{expects a memref to have indices or in_bounds}}
  %v, %t = nv_tileaa.load %p[%i] : (!nv_tileaa.ptr<i32, 1>, i32) -> (i32, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

// expected-error @+1 {{the number -9223372036854775808 stands for '?' and cannot be written}}
nv_tileaa.func private @sentinel(!nv_tileaa.memref<?xf32, strides = [-9223372036854775808], 1>)

// -----

// expected-error @+1 {{expected integer value}}
nv_tileaa.func private @dynamic_axis(!nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [?], padding = none>)

// -----

// expected-error @+1 {{expects sparse_dim below the tile's rank, but got -1}}
nv_tileaa.func private @no_sparse_dim(!nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], sparse_dim = -1, padding = none>)

// -----

!view = !nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = none>
nv_tileaa.func @tiled_mask(%v: !view, %i: i32, %m: tensor<2xi1>) {
  // expected-error @+1 {{expects the mask to have the value's shape}}
  %x, %t = nv_tileaa.tiled_load %v[%i] mask %m : (!view, i32, tensor<2xi1>) -> (tensor<4xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

!view = !nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = none>
nv_tileaa.func @tiled_store_mask(%v: !view, %i: i32, %x: tensor<4xf32>, %m: tensor<2xi1>) {
  // expected-error @+1 {{expects the mask to have the value's shape}}
  %t = nv_tileaa.tiled_store %v, %x[%i] mask %m : (!view, tensor<4xf32>, i32, tensor<2xi1>) -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// -----

!view = !nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = none>
nv_tileaa.func @tiled_other(%v: !view, %i: i32, %o: tensor<4xf32>) {
  // expected-error @+1 {{expects a mask beside other}}
  %x, %t = nv_tileaa.tiled_load %v[%i] other %o : (!view, i32, tensor<4xf32>) -> (tensor<4xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

!view = !nv_tileaa.tiled_view<4xf32, memref = !nv_tileaa.memref<?xf32, strides = [1], 1>, dim_map = [0], padding = none>
nv_tileaa.func @tiled_other_type(%v: !view, %i: i32, %m: tensor<4xi1>, %o: tensor<4xi32>) {
  // expected-error @+1 {{expects other to have the result's type}}
  %x, %t = nv_tileaa.tiled_load %v[%i] mask %m other %o : (!view, i32, tensor<4xi1>, tensor<4xi32>) -> (tensor<4xf32>, !nv_tileaa.mem_token)
  nv_tileaa.return
}

// -----

// expected-error @+1 {{expects parent op 'nv_tileaa.func'}}
%t = nv_tileaa.create_mem_token : !nv_tileaa.mem_token

// -----

func.func @other_function(%t: !nv_tileaa.mem_token) {
  %u = nv_tileaa.join_mem_token %t, %t : !nv_tileaa.mem_token
  return
}

// -----

nv_tileaa.func @source_format(%x: tensor<4xi32>) {
  // expected-error @+1 {{fp_to_fp source element type is not supported}}
  %0 = nv_tileaa.fp_to_fp %x : tensor<4xi32> to tensor<4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @result_format(%x: tensor<4xf32>) {
  // expected-error @+1 {{fp_to_fp result element type is not supported}}
  %0 = nv_tileaa.fp_to_fp %x : tensor<4xf32> to tensor<4xi32>
  nv_tileaa.return
}
