// One rejected construct per verifier rule, with its message.
// RUN: tile-opt %s --split-input-file --verify-diagnostics

cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %c: tile<i1>) {
  // expected-error @below {{all dimensions must be powers of two, got 3}}
  %x = constant <f32: 1.0> : tile<3xf32>
} }

// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{tile would exceed the maximum of 16777216 elements}}
  %x = iota : tile<33554432xi32>
} }

// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{integer literal out of range for 'i8'}}
  %x = constant <i8: 256> : tile<i8>
} }

// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{the nesting of the literal does not match the shape}}
  %x = constant <i32: [7]> : tile<4xi32>
} }

// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{literal mixes scalars and lists}}
  %x = constant <i32: [[1, 2], 3]> : tile<2x2xi32>
} }

// -----
cuda_tile.module @m { entry @k() {
  // expected-error @below {{number of elements 512 exceeds the range of 'i8'}}
  %x = iota : tile<512xi8>
} }

// -----
cuda_tile.module @m { entry @k(%a: tile<f16>) {
  // expected-error @below {{flush_to_zero is only supported for f32}}
  %x = addf %a, %a flush_to_zero : tile<f16>
} }

// -----
cuda_tile.module @m { entry @k(%a: tile<f32>) {
  // expected-error @below {{expected rounding mode to be one of: 'nearest_even', 'zero', 'negative_inf', 'positive_inf', but got 'approx'}}
  %x = addf %a, %a rounding<approx> : tile<f32>
} }

// -----
cuda_tile.module @m { entry @k(%a: tile<i32>) {
  // expected-error @below {{invalid rounding mode 'negative_inf' for unsigned division}}
  %x = divi %a, %a unsigned rounding<negative_inf> : tile<i32>
} }

// -----
cuda_tile.module @m { entry @k(%a: tile<i32>) {
  // expected-error @below {{truncating to larger or identical integer}}
  %x = trunci %a : tile<i32> -> tile<i32>
} }

// -----
cuda_tile.module @m { entry @k(%a: tile<f32>) {
  // expected-error @below {{must not be a no-op}}
  %x = ftof %a : tile<f32> -> tile<f32>
} }

// -----
cuda_tile.module @m { entry @k(%a: tile<i32>) {
  // expected-error @below {{bound 5000000000 exceeds the signed range of 'i32'}}
  %x = assume bounded<0, 5000000000>, %a : tile<i32>
} }

// -----
cuda_tile.module @m { entry @k(%a: tile<i32>) {
  // expected-error @below {{div_by divisor must be a power of two, got 7}}
  %x = assume div_by<7>, %a : tile<i32>
} }

// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{expects memory ordering to be one of weak, relaxed, acquire, got release}}
  %x, %t = load_ptr_tko release device %p : tile<ptr<f32>> -> tile<f32>, token
} }

// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{weak memory ordering must not carry a scope}}
  %x, %t = load_ptr_tko weak device %p : tile<ptr<f32>> -> tile<f32>, token
} }

// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>) {
  // expected-error @below {{non-weak memory ordering requires a scope}}
  %x, %t = load_ptr_tko relaxed %p : tile<ptr<f32>> -> tile<f32>, token
} }

// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %v: tile<i32>) {
  // expected-error @below {{pointee type must match the value's element type}}
  %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<i32> -> token
} }

// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %m: tile<i1>, %v: tile<i32>) {
  // expected-error @below {{padding value must have the result type}}
  %x, %t = load_ptr_tko weak %p, %m, %v : tile<ptr<f32>>, tile<i1>, tile<i32> -> tile<f32>, token
} }

// -----
cuda_tile.module @m { entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
  %tv = make_tensor_view %p, shape = [64, 96], strides = [96, 1] : tensor_view<64x96xf32, strides=[96,1]>
  %pv = make_partition_view %tv : partition_view<tile=(4x8), tensor_view<64x96xf32, strides=[96,1]>>
  // expected-error @below {{expects 2 indices, got 1}}
  %x, %t = load_view_tko weak %pv[%i] : partition_view<tile=(4x8), tensor_view<64x96xf32, strides=[96,1]>>, tile<i32> -> tile<4x8xf32>, token
} }

// -----
cuda_tile.module @m { entry @k() {
  %t = make_token : token
  // expected-error @below {{expects at least two operands, got 1}}
  %j = join_tokens %t : token
} }

// -----
cuda_tile.module @m {
  // expected-error @below {{must have scalar tile types as arguments}}
  entry @k(%a: tile<4xi32>) { return }
}

// -----
cuda_tile.module @m { entry @k(%c: tile<i1>, %i: tile<i32>) {
  // expected-error @below {{must have an else region when it has results}}
  %r = if %c -> (tile<i32>) { yield %i : tile<i32> }
} }

// -----
cuda_tile.module @m { entry @k(%i: tile<i32>) {
  for %k in (%i to %i, step %i) : tile<i32> {
    // expected-error @below {{must be nested in entry through ifs and loops only}}
    return
  }
} }

// -----
cuda_tile.module @m { entry @k() {
  %v = iota : tile<8xi32>
  // expected-error @below {{dim 1 is outside of the operand's rank 1}}
  %r = reduce %v dim=1 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
    yield %a : tile<i32>
  }
} }

// -----
cuda_tile.module @m { entry @k() {
  %v = iota : tile<8xi32>
  %r = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
    // expected-error @below {{is not pure and cannot be used in the body of a reduce}}
    %q = divi %a, %b signed : tile<i32>
    yield %q : tile<i32>
  }
} }
