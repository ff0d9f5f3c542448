//===- ScalarForm.h - What an operation's attributes say --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All that decides what one operation of arith or math computes, beside its
// operands: read once per operation, so that its meaning (ScalarOperations.h)
// knows no attribute.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_SCALARFORM_H
#define TILEFUZZ_INTERP_SEMANTICS_SCALARFORM_H

#include "interp/Semantics/Domain.h"
#include "interp/Semantics/FloatBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <optional>

namespace tilefuzz {

/// What flags promise of every float operand and result (LangRef, Fast-Math
/// Flags: nnan, ninf): one that breaks it makes the result poison.
struct FloatPromise {
  bool noNaN = false, noInfinity = false;
  bool isAny() const { return noNaN || noInfinity; }
};

/// What `exact` says of the result: that it gives the first operand back.
enum class ExactPromise : uint8_t { None, Quotient, ShiftRight };

struct ScalarForm {
  WrapPromise promise = WrapPromise::None;
  ExactPromise exact = ExactPromise::None;
  /// Of comparisons; of integers `read` tells how, of floats what follows.
  Relation relation = Relation::Equal;
  ReadAs read = ReadAs::Signed;
  /// Of floats: what a comparison asks. A relation that is not ordered holds
  /// of NaNs, too.
  enum class Asks : uint8_t {
    Relation,
    Nothing,
    Ordered,
    Unordered,
    Everything
  } asks = Asks::Relation;
  bool isOrdered = true;
  RoundingMode mode = RoundingMode::NearestEven;
  /// Of the first operand and of the first result; bits, index has 64. Formats
  /// are null where the element is no float.
  unsigned operandWidth = 0, width = 0;
  FloatFormat operandFormat = nullptr, format = nullptr;
};

WrapPromise promiseOf(mlir::arith::IntegerOverflowFlags flags);
FloatPromise floatPromiseOf(mlir::arith::FastMathFlags flags);
/// Of a division or shift to the right of arith; of others None.
ExactPromise exactPromiseOf(mlir::Operation *op);
/// None for a mode that no domain has (to nearest, ties away from zero).
std::optional<RoundingMode> roundingOf(mlir::arith::RoundingMode mode);

/// Of an operation of arith or math with elements of integers, index or floats;
/// none if it has a rounding mode that no domain has.
std::optional<ScalarForm> scalarFormOf(mlir::Operation *op);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_SCALARFORM_H
