//===- EmitDivision.cpp - Quotients and roots of floats -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/EmitElementwise.h"
#include "compiler/Conversion/TileASToNVVM/MathCode.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

/// `stem` of f32 where the result is not rounded as IEEE 754 says.
static Value approximate(Emitter &e, StringRef stem, ArrayRef<Value> x) {
  return callIntrinsic(e, "nvvm." + stem, e.builder.getF32Type(), x);
}

static Value divide(Emitter &e, Operation *op, ArrayRef<Value> x, Type type) {
  auto quotient = cast<aa::DivFOp>(op);
  bool ftz = quotient.getFlushToZero();
  switch (quotient.getRoundingMode()) {
  case aa::RoundingMode::Approx:
    return approximate(e, ftz ? "div.approx.ftz.f" : "div.approx.f", x);
  case aa::RoundingMode::Full:
    return approximate(e, ftz ? "div.full.ftz" : "div.full", x);
  case aa::RoundingMode::NearestEven:
    if (ftz)
      break;
    // Seeded: 1 / y is rounded, too.
    if (e.bugs.acts(SeededBug::QuotientByReciprocal)) {
      Value one = LLVM::ConstantOp::create(e.builder, e.loc, type,
                                           e.builder.getFloatAttr(type, 1));
      Value reciprocal = LLVM::FDivOp::create(e.builder, e.loc, one, x[1]);
      return LLVM::FMulOp::create(e.builder, e.loc, x[0], reciprocal);
    }
    if (type.isF32() && e.bugs.acts(SeededBug::QuotientFlushes))
      return callIntrinsic(e, "nvvm.div.rn.ftz.f", type, x);
    return LLVM::FDivOp::create(e.builder, e.loc, x[0], x[1]);
  default:
    break;
  }
  return emitRoundedTo(e, op, "div", quotient.getRoundingMode(), ftz, x, type);
}

static Value takeRoot(Emitter &e, Operation *op, ArrayRef<Value> x, Type type) {
  auto root = cast<aa::SqrtOp>(op);
  bool ftz = root.getFlushToZero();
  if (root.getRoundingMode() == aa::RoundingMode::Approx)
    return approximate(e, ftz ? "sqrt.approx.ftz.f" : "sqrt.approx.f", x);
  return emitRoundedTo(e, op, "sqrt", root.getRoundingMode(), ftz, x, type);
}

static constexpr HandlerRow rows[] = {
    {"nv_tileaa.divf", emitElementwise<divide>},
    {"nv_tileaa.sqrt", emitElementwise<takeRoot>},
};
ArrayRef<HandlerRow> tilefuzz::getDivisionHandlers() { return rows; }
