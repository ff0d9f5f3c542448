//===- NearResult.h - Results without a stated accuracy ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_FUNCTION_NEARRESULT_H
#define TILEFUZZ_INTERP_FUNCTION_NEARRESULT_H

#include "interp/Function/FunctionMachine.h"
#include <cmath>

namespace tilefuzz::function {

inline llvm::APInt roundTo(FloatFormat format, long double value) {
  // Twice: the error is far below what a near value is compared with.
  llvm::APFloat x(static_cast<double>(value));
  bool lost;
  x.convert(*format, llvm::APFloat::rmNearestTiesToEven, &lost);
  return ConcreteDomain::resultBits(x);
}

/// A near result; exact where the operands are special and so is the result.
inline Element nearResult(FloatFormat format, long double value,
                          llvm::ArrayRef<long double> operands) {
  Element element = exact(roundTo(format, value));
  bool special = llvm::any_of(operands, [](long double x) {
    return x == 0 || std::isnan(x) || std::isinf(x);
  });
  bool known = std::isnan(value) ||
               (special && (std::isinf(value) || std::fabs(value) == 1));
  if (!known)
    element.certainty = Certainty::Near;
  return element;
}

} // namespace tilefuzz::function

#endif // TILEFUZZ_INTERP_FUNCTION_NEARRESULT_H
