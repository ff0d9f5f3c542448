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

struct StoreConversion : OpConversionPattern<aa::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::StoreOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    replaceWithNew<as::StoreOp>(
        rewriter, op, op.getResultToken().getType(), in.getAddresses(),
        in.getValue(), in.getMask(), in.getToken(), op.getMemSemanticAttr(),
        op.getMemScopeAttr(), op.getCacheModifierAttr(),
        op.getEvictionPolicyAttr(), op.getOptimizationHintsAttr());
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
  Type type = builder.getIndexType();
  for (Value index : indices)
    if (bugs.acts(SeededBug::ViewIndexSignedness))
      coordinates.push_back(
          arith::IndexCastOp::create(builder, loc, type, index));
    else
      coordinates.push_back(
          arith::IndexCastUIOp::create(builder, loc, type, index));
  return coordinates;
}

struct TiledLoadConversion : SeededConversion<aa::TiledLoadOp> {
  using SeededConversion::SeededConversion;
  LogicalResult
  matchAndRewrite(aa::TiledLoadOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    aa::PaddingAttr padding;
    if (op.getView().getType().getPadding() != aa::Padding::None)
      padding = aa::PaddingAttr::get(op.getContext(),
                                     op.getView().getType().getPadding());
    if (padding)
      padding = bugs.pick(SeededBug::TiledLoadLosesPadding, padding,
                          aa::PaddingAttr());
    // Seeded: no edge, so nothing to pad.
    UnitAttr inBounds = bugs.pick(SeededBug::TiledLoadInBounds, UnitAttr(),
                                  rewriter.getUnitAttr());
    if (inBounds)
      padding = {};
    replaceWithNew<as::TiledLoadOp>(
        rewriter, op, getTypeConverter()->convertType(op.getResult().getType()),
        op.getResultToken().getType(), in.getView(),
        castIndices(rewriter, op.getLoc(), in.getIndices(), bugs),
        in.getToken(), inBounds, padding, op.getMemSemanticAttr(),
        op.getMemScopeAttr(), op.getCacheModifierAttr(),
        op.getEvictionPolicyAttr(), op.getOptimizationHintsAttr());
    return success();
  }
};

struct TiledStoreConversion : SeededConversion<aa::TiledStoreOp> {
  using SeededConversion::SeededConversion;
  LogicalResult
  matchAndRewrite(aa::TiledStoreOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    Value token = in.getToken();
    if (token && bugs.acts(SeededBug::TiledStoreDropsToken))
      token = {};
    replaceWithNew<as::TiledStoreOp>(
        rewriter, op, op.getResultToken().getType(), in.getView(),
        in.getValue(),
        castIndices(rewriter, op.getLoc(), in.getIndices(), bugs), token,
        /*in_bounds=*/UnitAttr(), op.getMemSemanticAttr(), op.getMemScopeAttr(),
        op.getCacheModifierAttr(), op.getEvictionPolicyAttr(),
        op.getOptimizationHintsAttr());
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
    auto reduce = as::ReduceOp::create(rewriter, op.getLoc(), types, operands,
                                       op.getAxis(), op.getIdentities());
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
  patterns.add<StoreConversion, BlockTileConversion, YieldConversion>(
      converter, patterns.getContext());
  patterns.add<LoadConversion, TiledLoadConversion, TiledStoreConversion,
               ReduceConversion>(converter, patterns.getContext(), bugs);
}
