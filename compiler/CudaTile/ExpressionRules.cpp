//===- ExpressionRules.cpp - Simplification of expressions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/ExpressionRules.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using Predicate = ComparisonPredicate;
using tilefuzz::SeededBug;

const Expr *ExprSimplifier::simplify(const Expr *expr, ExprMode mode,
                                     unsigned depth) {
  counts.deepest = std::max(counts.deepest, depth);
  if (expr->operands.empty() && mode == ExprMode::Plain)
    return expr;
  if (depth > limits.maxDepth)
    return mode == ExprMode::Plain ? expr
                                   : tree.node(ExprKind::Xor, expr->type,
                                               {expr, truth(expr->type, true)});
  auto known = memory.find({expr, unsigned(mode)});
  if (known != memory.end()) {
    ++counts.remembered;
    return known->second;
  }
  ++counts.computed;
  const Expr *simplified;
  if (mode == ExprMode::Negated) {
    simplified = negate(simplify(expr, ExprMode::Plain, depth + 1));
  } else {
    SmallVector<const Expr *> operands;
    for (const Expr *operand : expr->operands)
      operands.push_back(simplify(operand, ExprMode::Plain, depth + 1));
    simplified =
        make(expr->kind, expr->type, operands, expr->isSigned, expr->predicate);
  }
  memory[{expr, unsigned(mode)}] = simplified;
  // What is simplified is not looked at again.
  memory.try_emplace({simplified, unsigned(ExprMode::Plain)}, simplified);
  return simplified;
}

const Expr *ExprSimplifier::normalForm(const Expr *expr) {
  SmallVector<const Expr *> operands;
  for (const Expr *operand : expr->operands)
    operands.push_back(simplify(operand));
  if (isAssociative(expr->kind))
    operands = mergeOperands(expr->kind, operands);
  return operands.empty() ? expr
                          : tree.node(expr->kind, expr->type, operands,
                                      expr->isSigned, expr->predicate);
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

static bool isAllOnes(const Expr *expr) {
  std::optional<APInt> value = expr->splat();
  return value && value->isAllOnes();
}
static bool isZero(const Expr *expr) {
  std::optional<APInt> value = expr->splat();
  return value && value->isZero();
}
/// A constant that is the last operand.
static const Expr *constantOf(const Expr *expr) {
  const Expr *last = expr->operands.back();
  return last->kind == ExprKind::Constant ? last : nullptr;
}
/// x of xor(x, all ones).
static const Expr *negatedBy(const Expr *expr) {
  if (expr->kind != ExprKind::Xor || expr->operands.size() != 2 ||
      !isAllOnes(expr->operands.back()))
    return nullptr;
  return expr->operands.front();
}
/// Its negation has no more operations than it has.
static bool negatesForFree(const Expr *expr) {
  return expr->kind == ExprKind::Constant || expr->kind == ExprKind::Compare ||
         negatedBy(expr);
}

static Predicate inverse(Predicate predicate) {
  switch (predicate) {
  case Predicate::Equal:
    return Predicate::NotEqual;
  case Predicate::NotEqual:
    return Predicate::Equal;
  case Predicate::LessThan:
    return Predicate::GreaterThanOrEqual;
  case Predicate::LessThanOrEqual:
    return Predicate::GreaterThan;
  case Predicate::GreaterThan:
    return Predicate::LessThanOrEqual;
  case Predicate::GreaterThanOrEqual:
    return Predicate::LessThan;
  }
  llvm_unreachable("unknown predicate");
}
static Predicate swapped(Predicate predicate) {
  switch (predicate) {
  case Predicate::LessThan:
    return Predicate::GreaterThan;
  case Predicate::LessThanOrEqual:
    return Predicate::GreaterThanOrEqual;
  case Predicate::GreaterThan:
    return Predicate::LessThan;
  case Predicate::GreaterThanOrEqual:
    return Predicate::LessThanOrEqual;
  default:
    return predicate;
  }
}

//===----------------------------------------------------------------------===//
// Constants and negation
//===----------------------------------------------------------------------===//

const Expr *ExprSimplifier::computeConstant(ExprKind kind, TileType type,
                                            Operands operands, bool isSigned,
                                            Predicate predicate,
                                            ExprRule rule) {
  // There are no constants of i4.
  if (!isNumberElement(type.getElementType()))
    return nullptr;
  bool allSplat = true;
  for (const Expr *operand : operands) {
    if (operand->kind != ExprKind::Constant || !operand->isInteger())
      return nullptr;
    allSplat &= operand->constant.isSplat();
  }
  int64_t count = allSplat ? 1 : operands.front()->constant.getNumElements();
  if (count > limits.maxElements || !fire(rule))
    return nullptr;
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  SmallVector<APInt> results;
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<APInt> elements;
    for (const Expr *operand : operands)
      elements.push_back(operand->constant.isSplat()
                             ? operand->constant.getSplatValue<APInt>()
                             : operand->constant.getValues<APInt>()[i]);
    if (kind == ExprKind::Extend)
      isSigned =
          bugs.pick(SeededBug::SimplifyConstantsExtendSign, isSigned, true);
    if (kind == ExprKind::Extend && operands.front()->isBool())
      isSigned =
          bugs.pick(SeededBug::SimplifyConstantsTruthUnsigned, isSigned, false);
    if (kind == ExprKind::Shl || kind == ExprKind::Shr)
      elements[1] = bugs.pick(SeededBug::SimplifyConstantsShiftModulo,
                              elements[1], elements[1] & (width - 1));
    // Associative kinds may have more than two operands.
    APInt result = foldElement(kind, isSigned, predicate, width, elements);
    if (isAssociative(kind))
      for (const APInt &next : ArrayRef(elements).drop_front(2))
        result = foldElement(kind, isSigned, predicate, width, {result, next});
    results.push_back(result);
  }
  return tree.constant(
      DenseElementsAttr::get(cast<ShapedType>(type), ArrayRef(results)));
}

const Expr *ExprSimplifier::negate(const Expr *expr) {
  const Expr *yes = truth(expr->type, true);
  if (const Expr *constant = computeConstant(
          ExprKind::Xor, expr->type, {expr, yes}, false, Predicate::Equal))
    return constant;
  if (expr->kind == ExprKind::Xor && constantOf(expr) &&
      isAllOnes(constantOf(expr)) && fire(ExprRule::Negation))
    return make(ExprKind::Xor, expr->type, expr->operands.drop_back());
  if (expr->kind == ExprKind::Compare && fire(ExprRule::Negation))
    return makeCompare(inverse(expr->predicate), expr->isSigned,
                       expr->operands[0], expr->operands[1]);
  // De Morgan.
  if ((expr->kind == ExprKind::And || expr->kind == ExprKind::Or) &&
      llvm::all_of(expr->operands, negatesForFree) &&
      fire(ExprRule::Negation)) {
    SmallVector<const Expr *> operands;
    for (const Expr *operand : expr->operands)
      operands.push_back(negate(operand));
    if (operands.size() > 2 && bugs.acts(SeededBug::SimplifyDeMorganOfThree))
      operands.truncate(2);
    ExprKind dual = expr->kind == ExprKind::And ? ExprKind::Or : ExprKind::And;
    return make(
        bugs.pick(SeededBug::SimplifyDeMorganKeepsKind, dual, expr->kind),
        expr->type, operands);
  }
  if (expr->kind == ExprKind::Xor) {
    SmallVector<const Expr *> operands(expr->operands);
    operands.push_back(yes);
    return makeAssociative(ExprKind::Xor, expr->type, operands);
  }
  return tree.node(ExprKind::Xor, expr->type, {expr, yes});
}

const Expr *ExprSimplifier::make(ExprKind kind, TileType type,
                                 Operands operands, bool isSigned,
                                 Predicate predicate) {
  if (isAssociative(kind))
    return makeAssociative(kind, type, operands);
  if (const Expr *constant =
          computeConstant(kind, type, operands, isSigned, predicate))
    return constant;
  switch (kind) {
  case ExprKind::Sub:
    return makeSub(type, operands[0], operands[1]);
  case ExprKind::Shl:
  case ExprKind::Shr:
    return makeShift(kind, type, isSigned, operands[0], operands[1]);
  case ExprKind::Min:
  case ExprKind::Max:
    return makeMinMax(kind, type, isSigned, operands[0], operands[1]);
  case ExprKind::Compare:
    return makeCompare(predicate, isSigned, operands[0], operands[1]);
  case ExprKind::Select:
    return makeSelect(type, operands[0], operands[1], operands[2]);
  case ExprKind::Extend:
  case ExprKind::Truncate:
    return makeConversion(kind, type, isSigned, operands[0]);
  default:
    llvm_unreachable("leaves and constants are not made");
  }
}

//===----------------------------------------------------------------------===//
// and, or, xor, sums, products
//===----------------------------------------------------------------------===//

static ExprRule ruleOf(ExprKind kind) {
  switch (kind) {
  case ExprKind::And:
  case ExprKind::Or:
    return ExprRule::AndOr;
  case ExprKind::Xor:
    return ExprRule::Xor;
  case ExprKind::Add:
    return ExprRule::Sum;
  default:
    return ExprRule::Product;
  }
}

/// The constant that changes nothing.
static APInt identityOf(ExprKind kind, unsigned width) {
  if (kind == ExprKind::And)
    return APInt::getAllOnes(width);
  return APInt(width, kind == ExprKind::Mul ? 1 : 0);
}
/// The constant that decides the result, if there is one.
static std::optional<APInt> absorbingOf(ExprKind kind, unsigned width) {
  if (kind == ExprKind::And || kind == ExprKind::Mul)
    return APInt::getZero(width);
  if (kind == ExprKind::Or)
    return APInt::getAllOnes(width);
  return std::nullopt;
}

SmallVector<const Expr *> ExprSimplifier::mergeOperands(ExprKind kind,
                                                        Operands operands) {
  SmallVector<const Expr *> merged;
  for (const Expr *operand : operands) {
    bool inside =
        operand->kind == kind &&
        merged.size() + operand->operands.size() <= limits.maxOperands;
    llvm::append_range(merged, inside ? operand->operands : Operands(operand));
  }
  return merged;
}

const Expr *ExprSimplifier::makeAssociative(ExprKind kind, TileType type,
                                            Operands operands) {
  ExprRule rule = ruleOf(kind);
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  SmallVector<const Expr *> terms, constants;
  for (const Expr *term : mergeOperands(kind, operands))
    (term->kind == ExprKind::Constant ? constants : terms).push_back(term);
  if (constants.size() > 1)
    if (const Expr *one =
            computeConstant(kind, type, constants, false, Predicate::Equal))
      constants = {one};
  if (constants.size() == 1) {
    std::optional<APInt> value = constants.front()->splat();
    if (value && value == absorbingOf(kind, width) && !terms.empty() &&
        fire(rule))
      return constants.front();
    if (value && *value == identityOf(kind, width) && !terms.empty() &&
        fire(rule))
      constants.clear();
  }

  llvm::sort(terms, [](auto *a, auto *b) { return a->id < b->id; });
  bool idempotent = kind == ExprKind::And || kind == ExprKind::Or;
  if (idempotent || kind == ExprKind::Xor)
    for (size_t i = 0; i + 1 < terms.size();) {
      if (terms[i] != terms[i + 1] || !fire(rule)) {
        ++i;
        continue;
      }
      // x & x is x; x ^ x is 0.
      terms.erase(terms.begin() + i, terms.begin() + i + (idempotent ? 1 : 2));
    }
  if (idempotent) {
    for (const Expr *term : terms)
      if (const Expr *inner = negatedBy(term);
          inner && llvm::is_contained(terms, inner) && fire(rule))
        return tree.splat(type, *absorbingOf(kind, width));
    // x & (x | y) is x.
    ExprKind dual = kind == ExprKind::And ? ExprKind::Or : ExprKind::And;
    SmallVector<const Expr *> all(terms);
    llvm::erase_if(terms, [&](const Expr *term) {
      bool isXor = term->kind == ExprKind::Xor;
      return (term->kind == dual || isXor) &&
             llvm::any_of(term->operands,
                          [&](const Expr *inner) {
                            return llvm::is_contained(all, inner);
                          }) &&
             // Seeded: x & (x ^ y) is x, too.
             (!isXor || bugs.acts(SeededBug::SimplifyAbsorbsXor)) && fire(rule);
    });
  }
  // (a - b) + b is a.
  if (kind == ExprKind::Add)
    for (const Expr *&term : terms) {
      if (term->kind != ExprKind::Sub)
        continue;
      auto other = llvm::find(terms, term->operands[1]);
      if (other == terms.end() || *other == term || !fire(rule))
        continue;
      SmallVector<const Expr *> rest;
      for (const Expr *&kept : terms)
        if (&kept != &*other)
          rest.push_back(&kept == &term ? term->operands[0] : kept);
      rest.append(constants);
      return rest.size() == 1 ? rest.front()
                              : makeAssociative(kind, type, rest);
    }

  bool isNegation = kind == ExprKind::Xor && terms.size() == 1 &&
                    constants.size() == 1 && isAllOnes(constants.front()) &&
                    type.getElementType().isInteger(1);
  if (isNegation)
    return negate(terms.front());
  terms.append(constants);
  if (terms.empty())
    return tree.splat(type, identityOf(kind, width));
  return terms.size() == 1 ? terms.front() : tree.node(kind, type, terms);
}

const Expr *ExprSimplifier::makeSub(TileType type, const Expr *lhs,
                                    const Expr *rhs) {
  if (lhs == rhs && fire(ExprRule::Sum))
    return tree.splat(type, APInt::getZero(lhs->width()));
  if (rhs->splat() && fire(ExprRule::Sum))
    return makeAssociative(ExprKind::Add, type,
                           {lhs, tree.splat(type, -*rhs->splat())});
  // (a + b) - b is a; a - (a - b) is b.
  if (lhs->kind == ExprKind::Add && llvm::is_contained(lhs->operands, rhs) &&
      fire(ExprRule::Sum)) {
    SmallVector<const Expr *> rest(lhs->operands);
    rest.erase(llvm::find(rest, rhs));
    return rest.size() == 1 ? rest.front()
                            : makeAssociative(ExprKind::Add, type, rest);
  }
  if (rhs->kind == ExprKind::Sub && rhs->operands[0] == lhs &&
      fire(ExprRule::Sum))
    return bugs.pick(SeededBug::SimplifySubOfSub, rhs->operands[1], lhs);
  return tree.node(ExprKind::Sub, type, {lhs, rhs});
}

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
  return makeCompare(predicate, isSigned,
                     rest.size() == 1 ? rest.front()
                                      : tree.node(lhs->kind, lhs->type, rest),
                     moved);
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
  if (predicate == Predicate::Equal || predicate == Predicate::NotEqual) {
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
  return tree.compare(predicate, isSigned, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Shifts, minima, conversions
//===----------------------------------------------------------------------===//

const Expr *ExprSimplifier::makeShift(ExprKind kind, TileType type,
                                      bool isSigned, const Expr *value,
                                      const Expr *amount) {
  std::optional<APInt> by = amount->splat();
  if (((by && by->isZero()) || isZero(value)) && fire(ExprRule::Shift))
    return value;
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
  bool isMin = kind == ExprKind::Min;
  for (auto [bound, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)}) {
    std::optional<APInt> value = bound->splat();
    if (!value || (*value != least && *value != greatest) ||
        !fire(ExprRule::MinMax))
      continue;
    // One bound decides, the other changes nothing (i1 has no third number).
    return (*value == least) == isMin ? bound : other;
  }
  return tree.node(kind, type, {lhs, rhs}, isSigned);
}

const Expr *ExprSimplifier::makeConversion(ExprKind kind, TileType type,
                                           bool isSigned, const Expr *from) {
  const Expr *inner = from->operands.empty() ? nullptr : from->operands[0];
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
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
