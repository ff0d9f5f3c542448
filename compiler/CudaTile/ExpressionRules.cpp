//===- ExpressionRules.cpp - Simplification of expressions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/ExpressionRules.h"
#include "compiler/CudaTile/ExpressionForms.h"

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

/// Whether two of the terms say x >= k and x <= k in one reading.
static bool holdsForOneOnly(ArrayRef<const Expr *> terms) {
  return llvm::any_of(terms, [&](const Expr *low) {
    return low->kind == ExprKind::Compare && low->operands[1]->splat() &&
           low->predicate == Predicate::GreaterThanOrEqual &&
           llvm::any_of(terms, [&](const Expr *high) {
             return high->kind == ExprKind::Compare &&
                    high->predicate == Predicate::LessThanOrEqual &&
                    high->isSigned == low->isSigned &&
                    high->operands == low->operands;
           });
  });
}

/// k of the constant -2^k, if that is neither -1 nor a bound of the type.
static std::optional<unsigned> logOfNegated(const Expr *constant) {
  std::optional<APInt> value = constant->splat();
  if (!value || !value->isNegative() || value->isMinSignedValue() ||
      value->isAllOnes() || !(-*value).isPowerOf2())
    return std::nullopt;
  return (-*value).logBase2();
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
      // Seeded: and so is x ^ x ^ k.
      if (!idempotent && !constants.empty() &&
          bugs.acts(SeededBug::SimplifyXorForgetsConstant))
        constants.clear();
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
    // Seeded: whether y is negated or not.
    llvm::erase_if(terms, [&](const Expr *term) {
      return term->kind == dual &&
             llvm::any_of(term->operands,
                          [&](const Expr *inner) {
                            const Expr *other = negatedBy(inner);
                            return other && llvm::is_contained(all, other);
                          }) &&
             misfires(SeededBug::SimplifyAbsorbsNegated, rule);
    });
    // Seeded: as if nothing were between k and k.
    if (kind == ExprKind::And && holdsForOneOnly(terms) &&
        misfires(SeededBug::SimplifyAndRangeOfOne, rule))
      return truth(type, false);
  }
  // Seeded: by the magnitude alone.
  if (kind == ExprKind::Mul && terms.size() == 1 && constants.size() == 1)
    if (std::optional<unsigned> by = logOfNegated(constants.front());
        by && misfires(SeededBug::SimplifyProductForgetsMinus, rule))
      return makeShift(ExprKind::Shl, type, /*isSigned=*/false, terms.front(),
                       tree.splat(type, APInt(width, *by)));
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
      // Seeded: what is constant is forgotten.
      if (constants.empty() ||
          !bugs.acts(SeededBug::SimplifySumForgetsConstant))
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
    size_t count = llvm::count(rest, rhs);
    // Seeded: however often it is there.
    if (count > 1 && count < rest.size() &&
        bugs.acts(SeededBug::SimplifySumErasesBoth))
      llvm::erase(rest, rhs);
    else
      rest.erase(llvm::find(rest, rhs));
    return rest.size() == 1 ? rest.front()
                            : makeAssociative(ExprKind::Add, type, rest);
  }
  if (rhs->kind == ExprKind::Sub && rhs->operands[0] == lhs &&
      fire(ExprRule::Sum))
    return bugs.pick(SeededBug::SimplifySubOfSub, rhs->operands[1], lhs);
  return tree.node(ExprKind::Sub, type, {lhs, rhs});
}
