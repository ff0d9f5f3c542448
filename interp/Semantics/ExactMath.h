//===- ExactMath.h - Correctly rounded functions ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The float nearest to the real value of a function (ties to even), for the
// base floats. Computed in fixed point with a bound of the error, with more
// digits until the rounding is certain (Ziv, "Fast evaluation of elementary
// mathematical functions with correctly rounded last bit", 1991); inputs with
// rational results, where that would not end, are recognised first.
// Special values are those of ISO C, annex F.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_EXACTMATH_H
#define TILEFUZZ_INTERP_SEMANTICS_EXACTMATH_H

#include "interp/Semantics/FloatBits.h"

namespace tilefuzz {

enum class MathFunction : uint8_t {
  Rsqrt,
  Exp,
  Exp2,
  Log,
  Log2,
  Sin,
  Cos,
  Tan,
  SinH,
  CosH,
  TanH,
  Pow,
  Atan2,
};

/// f(a), or f(a, b) for Pow (a^b) and Atan2 (the angle of the point (b, a)).
/// May use the machine's f64 functions where their error cannot matter.
llvm::APInt correctlyRounded(MathFunction function, FloatFormat format,
                             const llvm::APInt &a, const llvm::APInt &b);

/// The same, never using the machine's functions.
llvm::APInt correctlyRoundedExactly(MathFunction function, FloatFormat format,
                                    const llvm::APInt &a, const llvm::APInt &b);

/// What the dialect computes if it rounds correctly wherever it rounds: f16 and
/// bf16 go through f32 (part 1, 3.0, numeric rule 4), but for Pow.
llvm::APInt referenceMath(MathFunction function, FloatFormat format,
                          const llvm::APInt &a, const llvm::APInt &b);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_EXACTMATH_H
