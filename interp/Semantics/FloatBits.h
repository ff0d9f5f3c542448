//===- FloatBits.h - Floats as exact numbers, and back ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every float format of the dialect, decoded to an exact binary number and
// rounded from one. This is the definition of rounding and saturation; it
// shares no code with APFloat, against which it is tested.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_FLOATBITS_H
#define TILEFUZZ_INTERP_SEMANTICS_FLOATBITS_H

#include "interp/Semantics/Domain.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringRef.h"

namespace tilefuzz {

/// A float format, as LLVM describes it.
using FloatFormat = const llvm::fltSemantics *;

/// The parameters of a format that conversions need.
struct FormatInfo {
  unsigned width;
  /// Significant bits, with the implicit one.
  unsigned precision;
  /// Exponents of the smallest normal and of the largest finite binade.
  int minExponent, maxExponent;
  bool hasSign, hasZero, hasInfinity, hasNaN;
  /// The all-ones code is the only NaN (f8E4M3FN): it takes the place of the
  /// largest significand.
  bool nanIsAllOnes;

  static FormatInfo of(FloatFormat format);
  int bias() const { return hasZero ? 1 - minExponent : -minExponent; }
};

/// A format of the dialect by its name in the text.
struct NamedFormat {
  llvm::StringRef name;
  FloatFormat format;
};
llvm::ArrayRef<NamedFormat> floatFormats();
/// Null for an unknown name.
FloatFormat formatByName(llvm::StringRef name);

enum class FloatKind : uint8_t { Zero, Finite, Infinite, NaN };

/// What a float denotes: for Finite, (-1)^negative * magnitude * 2^exponent,
/// with a magnitude that is not zero.
struct ExactFloat {
  FloatKind kind = FloatKind::Zero;
  bool negative = false;
  llvm::APInt magnitude = llvm::APInt(64, 0);
  int64_t exponent = 0;

  bool isNaN() const { return kind == FloatKind::NaN; }
  bool isInfinite() const { return kind == FloatKind::Infinite; }
  bool isZero() const { return kind == FloatKind::Zero; }
  bool isFinite() const { return kind == FloatKind::Finite; }
  /// The exponent of the leading bit of a finite value.
  int64_t top() const { return exponent + magnitude.getActiveBits() - 1; }
};

ExactFloat decodeFloat(FloatFormat format, const llvm::APInt &bits);

/// The float of that format that `value` rounds to. Overflow, infinities and
/// NaN are as docs/semantics.md says. With `sticky`, the value lies strictly
/// between `magnitude` and `magnitude + 1`; `magnitude` must then have at least
/// two bits more than the format's precision.
llvm::APInt encodeFloat(FloatFormat format, const ExactFloat &value,
                        RoundingMode mode,
                        Saturation saturation = Saturation::None,
                        bool sticky = false);

/// The quiet NaN that operations give; the largest finite value in a format
/// without NaN.
llvm::APInt canonicalNaN(FloatFormat format);

/// The correctly rounded square root, and its reciprocal (IEEE 754-2019, 9.2:
/// rsqrt of a zero is an infinity of its sign). Negative operands give NaN.
llvm::APInt squareRoot(FloatFormat format, RoundingMode mode,
                       const llvm::APInt &bits);
llvm::APInt reciprocalSquareRoot(FloatFormat format, const llvm::APInt &bits);

/// The largest integer whose square is not above `a`.
llvm::APInt integerRoot(const llvm::APInt &a);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_FLOATBITS_H
