//===- TileAAMotionTemplates.cpp - Slices, units of offsets ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"

using namespace tilefuzz;

using Elements = InstanceElements;

static constexpr PatternTemplate templates[] = {
    //===------------------------------------------------------------------===//
    // Addresses
    //===------------------------------------------------------------------===//
    // Elements of one, two, four and eight bytes, under others of two.
    {"tileaa-addptr-through-bitcast", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %a = "tilefuzz.input"() {name = "a"} : () -> $O
  %b = "tilefuzz.input"() {name = "b"} : () -> $O
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<$E, 1>, $O
  %c = nv_tileaa.bitcast %q : !nv_tileaa.ptr<$E, 1> -> !nv_tileaa.ptr<i16, 1>
  %r = nv_tileaa.addptr %c, %b : !nv_tileaa.ptr<i16, 1>, $O
  "tilefuzz.observe"(%r) : (!nv_tileaa.ptr<i16, 1>) -> ()
)"},
    {"tileaa-addptr-through-bitcast", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<f64, 1>>
  %a = "tilefuzz.input"() {name = "a"} : () -> @T<i16>
  %b = "tilefuzz.input"() {name = "b"} : () -> @T<$O>
  %q = nv_tileaa.addptr %p, %a : @T<!nv_tileaa.ptr<f64, 1>>, @T<i16>
  %c = nv_tileaa.bitcast %q : @T<!nv_tileaa.ptr<f64, 1>> -> @T<!nv_tileaa.ptr<$E, 1>>
  %r = nv_tileaa.addptr %c, %b : @T<!nv_tileaa.ptr<$E, 1>>, @T<$O>
  "tilefuzz.observe"(%r) : (@T<!nv_tileaa.ptr<$E, 1>>) -> ()
)"},
    // All of it is used again: only of constants the program does not grow.
    {"tileaa-addptr-through-bitcast", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %a = arith.constant -3 : i8
  %b = arith.constant 120 : i8
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<$E, 1>, i8
  %c = nv_tileaa.bitcast %q : !nv_tileaa.ptr<$E, 1> -> !nv_tileaa.ptr<f32, 1>
  %r = nv_tileaa.addptr %c, %b : !nv_tileaa.ptr<f32, 1>, i8
  "tilefuzz.observe"(%q, %c, %r) : (!nv_tileaa.ptr<$E, 1>, !nv_tileaa.ptr<f32, 1>, !nv_tileaa.ptr<f32, 1>) -> ()
)"},

    //===------------------------------------------------------------------===//
    // Slices
    //===------------------------------------------------------------------===//
    {"tileaa-slice-of-all", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x2x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %s = nv_tileaa.extract_slice %x[%i, %i] strides = [1, 1] : tensor<2x2x$E>, i8, i8 -> tensor<2x1x$E>
  %u = nv_tileaa.extract_slice %x[%i, %i] strides = [1, 1] : tensor<2x2x$E>, i8, i8 -> tensor<2x2x$E>
  "tilefuzz.observe"(%s, %u) : (tensor<2x1x$E>, tensor<2x2x$E>) -> ()
)"},
    {"tileaa-slice-of-splat", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %i = "tilefuzz.input"() {name = "i"} : () -> i16
  %s = nv_tileaa.splat %x : $E -> tensor<4x2x$E>
  %r = nv_tileaa.extract_slice %s[%i, %i] strides = [2, 1] : tensor<4x2x$E>, i16, i16 -> tensor<2x1x$E>
  "tilefuzz.observe"(%r) : (tensor<2x1x$E>) -> ()
)"},
    {"tileaa-slice-of-splat", Elements::Fixed, R"(
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %s = arith.constant dense<-7> : tensor<4xi16>
  %r = nv_tileaa.extract_slice %s[%i] strides = [1] : tensor<4xi16>, i8 -> tensor<2xi16>
  %d = arith.constant dense<[1, -2, 3, 4]> : tensor<4xi16>
  %u = nv_tileaa.extract_slice %d[%i] strides = [1] : tensor<4xi16>, i8 -> tensor<2xi16>
  "tilefuzz.observe"(%r, %u) : (tensor<2xi16>, tensor<2xi16>) -> ()
)"},
    {"tileaa-slice-of-elementwise", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x4x$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> tensor<2x4x$E>
  %c = "tilefuzz.input"() {name = "c"} : () -> i1
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %j = "tilefuzz.input"() {name = "j"} : () -> i8
  %m = arith.xori %x, %y : tensor<2x4x$E>
  %s = arith.select %c, %m, %y : tensor<2x4x$E>
  %r = nv_tileaa.extract_slice %s[%i, %j] strides = [1, 2] : tensor<2x4x$E>, i8, i8 -> tensor<1x2x$E>
  "tilefuzz.observe"(%r) : (tensor<1x2x$E>) -> ()
)"},
    {"tileaa-slice-of-elementwise", Elements::Floats, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x2x$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> tensor<2x2x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %j = "tilefuzz.input"() {name = "j"} : () -> i8
  %s = nv_tileaa.addf %x, %y : tensor<2x2x$E>
  %r = nv_tileaa.extract_slice %s[%i, %j] strides = [1, 1] : tensor<2x2x$E>, i8, i8 -> tensor<1x2x$E>
  "tilefuzz.observe"(%r) : (tensor<1x2x$E>) -> ()
)"},
    // Cheap, and used again: the whole tile stays.
    {"tileaa-slice-of-elementwise", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> tensor<4x!nv_tileaa.ptr<$E, 1>>
  %o = "tilefuzz.input"() {name = "o"} : () -> tensor<4xi32>
  %i = "tilefuzz.input"() {name = "i"} : () -> i32
  %q = nv_tileaa.addptr %p, %o : tensor<4x!nv_tileaa.ptr<$E, 1>>, tensor<4xi32>
  %r = nv_tileaa.extract_slice %q[%i] strides = [2] : tensor<4x!nv_tileaa.ptr<$E, 1>>, i32 -> tensor<2x!nv_tileaa.ptr<$E, 1>>
  "tilefuzz.observe"(%q, %r) : (tensor<4x!nv_tileaa.ptr<$E, 1>>, tensor<2x!nv_tileaa.ptr<$E, 1>>) -> ()
)"},
    {"tileaa-slice-of-expand-dims", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x4x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %j = "tilefuzz.input"() {name = "j"} : () -> i16
  %k = "tilefuzz.input"() {name = "k"} : () -> i8
  %e = nv_tileaa.expand_dims %x {axis = 0 : i32} : tensor<2x4x$E> -> tensor<1x2x4x$E>
  %r = nv_tileaa.extract_slice %e[%k, %i, %j] strides = [5, 1, 2] : tensor<1x2x4x$E>, i8, i8, i16 -> tensor<1x1x2x$E>
  "tilefuzz.observe"(%r) : (tensor<1x1x2x$E>) -> ()
)"},
    {"tileaa-slice-of-expand-dims", Elements::Memory, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<4x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %k = "tilefuzz.input"() {name = "k"} : () -> i8
  %e = nv_tileaa.expand_dims %x {axis = 1 : i32} : tensor<4x$E> -> tensor<4x1x$E>
  %r = nv_tileaa.extract_slice %e[%i, %k] strides = [1, 1] : tensor<4x1x$E>, i8, i8 -> tensor<2x1x$E>
  "tilefuzz.observe"(%r) : (tensor<2x1x$E>) -> ()
)"},
    {"tileaa-slice-chain", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<8x2x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %j = "tilefuzz.input"() {name = "j"} : () -> i64
  %s = nv_tileaa.extract_slice %x[%i, %i] strides = [2, 1] : tensor<8x2x$E>, i8, i8 -> tensor<4x2x$E>
  %r = nv_tileaa.extract_slice %s[%j, %i] strides = [2, 1] : tensor<4x2x$E>, i64, i8 -> tensor<2x1x$E>
  "tilefuzz.observe"(%r) : (tensor<2x1x$E>) -> ()
)"},
    {"tileaa-extract-of-slice", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<8x2x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %j = "tilefuzz.input"() {name = "j"} : () -> i64
  %s = nv_tileaa.extract_slice %x[%i, %j] strides = [2, 1] : tensor<8x2x$E>, i8, i64 -> tensor<2x2x$E>
  %r = nv_tileaa.extract %s[%j, %i] : tensor<2x2x$E>, i64, i8 -> $E
  "tilefuzz.observe"(%r) : ($E) -> ()
)"},
};

static constexpr PatternTemplate nearMisses[] = {
    {"tileaa-addptr-through-bitcast", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %a = "tilefuzz.input"() {name = "a"} : () -> i32
  %b = arith.constant 120 : i32
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<$E, 1>, i32
  %c = nv_tileaa.bitcast %q : !nv_tileaa.ptr<$E, 1> -> !nv_tileaa.ptr<f32, 1>
  %r = nv_tileaa.addptr %c, %b : !nv_tileaa.ptr<f32, 1>, i32
  "tilefuzz.observe"(%c, %r) : (!nv_tileaa.ptr<f32, 1>, !nv_tileaa.ptr<f32, 1>) -> ()
)"},
    {"tileaa-addptr-through-bitcast", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %a = arith.constant 120 : i32
  %b = "tilefuzz.input"() {name = "b"} : () -> i32
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<$E, 1>, i32
  %c = nv_tileaa.bitcast %q : !nv_tileaa.ptr<$E, 1> -> !nv_tileaa.ptr<f32, 1>
  %r = nv_tileaa.addptr %c, %b : !nv_tileaa.ptr<f32, 1>, i32
  "tilefuzz.observe"(%c, %r) : (!nv_tileaa.ptr<f32, 1>, !nv_tileaa.ptr<f32, 1>) -> ()
)"},
    // Stays: pointers to pointers.
    {"tileaa-addptr-through-bitcast", Elements::Fixed, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<i32, 1>
  %a = "tilefuzz.input"() {name = "a"} : () -> i32
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<i32, 1>, i32
  %c = nv_tileaa.bitcast %q : !nv_tileaa.ptr<i32, 1> -> !nv_tileaa.ptr<!nv_tileaa.ptr<i8, 1>, 1>
  %r = nv_tileaa.addptr %c, %a : !nv_tileaa.ptr<!nv_tileaa.ptr<i8, 1>, 1>, i32
  "tilefuzz.observe"(%r) : (!nv_tileaa.ptr<!nv_tileaa.ptr<i8, 1>, 1>) -> ()
)"},
    // Stays: a tf32 has another size in memory than it has bits.
    {"tileaa-addptr-through-bitcast", Elements::Fixed, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<tf32, 1>
  %a = "tilefuzz.input"() {name = "a"} : () -> i32
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<tf32, 1>, i32
  %c = nv_tileaa.bitcast %q : !nv_tileaa.ptr<tf32, 1> -> !nv_tileaa.ptr<f32, 1>
  %r = nv_tileaa.addptr %c, %a : !nv_tileaa.ptr<f32, 1>, i32
  %d = nv_tileaa.bitcast %r : !nv_tileaa.ptr<f32, 1> -> !nv_tileaa.ptr<tf32, 1>
  %s = nv_tileaa.addptr %d, %a : !nv_tileaa.ptr<tf32, 1>, i32
  "tilefuzz.observe"(%s) : (!nv_tileaa.ptr<tf32, 1>) -> ()
)"},
    // The expansion stays.
    {"tileaa-slice-of-expand-dims", Elements::Memory, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<4x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %k = "tilefuzz.input"() {name = "k"} : () -> i8
  %e = nv_tileaa.expand_dims %x {axis = 1 : i32} : tensor<4x$E> -> tensor<4x1x$E>
  %r = nv_tileaa.extract_slice %e[%i, %k] strides = [1, 1] : tensor<4x1x$E>, i8, i8 -> tensor<2x1x$E>
  "tilefuzz.observe"(%e, %r) : (tensor<4x1x$E>, tensor<2x1x$E>) -> ()
)"},
    {"tileaa-slice-chain", Elements::Memory, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<8x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %s = nv_tileaa.extract_slice %x[%i] strides = [2] : tensor<8x$E>, i8 -> tensor<4x$E>
  %r = nv_tileaa.extract_slice %s[%i] strides = [1] : tensor<4x$E>, i8 -> tensor<2x$E>
  "tilefuzz.observe"(%s, %r) : (tensor<4x$E>, tensor<2x$E>) -> ()
)"},
    {"tileaa-extract-of-slice", Elements::Memory, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<8x$E>
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %s = nv_tileaa.extract_slice %x[%i] strides = [1] : tensor<8x$E>, i8 -> tensor<4x$E>
  %r = nv_tileaa.extract %s[%i] : tensor<4x$E>, i8 -> $E
  "tilefuzz.observe"(%s, %r) : (tensor<4x$E>, $E) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getTileAAMotionTemplates() {
  return templates;
}

llvm::ArrayRef<PatternTemplate> tilefuzz::getTileAAMotionNearMisses() {
  return nearMisses;
}
