//===- PrepareForScheduling.cpp - The last steps before schedules ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/PrepareForScheduling.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/TileAS/Pipelines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilefuzz;
using Names = PreparationAttributes;

static constexpr PreparationStep steps[] = {
    {"decompose-views", decomposeTiledViews},
    {"refine-vector-sizes", refineVectorSizes},
    {"mark-slices", markSlices},
    {"canonicalize", canonicalizeForScheduling},
    {"compact-memory", compactMemory},
    {"refresh-boxes", refreshBoxes},
};
ArrayRef<PreparationStep> tilefuzz::getPreparationSteps() { return steps; }

static const PreparationStep *findStep(StringRef name) {
  const auto *step = llvm::find_if(
      steps, [&](const PreparationStep &step) { return step.name == name; });
  return step == std::end(steps) ? nullptr : step;
}

LogicalResult tilefuzz::runPreparationStep(nv_tileaa::FuncOp function,
                                           const PreparationStep &step,
                                           const PreparationBugs &bugs) {
  bool isScheduled = function
                         .walk([](scf::ForOp loop) {
                           return loop->hasAttr(ScheduleAttributes::schedule)
                                      ? WalkResult::interrupt()
                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
  if (isScheduled)
    return function.emitError()
           << "step '" << step.name << "' of TileASPrepareForScheduling may "
           << "not run after TileASGenerateSchedule";
  if (auto last = function->getAttrOfType<StringAttr>(Names::prepared)) {
    const PreparationStep *before = findStep(last.getValue());
    if (!before)
      return function.emitError("'") << Names::prepared << "' names no step: '"
                                     << last.getValue() << "'";
    if (before >= &step)
      return function.emitError()
             << "step '" << step.name << "' of TileASPrepareForScheduling may "
             << "not run after '" << before->name << "'";
  }
  if (failed(step.run(function, bugs)))
    return failure();
  function->setAttr(Names::prepared,
                    StringAttr::get(function.getContext(), step.name));
  return success();
}

namespace {
class PrepareForSchedulingPass
    : public PassWrapper<PrepareForSchedulingPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrepareForSchedulingPass)

  PrepareForSchedulingPass() = default;
  PrepareForSchedulingPass(const PrepareForSchedulingPass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit PrepareForSchedulingPass(const PreparationBugs &bugs) : bugs(bugs) {}

  StringRef getArgument() const override {
    return "tileas-prepare-for-scheduling";
  }
  StringRef getDescription() const override {
    return "The last steps before nv_tileas is scheduled";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, scf::SCFDialect,
                    nv_tileas::TileASDialect>();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    PreparationBugs all = bugs;
    std::optional<ScheduleBugSet> named =
        addScheduleBugs(module, bugs.structure, injectBug);
    if (!named)
      return signalPassFailure();
    all.structure = *named;
    SmallVector<const PreparationStep *> chosen;
    for (const std::string &name : stepNames) {
      const PreparationStep *step = findStep(name);
      if (!step) {
        module.emitError("unknown step '") << name << "'";
        return signalPassFailure();
      }
      chosen.push_back(step);
    }
    if (chosen.empty())
      for (const PreparationStep &step : steps)
        chosen.push_back(&step);
    WalkResult result = module.walk([&](nv_tileaa::FuncOp function) {
      if (nv_tileas::hasAgents(function))
        return WalkResult::skip();
      for (const PreparationStep *step : chosen)
        if (failed(runPreparationStep(function, *step, all)))
          return WalkResult::interrupt();
      return WalkResult::skip();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  ListOption<std::string> stepNames{
      *this, "steps", llvm::cl::desc("Runs these steps only, in this order.")};
  ListOption<std::string> injectBug{
      *this, "inject-bug",
      llvm::cl::desc("Switches these seeded bugs of schedulers on.")};
  PreparationBugs bugs;
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createPrepareForSchedulingPass(const PreparationBugs &bugs) {
  return std::make_unique<PrepareForSchedulingPass>(bugs);
}

void tilefuzz::registerPrepareForSchedulingPass() {
  PassRegistration<PrepareForSchedulingPass>();
}
