//===- Atomic.h - What atomic updates and promises mean ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 3 of the dialect specification (updates), and part 1, 3.7
// (the predicates of `assume`, for one element).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_ATOMIC_H
#define TILEFUZZ_INTERP_SEMANTICS_ATOMIC_H

#include "interp/Semantics/Float.h"

namespace tilefuzz::semantics {

/// Numbered as both dialects number their modes.
enum class AtomicUpdate : uint8_t {
  And = 0,
  Or = 1,
  XOr = 2,
  Add = 3,
  AddF = 4,
  Max = 5,
  Min = 6,
  UMax = 7,
  UMin = 8,
  Xchg = 9
};

/// What an update makes of `old`. `format` is read by AddF only, which rounds
/// to nearest even and does not flush.
template <class D, class Format>
Bits<D> atomicUpdate(D &d, AtomicUpdate update, Format format, Bits<D> old,
                     Bits<D> argument) {
  switch (update) {
  case AtomicUpdate::And:
    return d.band(old, argument);
  case AtomicUpdate::Or:
    return d.bor(old, argument);
  case AtomicUpdate::XOr:
    return d.bxor(old, argument);
  case AtomicUpdate::Add:
    return d.add(old, argument);
  case AtomicUpdate::AddF:
    return addf(d, format, old, argument, RoundingMode::NearestEven,
                /*ftz=*/false);
  case AtomicUpdate::Max:
    return maxi(d, old, argument, ReadAs::Signed).value;
  case AtomicUpdate::Min:
    return mini(d, old, argument, ReadAs::Signed).value;
  case AtomicUpdate::UMax:
    return maxi(d, old, argument, ReadAs::Unsigned).value;
  case AtomicUpdate::UMin:
    return mini(d, old, argument, ReadAs::Unsigned).value;
  case AtomicUpdate::Xchg:
    return argument;
  }
  return argument;
}

/// Whether an update makes the same of every old value: the argument absorbs
/// it. Of no other argument is that so.
template <class D, class Format>
Bool<D> ignoresOld(D &d, AtomicUpdate update, Format format, Bits<D> argument) {
  unsigned width = d.width(argument);
  Bits<D> zero = d.constant(width, 0);
  Bits<D> ones = d.sext(d.constant(1, 1), width);
  // The greatest signed value: all ones but the sign.
  auto isGreatest = [&](Bits<D> a) {
    return d.land(d.lnot(d.isNegative(a)),
                  d.eq(d.bor(a, d.shl(d.constant(width, 1),
                                      d.constant(width, width - 1))),
                       ones));
  };
  switch (update) {
  case AtomicUpdate::And:
  case AtomicUpdate::UMin:
    return d.eq(argument, zero);
  case AtomicUpdate::Or:
  case AtomicUpdate::UMax:
    return d.eq(argument, ones);
  case AtomicUpdate::Max:
    return isGreatest(argument);
  case AtomicUpdate::Min:
    return isGreatest(d.bxor(argument, ones));
  case AtomicUpdate::AddF:
    // Every sum with NaN is the one NaN.
    return d.isNaN(format, argument);
  case AtomicUpdate::XOr:
  case AtomicUpdate::Add:
    return d.truth(false);
  case AtomicUpdate::Xchg:
    return d.truth(true);
  }
  return d.truth(false);
}

/// `a`, read signed, is a multiple of `divisor` (a power of two).
template <class D> Bool<D> isMultiple(D &d, Bits<D> a, uint64_t divisor) {
  return d.eq(d.band(d.sext(a, 64), d.constant(64, divisor - 1)),
              d.constant(64, 0));
}
/// `a` is greater than `first` by `distance`, both read signed.
template <class D>
Bool<D> follows(D &d, Bits<D> a, Bits<D> first, uint64_t distance) {
  // One bit more: nothing wraps.
  return d.eq(d.sext(a, 65),
              d.add(d.sext(first, 65), d.constant(65, distance)));
}
/// `a`, read signed, is not below `bound`.
template <class D> Bool<D> isAtLeast(D &d, Bits<D> a, int64_t bound) {
  return d.lnot(d.slt(d.sext(a, 64), d.constant(64, uint64_t(bound))));
}
template <class D> Bool<D> isAtMost(D &d, Bits<D> a, int64_t bound) {
  return d.lnot(d.slt(d.constant(64, uint64_t(bound)), d.sext(a, 64)));
}

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_ATOMIC_H
