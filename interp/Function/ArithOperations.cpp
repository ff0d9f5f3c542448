//===- ArithOperations.cpp - What only functions have of arith ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rules stand in the descriptions of ArithOps.td. What other readers have,
// too, is in interp/Semantics/ScalarOperations.h.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FastMath.h"
#include "interp/Semantics/FloatFunctions.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APFloat;
using llvm::APInt;
using llvm::ArrayRef;

using Meanings = std::vector<Meaning>;

static Meanings addWithCarry(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) { return exact(x[0] + x[1]); },
          [](ArrayRef<APInt> x) { return exactBool((x[0] + x[1]).ult(x[0])); }};
}
template <ReadAs read> static Meanings wideProduct(mlir::Operation *) {
  auto product = [](ArrayRef<APInt> x) {
    unsigned width = 2 * x[0].getBitWidth();
    return read == ReadAs::Signed ? x[0].sext(width) * x[1].sext(width)
                                  : x[0].zext(width) * x[1].zext(width);
  };
  return {[=](ArrayRef<APInt> x) {
            return exact(product(x).trunc(x[0].getBitWidth()));
          },
          [=](ArrayRef<APInt> x) {
            unsigned width = x[0].getBitWidth();
            return exact(product(x).lshr(width).trunc(width));
          }};
}

static Meanings divideFloats(mlir::Operation *op) {
  FloatFormat format = formatOf(elementOf(op->getResult(0)));
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    return exact(semantics::divf(format, x[0], x[1],
                                 tilefuzz::RoundingMode::NearestEven,
                                 /*ftz=*/false));
  })};
}

/// The payload and sign of a NaN that an operation gave are not determined, and
/// NaNs that came in as data are not told from those.
static Meanings bitcast(mlir::Operation *op) {
  mlir::Type from = elementOf(op->getOperand(0));
  bool toInteger = !llvm::isa<mlir::FloatType>(elementOf(op->getResult(0)));
  FloatFormat format =
      toInteger && llvm::isa<mlir::FloatType>(from) ? formatOf(from) : nullptr;
  return {[format](ArrayRef<APInt> x) {
    Element element = exact(x[0]);
    if (format && APFloat(*format, x[0]).isNaN())
      element.certainty = Certainty::Unspecified;
    return element;
  }};
}

static constexpr ElementwiseRow rows[] = {
    {"arith.addui_extended", addWithCarry},
    {"arith.mulsi_extended", wideProduct<ReadAs::Signed>},
    {"arith.mului_extended", wideProduct<ReadAs::Unsigned>},
    {"arith.divf", divideFloats},
    {"arith.bitcast", bitcast},
};
ArrayRef<ElementwiseRow> function::getArithMeanings() { return rows; }
