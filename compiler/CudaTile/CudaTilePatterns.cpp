//===- CudaTilePatterns.cpp - Named rewrites of the public dialect --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// `select` folds in the order of the dialect specification, part 2, 9.3, and
// the structural `if` rewrites of seed 001.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/CudaTile/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

/// The value of a constant i1 tile all of whose elements are equal.
static std::optional<bool> constantBool(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !constant.getDense().isSplat() ||
      !constant.getDense().getElementType().isInteger(1))
    return std::nullopt;
  return !constant.getDense().getSplatValue<APInt>().isZero();
}

/// The operand of `xori(x, true)`: the constant stands on the right.
static Value negatedBool(Value value) {
  auto xorOp = value.getDefiningOp<XOrIOp>();
  if (!xorOp || constantBool(xorOp.getRhs()) != true)
    return {};
  return xorOp.getLhs();
}

//===----------------------------------------------------------------------===//
// select
//===----------------------------------------------------------------------===//

namespace {
/// select(c, x, x) -> x. Always: both arms are one value.
struct SelectSameArm : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getValIfTrue() != op.getValIfFalse())
      return failure();
    rewriter.replaceOp(op, op.getValIfTrue());
    return success();
  }
};

/// select(true, x, y) -> x; select(false, x, y) -> y. The condition is a
/// constant whose elements are all equal.
template <bool swapArms>
struct SelectConstantCondition : OpRewritePattern<SelectOp> {
  using OpRewritePattern<SelectOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> condition = constantBool(op.getCond());
    if (!condition)
      return failure();
    rewriter.replaceOp(op, *condition != swapArms ? op.getValIfTrue()
                                                  : op.getValIfFalse());
    return success();
  }
};

/// select(c, true, false) -> c. The arms are constants, all elements equal, so
/// the result has the type of the condition.
struct SelectIdentity : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    if (constantBool(op.getValIfTrue()) != true ||
        constantBool(op.getValIfFalse()) != false)
      return failure();
    rewriter.replaceOp(op, op.getCond());
    return success();
  }
};

/// select(cmpi equal a b, ..) -> the false arm; not_equal -> the true arm,
/// when the arms are a and b in either order: where they are equal the arms
/// agree. Integers only: equal floats may differ in bits (+0 and -0).
struct SelectOfCompare : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto compare = op.getCond().getDefiningOp<CmpIOp>();
    if (!compare)
      return failure();
    Value a = compare.getLhs(), b = compare.getRhs();
    bool armsMatch = (op.getValIfTrue() == a && op.getValIfFalse() == b) ||
                     (op.getValIfTrue() == b && op.getValIfFalse() == a);
    if (!armsMatch)
      return failure();
    switch (compare.getComparisonPredicate()) {
    case ComparisonPredicate::Equal:
      rewriter.replaceOp(op, op.getValIfFalse());
      return success();
    case ComparisonPredicate::NotEqual:
      rewriter.replaceOp(op, op.getValIfTrue());
      return success();
    default:
      return failure();
    }
  }
};

/// select(xori(p, true), a, b) -> select(p, b, a). The constant is on the
/// right and true in every element.
struct SelectNegatedCondition : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = negatedBool(op.getCond());
    if (!condition)
      return failure();
    rewriter.replaceOpWithNewOp<SelectOp>(
        op, op.getType(), condition, op.getValIfFalse(), op.getValIfTrue());
    return success();
  }
};

/// select(c, select(c, a, b), d) -> select(c, a, d), and the mirror image. The
/// conditions are one value.
struct SelectNested : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto onTrue = op.getValIfTrue().getDefiningOp<SelectOp>();
    auto onFalse = op.getValIfFalse().getDefiningOp<SelectOp>();
    if (onTrue && onTrue.getCond() == op.getCond()) {
      rewriter.modifyOpInPlace(
          op, [&] { op.getValIfTrueMutable().assign(onTrue.getValIfTrue()); });
      return success();
    }
    if (onFalse && onFalse.getCond() == op.getCond()) {
      rewriter.modifyOpInPlace(op, [&] {
        op.getValIfFalseMutable().assign(onFalse.getValIfFalse());
      });
      return success();
    }
    return failure();
  }
};

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

/// if true { A } else { B } -> A; with false -> B (or nothing). The branch
/// that runs must end in `yield`: one that leaves through `continue` or
/// `return` would end up in the middle of a block.
struct IfConstantCondition : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> condition = constantBool(op.getCondition());
    if (!condition)
      return failure();
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

/// if xori(c, true) { A } else { B } -> if c { B } else { A }. Both branches
/// exist; the constant is on the right.
template <bool keepCondition>
struct IfNegatedCondition : OpRewritePattern<IfOp> {
  using OpRewritePattern<IfOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = negatedBool(op.getCondition());
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

/// if c { A } else { } -> if c { A }. The else branch holds an operand-less
/// yield only, so the if has no results.
struct IfEmptyElse : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Region &region = op.getElseRegion();
    if (region.empty() || op.getNumResults() ||
        !isa<YieldOp>(region.front().front()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { rewriter.eraseBlock(&region.front()); });
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

template <typename PatternT> static void populate(RewritePatternSet &patterns) {
  patterns.add<PatternT>(patterns.getContext());
}

static constexpr PatternRow patternTable[] = {
    {"cuda-tile-select-same-arm", "select(c, x, x) -> x",
     populate<SelectSameArm>},
    {"cuda-tile-select-constant-condition",
     "select(true, x, y) -> x; select(false, x, y) -> y",
     populate<SelectConstantCondition<false>>},
    {"cuda-tile-select-constant-condition",
     "select(true, x, y) -> y; select(false, x, y) -> x",
     populate<SelectConstantCondition<true>>, SeededBug::SelectSwappedArms},
    {"cuda-tile-select-identity", "select(c, true, false) -> c",
     populate<SelectIdentity>},
    {"cuda-tile-select-of-compare",
     "select(cmpi equal a b, {a, b}) -> false arm; not_equal -> true arm",
     populate<SelectOfCompare>},
    {"cuda-tile-select-negated-condition",
     "select(xori(p, true), a, b) -> select(p, b, a)",
     populate<SelectNegatedCondition>},
    {"cuda-tile-select-nested",
     "select(c, select(c, a, b), d) -> select(c, a, d), and its mirror image",
     populate<SelectNested>},
    {"cuda-tile-if-constant-condition",
     "if with a constant condition -> the branch that runs, if it yields",
     populate<IfConstantCondition>},
    {"cuda-tile-if-negated-condition",
     "if xori(c, true) A else B -> if c B else A",
     populate<IfNegatedCondition<false>>},
    {"cuda-tile-if-negated-condition",
     "if xori(c, true) A else B -> if xori(c, true) B else A",
     populate<IfNegatedCondition<true>>, SeededBug::IfSwapWithoutNegation},
    {"cuda-tile-if-empty-else", "if c A else {} -> if c A",
     populate<IfEmptyElse>},
};

llvm::ArrayRef<PatternRow> cuda_tile::getPatternRows() { return patternTable; }

const tilefuzz::NamedPatternsPassInfo &cuda_tile::getCanonicalizePassInfo() {
  static constexpr tilefuzz::NamedPatternsPassInfo info{
      "cuda-tile-canonicalize", "named rewrites of the public dialect",
      patternTable};
  return info;
}
