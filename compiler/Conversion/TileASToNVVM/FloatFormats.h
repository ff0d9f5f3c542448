//===- FloatFormats.h - Codes of narrow formats to floats and back -*- C++ ===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Templates over the code that they are written in, as MathFunctions.h. What
// overflow, infinities and NaN become is decided in docs/semantics.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_FLOATFORMATS_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_FLOATFORMATS_H

#include "compiler/Conversion/TileASToNVVM/MathFunctions.h"
#include "llvm/ADT/APFloat.h"

namespace tilefuzz::elementary {

enum class Rounding {
  NearestEven,
  Zero,
  NegativeInf,
  PositiveInf,
  NearestAway
};

/// A format narrower than the one that it is converted from or to, and its
/// codes without a sign.
struct NarrowFormat {
  unsigned width, precision;
  int minExponent;
  bool hasSign, hasZero;
  uint64_t largest;
  /// What a number beyond the largest becomes; NaN and its like have no sign.
  uint64_t overflow;
  bool overflowIsNaN;
  uint64_t nan;

  static NarrowFormat of(const llvm::fltSemantics &format) {
    using llvm::APFloat;
    NarrowFormat info;
    info.width = APFloat::semanticsSizeInBits(format);
    info.precision = APFloat::semanticsPrecision(format);
    info.minExponent = APFloat::semanticsMinExponent(format);
    info.hasSign = APFloat::semanticsHasSignedRepr(format);
    info.hasZero = APFloat::semanticsHasZero(format);
    info.largest = APFloat::getLargest(format).bitcastToAPInt().getZExtValue();
    bool hasInf = APFloat::semanticsHasInf(format);
    bool hasNaN = APFloat::semanticsHasNaN(format);
    uint64_t ones = (uint64_t(1) << (info.width - info.hasSign)) - 1;
    info.nan = !hasNaN ? info.largest
               : hasInf
                   ? info.largest + 1 + (uint64_t(1) << (info.precision - 2))
                   : ones;
    info.overflow = hasInf ? info.largest + 1 : info.nan;
    info.overflowIsNaN = hasNaN && !hasInf;
    return info;
  }
  /// What is added to exponents.
  int bias() const { return hasZero ? 1 - minExponent : -minExponent; }
};

/// The number of a code, in f32, which has all numbers of all narrow formats.
template <class C>
typename C::Real decode(C &c, const NarrowFormat &from, typename C::Bits code) {
  using Word = typename C::Word;
  using F = Format<float>;
  Word mask = (Word(1) << (from.width - from.hasSign)) - 1;
  auto magnitude = code & mask;
  auto nan = c.bits(Word(0x7FC00000));
  if (!from.hasZero) {
    // Exponents alone, as in f32, but that the least one is no zero.
    auto number = c.select(magnitude == Word(0), c.bits(Word(0x400000)),
                           magnitude << Word(F::stored));
    return c.fromBits(c.select(magnitude > Word(from.largest), nan, number));
  }
  // The same fields further up are too small by a power of two.
  auto placed = c.fromBits(magnitude << Word(F::stored - (from.precision - 1)));
  float factor =
      llvm::bit_cast<float>(uint32_t(2 * F::bias - from.bias()) << F::stored);
  auto number = c.bitsOf(placed * factor);
  auto special = nan;
  if (from.overflow != from.nan)
    special = c.select(magnitude == Word(from.overflow),
                       c.bits(Word(0x7F800000)), nan);
  if (from.nan != from.largest)
    number = c.select(magnitude > Word(from.largest), special, number);
  auto sign = (code >> Word(from.width - 1)) << Word(F::width - 1);
  return c.fromBits(number | sign);
}

/// The code of a float that is rounded once. The format is narrower than C's in
/// every respect, but may have subnormal numbers where that has.
template <class C>
typename C::Bits encode(C &c, const NarrowFormat &to, Rounding mode,
                        typename C::Real x) {
  using F = Format<typename C::Float>;
  using Word = typename C::Word;
  auto zero = c.bits(Word(0)), one = c.bits(Word(1));
  constexpr Word hidden = Word(1) << F::stored;
  auto code = c.bitsOf(x);
  auto sign = code >> Word(F::width - 1);
  auto magnitude = code & ~(Word(1) << (F::width - 1));
  auto field = magnitude >> Word(F::stored);
  auto isNormal = field != Word(0);
  auto fraction = magnitude & (hidden - 1);
  auto significand = c.select(isNormal, fraction | hidden, fraction);
  auto exponent = c.select(isNormal, field, one);

  // Below the least exponent more bits are dropped.
  Word least = to.minExponent + F::bias;
  auto below = c.select(exponent < least, c.bits(least) - exponent, zero);
  auto above = c.select(exponent > least, exponent - least, zero);
  auto dropped = below + Word(F::stored - (to.precision - 1));
  dropped = c.select(dropped > Word(F::width - 1), c.bits(Word(F::width - 1)),
                     dropped);
  auto kept = significand >> dropped;
  auto lost = significand & ((one << dropped) - one);
  auto isNegative = sign != Word(0);
  auto isInexact = lost != Word(0);
  auto half = one << (dropped - one);
  auto goesUp = [&] {
    switch (mode) {
    case Rounding::NearestEven:
      return lost > half || (lost == half && (kept & Word(1)) != Word(0));
    case Rounding::Zero:
      return lost > ~Word(0); // Never.
    case Rounding::NegativeInf:
      return isInexact && isNegative;
    case Rounding::PositiveInf:
      return isInexact && !isNegative;
    case Rounding::NearestAway:
      return isInexact && lost >= half;
    }
    llvm_unreachable("covered rounding modes");
  }();
  kept = c.select(goesUp, kept + one, kept);
  auto result = kept + (above << Word(to.precision - 1));
  if (!to.hasZero)
    result = c.select(kept == Word(0), zero, result - one);

  // Beyond the largest number.
  auto largest = c.bits(Word(to.largest)), overflow = c.bits(Word(to.overflow));
  auto isInfinite = magnitude == (Word(2 * F::bias + 1) << F::stored);
  auto isNaN = magnitude > (Word(2 * F::bias + 1) << F::stored);
  auto isFar = result > Word(to.largest);
  auto beyond = overflow;
  if (mode == Rounding::Zero)
    beyond = largest;
  else if (mode == Rounding::NegativeInf)
    beyond = c.select(isNegative, overflow, largest);
  else if (mode == Rounding::PositiveInf)
    beyond = c.select(isNegative, largest, overflow);
  result = c.select(isInfinite, overflow, c.select(isFar, beyond, result));
  auto nan = c.bits(Word(to.nan));
  if (!to.hasSign)
    return c.select(isNaN || (isNegative && magnitude != Word(0)), nan, result);
  auto placed = sign << Word(to.width - 1);
  if (to.overflowIsNaN)
    placed = c.select(result == nan, zero, placed);
  return c.select(isNaN, nan, result | placed);
}

} // namespace tilefuzz::elementary

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_FLOATFORMATS_H
