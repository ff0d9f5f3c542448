//===- FixedPoint.h - Reals with any number of digits -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Reals are held in fixed point: an APInt read signed, times 2^-digits. Each
// operation truncates, so that it is off by at most one unit beside what its
// operands were off by; kernels have at most a few hundred operations, and
// state the power of two that bounds their error in units.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_FIXEDPOINT_H
#define TILEFUZZ_INTERP_SEMANTICS_FIXEDPOINT_H

#include "interp/Semantics/FloatBits.h"
#include <optional>

namespace tilefuzz {

/// Kernels without cancellation are off by less than 2^this units.
constexpr unsigned usualError = 28;

/// Fixed point with `digits` binary digits after the point, and room for
/// magnitudes below 2^100.
class Fixed {
public:
  explicit Fixed(unsigned digits) : digits(digits), width(digits + 104) {}
  const unsigned digits, width;

  llvm::APInt integer(int64_t n) const {
    return llvm::APInt(width, uint64_t(n), /*isSigned=*/true).shl(digits);
  }
  llvm::APInt mul(const llvm::APInt &a, const llvm::APInt &b) const {
    return (a.sext(2 * width) * b.sext(2 * width)).ashr(digits).trunc(width);
  }
  llvm::APInt div(const llvm::APInt &a, const llvm::APInt &b) const {
    return a.sext(2 * width).shl(digits).sdiv(b.sext(2 * width)).trunc(width);
  }
  /// |x| of a finite x below 2^100, truncated.
  llvm::APInt magnitude(const ExactFloat &x) const {
    int64_t shift = x.exponent + int64_t(digits);
    if (shift >= 0)
      return x.magnitude.zext(width + 64).shl(unsigned(shift)).trunc(width);
    if (-shift >= 64)
      return llvm::APInt(width, 0);
    return x.magnitude.lshr(unsigned(-shift)).zext(width);
  }
  llvm::APInt value(const ExactFloat &x) const {
    return x.negative ? -magnitude(x) : magnitude(x);
  }
  double approximate(const llvm::APInt &a) const;

  /// Both by their series at a rational point; cached per number of digits.
  llvm::APInt ln2() const;
  llvm::APInt pi() const;
  /// The sum of sign^k x^(2k+1) / (2k+1): atanh for sign 1, atan for -1.
  llvm::APInt oddSeries(const llvm::APInt &x, int sign) const;

private:
  llvm::APInt inverseSeries(uint64_t n, int sign) const;
};

/// value * 2^scale / 2^digits, off by less than 2^error units.
struct Approximation {
  llvm::APInt value;
  unsigned error = usualError;
  int64_t scale = 0;
};

/// The float, if both ends of the enclosure round to it. The real value is not
/// an end: it is irrational.
std::optional<llvm::APInt> tryRound(FloatFormat format, const Fixed &fixed,
                                    const Approximation &a);

/// Ziv's loop. `compute` maps a Fixed to an Approximation of an irrational.
template <typename F> llvm::APInt untilCertain(FloatFormat format, F compute) {
  for (unsigned digits = 128;; digits *= 2) {
    Fixed fixed(digits);
    if (std::optional<llvm::APInt> bits =
            tryRound(format, fixed, compute(fixed)))
      return *bits;
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// e^x for |x| < 2^13, as value * 2^scale with a value in (1/2, 2).
Approximation expOf(const Fixed &fixed, const llvm::APInt &x);
/// ln |x| of a finite x.
llvm::APInt logOf(const Fixed &fixed, const ExactFloat &x);
/// atan t for t in [0, 2].
llvm::APInt atanOf(const Fixed &fixed, llvm::APInt t);

struct SineCosine {
  llvm::APInt sine, cosine;
};
/// Of |x|, for any finite x.
SineCosine sineCosineOf(const Fixed &fixed, const ExactFloat &x);

/// a / b, both off by less than 2^12 units, a below 2.
Approximation quotient(const Fixed &fixed, const llvm::APInt &a,
                       const llvm::APInt &b);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_FIXEDPOINT_H
