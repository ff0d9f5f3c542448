//===- ExpressionRules.h - Simplification of expressions --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Bottom-up, with results kept per node and mode, and down to a depth. Rules
// only remove: every result has at most as many operations as what it replaces,
// up to the sharing of subexpressions.
//
// Laws of every rule: where the source is specified, the result is, and they
// are equal. So an operand that the source reads only where a selection takes
// it is never read elsewhere: select(c, true, x) does not become or(c, x).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONRULES_H
#define TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONRULES_H

#include "compiler/CudaTile/ExpressionTree.h"
#include "compiler/Support/SeededBugs.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace mlir::cuda_tile {

/// The named rules; their names and conditions are in ExpressionSimplifier.cpp.
enum class ExprRule : uint8_t {
  Constants,
  Negation,
  AndOr,
  Xor,
  Compare,
  Sum,
  Product,
  Shift,
  MinMax,
  Convert,
  Select,
  Share,
};

/// What is asked for: the expression, or its negation (of i1 tiles only).
enum class ExprMode : uint8_t { Plain, Negated };

struct ExprLimits {
  /// Below this depth expressions are taken as they are.
  unsigned maxDepth = 32;
  /// Nested sums, conjunctions, ... are merged up to this many operands.
  unsigned maxOperands = 16;
  /// Constants with more elements, if they are not all equal, are not computed.
  int64_t maxElements = 1024;
};

class ExprSimplifier {
public:
  /// `fire` is asked before a rule changes anything; if it answers false, the
  /// rule does not apply.
  using FireFn = std::function<bool(ExprRule)>;
  ExprSimplifier(ExprTree &tree, FireFn fire, ExprLimits limits = {})
      : tree(tree), fire(std::move(fire)), limits(limits) {}

  const Expr *simplify(const Expr *expr, ExprMode mode = ExprMode::Plain,
                       unsigned depth = 0);

  /// The node as it is without any rule, over simplified operands.
  const Expr *normalForm(const Expr *expr);

  /// Seeded bugs that are switched on: wrong variants of single rules.
  tilefuzz::BugSet bugs;

  struct Statistics {
    /// Nodes whose simplification was computed, and found in the memory.
    uint64_t computed = 0, remembered = 0;
    /// The greatest depth that was reached.
    unsigned deepest = 0;
  };
  const Statistics &statistics() const { return counts; }

private:
  using Operands = llvm::ArrayRef<const Expr *>;

  /// The simplest form of a node whose operands are simplified.
  const Expr *make(ExprKind kind, TileType type, Operands operands,
                   bool isSigned = false,
                   ComparisonPredicate predicate = ComparisonPredicate::Equal);
  /// The operands of nested nodes of one kind, up to the limit.
  SmallVector<const Expr *> mergeOperands(ExprKind kind, Operands operands);
  const Expr *makeAssociative(ExprKind kind, TileType type, Operands operands);
  const Expr *makeCompare(ComparisonPredicate predicate, bool isSigned,
                          const Expr *lhs, const Expr *rhs);
  const Expr *compareWithBound(ComparisonPredicate predicate, bool isSigned,
                               const Expr *lhs, const Expr *rhs);
  const Expr *compareBools(ComparisonPredicate predicate, const Expr *lhs,
                           const Expr *rhs);
  const Expr *moveConstant(ComparisonPredicate predicate, bool isSigned,
                           const Expr *lhs, const Expr *rhs);
  const Expr *makeSub(TileType type, const Expr *lhs, const Expr *rhs);
  const Expr *makeShift(ExprKind kind, TileType type, bool isSigned,
                        const Expr *value, const Expr *amount);
  const Expr *makeMinMax(ExprKind kind, TileType type, bool isSigned,
                         const Expr *lhs, const Expr *rhs);
  const Expr *makeConversion(ExprKind kind, TileType type, bool isSigned,
                             const Expr *from);
  const Expr *makeSelect(TileType type, const Expr *condition,
                         const Expr *onTrue, const Expr *onFalse);
  /// Null if some operand is no constant that is computed.
  const Expr *computeConstant(ExprKind kind, TileType type, Operands operands,
                              bool isSigned, ComparisonPredicate predicate,
                              ExprRule rule = ExprRule::Constants);
  /// The negation of a simplified i1 expression.
  const Expr *negate(const Expr *expr);
  const Expr *truth(TileType type, bool value) {
    return tree.splat(type, APInt(1, value));
  }

  /// A wrong variant of the rule is taken.
  bool misfires(tilefuzz::SeededBug bug, ExprRule rule) {
    return bugs.acts(bug) && fire(rule);
  }

  ExprTree &tree;
  FireFn fire;
  ExprLimits limits;
  llvm::DenseMap<std::pair<const Expr *, unsigned>, const Expr *> memory;
  Statistics counts;
};

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONRULES_H
