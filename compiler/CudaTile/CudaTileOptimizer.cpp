//===- CudaTileOptimizer.cpp - The optimiser of the public dialect --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 10.3, and part 1, section 5.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileDebugInfo.h"
#include "compiler/CudaTile/CudaTilePatterns.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {
struct SynthesizeScopesPass
    : PassWrapper<SynthesizeScopesPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SynthesizeScopesPass)
  StringRef getArgument() const override {
    return "synthesize-debug-info-scopes";
  }
  StringRef getDescription() const override {
    return "Give functions without debug information a scope each";
  }
  void runOnOperation() override {
    getOperation()->walk([](EntryOp entry) { synthesizeDebugScope(entry); });
  }
};

/// The rows of loop-split, with the option of the public pass: what entries
/// that say nothing themselves are taken to say.
struct LoopSplitPass : PassWrapper<LoopSplitPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoopSplitPass)
  LoopSplitPass() = default;
  LoopSplitPass(const LoopSplitPass &other) : PassWrapper(other) {}
  explicit LoopSplitPass(int64_t threshold) { splitThreshold = threshold; }

  StringRef getArgument() const override {
    return getLoopSplitPassInfo().argument;
  }
  StringRef getDescription() const override {
    return getLoopSplitPassInfo().description;
  }
  void runOnOperation() override {
    OpPassManager rows;
    rows.addPass(createNamedPatternsPass(getLoopSplitPassInfo(), {}));
    SmallVector<EntryOp> silent;
    getOperation()->walk([&](EntryOp entry) {
      if (!entry->getDiscardableAttr(loopSplitAttribute))
        silent.push_back(entry);
    });
    auto said =
        IntegerAttr::get(IntegerType::get(&getContext(), 64), splitThreshold);
    for (EntryOp entry : silent)
      entry->setDiscardableAttr(loopSplitAttribute, said);
    if (failed(runPipeline(rows, getOperation())))
      signalPassFailure();
    for (EntryOp entry : silent)
      entry->removeDiscardableAttr(loopSplitAttribute);
  }

  Option<int64_t> splitThreshold{
      *this, "split-threshold",
      llvm::cl::desc("Splits from so many operations in a branch on; 1: "
                     "always, 0: never."),
      llvm::cl::init(1)};
};

struct OptimizerOptions : PassPipelineOptions<OptimizerOptions> {
  Option<unsigned> level{
      *this, "opt-level",
      llvm::cl::desc("0: nothing but what is asked for; 1: canonicalisation "
                     "and common subexpressions; 3: and loop-split."),
      llvm::cl::init(3)};
  Option<bool> fuseFma{*this, "fuse-fma",
                       llvm::cl::desc("Fuses products with sums first, which "
                                      "changes numbers.")};
  Option<int64_t> splitThreshold{*this, "split-threshold",
                                 llvm::cl::desc("As of loop-split."),
                                 llvm::cl::init(1)};
};
} // namespace

/// Between levels 1 and 3 the public driver moves what loops do not change,
/// which has no effect on this dialect.
static void buildOptimizer(OpPassManager &manager,
                           const OptimizerOptions &options) {
  if (options.fuseFma)
    manager.addPass(createNamedPatternsPass(getFuseFmaPassInfo(), {}));
  if (options.level < 1)
    return;
  manager.addPass(createNamedPatternsPass(getCanonicalizePassInfo(), {}));
  manager.addPass(createCSEPass());
  if (options.level < 3)
    return;
  manager.addPass(std::make_unique<LoopSplitPass>(options.splitThreshold));
  manager.addPass(createNamedPatternsPass(getCanonicalizePassInfo(), {}));
}

void cuda_tile::registerOptimizerPasses() {
  registerNamedPatternsPass(getFuseFmaPassInfo());
  PassRegistration<LoopSplitPass>();
  PassRegistration<SynthesizeScopesPass>();
  PassPipelineRegistration<OptimizerOptions>(
      "cuda-tile-optimize", "The passes of the public dialect's optimiser",
      buildOptimizer);
}
