//===- ExpressionForms.h - What rules ask of expressions --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONFORMS_H
#define TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONFORMS_H

#include "compiler/CudaTile/ExpressionTree.h"

namespace mlir::cuda_tile {

inline bool isAllOnes(const Expr *expr) {
  std::optional<APInt> value = expr->splat();
  return value && value->isAllOnes();
}
inline bool isZero(const Expr *expr) {
  std::optional<APInt> value = expr->splat();
  return value && value->isZero();
}
/// A constant that is the last operand.
inline const Expr *constantOf(const Expr *expr) {
  const Expr *last = expr->operands.back();
  return last->kind == ExprKind::Constant ? last : nullptr;
}
/// x of xor(x, all ones).
inline const Expr *negatedBy(const Expr *expr) {
  if (expr->kind != ExprKind::Xor || expr->operands.size() != 2 ||
      !isAllOnes(expr->operands.back()))
    return nullptr;
  return expr->operands.front();
}
/// Its negation has no more operations than it has.
inline bool negatesForFree(const Expr *expr) {
  return expr->kind == ExprKind::Constant || expr->kind == ExprKind::Compare ||
         negatedBy(expr);
}

inline ComparisonPredicate inverse(ComparisonPredicate predicate) {
  switch (predicate) {
  case ComparisonPredicate::Equal:
    return ComparisonPredicate::NotEqual;
  case ComparisonPredicate::NotEqual:
    return ComparisonPredicate::Equal;
  case ComparisonPredicate::LessThan:
    return ComparisonPredicate::GreaterThanOrEqual;
  case ComparisonPredicate::LessThanOrEqual:
    return ComparisonPredicate::GreaterThan;
  case ComparisonPredicate::GreaterThan:
    return ComparisonPredicate::LessThanOrEqual;
  case ComparisonPredicate::GreaterThanOrEqual:
    return ComparisonPredicate::LessThan;
  }
  llvm_unreachable("unknown predicate");
}
inline ComparisonPredicate swapped(ComparisonPredicate predicate) {
  switch (predicate) {
  case ComparisonPredicate::LessThan:
    return ComparisonPredicate::GreaterThan;
  case ComparisonPredicate::LessThanOrEqual:
    return ComparisonPredicate::GreaterThanOrEqual;
  case ComparisonPredicate::GreaterThan:
    return ComparisonPredicate::LessThan;
  case ComparisonPredicate::GreaterThanOrEqual:
    return ComparisonPredicate::LessThanOrEqual;
  default:
    return predicate;
  }
}

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONFORMS_H
