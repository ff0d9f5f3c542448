//===- FixedPoint.cpp - Reals with any number of digits -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FixedPoint.h"
#include <cmath>
#include <map>

using namespace tilefuzz;
using llvm::APInt;

double Fixed::approximate(const APInt &a) const {
  APInt top = a.ashr(digits - 40);
  return std::ldexp(double(top.sextOrTrunc(64).getSExtValue()), -40);
}

APInt Fixed::oddSeries(const APInt &x, int sign) const {
  APInt square = mul(x, x), power = x, sum = x;
  for (int64_t n = 3; power.abs().ugt(1); n += 2) {
    power = mul(power, square);
    if (sign < 0)
      power.negate();
    sum += power.sdiv(n);
  }
  return sum;
}

/// oddSeries at 1/n.
APInt Fixed::inverseSeries(uint64_t n, int sign) const {
  APInt power = integer(1).udiv(n), sum = power;
  for (uint64_t k = 3; !power.isZero(); k += 2) {
    power = power.udiv(n * n);
    APInt term = power.udiv(k);
    bool subtracts = sign < 0 && k % 4 == 3;
    sum = subtracts ? sum - term : sum + term;
  }
  return sum;
}

template <typename F> static APInt cached(unsigned digits, F compute) {
  static thread_local std::map<unsigned, APInt> values;
  auto it = values.find(digits);
  if (it == values.end())
    it = values.emplace(digits, compute()).first;
  return it->second;
}

APInt Fixed::ln2() const {
  return cached(digits, [&] { return inverseSeries(3, 1).shl(1); });
}
APInt Fixed::pi() const {
  return cached(digits, [&] { // Machin.
    return inverseSeries(5, -1).shl(4) - inverseSeries(239, -1).shl(2);
  });
}

std::optional<APInt> tilefuzz::tryRound(FloatFormat format, const Fixed &fixed,
                                        const Approximation &a) {
  if (a.error + 2 >= fixed.width)
    return std::nullopt;
  bool negative = a.value.isNegative();
  APInt magnitude = a.value.abs();
  APInt error = APInt::getOneBitSet(fixed.width, a.error);
  unsigned needed = FormatInfo::of(format).precision + 2;
  if (magnitude.ule(error) || (magnitude - error).getActiveBits() < needed)
    return std::nullopt;
  ExactFloat low;
  low.kind = FloatKind::Finite;
  low.negative = negative;
  low.magnitude = magnitude - error;
  low.exponent = a.scale - int64_t(fixed.digits);
  ExactFloat high = low;
  high.magnitude = magnitude + error - 1;
  APInt lowest = encodeFloat(format, low, RoundingMode::NearestEven,
                             Saturation::None, true);
  if (encodeFloat(format, high, RoundingMode::NearestEven, Saturation::None,
                  true) != lowest)
    return std::nullopt;
  return lowest;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

Approximation tilefuzz::expOf(const Fixed &fixed, const APInt &x) {
  int64_t k = std::llround(fixed.approximate(x) / 0.6931471805599453);
  APInt rest = x - fixed.ln2() * APInt(fixed.width, uint64_t(k), true);
  // e^rest = (e^(rest / 2^8))^(2^8); each squaring doubles the error.
  constexpr unsigned halvings = 8;
  APInt part = rest.ashr(halvings);
  APInt term = fixed.integer(1), sum = term;
  for (int64_t n = 1; term.abs().ugt(1); ++n) {
    term = fixed.mul(term, part).sdiv(n);
    sum += term;
  }
  for (unsigned i = 0; i < halvings; ++i)
    sum = fixed.mul(sum, sum);
  return {sum, usualError, k};
}

APInt tilefuzz::logOf(const Fixed &fixed, const ExactFloat &x) {
  // |x| = m * 2^e with m in [0.7, 1.42).
  int64_t e = x.top();
  ExactFloat m = x;
  m.exponent -= e;
  if (fixed.approximate(fixed.magnitude(m)) > 1.4142) {
    --m.exponent;
    ++e;
  }
  APInt value = fixed.magnitude(m), one = fixed.integer(1);
  APInt t = fixed.div(value - one, value + one);
  return fixed.oddSeries(t, 1).shl(1) +
         fixed.ln2() * APInt(fixed.width, uint64_t(e), true);
}

APInt tilefuzz::atanOf(const Fixed &fixed, APInt t) {
  // Half the angle three times: tan(a/2) = t / (1 + sqrt(1 + t^2)).
  APInt one = fixed.integer(1);
  for (int i = 0; i < 3; ++i) {
    APInt square = one + fixed.mul(t, t);
    APInt root = integerRoot(square.zext(2 * fixed.width).shl(fixed.digits))
                     .trunc(fixed.width);
    t = fixed.div(t, one + root);
  }
  return fixed.oddSeries(t, -1).shl(3);
}

SineCosine tilefuzz::sineCosineOf(const Fixed &fixed, const ExactFloat &x) {
  // The digits of pi must reach below the point by as much as x reaches above.
  unsigned above = unsigned(std::max<int64_t>(0, x.top())) + 8;
  Fixed wide((fixed.digits + above + 63) / 64 * 64);
  unsigned width = wide.width + above;
  int64_t shift = x.exponent + int64_t(wide.digits);
  APInt value = x.magnitude.zext(width);
  value =
      shift >= 0 ? value.shl(unsigned(shift)) : value.lshr(unsigned(-shift));
  APInt quarter = wide.pi().zext(width).lshr(1);
  APInt turns = (value + quarter.lshr(1)).udiv(quarter);
  APInt rest = (value - turns * quarter)
                   .ashr(wide.digits - fixed.digits)
                   .trunc(fixed.width);
  APInt square = fixed.mul(rest, rest);
  auto series = [&](APInt term, int64_t n) {
    APInt sum = term;
    for (; term.abs().ugt(1); n += 2) {
      term = -fixed.mul(term, square).sdiv(n * (n + 1));
      sum += term;
    }
    return sum;
  };
  APInt sine = series(rest, 2), cosine = series(fixed.integer(1), 1);
  switch (turns.getLoBits(2).getZExtValue()) {
  case 0:
    return {sine, cosine};
  case 1:
    return {cosine, -sine};
  case 2:
    return {-sine, -cosine};
  default:
    return {-cosine, sine};
  }
}

Approximation tilefuzz::quotient(const Fixed &fixed, const APInt &a,
                                 const APInt &b) {
  if (b.isZero())
    return {APInt(fixed.width, 0), fixed.width};
  // With |b| >= 2^-j: off by (1 + |a/b|) / |b| times as much.
  int j = std::max(0, int(fixed.digits) + 1 - int(b.abs().getActiveBits()));
  return {j < 90 ? fixed.div(a, b) : APInt(fixed.width, 0),
          j < 90 ? 16 + 2 * unsigned(j) : fixed.width};
}
