//===- FreeOrder.h - Sums in any order --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Encloses a sum of floats over every order and grouping of its additions:
// Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., (3.4) and
// 4.2: with unit roundoff u and g = n u / (1 - n u), every order gives a result
// within g * sum |x| of the exact sum, if nothing overflows.
//
// A summand that is itself enclosed counts with its largest magnitude, and the
// sum moves as far as all summands together may.
//
// Where all summands are multiples of one power of two and their magnitudes add
// up to no more than the format holds of those, no order rounds: the sum is
// exact.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_FREEORDER_H
#define TILEFUZZ_INTERP_SEMANTICS_FREEORDER_H

#include "interp/Semantics/Enclosure.h"
#include <cmath>
#include <limits>

namespace tilefuzz::semantics {

/// An addition's largest relative error in sums of products. A tensor core
/// truncates (so twice the unit of nearest) after aligning to the largest
/// summand.
inline double coreUnit(FloatFormat format) {
  return std::ldexp(1.0, 2 - int(llvm::APFloat::semanticsPrecision(*format)));
}

class FreeOrderSum {
public:
  /// `unit`: an addition's largest relative error.
  FreeOrderSum(FloatFormat format, double unit) : format(format), unit(unit) {}

  void add(double x) {
    ++count;
    if (!std::isfinite(x)) {
      isFinite = false;
      isNaN |= std::isnan(x) || (std::isinf(infinite) && infinite != x);
      infinite = x;
      return;
    }
    sum += x;
    magnitude += std::fabs(x);
    isNegativeZero &= x == 0 && std::signbit(x);
    if (x == 0)
      return;
    int exponent;
    uint64_t digits =
        uint64_t(std::ldexp(std::frexp(std::fabs(x), &exponent), 53));
    granularity =
        std::min(granularity, exponent - 53 + int(llvm::countr_zero(digits)));
  }

  /// A summand that may be another, in `bounds`.
  void add(double x, const BufferImage::Enclosure &bounds) {
    if (bounds.exact)
      return add(x);
    isEnclosed = true;
    ++count;
    isFinite &= std::isfinite(x) && std::isfinite(bounds.lo) &&
                std::isfinite(bounds.hi) && !bounds.mayBeNaN;
    sum += x;
    magnitude += std::max(std::fabs(bounds.lo), std::fabs(bounds.hi));
    below += x - bounds.lo;
    above += bounds.hi - x;
    isNegativeZero = false;
  }

  /// A summand x y.
  void addProduct(double x, const Enclosure &ofX, double y,
                  const Enclosure &ofY) {
    Enclosure bounds;
    if (!ofX.exact || !ofY.exact) {
      bounds = encloseProduct(x, ofX, y, ofY);
      bounds.exact = false;
    }
    double product = x * y;
    // Of f64: fused with a sum of the other sign it may be finite.
    if (std::isinf(product) && std::isfinite(x) && std::isfinite(y))
      bounds = anything();
    add(product, bounds);
  }

  BoundedResult get() const {
    const double infinity = std::numeric_limits<double>::infinity();
    int precision = llvm::APFloat::semanticsPrecision(*format);
    double top = std::ldexp(1.0, llvm::APFloat::semanticsMaxExponent(*format));
    const BufferImage::Enclosure anything = {-infinity, infinity, false, true};
    // Infinities and NaNs among the summands decide alone, whatever the order,
    // unless finite partial sums overflow the other way.
    if (!isFinite) {
      double decides =
          isNaN ? std::numeric_limits<double>::quiet_NaN() : sum + infinite;
      BoundedResult result = enclose(format, decides, 0, /*ftz=*/false);
      result.bounds = {};
      if (isEnclosed || (!isNaN && !(magnitude + mostError() < top)))
        result.bounds = anything;
      return result;
    }
    if (magnitude == 0 && !isEnclosed)
      return {zero(), {}};
    bool fits = !isEnclosed &&
                granularity >= llvm::APFloat::semanticsMinExponent(*format) -
                                   precision + 1 &&
                magnitude <= std::ldexp(1.0, granularity + precision) &&
                magnitude < top;
    if (fits) {
      BoundedResult result = enclose(format, sum, 0, /*ftz=*/false);
      result.bounds = {};
      // An exact zero is +0 unless all summands are -0.
      if (sum == 0)
        result.value = zero();
      return result;
    }
    BoundedResult result = enclose(format, sum, 1, /*ftz=*/false);
    double error = mostError();
    if (!(magnitude + error < top)) {
      result.bounds = anything;
      return result;
    }
    result.bounds = {sum - error, sum + error, false, false};
    if (isEnclosed) {
      constexpr double slack = 1 + 0x1p-30;
      result.bounds.lo -= below * slack;
      result.bounds.hi += above * slack;
    }
    return result;
  }

  /// How far the rounding of every order may lead from the exact sum, and our
  /// own sum, which is in double, as well; may be infinite.
  double mostError() const { return mostError(format, count, unit, magnitude); }
  static double mostError(FloatFormat format, uint64_t count, double unit,
                          double magnitude) {
    double nu = double(count) * (unit + 0x1p-52);
    if (!(nu < 0.25))
      return std::numeric_limits<double>::infinity();
    // The subtraction of bounds rounds once more.
    constexpr double slack = 1 + 0x1p-30;
    return nu / (1 - nu) * magnitude * slack +
           std::ldexp(1.0, llvm::APFloat::semanticsMinExponent(*format) -
                               int(llvm::APFloat::semanticsPrecision(*format)) +
                               1);
  }

private:
  llvm::APInt zero() const {
    return llvm::APFloat::getZero(*format, isNegativeZero).bitcastToAPInt();
  }

  FloatFormat format;
  double unit;
  uint64_t count = 0;
  bool isFinite = true, isNegativeZero = true, isEnclosed = false;
  /// Of the finite summands.
  double sum = 0, magnitude = 0;
  /// The last summand that is an infinity, or NaN; and whether such summands
  /// make a NaN of every sum.
  double infinite = 0;
  bool isNaN = false;
  /// How far the sum of what is enclosed may lie from `sum`.
  double below = 0, above = 0;
  /// All summands are multiples of 2 to this power.
  int granularity = std::numeric_limits<int>::max();
};

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_FREEORDER_H
