//===- ConvertMemory.cpp - Memory, pointers, tokens, views
//---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

/// Ordering and scope of an access; the integer values of the orderings agree.
template <typename OpTy> static aa::MemSemanticAttr convertSemantic(OpTy op) {
  return aa::MemSemanticAttr::get(
      op.getContext(),
      aa::MemSemantic(uint32_t(op.getMemoryOrderingSemantics())));
}
template <typename OpTy> static aa::MemScopeAttr convertScope(OpTy op) {
  std::optional<ct::MemoryScope> scope = op.getMemoryScope();
  if (!scope)
    return {};
  switch (*scope) {
  case ct::MemoryScope::TileBlock:
    return aa::MemScopeAttr::get(op.getContext(), aa::MemScope::TileBlock);
  case ct::MemoryScope::Device:
    return aa::MemScopeAttr::get(op.getContext(), aa::MemScope::Gpu);
  case ct::MemoryScope::System:
    return aa::MemScopeAttr::get(op.getContext(), aa::MemScope::System);
  }
  llvm_unreachable("unknown scope");
}

/// Hints never change meaning; they are carried as a plain dictionary.
template <typename OpTy> static DictionaryAttr convertHints(OpTy op) {
  std::optional<ct::OptimizationHintsAttr> hints = op.getOptimizationHints();
  return hints ? hints->getHints() : DictionaryAttr();
}

namespace {

struct OffsetConversion : OpConversionPattern<ct::OffsetOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::OffsetOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<aa::AddPtrOp>(op, in.getPtr().getType(),
                                              in.getPtr(), in.getOffset());
    return success();
  }
};

struct MakeTokenConversion : OpConversionPattern<ct::MakeTokenOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::MakeTokenOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<aa::CreateMemTokenOp>(op);
    return success();
  }
};

struct JoinTokensConversion : OpConversionPattern<ct::JoinTokensOp> {
  JoinTokensConversion(const TypeConverter &converter, MLIRContext *context,
                       bool firstOnly)
      : OpConversionPattern(converter, context), firstOnly(firstOnly) {}
  LogicalResult
  matchAndRewrite(ct::JoinTokensOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    // A join of one token is that token. Seeded: so is a join of several.
    if (in.getTokens().size() == 1 || (firstOnly && !in.getTokens().empty()))
      rewriter.replaceOp(op, in.getTokens().front());
    else
      rewriter.replaceOpWithNewOp<aa::JoinMemTokenOp>(op, in.getTokens());
    return success();
  }
  bool firstOnly;
};

struct LoadConversion : OpConversionPattern<ct::LoadPtrTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::LoadPtrTkoOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<aa::LoadOp>(
        op, getTypeConverter()->convertType(op.getResult().getType()),
        aa::MemTokenType::get(op.getContext()), in.getSource(), in.getMask(),
        in.getPaddingValue(), in.getToken(), convertSemantic(op),
        convertScope(op), aa::CacheModifierAttr(), aa::EvictionPolicyAttr(),
        convertHints(op));
    return success();
  }
};

struct StoreConversion : OpConversionPattern<ct::StorePtrTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::StorePtrTkoOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<aa::StoreOp>(
        op, aa::MemTokenType::get(op.getContext()), in.getDestination(),
        in.getValue(), in.getMask(), in.getToken(), convertSemantic(op),
        convertScope(op), aa::CacheModifierAttr(), aa::EvictionPolicyAttr(),
        convertHints(op));
    return success();
  }
};

struct MakeTensorViewConversion : OpConversionPattern<ct::MakeTensorViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::MakeTensorViewOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    // Sizes and strides are read unsigned; this level holds them as i64.
    auto widen = [&](ValueRange values) {
      SmallVector<Value> wide;
      for (Value value : values)
        wide.push_back(
            value.getType().isInteger(64)
                ? value
                : Value(arith::ExtUIOp::create(rewriter, op.getLoc(),
                                               rewriter.getI64Type(), value)));
      return wide;
    };
    // Distinct views may overlap, so they share one alias scope.
    rewriter.replaceOpWithNewOp<aa::MakeMemrefOp>(
        op, getTypeConverter()->convertType(op.getResult().getType()),
        in.getBase(), widen(in.getDynamicShape()),
        widen(in.getDynamicStrides()), /*alias_scope=*/0u);
    return success();
  }
};

struct MakePartitionViewConversion
    : OpConversionPattern<ct::MakePartitionViewOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::MakePartitionViewOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<aa::BlockTileOp>(
        op, getTypeConverter()->convertType(op.getResult().getType()),
        in.getTensorView());
    return success();
  }
};

struct LoadViewConversion : OpConversionPattern<ct::LoadViewTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::LoadViewTkoOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<aa::TiledViewType>(in.getView().getType()))
      return rewriter.notifyMatchFailure(op, "view has no counterpart");
    rewriter.replaceOpWithNewOp<aa::TiledLoadOp>(
        op, getTypeConverter()->convertType(op.getTile().getType()),
        aa::MemTokenType::get(op.getContext()), in.getView(), in.getIndex(),
        in.getToken(), convertSemantic(op), convertScope(op),
        aa::CacheModifierAttr(), aa::EvictionPolicyAttr(), convertHints(op));
    return success();
  }
};

struct StoreViewConversion : OpConversionPattern<ct::StoreViewTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::StoreViewTkoOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<aa::TiledViewType>(in.getView().getType()))
      return rewriter.notifyMatchFailure(op, "view has no counterpart");
    rewriter.replaceOpWithNewOp<aa::TiledStoreOp>(
        op, aa::MemTokenType::get(op.getContext()), in.getView(), in.getTile(),
        in.getIndex(), in.getToken(), convertSemantic(op), convertScope(op),
        aa::CacheModifierAttr(), aa::EvictionPolicyAttr(), convertHints(op));
    return success();
  }
};

} // namespace

void tilefuzz::populateMemoryConversions(const TypeConverter &converter,
                                         RewritePatternSet &patterns,
                                         const BugSet &bugs) {
  patterns.add<OffsetConversion, MakeTokenConversion, LoadConversion,
               StoreConversion, MakeTensorViewConversion,
               MakePartitionViewConversion, LoadViewConversion,
               StoreViewConversion>(converter, patterns.getContext());
  patterns.add<JoinTokensConversion>(converter, patterns.getContext(),
                                     bugs.has(SeededBug::JoinDropsToken));
}
