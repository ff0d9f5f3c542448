//===- CudaTileSelectRewrites.cpp - Folds and patterns of select ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Folds in the order of the dialect specification, part 2, 9.3, then the three
// patterns of seed 001.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileRewrites.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

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
/// (Wrong: of floats, too.)
template <bool otherArm, typename CompareOp = CmpIOp>
struct SelectOfCompare : OpRewritePattern<SelectOp> {
  using OpRewritePattern<SelectOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto compare = op.getCond().getDefiningOp<CompareOp>();
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
      rewriter.replaceOp(op, otherArm ? op.getValIfFalse() : op.getValIfTrue());
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
/// (Wrong: the inner one's other arm, in one of the two cases.)
enum class Inner { Sound, ElseOfThen, ThenOfElse };
template <Inner variant> struct SelectNested : OpRewritePattern<SelectOp> {
  using OpRewritePattern<SelectOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto onTrue = op.getValIfTrue().getDefiningOp<SelectOp>();
    auto onFalse = op.getValIfFalse().getDefiningOp<SelectOp>();
    if (onTrue && onTrue.getCond() == op.getCond()) {
      rewriter.modifyOpInPlace(op, [&] {
        op.getValIfTrueMutable().assign(variant == Inner::ElseOfThen
                                            ? onTrue.getValIfFalse()
                                            : onTrue.getValIfTrue());
      });
      return success();
    }
    if (onFalse && onFalse.getCond() == op.getCond()) {
      rewriter.modifyOpInPlace(op, [&] {
        op.getValIfFalseMutable().assign(variant == Inner::ThenOfElse
                                             ? onFalse.getValIfTrue()
                                             : onFalse.getValIfFalse());
      });
      return success();
    }
    return failure();
  }
};

/// The constant that a value spreads over a shape, if it is one.
/// (Wrong: of two tiles, one behind the other, the first is looked at.)
static std::optional<bool> spreadBool(Value value, bool throughCat = false) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<ReshapeOp, BroadcastOp>(op) && !(throughCat && isa<CatOp>(op)))
      break;
    value = op->getOperand(0);
  }
  return constantBool(value);
}

/// ReplaceConstantSelect: select(true, a, b) -> a; select(false, a, b) -> b,
/// where the condition reshapes or broadcasts a constant whose elements are
/// all equal: the fold looks at constants only.
template <bool throughCat>
struct ReplaceConstantSelect : OpRewritePattern<SelectOp> {
  using OpRewritePattern<SelectOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> condition = spreadBool(op.getCond(), throughCat);
    if (!condition)
      return failure();
    rewriter.replaceOp(op, *condition ? op.getValIfTrue() : op.getValIfFalse());
    return success();
  }
};

/// ReplaceIdenticalSelect: select(c, a, a) -> a, where the arms are two
/// constants of the same type and the same bits (so a zero of the other sign
/// stays); the fold compares values only.
enum class Identical { Bits, FirstElements, Numbers };
template <Identical variant>
struct ReplaceIdenticalSelect : OpRewritePattern<SelectOp> {
  using OpRewritePattern<SelectOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto onTrue = op.getValIfTrue().getDefiningOp<ConstantOp>();
    auto onFalse = op.getValIfFalse().getDefiningOp<ConstantOp>();
    if (op.getValIfTrue() != op.getValIfFalse() &&
        (!onTrue || !onFalse || !areEqual(onTrue, onFalse)))
      return failure();
    rewriter.replaceOp(op, op.getValIfTrue());
    return success();
  }
  static bool areEqual(ConstantOp a, ConstantOp b) {
    if (variant == Identical::FirstElements)
      return *a.getDense().value_begin<Attribute>() ==
             *b.getDense().value_begin<Attribute>();
    if (variant == Identical::Numbers &&
        isa<FloatType>(a.getDense().getElementType()))
      return llvm::equal(a.getDense().getValues<APFloat>(),
                         b.getDense().getValues<APFloat>(),
                         [](const APFloat &x, const APFloat &y) {
                           return x.compare(y) == APFloat::cmpEqual;
                         });
    return a.getValue() == b.getValue();
  }
};

/// What a value negates, in the forms that the fold leaves: `xori(true, c)`,
/// `cmpi equal c, false` and `cmpi not_equal c, true`, constants on either
/// side. A comparison reads two i1, so both readings of the bits agree.
static Value invertedBool(Value value) {
  if (Value direct = negatedBool(value))
    return direct;
  if (auto xorOp = value.getDefiningOp<XOrIOp>())
    return spreadBool(xorOp.getLhs()) == true   ? xorOp.getRhs()
           : spreadBool(xorOp.getRhs()) == true ? xorOp.getLhs()
                                                : Value();
  auto compare = value.getDefiningOp<CmpIOp>();
  if (!compare || !isTileOf(compare.getLhs().getType(), isBoolElement))
    return {};
  std::optional<bool> negating;
  if (compare.getComparisonPredicate() == ComparisonPredicate::Equal)
    negating = false;
  if (compare.getComparisonPredicate() == ComparisonPredicate::NotEqual)
    negating = true;
  if (!negating)
    return {};
  return spreadBool(compare.getRhs()) == negating   ? compare.getLhs()
         : spreadBool(compare.getLhs()) == negating ? compare.getRhs()
                                                    : Value();
}

/// c of `cmpi less_than c, true, signed`.
static Value signedLessThanTrue(Value value) {
  auto compare = value.getDefiningOp<CmpIOp>();
  if (!compare || !isTileOf(compare.getLhs().getType(), isBoolElement) ||
      compare.getComparisonPredicate() != ComparisonPredicate::LessThan ||
      compare.getSignedness() != Signedness::Signed ||
      spreadBool(compare.getRhs()) != true)
    return {};
  return compare.getLhs();
}

/// InverseConditionSelect: select(not c, a, b) -> select(c, b, a).
/// (Wrong: c < true, signed, is not c; it never holds.)
template <bool readsLess>
struct InverseConditionSelect : OpRewritePattern<SelectOp> {
  using OpRewritePattern<SelectOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = invertedBool(op.getCond());
    if (readsLess && !condition)
      condition = signedLessThanTrue(op.getCond());
    if (!condition)
      return failure();
    rewriter.replaceOpWithNewOp<SelectOp>(
        op, op.getType(), condition, op.getValIfFalse(), op.getValIfTrue());
    return success();
  }
};
} // namespace

static constexpr PatternRow rows[] = {
    // The fold, in its order.
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
     populate<SelectOfCompare<false>>},
    {"cuda-tile-select-of-compare",
     "select(cmpi equal or not_equal a b, {a, b}) -> false arm",
     populate<SelectOfCompare<true>>, SeededBug::SelectOfCompareOtherArm},
    {"cuda-tile-select-of-compare",
     "select(cmpf equal or not_equal a b, {a, b}) -> an arm",
     populate<SelectOfCompare<false, CmpFOp>>,
     SeededBug::SelectOfCompareFloats},
    {"cuda-tile-select-negated-condition",
     "select(xori(p, true), a, b) -> select(p, b, a)",
     populate<SelectNegatedCondition>},
    {"cuda-tile-select-nested",
     "select(c, select(c, a, b), d) -> select(c, a, d), and its mirror image",
     populate<SelectNested<Inner::Sound>>},
    {"cuda-tile-select-nested",
     "select(c, select(c, a, b), d) -> select(c, b, d)",
     populate<SelectNested<Inner::ElseOfThen>>,
     SeededBug::SelectNestedInnerElse},
    {"cuda-tile-select-nested",
     "select(c, a, select(c, b, d)) -> select(c, a, b)",
     populate<SelectNested<Inner::ThenOfElse>>,
     SeededBug::SelectNestedOuterThen},
    // The patterns: what the fold does not look through.
    {"cuda-tile-select-replace-constant",
     "select with a condition that spreads a constant -> the arm it takes",
     populate<ReplaceConstantSelect<false>>},
    {"cuda-tile-select-replace-constant",
     "select with a condition that begins with a constant tile -> the arm that "
     "this takes",
     populate<ReplaceConstantSelect<true>>, SeededBug::SelectConstantOfCat},
    {"cuda-tile-select-replace-identical",
     "select(c, k, k) -> k for two constants of one value",
     populate<ReplaceIdenticalSelect<Identical::Bits>>},
    {"cuda-tile-select-replace-identical",
     "select(c, k, l) -> k for two constants of one first element",
     populate<ReplaceIdenticalSelect<Identical::FirstElements>>,
     SeededBug::SelectIdenticalFirstElement},
    {"cuda-tile-select-replace-identical",
     "select(c, k, l) -> k for two constants of the same numbers",
     populate<ReplaceIdenticalSelect<Identical::Numbers>>,
     SeededBug::SelectIdenticalByNumber},
    {"cuda-tile-select-inverse-condition",
     "select(not c, a, b) -> select(c, b, a), not: xori(true, c) or a "
     "comparison of c with a constant",
     populate<InverseConditionSelect<false>>},
    {"cuda-tile-select-inverse-condition",
     "select(c < true, a, b), signed -> select(c, b, a)",
     populate<InverseConditionSelect<true>>,
     SeededBug::SelectInverseSignedLess},
};

llvm::ArrayRef<PatternRow> cuda_tile::getSelectRows() { return rows; }
