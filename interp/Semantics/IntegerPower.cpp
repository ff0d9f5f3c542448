//===- IntegerPower.cpp - Floats to integer powers ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/IntegerPower.h"
#include <cmath>
#include <limits>

using namespace tilefuzz;
using llvm::APFloat;
using llvm::APInt;

static constexpr double infinity = std::numeric_limits<double>::infinity();

/// All that the format holds between `least` and `most`, of the value's sign.
static semantics::Enclosure between(long double value, double least,
                                    double most) {
  if (std::signbit(value))
    return {-most, -least, false, false};
  return {least, most, false, false};
}

/// Of a finite base that is not zero; `spread` widens what is said of a bound
/// of the base rather than of the base.
static semantics::BoundedResult powerOf(FloatFormat format, long double x,
                                        int64_t n, double spread) {
  bool isDouble = format == &APFloat::IEEEdouble();
  // The format that the products are made in.
  int precision = isDouble ? 53 : 24, greatest = isDouble ? 1023 : 127;
  long double value = std::pow(x, static_cast<long double>(n));
  // Each factor of the result may be off by half a unit, and once more as a
  // part of the reciprocal. What every way makes of the powers of 1 is exact.
  long double factors = 2.0L * std::fabs(static_cast<long double>(n)) + 2;
  long double relative =
      std::fabs(x) == 1 || n == 0 || n == 1
          ? 0
          : std::expm1(factors * std::ldexp(1.0L, -precision));
  int kept = APFloat::semanticsPrecision(*format);
  // Units of the format, of which one is that of the narrowing.
  long double units = relative * std::ldexp(1.0L, kept) + 1;
  if (relative == 0) {
    semantics::BoundedResult single =
        semantics::enclose(format, value, 0, /*ftz=*/false);
    single.bounds = {};
    return single;
  }
  // Products of subnormal numbers lose digits: at most 64 are made, each off by
  // half of the least number, and each factor that follows is below 1.
  long double absolute = std::ldexp(64.0L, 1 - greatest - precision);
  semantics::BoundedResult result = semantics::enclose(
      format, value, double(units * spread), /*ftz=*/false, double(absolute));
  if (n >= 0)
    return result;
  // A reciprocal of what is infinite, or nearly so, may be zero, and one of
  // what is zero, or subnormal, infinite.
  long double magnitude = std::fabs(value);
  if (magnitude < std::ldexp(1.0L, 3 - greatest)) {
    result.bounds = between(value, 0, std::ldexp(1.0, 4 - greatest));
  } else if (!(magnitude < std::ldexp(1.0L, greatest - 4))) {
    result.bounds = between(value, std::ldexp(1.0, greatest - 5), infinity);
  }
  return result;
}

std::optional<semantics::BoundedResult>
semantics::integerPower(FloatFormat format, const APInt &base, int64_t n) {
  long double x = realValue(format, base);
  bool isSpecial = std::isnan(x) || std::isinf(x) || x == 0;
  if (isSpecial && n == 0)
    return std::nullopt;
  if (isSpecial) {
    long double power = n > 0 ? x : 1 / x;
    BoundedResult single =
        enclose(format, n % 2 ? power : std::fabs(power), 0, /*ftz=*/false);
    single.bounds = {};
    return single;
  }
  return powerOf(format, x, n, 1);
}

semantics::Enclosure semantics::encloseIntegerPower(FloatFormat format,
                                                    const EnclosedValue &base,
                                                    int64_t n) {
  if (base.bounds.exact) {
    std::optional<BoundedResult> result = integerPower(format, base.bits, n);
    return result ? result->bounds : anything();
  }
  const Enclosure &x = base.bounds;
  if (!std::isfinite(x.lo) || !std::isfinite(x.hi) || !(x.lo <= x.hi) ||
      (n <= 0 && x.lo <= 0 && x.hi >= 0))
    return anything();
  // Monotone on either side of zero.
  Hull hull;
  auto add = [&](double at) {
    if (at == 0)
      return hull.add(at);
    // A unit towards zero may be half of what it is at the end.
    Enclosure one = powerOf(format, at, n, 2).bounds;
    if (one.exact)
      return hull.add(double(
          std::pow(static_cast<long double>(at), static_cast<long double>(n))));
    hull.add(one);
  };
  add(x.lo);
  add(x.hi);
  if (x.lo <= 0 && x.hi >= 0) {
    hull.add(-0.0);
    hull.add(0.0);
  }
  if (x.mayBeNaN)
    hull.add(std::numeric_limits<double>::quiet_NaN());
  Enclosure result = hull.get();
  // Between its ends the result may be as far off as at them.
  return result;
}
