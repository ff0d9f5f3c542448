//===- PtxModelFloat.h - Floats computed by the host ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Formats as exact long doubles, rounded by the host's own rounding modes:
// nothing here is shared with what it is compared with.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXMODELFLOAT_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXMODELFLOAT_H

#include "llvm/ADT/StringRef.h"
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace ptxmodel {

enum class Special { Ieee, OneNaN, None, Scale };
struct Format {
  llvm::StringLiteral name;
  unsigned width, fraction;
  int bias;
  Special special;
  bool hasSign = true;

  int leastExponent() const {
    return special == Special::Scale ? -bias : 1 - bias;
  }
  uint64_t greatest() const;
};
inline constexpr Format formats[] = {
    {"f16", 16, 10, 15, Special::Ieee},
    {"bf16", 16, 7, 127, Special::Ieee},
    {"f32", 32, 23, 127, Special::Ieee},
    {"f64", 64, 52, 1023, Special::Ieee},
    // In 32 bits: the low 13 are zero.
    {"tf32", 19, 10, 127, Special::Ieee},
    {"e4m3", 8, 3, 7, Special::OneNaN},
    {"e5m2", 8, 2, 15, Special::Ieee},
    {"e2m3", 6, 3, 1, Special::None},
    {"e3m2", 6, 2, 3, Special::None},
    {"e2m1", 4, 1, 1, Special::None},
    {"ue8m0", 8, 0, 127, Special::Scale, false},
};
inline const Format *formatNamed(llvm::StringRef name) {
  for (const Format &format : formats)
    if (format.name == name)
      return &format;
  return nullptr;
}

inline uint64_t Format::greatest() const {
  uint64_t magnitude = (uint64_t(1) << (width - hasSign)) - 1;
  if (special == Special::Ieee)
    return ((magnitude >> fraction) << fraction) - 1;
  return special == Special::None ? magnitude : magnitude - 1;
}

inline long double decode(const Format &format, uint64_t code) {
  bool negative = format.hasSign && code >> (format.width - 1) & 1;
  if (format.hasSign)
    code &= (uint64_t(1) << (format.width - 1)) - 1;
  long double value;
  if (code > format.greatest()) {
    bool isInfinite =
        format.special == Special::Ieee && code == format.greatest() + 1;
    value = isInfinite ? std::numeric_limits<long double>::infinity()
                       : std::numeric_limits<long double>::quiet_NaN();
  } else if (format.special == Special::Scale) {
    value = ldexpl(1, int(code) - format.bias);
  } else {
    uint64_t field = code >> format.fraction;
    uint64_t fraction = code & ((uint64_t(1) << format.fraction) - 1);
    int exponent = int(field ? field : 1) - format.bias - int(format.fraction);
    value =
        ldexpl(field ? fraction + (uint64_t(1) << format.fraction) : fraction,
               exponent);
  }
  return negative ? -value : value;
}
inline bool isNaN(const Format &format, uint64_t code) {
  return std::isnan(decode(format, code));
}
inline bool isSubnormal(const Format &format, uint64_t code) {
  long double value = decode(format, code);
  return value != 0 && std::fabs(value) < ldexpl(1, 1 - format.bias);
}

/// FE_TONEAREST and so on, or nearest with ties away.
inline constexpr int tiesAway = -1;

/// An integer, by the host.
inline long double roundToInteger(long double value, int mode) {
  if (mode == tiesAway)
    return std::round(value);
  fesetround(mode);
  volatile long double kept = value;
  kept = std::nearbyint(kept);
  fesetround(FE_TONEAREST);
  return kept;
}

inline uint64_t nanOf(const Format &format) {
  uint64_t magnitude = (uint64_t(1) << (format.width - format.hasSign)) - 1;
  if (format.special != Special::Ieee)
    return magnitude;
  return format.greatest() + 1 + (uint64_t(1) << (format.fraction - 1));
}

inline uint64_t encode(const Format &format, long double value, int mode,
                       bool isFinite = false) {
  if (std::isnan(value))
    return nanOf(format);
  bool negative = std::signbit(value);
  uint64_t sign =
      format.hasSign && negative ? uint64_t(1) << (format.width - 1) : 0;
  uint64_t infinity = format.special == Special::Ieee   ? format.greatest() + 1
                      : format.special == Special::None ? format.greatest()
                                                        : nanOf(format);
  if (std::isinf(value))
    return sign | (isFinite ? format.greatest() : infinity);
  if (value == 0)
    return sign;
  long double magnitude = std::fabs(value);
  int exponent = std::max(std::ilogb(magnitude), format.leastExponent());
  int unit = exponent - int(format.fraction);
  long double count = std::fabs(roundToInteger(ldexpl(value, -unit), mode));
  long double rounded = ldexpl(count, unit);
  if (rounded > decode(format, format.greatest())) {
    bool isCutOff = mode == FE_TOWARDZERO || (mode == FE_UPWARD && negative) ||
                    (mode == FE_DOWNWARD && !negative);
    return sign | (isCutOff || isFinite ? format.greatest() : infinity);
  }
  if (rounded == 0)
    return sign;
  exponent = std::ilogb(rounded);
  if (exponent < format.leastExponent() ||
      (format.special != Special::Scale && exponent < 1 - format.bias))
    return sign | uint64_t(count);
  uint64_t field = uint64_t(exponent + format.bias);
  uint64_t significand =
      uint64_t(ldexpl(rounded, int(format.fraction) - exponent));
  return sign | (field << format.fraction) |
         (significand & ((uint64_t(1) << format.fraction) - 1));
}

/// Rounds as the name's part says.
inline std::optional<int> modeNamed(llvm::StringRef part) {
  part.consume_back("i");
  if (part == "rn")
    return FE_TONEAREST;
  if (part == "rz")
    return FE_TOWARDZERO;
  if (part == "rm")
    return FE_DOWNWARD;
  if (part == "rp")
    return FE_UPWARD;
  if (part == "rna")
    return tiesAway;
  return std::nullopt;
}

} // namespace ptxmodel

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXMODELFLOAT_H
