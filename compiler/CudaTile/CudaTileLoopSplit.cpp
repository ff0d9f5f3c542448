//===- CudaTileLoopSplit.cpp - Loops that change their mind once ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 10.2, with the conditions that it lacks.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/CudaTile/CudaTileRewrites.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

namespace {
/// `if`s of a loop that ask the induction variable on which side of a bound it
/// is.
struct SplitPoint {
  CmpIOp compare;
  Value bound;
  /// The answer below the bound.
  bool onBelow = true;
  /// Whether the bound itself has that answer, too.
  bool isInclusive = false;
};

enum class Splits {
  Sound,
  /// The first loop does not mind where the whole one ends.
  Unclamped,
  /// The bound itself is always on the upper side.
  OneEarly,
  /// The second loop begins with the initial values.
  Restarts,
  /// Whatever the order that the comparison reads its operands in.
  OtherOrder,
  /// The bound itself has a first loop of its own where the whole one ends.
  BoundAtEnd,
  /// The second loop begins at the bound whatever the step.
  StepFromBound,
  /// The second loop begins with the first one's next value even if it wrapped.
  RestWraps,
  /// What is not a constant is above it, as of the first index.
  TakesUnequal,
};
} // namespace

static std::optional<SplitPoint>
splitPointOf(ForOp loop, CmpIOp compare, bool anyOrder, bool takesUnequal) {
  Value variable = loop.getInductionVar();
  bool isFirst = compare.getLhs() == variable;
  if (isFirst == (compare.getRhs() == variable))
    return std::nullopt;
  SplitPoint point{compare, isFirst ? compare.getRhs() : compare.getLhs()};
  // As `variable OP bound`.
  switch (compare.getComparisonPredicate()) {
  case ComparisonPredicate::LessThan:
    point.onBelow = isFirst;
    point.isInclusive = !isFirst;
    break;
  case ComparisonPredicate::LessThanOrEqual:
    point.onBelow = isFirst;
    point.isInclusive = isFirst;
    break;
  case ComparisonPredicate::GreaterThan:
    point.onBelow = !isFirst;
    point.isInclusive = isFirst;
    break;
  case ComparisonPredicate::GreaterThanOrEqual:
    point.onBelow = !isFirst;
    point.isInclusive = !isFirst;
    break;
  case ComparisonPredicate::NotEqual:
    if (!takesUnequal || !point.bound.getDefiningOp<ConstantOp>())
      return std::nullopt;
    point.onBelow = false;
    point.isInclusive = true;
    break;
  case ComparisonPredicate::Equal:
    return std::nullopt;
  }
  bool isUnsigned = compare.getSignedness() == Signedness::Unsigned;
  // The bound is read before the loop: it must be there, and be a number even
  // where no iteration asks for it.
  auto argument = dyn_cast<BlockArgument>(point.bound);
  bool isCounter = argument && argument.getArgNumber() == 0 &&
                   isa<ForOp>(argument.getOwner()->getParentOp());
  if ((!anyOrder && isUnsigned != loop.getUnsignedCmp()) ||
      loop.getRegion().isAncestor(point.bound.getParentRegion()) ||
      !(isCounter || isAlwaysSpecified(point.bound)))
    return std::nullopt;
  return point;
}

/// The operation is worth a loop of its own.
static bool isHeavy(Operation &op) {
  return isa<LoadPtrTkoOp, StorePtrTkoOp, LoadViewTkoOp, StoreViewTkoOp, MmaFOp,
             MmaIOp, ReduceOp, IfOp, ForOp>(op);
}

/// What an attribute says, innermost first: 0 never, 1 always, else from so
/// many operations in a branch on.
static int64_t thresholdOf(IfOp op, ForOp loop) {
  for (Operation *said : {op.getOperation(), loop.getOperation(),
                          loop->getParentOfType<EntryOp>().getOperation()})
    if (said)
      if (auto number = dyn_cast_if_present<IntegerAttr>(
              said->getDiscardableAttr(loopSplitAttribute)))
        return number.getInt();
  return 1;
}

static bool isWorthwhile(ForOp loop, CmpIOp compare, int64_t threshold) {
  if (threshold == 0 || threshold == 1 || threshold < 0)
    return threshold != 0;
  for (Operation *user : compare->getUsers()) {
    auto op = dyn_cast<IfOp>(user);
    if (!op)
      continue;
    for (Region &region : op->getRegions()) {
      if (region.empty())
        continue;
      Block &branch = region.front();
      if (int64_t(branch.getOperations().size()) - 1 >= threshold ||
          llvm::any_of(branch, isHeavy))
        return true;
    }
  }
  return false;
}

/// The first `if` of the loop, however deep, that is decided by where its
/// induction variable is.
static std::optional<SplitPoint> findSplitPoint(ForOp loop, bool anyOrder,
                                                bool takesUnequal) {
  std::optional<SplitPoint> found;
  if (loop.getInductionVar().getType() ==
      TileType::get({}, IntegerType::get(loop.getContext(), 1)))
    return found;
  loop.getRegion().walk([&](IfOp op) {
    auto compare = op.getCondition().getDefiningOp<CmpIOp>();
    if (!compare)
      return WalkResult::advance();
    std::optional<SplitPoint> point =
        splitPointOf(loop, compare, anyOrder, takesUnequal);
    if (!point || !isWorthwhile(loop, compare, thresholdOf(op, loop)))
      return WalkResult::advance();
    found = point;
    return WalkResult::interrupt();
  });
  return found;
}

/// Calls `visit` with what ends an iteration of the loop that has the region.
static void forEachContinue(Region &region,
                            function_ref<void(ContinueOp)> visit) {
  for (Operation &op : llvm::make_early_inc_range(region.getOps())) {
    if (auto end = dyn_cast<ContinueOp>(op))
      visit(end);
    if (isa<ForOp, LoopOp>(op))
      continue;
    for (Region &inner : op.getRegions())
      forEachContinue(inner, visit);
  }
}

namespace {
/// for i in [lb, ub) { .. if i < r A else B .. } -> with m = min(r, ub):
///   for i in [lb, m) { .. if true A else B .. }
///   for i in [from, ub) { .. if false A else B .. }
/// likewise for the other orders; of one that holds for r itself m is
/// r < ub ? r + 1 : ub, which cannot wrap. `from` is max(m, lb) for a step of
/// one, else where the first loop stopped: it carries the next value of its
/// variable along, which is below m only if it wrapped, and then nothing is
/// left. A loop is split once.
template <Splits variant> struct LoopSplit : OpRewritePattern<ForOp> {
  using OpRewritePattern<ForOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ForOp loop,
                                PatternRewriter &rewriter) const override {
    std::optional<SplitPoint> point = findSplitPoint(
        loop, variant == Splits::OtherOrder, variant == Splits::TakesUnequal);
    if (!point)
      return failure();
    auto step = loop.getStep().getDefiningOp<ConstantOp>();
    bool isUnit = step && step.getDense().isSplat() &&
                  (step.getDense().getSplatValue<APInt>().isOne() ||
                   variant == Splits::StepFromBound);
    Value middle = findMiddle(*point, loop, rewriter);
    IRMapping ofFirst, ofSecond;
    ForOp first = cloneUntil(loop, middle, !isUnit, ofFirst, rewriter);
    Value from = isUnit ? larger(middle, loop, rewriter)
                        : rest(first, middle, loop, rewriter);
    auto second = cast<ForOp>(rewriter.clone(*loop, ofSecond));
    rewriter.modifyOpInPlace(second, [&] {
      second.getLowerBoundMutable().assign(from);
      if (variant != Splits::Restarts)
        second.getInitValuesMutable().assign(
            first.getResults().take_front(loop.getNumResults()));
    });
    decide(point->compare, ofFirst, point->onBelow, rewriter);
    decide(point->compare, ofSecond, !point->onBelow, rewriter);
    rewriter.replaceOp(loop, second.getResults());
    return success();
  }

private:
  static Signedness readOf(ForOp loop) {
    return loop.getUnsignedCmp() ? Signedness::Unsigned : Signedness::Signed;
  }
  /// a < b ? x : y, in the loop's order.
  static Value
  selectLess(Value a, Value b, Value x, Value y, ForOp loop,
             PatternRewriter &rewriter,
             ComparisonPredicate predicate = ComparisonPredicate::LessThan) {
    Type truth = TileType::get({}, rewriter.getI1Type());
    Value less = CmpIOp::create(rewriter, loop.getLoc(), truth, predicate, a, b,
                                readOf(loop));
    return SelectOp::create(rewriter, loop.getLoc(), x.getType(), less, x, y);
  }
  static Value larger(Value middle, ForOp loop, PatternRewriter &rewriter) {
    return MaxIOp::create(rewriter, loop.getLoc(), middle.getType(), middle,
                          loop.getLowerBound(), readOf(loop));
  }
  static Value findMiddle(const SplitPoint &point, ForOp loop,
                          PatternRewriter &rewriter) {
    Value bound = point.bound, upper = loop.getUpperBound();
    Type type = bound.getType();
    Location loc = loop.getLoc();
    Value after = bound;
    if (point.isInclusive && variant != Splits::OneEarly) {
      auto shape = cast<ShapedType>(type);
      APInt one(shape.getElementTypeBitWidth(), 1);
      Value unit =
          createConstant(rewriter, loc, DenseElementsAttr::get(shape, one));
      after = AddIOp::create(rewriter, loc, type, bound, unit, Overflow::None);
    }
    if (variant == Splits::Unclamped)
      return after;
    return selectLess(bound, upper, after, upper, loop, rewriter,
                      variant == Splits::BoundAtEnd
                          ? ComparisonPredicate::LessThanOrEqual
                          : ComparisonPredicate::LessThan);
  }
  /// A copy of the loop that ends before `middle`; if asked to, it also gives
  /// the value that its variable would have next.
  static ForOp cloneUntil(ForOp loop, Value middle, bool carriesNext,
                          IRMapping &mapping, PatternRewriter &rewriter) {
    OperationState state(loop.getLoc(), ForOp::getOperationName());
    state.addOperands({loop.getLowerBound(), middle, loop.getStep()});
    state.addOperands(loop.getInitValues());
    state.addTypes(loop.getResultTypes());
    if (carriesNext) {
      state.addOperands(loop.getLowerBound());
      state.addTypes(loop.getLowerBound().getType());
    }
    state.addRegion();
    auto first = cast<ForOp>(rewriter.create(state));
    first->copyProperties(loop->getPropertiesStorage());
    tilefuzz::carryAttributes(loop, first);
    rewriter.cloneRegionBefore(loop.getRegion(), first.getRegion(),
                               first.getRegion().end(), mapping);
    if (!carriesNext)
      return first;
    Region &body = first.getRegion();
    body.front().addArgument(loop.getLowerBound().getType(), loop.getLoc());
    OpBuilder::InsertionGuard guard(rewriter);
    forEachContinue(body, [&](ContinueOp end) {
      rewriter.setInsertionPoint(end);
      Value next = AddIOp::create(rewriter, loop.getLoc(), middle.getType(),
                                  first.getInductionVar(), loop.getStep(),
                                  Overflow::None);
      rewriter.modifyOpInPlace(end,
                               [&] { end.getOperandsMutable().append(next); });
    });
    return first;
  }
  static Value rest(ForOp first, Value middle, ForOp loop,
                    PatternRewriter &rewriter) {
    Value next = first.getResults().back();
    if (variant == Splits::RestWraps)
      return next;
    return selectLess(next, middle, loop.getUpperBound(), next, loop, rewriter);
  }
  static void decide(CmpIOp compare, const IRMapping &mapping, bool answer,
                     PatternRewriter &rewriter) {
    auto copy =
        mapping.lookup(compare.getResult()).template getDefiningOp<CmpIOp>();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(copy);
    auto shape = cast<ShapedType>(compare.getType());
    rewriter.replaceOp(copy,
                       createConstant(rewriter, compare.getLoc(),
                                      DenseElementsAttr::get(shape, answer)));
  }
};
} // namespace

static constexpr PatternRow rows[] = {
    {"loop-split",
     "a for with an if on which side of a bound its variable is -> two loops, "
     "in each of which the answer is constant; the bound is specified outside "
     "the loop, and compared in the loop's own order",
     populate<LoopSplit<Splits::Sound>>},
    {"loop-split", "does not end the first loop where the whole ends",
     populate<LoopSplit<Splits::Unclamped>>, SeededBug::LoopSplitUnclamped},
    {"loop-split", "leaves the bound of <= and > to the second loop",
     populate<LoopSplit<Splits::OneEarly>>, SeededBug::LoopSplitOneEarly},
    {"loop-split", "begins the second loop with the initial values",
     populate<LoopSplit<Splits::Restarts>>, SeededBug::LoopSplitRestarts},
    {"loop-split", "takes comparisons of either reading for the loop's",
     populate<LoopSplit<Splits::OtherOrder>>, SeededBug::LoopSplitOtherOrder},
    {"loop-split", "goes beyond the end where the bound is the end",
     populate<LoopSplit<Splits::BoundAtEnd>>, SeededBug::LoopSplitBoundAtEnd},
    {"loop-split", "begins the second loop at the bound whatever the step",
     populate<LoopSplit<Splits::StepFromBound>>,
     SeededBug::LoopSplitStepFromBound},
    {"loop-split", "begins the second loop with a next value that wrapped",
     populate<LoopSplit<Splits::RestWraps>>, SeededBug::LoopSplitRestWraps},
    {"loop-split", "takes an index that is not a constant for one above it",
     populate<LoopSplit<Splits::TakesUnequal>>,
     SeededBug::LoopSplitTakesUnequal},
};

const tilefuzz::NamedPatternsPassInfo &cuda_tile::getLoopSplitPassInfo() {
  static const tilefuzz::NamedPatternsPassInfo info{
      "loop-split",
      "Split loops where an if on their variable changes sides",
      rows,
      /*finish=*/nullptr,
      /*addDialects=*/nullptr,
      /*walks=*/true};
  return info;
}
