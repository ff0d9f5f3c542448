//===- ConvertRegions.cpp - Modules, entries, control flow, reductions
//---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

namespace {

struct ModuleConversion : OpConversionPattern<ct::ModuleOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::ModuleOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto module =
        gpu::GPUModuleOp::create(rewriter, op.getLoc(), op.getSymName());
    Region &body = module.getBodyRegion();
    while (!body.empty())
      rewriter.eraseBlock(&body.front());
    rewriter.inlineRegionBefore(op.getBody(), body, body.end());
    rewriter.eraseOp(op);
    return success();
  }
};

struct EntryConversion : OpConversionPattern<ct::EntryOp> {
  EntryConversion(const TypeConverter &converter, MLIRContext *context,
                  int32_t numWarps)
      : OpConversionPattern(converter, context), numWarps(numWarps) {}
  LogicalResult
  matchAndRewrite(ct::EntryOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TypeConverter::SignatureConversion signature(op.getArgumentTypes().size());
    if (failed(getTypeConverter()->convertSignatureArgs(op.getArgumentTypes(),
                                                        signature)))
      return rewriter.notifyMatchFailure(op,
                                         "argument type has no counterpart");
    auto type = rewriter.getFunctionType(signature.getConvertedTypes(), {});
    auto spec =
        aa::KernelSpecAttr::get(op.getContext(), numWarps, /*numCtas=*/1,
                                /*occupancy=*/1);
    auto function =
        aa::FuncOp::create(rewriter, op.getLoc(), op.getSymName(), type,
                           op.getArgAttrsAttr(), op.getResAttrsAttr(), spec);
    function->setAttr("cute.kernel", rewriter.getUnitAttr());
    rewriter.inlineRegionBefore(op.getBody(), function.getBody(),
                                function.getBody().end());
    rewriter.applySignatureConversion(&function.getBody().front(), signature,
                                      getTypeConverter());
    rewriter.eraseOp(op);
    return success();
  }
  int32_t numWarps;
};

/// Terminators take the form that their (converted or not) parent wants.
template <typename OpTy, typename ScfParent, typename TileParent>
struct TerminatorConversion : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    Operation *parent = op->getParentOp();
    if (isa<ct::ReduceOp, aa::ReduceOp>(parent))
      rewriter.replaceOpWithNewOp<aa::YieldOp>(op, in.getOperands());
    else if (isa<ScfParent, TileParent>(parent))
      rewriter.replaceOpWithNewOp<scf::YieldOp>(op, in.getOperands());
    else
      return rewriter.notifyMatchFailure(op, "unstructured control flow");
    return success();
  }
};

struct ReturnConversion : OpConversionPattern<ct::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::ReturnOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<aa::ReturnOp>(op, in.getOperands());
    return success();
  }
};

struct IfConversion : OpConversionPattern<ct::IfOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::IfOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "result type has no counterpart");
    OperationState state(op.getLoc(), scf::IfOp::getOperationName());
    state.addOperands(in.getCondition());
    state.addTypes(types);
    state.addRegion();
    state.addRegion();
    auto newIf = cast<scf::IfOp>(rewriter.create(state));
    rewriter.inlineRegionBefore(op.getThenRegion(), newIf.getThenRegion(),
                                newIf.getThenRegion().end());
    rewriter.inlineRegionBefore(op.getElseRegion(), newIf.getElseRegion(),
                                newIf.getElseRegion().end());
    rewriter.replaceOp(op, newIf.getResults());
    return success();
  }
};

struct ForConversion : OpConversionPattern<ct::ForOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::ForOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    auto loop = scf::ForOp::create(
        rewriter, op.getLoc(), in.getLowerBound(), in.getUpperBound(),
        in.getStep(), in.getInitValues(), nullptr, op.getUnsignedCmp());
    rewriter.eraseBlock(loop.getBody());
    rewriter.inlineRegionBefore(op.getRegion(), loop.getRegion(),
                                loop.getRegion().end());
    if (failed(rewriter.convertRegionTypes(&loop.getRegion(),
                                           *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "carried type has no counterpart");
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

struct ReduceConversion : OpConversionPattern<ct::ReduceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ct::ReduceOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "result type has no counterpart");
    auto reduce =
        aa::ReduceOp::create(rewriter, op.getLoc(), types, in.getOperands(),
                             uint32_t(op.getDim()), op.getIdentities());
    rewriter.inlineRegionBefore(op.getBody(), reduce.getBody(),
                                reduce.getBody().end());
    if (failed(rewriter.convertRegionTypes(&reduce.getBody(),
                                           *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "body type has no counterpart");
    rewriter.replaceOp(op, reduce.getResults());
    return success();
  }
};

} // namespace

void tilefuzz::populateRegionConversions(
    const TypeConverter &converter, RewritePatternSet &patterns,
    const CudaTileToTileAAOptions &options) {
  patterns.add<ModuleConversion, ReturnConversion, IfConversion, ForConversion,
               ReduceConversion,
               TerminatorConversion<ct::YieldOp, scf::IfOp, ct::IfOp>,
               TerminatorConversion<ct::ContinueOp, scf::ForOp, ct::ForOp>>(
      converter, patterns.getContext());
  patterns.add<EntryConversion>(converter, patterns.getContext(),
                                options.numWarps);
}
