//===- FloatFunctions.h - Division, roots, transcendentals ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Functions of the concrete domain alone. Exact ones have one legal result;
// bounded ones a representative and an enclosure of what an implementation may
// give (design, decision 3). Formats are the base floats: f16, bf16, f32, f64.
// Part 1, 3.2; where it gives no accuracy: docs/semantics.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_FLOATFUNCTIONS_H
#define TILEFUZZ_INTERP_SEMANTICS_FLOATFUNCTIONS_H

#include "interp/Program/Outcome.h"
#include "interp/Program/ResultChoice.h"
#include "interp/Semantics/ConcreteDomain.h"

namespace tilefuzz::semantics {

//===----------------------------------------------------------------------===//
// Exact
//===----------------------------------------------------------------------===//

llvm::APInt divf(FloatFormat format, const llvm::APInt &a, const llvm::APInt &b,
                 RoundingMode mode, bool ftz);
/// Correctly rounded in every mode; a negative operand but -0 gives a NaN.
llvm::APInt sqrt(FloatFormat format, const llvm::APInt &a, RoundingMode mode,
                 bool ftz);
/// fmod: a - trunc(a / b) * b, with the sign of a.
llvm::APInt remf(FloatFormat format, const llvm::APInt &a,
                 const llvm::APInt &b);
llvm::APInt ceil(FloatFormat format, const llvm::APInt &a);
llvm::APInt floor(FloatFormat format, const llvm::APInt &a);

//===----------------------------------------------------------------------===//
// Bounded
//===----------------------------------------------------------------------===//

enum class BoundedFunction : uint8_t {
#define TILEFUZZ_BOUNDED(NAME, EXPRESSION, F32, F64) NAME,
#include "interp/Semantics/BoundedFunctions.def"
};

struct BoundedResult {
  llvm::APInt value;
  /// `exact` only where every implementation gives `value` (NaNs, infinities).
  BufferImage::Enclosure bounds;
};

/// `b` is ignored by functions of one operand.
BoundedResult evaluate(BoundedFunction function, FloatFormat format,
                       const llvm::APInt &a, const llvm::APInt &b, bool ftz);

/// One of the legal results. `argument`: of the operands' bits, for Mixed.
llvm::APInt chooseResult(FloatFormat format, const BoundedResult &result,
                         ResultChoice choice, uint64_t argument);

/// The real function, as near as a long double is. `y` is ignored by functions
/// of one operand.
long double realFunction(BoundedFunction function, long double x,
                         long double y);
bool hasTwoOperands(BoundedFunction function);
/// The documented error at x, in units in the last place of the result.
double errorUnits(BoundedFunction function, FloatFormat format, long double x);

/// The documented error at x that does not depend on the result; 0 for most
/// functions, infinite where nothing is documented.
double absoluteError(BoundedFunction function, FloatFormat format,
                     long double x);

/// What an implementation may give for a real `value` in `format` with an error
/// of `ulps` units in the last place and `absolute`; subnormal results may be
/// flushed if `ftz`. The representative is the nearest number.
BoundedResult enclose(FloatFormat format, long double value, double ulps,
                      bool ftz, double absolute = 0);

/// The value of a number of up to 64 bits.
long double realValue(FloatFormat format, const llvm::APInt &bits);

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_FLOATFUNCTIONS_H
