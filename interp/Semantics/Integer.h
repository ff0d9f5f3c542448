//===- Integer.h - What integer operations mean -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.1 and 3.3 of the dialect specification. Where it is silent: a shift
// by the width or more gives what infinitely many single shifts would give
// (zero, or the sign fill), as PTX does (PTX ISA, shl and shr clamp the
// amount); minimum remi -1 is 0.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_INTEGER_H
#define TILEFUZZ_INTERP_SEMANTICS_INTEGER_H

#include "interp/Semantics/Domain.h"
#include <type_traits>

namespace tilefuzz::semantics {

template <class D> using Bits = typename D::Bits;
template <class D> using Bool = typename D::Bool;

template <class D> Result<D> defined(D &d, Bits<D> value) {
  return {value, d.truth(false)};
}

/// Whether a result computed in `wide` bits does not fit what was promised.
/// `exactSigned` and `exactUnsigned` are the exact results in both readings,
/// with enough bits; `value` is the wrapped result.
template <class D>
Bool<D> breaksPromise(D &d, WrapPromise promise, Bits<D> value,
                      Bits<D> exactSigned, Bits<D> exactUnsigned) {
  unsigned wide = d.width(exactSigned);
  Bool<D> wrapsSigned = d.lnot(d.eq(d.sext(value, wide), exactSigned));
  Bool<D> wrapsUnsigned = d.lnot(d.eq(d.zext(value, wide), exactUnsigned));
  switch (promise) {
  case WrapPromise::None:
    return d.truth(false);
  case WrapPromise::NoSigned:
    return wrapsSigned;
  case WrapPromise::NoUnsigned:
    return wrapsUnsigned;
  case WrapPromise::Neither:
    return d.lor(wrapsSigned, wrapsUnsigned);
  }
  return d.truth(false);
}

#define TILEFUZZ_WRAPPING_OP(NAME, PRIMITIVE)                                  \
  template <class D>                                                           \
  Result<D> NAME(D &d, Bits<D> a, Bits<D> b, WrapPromise promise) {            \
    Bits<D> value = d.PRIMITIVE(a, b);                                         \
    if (promise == WrapPromise::None)                                          \
      return defined(d, value);                                                \
    unsigned wide = 2 * d.width(a) + 2;                                        \
    return {value,                                                             \
            breaksPromise(d, promise, value,                                   \
                          d.PRIMITIVE(d.sext(a, wide), d.sext(b, wide)),       \
                          d.PRIMITIVE(d.zext(a, wide), d.zext(b, wide)))};     \
  }
TILEFUZZ_WRAPPING_OP(addi, add)
TILEFUZZ_WRAPPING_OP(subi, sub)
TILEFUZZ_WRAPPING_OP(muli, mul)
#undef TILEFUZZ_WRAPPING_OP

/// High half of the unsigned product.
template <class D> Result<D> mulhii(D &d, Bits<D> a, Bits<D> b) {
  unsigned width = d.width(a);
  Bits<D> product = d.mul(d.zext(a, 2 * width), d.zext(b, 2 * width));
  return defined(d,
                 d.trunc(d.lshr(product, d.constant(2 * width, width)), width));
}

/// 0 - a; only the signed promise exists.
template <class D> Result<D> negi(D &d, Bits<D> a, WrapPromise promise) {
  if (promise == WrapPromise::Neither)
    promise = WrapPromise::NoSigned;
  return subi(d, d.constant(d.width(a), 0), a, promise);
}

/// The minimum keeps its bits: read unsigned, they are its magnitude.
template <class D> Result<D> absi(D &d, Bits<D> a) {
  Bits<D> zero = d.constant(d.width(a), 0);
  return defined(d, d.ite(d.slt(a, zero), d.sub(zero, a), a));
}

template <class D> Result<D> andi(D &d, Bits<D> a, Bits<D> b) {
  return defined(d, d.band(a, b));
}
template <class D> Result<D> ori(D &d, Bits<D> a, Bits<D> b) {
  return defined(d, d.bor(a, b));
}
template <class D> Result<D> xori(D &d, Bits<D> a, Bits<D> b) {
  return defined(d, d.bxor(a, b));
}

/// Whether a shift amount, read unsigned, is below the width.
template <class D> Bool<D> amountInRange(D &d, Bits<D> amount) {
  unsigned width = d.width(amount);
  // One more bit, so that the width itself is representable (i1).
  return d.ult(d.zext(amount, width + 8), d.constant(width + 8, width));
}

template <class D>
Result<D> shli(D &d, Bits<D> a, Bits<D> amount, WrapPromise promise) {
  unsigned width = d.width(a);
  Bits<D> zero = d.constant(width, 0);
  Bool<D> inRange = amountInRange(d, amount);
  Bits<D> safe = d.ite(inRange, amount, zero);
  Bits<D> value = d.ite(inRange, d.shl(a, safe), zero);
  // The promise is read as for a multiplication by 2^amount: shifting back
  // must restore the operand; beyond the width only zero keeps it.
  Bool<D> lostSigned = d.lnot(d.eq(d.ashr(value, safe), a));
  Bool<D> lostUnsigned = d.lnot(d.eq(d.lshr(value, safe), a));
  switch (promise) {
  case WrapPromise::None:
    return defined(d, value);
  case WrapPromise::NoSigned:
    return {value, lostSigned};
  case WrapPromise::NoUnsigned:
    return {value, lostUnsigned};
  case WrapPromise::Neither:
    return {value, d.lor(lostSigned, lostUnsigned)};
  }
  return defined(d, value);
}

template <class D>
Result<D> shri(D &d, Bits<D> a, Bits<D> amount, ReadAs read) {
  unsigned width = d.width(a);
  Bits<D> zero = d.constant(width, 0);
  Bool<D> inRange = amountInRange(d, amount);
  Bits<D> safe = d.ite(inRange, amount, zero);
  if (read == ReadAs::Unsigned)
    return defined(d, d.ite(inRange, d.lshr(a, safe), zero));
  Bits<D> fill = d.ite(d.slt(a, zero), d.sub(zero, d.constant(width, 1)), zero);
  return defined(d, d.ite(inRange, d.ashr(a, safe), fill));
}

template <class D> Bool<D> less(D &d, Bits<D> a, Bits<D> b, ReadAs read) {
  return read == ReadAs::Signed ? d.slt(a, b) : d.ult(a, b);
}

template <class D> Result<D> maxi(D &d, Bits<D> a, Bits<D> b, ReadAs read) {
  return defined(d, d.ite(less(d, a, b, read), b, a));
}
template <class D> Result<D> mini(D &d, Bits<D> a, Bits<D> b, ReadAs read) {
  return defined(d, d.ite(less(d, a, b, read), a, b));
}

template <class D>
Bool<D> cmpi(D &d, Relation relation, Bits<D> a, Bits<D> b, ReadAs read) {
  switch (relation) {
  case Relation::Equal:
    return d.eq(a, b);
  case Relation::NotEqual:
    return d.lnot(d.eq(a, b));
  case Relation::Less:
    return less(d, a, b, read);
  case Relation::LessOrEqual:
    return d.lnot(less(d, b, a, read));
  case Relation::Greater:
    return less(d, b, a, read);
  case Relation::GreaterOrEqual:
    return d.lnot(less(d, a, b, read));
  }
  return d.truth(false);
}

/// The condition that a division is undefined, and a divisor that is safe to
/// use whatever it says.
template <class D> Bool<D> isMinusOne(D &d, Bits<D> a) {
  unsigned width = d.width(a);
  return d.eq(a, d.sub(d.constant(width, 0), d.constant(width, 1)));
}
template <class D> Bool<D> isMinimum(D &d, Bits<D> a) {
  // The only value other than 0 that equals its own negation.
  Bits<D> zero = d.constant(d.width(a), 0);
  return d.land(d.eq(d.sub(zero, a), a), d.lnot(d.eq(a, zero)));
}

/// Quotient truncated (Zero), floored (NegativeInf) or ceiled (PositiveInf).
template <class D>
Result<D> divi(D &d, Bits<D> a, Bits<D> b, ReadAs read, RoundingMode mode) {
  unsigned width = d.width(a);
  Bits<D> zero = d.constant(width, 0), one = d.constant(width, 1);
  Bool<D> byZero = d.eq(b, zero);
  Bool<D> overflow = d.truth(false);
  if (read == ReadAs::Signed)
    overflow = d.land(isMinimum(d, a), isMinusOne(d, b));
  Bool<D> undefined = d.lor(byZero, overflow);
  Bits<D> divisor = d.ite(undefined, one, b);
  bool isSigned = read == ReadAs::Signed;
  Bits<D> quotient = isSigned ? d.sdiv(a, divisor) : d.udiv(a, divisor);
  Bits<D> rest = isSigned ? d.srem(a, divisor) : d.urem(a, divisor);
  Bool<D> inexact = d.lnot(d.eq(rest, zero));
  Bool<D> negative = d.truth(false);
  if (isSigned)
    negative = d.lnot(d.eq(d.bxor(d.ite(d.slt(a, zero), one, zero),
                                  d.ite(d.slt(divisor, zero), one, zero)),
                           zero));
  if (mode == RoundingMode::NegativeInf)
    quotient = d.ite(d.land(inexact, negative), d.sub(quotient, one), quotient);
  if (mode == RoundingMode::PositiveInf)
    quotient = d.ite(d.land(inexact, d.lnot(negative)), d.add(quotient, one),
                     quotient);
  // Where it is known which of the two it is, the result says so.
  Undefined condition = Undefined::DivisionByZero;
  if constexpr (std::is_same_v<Bool<D>, bool>)
    if (overflow)
      condition = Undefined::DivisionOverflow;
  return {quotient, undefined, condition};
}

template <class D> Result<D> remi(D &d, Bits<D> a, Bits<D> b, ReadAs read) {
  unsigned width = d.width(a);
  Bits<D> zero = d.constant(width, 0), one = d.constant(width, 1);
  Bool<D> byZero = d.eq(b, zero);
  if (read == ReadAs::Unsigned)
    return {d.urem(a, d.ite(byZero, one, b)), byZero,
            Undefined::DivisionByZero};
  // x rem -1 is 0 for every x; asking for it avoids the one overflow.
  Bool<D> trivial = d.lor(byZero, isMinusOne(d, b));
  return {d.ite(trivial, zero, d.srem(a, d.ite(trivial, one, b))), byZero,
          Undefined::DivisionByZero};
}

template <class D>
Result<D> exti(D &d, Bits<D> a, unsigned width, ReadAs read) {
  return defined(d,
                 read == ReadAs::Signed ? d.sext(a, width) : d.zext(a, width));
}

template <class D>
Result<D> trunci(D &d, Bits<D> a, unsigned width, WrapPromise promise) {
  Bits<D> value = d.trunc(a, width);
  Bool<D> lostSigned = d.lnot(d.eq(d.sext(value, d.width(a)), a));
  Bool<D> lostUnsigned = d.lnot(d.eq(d.zext(value, d.width(a)), a));
  switch (promise) {
  case WrapPromise::None:
    return defined(d, value);
  case WrapPromise::NoSigned:
    return {value, lostSigned};
  case WrapPromise::NoUnsigned:
    return {value, lostUnsigned};
  case WrapPromise::Neither:
    return {value, d.lor(lostSigned, lostUnsigned)};
  }
  return defined(d, value);
}

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_INTEGER_H
