//===- SpecializedPipeline.cpp - Loops that two agents run ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/SpecializedPipeline.h"
#include "compiler/Schedule/BulkStores.h"
#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Support/ChoiceRemarks.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/SpecializedLoop.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// Exchanges between threads keep at least so much, and go in rounds.
static constexpr int64_t exchangedBytes = 8 << 10;
/// Fewer stages are no pipeline.
static constexpr int64_t leastStages = 2;

namespace {
class SpecializedPipelinePass
    : public PassWrapper<SpecializedPipelinePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SpecializedPipelinePass)

  SpecializedPipelinePass() = default;
  SpecializedPipelinePass(const SpecializedPipelinePass &other)
      : PassWrapper(other) {}
  explicit SpecializedPipelinePass(const SpecializedPipelineOptions &options) {
    numStages = options.numStages;
    target = options.target;
  }

  StringRef getArgument() const override {
    return "tileas-specialized-pipeline";
  }
  StringRef getDescription() const override {
    return "Loops of matrix products are marked to be run by two agents";
  }

  void runOnOperation() override {
    llvm::Expected<TargetVariant> variant = parseTarget(target);
    if (!variant) {
      getOperation().emitError(llvm::toString(variant.takeError()));
      return signalPassFailure();
    }
    getOperation().walk(
        [&](aa::FuncOp function) { runOnFunction(function, *variant); });
  }

private:
  void runOnFunction(aa::FuncOp function, const TargetVariant &variant) {
    bool isTaken = false;
    // Storage of the block is in shared memory, too, and then no pointer is
    // known to point elsewhere.
    bool allocates =
        function.walk([](aa::AllocaOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    for (scf::ForOp loop :
         findSchedulableLoops(function, /*ofClusters=*/true)) {
      bool hasProduct = false;
      for (Operation &op : *loop.getBody())
        hasProduct |= isa<as::DotOp>(op);
      if (!hasProduct)
        continue;
      std::string why;
      if (!variant.hasWGMMA() && !variant.hasTcgen05())
        why = "the target has neither wgmma nor tcgen05";
      else if (allocates)
        why = "its kernel allocates storage";
      else if (isTaken)
        why = "its kernel has such a loop already";
      else if (mark(loop, variant, why)) {
        isTaken = true;
        markBulkStores(function, loop, BulkStoreChoice::ByCost);
        continue;
      }
      remarkMissed(loop.getLoc(), "tier") << "not tier 2, because " << why;
      loop.emitRemark("Failed to specialize loop: ") << why;
    }
  }

  bool mark(scf::ForOp loop, const TargetVariant &variant, std::string &why) {
    as::ProductUnit unit = variant.hasTcgen05() ? as::ProductUnit::TensorMemory
                                                : as::ProductUnit::Warpgroup;
    FailureOr<as::SpecializedLoop> found =
        as::analyzeSpecializedLoop(loop, unit, why);
    if (failed(found))
      return false;
    auto sums = cast<RankedTensorType>(found->dot.getType());
    if (found->isInTensorMemory() && sums.getElementType().isInteger() &&
        !variant.hasIntegerTcgen05()) {
      why = "tcgen05 of the target has no products of integers";
      return false;
    }
    // Beside the ring.
    int64_t exchanges =
        std::max(exchangedBytes, getLeastExchangeBytes(loop->getParentOp()));
    auto stagesIn = [&](int64_t bytes) {
      int64_t stages = numStages;
      while (stages && found->ringBytes(stages) > bytes - exchanges)
        --stages;
      return stages;
    };
    int64_t most = std::min(variant.row->sharedBytes, as::mostSharedBytes),
            stages = stagesIn(CommonLimits::staticSharedBytes),
            asked = stagesIn(most);
    // Asking costs the blocks of other kernels that could be resident beside.
    bool isDynamic = asked > stages;
    if (isDynamic)
      stages = asked;
    if (stages < leastStages) {
      why = ("two stages of its factors take " +
             Twine(found->ringBytes(leastStages)) +
             " bytes of shared memory beside " + Twine(exchanges) +
             " for exchanges; a block has " + Twine(most))
                .str();
      return false;
    }
    if (isDynamic)
      loop->setAttr(as::specializedDynamicAttr,
                    UnitAttr::get(loop.getContext()));
    loop->setAttr(
        as::specializedStagesAttr,
        IntegerAttr::get(IntegerType::get(loop.getContext(), 32), stages));
    remarkPassed(loop.getLoc(), "tier")
        << describe(*found, stages, isDynamic, exchanges);
    if (found->isInTensorMemory())
      loop->setAttr(as::specializedUnitAttr,
                    StringAttr::get(loop.getContext(), as::stringify(unit)));
    return true;
  }

  /// What the loop became, and what decided it.
  static std::string describe(const as::SpecializedLoop &loop, int64_t stages,
                              bool isDynamic, int64_t exchanges) {
    std::string agents = loop.numAgents == 1
                             ? "one agent that computes"
                             : "two agents that compute, half each";
    if (loop.isInTensorMemory())
      agents = "one thread that issues products and " + agents;
    if (loop.numCtas > 1)
      agents += ", in each of " + std::to_string(loop.numCtas) +
                " CTAs, which send parts of the right factor to all";
    int64_t rows = loop.isInTensorMemory() ? loop.blockRows() : 64;
    return ("tier 2: a producer, " + agents + "; " + as::stringify(loop.unit) +
            " of " + Twine(rows) + "x" + Twine(loop.rhs.outer) + "x" +
            Twine(as::SpecializedLoop::stepBytes / loop.lhs.elementBytes) +
            " " + loop.lhs.type + ", " +
            Twine(loop.numBlocks() * loop.numSteps()) + " in an iteration; " +
            Twine(stages) + " stages of " + Twine(loop.stageBytes()) +
            " bytes in " +
            (isDynamic ? "memory that the launch gives, as 48 KiB less "
                       : "static shared memory, as 48 KiB less ") +
            Twine(exchanges) + " for exchanges " +
            (isDynamic ? "hold fewer" : "hold as many as a launch can give"))
        .str();
  }

  Option<unsigned> numStages{*this, "num-stages",
                             llvm::cl::desc("Stages of each ring."),
                             llvm::cl::init(4)};
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("What is compiled for."),
                             llvm::cl::init("sm_90a")};
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createSpecializedPipelinePass(SpecializedPipelineOptions options) {
  return std::make_unique<SpecializedPipelinePass>(options);
}

void tilefuzz::registerSpecializedPipelinePass() {
  PassRegistration<SpecializedPipelinePass>();
}
