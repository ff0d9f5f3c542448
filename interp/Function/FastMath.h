//===- FastMath.h - What fastmath flags do to a result ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The flags are LLVM's (LangRef, "Fast-Math Flags"): nnan and ninf make results
// poison; the others let a compiler give another value, so nothing more is
// known where they can matter.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_FUNCTION_FASTMATH_H
#define TILEFUZZ_INTERP_FUNCTION_FASTMATH_H

#include "compiler/Support/CarryAttributes.h"
#include "interp/Function/FunctionMachine.h"
#include "interp/Semantics/ScalarOperations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tilefuzz::function {

/// The meaning under the operation's flags. Operands and result are floats, or
/// integers, as the operation says.
inline Meaning withFastMath(mlir::Operation *op, Meaning meaning) {
  using Flags = mlir::arith::FastMathFlags;
  auto attribute =
      getOwnAttribute<mlir::arith::FastMathFlagsAttr>(op, "fastmath");
  Flags flags = attribute ? attribute.getValue() : Flags::none;
  // It fuses an operation with its operand; a wider format alone changes
  // nothing.
  if (llvm::isa<mlir::arith::ExtFOp>(op) &&
      !op->getOperand(0).getDefiningOp<mlir::arith::TruncFOp>())
    flags = flags & ~Flags::contract;
  if (flags == Flags::none)
    return meaning;
  llvm::SmallVector<FloatFormat, 4> formats;
  for (mlir::Value value : op->getOperands()) {
    mlir::Type type = elementOf(value);
    formats.push_back(llvm::isa<mlir::FloatType>(type) ? formatOf(type)
                                                       : nullptr);
  }
  mlir::Type type = elementOf(op->getResult(0));
  FloatFormat result =
      llvm::isa<mlir::FloatType>(type) ? formatOf(type) : nullptr;
  FloatPromise promise = floatPromiseOf(flags);
  return [=](llvm::ArrayRef<llvm::APInt> x) {
    Element element = meaning(x);
    ConcreteDomain domain;
    bool excluded = false, zero = false;
    auto look = [&](FloatFormat format, const llvm::APInt &bits) {
      excluded |= semantics::isExcluded(domain, promise, format, bits);
      zero |= llvm::APFloat(*format, bits).isZero();
    };
    for (auto [format, bits] : llvm::zip(formats, x))
      if (format)
        look(format, bits);
    if (result && element.certainty < Certainty::Unspecified)
      look(result,
           llvm::APInt(llvm::APFloat::getSizeInBits(*result), element.bits));
    if (excluded)
      element.certainty = Certainty::Poison;
    if (!result || element.certainty == Certainty::Poison)
      return element;
    if ((bitEnumContainsAny(flags, Flags::nsz) && zero) ||
        bitEnumContainsAny(flags, Flags::reassoc | Flags::arcp |
                                      Flags::contract | Flags::afn))
      element.certainty = Certainty::Unspecified;
    return element;
  };
}

} // namespace tilefuzz::function

#endif // TILEFUZZ_INTERP_FUNCTION_FASTMATH_H
