//===- ExpressionTree.cpp - Integer expressions as trees ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/ExpressionTree.h"

using namespace mlir;
using namespace mlir::cuda_tile;

bool cuda_tile::isAssociative(ExprKind kind) {
  return kind >= ExprKind::And && kind <= ExprKind::Mul;
}

void Expr::Profile(llvm::FoldingSetNodeID &profile) const {
  profile.AddInteger(unsigned(kind));
  profile.AddBoolean(isSigned);
  profile.AddInteger(unsigned(predicate));
  profile.AddPointer(type.getAsOpaquePointer());
  profile.AddPointer(leaf.getAsOpaquePointer());
  profile.AddPointer(constant ? constant.getAsOpaquePointer() : nullptr);
  for (const Expr *operand : operands)
    profile.AddPointer(operand);
}

std::optional<APInt> Expr::splat() const {
  if (kind != ExprKind::Constant || !isInteger() || !constant.isSplat())
    return std::nullopt;
  return constant.getSplatValue<APInt>();
}

const Expr *ExprTree::unique(const Expr &wanted) {
  llvm::FoldingSetNodeID profile;
  wanted.Profile(profile);
  void *place = nullptr;
  if (const Expr *known = nodes.FindNodeOrInsertPos(profile, place))
    return known;
  Expr *created = new (memory) Expr(wanted);
  created->id = count++;
  auto *operands = memory.Allocate<const Expr *>(wanted.operands.size());
  llvm::copy(wanted.operands, operands);
  created->operands = llvm::ArrayRef(operands, wanted.operands.size());
  nodes.InsertNode(created, place);
  return created;
}

static Expr blank(ExprKind kind, TileType type) {
  Expr expr;
  expr.kind = kind;
  expr.isSigned = false;
  expr.predicate = ComparisonPredicate::Equal;
  expr.id = 0;
  expr.type = type;
  return expr;
}

const Expr *ExprTree::leaf(Value value) {
  Expr wanted = blank(ExprKind::Leaf, cast<TileType>(value.getType()));
  wanted.leaf = value;
  return unique(wanted);
}

const Expr *ExprTree::constant(DenseElementsAttr value) {
  Expr wanted = blank(ExprKind::Constant, cast<TileType>(value.getType()));
  wanted.constant = value;
  return unique(wanted);
}

const Expr *ExprTree::splat(TileType type, const APInt &value) {
  return constant(DenseElementsAttr::get(cast<ShapedType>(type), value));
}

const Expr *ExprTree::node(ExprKind kind, TileType type,
                           llvm::ArrayRef<const Expr *> operands, bool isSigned,
                           ComparisonPredicate predicate) {
  llvm::SmallVector<const Expr *> sorted(operands);
  if (isAssociative(kind))
    llvm::sort(sorted, [](const Expr *a, const Expr *b) {
      bool aLast = a->kind == ExprKind::Constant;
      bool bLast = b->kind == ExprKind::Constant;
      return aLast != bLast ? bLast : a->id < b->id;
    });
  Expr wanted = blank(kind, type);
  wanted.operands = sorted;
  wanted.isSigned = isSigned;
  wanted.predicate = predicate;
  return unique(wanted);
}

const Expr *ExprTree::compare(ComparisonPredicate predicate, bool isSigned,
                              const Expr *lhs, const Expr *rhs) {
  // Equality is the same in both readings.
  if (predicate == ComparisonPredicate::Equal ||
      predicate == ComparisonPredicate::NotEqual)
    isSigned = false;
  return node(ExprKind::Compare, cast<TileType>(getI1SameShape(lhs->type)),
              {lhs, rhs}, isSigned, predicate);
}

static bool holds(ComparisonPredicate predicate, bool isSigned, const APInt &a,
                  const APInt &b) {
  bool less = isSigned ? a.slt(b) : a.ult(b);
  switch (predicate) {
  case ComparisonPredicate::Equal:
    return a == b;
  case ComparisonPredicate::NotEqual:
    return a != b;
  case ComparisonPredicate::LessThan:
    return less;
  case ComparisonPredicate::LessThanOrEqual:
    return less || a == b;
  case ComparisonPredicate::GreaterThan:
    return !less && a != b;
  case ComparisonPredicate::GreaterThanOrEqual:
    return !less;
  }
  llvm_unreachable("unknown predicate");
}

/// A shift by the width or more gives what so many single shifts would give.
static APInt shift(ExprKind kind, bool isSigned, const APInt &a,
                   const APInt &amount) {
  unsigned by = amount.getLimitedValue(a.getBitWidth());
  if (kind == ExprKind::Shl)
    return a.shl(by);
  return isSigned ? a.ashr(by) : a.lshr(by);
}

APInt cuda_tile::foldElement(ExprKind kind, bool isSigned,
                             ComparisonPredicate predicate,
                             unsigned resultWidth, ArrayRef<APInt> operands) {
  const APInt &a = operands[0];
  switch (kind) {
  case ExprKind::Select:
    return a.isZero() ? operands[2] : operands[1];
  case ExprKind::Extend:
    return isSigned ? a.sext(resultWidth) : a.zext(resultWidth);
  case ExprKind::Truncate:
    return a.trunc(resultWidth);
  default:
    break;
  }
  const APInt &b = operands[1];
  switch (kind) {
  case ExprKind::And:
    return a & b;
  case ExprKind::Or:
    return a | b;
  case ExprKind::Xor:
    return a ^ b;
  case ExprKind::Add:
    return a + b;
  case ExprKind::Sub:
    return a - b;
  case ExprKind::Mul:
    return a * b;
  case ExprKind::Shl:
  case ExprKind::Shr:
    return shift(kind, isSigned, a, b);
  case ExprKind::Min:
    return (isSigned ? a.slt(b) : a.ult(b)) ? a : b;
  case ExprKind::Max:
    return (isSigned ? a.slt(b) : a.ult(b)) ? b : a;
  case ExprKind::Compare:
    return APInt(1, holds(predicate, isSigned, a, b));
  default:
    llvm_unreachable("not an operation");
  }
}
