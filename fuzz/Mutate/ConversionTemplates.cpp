//===- ConversionTemplates.cpp - What conversions hardly ever meet --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// As templates of rewrites, for branches of conversions that no random program
// takes: those of an operation in a form that another level does not make.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/InstanceChoice.h"

using namespace tilefuzz;

using Elements = InstanceElements;

static constexpr PatternTemplate cudaTile[] = {
    // What follows in the body is never reached.
    {"cuda-tile-lowering-exits", Elements::Memory, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %c = "tilefuzz.input"() {name = "c"} : () -> !cuda_tile.tile<i1>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 3> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %r = for %i in (%from to %to, step %step) : tile<i32> iter_values(%a = %x) -> (@T<$E>) {
    if %c {
      continue %y : @T<$E>
    } else {
      continue %a : @T<$E>
    }
    continue %x : @T<$E>
  }
  "tilefuzz.observe"(%r) : (@T<$E>) -> ()
)"},
    {"cuda-tile-lowering-index-space", Elements::Fixed, R"(
  %p = "tilefuzz.input"() {name = "p"} : () -> !cuda_tile.tile<ptr<f32>>
  %t = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
  %v = make_gather_scatter_view %t : gather_scatter_view<tile=(4), tensor_view<8xf32, strides=[1]>, sparse_dim=0>
  %r = get_index_space_shape %v : gather_scatter_view<tile=(4), tensor_view<8xf32, strides=[1]>, sparse_dim=0> -> tile<i32>
  "tilefuzz.observe"(%r) : (!cuda_tile.tile<i32>) -> ()
)"},
};

static constexpr PatternTemplate tileAA[] = {
    // The conversion makes operations of arith of these.
    {"tileaa-lowering-plain-floats", Elements::Floats, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> @T<$E>
  %y = "tilefuzz.input"() {name = "y"} : () -> @T<$E>
  %a = nv_tileaa.addf %x, %y : @T<$E>
  %s = nv_tileaa.subf %a, %y : @T<$E>
  %m = nv_tileaa.mulf %s, %x : @T<$E>
  %f = nv_tileaa.fma %m, %x, %y : @T<$E>
  "tilefuzz.observe"(%a, %s, %m, %f) : (@T<$E>, @T<$E>, @T<$E>, @T<$E>) -> ()
)"},
    {"tileaa-lowering-rounding", Elements::Fixed, R"(
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<4xf32>
  %y = "tilefuzz.input"() {name = "y"} : () -> tensor<4xf64>
  %a = nv_tileaa.fp_to_fp %x {rounding_mode = #nv_tileaa.rounding_mode<rm>} : tensor<4xf32> to tensor<4xf16>
  %b = nv_tileaa.fp_to_fp %x {rounding_mode = #nv_tileaa.rounding_mode<rp>} : tensor<4xf32> to tensor<4xbf16>
  %c = nv_tileaa.fp_to_fp %y {rounding_mode = #nv_tileaa.rounding_mode<rm>} : tensor<4xf64> to tensor<4xf32>
  %d = nv_tileaa.fp_to_fp %y {rounding_mode = #nv_tileaa.rounding_mode<rp>} : tensor<4xf64> to tensor<4xf32>
  "tilefuzz.observe"(%c, %d, %a, %b) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xbf16>) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate>
tilefuzz::getConversionTemplates(bool isTileAA) {
  return isTileAA ? llvm::ArrayRef(tileAA) : llvm::ArrayRef(cudaTile);
}
