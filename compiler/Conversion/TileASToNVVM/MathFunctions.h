//===- MathFunctions.h - Exponentials and logarithms ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Templates over the code that they are written in (MathCode.h): `C::Real` is a
// float of format `C::Float`, `C::Bits` an integer as wide, `C::Truth` a truth
// value. The formulas are Taylor's series after an exact reduction of the
// operand (Muller and others, Handbook of Floating-Point Arithmetic, chapters 4
// and 10). Errors are those that MathFunctionsTest bounds, in units in the last
// place of the result, against interp/Semantics/BoundedFunctions.def.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHFUNCTIONS_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHFUNCTIONS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tilefuzz::elementary {

//===----------------------------------------------------------------------===//
// Formats and series
//===----------------------------------------------------------------------===//

inline constexpr long double ln2 = 0.693147180559945309417232121458176568L;
inline constexpr long double log2e = 1.442695040888963407359924681001892137L;

template <typename Float> struct Format;
template <> struct Format<float> {
  static constexpr unsigned stored = 23, width = 32;
  static constexpr int bias = 127;
  /// Adding it rounds a number of less than 2^22 to an integer, whose bits are
  /// the low ones of the sum.
  static constexpr float magic = 0x1.8p23F;
  /// Of so few bits that its products with exponents are exact.
  static constexpr float ln2High = 0x1.62e3p-1F;
  static constexpr float expOverflow = 89, expUnderflow = -104;
  static constexpr float exp2Overflow = 129, exp2Underflow = -151;
  /// A power of two that makes every subnormal number a normal one.
  static constexpr float normalizes = 0x1p25F;
  static constexpr int normalizedBy = 25;
  static constexpr unsigned expTerms = 8, logTerms = 5, oddTerms = 5;
};
template <> struct Format<double> {
  static constexpr unsigned stored = 52, width = 64;
  static constexpr int bias = 1023;
  static constexpr double magic = 0x1.8p52;
  static constexpr double ln2High = 0x1.62e42feep-1;
  static constexpr double expOverflow = 711, expUnderflow = -746;
  static constexpr double exp2Overflow = 1026, exp2Underflow = -1077;
  static constexpr double normalizes = 0x1p54;
  static constexpr int normalizedBy = 54;
  static constexpr unsigned expTerms = 14, logTerms = 12, oddTerms = 10;
};

/// 1 / n!
constexpr double inverseFactorial(unsigned n) {
  long double product = 1;
  for (unsigned i = 2; i <= n; ++i)
    product *= i;
  return double(1 / product);
}

/// The coefficient of x^k of a series.
using Series = double (*)(unsigned k);
constexpr double exponentialSeries(unsigned k) {
  return inverseFactorial(k + 2);
}
/// Of (atanh(s) / s - 1) / s^2 * 2 in s^2.
constexpr double logarithmSeries(unsigned k) { return 2.0 / (2 * k + 3); }
/// The same from the second term on, not doubled.
constexpr double logarithmTail(unsigned k) { return 1.0 / (2 * k + 5); }
/// Of (sinh(x) / x - 1) / x^2 in x^2.
constexpr double sinhSeries(unsigned k) { return inverseFactorial(2 * k + 3); }

/// Horner's scheme.
template <Series series, class C>
typename C::Real evaluate(C &c, typename C::Real x, unsigned terms) {
  typename C::Real sum = c.real(typename C::Float(series(terms - 1)));
  for (unsigned k = terms - 1; k-- > 0;)
    sum = c.fma(sum, x, c.real(typename C::Float(series(k))));
  return sum;
}

/// high + low, exactly a + b where |a| >= |b| or a is zero.
template <class C> struct Double {
  typename C::Real high, low;
};
template <class C>
Double<C> fastTwoSum(C &c, typename C::Real a, typename C::Real b) {
  auto high = a + b;
  return {high, (a - high) + b};
}
/// The same for any a and b.
template <class C>
Double<C> twoSum(C &c, typename C::Real a, typename C::Real b) {
  auto high = a + b;
  auto part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}
template <class C>
Double<C> twoProduct(C &c, typename C::Real a, typename C::Real b) {
  auto high = a * b;
  return {high, c.fma(a, b, -high)};
}

template <class C> typename C::Real infinity(C &c) {
  return c.real(std::numeric_limits<typename C::Float>::infinity());
}
template <class C> typename C::Real notANumber(C &c) {
  return c.real(std::numeric_limits<typename C::Float>::quiet_NaN());
}

/// The nearest integer to a number of small magnitude, as a float and as the
/// low bits of an integer.
template <class C> struct Nearest {
  typename C::Real number;
  typename C::Bits integer;
};
template <class C> Nearest<C> nearestInteger(C &c, typename C::Real x) {
  constexpr auto magic = Format<typename C::Float>::magic;
  auto shifted = x + magic;
  return {shifted - magic, c.bitsOf(shifted) - c.bitsOf(c.real(magic))};
}

/// x * 2^n, rounded once, for |n| of at most twice the largest exponent.
template <class C>
typename C::Real scale(C &c, typename C::Real x, typename C::Bits n) {
  using F = Format<typename C::Float>;
  auto powerOf = [&](typename C::Bits exponent) {
    return c.fromBits((exponent + typename C::Word(F::bias)) << F::stored);
  };
  auto half = c.signedShift(n, 1);
  return x * powerOf(half) * powerOf(n - half);
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// e^x = 2^exponent * (1 + high + low).
template <class C> struct Exponential {
  typename C::Real high, low;
  typename C::Bits exponent;
};

/// Of high + low, which is less than ln2 / 2 in magnitude.
template <class C>
Exponential<C> exponentialOfSmall(C &c, typename C::Real high,
                                  typename C::Real low,
                                  typename C::Bits exponent) {
  using F = Format<typename C::Float>;
  auto tail = evaluate<exponentialSeries>(c, high, F::expTerms - 2);
  auto rest = c.fma(high * high, tail, c.fma(low, high, low));
  return {high, rest, exponent};
}

/// Of x + low, where x is clamped to what the format has.
template <class C>
Exponential<C> exponential(C &c, typename C::Real x, typename C::Real low) {
  using F = Format<typename C::Float>;
  using Float = typename C::Float;
  Nearest<C> n = nearestInteger(c, x * Float(log2e));
  auto high = c.fma(-n.number, c.real(F::ln2High), x);
  auto rest = c.fma(-n.number, c.real(Float(ln2 - F::ln2High)), low);
  Double<C> reduced = twoSum(c, high, rest);
  return exponentialOfSmall(c, reduced.high, reduced.low, n.integer);
}

/// (1 + high + low) * 2^(exponent + shift)
template <class C>
typename C::Real finish(C &c, const Exponential<C> &x, int shift = 0) {
  Double<C> sum = fastTwoSum(c, c.real(typename C::Float(1)), x.high);
  return scale(c, sum.high + (sum.low + x.low),
               x.exponent + typename C::Word(shift));
}

/// NaN stays.
template <class C>
typename C::Real clamp(C &c, typename C::Real x, typename C::Float low,
                       typename C::Float high) {
  return c.select(x > high, high, c.select(x < low, low, x));
}

template <class C> typename C::Real exp(C &c, typename C::Real x) {
  using F = Format<typename C::Float>;
  auto inside = clamp(c, x, F::expUnderflow, F::expOverflow);
  return finish(c, exponential(c, inside, c.real(typename C::Float(0))));
}

template <class C> typename C::Real exp2(C &c, typename C::Real x) {
  using F = Format<typename C::Float>;
  using Float = typename C::Float;
  Nearest<C> n =
      nearestInteger(c, clamp(c, x, F::exp2Underflow, F::exp2Overflow));
  auto inside = clamp(c, x, F::exp2Underflow, F::exp2Overflow);
  auto fraction = inside - n.number;
  Double<C> product = twoProduct(c, fraction, c.real(Float(ln2)));
  auto low = c.fma(fraction, c.real(Float(ln2 - Float(ln2))), product.low);
  return finish(c, exponentialOfSmall(c, product.high, low, n.integer));
}

/// e^|x| / 2, where it is not too large.
template <class C>
typename C::Real halfExponential(C &c, typename C::Real magnitude) {
  using F = Format<typename C::Float>;
  auto inside = c.select(magnitude > F::expOverflow + 1,
                         typename C::Float(F::expOverflow + 1), magnitude);
  return finish(c, exponential(c, inside, c.real(typename C::Float(0))), -1);
}

template <class C> typename C::Real sinh(C &c, typename C::Real x) {
  using F = Format<typename C::Float>;
  using Float = typename C::Float;
  auto magnitude = c.abs(x);
  auto half = halfExponential(c, magnitude);
  auto large = half - c.real(Float(0.25)) / half;
  auto square = x * x;
  auto small =
      c.fma(x * square, evaluate<sinhSeries>(c, square, F::oddTerms), x);
  return c.select(magnitude < Float(1), small, c.copySign(large, x));
}

template <class C> typename C::Real cosh(C &c, typename C::Real x) {
  auto half = halfExponential(c, c.abs(x));
  return half + c.real(typename C::Float(0.25)) / half;
}

/// (e^2x - 1) / (e^2x + 1), numerator and denominator in twice the precision.
template <class C> typename C::Real tanh(C &c, typename C::Real x) {
  using F = Format<typename C::Float>;
  using Float = typename C::Float;
  auto magnitude = c.abs(x);
  // Beyond it the result is 1.
  Float far = F::stored == 52 ? 22 : 10;
  auto inside = c.select(magnitude > far, far, magnitude);
  Exponential<C> e = exponential(c, inside + inside, c.real(Float(0)));
  auto power =
      c.fromBits((e.exponent + typename C::Word(F::bias)) << F::stored);
  auto high = e.high * power, low = e.low * power;
  Double<C> numerator = twoSum(c, power - Float(1), high);
  numerator = fastTwoSum(c, numerator.high, numerator.low + low);
  Double<C> denominator = twoSum(c, numerator.high, c.real(Float(2)));
  denominator.low = denominator.low + numerator.low;
  auto quotient = numerator.high / denominator.high;
  auto rest = c.fma(-quotient, denominator.high, numerator.high) +
              c.fma(-quotient, denominator.low, numerator.low);
  return c.copySign(quotient + rest / denominator.high, x);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// x = 2^exponent * (1 + fraction) with a fraction around zero, for a positive
/// and finite x.
template <class C> struct Split {
  typename C::Real fraction, exponent;
};
template <class C> Split<C> split(C &c, typename C::Real x) {
  using F = Format<typename C::Float>;
  using Float = typename C::Float;
  using Word = typename C::Word;
  auto isSmall = x < std::numeric_limits<Float>::min();
  auto normal = c.select(isSmall, x * F::normalizes, x);
  auto bits = c.bitsOf(normal);
  auto rootOfHalf = c.bitsOf(c.real(Float(0.70710678118654752440L)));
  auto exponent = c.signedShift(bits - rootOfHalf, F::stored);
  auto significand = c.fromBits(bits - (exponent << Word(F::stored)));
  auto adjusted = c.select(isSmall, exponent - Word(F::normalizedBy), exponent);
  return {significand - Float(1), c.toReal(adjusted)};
}

/// What logarithms of zeros, negative numbers, infinities and NaN are.
template <class C>
typename C::Real orSpecial(C &c, typename C::Real x, typename C::Real result) {
  auto inf = infinity(c);
  auto special = c.select(x == typename C::Float(0), -inf,
                          c.select(x == inf, inf, notANumber(c)));
  return c.select(x > typename C::Float(0) && x < inf, result, special);
}

template <class C> typename C::Real log(C &c, typename C::Real x) {
  using F = Format<typename C::Float>;
  using Float = typename C::Float;
  Split<C> parts = split(c, x);
  auto f = parts.fraction, k = parts.exponent;
  auto s = f / (f + Float(2));
  auto z = s * s;
  auto rest = z * evaluate<logarithmSeries>(c, z, F::logTerms);
  auto halfSquare = f * f * Float(0.5);
  auto low = c.fma(s, halfSquare + rest, k * Float(ln2 - F::ln2High));
  auto result = c.fma(k, c.real(F::ln2High), -((halfSquare - low) - f));
  return orSpecial(c, x, result);
}

/// log(1 + fraction) in more than twice the precision's half.
template <class C> Double<C> preciseLogarithm(C &c, typename C::Real f) {
  using F = Format<typename C::Float>;
  using Float = typename C::Float;
  constexpr Float third = Float(1 / 3.0L),
                  restOfThird = Float(1 / 3.0L - Float(1 / 3.0L));
  auto divisor = f + Float(2);
  auto restOfDivisor = f - (divisor - Float(2));
  auto s = f / divisor;
  auto sLow = (c.fma(-s, divisor, f) - s * restOfDivisor) / divisor;
  Double<C> z = twoProduct(c, s, s);
  z.low = c.fma(s + s, sLow, z.low);
  // atanh(s) = s + s * z * (1/3 + z/5 + ...)
  auto tail = z.high * evaluate<logarithmTail>(c, z.high, F::logTerms - 1);
  Double<C> sum = fastTwoSum(c, c.real(third), tail);
  sum.low = sum.low + restOfThird;
  Double<C> t = twoProduct(c, z.high, sum.high);
  t.low = t.low + c.fma(z.high, sum.low, z.low * sum.high);
  Double<C> u = twoProduct(c, s, t.high);
  u.low = u.low + c.fma(s, t.low, sLow * t.high);
  Double<C> result = fastTwoSum(c, s, u.high);
  result.low = result.low + (sLow + u.low);
  return {result.high + result.high, result.low + result.low};
}

template <class C> typename C::Real log2(C &c, typename C::Real x) {
  using Float = typename C::Float;
  Split<C> parts = split(c, x);
  Double<C> log = preciseLogarithm(c, parts.fraction);
  Double<C> product = twoProduct(c, log.high, c.real(Float(log2e)));
  auto low = product.low + c.fma(log.low, c.real(Float(log2e)),
                                 log.high * Float(log2e - Float(log2e)));
  Double<C> sum = fastTwoSum(c, parts.exponent, product.high);
  return orSpecial(c, x, sum.high + (sum.low + low));
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// x^y (ISO C, annex F, F.10.4.4).
template <class C>
typename C::Real pow(C &c, typename C::Real x, typename C::Real y) {
  using F = Format<typename C::Float>;
  using Float = typename C::Float;
  auto inf = infinity(c);
  auto zero = c.real(Float(0)), one = c.real(Float(1));
  auto base = c.abs(x), exponent = c.abs(y);

  Split<C> parts = split(c, base);
  Double<C> log = preciseLogarithm(c, parts.fraction);
  Double<C> sum = twoSum(c, parts.exponent * F::ln2High, log.high);
  auto low =
      sum.low + c.fma(parts.exponent, c.real(Float(ln2 - F::ln2High)), log.low);
  sum = fastTwoSum(c, sum.high, low);
  Double<C> product = twoProduct(c, y, sum.high);
  product.low = c.fma(y, sum.low, product.low);
  auto clamped = clamp(c, product.high, F::expUnderflow, F::expOverflow);
  auto isInside = clamped == product.high;
  auto magnitude =
      finish(c, exponential(c, clamped, c.select(isInside, product.low, zero)));

  // 0^y, infinity^y and x^infinity.
  auto isLimit = base == zero || base == inf || exponent == inf;
  auto grows = !((base > one) != (y > zero));
  magnitude = c.select(isLimit, c.select(grows, inf, zero), magnitude);

  // Odd exponents keep the base's sign; others but integers have no power.
  auto isInteger = c.floor(y) == y;
  auto half = y * Float(0.5);
  auto isOdd = isInteger && c.floor(half) != half && exponent < inf;
  auto isNegative = c.copySign(one, x) < zero;
  auto power = c.select(isOdd && isNegative, -magnitude, magnitude);
  power = c.select(x < zero && !isInteger && base < inf, notANumber(c), power);
  power = c.select(x != x || y != y, notANumber(c), power);
  auto isOne = x == one || y == zero || (x == -one && exponent == inf);
  return c.select(isOne, one, power);
}

} // namespace tilefuzz::elementary

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHFUNCTIONS_H
