//===- IntegerRanges.cpp - Integers of several values ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/IntegerRanges.h"
#include "llvm/IR/ConstantRange.h"
#include <algorithm>
#include <cmath>

using namespace tilefuzz::semantics;
using llvm::APInt;
using llvm::ConstantRange;
using Enclosure = tilefuzz::semantics::Enclosure;

namespace {
struct Integers {
  double lo, hi;
};
} // namespace

static Integers integersOf(const EnclosedValue &value) {
  if (!value.bounds.exact)
    return {value.bounds.lo, value.bounds.hi};
  double x = double(value.bits.getSExtValue());
  return {x, x};
}

static ConstantRange rangeOf(const EnclosedValue &value) {
  if (value.bounds.exact)
    return ConstantRange(value.bits);
  unsigned width = value.bits.getBitWidth();
  auto integer = [&](double x) {
    return APInt(width, int64_t(x), /*isSigned=*/true);
  };
  return ConstantRange::getNonEmpty(integer(value.bounds.lo),
                                    integer(value.bounds.hi) + 1);
}

/// Exact: there is one only.
static std::optional<Enclosure> boundsOf(const ConstantRange &range) {
  if (range.isSingleElement())
    return Enclosure();
  if (range.getBitWidth() == 1)
    return Enclosure{0, 1, /*exact=*/false, /*mayBeNaN=*/false};
  double lo = double(range.getSignedMin().getSExtValue()),
         hi = double(range.getSignedMax().getSExtValue());
  if (lo < -largestInteger || hi > largestInteger)
    return std::nullopt;
  return Enclosure{lo, hi, /*exact=*/false, /*mayBeNaN=*/false};
}

/// Whether every choice is defined. Divisors and amounts are looked at apart;
/// all else that may be undefined is a promise not to wrap, and what wraps
/// first lies at an end, read signed or unsigned.
static bool isDefinedAtEnds(bool isSquare,
                            llvm::ArrayRef<EnclosedValue> operands,
                            ConcreteMeaning meaning) {
  llvm::SmallVector<llvm::SmallVector<APInt, 4>, 2> ends;
  for (const EnclosedValue &operand : operands) {
    ConstantRange range = rangeOf(operand);
    ends.push_back({range.getSignedMin(), range.getSignedMax(),
                    range.getUnsignedMin(), range.getUnsignedMax()});
  }
  if (ends.size() == 1)
    return llvm::all_of(ends[0], [&](const APInt &x) { return meaning({x}); });
  return llvm::all_of(ends[0], [&](const APInt &x) {
    return llvm::all_of(ends[1], [&](const APInt &y) {
      return (isSquare && x != y) || meaning({x, y});
    });
  });
}

/// Real arithmetic, which is exact where nothing leaves the type.
static std::optional<Integers> encloseReal(EnclosedBy kind, bool isSquare,
                                           const EnclosedValue &a,
                                           const EnclosedValue &b) {
  Integers x = integersOf(a), y = integersOf(b);
  Hull hull;
  auto add = [&](double left, double right) {
    hull.add(kind == EnclosedBy::Sum          ? left + right
             : kind == EnclosedBy::Difference ? left - right
                                              : left * right + 0.0);
  };
  for (double left : {x.lo, x.hi})
    for (double right : {y.lo, y.hi})
      if (!isSquare || left == right)
        add(left, right);
  if (isSquare && x.lo < 0 && x.hi > 0)
    add(0, 0);
  Enclosure result = hull.get();
  double limit =
      std::min(std::ldexp(1.0, int(a.bits.getBitWidth()) - 1), largestInteger);
  if (result.lo < -limit || result.hi >= limit)
    return std::nullopt;
  return Integers{result.lo, result.hi};
}

static ConstantRange highProduct(const ConstantRange &a, const ConstantRange &b,
                                 bool isUnsigned) {
  unsigned width = a.getBitWidth();
  auto wide = [&](const ConstantRange &range) {
    return isUnsigned ? range.zeroExtend(2 * width)
                      : range.signExtend(2 * width);
  };
  ConstantRange product = wide(a).multiply(wide(b));
  return product.lshr(ConstantRange(APInt(2 * width, width))).truncate(width);
}

/// A quotient moves one way with each operand as long as the divisor keeps its
/// sign, whichever way it is rounded.
static std::optional<Enclosure>
encloseQuotient(bool isSquare, const ConstantRange &a, const ConstantRange &b,
                ConcreteMeaning meaning, bool isUnsigned) {
  auto ends = [&](const ConstantRange &range) {
    return isUnsigned
               ? std::array{range.getUnsignedMin(), range.getUnsignedMax()}
               : std::array{range.getSignedMin(), range.getSignedMax()};
  };
  llvm::SmallVector<APInt, 4> quotients;
  for (const APInt &x : ends(a))
    for (const APInt &y : ends(b))
      if (!isSquare || x == y)
        quotients.push_back(*meaning({x, y}));
  auto isLess = [&](const APInt &x, const APInt &y) {
    return isUnsigned ? x.ult(y) : x.slt(y);
  };
  auto [lo, hi] =
      std::minmax_element(quotients.begin(), quotients.end(), isLess);
  return boundsOf(ConstantRange::getNonEmpty(*lo, *hi + 1));
}

bool tilefuzz::semantics::isIntegerRange(EnclosedBy kind) {
  switch (kind) {
  case EnclosedBy::Sum:
  case EnclosedBy::Difference:
  case EnclosedBy::Product:
  case EnclosedBy::HighProduct:
  case EnclosedBy::Negation:
  case EnclosedBy::Magnitude:
  case EnclosedBy::Quotient:
  case EnclosedBy::IntegerRemainder:
  case EnclosedBy::And:
  case EnclosedBy::Or:
  case EnclosedBy::Xor:
  case EnclosedBy::ShiftLeft:
  case EnclosedBy::ShiftRight:
  case EnclosedBy::Narrowed:
    return true;
  case EnclosedBy::Nothing:
  case EnclosedBy::Ends:
  case EnclosedBy::Order:
  case EnclosedBy::Bits:
  case EnclosedBy::Remainder:
    return false;
  }
  llvm_unreachable("covered switch");
}

std::optional<Enclosure>
tilefuzz::semantics::encloseRange(EnclosedBy kind, bool isSquare,
                                  llvm::ArrayRef<EnclosedValue> operands,
                                  ConcreteMeaning meaning, bool isUnsigned) {
  llvm::SmallVector<ConstantRange, 2> ranges;
  for (const EnclosedValue &operand : operands)
    ranges.push_back(rangeOf(operand));
  const ConstantRange &a = ranges.front(), &b = ranges.back();
  unsigned width = a.getBitWidth();
  bool divides =
      kind == EnclosedBy::Quotient || kind == EnclosedBy::IntegerRemainder;
  bool shifts = kind == EnclosedBy::ShiftLeft || kind == EnclosedBy::ShiftRight;
  if ((divides && b.contains(APInt(width, 0))) ||
      (shifts && !b.getUnsignedMax().ult(width)) ||
      !isDefinedAtEnds(isSquare, operands, meaning))
    return std::nullopt;
  switch (kind) {
  case EnclosedBy::Sum:
  case EnclosedBy::Difference:
  case EnclosedBy::Product: {
    if (std::optional<Integers> real =
            encloseReal(kind, isSquare, operands[0], operands[1])) {
      if (real->lo == real->hi)
        return Enclosure();
      return Enclosure{real->lo, real->hi, false, false};
    }
    return boundsOf(kind == EnclosedBy::Sum          ? a.add(b)
                    : kind == EnclosedBy::Difference ? a.sub(b)
                                                     : a.multiply(b));
  }
  case EnclosedBy::HighProduct:
    return boundsOf(highProduct(a, b, isUnsigned));
  case EnclosedBy::Negation:
    return boundsOf(ConstantRange(APInt(width, 0)).sub(a));
  case EnclosedBy::Magnitude:
    return boundsOf(a.abs());
  case EnclosedBy::Quotient:
    return encloseQuotient(isSquare, a, b, meaning, isUnsigned);
  case EnclosedBy::IntegerRemainder:
    if (isSquare)
      return Enclosure();
    return boundsOf(isUnsigned ? a.urem(b) : a.srem(b));
  case EnclosedBy::And:
    return boundsOf(isSquare ? a : a.binaryAnd(b));
  case EnclosedBy::Or:
    return boundsOf(isSquare ? a : a.binaryOr(b));
  case EnclosedBy::Xor:
    if (isSquare)
      return Enclosure();
    return boundsOf(a.binaryXor(b));
  case EnclosedBy::ShiftLeft:
    return boundsOf(a.shl(b));
  case EnclosedBy::ShiftRight:
    return boundsOf(isUnsigned ? a.lshr(b) : a.ashr(b));
  case EnclosedBy::Narrowed:
    return boundsOf(a.truncate(meaning({operands[0].bits})->getBitWidth()));
  default:
    llvm_unreachable("not of integers");
  }
}
