//===- RandomValues.cpp - What generated programs compute with ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/RandomValues.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;

std::string tilefuzz::chooseInit(ByteSource &choices, ElementKind kind) {
  if (kind == ElementKind::I1)
    return "uniform(0, 1)";
  // Formats that lack most numbers.
  if (kind == ElementKind::F8E8M0FNU || kind == ElementKind::F4E2M1FN)
    return "bits()";
  static constexpr llvm::StringLiteral inits[] = {
      "iota(0, 1)", "special()",          "uniform(-8, 8)",
      "special()",  "uniform(-100, 100)", "bits()"};
  return choices.pick<llvm::StringLiteral>(inits).str();
}

APInt tilefuzz::chooseIntegerOf(ByteSource &choices, unsigned width,
                                bool atEdge) {
  if (width > 1 && atEdge)
    switch (choices.below(6)) {
    case 0:
      return APInt::getSignedMinValue(width);
    case 1:
      return APInt::getSignedMaxValue(width);
    case 2:
      return APInt::getAllOnes(width);
    case 3:
      return APInt::getSignedMinValue(width) + 1 + choices.below(3);
    case 4:
      // An end of a narrower type.
      if (width > 8) {
        unsigned narrow = 8u << choices.below(llvm::Log2_32(width) - 3);
        return (choices.oneIn(2) ? APInt::getSignedMinValue(narrow)
                                 : APInt::getSignedMaxValue(narrow))
            .sext(width);
      }
      [[fallthrough]];
    default:
      return APInt::getSignedMaxValue(width) - 1 - choices.below(3);
    }
  static constexpr int64_t numbers[] = {0,   1,  -1, 2,  3,   7,  -128,
                                        127, 85, -2, 64, 200, 255};
  return APInt(width, choices.pick<int64_t>(numbers), /*isSigned=*/true,
               /*implicitTrunc=*/true);
}

APInt tilefuzz::chooseTieOf(ByteSource &choices, unsigned width,
                            unsigned precision) {
  // The leading bit and the first one that is lost; below the sign.
  unsigned top = precision + choices.below(width - 1 - precision);
  APInt number = APInt::getOneBitSet(width, top) |
                 APInt::getOneBitSet(width, top - precision);
  if (choices.oneIn(2))
    number.setBit(top - precision + 1);
  switch (choices.below(3)) {
  case 0:
    ++number;
    break;
  case 1:
    --number;
    break;
  default:
    break;
  }
  return choices.oneIn(2) ? -number : number;
}

APFloat tilefuzz::chooseTieOf(ByteSource &choices, FloatType from,
                              FloatType to) {
  // All bits that `from` has: those of `to`, the half, and one more or less.
  unsigned bits = from.getFPMantissaWidth(), kept = to.getFPMantissaWidth();
  APInt number = APInt::getOneBitSet(bits + 1, bits - 1) |
                 APInt::getOneBitSet(bits + 1, bits - 1 - kept);
  if (choices.oneIn(2))
    number.setBit(bits - kept);
  number.insertBits(choices.below(1u << std::min(kept - 2, 5u)),
                    bits - kept + 1, std::min(kept - 2, 5u));
  switch (choices.below(3)) {
  case 0:
    ++number;
    break;
  case 1:
    --number;
    break;
  default:
    break;
  }
  APFloat value(from.getFloatSemantics());
  value.convertFromAPInt(number, /*IsSigned=*/false,
                         APFloat::rmNearestTiesToEven);
  value = scalbn(value, int(choices.below(8)) - int(bits),
                 APFloat::rmNearestTiesToEven);
  return choices.oneIn(2) ? neg(value) : value;
}

APFloat tilefuzz::chooseFloatOf(ByteSource &choices, FloatType type,
                                bool atEdge) {
  const llvm::fltSemantics &format = type.getFloatSemantics();
  // Those with arithmetic have all of these.
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type) &&
      atEdge) {
    unsigned which = choices.below(10);
    bool isNegative = which % 2;
    switch (which / 2) {
    case 0:
      return APFloat::getInf(format, isNegative);
    case 1:
      return APFloat::getLargest(format, isNegative);
    case 2:
      return APFloat::getSmallest(format, isNegative);
    case 3:
      return APFloat::getSmallestNormalized(format, isNegative);
    default:
      return isNegative ? APFloat::getZero(format, /*Negative=*/true)
                        : APFloat::getQNaN(format);
    }
  }
  static constexpr double numbers[] = {
      0.0, 1.0, -1.5, 0.5, 3.0, -0.0, 100.0, -7.25, 0.125, 255.0, 1e30, -1e-30};
  // f4E2M1FN ends at 6; f8E8M0FNU has powers of two only.
  static constexpr double small[] = {0.0,  1.0, -1.5, 0.5, 3.0,
                                     -0.0, 6.0, -4.0, 2.0};
  static constexpr double scales[] = {1.0, 2.0, 0.5, 64.0, 0.125, 4.0};
  ArrayRef<double> from =
      ArrayRef(numbers).take_front(type.getWidth() < 16 ? 9 : 12);
  if (isa<Float4E2M1FNType>(type))
    from = small;
  if (isa<Float8E8M0FNUType>(type))
    from = scales;
  APFloat value(choices.pick(from));
  bool losesInfo;
  value.convert(format, APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

std::array<APInt, 3> tilefuzz::chooseFarBounds(ByteSource &choices,
                                               unsigned width, bool isUnsigned,
                                               unsigned most) {
  if (most && choices.oneIn(4)) {
    // One iteration, up to the greatest number; a step so large that whoever
    // compares after the sum has wrapped comes back to it after a few
    // iterations.
    unsigned iterations = choices.oneIn(2) ? 3 : 3 + 2 * choices.below(14);
    APInt step = APInt(width, iterations).multiplicativeInverse();
    for (; step.isNegative();
         step = APInt(width, iterations).multiplicativeInverse())
      iterations += 2;
    APInt greatest = isUnsigned ? APInt::getMaxValue(width)
                                : APInt::getSignedMaxValue(width);
    return {greatest - 1, greatest, step};
  }
  // As numbers from 0 to 2^width - 1, with room to count beyond.
  auto number = [&](uint64_t value) { return APInt(width + 8, value); };
  APInt range = APInt::getAllOnes(width).zext(width + 8);
  APInt step = number(1 + choices.below(3));
  if (choices.oneIn(2))
    step = range.lshr(1).udiv(step) - choices.below(8);
  unsigned iterations = choices.below(most + 1);
  APInt span = number(0);
  if (iterations) {
    APInt least = step * (iterations - 1) + 1, rest = step - 1;
    if (choices.oneIn(2))
      rest = llvm::APIntOps::umin(rest, number(choices.below(2)));
    span = llvm::APIntOps::umin(least + rest.lshr(choices.below(2)), range);
  }
  APInt last = range - span;
  APInt away = number(choices.below(3));
  if (choices.oneIn(2))
    away = range.udiv(number(3 + choices.below(8)));
  APInt low = away;
  switch (choices.below(4)) {
  case 0:
    break;
  case 1:
    low = last - llvm::APIntOps::umin(last, away);
    break;
  default:
    // Around the middle, or with the middle inside.
    low = range.lshr(1) + 1 - number(choices.below(3));
    if (choices.oneIn(2))
      low -= llvm::APIntOps::umin(span.lshr(1), low);
  }
  low = llvm::APIntOps::umin(low, last);
  APInt high = low + span;
  // Signed numbers begin at the least one.
  APInt first = isUnsigned ? APInt(width, 0) : APInt::getSignedMinValue(width);
  return {low.trunc(width) + first, high.trunc(width) + first,
          step.trunc(width)};
}

TypedAttr tilefuzz::identityOf(Identity identity, Type element) {
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &format = type.getFloatSemantics();
    if (identity == Identity::Low || identity == Identity::High)
      return FloatAttr::get(type,
                            APFloat::getInf(format, identity == Identity::Low));
    return FloatAttr::get(type, identity == Identity::Product ? 1.0 : 0.0);
  }
  unsigned width = element.getIntOrFloatBitWidth();
  APInt value(width, 0);
  switch (identity) {
  case Identity::Sum:
  case Identity::UnsignedLow:
    break;
  case Identity::Product:
    value = APInt(width, 1);
    break;
  case Identity::And:
  case Identity::UnsignedHigh:
    value = APInt::getAllOnes(width);
    break;
  case Identity::Low:
    value = APInt::getSignedMinValue(width);
    break;
  case Identity::High:
    value = APInt::getSignedMaxValue(width);
    break;
  }
  return IntegerAttr::get(element, value);
}
