//===- ConvertModules.cpp - Part B: modules and entries -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

namespace {

struct ModuleConversion : PatternFor<ct::ModuleOp, ModuleConversion> {
  using PatternFor::PatternFor;
  template <typename RewriterT>
  LogicalResult rewrite(ct::ModuleOp op, Adaptor, RewriterT &rewriter) const {
    auto module =
        gpu::GPUModuleOp::create(rewriter, op.getLoc(), op.getSymName());
    if (StringAttr producer = op.getProducerAttr())
      module->setDiscardableAttr("nv_tileaa.producer", producer);
    Region &body = module.getBodyRegion();
    while (!body.empty())
      rewriter.eraseBlock(&body.front());
    rewriter.inlineRegionBefore(op.getBody(), body, body.end());
    eraseCarrying(op, module, rewriter);
    return success();
  }
};

struct EntryConversion : PatternFor<ct::EntryOp, EntryConversion> {
  EntryConversion(const TypeConverter &converter, MLIRContext *context,
                  const CudaTileToTileAAOptions &options)
      : PatternFor(converter, context), numWarps(options.numWarps),
        numCtas(options.numCtas),
        target(findTargetRow(
            parseComputeCapability(options.computeCapability).value_or(0))),
        architecture(target ? target->getName() : "") {}
  template <typename RewriterT>
  LogicalResult rewrite(ct::EntryOp op, Adaptor, RewriterT &rewriter) const {
    TypeConverter::SignatureConversion signature(op.getArgumentTypes().size());
    if (failed(getTypeConverter()->convertSignatureArgs(op.getArgumentTypes(),
                                                        signature)))
      return rewriter.notifyMatchFailure(op,
                                         "argument type has no counterpart");
    auto type = rewriter.getFunctionType(signature.getConvertedTypes(), {});
    auto function = aa::FuncOp::create(rewriter, op.getLoc(), op.getSymName(),
                                       type, op.getArgAttrsAttr(),
                                       op.getResAttrsAttr(), kernelSpec(op));
    function->setDiscardableAttr("cute.kernel", rewriter.getUnitAttr());
    if (ct::OptimizationHintsAttr hints = op.getOptimizationHintsAttr())
      function->setDiscardableAttr("nv_tileaa.optimization_hints",
                                   hints.getHints());
    rewriter.inlineRegionBefore(op.getBody(), function.getBody(),
                                function.getBody().end());
    rewriter.applySignatureConversion(&function.getBody().front(), signature,
                                      getTypeConverter());
    eraseCarrying(op, function, rewriter);
    return success();
  }

private:
  /// The entry's hints for this target, or the default ones, over the options.
  aa::KernelSpecAttr kernelSpec(ct::EntryOp op) const {
    DictionaryAttr all;
    if (ct::OptimizationHintsAttr hints = op.getOptimizationHintsAttr())
      all = hints.getHints();
    auto hint = [&](StringRef name) -> std::optional<int64_t> {
      for (StringRef key : {StringRef(architecture), StringRef("default")})
        if (auto own = all ? all.getAs<DictionaryAttr>(key) : DictionaryAttr())
          if (auto value = own.getAs<IntegerAttr>(name))
            return value.getInt();
      return std::nullopt;
    };
    // A hint that no launch could follow is ignored.
    auto within = [](std::optional<int64_t> value, int64_t most,
                     int64_t otherwise) {
      return value && *value >= 1 && *value <= most ? *value : otherwise;
    };
    int64_t warps = within(hint("num_worker_warps_per_cta"), 32, numWarps);
    return aa::KernelSpecAttr::get(
        op.getContext(), llvm::isPowerOf2_64(warps) ? warps : numWarps,
        within(hint("num_cta_in_cga").value_or(numCtas),
               target && (target->has & Clusters) ? 16 : 1, 1),
        within(hint("occupancy"), 32, 1));
  }

  int32_t numWarps, numCtas;
  /// Null in a set of patterns for no target.
  const TargetRow *target;
  /// The key of its hints.
  std::string architecture;
};

} // namespace

void tilefuzz::populateModules(const TypeConverter &converter,
                               RewritePatternSet &patterns,
                               const CudaTileToTileAAOptions &options) {
  patterns.add<ModuleConversion>(converter, patterns.getContext());
  patterns.add<EntryConversion>(converter, patterns.getContext(), options);
}
