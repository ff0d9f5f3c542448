//===- PtxFloat.h - What PTX's modifiers of floats mean ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.3, 9.7.4 and 9.7.6, over Float.h, which has .ftz and the
// roundings. Every NaN is the quiet NaN, as in all domains.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_PTXFLOAT_H
#define TILEFUZZ_INTERP_SEMANTICS_PTXFLOAT_H

#include "interp/Semantics/Float.h"
#include "interp/Semantics/FloatBits.h"
#include "llvm/ADT/FloatingPointMode.h"

namespace tilefuzz::semantics {

/// The bits of 1.
template <class D> Bits<D> oneOf(D &d, FloatFormat format) {
  FormatInfo info = FormatInfo::of(format);
  return d.constant(info.width, uint64_t(info.bias()) << (info.precision - 1));
}

/// `.sat`: to [+0, 1]; NaN and -0 give +0.
template <class D> Bits<D> saturateToUnit(D &d, FloatFormat format, Bits<D> a) {
  Bits<D> zero = d.constant(d.width(a), 0), one = oneOf(d, format);
  return d.ite(d.fless(format, zero, a), d.ite(d.fless(format, one, a), one, a),
               zero);
}

/// `.relu`: what is negative, and -0, gives +0; NaN the quiet NaN.
template <class D> Bits<D> clampNegatives(D &d, FloatFormat format, Bits<D> a) {
  Bits<D> zero = d.constant(d.width(a), 0);
  return d.ite(d.isNaN(format, a), d.quietNaN(format),
               d.ite(d.fless(format, zero, a), a, zero));
}

/// `.xorsign.abs`: the extremum of the magnitudes, negative where one operand
/// is.
template <class D>
Bits<D> xorSignExtremum(D &d, FloatFormat format, Bits<D> a, Bits<D> b,
                        Extremum extremum, OneNaN oneNaN, bool ftz) {
  Bits<D> sign = d.band(d.bxor(a, b), signBit(d, a));
  Bits<D> chosen =
      maxOrMin(d, format, absf(d, a), absf(d, b), extremum, oneNaN, ftz);
  return d.ite(d.isNaN(format, chosen), chosen, d.bor(chosen, sign));
}

/// Whether `a` is in one of the classes of the mask; without regard to what a
/// NaN carries.
template <class D>
Bool<D> isOfClass(D &d, FloatFormat format, llvm::FPClassTest classes,
                  Bits<D> a) {
  Bits<D> zero = d.constant(d.width(a), 0);
  Bits<D> infinity = d.constant(
      d.width(a),
      llvm::APFloat::getInf(*format).bitcastToAPInt().getZExtValue());
  Bool<D> negative = d.isNegative(a), nan = d.isNaN(format, a);
  Bool<D> isZero = d.fequal(format, a, zero);
  Bool<D> subnormal = d.isSubnormal(format, a);
  Bool<D> infinite = d.fequal(format, absf(d, a), infinity);
  Bool<D> normal =
      d.lnot(d.lor(d.lor(nan, isZero), d.lor(subnormal, infinite)));
  Bool<D> holds = d.land(nan, d.truth(classes & llvm::fcNan));
  auto join = [&](Bool<D> is, llvm::FPClassTest below,
                  llvm::FPClassTest above) {
    Bool<D> wanted = d.lor(d.land(negative, d.truth(classes & below)),
                           d.land(d.lnot(negative), d.truth(classes & above)));
    holds = d.lor(holds, d.land(is, wanted));
  };
  join(isZero, llvm::fcNegZero, llvm::fcPosZero);
  join(subnormal, llvm::fcNegSubnormal, llvm::fcPosSubnormal);
  join(normal, llvm::fcNegNormal, llvm::fcPosNormal);
  join(infinite, llvm::fcNegInf, llvm::fcPosInf);
  return holds;
}

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_PTXFLOAT_H
