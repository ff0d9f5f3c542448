//===- GenerateSchedule.cpp - The pass tileas-generate-schedule -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 6.2: compute capability, machine model, scheduler, then each region:
// schedule, legalise, preserve. Changes attributes only.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/ScheduleTrace.h"
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tilefuzz;

FailureOr<int64_t> tilefuzz::getComputeCapability(Operation *op) {
  IntegerAttr capability;
  for (Operation *at = op; at && !capability; at = at->getParentOp())
    capability = at->getAttrOfType<IntegerAttr>("nv_tileaa.compute_capability");
  if (!capability)
    return op->emitError("failed to get compute capability");
  return capability.getInt();
}

FailureOr<MachineModel> tilefuzz::getMachineModel(Operation *op) {
  FailureOr<int64_t> capability = getComputeCapability(op);
  if (failed(capability))
    return failure();
  llvm::Expected<MachineModel> model = MachineModel::get(*capability);
  if (!model) {
    InFlightDiagnostic error =
        op->emitError("failed to get compute capability");
    error.attachNote() << llvm::toString(model.takeError());
    return error;
  }
  return *model;
}

template <typename Set, typename Bug>
static std::optional<Set>
addBugs(ModuleOp module, Set bugs, ArrayRef<std::string> names,
        std::optional<Bug> (*find)(StringRef), StringRef what) {
  for (const std::string &name : names) {
    std::optional<Bug> bug = find(name);
    if (!bug) {
      module.emitError("unknown ") << what << " '" << name << "'";
      return std::nullopt;
    }
    bugs.insert(*bug);
  }
  return bugs;
}

std::optional<ScheduleBugSet>
tilefuzz::addScheduleBugs(ModuleOp module, ScheduleBugSet bugs,
                          ArrayRef<std::string> names) {
  return addBugs(module, bugs, names, findScheduleBug,
                 "seeded bug of schedulers");
}

std::optional<BugSet> tilefuzz::addSeededBugs(ModuleOp module, BugSet bugs,
                                              ArrayRef<std::string> names) {
  return addBugs(module, bugs, names, findSeededBug, "seeded bug");
}

LogicalResult
tilefuzz::legalizeForMaterialization(const LoopGraph &graph,
                                     const LoopSchedule &schedule) {
  int64_t count = graph.nodes.size();
  llvm::SmallVector<bool> taken(count, false);
  for (auto [node, placed] : llvm::zip_equal(graph.nodes, schedule.nodes)) {
    if (placed.issue < 0 || placed.stage >= schedule.stages ||
        placed.order < 0 || placed.order >= count || taken[placed.order])
      return failure();
    taken[placed.order] = true;
    if (node.maxDepth >= 0 && placed.stage > node.maxDepth)
      return failure();
  }
  for (const Dependence &edge : graph.edges) {
    const ScheduledNode &from = schedule.nodes[edge.from];
    const ScheduledNode &to = schedule.nodes[edge.to];
    int64_t later = to.stage + edge.distance - from.stage;
    if (later < 0 || (later == 0 && to.order <= from.order))
      return failure();
  }
  return success();
}

static bool isForcedSerial(scf::ForOp loop) {
  return llvm::any_of(loop.getBody()->without_terminator(), [](Operation &op) {
    return op.hasAttr("tileas.schedule.constraint.force_serial_execution");
  });
}

FailureOr<ScheduleAnalysis>
tilefuzz::generateSchedule(scf::ForOp loop, const MachineModel &model,
                           const GenerateScheduleOptions &options) {
  FailureOr<LoopGraph> graph = buildLoopGraph(loop, model, options.bugs);
  if (failed(graph))
    return loop.emitError("failed to find a schedule");
  if (options.maxStages)
    for (LoopNode &node : graph->nodes) {
      int64_t last = options.maxStages - 1;
      if (node.maxDepth < 0 || node.maxDepth > last)
        node.maxDepth = last;
    }
  ScheduleAnalysis analysis;
  analysis.loop = loop;
  for (Operation &op : loop.getBody()->without_terminator())
    analysis.ops.push_back(&op);
  analysis.graph = std::move(*graph);
  bool isSerial = options.scheduler == "serial" || isForcedSerial(loop) ||
                  options.rrtSizeThreshold == 0 || analysis.ops.empty();
  if (!isSerial) {
    SchedulerOptions limits;
    limits.maxConstraintIterations = options.maxConstraintIterations;
    limits.rrtSizeThreshold = options.rrtSizeThreshold;
    limits.capacities = model.getCapacities();
    limits.scratchBytes =
        getScratchBytes(loop->getParentOfType<FunctionOpInterface>());
    limits.bugs = options.bugs;
    llvm::Expected<LoopSchedule> schedule =
        scheduleByCost(analysis.graph, limits);
    if (schedule) {
      analysis.schedule = std::move(*schedule);
    } else {
      // A legal schedule always exists: one operation after the other.
      loop.emitRemark() << llvm::toString(schedule.takeError())
                        << "; the loop is scheduled serially";
      isSerial = true;
    }
  }
  if (isSerial)
    analysis.schedule = scheduleSerially(analysis.graph, options.bugs);
  // With a seeded bug, what the checker is to find goes through.
  if (options.bugs.none() &&
      failed(legalizeForMaterialization(analysis.graph, analysis.schedule)))
    return loop.emitError("failed to legalize schedule");
  attachSchedule(analysis);
  return analysis;
}

namespace {
class GenerateSchedulePass
    : public PassWrapper<GenerateSchedulePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GenerateSchedulePass)

  GenerateSchedulePass() = default;
  GenerateSchedulePass(const GenerateSchedulePass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit GenerateSchedulePass(const GenerateScheduleOptions &options)
      : bugs(options.bugs) {
    scheduler = options.scheduler;
    maxConstraintIterations = options.maxConstraintIterations;
    rrtSizeThreshold = options.rrtSizeThreshold;
    maxStages = options.maxStages;
    traceFile = options.traceFile;
  }

  StringRef getArgument() const override { return "tileas-generate-schedule"; }
  StringRef getDescription() const override {
    return "Schedule the loops of nv_tileas, as attributes";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<nv_tileas::TileASDialect>();
  }

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult run(ModuleOp module);

  Option<std::string> scheduler{
      *this, "scheduler",
      llvm::cl::desc("Which scheduler: \"serial\" or \"cost\"."),
      llvm::cl::init("cost")};
  Option<unsigned> maxConstraintIterations{
      *this, "max-constraint-iterations",
      llvm::cl::desc("How often constraints are refined."), llvm::cl::init(10)};
  Option<unsigned> rrtSizeThreshold{
      *this, "rrt-size-threshold",
      llvm::cl::desc("Rows of the reservation table; 0: schedules serially."),
      llvm::cl::init(4096)};
  Option<unsigned> maxStages{
      *this, "max-stages",
      llvm::cl::desc("The most iterations that overlap; 0: no limit."),
      llvm::cl::init(0)};
  Option<std::string> traceFile{
      *this, "schedule-trace-file",
      llvm::cl::desc("Writes the schedules to this file for trace viewers.")};
  ListOption<std::string> injectBug{
      *this, "inject-bug",
      llvm::cl::desc("Switches these seeded bugs of schedulers on.")};
  ScheduleBugSet bugs;
};
} // namespace

LogicalResult GenerateSchedulePass::run(ModuleOp module) {
  GenerateScheduleOptions options;
  std::optional<ScheduleBugSet> all = addScheduleBugs(module, bugs, injectBug);
  if (!all)
    return failure();
  options.bugs = *all;
  options.scheduler = scheduler;
  if (options.scheduler != "serial" && options.scheduler != "cost") {
    module.emitWarning() << "unknown scheduler '" << options.scheduler
                         << "'; the cost scheduler is taken";
    options.scheduler = "cost";
  }
  options.maxConstraintIterations = maxConstraintIterations;
  options.rrtSizeThreshold = rrtSizeThreshold;
  options.maxStages = maxStages;
  std::vector<ScheduleAnalysis> analyses;
  WalkResult walked = module.walk([&](FunctionOpInterface function) {
    SmallVector<scf::ForOp> loops = findSchedulableLoops(function);
    if (loops.empty())
      return WalkResult::advance();
    FailureOr<MachineModel> model = getMachineModel(function);
    if (failed(model))
      return WalkResult::interrupt();
    for (scf::ForOp loop : loops) {
      FailureOr<ScheduleAnalysis> analysis =
          generateSchedule(loop, *model, options);
      if (failed(analysis))
        return WalkResult::interrupt();
      if (!traceFile.empty())
        analyses.push_back(std::move(*analysis));
    }
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  if (traceFile.empty())
    return success();
  if (llvm::Error error = writeWholeFile(traceFile, traceSchedules(analyses)))
    return module.emitError() << llvm::toString(std::move(error));
  return success();
}

std::unique_ptr<Pass>
tilefuzz::createGenerateSchedulePass(GenerateScheduleOptions options) {
  return std::make_unique<GenerateSchedulePass>(options);
}

void tilefuzz::registerGenerateSchedulePass() {
  PassRegistration<GenerateSchedulePass>();
}
