//===- PatternInstances.cpp - What a pattern is proved on -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/PatternInstances.h"
#include "llvm/ADT/SmallVector.h"

using namespace tilefuzz;

using Elements = InstanceElements;

static constexpr PatternTemplate templates[] = {
    //===------------------------------------------------------------------===//
    // cuda_tile, constant floats: inexact in every format, exact zeros, the
    // largest values
    //===------------------------------------------------------------------===//
    {"cuda-tile-addf-constants", Elements::Floats, R"(
  %x = constant <$E: 1.0> : @T<$E>
  %y = constant <$E: 1.0e-7> : @T<$E>
  %n = addf %x, %y : @T<$E>
  %z = addf %x, %y rounding<zero> : @T<$E>
  %d = addf %x, %y rounding<negative_inf> : @T<$E>
  %u = addf %x, %y rounding<positive_inf> : @T<$E>
  "tilefuzz.observe"(%n, %z, %d, %u) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-addf-constants", Elements::Floats, R"(
  %x = constant <$E: -1.0> : @T<$E>
  %y = constant <$E: 1.0e-7> : @T<$E>
  %n = addf %x, %y : @T<$E>
  %z = addf %x, %y rounding<zero> : @T<$E>
  %d = addf %x, %y rounding<negative_inf> : @T<$E>
  %u = addf %x, %y rounding<positive_inf> : @T<$E>
  "tilefuzz.observe"(%n, %z, %d, %u) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-addf-constants", Elements::Floats, R"(
  %x = constant <$E: 1.5> : @T<$E>
  %y = constant <$E: -1.5> : @T<$E>
  %n = addf %x, %y : @T<$E>
  %z = addf %x, %y rounding<zero> : @T<$E>
  %d = addf %x, %y rounding<negative_inf> : @T<$E>
  %u = addf %x, %y rounding<positive_inf> : @T<$E>
  "tilefuzz.observe"(%n, %z, %d, %u) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-addf-constants", Elements::Floats, R"(
  %x = constant <$E: -0.0> : @T<$E>
  %y = constant <$E: 0.0> : @T<$E>
  %n = addf %x, %y : @T<$E>
  %z = addf %x, %y rounding<zero> : @T<$E>
  %d = addf %x, %y rounding<negative_inf> : @T<$E>
  %u = addf %x, %y rounding<positive_inf> : @T<$E>
  "tilefuzz.observe"(%n, %z, %d, %u) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-addf-constants", Elements::Fixed, R"(
  %x = constant <f32: [1.0e-40, -1.0e-40, 1.2e-38, 3.0e38]> : !cuda_tile.tile<4xf32>
  %y = constant <f32: [1.0, -1.0e-40, -1.18e-38, 3.0e38]> : !cuda_tile.tile<4xf32>
  %n = addf %x, %y flush_to_zero : !cuda_tile.tile<4xf32>
  %d = addf %x, %y rounding<negative_inf> flush_to_zero : !cuda_tile.tile<4xf32>
  %z = addf %x, %y rounding<zero> : !cuda_tile.tile<4xf32>
  "tilefuzz.observe"(%n, %d, %z) : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<4xf32>, !cuda_tile.tile<4xf32>) -> ()
)"},

    //===------------------------------------------------------------------===//
    // cuda_tile, select
    //===------------------------------------------------------------------===//
    {"cuda-tile-select-same-arm", Elements::All, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %r = select %c, %x, %x : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-constant-condition", Elements::All, R"(
  %c = constant <i1: true> : @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-constant-condition", Elements::All, R"(
  %c = constant <i1: false> : @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-identity", Elements::Fixed, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<i1>
  %true = constant <i1: true> : @T<i1>
  %false = constant <i1: false> : @T<i1>
  %r = select %c, %true, %false : @T<i1>, @T<i1>
  "tilefuzz.observe"(%r) : (@T<i1>) -> ()
)"},
    {"cuda-tile-select-of-compare", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %c = cmpi equal %x, %y, signed : @T<$E> -> @T<i1>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  %s = select %c, %y, %x : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r, %s) : (@T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-select-of-compare", Elements::Integers, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %c = cmpi not_equal %x, %y, unsigned : @T<$E> -> @T<i1>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  %s = select %c, %y, %x : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r, %s) : (@T<$E>, @T<$E>) -> ()
)"},
    {"cuda-tile-select-negated-condition", Elements::All, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %true = constant <i1: true> : @T<i1>
  %c = xori %p, %true : @T<i1>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r, %c) : (@T<$E>, @T<i1>) -> ()
)"},
    {"cuda-tile-select-nested", Elements::All, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %z = "tilefuzz.input"() {name = "z"} : () -> @T<$E>
  %i = select %c, %x, %y : @T<i1>, @T<$E>
  %r = select %c, %i, %z : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-nested", Elements::All, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %z = "tilefuzz.input"() {name = "z"} : () -> @T<$E>
  %i = select %c, %x, %y : @T<i1>, @T<$E>
  %r = select %c, %z, %i : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-replace-constant", Elements::All, R"(
  %k = constant <i1: true> : !cuda_tile.tile<i1>
  %l = reshape %k : !cuda_tile.tile<i1> -> !cuda_tile.tile<1x1xi1>
  %c = broadcast %l : !cuda_tile.tile<1x1xi1> -> !cuda_tile.tile<2x2xi1>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<2x2x$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<2x2x$E>
  %r = select %c, %x, %y : !cuda_tile.tile<2x2xi1>, !cuda_tile.tile<2x2x$E>
  "tilefuzz.observe"(%r) : (!cuda_tile.tile<2x2x$E>) -> ()
)"},
    {"cuda-tile-select-replace-constant", Elements::All, R"(
  %k = constant <i1: false> : !cuda_tile.tile<i1>
  %l = reshape %k : !cuda_tile.tile<i1> -> !cuda_tile.tile<1x1xi1>
  %c = broadcast %l : !cuda_tile.tile<1x1xi1> -> !cuda_tile.tile<2x2xi1>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<2x2x$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<2x2x$E>
  %r = select %c, %x, %y : !cuda_tile.tile<2x2xi1>, !cuda_tile.tile<2x2x$E>
  "tilefuzz.observe"(%r) : (!cuda_tile.tile<2x2x$E>) -> ()
)"},
    {"cuda-tile-select-replace-identical", Elements::All, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %r = select %c, %x, %x : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-replace-identical", Elements::Fixed, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<2xi1>
  %x = constant <i32: [5, -7]> : !cuda_tile.tile<2xi32>
  %y = constant <i32: [5, -7]> : !cuda_tile.tile<2xi32>
  %z = constant <i32: [5, 7]> : !cuda_tile.tile<2xi32>
  %r = select %c, %x, %y : !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi32>
  %s = select %c, %x, %z : !cuda_tile.tile<2xi1>, !cuda_tile.tile<2xi32>
  "tilefuzz.observe"(%r, %s) : (!cuda_tile.tile<2xi32>, !cuda_tile.tile<2xi32>) -> ()
)"},
    {"cuda-tile-select-inverse-condition", Elements::All, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %true = constant <i1: true> : @T<i1>
  %false = constant <i1: false> : @T<i1>
  %c = xori %p, %true : @T<i1>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-inverse-condition", Elements::All, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %true = constant <i1: true> : @T<i1>
  %false = constant <i1: false> : @T<i1>
  %c = xori %true, %p : @T<i1>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-inverse-condition", Elements::All, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %true = constant <i1: true> : @T<i1>
  %false = constant <i1: false> : @T<i1>
  %c = cmpi equal %p, %false, signed : @T<i1> -> @T<i1>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-select-inverse-condition", Elements::All, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %true = constant <i1: true> : @T<i1>
  %false = constant <i1: false> : @T<i1>
  %c = cmpi not_equal %true, %p, unsigned : @T<i1> -> @T<i1>
  %r = select %c, %x, %y : @T<i1>, @T<$E>
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},

    //===------------------------------------------------------------------===//
    // cuda_tile, if. The branches access memory, in the order of tokens.
    //===------------------------------------------------------------------===//
    {"cuda-tile-if-constant-condition", Elements::Memory, R"(
  %c = constant <i1: true> : !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %r, %u = if %c -> (tile<$E>, token) {
    %v, %a = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
    %b = store_ptr_tko weak %q, %x token=%a : tile<ptr<$E>>, tile<$E> -> token
    yield %v, %b : tile<$E>, token
  } else {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %t : tile<$E>, token
  }
  %w = store_ptr_tko weak %p, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
  "tilefuzz.observe"(%r, %w) : (!cuda_tile.tile<$E>, !cuda_tile.token) -> ()
)"},
    {"cuda-tile-if-constant-condition", Elements::Memory, R"(
  %c = constant <i1: false> : !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %u = if %c -> (token) {
    yield %t : token
  } else {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %b : token
  }
  %w = store_ptr_tko weak %p, %x token=%u : tile<ptr<$E>>, tile<$E> -> token
  if %c {
    %d = store_ptr_tko weak %p, %x token=%w : tile<ptr<$E>>, tile<$E> -> token
  }
  "tilefuzz.observe"(%w) : (!cuda_tile.token) -> ()
)"},
    {"cuda-tile-if-negated-condition", Elements::Memory, R"(
  %k = "tilefuzz.input"() {name = "k"} : () -> !cuda_tile.tile<i1>
  %true = constant <i1: true> : !cuda_tile.tile<i1>
  %c = xori %k, %true : tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %r, %u = if %c -> (tile<$E>, token) {
    %v, %a = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
    yield %v, %a : tile<$E>, token
  } else {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %b : tile<$E>, token
  }
  %w = store_ptr_tko weak %p, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
  "tilefuzz.observe"(%r, %w) : (!cuda_tile.tile<$E>, !cuda_tile.token) -> ()
)"},
    {"cuda-tile-if-empty-else", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  if %c {
    %b = store_ptr_tko weak %p, %x : tile<ptr<$E>>, tile<$E> -> token
  } else {
  }
)"},
    {"cuda-tile-if-remove-unused-results", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %a, %r, %u, %s = if %c -> (tile<$E>, tile<$E>, token, tile<$E>) {
    %v, %a1 = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
    %b = store_ptr_tko weak %q, %x token=%a1 : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %v, %b, %v : tile<$E>, tile<$E>, token, tile<$E>
  } else {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %y, %x, %b, %y : tile<$E>, tile<$E>, token, tile<$E>
  }
  %w = store_ptr_tko weak %p, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
  "tilefuzz.observe"(%r, %w) : (!cuda_tile.tile<$E>, !cuda_tile.token) -> ()
)"},
    {"cuda-tile-if-remove-unused-results", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %a = if %c -> (token) {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %b : token
  } else {
    return
  }
  %w = store_ptr_tko weak %q, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
  "tilefuzz.observe"(%w) : (!cuda_tile.token) -> ()
)"},
    {"cuda-tile-if-replace-yield-with-value", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %r, %s = if %c -> (tile<$E>, tile<$E>) {
    %b = store_ptr_tko weak %p, %y : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %y : tile<$E>, tile<$E>
  } else {
    yield %x, %y : tile<$E>, tile<$E>
  }
  "tilefuzz.observe"(%r, %s) : (!cuda_tile.tile<$E>, !cuda_tile.tile<$E>) -> ()
)"},
    {"cuda-tile-if-replace-yield-with-value", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %r, %s, %u = if %c -> (tile<$E>, tile<$E>, token) {
    %b = store_ptr_tko weak %p, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %y, %b : tile<$E>, tile<$E>, token
  } else {
    yield %x, %x, %t : tile<$E>, tile<$E>, token
  }
  "tilefuzz.observe"(%r, %s, %u) : (!cuda_tile.tile<$E>, !cuda_tile.tile<$E>, !cuda_tile.token) -> ()
)"},
    {"cuda-tile-if-convert-to-select", Elements::All, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %z = "tilefuzz.input"() {name = "z"} : () -> !cuda_tile.tile<i1>
  %r, %s = if %c -> (@T<$E>, !cuda_tile.tile<i1>) {
    yield %x, %c : @T<$E>, !cuda_tile.tile<i1>
  } else {
    yield %y, %z : @T<$E>, !cuda_tile.tile<i1>
  }
  "tilefuzz.observe"(%r, %s) : (@T<$E>, !cuda_tile.tile<i1>) -> ()
)"},
    {"cuda-tile-if-combine", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %r, %u = if %c -> (tile<$E>, token) {
    %v, %a = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
    yield %v, %a : tile<$E>, token
  } else {
    %b = store_ptr_tko weak %q, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    yield %y, %b : tile<$E>, token
  }
  %s, %w = if %c -> (tile<$E>, token) {
    %b = store_ptr_tko weak %q, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
    yield %x, %b : tile<$E>, token
  } else {
    %v, %a = load_ptr_tko weak %q token=%u : tile<ptr<$E>> -> tile<$E>, token
    yield %r, %a : tile<$E>, token
  }
  "tilefuzz.observe"(%r, %u, %s, %w) : (!cuda_tile.tile<$E>, !cuda_tile.token, !cuda_tile.tile<$E>, !cuda_tile.token) -> ()
)"},
    {"cuda-tile-if-combine", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  if %c {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
  }
  if %c {
    %b = store_ptr_tko weak %q, %x : tile<ptr<$E>>, tile<$E> -> token
    return
  } else {
    %b = store_ptr_tko weak %p, %y : tile<ptr<$E>>, tile<$E> -> token
  }
  if %c {
    %b = store_ptr_tko weak %p, %y : tile<ptr<$E>>, tile<$E> -> token
  }
  %z = store_ptr_tko weak %q, %y : tile<ptr<$E>>, tile<$E> -> token
)"},
    {"cuda-tile-if-combine-nested", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %d = "tilefuzz.input"() {name = "d"} : () -> !cuda_tile.tile<i1>
  %r, %u = if %c -> (tile<$E>, token) {
    %v, %a = if %d -> (tile<$E>, token) {
      %w, %b = load_ptr_tko weak %p token=%t : tile<ptr<$E>> -> tile<$E>, token
      yield %w, %b : tile<$E>, token
    } else {
      yield %x, %t : tile<$E>, token
    }
    yield %v, %a : tile<$E>, token
  } else {
    yield %x, %t : tile<$E>, token
  }
  %z = store_ptr_tko weak %q, %r token=%u : tile<ptr<$E>>, tile<$E> -> token
  "tilefuzz.observe"(%r, %z) : (!cuda_tile.tile<$E>, !cuda_tile.token) -> ()
)"},
    {"cuda-tile-if-combine-nested", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %k = constant <i32: 5> : !cuda_tile.tile<i32>
  %l = constant <i32: 7> : !cuda_tile.tile<i32>
  %d = cmpi less_than %k, %l, signed : !cuda_tile.tile<i32> -> !cuda_tile.tile<i1>
  if %c {
    if %d {
      %b = store_ptr_tko weak %p, %x : tile<ptr<$E>>, tile<$E> -> token
    } else {
    }
  }
)"},
    {"cuda-tile-if-combine-nested", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %f = "tilefuzz.input"() {name = "f"} : () -> !cuda_tile.tile<ptr<i1>>
  %d, %e = load_ptr_tko weak %f, %c token=%t : tile<ptr<i1>>, tile<i1> -> tile<i1>, token
  if %c {
    if %d {
      %b = store_ptr_tko weak %p, %x token=%e : tile<ptr<$E>>, tile<$E> -> token
    }
  }
  %z = store_ptr_tko weak %q, %y token=%e : tile<ptr<$E>>, tile<$E> -> token
)"},
    {"cuda-tile-if-combine-nested", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %d = "tilefuzz.input"() {name = "d"} : () -> !cuda_tile.tile<i1>
  %r = if %c -> (tile<$E>) {
    %v = if %d -> (tile<$E>) {
      %b = store_ptr_tko weak %p, %x : tile<ptr<$E>>, tile<$E> -> token
      yield %x : tile<$E>
    } else {
      yield %y : tile<$E>
    }
    yield %v : tile<$E>
  } else {
    yield %y : tile<$E>
  }
  %s = if %c -> (tile<$E>) {
    %v = if %d -> (tile<$E>) {
      yield %x : tile<$E>
    } else {
      yield %y : tile<$E>
    }
    yield %v : tile<$E>
  } else {
    yield %x : tile<$E>
  }
  "tilefuzz.observe"(%r, %s) : (!cuda_tile.tile<$E>, !cuda_tile.tile<$E>) -> ()
)"},
    {"cuda-tile-if-move-terminator", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  if %c {
    %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
    return
  } else {
    %b = store_ptr_tko weak %q, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
    return
  }
  %z = store_ptr_tko weak %q, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
)"},
    {"cuda-tile-if-move-terminator", Elements::Memory, R"(
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<$E>>
  %q = "tilefuzz.input"() {name = "q"} : () -> !cuda_tile.tile<ptr<$E>>
  %x = "tilefuzz.input"() {name = "x"} : () -> !cuda_tile.tile<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> !cuda_tile.tile<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !cuda_tile.token
  %d = "tilefuzz.input"() {name = "d"} : () -> !cuda_tile.tile<i1>
  if %d {
    %r = if %c -> (token) {
      %b = store_ptr_tko weak %p, %x token=%t : tile<ptr<$E>>, tile<$E> -> token
      return
    } else {
      return
    }
    %z = store_ptr_tko weak %q, %x token=%r : tile<ptr<$E>>, tile<$E> -> token
  } else {
    if %c {
      return
    }
    %z = store_ptr_tko weak %q, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
  }
  %z = store_ptr_tko weak %p, %y token=%t : tile<ptr<$E>>, tile<$E> -> token
)"},

    //===------------------------------------------------------------------===//
    // nv_tileaa, addresses
    //===------------------------------------------------------------------===//
    {"tileaa-addptr-chain", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %a = "tilefuzz.input"() {name = "a"} : () -> $O
  %b = "tilefuzz.input"() {name = "b"} : () -> $O
  %q = nv_tileaa.addptr %p, %a : !nv_tileaa.ptr<$E, 1>, $O
  %r = nv_tileaa.addptr %q, %b : !nv_tileaa.ptr<$E, 1>, $O
  "tilefuzz.observe"(%r) : (!nv_tileaa.ptr<$E, 1>) -> ()
)"},
    {"tileaa-addptr-chain", Elements::Memory, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %a = "tilefuzz.input"() {name = "a"} : () -> @T<i32>
  %b = "tilefuzz.input"() {name = "b"} : () -> @T<$O>
  %q = nv_tileaa.addptr %p, %a : @T<!nv_tileaa.ptr<$E, 1>>, @T<i32>
  %r = nv_tileaa.addptr %q, %b : @T<!nv_tileaa.ptr<$E, 1>>, @T<$O>
  "tilefuzz.observe"(%r) : (@T<!nv_tileaa.ptr<$E, 1>>) -> ()
)"},

    //===------------------------------------------------------------------===//
    // nv_tileaa, accesses: one before, one after, the rewritten one between
    //===------------------------------------------------------------------===//
    {"tileaa-masked-load", Elements::Memory, R"(
  %bit = arith.constant true
  %mask = nv_tileaa.splat %bit : i1 -> @T<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x token %t : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %v, %u = nv_tileaa.load %p mask %mask other %x token %a : (@T<!nv_tileaa.ptr<$E, 1>>, @T<i1>, @T<$E>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  %z = nv_tileaa.store %p, %v token %u : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%v, %z) : (@T<$E>, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-load", Elements::Memory, R"(
  %bit = arith.constant false
  %mask = nv_tileaa.splat %bit : i1 -> @T<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x token %t : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %v, %u = nv_tileaa.load %p mask %mask other %x token %a : (@T<!nv_tileaa.ptr<$E, 1>>, @T<i1>, @T<$E>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  %z = nv_tileaa.store %p, %v token %u : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%v, %z) : (@T<$E>, !nv_tileaa.mem_token) -> ()
)"},
    // Without a token operand, and a scalar; acquire must stay when it is
    // erased.
    {"tileaa-masked-load", Elements::Memory, R"(
  %true = arith.constant true
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %v, %u = nv_tileaa.load %p mask %true : (!nv_tileaa.ptr<$E, 1>, i1) -> ($E, !nv_tileaa.mem_token)
  %false = arith.constant false
  %w, %s = nv_tileaa.load %p mask %false other %x token %u {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<$E, 1>, i1, $E, !nv_tileaa.mem_token) -> ($E, !nv_tileaa.mem_token)
  %z = nv_tileaa.store %p, %v token %s : (!nv_tileaa.ptr<$E, 1>, $E, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%v, %w, %z) : ($E, $E, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-store", Elements::Memory, R"(
  %bit = arith.constant true
  %mask = nv_tileaa.splat %bit : i1 -> @T<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %v, %a = nv_tileaa.load %p token %t : (@T<!nv_tileaa.ptr<$E, 1>>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  %u = nv_tileaa.store %p, %x mask %mask token %a : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, @T<i1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %w, %z = nv_tileaa.load %p token %u : (@T<!nv_tileaa.ptr<$E, 1>>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%v, %w, %z) : (@T<$E>, @T<$E>, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-store", Elements::Memory, R"(
  %bit = arith.constant false
  %mask = nv_tileaa.splat %bit : i1 -> @T<i1>
  %p = "tilefuzz.input"() {name = "p"} : () -> @T<!nv_tileaa.ptr<$E, 1>>
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !nv_tileaa.mem_token
  %a = nv_tileaa.store %p, %x token %t : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %u = nv_tileaa.store %p, %x mask %mask token %a : (@T<!nv_tileaa.ptr<$E, 1>>, @T<$E>, @T<i1>, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %w, %z = nv_tileaa.load %p token %u : (@T<!nv_tileaa.ptr<$E, 1>>, !nv_tileaa.mem_token) -> (@T<$E>, !nv_tileaa.mem_token)
  "tilefuzz.observe"(%w, %z) : (@T<$E>, !nv_tileaa.mem_token) -> ()
)"},
    {"tileaa-masked-store", Elements::Memory, R"(
  %true = arith.constant true
  %false = arith.constant false
  %p = "tilefuzz.input"() {name = "p"} : () -> !nv_tileaa.ptr<$E, 1>
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %a = nv_tileaa.store %p, %x mask %true : (!nv_tileaa.ptr<$E, 1>, $E, i1) -> !nv_tileaa.mem_token
  %b = nv_tileaa.store %p, %x mask %false token %a {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<sys>} : (!nv_tileaa.ptr<$E, 1>, $E, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  %c = nv_tileaa.store %p, %x mask %false token %b {mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!nv_tileaa.ptr<$E, 1>, $E, i1, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  "tilefuzz.observe"(%c) : (!nv_tileaa.mem_token) -> ()
)"},

    //===------------------------------------------------------------------===//
    // nv_tileaa, shapes
    //===------------------------------------------------------------------===//
    {"tileaa-view-of-splat", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %s = nv_tileaa.splat %x : $E -> tensor<2x4x$E>
  %r = nv_tileaa.view %s : tensor<2x4x$E> -> tensor<8x$E>
  "tilefuzz.observe"(%r) : (tensor<8x$E>) -> ()
)"},
    {"tileaa-broadcast-of-splat", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %s = nv_tileaa.splat %x : $E -> tensor<1x4x$E>
  %r = nv_tileaa.broadcast %s : tensor<1x4x$E> -> tensor<2x4x$E>
  "tilefuzz.observe"(%r) : (tensor<2x4x$E>) -> ()
)"},
    {"tileaa-expand-dims-of-splat", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> $E
  %s = nv_tileaa.splat %x : $E -> tensor<4x$E>
  %r = nv_tileaa.expand_dims %s {axis = 1 : i32} : tensor<4x$E> -> tensor<4x1x$E>
  "tilefuzz.observe"(%r) : (tensor<4x1x$E>) -> ()
)"},
    {"tileaa-view-chain", Elements::All, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x4x$E>
  %a = nv_tileaa.view %x : tensor<2x4x$E> -> tensor<8x$E>
  %b = nv_tileaa.view %a : tensor<8x$E> -> tensor<4x2x$E>
  %c = nv_tileaa.view %a : tensor<8x$E> -> tensor<2x4x$E>
  "tilefuzz.observe"(%b, %c) : (tensor<4x2x$E>, tensor<2x4x$E>) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getPatternTemplates() {
  return templates;
}

static void replaceAll(std::string &text, llvm::StringRef from,
                       llvm::StringRef to) {
  for (size_t at = text.find(from.data(), 0, from.size());
       at != std::string::npos;
       at = text.find(from.data(), at + to.size(), from.size()))
    text.replace(at, from.size(), to.str());
}

static llvm::ArrayRef<llvm::StringLiteral> elementTypes(Elements elements) {
  static constexpr llvm::StringLiteral all[] = {
      "i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"};
  static constexpr llvm::StringLiteral memory[] = {"i1", "i8", "f16", "i32",
                                                   "i64"};
  static constexpr llvm::StringLiteral fixed[] = {""};
  switch (elements) {
  case Elements::All:
    return all;
  case Elements::Integers:
    return llvm::ArrayRef(all).take_front(5);
  case Elements::Floats:
    return llvm::ArrayRef(all).drop_front(5);
  case Elements::Memory:
    return memory;
  case Elements::Fixed:
    return fixed;
  }
  llvm_unreachable("unknown set of elements");
}

std::vector<PatternInstance> tilefuzz::instancesOf(llvm::StringRef pattern) {
  static constexpr llvm::StringLiteral offsets[] = {"i8", "i16", "i32", "i64"};
  static constexpr llvm::StringLiteral noOffset[] = {""};
  // A tensor of rank 0 is a bare scalar, which templates write themselves.
  static constexpr llvm::StringLiteral shapes[] = {"2x", "2x2x", ""};
  static constexpr llvm::StringLiteral noShape[] = {""};
  bool isPublic = pattern.starts_with("cuda-tile-");
  std::vector<PatternInstance> instances;
  unsigned number = 0;
  for (const PatternTemplate &row : templates) {
    if (row.pattern != pattern)
      continue;
    ++number;
    bool hasOffset = row.body.contains("$O");
    bool hasShape = row.body.contains("@T");
    llvm::ArrayRef<llvm::StringLiteral> rowShapes =
        hasShape ? llvm::ArrayRef(shapes).drop_back(isPublic ? 0 : 1)
                 : llvm::ArrayRef(noShape);
    for (llvm::StringRef element : elementTypes(row.elements))
      for (llvm::StringRef offset :
           hasOffset ? llvm::ArrayRef(offsets) : llvm::ArrayRef(noOffset))
        for (llvm::StringRef shape : rowShapes) {
          std::string body = row.body.str();
          replaceAll(body, "@T<",
                     isPublic ? "!cuda_tile.tile<$S" : "tensor<$S");
          replaceAll(body, "$S", shape);
          replaceAll(body, "$E", element);
          replaceAll(body, "$O", offset);
          PatternInstance &instance = instances.emplace_back();
          instance.name = std::to_string(number) + ":";
          for (auto [what, text] :
               {std::pair("", element), std::pair("offset ", offset),
                std::pair("shape ", shape.drop_back(!shape.empty()))})
            if (!text.empty())
              instance.name +=
                  std::string(instance.name.back() == ':' ? " " : ", ") + what +
                  text.str();
          instance.text = isPublic ? "cuda_tile.module @m {\nentry @f() {" +
                                         body + "  return\n}\n}\n"
                                   : "nv_tileaa.func @f() {" + body +
                                         "  nv_tileaa.return\n}\n";
        }
  }
  return instances;
}
