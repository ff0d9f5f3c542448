//===- TileAAShapeRewrites.cpp - Shapes of splats, chains of views --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAARewrites.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

namespace {

/// op(splat x) -> splat x of the result type, also of a constant whose elements
/// are equal. Always: every element is x.
/// (Wrong: also of a constant whose elements differ, which gives the first; or
/// of one whose first and last are equal.)
enum class Uniform { All, First, FirstAndLast };
template <typename OpTy, Uniform variant = Uniform::All>
struct OfSplat : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (auto splat = op.getSource().template getDefiningOp<SplatOp>()) {
      rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSource());
      return success();
    }
    DenseElementsAttr dense;
    if (!matchPattern(op.getSource(), m_Constant(&dense)) ||
        !(dense.isSplat() || isTaken(dense)))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, DenseElementsAttr::get(cast<ShapedType>(op.getType()),
                                   *dense.value_begin<Attribute>()));
    return success();
  }
  static bool isTaken(DenseElementsAttr dense) {
    if (variant != Uniform::FirstAndLast)
      return variant == Uniform::First;
    auto values = dense.getValues<Attribute>();
    return values[0] == values[dense.getNumElements() - 1];
  }
};

/// view(view x) -> view x, or x if the type is x's. Always: a view keeps the
/// row-major element order. A permutation does not. Many views of a chain are
/// passed in one step, to the first tile of the type, else to the first of all:
/// a step to the next but one would hand the users of each on to the one
/// before it, all those of the rest of the chain each time.
template <bool throughPermute> struct ViewChain : OpRewritePattern<ViewOp> {
  using OpRewritePattern<ViewOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ViewOp op,
                                PatternRewriter &rewriter) const override {
    // What is passed is passed again for each view of the chain.
    constexpr unsigned mostPassed = 256;
    Value source, same;
    auto inner = op.getSource().getDefiningOp<ViewOp>();
    for (unsigned passed = 0; inner && passed < mostPassed;
         inner = source.getDefiningOp<ViewOp>(), ++passed) {
      source = inner.getSource();
      if (source.getType() == op.getType())
        same = source;
    }
    if (same)
      source = same;
    if (auto permute = op.getSource().getDefiningOp<PermuteOp>();
        permute && throughPermute)
      source = permute.getSource();
    if (!source)
      return failure();
    if (source.getType() == op.getType())
      rewriter.replaceOp(op, source);
    else
      rewriter.replaceOpWithNewOp<ViewOp>(op, op.getType(), source);
    return success();
  }
};

} // namespace

static constexpr PatternRow rows[] = {
    {"tileaa-view-of-splat",
     "view(splat x) -> splat x, also of a constant of equal elements; always",
     populate<OfSplat<ViewOp>>},
    {"tileaa-view-of-splat", "takes a constant's first element for all",
     populate<OfSplat<ViewOp, Uniform::First>>, SeededBug::ViewOfFirstElement},
    {"tileaa-view-of-splat", "looks at a constant's first and last element",
     populate<OfSplat<ViewOp, Uniform::FirstAndLast>>,
     SeededBug::ViewOfOuterElements},
    {"tileaa-broadcast-of-splat",
     "broadcast(splat x) -> splat x, also of a constant of equal elements; "
     "always",
     populate<OfSplat<BroadcastOp>>},
    {"tileaa-broadcast-of-splat", "takes a constant's first element for all",
     populate<OfSplat<BroadcastOp, Uniform::First>>,
     SeededBug::BroadcastOfFirstElement},
    {"tileaa-expand-dims-of-splat",
     "expand_dims(splat x) -> splat x, also of a constant of equal elements; "
     "always",
     populate<OfSplat<ExpandDimsOp>>},
    {"tileaa-slice-of-splat",
     "extract_slice(splat x) -> splat x, also of a constant of equal elements; "
     "always",
     populate<OfSplat<ExtractSliceOp>>},
    {"tileaa-slice-of-splat", "takes a constant's first element for all",
     populate<OfSplat<ExtractSliceOp, Uniform::First>>,
     SeededBug::SliceOfFirstElement},
    {"tileaa-view-chain",
     "view(view x) -> view x; always, but through no permute: the element "
     "order stays",
     populate<ViewChain<false>>},
    {"tileaa-view-chain", "takes a permute for a view",
     populate<ViewChain<true>>, SeededBug::ViewThroughPermute},
};
llvm::ArrayRef<PatternRow> nv_tileaa::getShapeRows() { return rows; }
