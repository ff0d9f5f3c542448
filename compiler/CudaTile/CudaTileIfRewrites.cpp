//===- CudaTileIfRewrites.cpp - The fold and the patterns of if -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rewrites of seed 001, in its order. None moves a memory operation across
// a condition; values that are made available on more paths (ConvertToSelect)
// were computed before the `if`.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileRewrites.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

/// The yield of a region; null if it has no block or leaves otherwise.
static YieldOp yieldOf(Region &region) {
  return region.empty() ? YieldOp() : dyn_cast<YieldOp>(region.front().back());
}
/// No block, or nothing but a yield.
static bool onlyYields(Region &region) {
  return region.empty() || isa<YieldOp>(region.front().front());
}

/// An `if` with empty regions that carries what `like` does.
static IfOp createIf(PatternRewriter &rewriter, IfOp like, Value condition,
                     TypeRange types) {
  OperationState state(like.getLoc(), IfOp::getOperationName());
  state.addOperands(condition);
  state.addTypes(types);
  state.addRegion();
  state.addRegion();
  auto made = cast<IfOp>(rewriter.create(state));
  tilefuzz::carryAttributes(like, made);
  return made;
}
static void moveRegion(PatternRewriter &rewriter, Region &from, Region &to) {
  rewriter.inlineRegionBefore(from, to, to.end());
}
static void replaceTerminator(PatternRewriter &rewriter, Operation *terminator,
                              ValueRange yielded) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(terminator);
  tilefuzz::carryAttributes(
      terminator, YieldOp::create(rewriter, terminator->getLoc(), yielded));
  rewriter.eraseOp(terminator); // carried
}

bool cuda_tile::isAlwaysSpecified(Value value, unsigned depth) {
  static constexpr unsigned maxDepth = 16;
  Operation *op = value.getDefiningOp();
  if (!op)
    return isa<EntryOp>(cast<BlockArgument>(value).getOwner()->getParentOp());
  if (isa<ConstantOp, IotaOp, GetTileBlockIdOp, GetNumTileBlocksOp>(op))
    return true;
  return depth < maxDepth &&
         isa<AddIOp, SubIOp, MulIOp, AndIOp, OrIOp, XOrIOp, ShLIOp, ShRIOp,
             MaxIOp, MinIOp, CmpIOp, SelectOp, ExtIOp, TruncIOp, ReshapeOp,
             BroadcastOp>(op) &&
         llvm::all_of(
             op->getOperands(),
             [depth](Value operand) {
               return isAlwaysSpecified(operand, depth + 1);
             });
}

namespace {
/// if xori(c, true) { A } else { B } -> if c { B } else { A }. Both branches
/// exist; the constant is on the right.
/// (Wrong: the condition stays; or there need be no else branch.)
enum class Negated { Sound, KeepsCondition, WithoutElse };
template <Negated variant> struct IfNegatedCondition : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = negatedBool(op.getCondition());
    constexpr bool keepCondition = variant == Negated::KeepsCondition;
    if (variant == Negated::WithoutElse && condition &&
        op.getElseRegion().empty()) {
      rewriter.modifyOpInPlace(
          op, [&] { op.getConditionMutable().assign(condition); });
      return success();
    }
    if (!condition || op.getElseRegion().empty())
      return failure();
    // The wrong variant leaves the condition; a mark keeps it from firing on
    // its own result for ever.
    StringRef mark = "tilefuzz.swapped";
    if (keepCondition && op->hasAttr(mark))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      if (keepCondition)
        op->setAttr(mark, rewriter.getUnitAttr());
      else
        op.getConditionMutable().assign(condition);
      Block *thenBlock = &op.getThenRegion().front();
      Block *elseBlock = &op.getElseRegion().front();
      thenBlock->moveBefore(elseBlock);
      elseBlock->moveBefore(&op.getThenRegion(), op.getThenRegion().end());
    });
    return success();
  }
};

/// RemoveUnusedResults: results without uses are dropped, with the operands of
/// the yields that give them. What the branches do stays; a branch that leaves
/// the `if` otherwise is moved as it is.
/// (Wrong: the else branch goes on yielding its first values.)
template <bool elseYieldsFirst>
struct IfRemoveUnusedResults : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<unsigned> kept;
    SmallVector<Type> types;
    for (OpResult result : op->getResults())
      if (!result.use_empty()) {
        kept.push_back(result.getResultNumber());
        types.push_back(result.getType());
      }
    if (kept.size() == op.getNumResults())
      return failure();
    IfOp smaller = createIf(rewriter, op, op.getCondition(), types);
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), smaller->getRegions())) {
      moveRegion(rewriter, from, to);
      YieldOp yield = yieldOf(to);
      if (!yield)
        continue;
      SmallVector<Value> values;
      for (auto [place, i] : llvm::enumerate(kept)) {
        bool isFirst = elseYieldsFirst && &to == &smaller.getElseRegion() &&
                       yield.getOperand(place).getType() == types[place];
        values.push_back(yield.getOperand(isFirst ? place : i));
      }
      replaceTerminator(rewriter, yield, values);
    }
    for (auto [i, old] : llvm::enumerate(kept))
      rewriter.replaceAllUsesWith(op.getResult(old), smaller.getResult(i));
    rewriter.eraseOp(op);
    return success();
  }
};

/// ReplaceYieldWithValue: a result for which both branches yield one value,
/// defined before the `if`, is that value. Both branches end in `yield`. The
/// `if` stays: what its branches do to memory stays, too. (As stated in seed
/// 001 the `if` itself is replaced: the wrong variant. Another one: of tokens
/// it is enough that the then branch yields one from before.)
enum class SameYield { Sound, ErasesBranches, TokenOfThen };
template <SameYield variant>
struct IfReplaceYieldWithValue : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp onTrue = yieldOf(op.getThenRegion());
    YieldOp onFalse = yieldOf(op.getElseRegion());
    if (!onTrue || !onFalse)
      return failure();
    auto isCommon = [&](unsigned i) {
      Value value = onTrue.getOperand(i);
      if (variant == SameYield::TokenOfThen && isa<TokenType>(value.getType()))
        return !op.getThenRegion().isAncestor(value.getParentRegion());
      return value == onFalse.getOperand(i);
    };
    auto all = llvm::seq<unsigned>(0, op.getNumResults());
    if (variant == SameYield::ErasesBranches && !all.empty() &&
        llvm::all_of(all, isCommon)) {
      SmallVector<Value> values(onTrue.getOperands());
      rewriter.replaceOp(op, values);
      return success();
    }
    bool changed = false;
    for (unsigned i : all) {
      if (!isCommon(i) || op.getResult(i).use_empty())
        continue;
      rewriter.replaceAllUsesWith(op.getResult(i), onTrue.getOperand(i));
      changed = true;
    }
    return success(changed);
  }
};

/// RemoveStaticCondition: if true { A } else { B } -> A; with false -> B (or
/// nothing). The branch that runs must end in `yield`: one that leaves through
/// `continue` or `return` would end up in the middle of a block.
/// (Wrong: without an else branch, the only branch is the one that runs.)
template <bool onlyBranchRuns>
struct IfConstantCondition : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> condition = constantBool(op.getCondition());
    if (!condition)
      return failure();
    if (onlyBranchRuns && op.getElseRegion().empty())
      condition = true;
    Region &taken = *condition ? op.getThenRegion() : op.getElseRegion();
    if (taken.empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    auto yield = dyn_cast<YieldOp>(taken.front().back());
    if (!yield)
      return failure();
    SmallVector<Value> results(yield.getOperands());
    rewriter.eraseOp(yield);
    rewriter.inlineBlockBefore(&taken.front(), op);
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// ConvertToSelect: if c { yield a.. } else { yield b.. } -> select(c, a, b)..
/// The branches hold nothing but their yields, so that nothing is computed that
/// was not; every result is a tile that `select` takes: a token cannot be
/// chosen, and neither can 4-bit floats. The condition of a shaped tile is
/// spread over its shape. (Wrong: it is enough that the values that are yielded
/// are there before the `if`; or that nothing in the branches has effects, and
/// both are computed.)
enum class Chosen { Sound, DropsBranches, Speculates };
template <Chosen variant> struct IfConvertToSelect : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp onTrue = yieldOf(op.getThenRegion());
    YieldOp onFalse = yieldOf(op.getElseRegion());
    if (!op.getNumResults() || !onTrue || !onFalse || !isFree(onTrue) ||
        !isFree(onFalse))
      return failure();
    for (Type type : op.getResultTypes()) {
      auto tile = dyn_cast<TileType>(type);
      if (!tile || isa<Float4E2M1FNType>(tile.getElementType()))
        return failure();
    }
    if (variant == Chosen::Speculates)
      for (YieldOp yield : {onTrue, onFalse})
        while (&yield->getBlock()->front() != yield)
          rewriter.moveOpBefore(&yield->getBlock()->front(), op);
    SmallVector<Value> values;
    for (auto [a, b] :
         llvm::zip_equal(onTrue.getOperands(), onFalse.getOperands())) {
      Value condition = spread(rewriter, op.getLoc(), op.getCondition(),
                               cast<TileType>(a.getType()).getShape());
      values.push_back(SelectOp::create(rewriter, op.getLoc(), a.getType(),
                                        condition, a, b));
    }
    rewriter.replaceOp(op, values);
    return success();
  }

private:
  static bool isFree(YieldOp yield) {
    Region *branch = yield->getParentRegion();
    if (variant == Chosen::Speculates)
      return llvm::all_of(
          branch->front().without_terminator(), [](Operation &op) {
            return op.getNumRegions() == 0 && isMemoryEffectFree(&op);
          });
    if (variant == Chosen::Sound)
      return onlyYields(*branch);
    return llvm::none_of(yield.getOperands(), [&](Value value) {
      return value.getParentRegion() == branch;
    });
  }
  static Value spread(PatternRewriter &rewriter, Location loc, Value scalar,
                      ArrayRef<int64_t> shape) {
    if (shape.empty())
      return scalar;
    Type element = cast<TileType>(scalar.getType()).getElementType();
    SmallVector<int64_t> ones(shape.size(), 1);
    Value value =
        ReshapeOp::create(rewriter, loc, TileType::get(ones, element), scalar);
    if (shape == ArrayRef(ones))
      return value;
    return BroadcastOp::create(rewriter, loc, TileType::get(shape, element),
                               value);
  }
};

/// RemoveEmptyElseBranch: if c { A } else { } -> if c { A }. The else branch
/// holds an operand-less yield only, so the if has no results.
/// (Wrong: whatever it holds, if there are no results; or the then branch is
/// dropped likewise, and the condition stays.)
enum class Emptied { Sound, WhateverItHolds, ThenBranch };
template <Emptied variant> struct IfEmptyElse : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Region &region = op.getElseRegion();
    if (region.empty() || op.getNumResults())
      return failure();
    Region &then = op.getThenRegion();
    if (variant == Emptied::ThenBranch && isa<YieldOp>(then.front().front()) &&
        !isa<YieldOp>(region.front().front())) {
      rewriter.modifyOpInPlace(op, [&] {
        rewriter.eraseBlock(&then.front());
        region.front().moveBefore(&then, then.end());
      });
      return success();
    }
    if (!isa<YieldOp>(variant == Emptied::WhateverItHolds
                          ? region.front().back()
                          : region.front().front()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { rewriter.eraseBlock(&region.front()); });
    return success();
  }
};

/// CombineIfs: two `if`s on one condition value, the second right after the
/// first, become one; branches are concatenated, results too. The first's
/// branches end in `yield` (after another exit nothing of the second would
/// run); the second's may leave. Inside the second, a result of the first is
/// what its branch of the same side yielded.
/// (Wrong: the second's results come first; or its branches are joined to those
/// of the other side; or its condition may be the first's negation; or its else
/// branch reads what the then branch yielded, too, where it can.)
enum class Joined { Sound, SecondFirst, ElseToThen, OfNegated, ReadsThen };
template <Joined variant> struct IfCombine : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp second,
                                PatternRewriter &rewriter) const override {
    auto first = dyn_cast_or_null<IfOp>(second->getPrevNode());
    if (!first ||
        (first.getCondition() != second.getCondition() &&
         !(variant == Joined::OfNegated &&
           negatedBool(second.getCondition()) == first.getCondition())))
      return failure();
    for (Region &region : first->getRegions())
      if (!region.empty() && !yieldOf(region))
        return failure();
    SmallVector<Type> types(first.getResultTypes());
    llvm::append_range(types, second.getResultTypes());
    IfOp both = createIf(rewriter, second, second.getCondition(), types);
    bool crosses = variant == Joined::ElseToThen &&
                   !first.getElseRegion().empty() &&
                   !second.getElseRegion().empty();
    SmallVector<Value> seen;
    if (YieldOp yield = yieldOf(first.getThenRegion());
        yield && variant == Joined::ReadsThen)
      for (Value value : yield.getOperands())
        seen.push_back(first.getThenRegion().isAncestor(value.getParentRegion())
                           ? Value()
                           : value);
    for (unsigned i : {0, 1})
      concatenate(rewriter, first, first->getRegion(i),
                  second->getRegion(crosses ? 1 - i : i), both->getRegion(i),
                  i ? seen : ArrayRef<Value>());
    unsigned count = first.getNumResults();
    ValueRange ofFirst = both.getResults().take_front(count);
    ValueRange ofSecond = both.getResults().drop_front(count);
    if (variant == Joined::SecondFirst &&
        ofFirst.getTypes() == ofSecond.getTypes())
      std::swap(ofFirst, ofSecond);
    rewriter.replaceOp(second, ofSecond);
    rewriter.replaceOp(first, ofFirst);
    return success();
  }

private:
  /// `seen`: what the second reads of the first's results instead of what is
  /// yielded (seeded).
  static void concatenate(PatternRewriter &rewriter, IfOp first, Region &a,
                          Region &b, Region &to, ArrayRef<Value> seen) {
    if (a.empty()) {
      // `first` has no results then.
      moveRegion(rewriter, b, to);
      return;
    }
    YieldOp yield = yieldOf(a);
    SmallVector<Value> values(yield.getOperands());
    moveRegion(rewriter, a, to);
    if (b.empty())
      return;
    for (auto [i, result] : llvm::enumerate(first.getResults())) {
      Value value = i < seen.size() && seen[i] ? seen[i] : values[i];
      rewriter.replaceUsesWithIf(result, value, [&](OpOperand &use) {
        return b.isAncestor(use.getOwner()->getParentRegion());
      });
    }
    Block *block = &to.front();
    Operation *exit = &b.front().back();
    if (isa<YieldOp>(exit))
      tilefuzz::carryAttributes(yield, exit);
    rewriter.eraseOp(yield);
    rewriter.inlineBlockBefore(&b.front(), block, block->end());
    if (auto last = dyn_cast<YieldOp>(block->back())) {
      llvm::append_range(values, last.getOperands());
      replaceTerminator(rewriter, last, values);
    }
  }
};

enum class NestedVariant {
  Sound,
  DropsInnerElse,
  PlainAnd,
  DropsElseEffects,
  TokenOfOuterElse,
  RunsOuterElse
};

/// CombineNestedIfs: if a { r = if b { X } else { yield v.. }; yield r.. } else
/// { yield v.. } -> if (a and b) { X } else { yield v.. }. The outer branch
/// holds the inner `if` and the yield of its results and nothing else; both
/// elses are absent or only yield, result by result the same value or equal
/// constants: the inner one is taken where a holds and b does not. Where one of
/// the two is poison, which may be any value, the other one is kept. X yields.
///
/// b is read only where a holds. Where it may be unspecified (a masked load),
/// the conjunction is select(a, b, false), which does not read it elsewhere;
/// andi otherwise.
///
/// Seed 001 asks the outer else for poison and keeps it, though the inner one's
/// value may be used; and it always takes andi. Both are wrong variants, and so
/// is to look only at what the inner else yields, or not at its tokens, or not
/// to look at what the outer else does.
template <NestedVariant variant>
struct IfCombineNested : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp outer,
                                PatternRewriter &rewriter) const override {
    YieldOp forward = yieldOf(outer.getThenRegion());
    auto inner = dyn_cast<IfOp>(outer.getThenRegion().front().front());
    if (!forward || !inner || inner->getNextNode() != forward ||
        !llvm::equal(forward.getOperands(), inner.getResults()) ||
        !yieldOf(inner.getThenRegion()) || !isFreeElse(inner.getElseRegion()) ||
        !isFreeOuterElse(outer))
      return failure();
    SmallVector<Value> otherwise;
    if (variant != NestedVariant::DropsInnerElse && outer.getNumResults())
      for (auto [a, b] :
           llvm::zip_equal(yieldOf(outer.getElseRegion()).getOperands(),
                           yieldOf(inner.getElseRegion()).getOperands())) {
        Value value = eitherValue(a, b);
        if (!value)
          return failure();
        otherwise.push_back(value);
      }
    Value condition = conjunction(rewriter, outer.getLoc(),
                                  outer.getCondition(), inner.getCondition());
    IfOp both = createIf(rewriter, outer, condition, outer.getResultTypes());
    // Two become one: the `if`s, and the yields of either branch.
    tilefuzz::carryAttributes(inner, both);
    tilefuzz::carryAttributes(forward, yieldOf(inner.getThenRegion()));
    if (YieldOp kept = yieldOf(outer.getElseRegion()))
      if (YieldOp dropped = yieldOf(inner.getElseRegion()))
        tilefuzz::carryAttributes(dropped, kept);
    moveRegion(rewriter, inner.getThenRegion(), both.getThenRegion());
    moveRegion(rewriter, outer.getElseRegion(), both.getElseRegion());
    if (!otherwise.empty()) {
      YieldOp yield = yieldOf(both.getElseRegion());
      rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(otherwise); });
    }
    rewriter.replaceOp(outer, both);
    return success();
  }

private:
  static bool isFreeElse(Region &region) {
    return onlyYields(region) ||
           (variant == NestedVariant::DropsElseEffects && yieldOf(region));
  }
  static bool isFreeOuterElse(IfOp outer) {
    Region &region = outer.getElseRegion();
    return onlyYields(region) || (variant == NestedVariant::RunsOuterElse &&
                                  !outer.getNumResults() && yieldOf(region));
  }
  static bool sameValue(Value a, Value b) {
    auto x = a.getDefiningOp<ConstantOp>(), y = b.getDefiningOp<ConstantOp>();
    return a == b || (x && y && x.getValue() == y.getValue());
  }
  /// What is either of the two; null: nothing.
  static Value eitherValue(Value a, Value b) {
    if (variant == NestedVariant::TokenOfOuterElse &&
        isa<TokenType>(a.getType()))
      return a;
    if (sameValue(a, b) || b.getDefiningOp<ub::PoisonOp>())
      return a;
    return a.getDefiningOp<ub::PoisonOp>() ? b : Value();
  }
  static Value conjunction(PatternRewriter &rewriter, Location loc, Value a,
                           Value b) {
    if (variant == NestedVariant::PlainAnd || isAlwaysSpecified(b))
      return AndIOp::create(rewriter, loc, a.getType(), a, b);
    auto shape = cast<ShapedType>(a.getType());
    Value no = createConstant(rewriter, loc,
                              DenseElementsAttr::get(shape, APInt(1, 0)));
    return SelectOp::create(rewriter, loc, a.getType(), a, b, no);
  }
};

/// MoveTerminatorToParent: if c { A; return } else { B; return }; rest ->
/// if c { A } else { B }; return. Both branches return, so nothing of the rest
/// runs. (As stated in seed 001 one branch is enough: the wrong variant.)
template <bool oneIsEnough> struct IfMoveTerminator : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    unsigned returns = 0;
    for (Region &region : op->getRegions()) {
      bool isReturn = !region.empty() && isa<ReturnOp>(region.front().back());
      returns += isReturn;
      if (oneIsEnough && !isReturn && !region.empty() &&
          (!yieldOf(region) || op.getNumResults()))
        return failure();
    }
    if (returns < (oneIsEnough ? 1 : 2))
      return failure();
    while (&op->getBlock()->back() != op)
      rewriter.eraseOp(&op->getBlock()->back());
    IfOp staying = createIf(rewriter, op, op.getCondition(), {});
    auto leave = ReturnOp::create(rewriter, op.getLoc());
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), staying->getRegions())) {
      moveRegion(rewriter, from, to);
      if (to.empty() || yieldOf(to))
        continue;
      tilefuzz::carryAttributes(&to.front().back(), leave);
      replaceTerminator(rewriter, &to.front().back(), {});
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

static constexpr PatternRow rows[] = {
    // The fold.
    {"cuda-tile-if-negated-condition",
     "if xori(c, true) A else B -> if c B else A",
     populate<IfNegatedCondition<Negated::Sound>>},
    {"cuda-tile-if-negated-condition",
     "if xori(c, true) A else B -> if xori(c, true) B else A",
     populate<IfNegatedCondition<Negated::KeepsCondition>>,
     SeededBug::IfSwapWithoutNegation},
    {"cuda-tile-if-negated-condition", "if xori(c, true) A -> if c A",
     populate<IfNegatedCondition<Negated::WithoutElse>>,
     SeededBug::IfNegatedWithoutElse},
    // The patterns.
    {"cuda-tile-if-remove-unused-results",
     "results of an if without uses are dropped",
     populate<IfRemoveUnusedResults<false>>},
    {"cuda-tile-if-remove-unused-results",
     "results of an if without uses are dropped, and the last values of its "
     "else branch",
     populate<IfRemoveUnusedResults<true>>,
     SeededBug::IfUnusedResultsFirstYields},
    {"cuda-tile-if-replace-yield-with-value",
     "a result that both branches yield from one value -> that value; the if "
     "stays",
     populate<IfReplaceYieldWithValue<SameYield::Sound>>},
    {"cuda-tile-if-replace-yield-with-value",
     "an if whose branches yield the same values -> these values",
     populate<IfReplaceYieldWithValue<SameYield::ErasesBranches>>,
     SeededBug::IfReplaceDropsBranches},
    {"cuda-tile-if-replace-yield-with-value",
     "a token for which the then branch yields one from before -> that token",
     populate<IfReplaceYieldWithValue<SameYield::TokenOfThen>>,
     SeededBug::IfTokenOfOutside},
    {"cuda-tile-if-constant-condition",
     "if with a constant condition -> the branch that runs, if it yields",
     populate<IfConstantCondition<false>>},
    {"cuda-tile-if-constant-condition", "if false A -> A",
     populate<IfConstantCondition<true>>, SeededBug::IfConstantRunsThen},
    {"cuda-tile-if-convert-to-select",
     "if c { yield a } else { yield b } -> select(c, a, b), for tiles",
     populate<IfConvertToSelect<Chosen::Sound>>},
    {"cuda-tile-if-convert-to-select",
     "if c { A; yield a } else { B; yield b } -> select(c, a, b)",
     populate<IfConvertToSelect<Chosen::DropsBranches>>,
     SeededBug::IfToSelectDropsBranches},
    {"cuda-tile-if-convert-to-select",
     "if c { A; yield a } else { B; yield b } -> A; B; select(c, a, b), where "
     "neither has effects",
     populate<IfConvertToSelect<Chosen::Speculates>>,
     SeededBug::IfToSelectSpeculates},
    {"cuda-tile-if-empty-else", "if c A else {} -> if c A",
     populate<IfEmptyElse<Emptied::Sound>>},
    {"cuda-tile-if-empty-else", "if c A else B -> if c A",
     populate<IfEmptyElse<Emptied::WhateverItHolds>>,
     SeededBug::IfEmptyElseDropsEffects},
    {"cuda-tile-if-empty-else", "if c {} else B -> if c B",
     populate<IfEmptyElse<Emptied::ThenBranch>>,
     SeededBug::IfEmptyThenTakesElse},
    {"cuda-tile-if-combine",
     "if c A else B; if c C else D -> if c { A; C } else { B; D }",
     populate<IfCombine<Joined::Sound>>},
    {"cuda-tile-if-combine", "exchanges the results of the two",
     populate<IfCombine<Joined::SecondFirst>>,
     SeededBug::IfCombineExchangesResults},
    {"cuda-tile-if-combine",
     "two adjacent ifs on one condition -> one; the else branch of the first "
     "with the then branch of the second",
     populate<IfCombine<Joined::ElseToThen>>, SeededBug::IfCombineElseToThen},
    {"cuda-tile-if-combine",
     "if c A else B; if xori(c, true) C else D -> if xori(c, true) { A; C } "
     "else { B; D }",
     populate<IfCombine<Joined::OfNegated>>, SeededBug::IfCombineOfNegated},
    {"cuda-tile-if-combine",
     "two adjacent ifs on one condition -> one, whose else branch reads what "
     "the then branch of the first yields",
     populate<IfCombine<Joined::ReadsThen>>, SeededBug::IfCombineElseReadsThen},
    {"cuda-tile-if-combine-nested",
     "if a { if b X else v } else v -> if (a and b) X else v",
     populate<IfCombineNested<NestedVariant::Sound>>},
    {"cuda-tile-if-combine-nested",
     "if a { if b X else w } else v -> if (a and b) X else v",
     populate<IfCombineNested<NestedVariant::DropsInnerElse>>,
     SeededBug::NestedIfDropsElse},
    {"cuda-tile-if-combine-nested",
     "if a { if b X else v } else v -> if andi(a, b) X else v",
     populate<IfCombineNested<NestedVariant::PlainAnd>>,
     SeededBug::NestedIfPlainAnd},
    {"cuda-tile-if-combine-nested",
     "if a { if b X else Y } else v -> if (a and b) X else v, whatever Y does",
     populate<IfCombineNested<NestedVariant::DropsElseEffects>>,
     SeededBug::NestedIfDropsElseEffects},
    {"cuda-tile-if-combine-nested",
     "if a { if b X else u } else t -> if (a and b) X else t, for tokens",
     populate<IfCombineNested<NestedVariant::TokenOfOuterElse>>,
     SeededBug::NestedIfTokenOfOuterElse},
    {"cuda-tile-if-combine-nested",
     "if a { if b X } else Y -> if (a and b) X else Y",
     populate<IfCombineNested<NestedVariant::RunsOuterElse>>,
     SeededBug::NestedIfRunsOuterElse},
    {"cuda-tile-if-move-terminator",
     "if c { A; return } else { B; return }; rest -> if c A else B; return",
     populate<IfMoveTerminator<false>>},
    {"cuda-tile-if-move-terminator",
     "if c { A; return } else B; rest -> if c A else B; return",
     populate<IfMoveTerminator<true>>, SeededBug::ReturnHoistedFromOneBranch},
};

llvm::ArrayRef<PatternRow> cuda_tile::getIfRows() { return rows; }
