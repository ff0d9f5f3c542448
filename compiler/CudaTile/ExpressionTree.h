//===- ExpressionTree.h - Integer expressions as trees ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the expression simplifier works on: fragments of element-wise integer
// code, masks and selections, apart from the IR. Equal expressions are one
// node. Nodes are numbered in the order of their creation, and everything that
// needs an order uses the numbers: the same program gives the same trees.
//
// Nodes compute modulo 2^n; promises (`overflow`) are no part of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONTREE_H
#define TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONTREE_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/Support/Allocator.h"

namespace mlir::cuda_tile {

enum class ExprKind : uint8_t {
  /// A value that the tree does not look into.
  Leaf,
  Constant,
  // Two operands or more; operands are sorted, a constant comes last.
  And,
  Or,
  Xor,
  Add,
  Mul,
  // Two operands.
  Sub,
  Shl,
  Shr,
  Min,
  Max,
  Compare,
  /// Condition, value if true, value if false; of any tile type.
  Select,
  // One operand.
  Extend,
  Truncate,
};

/// True for the kinds whose operands have no order.
bool isAssociative(ExprKind kind);

struct Expr : llvm::FoldingSetNode {
  ExprKind kind;
  /// Of Shr, Min, Max, Extend and ordered comparisons.
  bool isSigned;
  /// Of Compare.
  ComparisonPredicate predicate;
  unsigned id;
  TileType type;
  llvm::ArrayRef<const Expr *> operands;
  /// Of a leaf.
  Value leaf;
  /// Of a constant.
  DenseElementsAttr constant;

  void Profile(llvm::FoldingSetNodeID &id) const;
  Type elementType() const { return type.getElementType(); }
  unsigned width() const { return elementType().getIntOrFloatBitWidth(); }
  bool isBool() const { return elementType().isInteger(1); }
  bool isInteger() const { return isa<IntegerType>(elementType()); }
  /// The element of an integer constant all of whose elements are equal.
  std::optional<APInt> splat() const;
};

/// Owns the nodes.
class ExprTree {
public:
  const Expr *leaf(Value value);
  const Expr *constant(DenseElementsAttr value);
  const Expr *splat(TileType type, const APInt &value);
  const Expr *node(ExprKind kind, TileType type,
                   llvm::ArrayRef<const Expr *> operands, bool isSigned = false,
                   ComparisonPredicate predicate = ComparisonPredicate::Equal);
  const Expr *compare(ComparisonPredicate predicate, bool isSigned,
                      const Expr *lhs, const Expr *rhs);
  unsigned size() const { return count; }

private:
  const Expr *unique(const Expr &wanted);

  llvm::BumpPtrAllocator memory;
  llvm::FoldingSet<Expr> nodes;
  unsigned count = 0;
};

/// The value of an operation of integers on one element each. The definition
/// is interp/Semantics, which the compiler does not include; a test compares.
APInt foldElement(ExprKind kind, bool isSigned, ComparisonPredicate predicate,
                  unsigned resultWidth, llvm::ArrayRef<APInt> operands);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONTREE_H
