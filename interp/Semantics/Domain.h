//===- Domain.h - What a value domain offers --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A scalar operation's meaning is written once, as a template over a domain
// (Integer.h, Float.h). A domain D offers
//
//   D::Bits    a bit vector of known width        D::Bool   a truth value
//   width(a); constant(width, n); add, sub, mul, band, bor, bxor; udiv, urem,
//   sdiv, srem (only used where the divisor is not zero); shl, lshr, ashr
//   (only used where the amount is below the width); ult, slt, eq -> Bool;
//   zext, sext, trunc(a, width); logical and, or, not; ite(c, a, b); truth(b)
//
// and, for floats given as their bits with a format,
//
//   fadd, fsub, fmul, ffma(format, mode, ...); quietNaN(format)
//   fless, fequal(format, a, b), isNaN, isNegative, isSubnormal(format, a)
//   ftof(from, to, mode, a); itof(to, mode, a, read);
//   ftoi(from, width, read, a)
//
// The concrete domain alone offers ftof with a saturation, and the functions of
// FloatFunctions.h.
//
// Laws: all are total functions on defined inputs, and agree with IEEE 754-2019
// and with arithmetic modulo 2^width.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_DOMAIN_H
#define TILEFUZZ_INTERP_SEMANTICS_DOMAIN_H

#include "interp/Program/UndefinedBehaviors.h"
#include <cstdint>

namespace tilefuzz {

// Integer values as in the public dialect (part 1, 1.6).
enum class ReadAs : uint8_t { Unsigned = 0, Signed = 1 };
enum class WrapPromise : uint8_t {
  None = 0,
  NoSigned = 1,
  NoUnsigned = 2,
  Neither = 3
};
enum class RoundingMode : uint8_t {
  NearestEven = 0,
  Zero = 1,
  NegativeInf = 2,
  PositiveInf = 3,
  /// Ties away from zero; of conversions between formats only.
  NearestAway = 7
};
/// What a value beyond the largest finite one becomes: an infinity (NaN in a
/// format without infinities, the largest value in one without both), or always
/// the largest finite value of its sign, infinities included.
enum class Saturation : uint8_t { None = 0, Finite = 1 };
enum class Relation : uint8_t {
  Equal = 0,
  NotEqual = 1,
  Less = 2,
  LessOrEqual = 3,
  Greater = 4,
  GreaterOrEqual = 5
};

/// A value, and the condition under which the operation is undefined. Where
/// `undefined` holds, `value` is arbitrary.
template <class D> struct Result {
  typename D::Bits value;
  typename D::Bool undefined;
  Undefined condition = Undefined::BrokenOverflowPromise;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_DOMAIN_H
