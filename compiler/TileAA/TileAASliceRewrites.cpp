//===- TileAASliceRewrites.cpp - Slices of tiles --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What moves up past a slice has as many elements less to compute.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "compiler/TileAA/TileAARewrites.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

/// start + step * index, all read unsigned, in i64: within a tile neither
/// wraps.
/// (Wrong: read signed.)
static Value place(PatternRewriter &rewriter, Location loc, Value start,
                   int64_t step, Value index, bool readsSigned = false) {
  auto widen = [&](Value value) -> Value {
    if (value.getType().isInteger(64))
      return value;
    if (readsSigned)
      return arith::ExtSIOp::create(rewriter, loc, rewriter.getI64Type(),
                                    value);
    return arith::ExtUIOp::create(rewriter, loc, rewriter.getI64Type(), value);
  };
  Value moved = widen(index);
  if (step != 1)
    moved = arith::MulIOp::create(
        rewriter, loc, moved,
        arith::ConstantOp::create(rewriter, loc,
                                  rewriter.getI64IntegerAttr(step)));
  return start ? arith::AddIOp::create(rewriter, loc, widen(start), moved)
               : moved;
}

namespace {

/// slice(x) -> x where it is as large as x. Always: its offsets can only be 0.
struct SliceOfAll : OpRewritePattern<ExtractSliceOp> {
  using OpRewritePattern<ExtractSliceOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getSource().getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, op.getSource());
    return success();
  }
};

/// slice(f(x, ..)) -> f(slice(x), ..), for element-wise f under the condition
/// of tileaa-extract-of-elementwise. Operands that are scalars stay; one that
/// comes twice is cut once.
/// (Wrong: the offsets are reversed; or the third of three is the second.)
enum class Cut { Sound, Reversed, ThirdIsSecond };
template <Cut variant>
struct SliceOfElementwise : OpRewritePattern<ExtractSliceOp> {
  using OpRewritePattern<ExtractSliceOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    Operation *source = op.getSource().getDefiningOp();
    if (!source || !movesToItsUse(source))
      return failure();
    SmallVector<Value> offsets(op.getOffsets());
    if (variant == Cut::Reversed)
      std::reverse(offsets.begin(), offsets.end());
    SmallVector<Value> operands;
    llvm::SmallDenseMap<Value, Value, 4> slices;
    for (Value operand : source->getOperands()) {
      if (variant == Cut::ThirdIsSecond && operands.size() == 2 &&
          operand.getType() == source->getOperand(1).getType())
        operand = source->getOperand(1);
      if (auto tile = dyn_cast<RankedTensorType>(operand.getType())) {
        Value &slice = slices[operand];
        if (!slice)
          slice = ExtractSliceOp::create(
              rewriter, op.getLoc(), op.getType().clone(tile.getElementType()),
              operand, offsets, op.getStrides());
        operand = slice;
      }
      operands.push_back(operand);
    }
    OperationState state(source->getLoc(), source->getName(), operands,
                         op->getResultTypes());
    Operation *moved = rewriter.create(state);
    tilefuzz::carryAttributes(source, moved);
    moved->copyProperties(source->getPropertiesStorage());
    rewriter.replaceOp(op, moved);
    return success();
  }
};

/// slice(expand_dims(x, axis)) -> expand_dims(slice(x), axis). The offset along
/// the axis can only be 0. The expansion has no other use: each slice of a
/// chain of them would repeat all of it.
/// (Wrong: another offset goes; or the last stride.)
enum class Expanded { Sound, OtherOffset, LastStride };
template <Expanded variant>
struct SliceOfExpandDims : OpRewritePattern<ExtractSliceOp> {
  using OpRewritePattern<ExtractSliceOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getSource().getDefiningOp<ExpandDimsOp>();
    if (!expand || !expand->hasOneUse())
      return failure();
    unsigned axis = expand.getAxis();
    SmallVector<Value> offsets(op.getOffsets());
    SmallVector<int64_t> strides(op.getStrides()),
        shape(op.getType().getShape());
    strides.erase(variant == Expanded::LastStride ? strides.end() - 1
                                                  : strides.begin() + axis);
    shape.erase(shape.begin() + axis);
    offsets.erase(offsets.begin() + (variant == Expanded::OtherOffset
                                         ? offsets.size() - 1 - axis
                                         : axis));
    Value slice =
        ExtractSliceOp::create(rewriter, op.getLoc(), op.getType().clone(shape),
                               expand.getSource(), offsets, strides);
    tilefuzz::carryAttributes(op, slice.getDefiningOp());
    auto moved = ExpandDimsOp::create(rewriter, expand.getLoc(), op.getType(),
                                      slice, expand.getAxisAttr());
    tilefuzz::carryAttributes(expand, moved);
    rewriter.replaceOp(op, moved);
    return success();
  }
};

/// slice(slice(x, a, s), b, t) -> slice(x, a + s * b, s * t). The inner one has
/// no other use and disappears.
/// (Wrong: b is not scaled; or the strides are added, where both are greater
/// than 1.)
enum class Chained { Sound, IgnoresStride, AddsStrides };
template <Chained variant>
struct SliceChain : OpRewritePattern<ExtractSliceOp> {
  using OpRewritePattern<ExtractSliceOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<ExtractSliceOp>();
    if (!inner || !inner->hasOneUse())
      return failure();
    SmallVector<Value> offsets;
    SmallVector<int64_t> strides;
    for (auto [start, step, index, stride] :
         llvm::zip_equal(inner.getOffsets(), inner.getStrides(),
                         op.getOffsets(), op.getStrides())) {
      offsets.push_back(place(rewriter, op.getLoc(), start,
                              variant == Chained::IgnoresStride ? 1 : step,
                              index));
      strides.push_back(variant == Chained::AddsStrides ? step + stride - 1
                                                        : step * stride);
    }
    rewriter.replaceOpWithNewOp<ExtractSliceOp>(
        op, op.getType(), inner.getSource(), offsets, strides);
    return success();
  }
};

/// extract(slice(x, a, s), i) -> extract(x, a + s * i). The slice has no other
/// use and disappears.
/// (Wrong: a is forgotten; or indices are read signed; or s (a + i).)
enum class Element { Sound, ForgetsOffset, ReadsSigned, ScalesStart };
template <Element variant> struct ExtractOfSlice : OpRewritePattern<ExtractOp> {
  using OpRewritePattern<ExtractOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ExtractOp op,
                                PatternRewriter &rewriter) const override {
    auto slice = op.getSource().getDefiningOp<ExtractSliceOp>();
    if (!slice || !slice->hasOneUse())
      return failure();
    SmallVector<Value> indices;
    for (auto [start, step, index] : llvm::zip_equal(
             slice.getOffsets(), slice.getStrides(), op.getIndices())) {
      if (variant == Element::ScalesStart) {
        Value sum = place(rewriter, op.getLoc(), start, 1, index);
        indices.push_back(place(rewriter, op.getLoc(), Value(), step, sum));
        continue;
      }
      indices.push_back(
          place(rewriter, op.getLoc(),
                variant == Element::ForgetsOffset ? Value() : start, step,
                index, variant == Element::ReadsSigned));
    }
    rewriter.replaceOpWithNewOp<ExtractOp>(op, op.getType(), slice.getSource(),
                                           indices);
    return success();
  }
};

} // namespace

static constexpr PatternRow rows[] = {
    {"tileaa-slice-of-all",
     "extract_slice(x) of x's own shape -> x; always: its offsets are 0",
     populate<SliceOfAll>},
    {"tileaa-slice-of-elementwise",
     "extract_slice(f(x, ..)) -> f(extract_slice(x), ..); f has no effect, and "
     "no other use or is cheap and reads no other element-wise operation",
     populate<SliceOfElementwise<Cut::Sound>>},
    {"tileaa-slice-of-elementwise", "reverses the offsets",
     populate<SliceOfElementwise<Cut::Reversed>>,
     SeededBug::SliceReversesOffsets},
    {"tileaa-slice-of-elementwise", "cuts the second for the third",
     populate<SliceOfElementwise<Cut::ThirdIsSecond>>,
     SeededBug::SliceThirdIsSecond},
    {"tileaa-slice-of-expand-dims",
     "extract_slice(expand_dims(x, a)) -> expand_dims(extract_slice(x), a); "
     "the expansion has no other use",
     populate<SliceOfExpandDims<Expanded::Sound>>},
    {"tileaa-slice-of-expand-dims", "drops another axis' offset",
     populate<SliceOfExpandDims<Expanded::OtherOffset>>,
     SeededBug::SliceDropsOtherAxis},
    {"tileaa-slice-of-expand-dims", "drops the last axis' stride",
     populate<SliceOfExpandDims<Expanded::LastStride>>,
     SeededBug::SliceStridesDropLast},
    {"tileaa-slice-chain",
     "extract_slice(extract_slice(x, a, s), b, t) -> extract_slice(x, a + s b, "
     "s t); the inner one has no other use",
     populate<SliceChain<Chained::Sound>>},
    {"tileaa-slice-chain", "does not scale the outer offsets",
     populate<SliceChain<Chained::IgnoresStride>>,
     SeededBug::SliceChainIgnoresStride},
    {"tileaa-slice-chain", "adds the strides instead of multiplying them",
     populate<SliceChain<Chained::AddsStrides>>,
     SeededBug::SliceChainAddsStrides},
    {"tileaa-extract-of-slice",
     "extract(extract_slice(x, a, s), i) -> extract(x, a + s i); the slice has "
     "no other use",
     populate<ExtractOfSlice<Element::Sound>>},
    {"tileaa-extract-of-slice", "forgets where the slice begins",
     populate<ExtractOfSlice<Element::ForgetsOffset>>,
     SeededBug::ExtractOfSliceForgetsOffset},
    {"tileaa-extract-of-slice", "extends narrow indices by their sign",
     populate<ExtractOfSlice<Element::ReadsSigned>>,
     SeededBug::SliceIndexSigned},
    {"tileaa-extract-of-slice", "multiplies where the slice begins, too",
     populate<ExtractOfSlice<Element::ScalesStart>>,
     SeededBug::ExtractOfSliceScalesStart},
};
llvm::ArrayRef<PatternRow> nv_tileaa::getSliceRows() { return rows; }
