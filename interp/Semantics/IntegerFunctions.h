//===- IntegerFunctions.h - Integer and bit functions of PTX ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.1 (integers), 9.7.2 (carries), 9.7.8 (logic and shifts) and
// 9.7.9.8 (prmt), beyond what Integer.h has. All have one signature, so that a
// table names them (IntegerFunctions.def): the form says how the operands are
// read, and each takes as many of them as its row says.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_INTEGERFUNCTIONS_H
#define TILEFUZZ_INTERP_SEMANTICS_INTEGERFUNCTIONS_H

#include "interp/Semantics/Integer.h"
#include <array>

namespace tilefuzz::semantics {

struct IntegerForm {
  /// Of all operands, but `second` of the bytes of a dot product's second one.
  ReadAs read = ReadAs::Unsigned, second = ReadAs::Unsigned;
};

template <class D>
Bits<D> extend(D &d, ReadAs read, Bits<D> a, unsigned width) {
  return read == ReadAs::Signed ? d.sext(a, width) : d.zext(a, width);
}
template <class D> Bits<D> lowBits(D &d, Bits<D> a, unsigned width) {
  return d.width(a) == width ? a : d.trunc(a, width);
}
/// `count` bits of `a` from bit `from` on.
template <class D>
Bits<D> bitsOf(D &d, Bits<D> a, unsigned from, unsigned count) {
  if (from)
    a = d.lshr(a, d.constant(d.width(a), from));
  return lowBits(d, a, count);
}
/// Shifts by an amount of any value: beyond the width nothing is left.
template <class D> Bits<D> shiftLeft(D &d, Bits<D> a, Bits<D> amount) {
  return shli(d, a, amount, WrapPromise::None).value;
}
template <class D> Bits<D> shiftRight(D &d, Bits<D> a, Bits<D> amount) {
  return shri(d, a, amount, ReadAs::Unsigned).value;
}
template <class D> Bits<D> allOnes(D &d, unsigned width) {
  return d.sub(d.constant(width, 0), d.constant(width, 1));
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The operands of a function: Arity of them are there.
template <class D> using Operands = std::array<Bits<D>, 4>;

/// mul.wide: twice as wide as the factors.
template <class D>
Bits<D> wideProduct(D &d, IntegerForm form, const Operands<D> &x) {
  unsigned wide = 2 * d.width(x[0]);
  return d.mul(extend(d, form.read, x[0], wide),
               extend(d, form.read, x[1], wide));
}
/// mad.wide: the third operand has the width of the product.
template <class D>
Bits<D> wideProductAdd(D &d, IntegerForm form, const Operands<D> &x) {
  return d.add(wideProduct(d, form, x), x[2]);
}
template <class D>
Bits<D> highProduct(D &d, IntegerForm form, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  return bitsOf(d, wideProduct(d, form, x), width, width);
}
template <class D>
Bits<D> highProductAdd(D &d, IntegerForm form, const Operands<D> &x) {
  return d.add(highProduct(d, form, x), x[2]);
}
/// The signed sum, or the nearest number that there is.
template <class D> Bits<D> addSaturated(D &d, Bits<D> a, Bits<D> b) {
  unsigned width = d.width(a);
  Bits<D> sum = d.add(d.sext(a, width + 1), d.sext(b, width + 1));
  Bits<D> least = d.shl(d.constant(width, 1), d.constant(width, width - 1));
  Bits<D> greatest = d.sub(least, d.constant(width, 1));
  Bool<D> below = d.slt(sum, d.sext(least, width + 1));
  Bool<D> above = d.slt(d.sext(greatest, width + 1), sum);
  return d.ite(below, least, d.ite(above, greatest, d.trunc(sum, width)));
}
template <class D>
Bits<D> highProductAddSaturated(D &d, IntegerForm form, const Operands<D> &x) {
  return addSaturated(d, highProduct(d, form, x), x[2]);
}

/// mul24: of the low 24 bits of each factor, 48 bits.
template <class D>
Bits<D> product24(D &d, IntegerForm form, const Operands<D> &x) {
  return d.mul(extend(d, form.read, d.trunc(x[0], 24), 48),
               extend(d, form.read, d.trunc(x[1], 24), 48));
}
template <class D>
Bits<D> lowProduct24(D &d, IntegerForm form, const Operands<D> &x) {
  return bitsOf(d, product24(d, form, x), 0, 32);
}
/// Bits 16 to 47.
template <class D>
Bits<D> highProduct24(D &d, IntegerForm form, const Operands<D> &x) {
  return bitsOf(d, product24(d, form, x), 16, 32);
}
template <class D>
Bits<D> lowProduct24Add(D &d, IntegerForm form, const Operands<D> &x) {
  return d.add(lowProduct24(d, form, x), x[2]);
}
template <class D>
Bits<D> highProduct24Add(D &d, IntegerForm form, const Operands<D> &x) {
  return d.add(highProduct24(d, form, x), x[2]);
}
template <class D>
Bits<D> highProduct24AddSaturated(D &d, IntegerForm form,
                                  const Operands<D> &x) {
  return addSaturated(d, highProduct24(d, form, x), x[2]);
}

/// sad: the third operand and how far apart the first two are.
template <class D>
Bits<D> addDifference(D &d, IntegerForm form, const Operands<D> &x) {
  return d.add(x[2], d.ite(less(d, x[0], x[1], form.read), d.sub(x[1], x[0]),
                           d.sub(x[0], x[1])));
}

/// dp4a and dp2a: products of parts of `widthA` bits of the first operand with
/// bytes of the second from byte `from` on, and the third operand.
template <class D>
Bits<D> dotProduct(D &d, IntegerForm form, const Operands<D> &x,
                   unsigned widthA, unsigned from) {
  Bits<D> sum = x[2];
  for (unsigned i = 0; i < 32 / widthA; ++i)
    sum = d.add(
        sum,
        d.mul(extend(d, form.read, bitsOf(d, x[0], i * widthA, widthA), 32),
              extend(d, form.second, bitsOf(d, x[1], 8 * (from + i), 8), 32)));
  return sum;
}
template <class D>
Bits<D> dotFourBytes(D &d, IntegerForm form, const Operands<D> &x) {
  return dotProduct(d, form, x, 8, 0);
}
template <class D>
Bits<D> dotLowBytes(D &d, IntegerForm form, const Operands<D> &x) {
  return dotProduct(d, form, x, 16, 0);
}
template <class D>
Bits<D> dotHighBytes(D &d, IntegerForm form, const Operands<D> &x) {
  return dotProduct(d, form, x, 16, 2);
}

/// atom.inc and atom.dec: the second operand is the greatest value.
template <class D>
Bits<D> incrementWithin(D &d, IntegerForm, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  return d.ite(d.ult(x[0], x[1]), d.add(x[0], d.constant(width, 1)),
               d.constant(width, 0));
}
template <class D>
Bits<D> decrementWithin(D &d, IntegerForm, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  Bool<D> wraps = d.lor(d.eq(x[0], d.constant(width, 0)), d.ult(x[1], x[0]));
  return d.ite(wraps, x[1], d.sub(x[0], d.constant(width, 1)));
}

//===----------------------------------------------------------------------===//
// Carries
//===----------------------------------------------------------------------===//

/// The third operand is a carry of one bit.
template <class D> Bits<D> addCarry(D &d, IntegerForm, const Operands<D> &x) {
  return d.add(d.add(x[0], x[1]), d.zext(x[2], d.width(x[0])));
}
/// One bit.
template <class D> Bits<D> carryOfAdd(D &d, IntegerForm, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  Bits<D> sum = d.add(d.add(d.zext(x[0], width + 1), d.zext(x[1], width + 1)),
                      d.zext(x[2], width + 1));
  return bitsOf(d, sum, width, 1);
}
template <class D> Bits<D> subBorrow(D &d, IntegerForm, const Operands<D> &x) {
  return d.sub(d.sub(x[0], x[1]), d.zext(x[2], d.width(x[0])));
}
template <class D>
Bits<D> borrowOfSub(D &d, IntegerForm, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  Bits<D> rest = d.sub(d.sub(d.zext(x[0], width + 1), d.zext(x[1], width + 1)),
                       d.zext(x[2], width + 1));
  return bitsOf(d, rest, width, 1);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// lop3: bit i of the result is the bit of the fourth operand that the bits i
/// of the others number, the first as the highest digit.
template <class D> Bits<D> logicTable(D &d, IntegerForm, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  Bits<D> ones = allOnes(d, width), result = d.constant(width, 0);
  for (unsigned row = 0; row < 8; ++row) {
    Bits<D> here = d.sext(bitsOf(d, x[3], row, 1), width);
    for (unsigned i = 0; i < 3; ++i)
      here = d.band(here, row >> (2 - i) & 1 ? x[i] : d.bxor(x[i], ones));
    result = d.bor(result, here);
  }
  return result;
}

/// cnot.
template <class D> Bits<D> isZero(D &d, IntegerForm, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  Bits<D> zero = d.constant(width, 0);
  return d.ite(d.eq(x[0], zero), d.constant(width, 1), zero);
}

/// Only the low byte of a position or a length counts; in 32 bits or 64.
template <class D> Bits<D> lowByte(D &d, Bits<D> a, unsigned width) {
  return d.zext(d.trunc(a, 8), width);
}
/// `length` ones from bit `position` on, cut off at the width.
template <class D> Bits<D> onesFrom(D &d, Bits<D> position, Bits<D> length) {
  unsigned width = d.width(position);
  Bits<D> ones = allOnes(d, width);
  return shiftLeft(d, d.bxor(shiftLeft(d, ones, length), ones), position);
}
/// bfi: the low bits of the first operand in a field of the second; position
/// and length are the third and fourth, of 32 bits.
template <class D>
Bits<D> insertField(D &d, IntegerForm, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  Bits<D> position = lowByte(d, x[2], width);
  Bits<D> mask = onesFrom(d, position, lowByte(d, x[3], width));
  return d.bor(d.band(shiftLeft(d, x[0], position), mask),
               d.band(x[1], d.bxor(mask, allOnes(d, width))));
}

/// bfind: the highest bit that differs from the sign, in 32 bits; all ones if
/// there is none.
template <class D>
Bits<D> findLeading(D &d, IntegerForm form, const Operands<D> &x) {
  unsigned width = d.width(x[0]);
  Bits<D> a = x[0];
  if (form.read == ReadAs::Signed)
    a = d.ite(d.isNegative(a), d.bxor(a, allOnes(d, width)), a);
  Bits<D> found = allOnes(d, 32);
  for (unsigned i = 0; i < width; ++i)
    found = d.ite(d.eq(bitsOf(d, a, i, 1), d.constant(1, 1)), d.constant(32, i),
                  found);
  return found;
}
/// bfind.shiftamt: how far it has to be shifted to be the highest.
template <class D>
Bits<D> findLeadingShift(D &d, IntegerForm form, const Operands<D> &x) {
  Bits<D> found = findLeading(d, form, x), none = allOnes(d, 32);
  return d.ite(d.eq(found, none), none,
               d.sub(d.constant(32, d.width(x[0]) - 1), found));
}

/// fns: from bit x[1] of x[0] on, upward if x[2] is positive, else downward,
/// the |x[2]|-th bit that is set; at 0 the bit itself. All ones: there is none.
template <class D> Bits<D> findNthSet(D &d, IntegerForm, const Operands<D> &x) {
  Bits<D> none = allOnes(d, 32), zero = d.constant(32, 0),
          one = d.constant(32, 1);
  Bits<D> up = none, down = none, here = none;
  Bits<D> upLeft = x[2], downLeft = d.sub(zero, x[2]);
  for (unsigned step = 0; step < 32; ++step) {
    auto visit = [&](unsigned i, Bits<D> &found, Bits<D> &left,
                     Bool<D> inRange) {
      Bool<D> counts =
          d.land(inRange, d.eq(bitsOf(d, x[0], i, 1), d.constant(1, 1)));
      found = d.ite(d.land(counts, d.eq(left, one)), d.constant(32, i), found);
      left = d.ite(counts, d.sub(left, one), left);
    };
    visit(step, up, upLeft, d.lnot(d.ult(d.constant(32, step), x[1])));
    visit(31 - step, down, downLeft,
          d.land(d.ult(x[1], d.constant(32, 32)),
                 d.lnot(d.ult(x[1], d.constant(32, 31 - step)))));
    here = d.ite(d.land(d.eq(x[1], d.constant(32, step)),
                        d.eq(bitsOf(d, x[0], step, 1), d.constant(1, 1))),
                 d.constant(32, step), here);
  }
  return d.ite(d.eq(x[2], zero), here, d.ite(d.slt(x[2], zero), down, up));
}

/// bmsk: a mask from bit x[0] on, x[1] long.
template <class D>
Bits<D> fieldMaskClamped(D &d, IntegerForm, const Operands<D> &x) {
  return onesFrom(d, x[0], x[1]);
}
template <class D> Bits<D> modulo32(D &d, Bits<D> a) {
  return d.band(a, d.constant(32, 31));
}
template <class D>
Bits<D> fieldMaskWrapped(D &d, IntegerForm, const Operands<D> &x) {
  return onesFrom(d, modulo32(d, x[0]), modulo32(d, x[1]));
}

/// szext: the low x[1] bits of x[0], the highest of them as the sign if it is
/// signed; of none, 0.
template <class D>
Bits<D> extendClamped(D &d, IntegerForm form, const Operands<D> &x) {
  Bits<D> zero = d.constant(32, 0), one = d.constant(32, 1);
  Bits<D> mask = onesFrom(d, zero, x[1]), kept = d.band(x[0], mask);
  if (form.read == ReadAs::Unsigned)
    return kept;
  Bits<D> sign = shiftLeft(d, one, d.sub(x[1], one));
  Bool<D> isNegative = d.lnot(d.eq(d.band(kept, sign), zero));
  return d.ite(isNegative, d.bor(kept, d.bxor(mask, allOnes(d, 32))), kept);
}
template <class D>
Bits<D> extendWrapped(D &d, IntegerForm form, const Operands<D> &x) {
  Operands<D> within = x;
  within[1] = modulo32(d, x[1]);
  return extendClamped(d, form, within);
}

/// shf: of the 64 bits x[1]:x[0], the high word after a shift to the left, the
/// low one after a shift to the right.
template <class D>
Bits<D> funnel(D &d, const Operands<D> &x, Bits<D> amount, bool left) {
  Bits<D> both =
      d.bor(d.shl(d.zext(x[1], 64), d.constant(64, 32)), d.zext(x[0], 64));
  Bits<D> by = d.zext(amount, 64);
  return left ? bitsOf(d, d.shl(both, by), 32, 32)
              : d.trunc(d.lshr(both, by), 32);
}
template <class D> Bits<D> atMost32(D &d, Bits<D> a) {
  Bits<D> most = d.constant(32, 32);
  return d.ite(d.ult(most, a), most, a);
}
template <class D>
Bits<D> funnelLeftClamped(D &d, IntegerForm, const Operands<D> &x) {
  return funnel(d, x, atMost32(d, x[2]), true);
}
template <class D>
Bits<D> funnelRightClamped(D &d, IntegerForm, const Operands<D> &x) {
  return funnel(d, x, atMost32(d, x[2]), false);
}
template <class D>
Bits<D> funnelLeftWrapped(D &d, IntegerForm, const Operands<D> &x) {
  return funnel(d, x, modulo32(d, x[2]), true);
}
template <class D>
Bits<D> funnelRightWrapped(D &d, IntegerForm, const Operands<D> &x) {
  return funnel(d, x, modulo32(d, x[2]), false);
}

/// The modes of prmt: byte i of the result is byte `choose(i, n)` of the eight
/// of x[1]:x[0], where n is the number in the low two bits of x[2].
template <class D, class Choice>
Bits<D> permute(D &d, const Operands<D> &x, Choice choose) {
  Bits<D> both =
      d.bor(d.shl(d.zext(x[1], 64), d.constant(64, 32)), d.zext(x[0], 64));
  Bits<D> result = d.constant(32, 0);
  for (unsigned n = 0; n < 4; ++n) {
    Bits<D> here = d.constant(32, 0);
    for (unsigned i = 0; i < 4; ++i)
      here = d.bor(here, d.shl(d.zext(bitsOf(d, both, 8 * choose(i, n), 8), 32),
                               d.constant(32, 8 * i)));
    result = d.ite(d.eq(d.trunc(x[2], 2), d.constant(2, n)), here, result);
  }
  return result;
}
template <class D>
Bits<D> forwardFour(D &d, IntegerForm, const Operands<D> &x) {
  return permute(d, x, [](unsigned i, unsigned n) { return n + i; });
}
template <class D>
Bits<D> backwardFour(D &d, IntegerForm, const Operands<D> &x) {
  return permute(d, x, [](unsigned i, unsigned n) { return (8 + n - i) % 8; });
}
template <class D>
Bits<D> replicateByte(D &d, IntegerForm, const Operands<D> &x) {
  return permute(d, x, [](unsigned, unsigned n) { return n; });
}
template <class D>
Bits<D> edgeClampLeft(D &d, IntegerForm, const Operands<D> &x) {
  return permute(d, x, [](unsigned i, unsigned n) { return i < n ? n : i; });
}
template <class D>
Bits<D> edgeClampRight(D &d, IntegerForm, const Operands<D> &x) {
  return permute(d, x, [](unsigned i, unsigned n) { return i < n ? i : n; });
}
template <class D>
Bits<D> replicateHalf(D &d, IntegerForm, const Operands<D> &x) {
  return permute(d, x,
                 [](unsigned i, unsigned n) { return 2 * (n & 1) + (i & 1); });
}

enum class IntegerFunction : uint8_t {
#define TILEFUZZ_INTEGER_FUNCTION(NAME, FUNCTION, ARITY) NAME,
#include "interp/Semantics/IntegerFunctions.def"
};
inline unsigned arityOf(IntegerFunction function) {
  static constexpr uint8_t arities[] = {
#define TILEFUZZ_INTEGER_FUNCTION(NAME, FUNCTION, ARITY) ARITY,
#include "interp/Semantics/IntegerFunctions.def"
  };
  return arities[unsigned(function)];
}
template <class D>
Bits<D> apply(D &d, IntegerFunction function, IntegerForm form,
              const Operands<D> &x) {
  switch (function) {
#define TILEFUZZ_INTEGER_FUNCTION(NAME, FUNCTION, ARITY)                       \
  case IntegerFunction::NAME:                                                  \
    return FUNCTION(d, form, x);
#include "interp/Semantics/IntegerFunctions.def"
  }
  return x[0];
}

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_INTEGERFUNCTIONS_H
