//===- ConcreteDomain.h - APInt and APFloat: the definition -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The domain that defines what is correct; every faster path is checked
// against it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_CONCRETEDOMAIN_H
#define TILEFUZZ_INTERP_SEMANTICS_CONCRETEDOMAIN_H

#include "interp/Semantics/FloatBits.h"
#include "llvm/ADT/APSInt.h"

namespace tilefuzz {

struct ConcreteDomain {
  using Bits = llvm::APInt;
  using Bool = bool;

  unsigned width(const Bits &a) { return a.getBitWidth(); }
  Bits constant(unsigned width, uint64_t n) {
    return Bits(width, n, /*isSigned=*/false, /*implicitTrunc=*/true);
  }
  Bool truth(bool b) { return b; }
  Bool land(Bool a, Bool b) { return a && b; }
  Bool lor(Bool a, Bool b) { return a || b; }
  Bool lnot(Bool a) { return !a; }
  Bits ite(Bool c, const Bits &a, const Bits &b) { return c ? a : b; }

  Bits add(const Bits &a, const Bits &b) { return a + b; }
  Bits sub(const Bits &a, const Bits &b) { return a - b; }
  Bits mul(const Bits &a, const Bits &b) { return a * b; }
  Bits band(const Bits &a, const Bits &b) { return a & b; }
  Bits bor(const Bits &a, const Bits &b) { return a | b; }
  Bits bxor(const Bits &a, const Bits &b) { return a ^ b; }
  Bits udiv(const Bits &a, const Bits &b) { return a.udiv(b); }
  Bits urem(const Bits &a, const Bits &b) { return a.urem(b); }
  Bits sdiv(const Bits &a, const Bits &b) { return a.sdiv(b); }
  Bits srem(const Bits &a, const Bits &b) { return a.srem(b); }
  Bits shl(const Bits &a, const Bits &n) { return a.shl(n); }
  Bits lshr(const Bits &a, const Bits &n) { return a.lshr(n); }
  Bits ashr(const Bits &a, const Bits &n) { return a.ashr(n); }
  Bool ult(const Bits &a, const Bits &b) { return a.ult(b); }
  Bool slt(const Bits &a, const Bits &b) { return a.slt(b); }
  Bool eq(const Bits &a, const Bits &b) { return a == b; }
  Bits zext(const Bits &a, unsigned width) { return a.zext(width); }
  Bits sext(const Bits &a, unsigned width) { return a.sext(width); }
  Bits trunc(const Bits &a, unsigned width) { return a.trunc(width); }

  /// It has the arithmetic of every format.
  static bool hasArithmetic(FloatFormat) { return true; }
  static bool canConvertFrom(FloatFormat) { return true; }

  static llvm::APFloat value(FloatFormat format, const Bits &a) {
    return llvm::APFloat(*format, a);
  }
  static llvm::RoundingMode mode(RoundingMode mode) {
    switch (mode) {
    case RoundingMode::NearestEven:
      return llvm::RoundingMode::NearestTiesToEven;
    case RoundingMode::Zero:
      return llvm::RoundingMode::TowardZero;
    case RoundingMode::NegativeInf:
      return llvm::RoundingMode::TowardNegative;
    case RoundingMode::PositiveInf:
      return llvm::RoundingMode::TowardPositive;
    case RoundingMode::NearestAway:
      return llvm::RoundingMode::NearestTiesToAway;
    }
    return llvm::RoundingMode::NearestTiesToEven;
  }

  /// Every NaN result is the quiet NaN (Domain.h).
  static Bits resultBits(const llvm::APFloat &x) {
    return (x.isNaN() ? llvm::APFloat::getQNaN(x.getSemantics()) : x)
        .bitcastToAPInt();
  }
  Bits fadd(FloatFormat f, RoundingMode m, const Bits &a, const Bits &b) {
    llvm::APFloat x = value(f, a);
    x.add(value(f, b), mode(m));
    return resultBits(x);
  }
  Bits fsub(FloatFormat f, RoundingMode m, const Bits &a, const Bits &b) {
    llvm::APFloat x = value(f, a);
    x.subtract(value(f, b), mode(m));
    return resultBits(x);
  }
  Bits fmul(FloatFormat f, RoundingMode m, const Bits &a, const Bits &b) {
    llvm::APFloat x = value(f, a);
    x.multiply(value(f, b), mode(m));
    return resultBits(x);
  }
  Bits ffma(FloatFormat f, RoundingMode m, const Bits &a, const Bits &b,
            const Bits &c) {
    llvm::APFloat x = value(f, a);
    x.fusedMultiplyAdd(value(f, b), value(f, c), mode(m));
    return resultBits(x);
  }
  Bool fless(FloatFormat f, const Bits &a, const Bits &b) {
    return value(f, a).compare(value(f, b)) == llvm::APFloat::cmpLessThan;
  }
  Bool fequal(FloatFormat f, const Bits &a, const Bits &b) {
    return value(f, a).compare(value(f, b)) == llvm::APFloat::cmpEqual;
  }
  Bool isNaN(FloatFormat f, const Bits &a) { return value(f, a).isNaN(); }
  Bool isNegative(const Bits &a) { return a.isNegative(); }
  Bool isSubnormal(FloatFormat f, const Bits &a) {
    return value(f, a).isDenormal();
  }
  Bits quietNaN(FloatFormat f) { return canonicalNaN(f); }

  Bits ftof(FloatFormat from, FloatFormat to, RoundingMode m, const Bits &a,
            Saturation saturation = Saturation::None) {
    return encodeFloat(to, decodeFloat(from, a), m, saturation);
  }
  Bits itof(FloatFormat to, RoundingMode m, const Bits &a, ReadAs read) {
    ExactFloat x;
    x.negative = read == ReadAs::Signed && a.isNegative();
    x.kind = a.isZero() ? FloatKind::Zero : FloatKind::Finite;
    // The minimum is its own negation: 2^(n-1), read unsigned.
    x.magnitude = x.negative ? -a : a;
    return encodeFloat(to, x, m);
  }
  /// Toward zero; undefined for NaN and for values out of range after
  /// truncation (part 1, 3.3).
  Result<ConcreteDomain> ftoi(FloatFormat from, unsigned width, ReadAs read,
                              const Bits &a) {
    Result<ConcreteDomain> result{Bits(width, 0), false,
                                  Undefined::FloatToIntRange};
    ExactFloat x = decodeFloat(from, a);
    if (x.isZero() || (x.isFinite() && x.top() < 0))
      return result;
    // At most 65 bits matter: the largest magnitude in range is 2^64.
    if (!x.isFinite() || x.top() > 64) {
      result.undefined = true;
      return result;
    }
    Bits integer = x.magnitude.zextOrTrunc(160);
    integer = x.exponent >= 0 ? integer.shl(unsigned(x.exponent))
                              : integer.lshr(unsigned(-x.exponent));
    if (x.negative)
      integer.negate();
    result.undefined = read == ReadAs::Signed ? !integer.isSignedIntN(width)
                                              : !integer.isIntN(width);
    result.value = integer.trunc(width);
    return result;
  }
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_CONCRETEDOMAIN_H
