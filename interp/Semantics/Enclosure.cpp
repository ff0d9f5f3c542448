//===- Enclosure.cpp - All that a result may be ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/IntegerRanges.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <limits>

using namespace tilefuzz;
using namespace tilefuzz::semantics;
using llvm::APFloat;
using llvm::APInt;

static constexpr double infinity = std::numeric_limits<double>::infinity();

bool semantics::isBelow(double a, double b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

Enclosure semantics::anything() { return {-infinity, infinity, false, true}; }

double semantics::numberOf(FloatFormat format, const APInt &bits) {
  return static_cast<double>(realValue(format, bits));
}

//===----------------------------------------------------------------------===//
// Hulls
//===----------------------------------------------------------------------===//

void Hull::add(double number) {
  if (std::isnan(number)) {
    mayBeNaN = true;
    return;
  }
  if (isEmpty || isBelow(number, lo))
    lo = number;
  if (isEmpty || isBelow(hi, number))
    hi = number;
  isEmpty = false;
}

void Hull::add(const Enclosure &set) {
  mayBeNaN |= set.mayBeNaN;
  if (set.lo > set.hi)
    return;
  add(set.lo);
  add(set.hi);
}

Enclosure Hull::get() const {
  if (isEmpty)
    return {infinity, -infinity, /*exact=*/true, mayBeNaN};
  bool isSingle = !mayBeNaN && !isBelow(lo, hi);
  return {lo, hi, isSingle, mayBeNaN};
}

//===----------------------------------------------------------------------===//
// Correctly rounded operations
//===----------------------------------------------------------------------===//

/// The least number of the format that is not below `x`, or the largest that is
/// not above: values between are in no set.
static APInt roundInto(FloatFormat format, double x, RoundingMode mode) {
  double largest =
      numberOf(format, APFloat::getLargest(*format).bitcastToAPInt());
  if (std::isinf(x) && !FormatInfo::of(format).hasInfinity)
    x = std::copysign(largest, x);
  // Rounding inwards never leaves the range, unless the bound lies outside.
  if (mode == RoundingMode::NegativeInf && x < infinity)
    x = std::min(x, largest);
  if (mode == RoundingMode::PositiveInf && x > -infinity)
    x = std::max(x, -largest);
  ConcreteDomain domain;
  return domain.ftof(&APFloat::IEEEdouble(), format, mode,
                     APInt::doubleToBits(x));
}

using Samples = llvm::SmallVector<APInt, 6>;

static Samples samplesOf(const EnclosedValue &value) {
  if (value.bounds.exact)
    return {value.bits};
  if (!value.format) {
    unsigned width = value.bits.getBitWidth();
    if (width == 1)
      return {APInt(width, 0), APInt(width, 1)};
    auto integer = [&](double x) {
      return APInt(width, int64_t(x), /*isSigned=*/true);
    };
    return {integer(value.bounds.lo), integer(value.bounds.hi)};
  }
  Samples samples;
  const Enclosure &bounds = value.bounds;
  if (bounds.lo <= bounds.hi) {
    samples.push_back(
        roundInto(value.format, bounds.lo, RoundingMode::PositiveInf));
    samples.push_back(
        roundInto(value.format, bounds.hi, RoundingMode::NegativeInf));
    if (FormatInfo::of(value.format).hasZero)
      for (bool isNegative : {true, false}) {
        double zero = isNegative ? -0.0 : 0.0;
        if (!isBelow(zero, bounds.lo) && !isBelow(bounds.hi, zero))
          samples.push_back(
              APFloat::getZero(*value.format, isNegative).bitcastToAPInt());
      }
  }
  // A format without NaN has no sample of it.
  if (bounds.mayBeNaN && FormatInfo::of(value.format).hasNaN)
    samples.push_back(canonicalNaN(value.format));
  return samples;
}

/// Adds what `meaning` gives for one choice of a sample per operand.
namespace {
class ResultHull {
public:
  ResultHull(FloatFormat format, ConcreteMeaning meaning, bool isUnsigned)
      : format(format), meaning(meaning), isUnsigned(isUnsigned) {}

  /// `isNumber`: no operand is NaN.
  void add(llvm::ArrayRef<APInt> operands, bool isNumber) {
    std::optional<APInt> result = meaning(operands);
    if (!result) {
      isDefined = false;
      return;
    }
    if (!format) {
      addInteger(*result);
      return;
    }
    double number = numberOf(format, *result);
    // Where NaN is an overflow, finite numbers reach up to the largest.
    if (std::isnan(number) && isNumber && !FormatInfo::of(format).hasInfinity)
      for (bool isNegative : {true, false})
        hull.add(numberOf(
            format, APFloat::getLargest(*format, isNegative).bitcastToAPInt()));
    hull.add(number);
  }

  std::optional<Enclosure> get() const {
    if (!isDefined)
      return std::nullopt;
    if (!format && isUnique)
      return Enclosure();
    Enclosure result = hull.get();
    // Read signed, unsigned ones are in order on either side of zero only.
    if (!format && (isLarge || (isUnsigned && result.lo < 0 && result.hi >= 0)))
      return std::nullopt;
    return result;
  }

private:
  void addInteger(const APInt &result) {
    bool isTruth = result.getBitWidth() == 1;
    int64_t value = isTruth ? result.getZExtValue() : result.getSExtValue();
    hull.add(double(value));
    isLarge |= std::fabs(double(value)) > largestInteger;
    isUnique &= !first || *first == result;
    first = result;
  }

  FloatFormat format;
  ConcreteMeaning meaning;
  bool isUnsigned;
  Hull hull;
  bool isDefined = true, isUnique = true, isLarge = false;
  std::optional<APInt> first;
};
} // namespace

static Enclosure boundsOf(const EnclosedValue &value) {
  if (!value.bounds.exact)
    return value.bounds;
  if (!value.format) {
    double x = double(value.bits.getSExtValue());
    return {x, x, false, false};
  }
  Hull hull;
  hull.add(numberOf(value.format, value.bits));
  return hull.get();
}

static bool isNaN(const EnclosedValue &value, const APInt &bits) {
  return value.format && std::isnan(numberOf(value.format, bits));
}

static void addAtEnds(ResultHull &hull, bool isSquare,
                      llvm::ArrayRef<EnclosedValue> operands) {
  llvm::SmallVector<Samples, 3> samples;
  for (const EnclosedValue &operand : operands)
    samples.push_back(samplesOf(operand));
  if (isSquare) {
    // Zeros and infinities divided by themselves are NaN, what lies between is
    // not.
    FloatFormat format = operands[0].format;
    Enclosure bounds = boundsOf(operands[0]);
    if (format && FormatInfo::of(format).hasZero)
      for (int one : {-1, 1})
        if (bounds.lo < one && one < bounds.hi)
          samples[0].push_back(
              roundInto(format, one, RoundingMode::NearestEven));
    for (const APInt &x : samples[0])
      hull.add({x, x}, !isNaN(operands[0], x));
    return;
  }
  if (llvm::any_of(samples, [](const Samples &of) { return of.empty(); }))
    return;
  // Counts through all choices, the first operand fastest.
  llvm::SmallVector<size_t, 3> at(operands.size(), 0);
  for (;;) {
    llvm::SmallVector<APInt, 3> chosen;
    bool isNumber = true;
    for (size_t k = 0; k < operands.size(); ++k) {
      chosen.push_back(samples[k][at[k]]);
      isNumber &= !isNaN(operands[k], chosen.back());
    }
    hull.add(chosen, isNumber);
    size_t k = 0;
    while (k < at.size() && ++at[k] == samples[k].size())
      at[k++] = 0;
    if (k == at.size())
      return;
  }
}

/// One pair of numbers stands for all pairs in its order.
static void addOrders(ResultHull &hull, bool isSame, const EnclosedValue &a,
                      const EnclosedValue &b) {
  Enclosure x = boundsOf(a), y = boundsOf(b);
  auto small = [&](int number) {
    return a.format ? APFloat(*a.format, number).bitcastToAPInt()
                    : APInt(a.bits.getBitWidth(), number);
  };
  APInt zero =
      a.format ? APFloat::getZero(*a.format).bitcastToAPInt() : small(0);
  APInt one = small(1);
  bool areNumbers = x.lo <= x.hi && y.lo <= y.hi;
  if (areNumbers && !isSame && x.lo < y.hi)
    hull.add({zero, one}, true);
  if (areNumbers && !isSame && y.lo < x.hi)
    hull.add({one, zero}, true);
  if (areNumbers && (isSame || (x.lo <= y.hi && y.lo <= x.hi)))
    hull.add({one, one}, true);
  if (x.mayBeNaN || y.mayBeNaN)
    hull.add({canonicalNaN(a.format), canonicalNaN(a.format)}, false);
}

/// The result has the dividend's sign and is no larger than it, and smaller
/// than the divisor.
static Enclosure encloseRemainder(const EnclosedValue &a,
                                  const EnclosedValue &b,
                                  ConcreteMeaning meaning) {
  Enclosure x = boundsOf(a), y = boundsOf(b);
  auto magnitude = [](const Enclosure &set) {
    return std::max(std::fabs(set.lo), std::fabs(set.hi));
  };
  bool mayBeZero = !isBelow(0.0, y.lo) && !isBelow(y.hi, -0.0);
  bool mayBeNaN = x.mayBeNaN || y.mayBeNaN || mayBeZero ||
                  std::isinf(magnitude(x)) || !(x.lo <= x.hi) ||
                  !(y.lo <= y.hi);
  if (!(x.lo <= x.hi) || !(y.lo <= y.hi))
    return anything();
  // Of one quotient, it moves as the dividend does.
  if (b.bounds.exact && !mayBeNaN && std::isfinite(y.lo) &&
      std::signbit(x.lo) == std::signbit(x.hi) &&
      std::fabs(x.lo / y.lo) < 0x1p52 && std::fabs(x.hi / y.lo) < 0x1p52) {
    // Rounding may have reached the next integer.
    auto quotient = [&](double at) {
      double whole = std::trunc(at / y.lo);
      double rest = std::fma(-whole, y.lo, at);
      bool isPast = rest != 0 && std::signbit(rest) != std::signbit(at);
      return isPast ? whole - std::copysign(1.0, whole) : whole;
    };
    if (quotient(x.lo) == quotient(x.hi)) {
      Hull hull;
      for (const APInt &end : samplesOf(a))
        hull.add(numberOf(a.format, *meaning({end, b.bits})));
      return hull.get();
    }
  }
  double most = std::min(magnitude(x), magnitude(y));
  return {std::signbit(x.lo) ? -most : 0.0, std::signbit(x.hi) ? -0.0 : most,
          false, mayBeNaN};
}

/// The sign of every member is the same.
static bool hasOneSign(const EnclosedValue &value) {
  Enclosure bounds = boundsOf(value);
  return !bounds.mayBeNaN && std::signbit(bounds.lo) == std::signbit(bounds.hi);
}

std::optional<Enclosure> semantics::enclose(
    EnclosedBy kind, bool isSquare, llvm::ArrayRef<EnclosedValue> operands,
    FloatFormat resultFormat, ConcreteMeaning meaning, bool isUnsigned) {
  // All values of the truth values are tried.
  bool areTruths = llvm::all_of(operands, [](const EnclosedValue &operand) {
    return operand.bounds.exact ||
           (!operand.format && operand.bits.getBitWidth() == 1);
  });
  ResultHull hull(resultFormat, meaning, isUnsigned);
  if (areTruths) {
    addAtEnds(hull, isSquare, operands);
    return hull.get();
  }
  if (isIntegerRange(kind))
    return encloseRange(kind, isSquare, operands, meaning, isUnsigned);
  if (isUnsigned && llvm::any_of(operands, [](const EnclosedValue &operand) {
        return !operand.format && boundsOf(operand).lo < 0;
      }))
    return std::nullopt;
  switch (kind) {
  case EnclosedBy::Nothing:
    return std::nullopt;
  case EnclosedBy::Ends:
    addAtEnds(hull, isSquare, operands);
    return hull.get();
  case EnclosedBy::Order: {
    FloatFormat format = operands[0].format;
    if (format &&
        !(FormatInfo::of(format).hasZero && FormatInfo::of(format).hasNaN))
      return std::nullopt;
    addOrders(hull, isSquare, operands[0], operands[1]);
    return hull.get();
  }
  case EnclosedBy::Bits: {
    if (!hasOneSign(operands[0]))
      return std::nullopt;
    addAtEnds(hull, isSquare, operands);
    std::optional<Enclosure> bounds = hull.get();
    // Behind the infinities stand NaNs.
    if (bounds && bounds->mayBeNaN)
      return std::nullopt;
    return bounds;
  }
  case EnclosedBy::Remainder:
    return encloseRemainder(operands[0], operands[1], meaning);
  default:
    llvm_unreachable("of integers");
  }
}

//===----------------------------------------------------------------------===//
// Bounded functions
//===----------------------------------------------------------------------===//

/// Whether a number n * pi + start lies between two arguments, or so near that
/// it cannot be told.
static bool meetsPeriod(double lo, double hi, long double start) {
  constexpr long double pi = 3.14159265358979323846264338327950288L;
  constexpr long double margin = 1e-9L;
  constexpr double mostReduced = 1 << 20;
  if (!(std::fabs(lo) < mostReduced && std::fabs(hi) < mostReduced))
    return true;
  return std::floor((lo - margin - start) / pi) !=
         std::floor((hi + margin - start) / pi);
}

/// Where the function is not monotone on one side of zero: adds what it gives
/// between the ends. False: nothing is known of it there.
static bool addBetween(BoundedFunction which, FloatFormat format,
                       const Enclosure &x, double ulps, double absolute,
                       bool ftz, Hull &hull) {
  constexpr long double half = 1.57079632679489661923132169163975144L;
  auto addOnes = [&] {
    for (double one : {-1.0, 1.0})
      hull.add(enclose(format, one, ulps, ftz, absolute).bounds);
  };
  switch (which) {
  case BoundedFunction::Sin:
  case BoundedFunction::SinApprox:
    if (meetsPeriod(x.lo, x.hi, half))
      addOnes();
    return true;
  case BoundedFunction::Cos:
  case BoundedFunction::CosApprox:
    if (meetsPeriod(x.lo, x.hi, 0))
      addOnes();
    return true;
  case BoundedFunction::Tan:
    return !meetsPeriod(x.lo, x.hi, half);
  case BoundedFunction::Pow:
    // Negative bases have powers at integers only, and -0 at odd ones.
    return !isBelow(x.lo, 0.0);
  default:
    return true;
  }
}

Enclosure semantics::encloseFunction(BoundedFunction which, FloatFormat format,
                                     const EnclosedValue &a,
                                     const EnclosedValue &b, bool ftz) {
  if (a.bounds.exact && (b.bounds.exact || !hasTwoOperands(which)))
    return evaluate(which, format, a.bits, b.bits, ftz).bounds;
  ConcreteDomain domain;
  auto argumentsOf = [&](const EnclosedValue &value) {
    llvm::SmallVector<long double, 7> arguments;
    for (const APInt &bits : samplesOf(value))
      arguments.push_back(
          realValue(format, flush(domain, format, APInt(bits), ftz)));
    return arguments;
  };
  llvm::SmallVector<long double, 7> xs = argumentsOf(a), ys = {0.0L};
  if (hasTwoOperands(which))
    ys = argumentsOf(b);
  Enclosure x = boundsOf(a), y = boundsOf(b);
  // Powers are monotone in the exponent below and above the base 1.
  if (which == BoundedFunction::Pow && x.lo < 1 && x.hi > 1)
    xs.push_back(1);
  if (which == BoundedFunction::DivApprox) {
    // Only there the dialect bounds the error (part 1, 3.2).
    auto isBounded = [&](double at) {
      return std::fabs(at) >= std::ldexp(1.0, -126) &&
             std::fabs(at) <= std::ldexp(1.0, 126);
    };
    if (!isBounded(y.lo) || !isBounded(y.hi) ||
        std::signbit(y.lo) != std::signbit(y.hi) || y.mayBeNaN)
      return anything();
  }
  double ulps = 0, absolute = 0;
  for (long double at : xs) {
    ulps = std::max(ulps, errorUnits(which, format, std::isnan(at) ? 0 : at));
    absolute = std::max(absolute,
                        absoluteError(which, format, std::isnan(at) ? 0 : at));
  }
  // The ends may lie on both sides of where the bound is an absolute one.
  if (which == BoundedFunction::Log2Approx)
    absolute = absoluteError(which, format, 1);
  if (std::isinf(absolute))
    return anything();
  // Half a unit is that of our own rounding. Towards zero a unit may be half of
  // what it is at the end: the result just above a power of two may lie as far
  // below the end as twice the end's own error.
  ulps = 2 * (ulps + 0.5);
  Hull hull;
  if (x.lo <= x.hi && !addBetween(which, format, x, ulps, absolute, ftz, hull))
    return anything();
  for (long double at : xs)
    for (long double other : ys) {
      long double value = realFunction(which, at, other);
      if (std::isfinite(value))
        hull.add(enclose(format, value, ulps, ftz, absolute).bounds);
      else
        hull.add(double(value));
    }
  Enclosure result = hull.get();
  // NaN alone is exact, as is a single infinity.
  return result;
}

//===----------------------------------------------------------------------===//
// Products of reals
//===----------------------------------------------------------------------===//

Enclosure semantics::encloseProduct(double a, const Enclosure &boundsOfA,
                                    double b, const Enclosure &boundsOfB) {
  Enclosure x =
      boundsOfA.exact ? Enclosure{a, a, true, std::isnan(a)} : boundsOfA;
  Enclosure y =
      boundsOfB.exact ? Enclosure{b, b, true, std::isnan(b)} : boundsOfB;
  if (!std::isfinite(x.lo) || !std::isfinite(x.hi) || !std::isfinite(y.lo) ||
      !std::isfinite(y.hi) || x.mayBeNaN || y.mayBeNaN)
    return anything();
  Hull hull;
  for (double left : {x.lo, x.hi})
    for (double right : {y.lo, y.hi})
      hull.add(left * right);
  return hull.get();
}
