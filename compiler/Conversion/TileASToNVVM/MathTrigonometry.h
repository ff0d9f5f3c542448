//===- MathTrigonometry.h - Angles and remainders of f64 --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Templates as those of MathFunctions.h, of f64 alone: narrower formats are
// computed in f64 and rounded. Operands of any size are reduced exactly, large
// ones with as many bits of 2/pi as they need (Payne and Hanek; Muller,
// Elementary Functions, chapter 11).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHTRIGONOMETRY_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHTRIGONOMETRY_H

#include "compiler/Conversion/TileASToNVVM/MathFunctions.h"

namespace tilefuzz::elementary {

// Consecutive parts of constants.
inline constexpr double halfPi1 = 0x1.921fb54442d18p+0,
                        halfPi2 = 0x1.1a62633145c07p-54,
                        halfPi3 = -0x1.f1976b7ed8fbcp-110;
inline constexpr double twoByPi = 0x1.45f306dc9c883p-1;
inline constexpr double atanOfHalf1 = 0x1.dac670561bb4fp-2,
                        atanOfHalf2 = 0x1.a2b7f222f65e2p-56;

/// 2/pi after the point, behind 64 zeros.
inline constexpr std::array<uint64_t, 20> bitsOfTwoByPi = {
    0x0000000000000000, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0,
    0xDB6295993C439041, 0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0,
    0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484,
    0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B,
    0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7,
    0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA,
    0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB};

constexpr double alternating(unsigned k) { return k % 2 ? 1 : -1; }
/// Of (sin(x) / x - 1) / x^2 in x^2.
constexpr double sineSeries(unsigned k) {
  return alternating(k) * inverseFactorial(2 * k + 3);
}
/// Of (cos(x) - 1 + x^2 / 2) / x^4 in x^2.
constexpr double cosineSeries(unsigned k) {
  return -alternating(k) * inverseFactorial(2 * k + 4);
}
/// Of (atan(x) / x - 1) / x^2 in x^2.
constexpr double arctangentSeries(unsigned k) {
  return alternating(k) / (2 * k + 3);
}

/// x = quadrant * pi / 2 + high + low, with high + low in [-pi/4, pi/4].
template <class C> struct Angle {
  typename C::Real high, low;
  typename C::Bits quadrant;
};

/// Of x below 2^20: the quotient has few bits, so that the first difference is
/// exact.
template <class C> Angle<C> reduceSmall(C &c, typename C::Real x) {
  Nearest<C> n = nearestInteger(c, x * twoByPi);
  auto first = c.fma(-n.number, c.real(halfPi1), x);
  Double<C> second = twoProduct(c, n.number, c.real(halfPi2));
  Double<C> high = twoSum(c, first, -second.high);
  auto low = c.fma(-n.number, c.real(halfPi3), high.low - second.low);
  Double<C> reduced = fastTwoSum(c, high.high, low);
  return {reduced.high, reduced.low, n.integer};
}

/// Of x from 2^20 on: the product of its significand with 192 bits of 2/pi,
/// from the first one on that makes a difference.
template <class C> Angle<C> reduceLarge(C &c, typename C::Real x) {
  using Bits = typename C::Bits;
  using Word = uint64_t;
  Bits code = c.bitsOf(c.abs(x));
  Bits significand = (code & Word(0xFFFFFFFFFFFFF)) | Word(0x10000000000000);
  // The bit of weight 2^1 in the product.
  Bits start = (code >> Word(52)) - Word(1013);
  std::array<Bits, 20> words = [&]() -> std::array<Bits, 20> {
    std::array<Bits, 20> all = {
#define TILEFUZZ_WORD(I) c.bits(bitsOfTwoByPi[I])
        TILEFUZZ_WORD(0),  TILEFUZZ_WORD(1),  TILEFUZZ_WORD(2),
        TILEFUZZ_WORD(3),  TILEFUZZ_WORD(4),  TILEFUZZ_WORD(5),
        TILEFUZZ_WORD(6),  TILEFUZZ_WORD(7),  TILEFUZZ_WORD(8),
        TILEFUZZ_WORD(9),  TILEFUZZ_WORD(10), TILEFUZZ_WORD(11),
        TILEFUZZ_WORD(12), TILEFUZZ_WORD(13), TILEFUZZ_WORD(14),
        TILEFUZZ_WORD(15), TILEFUZZ_WORD(16), TILEFUZZ_WORD(17),
        TILEFUZZ_WORD(18), TILEFUZZ_WORD(19)};
#undef TILEFUZZ_WORD
    return all;
  }();
  // The words from start / 64 on, of which there are 17 at most. Each step
  // keeps those that later steps may ask for.
  struct Step {
    unsigned distance, kept;
  };
  for (Step step :
       {Step{16, 4}, Step{8, 11}, Step{4, 7}, Step{2, 5}, Step{1, 4}}) {
    auto isSet = (start & Word(64 * step.distance)) != Word(0);
    for (unsigned i = 0; i < step.kept; ++i)
      words[i] = c.select(isSet, words[i + step.distance], words[i]);
  }
  Bits offset = start & Word(63);
  auto wordAt = [&](unsigned i) {
    return (words[i] << offset) |
           ((words[i + 1] >> Word(1)) >> (offset ^ Word(63)));
  };
  Bits high = wordAt(0), middle = wordAt(1), low = wordAt(2);
  Bits p0 = significand * low;
  Bits part = significand * middle;
  Bits p1 = part + c.mulHigh(significand, low);
  Bits carry = c.select(p1 < part, c.bits(Word(1)), c.bits(Word(0)));
  Bits p2 = significand * high + c.mulHigh(significand, middle) + carry;
  // Two bits of quadrant, then a fraction that is read as signed.
  Bits quadrant = (p2 >> Word(62)) + ((p2 >> Word(61)) & Word(1));
  Bits g1 = (p2 << Word(2)) | (p1 >> Word(62));
  Bits g2 = (p1 << Word(2)) | (p0 >> Word(62));
  Bits g3 = p0 << Word(2);
  Bits sign = c.signedShift(g1, 63);
  auto isNegative = sign != Word(0);
  g1 = g1 ^ sign;
  g2 = g2 ^ sign;
  g3 = g3 ^ sign;
  auto a = c.toReal(g1 >> Word(11)) * 0x1p-53;
  auto b =
      c.toReal(((g1 << Word(53)) | (g2 >> Word(11))) >> Word(11)) * 0x1p-106;
  auto d =
      c.toReal(((g2 << Word(42)) | (g3 >> Word(22))) >> Word(11)) * 0x1p-159;
  Double<C> fraction = fastTwoSum(c, a, b);
  fraction = fastTwoSum(c, fraction.high, fraction.low + d);
  Double<C> angle = twoProduct(c, fraction.high, c.real(halfPi1));
  auto rest =
      angle.low + c.fma(fraction.high, c.real(halfPi2), fraction.low * halfPi1);
  auto isMirrored = isNegative != (x < 0.0);
  auto isBelow = x < 0.0;
  return {c.select(isMirrored, -angle.high, angle.high),
          c.select(isMirrored, -rest, rest),
          c.select(isBelow, c.bits(Word(0)) - quadrant, quadrant)};
}

/// Infinities and NaN become NaN.
template <class C> Angle<C> reduce(C &c, typename C::Real x) {
  auto magnitude = c.abs(x);
  auto isLarge = magnitude >= 0x1p20 && magnitude < infinity(c);
  return c.where(isLarge, reduceSmall(c, x), [&] { return reduceLarge(c, x); });
}

template <class C> Double<C> sineOfReduced(C &c, const Angle<C> &x) {
  auto square = x.high * x.high;
  auto series = evaluate<sineSeries>(c, square, 9);
  auto low = c.fma(square * -0.5, x.low, x.low);
  return fastTwoSum(c, x.high, c.fma(x.high * square, series, low));
}
template <class C> Double<C> cosineOfReduced(C &c, const Angle<C> &x) {
  auto square = x.high * x.high, half = square * 0.5;
  auto one = c.real(1.0);
  auto main = one - half;
  auto lost = (one - main) - half;
  auto series = evaluate<cosineSeries>(c, square, 8);
  return fastTwoSum(c, main,
                    lost + c.fma(square * square, series, -(x.high * x.low)));
}

/// The sine of x, or of x + shift quarters of a circle.
template <class C>
typename C::Real shiftedSine(C &c, typename C::Real x, uint64_t shift) {
  Angle<C> angle = reduce(c, x);
  auto quadrant = angle.quadrant + shift;
  auto sine = sineOfReduced(c, angle).high;
  auto cosine = cosineOfReduced(c, angle).high;
  auto value = c.select((quadrant & uint64_t(1)) != uint64_t(0), cosine, sine);
  return c.select((quadrant & uint64_t(2)) != uint64_t(0), -value, value);
}
template <class C> typename C::Real sin(C &c, typename C::Real x) {
  auto value = shiftedSine(c, x, 0);
  return c.select(x == 0.0, x, value);
}
template <class C> typename C::Real cos(C &c, typename C::Real x) {
  return shiftedSine(c, x, 1);
}
template <class C> typename C::Real tan(C &c, typename C::Real x) {
  Angle<C> angle = reduce(c, x);
  Double<C> sine = sineOfReduced(c, angle), cosine = cosineOfReduced(c, angle);
  auto isOdd = (angle.quadrant & uint64_t(1)) != uint64_t(0);
  auto above = c.select(isOdd, -cosine.high, sine.high);
  auto aboveLow = c.select(isOdd, -cosine.low, sine.low);
  auto below = c.select(isOdd, sine.high, cosine.high);
  auto belowLow = c.select(isOdd, sine.low, cosine.low);
  auto quotient = above / below;
  auto rest =
      c.fma(-quotient, below, above) + c.fma(-quotient, belowLow, aboveLow);
  return c.select(x == 0.0, x, quotient + rest / below);
}

/// The angle of (x, y): atan(small / large) by atan(u) + atan(t), where t is 0,
/// 1/2 or 1 and u = (small - t * large) / (large + t * small) is below 1/4.
template <class C>
typename C::Real atan2(C &c, typename C::Real y, typename C::Real x) {
  auto zero = c.real(0.0), one = c.real(1.0);
  auto inf = infinity(c);
  auto ax = c.abs(x), ay = c.abs(y);
  auto areInfinite = ax == inf && ay == inf;
  ax = c.select(areInfinite, one, ax);
  ay = c.select(areInfinite, one, ay);
  auto isSteep = ay > ax;
  auto large = c.select(isSteep, ay, ax), small = c.select(isSteep, ax, ay);
  // No sum overflows; what is lost of the smaller one does not count.
  auto isHuge = large > 0x1p1020 && large < inf;
  large = c.select(isHuge, large * 0.25, large);
  small = c.select(isHuge, small * 0.25, small);
  auto isTiny = large < 0x1p-900;
  large = c.select(isTiny, large * 0x1p100, large);
  small = c.select(isTiny, small * 0x1p100, small);
  auto isHalf = small >= large * 0.25 && small < large * 0.75;
  auto isWhole = small >= large * 0.75 && large < inf && large > 0.0;
  auto t = c.select(isWhole, one, c.select(isHalf, c.real(0.5), zero));
  auto base = c.select(isWhole, c.real(0.5 * halfPi1),
                       c.select(isHalf, c.real(atanOfHalf1), zero));
  auto baseLow = c.select(isWhole, c.real(0.5 * halfPi2),
                          c.select(isHalf, c.real(atanOfHalf2), zero));
  // Exact, as t * large is at most twice small, and at least half of it.
  auto isFar = t == zero;
  auto numerator = c.select(isFar, small, small - large * t);
  auto denominator = c.select(isFar, large, c.fma(t, small, large));
  denominator = c.select(large == zero, one, denominator);
  auto u = numerator / denominator;
  // What the divisor and the quotient lost.
  auto divisorRest =
      c.select(isFar, zero, c.fma(t, small, large - denominator));
  auto rest =
      (c.fma(-u, denominator, numerator) - u * divisorRest) / denominator;
  rest = c.select(denominator < inf, rest, zero);
  auto square = u * u;
  auto correction =
      c.fma(u * square, evaluate<arctangentSeries>(c, square, 14), rest);
  Double<C> sum = fastTwoSum(c, base, u);
  sum.low = sum.low + (baseLow + correction);
  // Reflected at the diagonal, then at the axis.
  Double<C> steep = fastTwoSum(c, c.real(halfPi1), -sum.high);
  steep.low = steep.low + (c.real(halfPi2) - sum.low);
  sum.high = c.select(isSteep, steep.high, sum.high);
  sum.low = c.select(isSteep, steep.low, sum.low);
  Double<C> behind = fastTwoSum(c, c.real(2 * halfPi1), -sum.high);
  behind.low = behind.low + (c.real(2 * halfPi2) - sum.low);
  auto isBehind = c.copySign(one, x) < 0.0;
  sum.high = c.select(isBehind, behind.high, sum.high);
  sum.low = c.select(isBehind, behind.low, sum.low);
  auto angle = c.copySign(sum.high + sum.low, y);
  return c.select(x != x || y != y, notANumber(c), angle);
}

/// x - trunc(x / y) * y, exact: y is scaled to just below x, and the quotient
/// is taken fifty bits at a time.
template <class C>
typename C::Real remainder(C &c, typename C::Real x, typename C::Real y) {
  using Bits = typename C::Bits;
  using Word = uint64_t;
  struct State {
    typename C::Real rest, divisor;
  };
  auto inf = infinity(c);
  auto ax = c.abs(x), ay = c.abs(y);
  auto normalized = [&](typename C::Real value, Bits &shift) {
    auto isSmall = value < std::numeric_limits<double>::min();
    shift = c.select(isSmall, c.bits(Word(54)), c.bits(Word(0)));
    return c.select(isSmall, value * 0x1p54, value);
  };
  Bits shiftX = c.bits(Word(0)), shiftY = shiftX;
  auto nx = normalized(ax, shiftX), ny = normalized(ay, shiftY);
  Bits distance = ((c.bitsOf(nx) >> Word(52)) - shiftX) -
                  ((c.bitsOf(ny) >> Word(52)) - shiftY);
  // distance / 50 for what there is, 0 to 2100.
  Bits steps = (distance * Word(1311)) >> Word(16);
  auto goesOn = ax >= ay;
  steps = c.select(goesOn, steps, c.bits(Word(0)));
  State state{ax, scale(c, ny, steps * Word(50) - shiftY)};
  Bits count = c.select(goesOn, steps + Word(1), c.bits(Word(0)));
  state = c.repeat(count, state, [&](State at) -> State {
    auto quotient = c.trunc(at.rest / at.divisor);
    auto rest = c.fma(-quotient, at.divisor, at.rest);
    // The quotient may have been rounded up to an integer.
    rest = c.select(rest < 0.0, rest + at.divisor, rest);
    return {rest, at.divisor * 0x1p-50};
  });
  auto isDefined = ax < inf && ay > 0.0;
  return c.select(isDefined, c.copySign(state.rest, x), notANumber(c));
}

} // namespace tilefuzz::elementary

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_MATHTRIGONOMETRY_H
