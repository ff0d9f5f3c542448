//===- FloatFunctions.cpp - Division, roots, transcendentals --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FloatFunctions.h"
#include "interp/Semantics/ExactMath.h"
#include "interp/Semantics/Float.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

using namespace tilefuzz;
using llvm::APFloat;
using llvm::APInt;

static APFloat numberOf(FloatFormat format, const APInt &bits) {
  return APFloat(*format, bits);
}
static APInt flushed(FloatFormat format, const APInt &bits, bool ftz) {
  ConcreteDomain domain;
  return semantics::flush(domain, format, bits, ftz);
}

//===----------------------------------------------------------------------===//
// Exact
//===----------------------------------------------------------------------===//

APInt semantics::divf(FloatFormat format, const APInt &a, const APInt &b,
                      RoundingMode mode, bool ftz) {
  APFloat x = numberOf(format, flushed(format, a, ftz));
  x.divide(numberOf(format, flushed(format, b, ftz)),
           ConcreteDomain::mode(mode));
  return flushed(format, ConcreteDomain::resultBits(x), ftz);
}

APInt semantics::remf(FloatFormat format, const APInt &a, const APInt &b) {
  APFloat x = numberOf(format, a), y = numberOf(format, b);
  // APFloat takes a step per bit of the quotient. It is exact here and there.
  if (x.isFinite() && y.isFiniteNonZero()) {
    if (format == &APFloat::IEEEsingle())
      return APInt::floatToBits(
          std::fmod(x.convertToFloat(), y.convertToFloat()));
    if (format == &APFloat::IEEEdouble())
      return APInt::doubleToBits(
          std::fmod(x.convertToDouble(), y.convertToDouble()));
  }
  x.mod(y);
  return ConcreteDomain::resultBits(x);
}

APInt semantics::ceil(FloatFormat format, const APInt &a) {
  APFloat x = numberOf(format, a);
  x.roundToIntegral(APFloat::rmTowardPositive);
  return ConcreteDomain::resultBits(x);
}
APInt semantics::floor(FloatFormat format, const APInt &a) {
  APFloat x = numberOf(format, a);
  x.roundToIntegral(APFloat::rmTowardNegative);
  return ConcreteDomain::resultBits(x);
}

APInt semantics::sqrt(FloatFormat format, const APInt &bits, RoundingMode mode,
                      bool ftz) {
  return flushed(format, squareRoot(format, mode, flushed(format, bits, ftz)),
                 ftz);
}

//===----------------------------------------------------------------------===//
// Bounded
//===----------------------------------------------------------------------===//

long double semantics::realValue(FloatFormat format, const APInt &bits) {
  APFloat x = numberOf(format, bits);
  // APFloat converts the NaN of f8E8M0FNU to an infinity.
  if (x.isNaN())
    return std::numeric_limits<long double>::quiet_NaN();
  bool lost;
  x.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return x.convertToDouble();
}

semantics::BoundedResult semantics::enclose(FloatFormat format,
                                            long double value, double ulps,
                                            bool ftz, double absolute) {
  const double infinity = std::numeric_limits<double>::infinity();
  APFloat nearest = APFloat(static_cast<double>(value));
  bool lost;
  nearest.convert(*format, APFloat::rmNearestTiesToEven, &lost);
  BoundedResult result{ConcreteDomain::resultBits(nearest), {}};
  if (std::isnan(value) || std::isinf(value))
    return result;
  // A unit in the last place at the value.
  int smallest = APFloat::semanticsMinExponent(*format);
  int exponent = value == 0 ? smallest : std::max(std::ilogb(value), smallest);
  long double ulp = std::ldexp(
      1.0L, exponent - int(APFloat::semanticsPrecision(*format)) + 1);
  long double error = ulps * ulp + absolute;
  long double lo = value - error, hi = value + error;
  APFloat largest = APFloat::getLargest(*format);
  largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  double limit = largest.convertToDouble();
  // What rounds beyond the largest number is infinite.
  double low = lo < -limit ? -infinity : std::nextafter(double(lo), -infinity);
  double high = hi > limit ? infinity : std::nextafter(double(hi), infinity);
  if (ftz && std::fabs(value) < std::ldexp(2.0L, smallest)) {
    low = std::min(low, 0.0);
    high = std::max(high, 0.0);
    result.value = flushed(format, result.value, true);
  }
  result.bounds = {low, high, false, false};
  return result;
}

long double semantics::realFunction(BoundedFunction which, long double x,
                                    long double y) {
  switch (which) {
#define TILEFUZZ_BOUNDED(NAME, EXPRESSION, F32, F64)                           \
  case BoundedFunction::NAME:                                                  \
    return EXPRESSION;
#include "interp/Semantics/BoundedFunctions.def"
  }
  llvm_unreachable("unknown function");
}

bool semantics::hasTwoOperands(BoundedFunction which) {
  switch (which) {
  case BoundedFunction::Pow:
  case BoundedFunction::Atan2:
  case BoundedFunction::DivFull:
  case BoundedFunction::DivApprox:
    return true;
  default:
    return false;
  }
}

static APInt representative(semantics::BoundedFunction which,
                            FloatFormat format, const APInt &a,
                            const APInt &b) {
  using semantics::BoundedFunction;
  auto math = [&](MathFunction function) {
    return referenceMath(function, format, a, b);
  };
  switch (which) {
  case BoundedFunction::Rsqrt:
  case BoundedFunction::RsqrtOfUpperWord:
    return math(MathFunction::Rsqrt);
  case BoundedFunction::Exp:
  case BoundedFunction::ExpApprox:
    return math(MathFunction::Exp);
  case BoundedFunction::Exp2:
  case BoundedFunction::Exp2ApproxHalf:
    return math(MathFunction::Exp2);
  case BoundedFunction::Log:
    return math(MathFunction::Log);
  case BoundedFunction::Log2:
  case BoundedFunction::Log2Approx:
    return math(MathFunction::Log2);
  case BoundedFunction::Sin:
  case BoundedFunction::SinApprox:
    return math(MathFunction::Sin);
  case BoundedFunction::Cos:
  case BoundedFunction::CosApprox:
    return math(MathFunction::Cos);
  case BoundedFunction::Tan:
    return math(MathFunction::Tan);
  case BoundedFunction::SinH:
    return math(MathFunction::SinH);
  case BoundedFunction::CosH:
    return math(MathFunction::CosH);
  case BoundedFunction::TanH:
  case BoundedFunction::TanHApprox:
  case BoundedFunction::TanHApproxHalf:
    return math(MathFunction::TanH);
  case BoundedFunction::Pow:
    return math(MathFunction::Pow);
  case BoundedFunction::Atan2:
    return math(MathFunction::Atan2);
  case BoundedFunction::SqrtApprox:
    return squareRoot(format, RoundingMode::NearestEven, a);
  case BoundedFunction::RcpApprox:
  case BoundedFunction::RcpOfUpperWord:
    return semantics::divf(format,
                           ConcreteDomain::resultBits(APFloat(*format, 1)), a,
                           RoundingMode::NearestEven, /*ftz=*/false);
  case BoundedFunction::DivFull:
  case BoundedFunction::DivApprox:
    return semantics::divf(format, a, b, RoundingMode::NearestEven,
                           /*ftz=*/false);
  }
  llvm_unreachable("unknown function");
}

double semantics::errorUnits(BoundedFunction which, FloatFormat format,
                             long double x) {
  // A relative error of 2^-n is at most 2^(p - n) units where p bits are kept.
  if (which == BoundedFunction::Exp2ApproxHalf)
    return format == &APFloat::IEEEhalf() ? 2.15 : 2;
  if (which == BoundedFunction::TanHApproxHalf)
    return 0;
  // Two units: the one of the narrowing, which may be rounded in any way, and
  // less than one of the f32 result.
  if (format == &APFloat::IEEEhalf() || format == &APFloat::BFloat())
    return 2;
  bool isDouble = format == &APFloat::IEEEdouble();
  // Beyond these exp is zero or infinite in f32, and an error that grows with
  // its operand says nothing.
  if (which == BoundedFunction::ExpApprox && std::fabs(x) > 104)
    x = 104;
  switch (which) {
#define TILEFUZZ_BOUNDED(NAME, EXPRESSION, F32, F64)                           \
  case BoundedFunction::NAME:                                                  \
    return isDouble ? F64 : F32;
#include "interp/Semantics/BoundedFunctions.def"
  }
  llvm_unreachable("unknown function");
}

double semantics::absoluteError(BoundedFunction which, FloatFormat format,
                                long double x) {
  constexpr long double pi = 3.14159265358979323846264338327950288L;
  switch (which) {
  // PTX ISA, sin and cos; both are exact at zero.
  case BoundedFunction::SinApprox:
  case BoundedFunction::CosApprox:
    return x == 0                     ? 0
           : std::fabs(x) <= 2 * pi   ? std::exp2(-20.5)
           : std::fabs(x) <= 100 * pi ? std::exp2(-14.7)
           : std::isfinite(x)         ? std::numeric_limits<double>::infinity()
                                      : 0;
  // PTX ISA, lg2.
  case BoundedFunction::Log2Approx:
    return x > 0.5 && x < 2 ? std::exp2(-22) : 0;
  // PTX ISA, tanh of halves.
  case BoundedFunction::TanHApproxHalf:
    return x == 0 ? 0
                  : std::exp2(format == &APFloat::IEEEhalf() ? -10.987 : -8.0);
  default:
    return 0;
  }
}

/// The number of `value`'s upper word that is next to it on the side of zero.
static double upperWordOf(double value) {
  return llvm::bit_cast<double>(llvm::bit_cast<uint64_t>(value) >> 32 << 32);
}

/// Results of which the lower word is zero, whichever of them is chosen.
static void keepUpperWord(semantics::BoundedResult &result) {
  assert(result.value.getBitWidth() == 64 && "of f64 alone");
  result.value.clearLowBits(32);
  double &lo = result.bounds.lo, &hi = result.bounds.hi;
  // The next number away from zero, which is infinite beyond the largest one.
  auto widened = [](double end) {
    double kept = upperWordOf(end);
    return kept == end ? end
                       : llvm::bit_cast<double>(llvm::bit_cast<uint64_t>(kept) +
                                                (uint64_t(1) << 32));
  };
  lo = std::signbit(lo) ? widened(lo) : upperWordOf(lo);
  hi = std::signbit(hi) ? upperWordOf(hi) : widened(hi);
}

semantics::BoundedResult semantics::evaluate(BoundedFunction which,
                                             FloatFormat format, const APInt &a,
                                             const APInt &b, bool ftz) {
  long double x = realValue(format, flushed(format, a, ftz));
  long double y = realValue(format, flushed(format, b, ftz));
  if (which == BoundedFunction::DivApprox && !std::isnan(x) &&
      !(std::fabs(y) >= std::ldexp(1.0L, -126) &&
        std::fabs(y) <= std::ldexp(1.0L, 126)) &&
      y != 0 && std::isfinite(y)) {
    // Beyond 2^126 the result is zero, or NaN of an infinity (part 1, 3.2);
    // below 2^-126 nothing is said.
    if (std::fabs(y) > 1)
      return enclose(format, x * 0, 0, ftz);
    const double infinity = std::numeric_limits<double>::infinity();
    BoundedResult any = enclose(format, x / y, 2, ftz);
    any.bounds = {-infinity, infinity, false, true};
    return any;
  }
  // A half unit for our own rounding of the function.
  double absolute = absoluteError(which, format, x);
  BoundedResult result =
      enclose(format, realFunction(which, x, y),
              errorUnits(which, format, x) + 0.5, ftz, absolute);
  if (std::isinf(absolute))
    result.bounds = {-absolute, absolute, false, true};
  // sin, cos and tanh of zeros are themselves, or one.
  bool isAbsolute = which == BoundedFunction::SinApprox ||
                    which == BoundedFunction::CosApprox ||
                    which == BoundedFunction::TanHApproxHalf;
  if (isAbsolute && x == 0)
    result.bounds = {};
  // The representative: the correctly rounded value.
  APInt p = flushed(format, a, ftz), q = flushed(format, b, ftz);
  result.value = flushed(format, representative(which, format, p, q), ftz);
  if (which == BoundedFunction::RcpOfUpperWord ||
      which == BoundedFunction::RsqrtOfUpperWord) {
    // Zero alone is the reciprocal of an infinity.
    if (std::isinf(x))
      result.bounds = {};
    if (!std::isnan(realFunction(which, x, y)))
      keepUpperWord(result);
  }
  return result;
}

APInt semantics::chooseResult(FloatFormat format, const BoundedResult &result,
                              ResultChoice choice, uint64_t argument) {
  const BufferImage::Enclosure &bounds = result.bounds;
  if (bounds.exact || choice == ResultChoice::Nearest ||
      !(bounds.lo <= bounds.hi))
    return result.value;
  if (choice == ResultChoice::Mixed)
    choice = (argument * 0x9E3779B97F4A7C15) >> 63 ? ResultChoice::Least
                                                   : ResultChoice::Greatest;
  bool isLeast = choice == ResultChoice::Least;
  APFloat chosen(isLeast ? bounds.lo : bounds.hi);
  bool losesInfo;
  chosen.convert(
      *format, isLeast ? APFloat::rmTowardPositive : APFloat::rmTowardNegative,
      &losesInfo);
  return chosen.bitcastToAPInt();
}
