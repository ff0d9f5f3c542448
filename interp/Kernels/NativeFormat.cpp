//===- NativeFormat.cpp - Float formats in machine words ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/NativeFormat.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace tilefuzz;
using llvm::maskTrailingOnes;

static double valueOf(const ExactFloat &x) {
  double magnitude = 0;
  switch (x.kind) {
  case FloatKind::Zero:
    break;
  case FloatKind::Finite:
    magnitude = std::ldexp(double(x.magnitude.getZExtValue()), int(x.exponent));
    break;
  case FloatKind::Infinite:
    magnitude = std::numeric_limits<double>::infinity();
    break;
  case FloatKind::NaN:
    return std::numeric_limits<double>::quiet_NaN();
  }
  return x.negative ? -magnitude : magnitude;
}

static NativeFormat describe(FloatFormat format) {
  NativeFormat native;
  native.format = format;
  FormatInfo info = native.info = FormatInfo::of(format);
  native.nan = canonicalNaN(format).getZExtValue();
  ExactFloat infinite;
  infinite.kind = FloatKind::Infinite;
  auto code = [&](Saturation saturation) {
    return encodeFloat(format, infinite, RoundingMode::NearestEven, saturation)
        .getZExtValue();
  };
  native.largest = code(Saturation::Finite);
  native.overflow = code(Saturation::None);
  if (info.width <= 8)
    for (uint64_t bits = 0; bits < (uint64_t(1) << info.width); ++bits)
      native.values[bits] =
          valueOf(decodeFloat(format, llvm::APInt(info.width, bits)));
  return native;
}

const NativeFormat &tilefuzz::nativeFormat(FloatFormat format) {
  static const std::vector<NativeFormat> formats = [] {
    std::vector<NativeFormat> formats;
    for (const NamedFormat &row : floatFormats())
      formats.push_back(describe(row.format));
    return formats;
  }();
  for (const NativeFormat &native : formats)
    if (native.format == format)
      return native;
  llvm_unreachable("not a format of the dialect");
}

template <typename To, typename From> static To bitCast(From from) {
  To to;
  static_assert(sizeof(To) == sizeof(From));
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

double tilefuzz::toDouble(const NativeFormat &format, uint64_t bits) {
  const FormatInfo &info = format.info;
  if (info.width <= 8)
    return format.values[bits];
  if (info.width == 64)
    return bitCast<double>(bits);
  // IEEE formats of 16, 19 and 32 bits.
  unsigned stored = info.precision - 1;
  uint64_t sign = (bits >> (info.width - 1)) << 63;
  uint64_t code = bits & maskTrailingOnes<uint64_t>(info.width - 1);
  uint64_t fraction = code & maskTrailingOnes<uint64_t>(stored);
  uint64_t field = code >> stored;
  uint64_t magnitude;
  if (code > format.largest)
    magnitude = uint64_t(0x7FF) << 52 | fraction << (52 - stored);
  else if (field == 0)
    magnitude = bitCast<uint64_t>(
        std::ldexp(double(fraction), info.minExponent - int(stored)));
  else
    magnitude = (field + 1023 - info.bias()) << 52 | fraction << (52 - stored);
  return bitCast<double>(sign | magnitude);
}

uint64_t tilefuzz::fromDouble(const NativeFormat &format, double value,
                              RoundingMode mode, Saturation saturation) {
  const FormatInfo &info = format.info;
  uint64_t bits = bitCast<uint64_t>(value);
  bool negative = bits >> 63;
  if (value != value)
    return format.nan;
  uint64_t sign =
      negative && info.hasSign ? uint64_t(1) << (info.width - 1) : 0;
  if (value == 0)
    return info.hasZero ? sign : 0;
  if (negative && !info.hasSign)
    return format.nan;
  uint64_t beyond = format.overflow | sign;
  if (saturation == Saturation::Finite)
    beyond = format.largest | sign;
  else if (info.hasNaN && !info.hasInfinity)
    beyond = format.nan; // It has no sign.
  uint64_t field = bits >> 52 & 0x7FF;
  if (field == 0x7FF)
    return beyond;

  // magnitude * 2^exponent; `top` is the exponent of its leading bit.
  uint64_t magnitude = bits & maskTrailingOnes<uint64_t>(52);
  int exponent = field ? int(field) - 1075 : -1074;
  if (field)
    magnitude |= uint64_t(1) << 52;
  int top = exponent + 63 - llvm::countl_zero(magnitude);
  int stored = int(info.precision) - 1;
  int unit = std::max(top - stored, info.minExponent - stored);
  int drop = unit - exponent;
  uint64_t kept = 0;
  bool half = false, rest = false;
  if (drop <= 0) {
    kept = magnitude << -drop;
  } else if (drop <= 53) {
    kept = magnitude >> drop;
    half = magnitude >> (drop - 1) & 1;
    rest = magnitude & maskTrailingOnes<uint64_t>(drop - 1);
  } else {
    rest = true;
  }
  bool towardZero = mode == RoundingMode::Zero;
  switch (mode) {
  case RoundingMode::NearestEven:
    kept += half && (rest || (kept & 1));
    break;
  case RoundingMode::Zero:
    break;
  case RoundingMode::NegativeInf:
    towardZero = !negative;
    kept += negative && (half || rest);
    break;
  case RoundingMode::PositiveInf:
    towardZero = negative;
    kept += !negative && (half || rest);
    break;
  case RoundingMode::NearestAway:
    kept += half;
    break;
  }
  if (kept >> info.precision) {
    kept >>= 1;
    ++unit;
  }
  if (kept == 0)
    return sign;
  int newTop = unit + 63 - llvm::countl_zero(kept);
  if (newTop > info.maxExponent ||
      (info.nanIsAllOnes && newTop == info.maxExponent &&
       kept == maskTrailingOnes<uint64_t>(info.precision)))
    return towardZero ? format.largest | sign : beyond;
  uint64_t code = kept;
  if (kept >> stored)
    code = (kept & maskTrailingOnes<uint64_t>(stored)) |
           uint64_t(newTop + info.bias()) << stored;
  return code | sign;
}
