//===- PublicTemplates.cpp - Folds and patterns of cuda_tile --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/PatternInstances.h"

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
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getPublicTemplates() {
  return templates;
}
