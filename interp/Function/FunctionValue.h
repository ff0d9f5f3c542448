//===- FunctionValue.h - Values of functions without memory -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What func.func computes over scalars, vectors and tensors of static shape.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_FUNCTION_FUNCTIONVALUE_H
#define TILEFUZZ_INTERP_FUNCTION_FUNCTIONVALUE_H

#include "interp/Program/Outcome.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace tilefuzz {

/// What an element's bits say. The later ones absorb the earlier: an operation
/// gives at least what the least certain of its operands has.
enum class Certainty : uint8_t {
  /// The only legal value, but for the payload and sign of a NaN.
  Exact,
  /// A float near the bits: one function without a stated accuracy of exact
  /// operands, or a zero of either sign. `FunctionCompare.h` says how near.
  Near,
  /// A float computed from near ones. The bits are what correct rounding of
  /// every step gives; how far others may be is not known.
  Rough,
  /// Some value that these rules do not determine.
  Unspecified,
  Poison,
  /// Only as the result of a scalar meaning: the operation is undefined, and
  /// the bits say how (undefinedElement).
  Undefined,
};

/// How far a near value may be off, relative to it or to 1.
inline double nearTolerance(const llvm::fltSemantics &format) {
  return llvm::APFloat::semanticsPrecision(format) < 16 ? 0x1p-5 : 0x1p-10;
}

struct Element {
  /// In the low bits; the others are zero.
  uint64_t bits = 0;
  Certainty certainty = Certainty::Exact;
};

/// The elements in row-major order.
using FunctionValue = llvm::SmallVector<Element, 1>;

/// What one run of a function showed.
struct FunctionRun {
  /// Completed, UndefinedBehaviour, StepLimit or Unsupported.
  RunStatus status = RunStatus::Completed;
  /// A value that is not determined decided control flow or definedness: the
  /// run says nothing.
  bool unstable = false;
  /// Unless completed: what happened, and the operation's name.
  std::string condition, operation;
  std::vector<FunctionValue> results;
  uint64_t steps = 0;
  /// Bits of all results that the steps computed, and one per step.
  uint64_t work = 0;

  bool completed() const { return status == RunStatus::Completed && !unstable; }
  std::string summary() const;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_FUNCTION_FUNCTIONVALUE_H
