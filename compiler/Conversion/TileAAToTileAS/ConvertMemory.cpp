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

struct LoadConversion : OpConversionPattern<aa::LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::LoadOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<as::LoadOp>(
        op, getTypeConverter()->convertType(op.getResult().getType()),
        op.getResultToken().getType(), in.getAddresses(), in.getMask(),
        in.getOther(), in.getToken(), op.getMemSemanticAttr(),
        op.getMemScopeAttr());
    return success();
  }
};

struct StoreConversion : OpConversionPattern<aa::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::StoreOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<as::StoreOp>(
        op, op.getResultToken().getType(), in.getAddresses(), in.getValue(),
        in.getMask(), in.getToken(), op.getMemSemanticAttr(),
        op.getMemScopeAttr());
    return success();
  }
};

struct BlockTileConversion : OpConversionPattern<aa::BlockTileOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::BlockTileOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<as::ViewOp>(
        op, getTypeConverter()->convertType(op.getType()), in.getSource());
    return success();
  }
};

/// View indices are read unsigned (part 2, 5.3).
static SmallVector<Value> castIndices(OpBuilder &builder, Location loc,
                                      ValueRange indices) {
  SmallVector<Value> coordinates;
  for (Value index : indices)
    coordinates.push_back(arith::IndexCastUIOp::create(
        builder, loc, builder.getIndexType(), index));
  return coordinates;
}

struct TiledLoadConversion : OpConversionPattern<aa::TiledLoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::TiledLoadOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    aa::PaddingAttr padding;
    if (op.getView().getType().getPadding() != aa::Padding::None)
      padding = aa::PaddingAttr::get(op.getContext(),
                                     op.getView().getType().getPadding());
    rewriter.replaceOpWithNewOp<as::TiledLoadOp>(
        op, getTypeConverter()->convertType(op.getResult().getType()),
        op.getResultToken().getType(), in.getView(),
        castIndices(rewriter, op.getLoc(), in.getIndices()), in.getToken(),
        /*in_bounds=*/UnitAttr(), padding, op.getMemSemanticAttr(),
        op.getMemScopeAttr());
    return success();
  }
};

struct TiledStoreConversion : OpConversionPattern<aa::TiledStoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::TiledStoreOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<as::TiledStoreOp>(
        op, op.getResultToken().getType(), in.getView(), in.getValue(),
        castIndices(rewriter, op.getLoc(), in.getIndices()), in.getToken(),
        /*in_bounds=*/UnitAttr(), op.getMemSemanticAttr(),
        op.getMemScopeAttr());
    return success();
  }
};

struct ReduceConversion : OpConversionPattern<aa::ReduceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::ReduceOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return failure();
    auto reduce =
        as::ReduceOp::create(rewriter, op.getLoc(), types, in.getOperands(),
                             op.getAxis(), op.getIdentities());
    rewriter.inlineRegionBefore(op.getBody(), reduce.getBody(),
                                reduce.getBody().end());
    rewriter.replaceOp(op, reduce.getResults());
    return success();
  }
};

struct YieldConversion : OpConversionPattern<aa::YieldOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::YieldOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<as::YieldOp>(op, in.getOperands());
    return success();
  }
};

} // namespace

void tilefuzz::populateTileASMemoryConversions(const TypeConverter &converter,
                                               RewritePatternSet &patterns) {
  patterns.add<LoadConversion, StoreConversion, BlockTileConversion,
               TiledLoadConversion, TiledStoreConversion, ReduceConversion,
               YieldConversion>(converter, patterns.getContext());
}
