//===- ExactMath.cpp - Correctly rounded functions ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/ExactMath.h"
#include "interp/Semantics/FixedPoint.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using llvm::APFloat;
using llvm::APInt;

namespace tilefuzz {
namespace {

constexpr RoundingMode nearest = RoundingMode::NearestEven;

/// Constants and other values that are known without a kernel.
class Evaluation {
public:
  Evaluation(FloatFormat format, const APInt &a, const APInt &b)
      : format(format), aBits(a), a(decodeFloat(format, a)),
        b(decodeFloat(format, b)), precision(FormatInfo::of(format).precision) {
  }

  APInt run(MathFunction function);

private:
  APInt encode(const ExactFloat &x) { return encodeFloat(format, x, nearest); }
  APInt nan() { return canonicalNaN(format); }
  APInt zero(bool negative = false) {
    ExactFloat x;
    x.negative = negative;
    return encode(x);
  }
  APInt infinity(bool negative = false) {
    ExactFloat x;
    x.kind = FloatKind::Infinite;
    x.negative = negative;
    return encode(x);
  }
  /// (-1)^negative * 2^exponent.
  APInt power(int64_t exponent, bool negative = false) {
    ExactFloat x;
    x.kind = FloatKind::Finite;
    x.negative = negative;
    x.magnitude = APInt(64, 1);
    x.exponent = exponent;
    return encode(x);
  }
  APInt one(bool negative = false) { return power(0, negative); }
  /// pi * quarters / 4.
  APInt quartersOfPi(int64_t quarters, bool negative) {
    return untilCertain(format, [&](const Fixed &fixed) {
      APInt value = fixed.pi() * APInt(fixed.width, uint64_t(quarters));
      return Approximation{negative ? -value : value, usualError, -2};
    });
  }

  APInt exponential(bool base2);
  APInt logarithm(bool base2);
  APInt trigonometric(MathFunction function);
  APInt hyperbolic(MathFunction function);
  APInt pow();
  APInt atan2();
  APInt powOfMagnitudes(bool negative);

  FloatFormat format;
  APInt aBits;
  ExactFloat a, b;
  int64_t precision;
};

/// The value is an integer if it has no digits after the point.
bool isInteger(const ExactFloat &x) {
  return x.isZero() ||
         (x.isFinite() && x.exponent + int64_t(x.magnitude.countr_zero()) >= 0);
}
bool isOddInteger(const ExactFloat &x) {
  return x.isFinite() && x.exponent + int64_t(x.magnitude.countr_zero()) == 0;
}

APInt Evaluation::exponential(bool base2) {
  if (a.isNaN())
    return nan();
  if (a.isInfinite())
    return a.negative ? zero() : infinity();
  // 1 + x rounds to 1 below half a unit in the last place.
  if (a.isZero() || a.top() < -precision - 3)
    return one();
  if (a.top() >= 12)
    return a.negative ? zero() : infinity();
  if (base2 && isInteger(a)) {
    int64_t n = a.exponent >= 0
                    ? int64_t(a.magnitude.getZExtValue() << a.exponent)
                    : int64_t(a.magnitude.getZExtValue() >> -a.exponent);
    return power(a.negative ? -n : n);
  }
  return untilCertain(format, [&](const Fixed &fixed) {
    APInt x = fixed.value(a);
    return expOf(fixed, base2 ? fixed.mul(x, fixed.ln2()) : x);
  });
}

APInt Evaluation::logarithm(bool base2) {
  if (a.isZero())
    return infinity(/*negative=*/true);
  if (a.isNaN() || a.negative)
    return nan();
  if (a.isInfinite())
    return infinity();
  if (a.magnitude.isPowerOf2() && (base2 || a.top() == 0)) {
    if (a.top() == 0)
      return zero();
    ExactFloat n;
    n.kind = FloatKind::Finite;
    n.negative = a.top() < 0;
    n.magnitude = APInt(64, uint64_t(std::abs(a.top())));
    return encode(n);
  }
  return untilCertain(format, [&](const Fixed &fixed) {
    APInt value = logOf(fixed, a);
    return Approximation{base2 ? fixed.div(value, fixed.ln2()) : value};
  });
}

APInt Evaluation::trigonometric(MathFunction function) {
  if (a.isNaN() || a.isInfinite())
    return nan();
  bool isCosine = function == MathFunction::Cos;
  if (a.isZero())
    return isCosine ? one() : aBits;
  // x (1 - x^2/6), 1 - x^2/2 and x (1 + x^2/3) round to x and 1.
  if (a.top() < -precision / 2 - 2)
    return isCosine ? one() : aBits;
  return untilCertain(format, [&](const Fixed &fixed) {
    SineCosine sc = sineCosineOf(fixed, a);
    Approximation result;
    if (isCosine)
      return Approximation{sc.cosine};
    result = function == MathFunction::Sin
                 ? Approximation{sc.sine}
                 : quotient(fixed, sc.sine, sc.cosine);
    if (a.negative)
      result.value.negate();
    return result;
  });
}

APInt Evaluation::hyperbolic(MathFunction function) {
  if (a.isNaN())
    return nan();
  bool isCosine = function == MathFunction::CosH;
  if (a.isInfinite() || (a.isFinite() && a.top() >= 12)) {
    if (function == MathFunction::TanH)
      return one(a.negative);
    return infinity(!isCosine && a.negative);
  }
  if (a.isZero() || a.top() < -precision / 2 - 2)
    return isCosine ? one() : aBits;
  if (function == MathFunction::TanH && a.top() >= 5)
    return one(a.negative); // 1 - tanh x < 2 e^-64.
  return untilCertain(format, [&](const Fixed &fixed) {
    APInt x = fixed.magnitude(a), unit = fixed.integer(1);
    Approximation result;
    if (function == MathFunction::TanH) {
      Approximation u = expOf(fixed, -x.shl(1));
      APInt small = u.scale >= 0 ? u.value.shl(unsigned(u.scale))
                                 : u.value.ashr(unsigned(-u.scale));
      result.value = fixed.div(unit - small, unit + small);
      result.error = usualError + 3;
    } else {
      // (e^x ± e^-x) / 2, in units of 2^scale.
      result = expOf(fixed, x);
      APInt inverse = fixed.div(unit, result.value);
      uint64_t shift = uint64_t(2 * result.scale);
      inverse = shift < fixed.width ? inverse.lshr(unsigned(shift))
                                    : APInt(fixed.width, 0);
      result.value = isCosine ? result.value + inverse : result.value - inverse;
      --result.scale;
      result.error = usualError + 4;
    }
    if (a.negative && !isCosine)
      result.value.negate();
    return result;
  });
}

/// |a|^b for finite values that are not zero, and |a| not 1.
APInt Evaluation::powOfMagnitudes(bool negative) {
  ExactFloat x = a, y = b;
  auto strip = [](ExactFloat &v) {
    unsigned zeros = v.magnitude.countr_zero();
    v.magnitude.lshrInPlace(zeros);
    v.exponent += zeros;
  };
  strip(x);
  strip(y);
  // Where the result can be rational with few digits: y = n / 2^k with small n
  // and x a 2^k-th power. A power of an odd m > 1 to a negative exponent is not
  // dyadic; one to a large exponent has more digits than a midpoint has.
  if (y.top() < 12) {
    ExactFloat base = x;
    int64_t k = std::max<int64_t>(0, -y.exponent);
    bool rational = true;
    for (int64_t i = 0; i < k && rational; ++i) {
      APInt root = integerRoot(base.magnitude);
      rational = root * root == base.magnitude && base.exponent % 2 == 0;
      base.magnitude = root;
      base.exponent /= 2;
      if (rational && root.isOne() && base.exponent == 0)
        break;
    }
    uint64_t n = y.magnitude.getZExtValue() << std::max<int64_t>(0, y.exponent);
    int64_t e = y.negative ? -int64_t(n) : int64_t(n);
    if (rational && base.magnitude.isOne())
      return power(base.exponent * e, negative);
    if (rational && !y.negative && n * base.magnitude.getActiveBits() <= 512) {
      ExactFloat exact;
      exact.kind = FloatKind::Finite;
      exact.negative = negative;
      exact.magnitude = APInt(576, 1);
      for (uint64_t i = 0; i < n; ++i)
        exact.magnitude *= base.magnitude.zext(576);
      exact.exponent = base.exponent * int64_t(n);
      return encode(exact);
    }
  }
  // e^(y ln x) beyond the largest, below half the smallest, or within half a
  // unit of 1.
  Fixed coarse(192);
  APInt logarithm = logOf(coarse, x);
  int64_t top = y.top() + int64_t(logarithm.abs().getActiveBits()) - 193;
  bool falls = y.negative != logarithm.isNegative();
  if (top >= 12)
    return falls ? zero(negative) : infinity(negative);
  if (top < -precision - 4)
    return one(negative);
  return untilCertain(format, [&](const Fixed &fixed) {
    APInt l = logOf(fixed, x);
    APInt product =
        l.sext(2 * fixed.width + 64) * y.magnitude.zext(2 * fixed.width + 64);
    product = y.exponent >= 0 ? product.shl(unsigned(y.exponent))
                              : product.ashr(unsigned(-y.exponent));
    if (y.negative)
      product.negate();
    Approximation result = expOf(fixed, product.trunc(fixed.width));
    // The logarithm's error times y, and the exponential is below 2.
    result.error = usualError + 3 + unsigned(std::max<int64_t>(0, y.top() + 1));
    if (negative)
      result.value.negate();
    return result;
  });
}

APInt Evaluation::pow() {
  bool aIsOne = a.isFinite() && a.magnitude.isPowerOf2() && a.top() == 0;
  if (b.isZero() || (aIsOne && !a.negative))
    return one();
  if (a.isNaN() || b.isNaN())
    return nan();
  bool negative = a.negative && isOddInteger(b);
  if (a.isZero())
    return b.negative ? infinity(negative) : zero(negative);
  if (b.isInfinite()) {
    if (aIsOne)
      return one();
    bool large = a.isInfinite() || a.top() >= 0;
    return large == b.negative ? zero() : infinity();
  }
  if (a.isInfinite())
    return b.negative ? zero(negative) : infinity(negative);
  if (a.negative && !isInteger(b))
    return nan();
  return aIsOne ? one(negative) : powOfMagnitudes(negative);
}

APInt Evaluation::atan2() {
  const ExactFloat &y = a, &x = b;
  if (y.isNaN() || x.isNaN())
    return nan();
  bool negative = y.negative;
  if (y.isInfinite())
    return quartersOfPi(!x.isInfinite() ? 2 : x.negative ? 3 : 1, negative);
  if (y.isZero() || x.isInfinite())
    return x.negative ? quartersOfPi(4, negative) : zero(negative);
  if (x.isZero())
    return quartersOfPi(2, negative);
  int64_t distance = y.top() - x.top();
  if (distance < -precision - 20 && !x.negative) {
    // y/x (1 - (y/x)^2/3 + ...): just below the quotient, and, as 200 digits
    // show, never on the other side of a midpoint unless the quotient is one.
    ExactFloat q = y;
    APInt numerator = y.magnitude.zext(384).shl(200);
    APInt denominator = x.magnitude.zext(384);
    q.magnitude = numerator.udiv(denominator);
    q.exponent = y.exponent - x.exponent - 200;
    if (numerator.urem(denominator).isZero())
      --q.magnitude;
    return encodeFloat(format, q, nearest, Saturation::None, /*sticky=*/true);
  }
  bool steep = distance >= 1;
  const ExactFloat &small = steep ? x : y, &large = steep ? y : x;
  return untilCertain(format, [&](const Fixed &fixed) {
    int64_t shift = int64_t(fixed.digits) + small.exponent - large.exponent;
    APInt t(fixed.width, 0);
    if (shift >= -128) { // Otherwise below one unit.
      unsigned width = fixed.width + 384;
      APInt n = small.magnitude.zext(width), d = large.magnitude.zext(width);
      (shift >= 0 ? n : d) <<= unsigned(std::abs(shift));
      t = n.udiv(d).trunc(fixed.width);
    }
    APInt angle = atanOf(fixed, t);
    if (steep)
      angle = fixed.pi().lshr(1) - angle;
    if (x.negative)
      angle = fixed.pi() - angle;
    return Approximation{negative ? -angle : angle};
  });
}

APInt Evaluation::run(MathFunction function) {
  switch (function) {
  case MathFunction::Rsqrt:
    return reciprocalSquareRoot(format, aBits);
  case MathFunction::Exp:
  case MathFunction::Exp2:
    return exponential(function == MathFunction::Exp2);
  case MathFunction::Log:
  case MathFunction::Log2:
    return logarithm(function == MathFunction::Log2);
  case MathFunction::Sin:
  case MathFunction::Cos:
  case MathFunction::Tan:
    return trigonometric(function);
  case MathFunction::SinH:
  case MathFunction::CosH:
  case MathFunction::TanH:
    return hyperbolic(function);
  case MathFunction::Pow:
    return pow();
  case MathFunction::Atan2:
    return atan2();
  }
  llvm_unreachable("unknown function");
}

double machineValue(MathFunction function, double x, double y) {
  switch (function) {
  case MathFunction::Rsqrt:
    return 1 / std::sqrt(x);
  case MathFunction::Exp:
    return std::exp(x);
  case MathFunction::Exp2:
    return std::exp2(x);
  case MathFunction::Log:
    return std::log(x);
  case MathFunction::Log2:
    return std::log2(x);
  case MathFunction::Sin:
    return std::sin(x);
  case MathFunction::Cos:
    return std::cos(x);
  case MathFunction::Tan:
    return std::tan(x);
  case MathFunction::SinH:
    return std::sinh(x);
  case MathFunction::CosH:
    return std::cosh(x);
  case MathFunction::TanH:
    return std::tanh(x);
  case MathFunction::Pow:
    return std::pow(x, y);
  case MathFunction::Atan2:
    return std::atan2(x, y);
  }
  llvm_unreachable("unknown function");
}

/// The f32 result by the machine's f64 function. The C library's documented
/// errors are below 4 units in the last place; 64 are allowed for here.
std::optional<APInt> byMachine(MathFunction function, const APInt &a,
                               const APInt &b) {
  float x = llvm::bit_cast<float>(uint32_t(a.getZExtValue()));
  float y = llvm::bit_cast<float>(uint32_t(b.getZExtValue()));
  double value = machineValue(function, x, y);
  if (!std::isfinite(value) || value == 0)
    return std::nullopt;
  float low = float(value * (1 - 0x1p-46)), high = float(value * (1 + 0x1p-46));
  if (low != high || low == 0)
    return std::nullopt;
  return APInt(32, llvm::bit_cast<uint32_t>(low));
}

} // namespace

APInt correctlyRoundedExactly(MathFunction function, FloatFormat format,
                              const APInt &a, const APInt &b) {
  // Every stage of a program asks the same again, and most data are alike.
  using Question = std::pair<std::pair<const void *, unsigned>,
                             std::pair<uint64_t, uint64_t>>;
  static thread_local llvm::DenseMap<Question, APInt> known;
  constexpr unsigned most = 10'000;
  Question question = {{format, unsigned(function)},
                       {a.getZExtValue(), b.getZExtValue()}};
  auto found = known.find(question);
  if (found != known.end())
    return found->second;
  if (known.size() >= most)
    known.clear();
  APInt result = Evaluation(format, a, b).run(function);
  known.try_emplace(question, result);
  return result;
}

APInt correctlyRounded(MathFunction function, FloatFormat format,
                       const APInt &a, const APInt &b) {
  if (format == &APFloat::IEEEsingle())
    if (std::optional<APInt> bits = byMachine(function, a, b))
      return *bits;
  return correctlyRoundedExactly(function, format, a, b);
}

APInt referenceMath(MathFunction function, FloatFormat format, const APInt &a,
                    const APInt &b) {
  bool emulated =
      (format == &APFloat::IEEEhalf() || format == &APFloat::BFloat()) &&
      function != MathFunction::Pow;
  if (!emulated)
    return correctlyRounded(function, format, a, b);
  FloatFormat wide = &APFloat::IEEEsingle();
  auto widen = [&](const APInt &bits) {
    return encodeFloat(wide, decodeFloat(format, bits), nearest);
  };
  APInt result = correctlyRounded(function, wide, widen(a), widen(b));
  return encodeFloat(format, decodeFloat(wide, result), nearest);
}

} // namespace tilefuzz
