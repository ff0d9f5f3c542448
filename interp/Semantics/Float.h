//===- Float.h - What float operations mean ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.2 and 3.3 of the dialect specification over IEEE 754-2019. Floats
// are their bits, with the format beside them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_FLOAT_H
#define TILEFUZZ_INTERP_SEMANTICS_FLOAT_H

#include "interp/Semantics/Integer.h"

namespace tilefuzz::semantics {

/// A subnormal becomes the zero of its sign (part 1, 3.0, numeric rule 5).
template <class D, class Format>
Bits<D> flush(D &d, Format format, Bits<D> a, bool flushToZero) {
  if (!flushToZero)
    return a;
  unsigned width = d.width(a);
  Bits<D> sign =
      d.band(a, d.shl(d.constant(width, 1), d.constant(width, width - 1)));
  return d.ite(d.isSubnormal(format, a), sign, a);
}

template <class D> Bits<D> signBit(D &d, Bits<D> a) {
  unsigned width = d.width(a);
  return d.shl(d.constant(width, 1), d.constant(width, width - 1));
}
/// Changes of the sign bit, of NaNs as well (IEEE 754-2019, 5.5.1).
template <class D> Bits<D> negf(D &d, Bits<D> a) {
  return d.bxor(a, signBit(d, a));
}
template <class D> Bits<D> absf(D &d, Bits<D> a) {
  return d.ite(d.isNegative(a), negf(d, a), a);
}

#define TILEFUZZ_ROUNDED_OP(NAME, PRIMITIVE)                                   \
  template <class D, class Format>                                             \
  Bits<D> NAME(D &d, Format format, Bits<D> a, Bits<D> b, RoundingMode mode,   \
               bool ftz) {                                                     \
    a = flush(d, format, a, ftz);                                              \
    b = flush(d, format, b, ftz);                                              \
    return flush(d, format, d.PRIMITIVE(format, mode, a, b), ftz);             \
  }
TILEFUZZ_ROUNDED_OP(addf, fadd)
TILEFUZZ_ROUNDED_OP(subf, fsub)
TILEFUZZ_ROUNDED_OP(mulf, fmul)
#undef TILEFUZZ_ROUNDED_OP

template <class D, class Format>
Bits<D> fma(D &d, Format format, Bits<D> a, Bits<D> b, Bits<D> c,
            RoundingMode mode, bool ftz) {
  a = flush(d, format, a, ftz);
  b = flush(d, format, b, ftz);
  c = flush(d, format, c, ftz);
  return flush(d, format, d.ffma(format, mode, a, b, c), ftz);
}

/// maximum/minimum (propagating) or maximumNumber/minimumNumber, IEEE
/// 754-2019, 9.6: +0 orders above -0 in all of them.
enum class Extremum { Max, Min };
/// What one NaN among two operands makes of the result.
enum class OneNaN { Propagates, IsIgnored };
inline OneNaN propagatesNaN(bool isSet) {
  return isSet ? OneNaN::Propagates : OneNaN::IsIgnored;
}
template <class D, class Format>
Bits<D> maxOrMin(D &d, Format format, Bits<D> a, Bits<D> b, Extremum extremum,
                 OneNaN oneNaN, bool ftz) {
  a = flush(d, format, a, ftz);
  b = flush(d, format, b, ftz);
  // Equal values differ at most in the sign of zero.
  Bool<D> aBelow = d.lor(d.fless(format, a, b),
                         d.land(d.fequal(format, a, b), d.isNegative(a)));
  Bits<D> chosen =
      extremum == Extremum::Max ? d.ite(aBelow, b, a) : d.ite(aBelow, a, b);
  Bool<D> aNaN = d.isNaN(format, a), bNaN = d.isNaN(format, b);
  Bits<D> nan = d.quietNaN(format);
  if (oneNaN == OneNaN::Propagates)
    return d.ite(d.lor(aNaN, bNaN), nan, chosen);
  return d.ite(aNaN, d.ite(bNaN, nan, b), d.ite(bNaN, a, chosen));
}

/// Ordered: false if an operand is NaN; unordered: true.
template <class D, class Format>
Bool<D> cmpf(D &d, Format format, Relation relation, Bits<D> a, Bits<D> b,
             bool ordered) {
  Bool<D> lt = d.fless(format, a, b), gt = d.fless(format, b, a);
  Bool<D> eq = d.fequal(format, a, b);
  Bool<D> nan = d.lor(d.isNaN(format, a), d.isNaN(format, b));
  Bool<D> holds = d.truth(false);
  switch (relation) {
  case Relation::Equal:
    holds = eq;
    break;
  case Relation::NotEqual:
    holds = d.lor(lt, gt);
    break;
  case Relation::Less:
    holds = lt;
    break;
  case Relation::LessOrEqual:
    holds = d.lor(lt, eq);
    break;
  case Relation::Greater:
    holds = gt;
    break;
  case Relation::GreaterOrEqual:
    holds = d.lor(gt, eq);
    break;
  }
  return ordered ? holds : d.lor(holds, nan);
}

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_FLOAT_H
