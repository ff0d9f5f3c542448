//===- FloatBits.cpp - Floats as exact numbers, and back ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FloatBits.h"

using llvm::APFloat;
using llvm::APInt;

namespace tilefuzz {

FormatInfo FormatInfo::of(FloatFormat format) {
  FormatInfo info;
  info.width = APFloat::semanticsSizeInBits(*format);
  info.precision = APFloat::semanticsPrecision(*format);
  info.minExponent = APFloat::semanticsMinExponent(*format);
  info.maxExponent = APFloat::semanticsMaxExponent(*format);
  info.hasSign = APFloat::semanticsHasSignedRepr(*format);
  info.hasZero = APFloat::semanticsHasZero(*format);
  info.hasInfinity = APFloat::semanticsHasInf(*format);
  info.hasNaN = APFloat::semanticsHasNaN(*format);
  info.nanIsAllOnes = info.hasNaN && !info.hasInfinity && info.hasSign;
  return info;
}

llvm::ArrayRef<NamedFormat> floatFormats() {
  static const NamedFormat formats[] = {
      {"f16", &APFloat::IEEEhalf()},
      {"bf16", &APFloat::BFloat()},
      {"tf32", &APFloat::FloatTF32()},
      {"f32", &APFloat::IEEEsingle()},
      {"f64", &APFloat::IEEEdouble()},
      {"f8E4M3FN", &APFloat::Float8E4M3FN()},
      {"f8E5M2", &APFloat::Float8E5M2()},
      {"f8E8M0FNU", &APFloat::Float8E8M0FNU()},
      {"f4E2M1FN", &APFloat::Float4E2M1FN()},
  };
  return formats;
}

FloatFormat formatByName(llvm::StringRef name) {
  for (const NamedFormat &row : floatFormats())
    if (row.name == name)
      return row.format;
  return nullptr;
}

/// The largest finite code without its sign.
static APInt largestCode(const FormatInfo &info) {
  APInt ones = APInt::getLowBitsSet(info.width, info.width - info.hasSign);
  if (info.hasInfinity) // The codes below the exponent that is all ones.
    return ones - APInt::getOneBitSet(info.width, info.precision - 1);
  return info.hasNaN ? ones - 1 : ones;
}

static APInt withSign(const FormatInfo &info, APInt code, bool negative) {
  if (negative && info.hasSign)
    code.setBit(info.width - 1);
  return code;
}

APInt canonicalNaN(FloatFormat format) {
  FormatInfo info = FormatInfo::of(format);
  if (!info.hasNaN)
    return largestCode(info);
  if (!info.hasInfinity)
    return APInt::getLowBitsSet(info.width, info.width - info.hasSign);
  APInt code = APInt::getBitsSet(info.width, info.precision - 1,
                                 info.width - info.hasSign);
  code.setBit(info.precision - 2);
  return code;
}

ExactFloat decodeFloat(FloatFormat format, const APInt &bits) {
  FormatInfo info = FormatInfo::of(format);
  uint64_t code = bits.getZExtValue();
  ExactFloat value;
  value.negative = info.hasSign && bits.isNegative();
  if (info.hasSign)
    code &= llvm::maskTrailingOnes<uint64_t>(info.width - 1);
  unsigned stored = info.precision - 1;
  uint64_t fraction = code & llvm::maskTrailingOnes<uint64_t>(stored);
  int64_t field = code >> stored;
  uint64_t largest = largestCode(info).getZExtValue();
  if (code > largest) {
    bool isInfinite = info.hasInfinity && fraction == 0;
    value.kind = isInfinite ? FloatKind::Infinite : FloatKind::NaN;
    return value;
  }
  if (info.hasZero && field == 0) { // Subnormal, or zero.
    value.kind = fraction ? FloatKind::Finite : FloatKind::Zero;
    value.magnitude = APInt(64, fraction);
    value.exponent = info.minExponent - int(stored);
    return value;
  }
  value.kind = FloatKind::Finite;
  value.magnitude = APInt(64, fraction | uint64_t(1) << stored);
  value.exponent = field - info.bias() - int(stored);
  return value;
}

/// Whether a value beyond the largest finite one is rounded to that one.
static bool roundsTowardZero(RoundingMode mode, bool negative) {
  return mode == RoundingMode::Zero ||
         (mode == RoundingMode::NegativeInf && !negative) ||
         (mode == RoundingMode::PositiveInf && negative);
}

static APInt overflowed(FloatFormat format, const FormatInfo &info,
                        bool negative, Saturation saturation) {
  if (saturation == Saturation::Finite)
    return withSign(info, largestCode(info), negative);
  if (info.hasInfinity)
    return withSign(info,
                    largestCode(info) + 1, // The code above is the infinity.
                    negative);
  if (info.hasNaN)
    return canonicalNaN(format);
  return withSign(info, largestCode(info), negative);
}

APInt encodeFloat(FloatFormat format, const ExactFloat &value,
                  RoundingMode mode, Saturation saturation, bool sticky) {
  FormatInfo info = FormatInfo::of(format);
  bool negative = value.negative;
  if (value.isNaN())
    return canonicalNaN(format);
  // A format without zero has no room below its smallest value.
  if (value.isZero())
    return withSign(info, APInt(info.width, 0), negative && info.hasZero);
  if (negative && !info.hasSign)
    return canonicalNaN(format);
  if (value.isInfinite())
    return overflowed(format, info, negative, saturation);

  unsigned active = value.magnitude.getActiveBits();
  assert(active > 0 && "a finite value that is not zero");
  assert((!sticky || active >= info.precision + 2) && "too few bits to round");
  int64_t smallestUnit = info.minExponent - int64_t(info.precision - 1);
  int64_t unit =
      std::max(value.top() - int64_t(info.precision - 1), smallestUnit);
  int64_t drop = unit - value.exponent;
  APInt kept(info.precision + 2, 0);
  bool half = false, rest = sticky;
  if (drop <= 0) {
    kept = value.magnitude.zextOrTrunc(std::max(active, info.precision + 2u))
               .shl(unsigned(-drop))
               .zextOrTrunc(info.precision + 2);
  } else {
    if (drop <= active)
      kept =
          value.magnitude.lshr(unsigned(drop)).zextOrTrunc(info.precision + 2);
    half = drop <= active && value.magnitude[unsigned(drop - 1)];
    rest |= drop > active || value.magnitude.countr_zero() < unsigned(drop - 1);
  }
  bool up = false;
  switch (mode) {
  case RoundingMode::NearestEven:
    up = half && (rest || kept[0]);
    break;
  case RoundingMode::Zero:
    break;
  case RoundingMode::NegativeInf:
    up = negative && (half || rest);
    break;
  case RoundingMode::PositiveInf:
    up = !negative && (half || rest);
    break;
  case RoundingMode::NearestAway:
    up = half;
    break;
  }
  if (up)
    ++kept;
  if (kept.getActiveBits() > info.precision) {
    kept.lshrInPlace(1);
    ++unit;
  }
  if (kept.isZero())
    return withSign(info, APInt(info.width, 0), negative);
  int64_t top = unit + kept.getActiveBits() - 1;
  bool tooLarge =
      top > info.maxExponent ||
      (info.nanIsAllOnes && top == info.maxExponent &&
       kept.getZExtValue() == llvm::maskTrailingOnes<uint64_t>(info.precision));
  if (tooLarge)
    return roundsTowardZero(mode, negative)
               ? withSign(info, largestCode(info), negative)
               : overflowed(format, info, negative, saturation);
  unsigned stored = info.precision - 1;
  uint64_t code = kept.getZExtValue();
  if (kept.getActiveBits() == info.precision)
    code = (code & llvm::maskTrailingOnes<uint64_t>(stored)) |
           uint64_t(top + info.bias()) << stored;
  return withSign(info, APInt(info.width, code), negative);
}

APInt integerRoot(const APInt &a) {
  unsigned width = a.getBitWidth();
  if (a.isZero())
    return a;
  // Newton from above: the sequence falls until it reaches the root.
  APInt x = APInt::getOneBitSet(width, (a.getActiveBits() + 1) / 2);
  while (true) {
    APInt next = (x + a.udiv(x)).lshr(1);
    if (next.uge(x))
      return x;
    x = next;
  }
}

/// magnitude * 2^exponent with an even exponent.
static void makeEven(ExactFloat &x) {
  if (x.exponent & 1) {
    x.magnitude <<= 1;
    --x.exponent;
  }
}

APInt squareRoot(FloatFormat format, RoundingMode mode, const APInt &bits) {
  ExactFloat x = decodeFloat(format, bits);
  if (x.isNaN() || (x.negative && !x.isZero()))
    return canonicalNaN(format);
  if (!x.isFinite())
    return bits;
  // 256 bits: the root has more than 64, and the format at most 53.
  x.magnitude = x.magnitude.zext(256);
  makeEven(x);
  APInt wide = x.magnitude.shl(160);
  ExactFloat root = x;
  root.magnitude = integerRoot(wide);
  root.exponent = x.exponent / 2 - 80;
  bool sticky = root.magnitude * root.magnitude != wide;
  return encodeFloat(format, root, mode, Saturation::None, sticky);
}

APInt reciprocalSquareRoot(FloatFormat format, const APInt &bits) {
  FormatInfo info = FormatInfo::of(format);
  ExactFloat x = decodeFloat(format, bits);
  if (x.isZero())
    return overflowed(format, info, x.negative, Saturation::None);
  if (x.isNaN() || x.negative)
    return canonicalNaN(format);
  if (x.isInfinite())
    return APInt(info.width, 0);
  // With m odd, 1/sqrt(m * 4^k) is dyadic only for m = 1; otherwise the root of
  // the truncated quotient is the truncated root, and never exact.
  x.magnitude = x.magnitude.zext(512);
  makeEven(x);
  unsigned zeros = x.magnitude.countr_zero() & ~1u;
  x.magnitude.lshrInPlace(zeros);
  x.exponent += zeros;
  ExactFloat root = x;
  root.magnitude = integerRoot(APInt::getOneBitSet(512, 320).udiv(x.magnitude));
  root.exponent = -x.exponent / 2 - 160;
  return encodeFloat(format, root, RoundingMode::NearestEven, Saturation::None,
                     /*sticky=*/!x.magnitude.isOne());
}

} // namespace tilefuzz
