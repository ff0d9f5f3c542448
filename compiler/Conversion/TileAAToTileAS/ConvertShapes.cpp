//===- ConvertShapes.cpp - Slices, permutations, scans, coordinates -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// TileAA/TileAS facts, 5.2: what nv_tileas has no operation for is made of
// layouts and slices.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/TileAS/Layout.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

namespace {

/// The elements stay where they are under other coordinates, then move to
/// where the result's layout wants them.
struct PermuteConversion : OpConversionPattern<aa::PermuteOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::PermuteOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(in.getSource().getType());
    auto type =
        cast<RankedTensorType>(getTypeConverter()->convertType(op.getType()));
    as::LinearLayoutAttr permuted = as::getPermutedLayout(
        as::getLayout(source), source.getShape(), op.getPermutation());
    Value renamed = as::ReinterpretOp::create(
        rewriter, op.getLoc(), as::withLayout(type, permuted), in.getSource(),
        op.getPermutationAttr());
    replaceWithNew<as::ConvertLayoutOp>(rewriter, op, type, renamed);
    return success();
  }
};

struct CatConversion : SeededConversion<aa::CatOp> {
  using SeededConversion::SeededConversion;
  LogicalResult
  matchAndRewrite(aa::CatOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    Value whole = as::AllocTensorOp::create(rewriter, op.getLoc(), type);
    SmallVector<int64_t> first(aa::getTileShape(type).size(), 0);
    SmallVector<int64_t> second(first);
    second[op.getAxis()] =
        aa::getTileShape(in.getLhs().getType())[op.getAxis()];
    // Seeded: the second comes first.
    bool swaps = in.getLhs() != in.getRhs() &&
                 in.getLhs().getType() == in.getRhs().getType() &&
                 bugs.acts(SeededBug::CatSwapsOperands);
    auto insert = [&](Value part, Value into, ArrayRef<int64_t> at) {
      return as::InsertSliceOp::create(rewriter, op.getLoc(), type, part, into,
                                       at);
    };
    whole = insert(swaps ? in.getRhs() : in.getLhs(), whole, first);
    whole = insert(swaps ? in.getLhs() : in.getRhs(), whole, second);
    replaceCarrying(rewriter, op, whole);
    return success();
  }
};

struct ExtractSliceConversion : OpConversionPattern<aa::ExtractSliceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::ExtractSliceOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    replaceWithNew<as::ExtractSliceOp>(
        rewriter, op, getTypeConverter()->convertType(op.getType()),
        in.getSource(), in.getOffsets(), op.getStrides());
    return success();
  }
};

struct GenerateConversion : OpConversionPattern<aa::GenerateOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::GenerateOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto generate = as::GenerateOp::create(
        rewriter, op.getLoc(), getTypeConverter()->convertType(op.getType()));
    rewriter.inlineRegionBefore(op.getBody(), generate.getBody(),
                                generate.getBody().end());
    replaceCarrying(rewriter, op, generate->getResults());
    return success();
  }
};

struct ScanConversion : SeededConversion<aa::ScanOp> {
  using SeededConversion::SeededConversion;
  LogicalResult
  matchAndRewrite(aa::ScanOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return failure();
    bool inclusive = op.getInclusive();
    bool canShow = aa::getTileShape(types.front())[op.getAxis()] > 1;
    if (canShow)
      inclusive = bugs.pick(SeededBug::ScanBecomesExclusive, inclusive, false);
    auto scan = as::ScanOp::create(rewriter, op.getLoc(), types,
                                   in.getOperands(), op.getAxis(), inclusive,
                                   op.getReverse(), op.getIdentities());
    rewriter.inlineRegionBefore(op.getBody(), scan.getBody(),
                                scan.getBody().end());
    replaceCarrying(rewriter, op, scan.getResults());
    return success();
  }
};

} // namespace

void tilefuzz::populateTileASShapeConversions(const TypeConverter &converter,
                                              RewritePatternSet &patterns,
                                              const BugSet &bugs) {
  patterns.add<PermuteConversion, ExtractSliceConversion, GenerateConversion>(
      converter, patterns.getContext());
  patterns.add<CatConversion, ScanConversion>(converter, patterns.getContext(),
                                              bugs);
}
