//===- CudaTileFastMath.cpp - Fast-math flags of the public dialect -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileFastMath.h"
#include "compiler/CudaTile/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Those whose counterparts in nv_tileaa, arith and math have the flags.
static bool isFloatArithmetic(Operation *op) {
  return isa<AbsFOp, AddFOp, CeilOp, CmpFOp, CosHOp, CosOp, DivFOp, Exp2Op,
             ExpOp, FloorOp, FmaOp, Log2Op, LogOp, MaxFOp, MinFOp, MmaFOp,
             MmaFScaledOp, MulFOp, NegFOp, PowOp, RemFOp, RsqrtOp, SinHOp,
             SinOp, SqrtOp, SubFOp, TanHOp, TanOp>(op);
}

std::optional<arith::FastMathFlags> cuda_tile::getFastMath(Operation *op) {
  Attribute value = op->getDiscardableAttr(fastMathName);
  if (!value || !isFloatArithmetic(op))
    return std::nullopt;
  if (auto flags = dyn_cast<arith::FastMathFlagsAttr>(value))
    return flags.getValue();
  if (auto text = dyn_cast<StringAttr>(value))
    return arith::symbolizeFastMathFlags(text.getValue());
  return std::nullopt;
}
