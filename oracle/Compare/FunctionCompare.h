//===- FunctionCompare.h - Does a run of a function refine one? -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// For functions without memory (interp/Function): results only. The target may
// be more defined than the source, never less.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_COMPARE_FUNCTIONCOMPARE_H
#define TILEFUZZ_ORACLE_COMPARE_FUNCTIONCOMPARE_H

#include "interp/Function/FunctionValue.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/APFloat.h"

namespace tilefuzz {

struct FunctionVerdict {
  enum class Kind {
    Same,
    /// Nothing can be said; `detail` says why.
    Skipped,
    /// A determined element has another value.
    Value,
    /// A determined element is poison.
    Poison,
    /// The target is undefined where the source is not, or does not end.
    Undefined,
    /// An element that is only near a value is far from it, or is (not) a NaN.
    Imprecise,
    /// The results are not as many, or not of the shapes.
    InvalidOutput,
  };
  Kind kind = Kind::Same;
  std::string detail;
  unsigned result = 0;
  size_t element = 0;
  /// Elements that were determined in the source and the target.
  uint64_t observed = 0;

  bool isFinding() const { return kind > Kind::Skipped; }
};
/// As findings are named: `value`, `poison`, `undefined`, `imprecise`,
/// `invalid-output`.
llvm::StringRef toString(FunctionVerdict::Kind kind);

/// `types` are the source's result types. A target result of other element
/// widths but as many bits is read as halves, the low one first.
FunctionVerdict compareFunctionRuns(llvm::ArrayRef<mlir::Type> types,
                                    const FunctionRun &source,
                                    const FunctionRun &target);

/// Whether `value` may stand for a result near `expected`: within
/// nearTolerance() of it (2^-5 for formats of less than 16 bits of precision,
/// 2^-10 for others); beyond a sixteenth of the largest number, any value up to
/// infinity of that sign. Zeros of both signs are equal.
bool isNear(const llvm::fltSemantics &format, uint64_t expected,
            uint64_t value);

/// The same bits in elements of another width, which divides the other or is a
/// multiple of it; empty if they do not fit.
FunctionValue splitOrJoin(const FunctionValue &value, unsigned width,
                          unsigned wanted);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_COMPARE_FUNCTIONCOMPARE_H
