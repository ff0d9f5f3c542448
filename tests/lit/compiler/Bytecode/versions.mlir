// What is newer than a version is named, operation by operation, from the table
// that the bytecode uses; a module that has nothing newer passes.
// RUN: not tile-opt %s --check-version=version=13.1 -o %t 2>&1 | FileCheck %s --check-prefixes=V1,V12
// RUN: not tile-opt %s --check-version=version=13.2 -o %t 2>&1 | FileCheck %s --check-prefix=V12 --implicit-check-not="new in 13.2"
// RUN: tile-opt %s --check-version=version=13.3 | FileCheck %s --check-prefix=V3
// RUN: tile-opt %corpus/kernels/saxpy.mlir --check-version=version=13.1 -o %t
// RUN: not tile-opt %s --check-version=version=13.5 -o %t 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// V3: cuda_tile.module @m
// UNKNOWN: error: unknown version '13.5'; say 13.1, 13.2, 13.3 or 13.4

// V12: :[[#@LINE+1]]:1: error: 'cuda_tile.module' op attribute 'producer' is new in 13.3, but the version is 13.
cuda_tile.module @m attributes {producer = "somebody"} {
  // V12: :[[#@LINE+1]]:3: error: 'cuda_tile.global' op visibility 'private' is new in 13.3
  global private @g <f32: [1.0]> : tile<1xf32>
  // V1: :[[#@LINE+1]]:3: error: 'cuda_tile.entry' op type f8E8M0FNU is new in 13.2, but the version is 13.1
  entry @k(%p: tile<ptr<f8E8M0FNU>>, %x: tile<f32>, %i: tile<i32>, %q: tile<ptr<f32>>) {
    // V1: :[[#@LINE+1]]:10: error: 'cuda_tile.atan2' op is new in 13.2
    %a = atan2 %x, %x : tile<f32>
    // V1: :[[#@LINE+1]]:10: error: 'cuda_tile.negi' op attribute 'overflow' other than 'none' is new in 13.2
    %b = negi %i overflow<no_signed_wrap> : tile<i32>
    %c = negi %i : tile<i32>
    // V1: :[[#@LINE+1]]:10: error: 'cuda_tile.tanh' op attribute 'rounding_mode' other than 'full' is new in 13.2
    %d = tanh %x rounding<approx> : tile<f32>
    %e = tanh %x : tile<f32>
    // V12: :[[#@LINE+1]]:10: error: 'cuda_tile.exp' op attribute 'rounding_mode' other than 'full' is new in 13.3
    %f = exp %x rounding<approx> : tile<f32>
    // V1: :[[#@LINE+1]]:5: error: 'cuda_tile.for' op attribute 'unsignedCmp' is new in 13.2
    for unsigned %n in (%i to %i, step %i) : tile<i32> { }
    // The result of a print may be there, but not be used.
    %t0 = print_tko "once" -> token
    // V1: :[[#@LINE+1]]:11: error: 'cuda_tile.print_tko' op has a result that is used, which is new in 13.2
    %t1 = print_tko "twice" -> token
    // V1: :[[#@LINE+1]]:11: error: 'cuda_tile.print_tko' op operand 'token' is new in 13.2
    %t2 = print_tko "thrice" token=%t1 -> token
    // V12: :[[#@LINE+1]]:10: error: 'cuda_tile.trunci' op type i4 is new in 13.3
    %g = trunci %i : tile<i32> -> tile<i4>
    // V12: :[[#@LINE+1]]:10: error: 'cuda_tile.ftof' op attribute 'rounding_mode' other than 'nearest_even' to f8E8M0FNU is new in 13.3
    %h = ftof %x rounding<zero> : tile<f32> -> tile<f8E8M0FNU>
    %v = make_tensor_view %q, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    // An operation that is newer is reported once, its types are not.
    // V12: :[[#@LINE+1]]:10: error: 'cuda_tile.make_strided_view' op is new in 13.3
    %w = make_strided_view %v : strided_view<tile=(4), traversal_strides=[2], tensor_view<8xf32, strides=[1]>>
    // V12: :[[#@LINE+1]]:16: error: 'cuda_tile.alloca' op is new in 13.3
    %storage = alloca num_elem = 4, alignment = 4 : tile<ptr<f32>>
  }
}
