//===- ConvertMemory.cpp - Memory, views, reductions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Accesses keep their order, scope and tokens one to one (facts, I5, I9, I19).
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/TileAS/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

namespace {

struct LoadConversion : SeededConversion<aa::LoadOp> {
  using SeededConversion::SeededConversion;
  LogicalResult
  matchAndRewrite(aa::LoadOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    Value mask = in.getMask(), other = in.getOther();
    // Seeded: a load that may read anywhere needs no mask.
    if (mask && other && bugs.acts(SeededBug::LoadLosesMask))
      mask = other = {};
    replaceWithNew<as::LoadOp>(
        rewriter, op, getTypeConverter()->convertType(op.getResult().getType()),
        op.getResultToken().getType(), in.getAddresses(), mask, other,
        in.getToken(), op.getMemSemanticAttr(), op.getMemScopeAttr(),
        op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
        op.getOptimizationHintsAttr());
    return success();
  }
};

struct StoreConversion : SeededConversion<aa::StoreOp> {
  using SeededConversion::SeededConversion;
  LogicalResult
  matchAndRewrite(aa::StoreOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    aa::MemScopeAttr scope = op.getMemScopeAttr();
    // Seeded: nobody is beyond the device.
    if (scope && scope.getValue() == aa::MemScope::System &&
        bugs.acts(SeededBug::StoreSystemIsDevice))
      scope = aa::MemScopeAttr::get(op.getContext(), aa::MemScope::Gpu);
    replaceWithNew<as::StoreOp>(
        rewriter, op, op.getResultToken().getType(), in.getAddresses(),
        in.getValue(), in.getMask(), in.getToken(), op.getMemSemanticAttr(),
        scope, op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
        op.getOptimizationHintsAttr());
    return success();
  }
};

struct BlockTileConversion : OpConversionPattern<aa::BlockTileOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::BlockTileOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    replaceWithNew<as::ViewOp>(rewriter, op,
                               getTypeConverter()->convertType(op.getType()),
                               in.getSource());
    return success();
  }
};

/// View indices are read unsigned (part 2, 5.3).
static SmallVector<Value> castIndices(OpBuilder &builder, Location loc,
                                      ValueRange indices, const BugSet &bugs) {
  SmallVector<Value> coordinates;
  for (Value index : indices) {
    Type type = builder.getIndexType();
    // The rows of a sparse dimension are a tile.
    if (auto rows = dyn_cast<RankedTensorType>(index.getType()))
      type = rows.clone(type);
    if (bugs.acts(SeededBug::ViewIndexSignedness))
      coordinates.push_back(
          arith::IndexCastOp::create(builder, loc, type, index));
    else
      coordinates.push_back(
          arith::IndexCastUIOp::create(builder, loc, type, index));
  }
  return coordinates;
}

/// Seeded: those of the tensor's dimensions, in their order.
static SmallVector<Value>
byDimension(ValueRange indices, aa::TiledViewType view, const BugSet &bugs) {
  SmallVector<Value> moved(indices);
  ArrayRef<int64_t> dims = view.getDimMap();
  if (view.getMemref().getRank() != int64_t(moved.size()) ||
      llvm::is_sorted(dims) || !bugs.acts(SeededBug::ViewIndicesByDimension))
    return moved;
  for (auto [axis, dim] : llvm::enumerate(dims))
    moved[axis] = indices[dim];
  return moved;
}

template <typename From, typename To>
struct ViewLoadConversion : SeededConversion<From> {
  using SeededConversion<From>::SeededConversion;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    const BugSet &bugs = this->bugs;
    aa::PaddingAttr padding;
    if (op.getView().getType().getPadding() != aa::Padding::None)
      padding = aa::PaddingAttr::get(op.getContext(),
                                     op.getView().getType().getPadding());
    if (padding)
      padding = bugs.pick(SeededBug::TiledLoadLosesPadding, padding,
                          aa::PaddingAttr());
    // Seeded: a zero is a zero.
    if (padding && padding.getValue() == aa::Padding::NegZero &&
        bugs.acts(SeededBug::PaddingLosesSign))
      padding = aa::PaddingAttr::get(op.getContext(), aa::Padding::Zero);
    // Seeded: no edge, so nothing to pad.
    UnitAttr inBounds = bugs.pick(SeededBug::TiledLoadInBounds, UnitAttr(),
                                  rewriter.getUnitAttr());
    if (inBounds)
      padding = {};
    auto load = replaceWithNew<To>(
        rewriter, op,
        this->getTypeConverter()->convertType(op.getResult().getType()),
        op.getResultToken().getType(), in.getView(),
        castIndices(rewriter, op.getLoc(),
                    byDimension(in.getIndices(), op.getView().getType(), bugs),
                    bugs),
        in.getToken(), inBounds, padding, op.getMemSemanticAttr(),
        op.getMemScopeAttr(), op.getCacheModifierAttr(),
        op.getEvictionPolicyAttr(), op.getOptimizationHintsAttr());
    if constexpr (std::is_same_v<From, aa::TiledLoadOp>) {
      if (in.getMask())
        load.getMaskMutable().assign(in.getMask());
      if (in.getOther())
        load.getOtherMutable().assign(in.getOther());
    }
    return success();
  }
};

template <typename From, typename To>
struct ViewStoreConversion : SeededConversion<From> {
  using SeededConversion<From>::SeededConversion;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    const BugSet &bugs = this->bugs;
    Value token = in.getToken();
    if (token && bugs.acts(SeededBug::TiledStoreDropsToken))
      token = {};
    auto store = replaceWithNew<To>(
        rewriter, op, op.getResultToken().getType(), in.getView(),
        in.getValue(),
        castIndices(rewriter, op.getLoc(), in.getIndices(), bugs), token,
        /*in_bounds=*/UnitAttr(), op.getMemSemanticAttr(), op.getMemScopeAttr(),
        op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
        op.getOptimizationHintsAttr());
    // Seeded: elements outside the tensor are left out anyway.
    if constexpr (std::is_same_v<From, aa::TiledStoreOp>)
      if (in.getMask() && !bugs.acts(SeededBug::TiledStoreLosesMask))
        store.getMaskMutable().assign(in.getMask());
    return success();
  }
};

struct TiledUpdateConversion : SeededConversion<aa::TiledAtomicRMWOp> {
  using SeededConversion::SeededConversion;
  LogicalResult
  matchAndRewrite(aa::TiledAtomicRMWOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    Type result;
    if (op.getResult())
      result = getTypeConverter()->convertType(op.getResult().getType());
    // Seeded: who updates a tile publishes nothing.
    aa::MemSemanticAttr semantic = op.getMemSemanticAttr();
    if (semantic && semantic.getValue() == aa::MemSemantic::Release &&
        bugs.acts(SeededBug::ViewUpdateLosesRelease))
      semantic =
          aa::MemSemanticAttr::get(op.getContext(), aa::MemSemantic::Relaxed);
    replaceWithNew<as::TiledAtomicRMWOp>(
        rewriter, op, result, op.getResultToken().getType(), in.getView(),
        in.getValue(),
        castIndices(rewriter, op.getLoc(), in.getIndices(), bugs),
        in.getToken(), op.getRmwModeAttr(), semantic, op.getMemScopeAttr());
    return success();
  }
};

/// A size is the memref's, whatever cuts it.
struct DimSizeConversion : OpConversionPattern<aa::GetDimSizeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::GetDimSizeOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    auto view = dyn_cast<as::TiledViewType>(in.getSource().getType());
    if (!view)
      return failure();
    Value memref = as::ViewOp::create(rewriter, op.getLoc(), view.getMemref(),
                                      in.getSource());
    replaceWithNew<aa::GetDimSizeOp>(rewriter, op, op.getType(), memref,
                                     op.getDimAttr());
    return success();
  }
};

/// Seeded: elements of f32 that have passed through bf16.
static Value throughBF16(Value tile, ConversionPatternRewriter &rewriter) {
  Location loc = tile.getLoc();
  Type wide = tile.getType();
  Type narrow = cast<RankedTensorType>(wide).clone(rewriter.getBF16Type());
  Value rounded = arith::TruncFOp::create(rewriter, loc, narrow, tile);
  return arith::ExtFOp::create(rewriter, loc, wide, rounded);
}

static bool isSumOfF32(Block &body) {
  return body.getNumArguments() == 2 && body.getArgument(0).getType().isF32() &&
         isa<aa::AddFOp, arith::AddFOp>(body.front());
}

struct ReduceConversion : SeededConversion<aa::ReduceOp> {
  using SeededConversion::SeededConversion;
  LogicalResult
  matchAndRewrite(aa::ReduceOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return failure();
    SmallVector<Value> operands(in.getOperands());
    if (isSumOfF32(op.getBody().front()) &&
        bugs.acts(SeededBug::SumMovesNarrow))
      operands[0] = throughBF16(operands[0], rewriter);
    uint32_t axis = op.getAxis();
    ArrayRef<int64_t> shape = aa::getTileShape(operands[0].getType());
    // Seeded: an inner axis that is as long as the one before is that one.
    if (axis > 0 && axis + 1 < shape.size() && shape[axis] > 1 &&
        shape[axis] == shape[axis - 1] &&
        bugs.acts(SeededBug::ReduceOtherEqualAxis))
      --axis;
    auto reduce = as::ReduceOp::create(rewriter, op.getLoc(), types, operands,
                                       axis, op.getIdentities());
    rewriter.inlineRegionBefore(op.getBody(), reduce.getBody(),
                                reduce.getBody().end());
    replaceCarrying(rewriter, op, reduce.getResults());
    return success();
  }
};

struct YieldConversion : OpConversionPattern<aa::YieldOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::YieldOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    carryAttributes(
        op, as::YieldOp::create(rewriter, op.getLoc(), in.getOperands()));
    rewriter.eraseOp(op); // carried
    return success();
  }
};

} // namespace

void tilefuzz::populateTileASMemoryConversions(const TypeConverter &converter,
                                               RewritePatternSet &patterns,
                                               const BugSet &bugs) {
  patterns.add<BlockTileConversion, DimSizeConversion, YieldConversion>(
      converter, patterns.getContext());
  patterns.add<LoadConversion, StoreConversion,
               ViewLoadConversion<aa::TiledLoadOp, as::TiledLoadOp>,
               ViewLoadConversion<aa::GatherLoadOp, as::GatherLoadOp>,
               ViewStoreConversion<aa::TiledStoreOp, as::TiledStoreOp>,
               ViewStoreConversion<aa::ScatterStoreOp, as::ScatterStoreOp>,
               TiledUpdateConversion, ReduceConversion>(
      converter, patterns.getContext(), bugs);
}
