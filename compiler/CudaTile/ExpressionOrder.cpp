//===- ExpressionOrder.cpp - Comparisons, shifts, conversions, choices ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/ExpressionForms.h"
#include "compiler/CudaTile/ExpressionRules.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using Predicate = ComparisonPredicate;
using tilefuzz::SeededBug;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// A constant that is the least or the greatest number decides, or leaves an
/// equality. Null if it is neither.
const Expr *ExprSimplifier::compareWithBound(Predicate predicate, bool isSigned,
                                             const Expr *lhs, const Expr *rhs) {
  std::optional<APInt> bound = rhs->splat();
  if (!bound || predicate == Predicate::Equal ||
      predicate == Predicate::NotEqual)
    return nullptr;
  unsigned width = bound->getBitWidth();
  // Seeded: bounds are those of unsigned numbers.
  bool misreads = isSigned && bugs.reach(SeededBug::SimplifyCompareSignedness);
  bool reads = isSigned && !misreads;
  // Seeded: a truth value has no sign.
  if (reads && width == 1 && bugs.acts(SeededBug::SimplifyCompareTruthUnsigned))
    reads = false;
  bool isLeast = *bound == (reads ? APInt::getSignedMinValue(width)
                                  : APInt::getMinValue(width));
  bool isGreatest = *bound == (reads ? APInt::getSignedMaxValue(width)
                                     : APInt::getMaxValue(width));
  if ((!isLeast && !isGreatest) || !fire(ExprRule::Compare))
    return nullptr;
  // An i1 or i0 aside, no number is a bound of both readings.
  if (misreads)
    bugs.fire(SeededBug::SimplifyCompareSignedness);
  auto type = cast<TileType>(getI1SameShape(lhs->type));
  bool below = predicate == Predicate::LessThan ||
               predicate == Predicate::LessThanOrEqual;
  bool strict =
      predicate == Predicate::LessThan || predicate == Predicate::GreaterThan;
  // Seeded: x >= greatest is taken for x <= least.
  if (predicate == Predicate::GreaterThanOrEqual && isGreatest &&
      misfires(SeededBug::SimplifyCompareOtherBound, ExprRule::Compare))
    return makeCompare(Predicate::Equal, false, lhs,
                       tree.splat(lhs->type, *bound + 1));
  // x < least, x > greatest; and their negations.
  if (below == isLeast && strict)
    return truth(type, false);
  if (below != isLeast && !strict)
    return truth(type, true);
  // x <= least is equality, x > least is inequality.
  return makeCompare(strict ? Predicate::NotEqual : Predicate::Equal, false,
                     lhs, rhs);
}

/// i1 tiles: equality with a constant is the value or its negation.
const Expr *ExprSimplifier::compareBools(Predicate predicate, const Expr *lhs,
                                         const Expr *rhs) {
  if (!lhs->isBool() || !rhs->splat() || !fire(ExprRule::Compare))
    return nullptr;
  bool same = rhs->splat()->isZero() == (predicate == Predicate::NotEqual);
  return same ? lhs : negate(lhs);
}

/// x + k == l is x == l - k, and x ^ k == l is x == l ^ k: modulo 2^n both are
/// one to one.
const Expr *ExprSimplifier::moveConstant(Predicate predicate, bool isSigned,
                                         const Expr *lhs, const Expr *rhs) {
  if (rhs->kind != ExprKind::Constant ||
      (lhs->kind != ExprKind::Add && lhs->kind != ExprKind::Xor))
    return nullptr;
  const Expr *constant = constantOf(lhs);
  if (!constant)
    return nullptr;
  ExprKind undo = ExprKind::Xor;
  if (lhs->kind == ExprKind::Add)
    undo = bugs.pick(SeededBug::SimplifyCompareAddsConstant, ExprKind::Sub,
                     ExprKind::Add);
  const Expr *moved = computeConstant(undo, lhs->type, {rhs, constant}, false,
                                      Predicate::Equal, ExprRule::Compare);
  if (!moved)
    return nullptr;
  Operands rest = lhs->operands.drop_back();
  // Seeded: there is one.
  if (rest.size() > 1 && bugs.acts(SeededBug::SimplifyCompareForgetsAddend))
    rest = rest.take_front();
  return makeCompare(predicate, isSigned,
                     rest.size() == 1 ? rest.front()
                                      : tree.node(lhs->kind, lhs->type, rest),
                     moved);
}

/// The constant in the type of x, if x extended by zeros is compared with it in
/// the signed order, and it fits there.
static std::optional<APInt> comparesExtended(Predicate predicate, bool isSigned,
                                             const Expr *lhs, const Expr *rhs) {
  if (predicate == Predicate::Equal || predicate == Predicate::NotEqual ||
      !isSigned || lhs->kind != ExprKind::Extend || lhs->isSigned)
    return std::nullopt;
  unsigned width = lhs->operands.front()->width();
  std::optional<APInt> value = rhs->splat();
  if (width < 8 || !value || !value->isIntN(width))
    return std::nullopt;
  return value->trunc(width);
}

/// The sign bit, if an ordered comparison with a constant is of x ^ sign bit.
static std::optional<APInt> signFlippedBy(Predicate predicate, const Expr *lhs,
                                          const Expr *rhs) {
  if (predicate == Predicate::Equal || predicate == Predicate::NotEqual ||
      lhs->kind != ExprKind::Xor || lhs->operands.size() != 2 || !rhs->splat())
    return std::nullopt;
  std::optional<APInt> constant = lhs->operands.back()->splat();
  if (!constant || !constant->isMinSignedValue())
    return std::nullopt;
  return constant;
}

const Expr *ExprSimplifier::makeCompare(Predicate predicate, bool isSigned,
                                        const Expr *lhs, const Expr *rhs) {
  auto type = cast<TileType>(getI1SameShape(lhs->type));
  if (const Expr *constant = computeConstant(ExprKind::Compare, type,
                                             {lhs, rhs}, isSigned, predicate))
    return constant;
  if (lhs->kind == ExprKind::Constant && rhs->kind != ExprKind::Constant &&
      fire(ExprRule::Compare))
    return makeCompare(bugs.pick(SeededBug::SimplifyCompareInvertsSwap,
                                 swapped(predicate), inverse(predicate)),
                       isSigned, rhs, lhs);
  if (lhs == rhs && fire(ExprRule::Compare))
    return truth(type, predicate == Predicate::Equal ||
                           predicate == Predicate::LessThanOrEqual ||
                           predicate == Predicate::GreaterThanOrEqual);
  if (const Expr *decided = compareWithBound(predicate, isSigned, lhs, rhs))
    return decided;
  bool isEquality =
      predicate == Predicate::Equal || predicate == Predicate::NotEqual;
  if (isEquality) {
    if (const Expr *same = compareBools(predicate, lhs, rhs))
      return same;
    if (const Expr *moved = moveConstant(predicate, isSigned, lhs, rhs))
      return moved;
  } else if (bugs.reach(SeededBug::SimplifyCompareMovesInOrder)) {
    if (const Expr *moved = moveConstant(predicate, isSigned, lhs, rhs)) {
      bugs.fire(SeededBug::SimplifyCompareMovesInOrder);
      return moved;
    }
  }
  // Seeded: the other reading would be right.
  if (std::optional<APInt> sign = signFlippedBy(predicate, lhs, rhs);
      sign && misfires(SeededBug::SimplifyCompareFlipsSign, ExprRule::Compare))
    return makeCompare(predicate, isSigned, lhs->operands.front(),
                       tree.splat(rhs->type, *rhs->splat() ^ *sign));
  // Seeded: the unsigned reading would be right.
  if (std::optional<APInt> narrow =
          comparesExtended(predicate, isSigned, lhs, rhs);
      narrow &&
      misfires(SeededBug::SimplifyCompareNarrowsSigned, ExprRule::Compare))
    return makeCompare(predicate, isSigned, lhs->operands.front(),
                       tree.splat(lhs->operands.front()->type, *narrow));
  // Seeded: as if the truncation had promised to lose nothing.
  if (isEquality && lhs->kind == ExprKind::Truncate && rhs->splat() &&
      misfires(SeededBug::SimplifyCompareUndoesTruncate, ExprRule::Compare)) {
    const Expr *whole = lhs->operands.front();
    return makeCompare(
        predicate, isSigned, whole,
        tree.splat(whole->type, rhs->splat()->zext(whole->width())));
  }
  return tree.compare(predicate, isSigned, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Shifts, minima, conversions
//===----------------------------------------------------------------------===//

/// By how much a shift of a shift in the same direction moves, if that is the
/// width or more, and neither alone is.
static std::optional<uint64_t> sumOfShifts(ExprKind kind, bool isSigned,
                                           const Expr *value,
                                           std::optional<APInt> by,
                                           unsigned width) {
  if (!by || value->kind != kind || value->isSigned != isSigned)
    return std::nullopt;
  std::optional<APInt> first = value->operands[1]->splat();
  if (!first || first->uge(width) || by->uge(width))
    return std::nullopt;
  uint64_t sum = first->getZExtValue() + by->getZExtValue();
  return sum < width ? std::nullopt : std::optional(sum);
}

const Expr *ExprSimplifier::makeShift(ExprKind kind, TileType type,
                                      bool isSigned, const Expr *value,
                                      const Expr *amount) {
  std::optional<APInt> by = amount->splat();
  if (((by && by->isZero()) || isZero(value)) && fire(ExprRule::Shift))
    return value;
  // Seeded: amounts are signed, and no amount is below 0.
  if (by && by->isNegative() &&
      misfires(SeededBug::SimplifyShiftBelowZero, ExprRule::Shift))
    return value;
  // Seeded: ones fill, too.
  if (kind == ExprKind::Shr && !isSigned && isAllOnes(value) &&
      misfires(SeededBug::SimplifyShiftOfOnes, ExprRule::Shift))
    return value;
  // Seeded: as if the first had promised to lose nothing.
  if (kind == ExprKind::Shr && !isSigned && by && *by == 1 &&
      value->kind == ExprKind::Shl && value->operands[1] == amount &&
      misfires(SeededBug::SimplifyShiftBack, ExprRule::Shift))
    return value->operands[0];
  // Seeded: two shifts are one by their sum, which the machine takes modulo the
  // width.
  if (std::optional<uint64_t> sum =
          sumOfShifts(kind, isSigned, value, by, value->width());
      sum && misfires(SeededBug::SimplifyShiftSumModulo, ExprRule::Shift))
    return makeShift(
        kind, type, isSigned, value->operands[0],
        tree.splat(amount->type, APInt(value->width(), *sum % value->width())));
  bool fills = kind == ExprKind::Shr && isSigned;
  bool isFar = by && by->uge(value->width());
  if (by && !isFar && *by == 31)
    isFar = bugs.acts(SeededBug::SimplifyShiftFarAt31);
  // Seeded: whatever fills.
  if (isFar && fills && bugs.acts(SeededBug::SimplifyShiftForgetsSign))
    fills = false;
  if (isFar && !fills && fire(ExprRule::Shift))
    return tree.splat(type, APInt::getZero(value->width()));
  return tree.node(kind, type, {value, amount}, isSigned);
}

/// Whether one of two i64 is the least or the greatest i32.
static bool hasBoundOfInt(const Expr *lhs, const Expr *rhs) {
  return llvm::any_of(ArrayRef{lhs, rhs}, [](const Expr *expr) {
    std::optional<APInt> value = expr->splat();
    return value && value->getBitWidth() == 64 &&
           (value->trySExtValue() == INT32_MIN ||
            value->trySExtValue() == INT32_MAX);
  });
}

/// k of min(max(x, k), l) with l below k, and of the dual; else null.
static const Expr *crossedBound(bool isMin, bool isSigned, const Expr *bound,
                                const Expr *other) {
  std::optional<APInt> outer = bound->splat();
  if (!outer || other->isSigned != isSigned ||
      other->kind != (isMin ? ExprKind::Max : ExprKind::Min))
    return nullptr;
  for (const Expr *inner : other->operands)
    if (std::optional<APInt> value = inner->splat()) {
      bool isBelow = isSigned ? outer->slt(*value) : outer->ult(*value);
      if (isBelow == isMin && *outer != *value)
        return inner;
    }
  return nullptr;
}

/// k of max(max(x, k), l) where the two read otherwise, and of the dual; else
/// null.
static const Expr *otherReadingsBound(ExprKind kind, bool isSigned,
                                      const Expr *bound, const Expr *other) {
  if (!bound->splat() || other->kind != kind || other->isSigned == isSigned)
    return nullptr;
  for (const Expr *inner : other->operands)
    if (inner->splat())
      return inner;
  return nullptr;
}

const Expr *ExprSimplifier::makeMinMax(ExprKind kind, TileType type,
                                       bool isSigned, const Expr *lhs,
                                       const Expr *rhs) {
  if (lhs == rhs && fire(ExprRule::MinMax))
    return lhs;
  unsigned width = lhs->width();
  bool reads = isSigned;
  if (lhs->splat() || rhs->splat())
    reads = bugs.pick(SeededBug::SimplifyMinMaxSignedness, isSigned, true);
  APInt least =
      reads ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
  APInt greatest =
      reads ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  // Seeded: the bounds of i64 are those of i32.
  if (reads && hasBoundOfInt(lhs, rhs) &&
      bugs.acts(SeededBug::SimplifyMinMaxBoundsOfInt)) {
    least = APInt::getSignedMinValue(32).sext(64);
    greatest = APInt::getSignedMaxValue(32).sext(64);
  }
  bool isMin = kind == ExprKind::Min;
  for (auto [bound, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)}) {
    std::optional<APInt> value = bound->splat();
    if (!value || (*value != least && *value != greatest) ||
        !fire(ExprRule::MinMax))
      continue;
    // One bound decides, the other changes nothing (i1 has no third number).
    return (*value == least) == isMin ? bound : other;
  }
  // Seeded: of two bounds that cross, the inner one stays.
  for (auto [bound, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
    if (const Expr *inner = crossedBound(isMin, isSigned, bound, other);
        inner &&
        misfires(SeededBug::SimplifyMinMaxCrossedClamp, ExprRule::MinMax))
      return inner;
  // Seeded: max(max(x, k), l) is max(x, max(k, l)), whatever the two read.
  for (auto [bound, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
    if (const Expr *inner = otherReadingsBound(kind, isSigned, bound, other);
        inner &&
        misfires(SeededBug::SimplifyMinMaxJoinsReadings, ExprRule::MinMax)) {
      const Expr *x = other->operands[other->operands[0] == inner ? 1 : 0];
      return makeMinMax(kind, type, other->isSigned, x,
                        makeMinMax(kind, type, other->isSigned, inner, bound));
    }
  // Seeded: max(x, min(x, y)) is x, whatever the two read.
  for (auto [x, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
    if (other->kind == (isMin ? ExprKind::Max : ExprKind::Min) &&
        other->isSigned != isSigned && llvm::is_contained(other->operands, x) &&
        misfires(SeededBug::SimplifyMinMaxAbsorbsOtherReading,
                 ExprRule::MinMax))
      return x;
  return tree.node(kind, type, {lhs, rhs}, isSigned);
}

const Expr *ExprSimplifier::makeConversion(ExprKind kind, TileType type,
                                           bool isSigned, const Expr *from) {
  const Expr *inner = from->operands.empty() ? nullptr : from->operands[0];
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  // Seeded: all bits of an extended truth value are one bit.
  if (kind == ExprKind::Extend && from->kind == ExprKind::Extend &&
      from->isSigned && !isSigned && inner->isBool() &&
      misfires(SeededBug::SimplifyExtendOfTruth, ExprRule::Convert))
    return makeConversion(ExprKind::Extend, type, true, inner);
  // Seeded: as if the truncation had promised to lose nothing.
  if (kind == ExprKind::Extend && isSigned &&
      from->kind == ExprKind::Truncate && inner->type == type &&
      misfires(SeededBug::SimplifyExtendUndoesTruncate, ExprRule::Convert))
    return inner;
  // An extension of an extension; what was extended by zeros has no sign.
  if (kind == ExprKind::Extend && from->kind == ExprKind::Extend &&
      (!from->isSigned || isSigned) && fire(ExprRule::Convert))
    return makeConversion(ExprKind::Extend, type,
                          bugs.pick(SeededBug::SimplifyExtendSignedness,
                                    from->isSigned, isSigned),
                          inner);
  if (kind == ExprKind::Truncate && from->kind == ExprKind::Truncate &&
      fire(ExprRule::Convert))
    return makeConversion(ExprKind::Truncate, type, false, inner);
  if (kind == ExprKind::Truncate && from->kind == ExprKind::Extend &&
      fire(ExprRule::Convert)) {
    if (width == inner->width())
      return inner;
    if (width < inner->width())
      return makeConversion(ExprKind::Truncate, type, false, inner);
    return makeConversion(
        ExprKind::Extend, type,
        bugs.pick(SeededBug::SimplifyTruncateSignedness, from->isSigned, false),
        inner);
  }
  return tree.node(kind, type, {from}, kind == ExprKind::Extend && isSigned);
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

const Expr *ExprSimplifier::makeSelect(TileType type, const Expr *condition,
                                       const Expr *onTrue,
                                       const Expr *onFalse) {
  if (onTrue == onFalse && fire(ExprRule::Select))
    return onTrue;
  if (condition->splat() && fire(ExprRule::Select))
    return condition->splat()->isZero() ? onFalse : onTrue;
  if (const Expr *inner = negatedBy(condition); inner && fire(ExprRule::Select))
    return makeSelect(type, inner, onFalse, onTrue);
  if (type.getElementType().isInteger(1)) {
    if (isAllOnes(onTrue) && isZero(onFalse) && fire(ExprRule::Select))
      return condition;
    if (isZero(onTrue) && isAllOnes(onFalse) && fire(ExprRule::Select))
      return negate(condition);
    // Seeded: x is read where the condition is false, too.
    if (isZero(onFalse) && condition->type == type &&
        misfires(SeededBug::SimplifySelectBecomesAnd, ExprRule::Select))
      return makeAssociative(ExprKind::And, type, {condition, onTrue});
  }
  // Where a and b are equal, either will do. Integers: leaves of other types
  // are not compared.
  if (condition->kind == ExprKind::Compare) {
    const Expr *a = condition->operands[0], *b = condition->operands[1];
    bool areArms =
        (a == onTrue && b == onFalse) || (a == onFalse && b == onTrue);
    bool equal = condition->predicate == Predicate::Equal;
    if (areArms && (equal || condition->predicate == Predicate::NotEqual) &&
        fire(ExprRule::Select))
      return equal ? onFalse : onTrue;
  }
  if (onTrue->kind == ExprKind::Select && onTrue->operands[0] == condition &&
      fire(ExprRule::Select))
    return makeSelect(type, condition, onTrue->operands[1], onFalse);
  if (onFalse->kind == ExprKind::Select && onFalse->operands[0] == condition &&
      fire(ExprRule::Select))
    return makeSelect(type, condition, onTrue, onFalse->operands[2]);
  return tree.node(ExprKind::Select, type, {condition, onTrue, onFalse});
}
