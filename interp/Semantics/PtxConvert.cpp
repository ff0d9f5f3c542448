//===- PtxConvert.cpp - What PTX's conversions mean -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/PtxConvert.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/PtxFloat.h"

using llvm::APInt;

namespace tilefuzz::semantics {

APInt roundToInteger(const ExactFloat &value, RoundingMode mode) {
  APInt magnitude = value.magnitude.zextOrTrunc(128);
  if (value.exponent >= 0)
    return magnitude.shl(unsigned(value.exponent));
  // What lies more than 128 places below the point is all below a half.
  unsigned drop = unsigned(std::min<int64_t>(-value.exponent, 128));
  APInt kept = magnitude.lshr(drop);
  bool half = magnitude[drop - 1];
  bool rest = magnitude.countr_zero() < drop - 1;
  bool up = false;
  switch (mode) {
  case RoundingMode::NearestEven:
    up = half && (rest || kept[0]);
    break;
  case RoundingMode::Zero:
    break;
  case RoundingMode::NegativeInf:
    up = value.negative && (half || rest);
    break;
  case RoundingMode::PositiveInf:
    up = !value.negative && (half || rest);
    break;
  case RoundingMode::NearestAway:
    up = half;
    break;
  }
  return up ? kept + 1 : kept;
}

/// A finite value's nearest number of the format; of two, the greater in
/// magnitude.
static APInt encodeTiesAway(FloatFormat to, ExactFloat value,
                            Saturation saturation) {
  if (!value.isFinite())
    return encodeFloat(to, value, RoundingMode::NearestEven, saturation);
  // As if a little further from zero: what is exact stays, a tie is none.
  constexpr unsigned more = 64;
  value.magnitude =
      value.magnitude.zext(value.magnitude.getBitWidth() + more).shl(more);
  value.exponent -= more;
  return encodeFloat(to, value, RoundingMode::NearestEven, saturation,
                     /*sticky=*/true);
}

static APInt finish(FloatFormat to, const ConversionRules &rules, APInt a) {
  ConcreteDomain d;
  a = flush(d, to, a, rules.flushesResult);
  if (rules.toUnit)
    a = saturateToUnit(d, to, a);
  return rules.clampsNegatives ? clampNegatives(d, to, a) : a;
}

std::optional<APInt> convertFloat(FloatFormat from, FloatFormat to,
                                  const ConversionRules &rules,
                                  const APInt &a) {
  ConcreteDomain d;
  ExactFloat value = decodeFloat(from, flush(d, from, a, rules.flushesSource));
  if (!FormatInfo::of(to).hasSign && value.negative && !value.isNaN())
    return std::nullopt;
  if (rules.toIntegral && value.isFinite() && value.exponent < 0) {
    value.magnitude = roundToInteger(value, rules.mode);
    value.exponent = 0;
    if (value.magnitude.isZero())
      value.kind = FloatKind::Zero;
  }
  return finish(to, rules,
                rules.tiesAway
                    ? encodeTiesAway(to, value, rules.saturation)
                    : encodeFloat(to, value, rules.mode, rules.saturation));
}

APInt floatToInteger(FloatFormat from, unsigned width, ReadAs read,
                     const ConversionRules &rules, const APInt &a) {
  ConcreteDomain d;
  ExactFloat value = decodeFloat(from, flush(d, from, a, rules.flushesSource));
  bool isSigned = read == ReadAs::Signed;
  if (value.isNaN())
    return FormatInfo::of(from).width == 64 || width == 64
               ? APInt::getOneBitSet(width, width - 1)
               : APInt(width, 0);
  if (value.isZero())
    return APInt(width, 0);
  APInt least = isSigned ? APInt::getSignedMinValue(width) : APInt(width, 0);
  APInt greatest =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  if (value.isInfinite() || value.top() >= 64)
    return value.negative ? least : greatest;
  // 130 bits hold the value with its sign.
  APInt integer = roundToInteger(value, rules.mode).zext(130);
  if (value.negative)
    integer.negate();
  if (integer.slt(isSigned ? least.sext(130) : least.zext(130)))
    return least;
  if (integer.sgt(greatest.zext(130)))
    return greatest;
  return integer.trunc(width);
}

APInt integerToFloat(FloatFormat to, ReadAs read, const ConversionRules &rules,
                     const APInt &a) {
  ConcreteDomain d;
  return finish(to, rules, d.itof(to, rules.mode, a, read));
}

APInt saturateInteger(unsigned width, ReadAs from, ReadAs to, const APInt &a) {
  unsigned wide = std::max(width, a.getBitWidth()) + 2;
  APInt value = from == ReadAs::Signed ? a.sext(wide) : a.zext(wide);
  bool isSigned = to == ReadAs::Signed;
  APInt least =
      isSigned ? APInt::getSignedMinValue(width).sext(wide) : APInt(wide, 0);
  APInt greatest =
      (isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width))
          .zext(wide);
  value = value.slt(least) ? least : value.sgt(greatest) ? greatest : value;
  return value.trunc(width);
}

} // namespace tilefuzz::semantics
