//===- RelatedOperands.cpp - Operands that bring something out ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/RelatedOperands.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;
using llvm::APFloat;
using llvm::APInt;
using llvm::fltSemantics;

static constexpr auto even = APFloat::rmNearestTiesToEven;

static APFloat converted(APFloat value, const fltSemantics &format,
                         APFloat::roundingMode mode = even) {
  bool losesInfo;
  value.convert(format, mode, &losesInfo);
  return value;
}

/// The neighbour above or below.
static APFloat nextOf(APFloat value, bool isBelow) {
  value.next(isBelow);
  return value;
}

/// As it is, or one of its neighbours.
static APFloat nudged(ByteSource &choices, APFloat value) {
  unsigned which = choices.below(4);
  return which < 2 || !value.isFinite() ? value : nextOf(value, which == 2);
}

static APFloat powerOfTwo(const fltSemantics &format, int exponent) {
  return scalbn(APFloat::getOne(format), exponent, even);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// A finite number of any exponent, with few or many bits.
static APFloat chooseFinite(ByteSource &choices, const fltSemantics &format) {
  int precision = APFloat::semanticsPrecision(format);
  APFloat value = APFloat::getOne(format);
  // 1 + k * 2^-n, of which half have their last bit.
  int places = choices.oneIn(2) ? precision - 1 : std::min(precision - 1, 3);
  APFloat part = powerOfTwo(format, -places);
  for (unsigned bits = choices.below(8); bits; bits >>= 1) {
    if (bits & 1)
      value.add(part, even);
    part = scalbn(part, 1, even);
    if (part.compare(APFloat::getOne(format)) != APFloat::cmpLessThan)
      break;
  }
  value = scalbn(value, int(choices.below(9)) - 4, even);
  return choices.oneIn(2) ? neg(value) : value;
}

static APFloat chooseSpecial(ByteSource &choices, const fltSemantics &format) {
  bool isNegative = choices.oneIn(2);
  switch (choices.below(7)) {
  case 0:
    return APFloat::getZero(format, isNegative);
  case 1:
    return APFloat::getInf(format, isNegative);
  case 2:
    return APFloat::getSmallest(format, isNegative);
  case 3:
    return APFloat::getSmallestNormalized(format, isNegative);
  case 4:
    return APFloat::getLargest(format, isNegative);
  case 5:
    return APFloat::getQNaN(format);
  default:
    return APFloat::getOne(format, isNegative);
  }
}

std::array<APFloat, 3> tilefuzz::chooseRelatedFloats(ByteSource &choices,
                                                     FloatType type) {
  const fltSemantics &format = type.getFloatSemantics();
  int precision = APFloat::semanticsPrecision(format);
  int most = APFloat::semanticsMaxExponent(format);
  int least = APFloat::semanticsMinExponent(format);
  auto product = [](APFloat lhs, const APFloat &rhs) {
    lhs.multiply(rhs, even);
    return lhs;
  };
  APFloat a = chooseFinite(choices, format), b = a, c = a;
  switch (choices.below(9)) {
  case 0:
    // A sum that cancels, but for what is lost.
    b = nudged(choices, neg(a));
    c = APFloat::getSmallest(format, choices.oneIn(2));
    break;
  case 1: {
    // The sum is in the middle of two, or beside it.
    b = powerOfTwo(format, ilogb(a) - precision);
    if (choices.oneIn(4))
      b = scalbn(b, -1, even);
    b = nudged(choices, choices.oneIn(2) ? neg(b) : b);
    c = powerOfTwo(format, ilogb(a) - 2 * precision);
    break;
  }
  case 2:
    // The product is rounded, and the third one is what it is rounded to.
    b = chooseFinite(choices, format);
    c = nudged(choices, neg(product(a, b)));
    break;
  case 3: {
    // A subnormal one times a great one.
    a = scalbn(APFloat::getSmallest(format),
               int(choices.below(unsigned(precision))), even);
    b = powerOfTwo(format, most - int(choices.below(most)));
    if (choices.oneIn(2))
      b = neg(b);
    c = choices.oneIn(2) ? APFloat::getZero(format, choices.oneIn(2))
                         : nudged(choices, neg(product(a, b)));
    break;
  }
  case 4:
    // Around the greatest one.
    a = APFloat::getLargest(format, choices.oneIn(2));
    switch (choices.below(4)) {
    case 0:
      b = nudged(choices, powerOfTwo(format, most - precision));
      break;
    case 1:
      b = nextOf(APFloat::getOne(format), choices.oneIn(2));
      break;
    case 2:
      b = scalbn(APFloat::getOne(format), int(choices.below(2)), even);
      break;
    default:
      b = a;
    }
    if (choices.oneIn(2))
      b = neg(b);
    c = choices.oneIn(2) ? neg(a) : nudged(choices, a);
    break;
  case 5:
    // Around the least normal one, by sums and by products.
    a = nudged(choices, APFloat::getSmallestNormalized(format));
    b = choices.oneIn(2) ? nudged(choices, neg(a))
                         : nextOf(APFloat::getOne(format), choices.oneIn(2));
    c = choices.oneIn(2) ? neg(a) : APFloat::getSmallest(format);
    break;
  case 6:
    // A product in the middle of two subnormal ones.
    a = powerOfTwo(format, least - int(choices.below(unsigned(precision))));
    b = nudged(choices, powerOfTwo(format, -1 - int(choices.below(3))));
    a = nudged(choices, a);
    c = APFloat::getSmallest(format, choices.oneIn(2));
    break;
  case 7:
    a = chooseSpecial(choices, format);
    b = chooseSpecial(choices, format);
    c = chooseSpecial(choices, format);
    break;
  default:
    // Alike, as zeros of either sign are.
    if (choices.oneIn(2))
      a = APFloat::getZero(format, choices.oneIn(2));
    b = choices.oneIn(2) ? a : neg(a);
    c = choices.oneIn(2) ? b : chooseSpecial(choices, format);
  }
  std::array<APFloat, 3> all = {a, b, c};
  if (choices.oneIn(2))
    std::swap(all[0], all[1]);
  if (choices.oneIn(4))
    std::swap(all[1], all[2]);
  return all;
}

APFloat tilefuzz::chooseAtBoundary(ByteSource &choices, FloatType from,
                                   FloatType to) {
  const fltSemantics &source = from.getFloatSemantics();
  const fltSemantics &target = to.getFloatSemantics();
  bool isNegative = choices.oneIn(2) && APFloat::semanticsHasSignedRepr(target);
  if (choices.oneIn(8))
    return converted(chooseSpecial(choices, APFloat::IEEEdouble()), source);
  APFloat low = APFloat::getLargest(target), high = low;
  if (choices.oneIn(4)) {
    // Beyond it: half of what the last two are apart, twice as much, or more.
    APFloat step = converted(low, APFloat::IEEEdouble());
    step.subtract(converted(nextOf(low, true), APFloat::IEEEdouble()), even);
    step = scalbn(step, int(choices.below(3)) - 1, even);
    APFloat value = converted(low, APFloat::IEEEdouble());
    value.add(step, even);
    value = nudged(choices, converted(value, source));
    return isNegative ? neg(value) : value;
  }
  // Two of the target, next to each other.
  int least = APFloat::semanticsMinExponent(target);
  int precision = APFloat::semanticsPrecision(target);
  int exponent = choices.oneIn(3)
                     ? least - int(choices.below(unsigned(precision) + 1))
                     : int(choices.below(9)) - 4;
  exponent = std::min(exponent, APFloat::semanticsMaxExponent(target) - 1);
  low = converted(powerOfTwo(APFloat::IEEEdouble(), exponent), target);
  for (unsigned i = 0, steps = choices.below(4); i < steps; ++i)
    low = nextOf(low, false);
  if (choices.oneIn(3))
    low = nextOf(low, true);
  high = nextOf(low, false);
  APFloat middle = converted(low, APFloat::IEEEdouble());
  middle.add(converted(high, APFloat::IEEEdouble()), even);
  middle = scalbn(middle, -1, even);
  if (!middle.isFinite())
    middle = APFloat::getOne(APFloat::IEEEdouble());
  middle = nudged(choices, converted(middle, source));
  return isNegative ? neg(middle) : middle;
}

APFloat tilefuzz::chooseAtIntegerBoundary(ByteSource &choices, FloatType from,
                                          unsigned width, bool isSigned,
                                          bool isInside) {
  const fltSemantics &format = from.getFloatSemantics();
  auto choose = [&] {
    bool isNegative = choices.oneIn(2);
    APFloat end = converted(powerOfTwo(APFloat::IEEEdouble(),
                                       int(width) - (choices.oneIn(2) ? 1 : 0)),
                            format, APFloat::rmTowardZero);
    // Less one, or a half, where the format has that.
    if (choices.oneIn(3)) {
      APFloat less = APFloat::getOne(format);
      if (choices.oneIn(2))
        less = scalbn(less, -1, even);
      end.subtract(less, APFloat::rmTowardZero);
    }
    switch (choices.below(6)) {
    case 0:
      end = APFloat::getOne(format);
      break;
    case 1:
      end = converted(APFloat(0.5), format);
      break;
    case 2:
      if (!isInside) {
        end = chooseSpecial(choices, format);
        break;
      }
      [[fallthrough]];
    default:
      break;
    }
    end = nudged(choices, end);
    return isNegative ? neg(end) : end;
  };
  auto isLegal = [&](const APFloat &value) {
    if (!isInside)
      return true;
    llvm::APSInt result(width, /*isUnsigned=*/!isSigned);
    bool isExact;
    return value.isFinite() &&
           value.convertToInteger(result, APFloat::rmTowardZero, &isExact) !=
               APFloat::opInvalidOp;
  };
  for (unsigned tries = 0; tries < 8; ++tries)
    if (APFloat value = choose(); isLegal(value))
      return value;
  return APFloat::getZero(format);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

std::array<APInt, 3> tilefuzz::chooseRelatedIntegers(ByteSource &choices,
                                                     unsigned width) {
  auto number = [&](int64_t value) {
    return APInt(width, value, /*isSigned=*/true, /*implicitTrunc=*/true);
  };
  auto small = [&] { return number(int64_t(choices.below(7)) - 3); };
  auto any = [&] {
    APInt value(width, 0);
    for (unsigned at = 0; at < width; at += 8)
      value.insertBits(uint64_t(choices.byte()) &
                           ((1u << std::min(width - at, 8u)) - 1),
                       at, std::min(width - at, 8u));
    return value;
  };
  auto atEnd = [&] {
    APInt end = choices.oneIn(2) ? APInt::getSignedMinValue(width)
                                 : APInt::getZero(width);
    return end + small();
  };
  APInt a = any(), b = a, c = small();
  switch (choices.below(8)) {
  case 0:
    b = choices.oneIn(2) ? -a : ~a;
    c = choices.oneIn(2) ? ~b : b;
    break;
  case 1:
    a = atEnd();
    b = atEnd();
    c = atEnd();
    break;
  case 2: {
    // A product of 2^width, or of half as much, and beside it.
    unsigned bits = 1 + choices.below(width - 1);
    a = APInt::getOneBitSet(width, bits);
    b = APInt::getOneBitSet(width,
                            width - 1 - (bits - choices.below(2)) % width);
    if (choices.oneIn(2))
      a += small();
    if (choices.oneIn(2))
      b = -b;
    break;
  }
  case 3: {
    // A quotient with and without rest, of either sign.
    b = number(1 + choices.below(9));
    a = b * number(choices.below(8)) + number(choices.below(3)) - 1;
    if (choices.oneIn(2))
      a = -a;
    if (choices.oneIn(2))
      b = -b;
    // Which has none.
    if (choices.oneIn(4)) {
      a = APInt::getSignedMinValue(width);
      b = APInt::getAllOnes(width);
    }
    break;
  }
  case 4:
    // One with the top bit, which is less or more.
    a.setBit(width - 1);
    b.clearBit(width - 1);
    c = APInt::getSignedMinValue(width);
    break;
  case 5:
    // The greatest ones between which a third one lies.
    b = a + small();
    c = a + small();
    break;
  case 6:
    // By so many bits.
    a = atEnd();
    b = number(int64_t(width) - 2 + choices.below(4));
    c = number(choices.below(3));
    break;
  default:
    b = any();
    c = any();
  }
  std::array<APInt, 3> all = {a, b, c};
  if (choices.oneIn(3))
    std::swap(all[0], all[1]);
  return all;
}
