//===- TileAAPatterns.cpp - Named rewrites of nv_tileaa
//-----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAPatterns.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

/// The value of an i1 mask all of whose elements are one constant.
static std::optional<bool> constantMask(Value mask) {
  if (!mask)
    return std::nullopt;
  if (auto splat = mask.getDefiningOp<SplatOp>())
    mask = splat.getSource();
  APInt value;
  if (!matchPattern(mask, m_ConstantInt(&value)) || value.getBitWidth() != 1)
    return std::nullopt;
  return !value.isZero();
}

/// The token that an erased access leaves behind.
static Value tokenOrFresh(Value token, Location loc,
                          PatternRewriter &rewriter) {
  if (token)
    return token;
  return CreateMemTokenOp::create(rewriter, loc);
}

namespace {

/// What the sum of a chain's offsets is made of.
enum class ChainSum { Wide, Narrow, ScaledInner };

/// addptr(addptr(p, a), b) -> addptr(p, sext(a) + sext(b)), the sum in i64.
/// Always: an address is p plus the exact sum; the narrow sum may wrap.
template <ChainSum sum> struct AddPtrChain : OpRewritePattern<AddPtrOp> {
  using OpRewritePattern<AddPtrOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(AddPtrOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getBase().getDefiningOp<AddPtrOp>();
    if (!inner)
      return failure();
    Location loc = op.getLoc();
    Value first = inner.getOffset(), second = op.getOffset();
    if (sum != ChainSum::Narrow || first.getType() != second.getType()) {
      first = widen(first, rewriter);
      second = widen(second, rewriter);
    }
    if (sum == ChainSum::ScaledInner) {
      Type element =
          cast<PtrType>(getTileElementType(op.getType())).getPointeeType();
      int64_t bytes = (element.getIntOrFloatBitWidth() + 7) / 8;
      Value scale = arith::ConstantOp::create(
          rewriter, loc, rewriter.getI64IntegerAttr(bytes));
      if (isa<RankedTensorType>(first.getType()))
        scale = SplatOp::create(rewriter, loc, first.getType(), scale);
      first = arith::MulIOp::create(rewriter, loc, first, scale);
    }
    Value offset = arith::AddIOp::create(rewriter, loc, first, second);
    rewriter.replaceOpWithNewOp<AddPtrOp>(op, op.getType(), inner.getBase(),
                                          offset);
    return success();
  }
  static Value widen(Value offset, PatternRewriter &rewriter) {
    if (getTileElementType(offset.getType()).isInteger(64))
      return offset;
    Type wide =
        getTileType(getTileShape(offset.getType()), rewriter.getI64Type());
    return arith::ExtSIOp::create(rewriter, offset.getLoc(), wide, offset);
  }
};

/// load mask true -> load; load mask false with `other` -> `other` and
/// the input token. Erased only if weak or relaxed: an acquire orders also
/// when it reads nothing.
struct MaskedLoad : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> mask = constantMask(op.getMask());
    if (!mask)
      return failure();
    if (*mask) {
      rewriter.replaceOpWithNewOp<LoadOp>(
          op, op.getResult().getType(), op.getResultToken().getType(),
          op.getAddresses(), Value(), Value(), op.getToken(),
          op.getMemSemanticAttr(), op.getMemScopeAttr(),
          op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
          op.getOptimizationHintsAttr());
      return success();
    }
    if (op.getMemSemantic() > MemSemantic::Relaxed || !op.getOther())
      return failure();
    Value token = tokenOrFresh(op.getToken(), op.getLoc(), rewriter);
    rewriter.replaceOp(op, {op.getOther(), token});
    return success();
  }
};

/// store mask true -> store; store mask false -> the input token. Erased only
/// if weak or relaxed: a release orders also when it writes nothing.
template <bool dropToken> struct MaskedStore : OpRewritePattern<StoreOp> {
  using OpRewritePattern<StoreOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> mask = constantMask(op.getMask());
    if (!mask)
      return failure();
    if (*mask) {
      rewriter.replaceOpWithNewOp<StoreOp>(
          op, op.getResultToken().getType(), op.getAddresses(), op.getValue(),
          Value(), op.getToken(), op.getMemSemanticAttr(), op.getMemScopeAttr(),
          op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
          op.getOptimizationHintsAttr());
      return success();
    }
    if (op.getMemSemantic() > MemSemantic::Relaxed)
      return failure();
    rewriter.replaceOp(op, tokenOrFresh(dropToken ? Value() : op.getToken(),
                                        op.getLoc(), rewriter));
    return success();
  }
};

/// op(splat x) -> splat x of the result type. Always: every element is x.
template <typename OpTy> struct OfSplat : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getSource().template getDefiningOp<SplatOp>();
    if (!splat)
      return failure();
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSource());
    return success();
  }
};

/// view(view x) -> view x, or x if the type is x's. Always: a view keeps the
/// row-major element order.
struct ViewChain : OpRewritePattern<ViewOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ViewOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<ViewOp>();
    if (!inner)
      return failure();
    if (inner.getSource().getType() == op.getType())
      rewriter.replaceOp(op, inner.getSource());
    else
      rewriter.replaceOpWithNewOp<ViewOp>(op, op.getType(), inner.getSource());
    return success();
  }
};

} // namespace

template <typename Pattern> static void add(RewritePatternSet &patterns) {
  patterns.add<Pattern>(patterns.getContext());
}

static constexpr PatternRow patternTable[] = {
    {"tileaa-addptr-chain",
     "addptr(addptr(p, a), b) -> addptr(p, sext(a) + sext(b)); always",
     add<AddPtrChain<ChainSum::Wide>>},
    {"tileaa-addptr-chain", "adds in the narrow type",
     add<AddPtrChain<ChainSum::Narrow>>, SeededBug::AddPtrNarrowAdd},
    {"tileaa-addptr-chain", "scales the inner offset by the element size",
     add<AddPtrChain<ChainSum::ScaledInner>>, SeededBug::AddPtrUnitError},
    {"tileaa-masked-load",
     "constant mask: true -> no mask; false with other -> other and the input "
     "token; erased only "
     "if weak or relaxed",
     add<MaskedLoad>},
    {"tileaa-masked-store",
     "constant mask: true -> no mask; false -> the input token; erased only if "
     "weak or relaxed",
     add<MaskedStore<false>>},
    {"tileaa-masked-store", "forgets the input token", add<MaskedStore<true>>,
     SeededBug::MaskedStoreDropsToken},
    {"tileaa-view-of-splat", "view(splat x) -> splat x; always",
     add<OfSplat<ViewOp>>},
    {"tileaa-broadcast-of-splat", "broadcast(splat x) -> splat x; always",
     add<OfSplat<BroadcastOp>>},
    {"tileaa-expand-dims-of-splat", "expand_dims(splat x) -> splat x; always",
     add<OfSplat<ExpandDimsOp>>},
    {"tileaa-view-chain", "view(view x) -> view x; always", add<ViewChain>},
};

llvm::ArrayRef<PatternRow> nv_tileaa::getPatternRows() { return patternTable; }

const tilefuzz::NamedPatternsPassInfo &nv_tileaa::getCanonicalizePassInfo() {
  static constexpr tilefuzz::NamedPatternsPassInfo info{
      "tileaa-canonicalize", "Apply the named rewrites of nv_tileaa",
      patternTable};
  return info;
}
