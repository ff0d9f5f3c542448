//===- ExpressionSimplifier.cpp - The recursive simplifier ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/ExpressionSimplifier.h"
#include "compiler/CudaTile/CudaTileRewrites.h"
#include "compiler/CudaTile/ExpressionRules.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

/// In the order of ExprRule. Sums and products drop promises (`overflow`):
/// where one was broken the source was undefined.
static constexpr PatternRow rows[] = {
    {"cuda-tile-simplify-constants",
     "integer operations, comparisons and selections of constants -> constant",
     nullptr},
    {"cuda-tile-simplify-constants",
     "extends constants by their sign whatever it declares", nullptr,
     SeededBug::SimplifyConstantsExtendSign},
    {"cuda-tile-simplify-constants",
     "shifts constants by the amount modulo the width", nullptr,
     SeededBug::SimplifyConstantsShiftModulo},
    {"cuda-tile-simplify-constants", "extends truth values by zeros", nullptr,
     SeededBug::SimplifyConstantsTruthUnsigned},
    {"cuda-tile-simplify-negation",
     "not of not, of cmpi, of and/or of such -> without the not; i1 only",
     nullptr},
    {"cuda-tile-simplify-negation",
     "not of and/or: the operands alone are negated", nullptr,
     SeededBug::SimplifyDeMorganKeepsKind},
    {"cuda-tile-simplify-negation",
     "not of and/or of three: the third is forgotten", nullptr,
     SeededBug::SimplifyDeMorganOfThree},
    {"cuda-tile-simplify-and-or",
     "and, or of any number of operands: repeated, neutral, deciding, "
     "complementary and absorbed ones",
     nullptr},
    {"cuda-tile-simplify-and-or", "absorbs x in x ^ y, too", nullptr,
     SeededBug::SimplifyAbsorbsXor},
    {"cuda-tile-simplify-and-or", "x & (~x | y) -> x, and the dual", nullptr,
     SeededBug::SimplifyAbsorbsNegated},
    {"cuda-tile-simplify-and-or", "x >= k and x <= k -> false", nullptr,
     SeededBug::SimplifyAndRangeOfOne},
    {"cuda-tile-simplify-xor", "x ^ x -> 0, x ^ 0 -> x", nullptr},
    {"cuda-tile-simplify-xor", "x ^ x ^ k -> 0", nullptr,
     SeededBug::SimplifyXorForgetsConstant},
    {"cuda-tile-simplify-compare",
     "cmpi of equal values, with a bound of the type, of i1 with a constant, "
     "with the constant on the left, of x + k or x ^ k for equality",
     nullptr},
    {"cuda-tile-simplify-compare",
     "cmpi with a bound of the type, read unsigned whatever it declares",
     nullptr, SeededBug::SimplifyCompareSignedness},
    {"cuda-tile-simplify-compare",
     "signed cmpi of i1 with a bound, read unsigned", nullptr,
     SeededBug::SimplifyCompareTruthUnsigned},
    {"cuda-tile-simplify-compare",
     "moves a constant from the left by the inverse predicate", nullptr,
     SeededBug::SimplifyCompareInvertsSwap},
    {"cuda-tile-simplify-compare", "x + k == l -> x == l + k", nullptr,
     SeededBug::SimplifyCompareAddsConstant},
    {"cuda-tile-simplify-compare", "x + k < l -> x < l - k", nullptr,
     SeededBug::SimplifyCompareMovesInOrder},
    {"cuda-tile-simplify-compare", "x >= greatest -> x == least", nullptr,
     SeededBug::SimplifyCompareOtherBound},
    {"cuda-tile-simplify-compare",
     "x ^ sign < l -> x < l ^ sign in the same reading", nullptr,
     SeededBug::SimplifyCompareFlipsSign},
    {"cuda-tile-simplify-compare",
     "signed exti(x) < l by zeros -> x < l, still signed", nullptr,
     SeededBug::SimplifyCompareNarrowsSigned},
    {"cuda-tile-simplify-compare", "x + y + k == l -> x == l - k", nullptr,
     SeededBug::SimplifyCompareForgetsAddend},
    {"cuda-tile-simplify-compare",
     "equality of trunci(x) with l -> that of x with l", nullptr,
     SeededBug::SimplifyCompareUndoesTruncate},
    {"cuda-tile-simplify-sum",
     "x + 0, x - x, x - k, (a + b) - b, a - (a - b), (a - b) + b; modulo 2^n, "
     "promises dropped",
     nullptr},
    {"cuda-tile-simplify-sum", "a - (a - b) -> a", nullptr,
     SeededBug::SimplifySubOfSub},
    {"cuda-tile-simplify-sum", "(a - b) + b + k -> a", nullptr,
     SeededBug::SimplifySumForgetsConstant},
    {"cuda-tile-simplify-sum", "(a + b + b) - b -> a", nullptr,
     SeededBug::SimplifySumErasesBoth},
    {"cuda-tile-simplify-product", "x * 0 -> 0, x * 1 -> x", nullptr},
    {"cuda-tile-simplify-product", "x * -2^k -> x << k", nullptr,
     SeededBug::SimplifyProductForgetsMinus},
    {"cuda-tile-simplify-shift",
     "shifts by 0 and of 0; by the width or more -> 0, unless the sign fills",
     nullptr},
    {"cuda-tile-simplify-shift", "shifts by the width or more -> 0", nullptr,
     SeededBug::SimplifyShiftForgetsSign},
    {"cuda-tile-simplify-shift", "shifts by 31 -> 0", nullptr,
     SeededBug::SimplifyShiftFarAt31},
    {"cuda-tile-simplify-shift", "shifts by amounts with the top bit -> x",
     nullptr, SeededBug::SimplifyShiftBelowZero},
    {"cuda-tile-simplify-shift", "shifts of all ones to the right -> all ones",
     nullptr, SeededBug::SimplifyShiftOfOnes},
    {"cuda-tile-simplify-shift", "x << 1 >> 1, unsigned -> x", nullptr,
     SeededBug::SimplifyShiftBack},
    {"cuda-tile-simplify-shift", "x << a << b -> x << (a + b) mod the width",
     nullptr, SeededBug::SimplifyShiftSumModulo},
    {"cuda-tile-simplify-min-max",
     "of equal values; with a bound of the type in the declared reading",
     nullptr},
    {"cuda-tile-simplify-min-max", "bounds are those of signed numbers",
     nullptr, SeededBug::SimplifyMinMaxSignedness},
    {"cuda-tile-simplify-min-max", "bounds of i64 are those of i32", nullptr,
     SeededBug::SimplifyMinMaxBoundsOfInt},
    {"cuda-tile-simplify-min-max",
     "max(x, min(x, y)) -> x, where the two read otherwise", nullptr,
     SeededBug::SimplifyMinMaxAbsorbsOtherReading},
    {"cuda-tile-simplify-min-max", "min(max(x, k), l) -> k, where l < k",
     nullptr, SeededBug::SimplifyMinMaxCrossedClamp},
    {"cuda-tile-simplify-min-max",
     "max(max(x, k), l) -> max(x, max(k, l)), where the two read otherwise",
     nullptr, SeededBug::SimplifyMinMaxJoinsReadings},
    {"cuda-tile-simplify-convert",
     "exti of exti, trunci of trunci, trunci of exti", nullptr},
    {"cuda-tile-simplify-convert",
     "exti of exti -> exti as the outer one declares", nullptr,
     SeededBug::SimplifyExtendSignedness},
    {"cuda-tile-simplify-convert",
     "exti by zeros of exti by the sign of i1 -> exti by the sign", nullptr,
     SeededBug::SimplifyExtendOfTruth},
    {"cuda-tile-simplify-convert",
     "trunci of exti that stays wider -> exti by zeros", nullptr,
     SeededBug::SimplifyTruncateSignedness},
    {"cuda-tile-simplify-convert",
     "exti by the sign of trunci, back to the type -> what was truncated",
     nullptr, SeededBug::SimplifyExtendUndoesTruncate},
    {"cuda-tile-simplify-select",
     "select with equal arms, constant, negated or repeated condition, of true "
     "and false, of what is compared; never and/or, which read both arms",
     nullptr},
    {"cuda-tile-simplify-select", "select(c, x, false) -> c & x", nullptr,
     SeededBug::SimplifySelectBecomesAnd},
    {"cuda-tile-simplify-share",
     "a value that an operation before it computed -> that value", nullptr},
    {"cuda-tile-simplify-share",
     "mini, maxi or shri in the other reading -> that value", nullptr,
     SeededBug::SimplifyShareOtherReading},
};
llvm::ArrayRef<PatternRow> cuda_tile::getExpressionRows() { return rows; }

static llvm::StringRef nameOf(ExprRule rule) {
  unsigned index = unsigned(rule);
  for (const PatternRow &row : rows)
    if (!row.bug && index-- == 0)
      return row.name;
  llvm_unreachable("a rule without a row");
}

namespace {
class EntrySimplifier {
public:
  EntrySimplifier(EntryOp entry, const tilefuzz::NamedPatternOptions &options)
      : entry(entry), options(options), dominance(entry),
        simplifier(tree, [this](ExprRule rule) { return fire(rule); }) {
    simplifier.bugs = options.bugs;
  }
  void run();

private:
  bool fire(ExprRule rule);
  void visit(Operation *op);
  void replace(Operation *op, Value value, const Expr *expr);
  /// The node of an operation over the nodes of its operands; null if it is
  /// none that trees have.
  const Expr *read(Operation *op);
  const Expr *exprOf(Value value);
  /// A value that is defined before `op` and computes `expr`.
  Value find(const Expr *expr, Operation *op);
  /// Seeded: the operation on the same operands in the other reading.
  Value findOtherReading(Operation *op);
  Value write(const Expr *expr, OpBuilder &builder, Operation *op);
  Value create(const Expr *expr, ValueRange operands, OpBuilder &builder,
               Location loc);

  EntryOp entry;
  const tilefuzz::NamedPatternOptions &options;
  DominanceInfo dominance;
  ExprTree tree;
  ExprSimplifier simplifier;
  llvm::DenseMap<Value, const Expr *> exprs;
  llvm::DenseMap<const Expr *, Value> origins;
  bool changed = false;
};
} // namespace

bool EntrySimplifier::fire(ExprRule rule) {
  llvm::StringRef name = nameOf(rule);
  if (llvm::is_contained(options.disabled, name))
    return false;
  tilefuzz::FiringCounts *firings = options.firings;
  if (!firings)
    return true;
  if (firings->total >= firings->limit)
    return false;
  ++firings->total;
  ++firings->counts[name];
  firings->last = name.str();
  return true;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

const Expr *EntrySimplifier::exprOf(Value value) {
  auto known = exprs.find(value);
  return known != exprs.end() ? known->second : tree.leaf(value);
}

const Expr *EntrySimplifier::read(Operation *op) {
  if (op->getNumResults() != 1 || !isa<TileType>(op->getResult(0).getType()))
    return nullptr;
  auto type = cast<TileType>(op->getResult(0).getType());
  auto plain = [&](ExprKind kind, bool isSigned = false) {
    llvm::SmallVector<const Expr *> operands;
    for (Value operand : op->getOperands())
      operands.push_back(exprOf(operand));
    return tree.node(kind, type, operands, isSigned);
  };
  auto isSigned = [](auto typed) {
    return typed.getSignedness() == Signedness::Signed;
  };
  return llvm::TypeSwitch<Operation *, const Expr *>(op)
      .Case([&](ConstantOp k) { return tree.constant(k.getDense()); })
      .Case([&](AndIOp) { return plain(ExprKind::And); })
      .Case([&](OrIOp) { return plain(ExprKind::Or); })
      .Case([&](XOrIOp) { return plain(ExprKind::Xor); })
      .Case([&](AddIOp) { return plain(ExprKind::Add); })
      .Case([&](SubIOp) { return plain(ExprKind::Sub); })
      .Case([&](MulIOp) { return plain(ExprKind::Mul); })
      .Case([&](ShLIOp) { return plain(ExprKind::Shl); })
      .Case([&](ShRIOp o) { return plain(ExprKind::Shr, isSigned(o)); })
      .Case([&](MinIOp o) { return plain(ExprKind::Min, isSigned(o)); })
      .Case([&](MaxIOp o) { return plain(ExprKind::Max, isSigned(o)); })
      .Case([&](ExtIOp o) { return plain(ExprKind::Extend, isSigned(o)); })
      .Case([&](TruncIOp) { return plain(ExprKind::Truncate); })
      .Case([&](SelectOp) { return plain(ExprKind::Select); })
      .Case([&](CmpIOp o) {
        return tree.compare(o.getComparisonPredicate(), isSigned(o),
                            exprOf(o.getLhs()), exprOf(o.getRhs()));
      })
      .Default([](Operation *) -> const Expr * { return nullptr; });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Value EntrySimplifier::find(const Expr *expr, Operation *op) {
  if (expr->kind == ExprKind::Leaf)
    return expr->leaf;
  Value known = origins.lookup(expr);
  return known && dominance.properlyDominates(known, op) ? known : Value();
}

Value EntrySimplifier::findOtherReading(Operation *op) {
  if (!isa<MinIOp, MaxIOp, ShRIOp>(op))
    return {};
  for (Operation *other : op->getOperand(0).getUsers())
    if (other != op && other->getName() == op->getName() &&
        other->getOperands() == op->getOperands() &&
        other->getPropertiesAsAttribute() != op->getPropertiesAsAttribute() &&
        dominance.properlyDominates(other, op))
      return other->getResult(0);
  return {};
}

Value EntrySimplifier::create(const Expr *expr, ValueRange operands,
                              OpBuilder &b, Location loc) {
  Type type = expr->type;
  Value x = operands[0], y = operands.size() > 1 ? operands[1] : Value();
  Signedness read = expr->isSigned ? Signedness::Signed : Signedness::Unsigned;
  switch (expr->kind) {
  case ExprKind::And:
    return AndIOp::create(b, loc, type, x, y);
  case ExprKind::Or:
    return OrIOp::create(b, loc, type, x, y);
  case ExprKind::Xor:
    return XOrIOp::create(b, loc, type, x, y);
  case ExprKind::Add:
    return AddIOp::create(b, loc, type, x, y, Overflow::None);
  case ExprKind::Sub:
    return SubIOp::create(b, loc, type, x, y, Overflow::None);
  case ExprKind::Mul:
    return MulIOp::create(b, loc, type, x, y, Overflow::None);
  case ExprKind::Shl:
    return ShLIOp::create(b, loc, type, x, y, Overflow::None);
  case ExprKind::Shr:
    return ShRIOp::create(b, loc, type, x, y, read);
  case ExprKind::Min:
    return MinIOp::create(b, loc, type, x, y, read);
  case ExprKind::Max:
    return MaxIOp::create(b, loc, type, x, y, read);
  case ExprKind::Extend:
    return ExtIOp::create(b, loc, type, x, read);
  case ExprKind::Truncate:
    return TruncIOp::create(b, loc, type, x, Overflow::None);
  case ExprKind::Compare:
    return CmpIOp::create(b, loc, type, expr->predicate, x, y, read);
  case ExprKind::Select:
    return SelectOp::create(b, loc, type, x, y, operands[2]);
  case ExprKind::Leaf:
  case ExprKind::Constant:
    break;
  }
  llvm_unreachable("not an operation");
}

Value EntrySimplifier::write(const Expr *expr, OpBuilder &builder,
                             Operation *op) {
  if (Value known = find(expr, op))
    return known;
  Value value;
  if (expr->kind == ExprKind::Constant) {
    value = createConstant(builder, op->getLoc(), expr->constant);
  } else if (isAssociative(expr->kind) && expr->operands.size() > 2) {
    // A chain, which may begin with what is there.
    const Expr *front =
        tree.node(expr->kind, expr->type, expr->operands.drop_back());
    value = create(
        expr,
        {write(front, builder, op), write(expr->operands.back(), builder, op)},
        builder, op->getLoc());
  } else {
    llvm::SmallVector<Value> operands;
    for (const Expr *operand : expr->operands)
      operands.push_back(write(operand, builder, op));
    value = create(expr, operands, builder, op->getLoc());
  }
  origins[expr] = value;
  exprs[value] = expr;
  return value;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void EntrySimplifier::replace(Operation *op, Value value, const Expr *expr) {
  op->getResult(0).replaceAllUsesWith(value);
  if (expr->kind != ExprKind::Leaf)
    exprs.try_emplace(value, expr);
  changed = true;
}

void EntrySimplifier::visit(Operation *op) {
  const Expr *expr = read(op);
  if (!expr)
    return;
  Value result = op->getResult(0);
  const Expr *simple = simplifier.simplify(expr);
  exprs[result] = simple;
  bool isNew = simple != simplifier.normalForm(expr);
  Value known = find(simple, op);
  if (!isNew && known && !isa<ConstantOp>(op) && fire(ExprRule::Share))
    return replace(op, known, simple);
  if (!isNew && !known) {
    Value other = findOtherReading(op);
    if (other && simplifier.bugs.acts(SeededBug::SimplifyShareOtherReading) &&
        fire(ExprRule::Share))
      return replace(op, other, simple);
  }
  if (!isNew) {
    // The first of several, unless it is not visible here.
    if (!known)
      origins[simple] = result;
    return;
  }
  if (known)
    return replace(op, known, simple);
  OpBuilder builder(op);
  Value made = write(simple, builder, op);
  tilefuzz::carryAttributes(op, made.getDefiningOp());
  replace(op, made, simple);
}

void EntrySimplifier::run() {
  llvm::SmallVector<Operation *> operations;
  entry->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ReduceOp, ScanOp>(op))
      return WalkResult::skip();
    operations.push_back(op);
    return WalkResult::advance();
  });
  for (Operation *op : operations)
    visit(op);
  if (!changed)
    return;
  for (Operation *op : llvm::reverse(operations))
    if (read(op) && isOpTriviallyDead(op))
      op->erase();
}

void cuda_tile::simplifyExpressions(
    Operation *root, const tilefuzz::NamedPatternOptions &options) {
  root->walk([&](EntryOp entry) { EntrySimplifier(entry, options).run(); });
}
