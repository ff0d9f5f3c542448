//===- FamilyScalar.h - Arithmetic of several levels ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same operation exists at several levels under several names. What it does
// is here, once; the tables of a level (Eval<Level>*.cpp) read its attributes
// and call this.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FAMILYSCALAR_H
#define TILEFUZZ_INTERP_TILE_EVAL_FAMILYSCALAR_H

#include "interp/Semantics/ScalarOperations.h"
#include "interp/Tile/Eval/Enclosing.h"
#include "interp/Tile/Machine.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"

namespace tilefuzz {

using ScalarResult = Result<ConcreteDomain>;

inline ScalarResult definedResult(llvm::APInt value) {
  return {std::move(value), false};
}

/// Applies `scalar` (APInts to ScalarResult) to the operands' elements at each
/// position. With an unspecified operand the result is unspecified, or the run
/// unstable if the operation could end it. Inexact operands give an enclosure,
/// or make the run unstable where none is known.
template <typename F>
Flow mapElements(Machine &machine, const Instruction &in,
                 IfUndefined ifUndefined, F scalar) {
  unsigned arity = in.operands.size();
  unsigned width = widthOf(elementOf(in.op->getOperand(0)));
  size_t count = machine.tile(in, 0).bits.size();
  TileValue result;
  result.bits.resize(count);
  llvm::SmallVector<llvm::APInt, 3> args(arity, llvm::APInt(width, 0));
  for (size_t i = 0; i < count; ++i) {
    bool unspecified = false, inexact = false;
    for (unsigned k = 0; k < arity; ++k) {
      const TileValue &operand = machine.tile(in, k);
      unspecified |= operand.isUnspecified(i);
      inexact |= operand.isInexact(i);
      args[k] = llvm::APInt(width, operand.bits[i]);
    }
    if (unspecified) {
      if (ifUndefined == IfUndefined::EndsRun)
        return machine.unstable(in, "definedness");
      machine.outcome.derivesUnspecified = true;
      result.markUnspecified(i);
      continue;
    }
    ScalarResult r = scalar(llvm::ArrayRef<llvm::APInt>(args));
    if (r.undefined) {
      if (ifUndefined != IfUndefined::Poison)
        return machine.undefined(in, r.condition, i);
      result.markUnspecified(i);
      continue;
    }
    result.bits[i] = r.value.getZExtValue();
    if (inexact)
      encloseElement(
          machine, in, i,
          [&](llvm::ArrayRef<llvm::APInt> at) -> std::optional<llvm::APInt> {
            ScalarResult one = scalar(at);
            if (one.undefined)
              return std::nullopt;
            return one.value;
          },
          result);
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

/// Operands: x, or x and y.
Flow evalBounded(Machine &machine, const Instruction &in,
                 semantics::BoundedFunction function, bool ftz);
Flow evalQuotient(Machine &machine, const Instruction &in,
                  mlir::cuda_tile::Rounding rounding, bool ftz);
Flow evalSquareRoot(Machine &machine, const Instruction &in,
                    mlir::cuda_tile::Rounding rounding, bool ftz);

/// `meaning` of an element's bits alone.
template <auto meaning> Flow evalBits(Machine &machine, const Instruction &in) {
  ConcreteDomain domain;
  return mapElements(machine, in, IfUndefined::Never,
                     [&](llvm::ArrayRef<llvm::APInt> x) {
                       return definedResult(meaning(domain, x[0]));
                     });
}
/// `meaning` of an element in its float format.
template <auto meaning>
Flow evalFormatUnary(Machine &machine, const Instruction &in) {
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  return mapElements(machine, in, IfUndefined::Never,
                     [&](llvm::ArrayRef<llvm::APInt> x) {
                       return definedResult(meaning(format, x[0]));
                     });
}
/// Operands: a float, and an integer read signed.
Flow evalIntegerPower(Machine &machine, const Instruction &in);
Flow evalFloatRemainder(Machine &machine, const Instruction &in);

/// Products; operands: left, right, accumulator, then the scales.
Flow evalFloatProduct(Machine &machine, const Instruction &in, bool fastAcc);
Flow evalScaledProduct(Machine &machine, const Instruction &in);
Flow evalIntegerProduct(Machine &machine, const Instruction &in,
                        bool isLhsSigned, bool isRhsSigned);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FAMILYSCALAR_H
