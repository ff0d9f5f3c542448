//===- StageComparison.cpp - One program against every stage --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/StageComparison.h"
#include "compiler/Backend/Backend.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Refusal.h"
#include "fuzz/Stages/OrderComparison.h"
#include "fuzz/Stages/Schedules.h"
#include "interp/Explore/Explore.h"
#include "interp/Memory/Memory.h"
#include "interp/Simt/Simt.h"
#include "mlir/IR/Diagnostics.h"
#include "oracle/Compare/Compare.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace tilefuzz;

uint64_t ComparisonReport::comparisons() const {
  uint64_t count = 0;
  for (const StageRecord &record : stages)
    if (record.verdict)
      count += record.runs;
  return count;
}

namespace {
/// Keeps the first error, as `LOCATION: error: MESSAGE`.
class FirstError {
public:
  explicit FirstError(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              text.empty()) {
            message = diagnostic.str();
            llvm::raw_string_ostream(text)
                << diagnostic.getLocation() << ": error: " << message;
            isRefusal = tilefuzz::isRefusal(diagnostic);
          }
          return success();
        }) {}

  /// With the place and without.
  std::string text, message;
  bool isRefusal = false;

private:
  ScopedDiagnosticHandler handler;
};

/// Equal if nothing was done to the module in between. As MLIR's
/// OperationFingerPrint, which hashes by SHA-1: that took 6 % of a campaign.
uint64_t fingerPrintOf(ModuleOp module) {
  uint64_t hash = 0;
  auto add = [&](uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  };
  auto addPointer = [&](const void *pointer) { add(uintptr_t(pointer)); };
  module->walk([&](Operation *op) {
    addPointer(op);
    addPointer(op->getParentOp());
    addPointer(op->getLoc().getAsOpaquePointer());
    addPointer(op->getRawDictionaryAttrs().getAsOpaquePointer());
    add(op->hashProperties());
    add(op->getNumOperands());
    for (mlir::Value operand : op->getOperands())
      addPointer(operand.getAsOpaquePointer());
    for (Type type : op->getResultTypes())
      addPointer(type.getAsOpaquePointer());
    for (Block *successor : op->getSuccessors())
      addPointer(successor);
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        addPointer(&block);
        for (BlockArgument argument : block.getArguments()) {
          addPointer(argument.getAsOpaquePointer());
          addPointer(argument.getType().getAsOpaquePointer());
        }
      }
  });
  return hash;
}

class ComparingObserver : public Observer {
public:
  ComparingObserver(const Launch &launch, const ComparisonOptions &options,
                    ComparisonReport &report)
      : launch(launch), options(options), report(report),
        schedules(schedulesFor(options.schedules, options.scheduleSeed)),
        lastTime(monotonicTime()) {}

  bool wants(const Stage &roundTrip) override {
    return llvm::is_contained(options.roundTrips, &roundTrip);
  }

  void beforeStage(const Stage &stage) override {
    reaching = &stage;
    if (stage.isRoundTrip() && options.onStage)
      options.onStage(stage, /*executing=*/false);
  }

  void afterInexpressible(const Stage &stage, llvm::StringRef reason) override {
    begin(stage);
    report.stages.back().verdict = {ComparisonKind::Unsupported, reason.str()};
    (void)finish(true);
  }

  LogicalResult afterStage(const Stage &stage, ModuleOp module) override {
    begin(stage);
    if (getStageIndex(stage) == 0)
      return finish(runSource(module));
    if (stage.level == Level::LLVMDialect)
      return finish(compareTranslation(stage, module));
    // Another module, whatever it holds.
    if (stage.isRoundTrip())
      return finish(compareTile(module));
    // A pass that changed nothing has nothing to answer for.
    uint64_t print = fingerPrintOf(module);
    if (fingerPrint == print) {
      report.stages.back().unchanged = true;
      return finish(true);
    }
    fingerPrint = print;
    return finish(compareTile(module));
  }

  LogicalResult afterStage(const Stage &stage, llvm::Module &module) override {
    begin(stage);
    // The translation itself was executed as the stage before.
    if (previous->level == Level::LLVMDialect) {
      report.stages.back().unchanged = true;
      return finish(true);
    }
    return finish(compareMachine(module));
  }

  LogicalResult afterStage(const Stage &stage, llvm::StringRef) override {
    begin(stage);
    return finish(true);
  }

  /// The last stage on the compile path that the compiler reached, and the
  /// stage that it is about to reach.
  const Stage *last = nullptr, *reaching = nullptr;

private:
  void begin(const Stage &stage) {
    uint64_t now = monotonicTime();
    StageRecord record;
    record.stage = &stage;
    record.compileSeconds = (now - lastTime) * 1e-9;
    report.stages.push_back(record);
    previous = last;
    if (!stage.isRoundTrip())
      last = &stage;
    lastTime = now;
    if (options.onStage)
      options.onStage(stage, /*executing=*/true);
  }

  LogicalResult finish(bool goesOn) {
    uint64_t now = monotonicTime();
    StageRecord &record = report.stages.back();
    record.executeSeconds = (now - lastTime) * 1e-9;
    if (record.unchanged) {
      auto before = std::next(report.stages.rbegin());
      while (before->stage->isRoundTrip())
        ++before;
      record.isEqual = before->isEqual;
      record.isOrdered = before->isOrdered;
    } else {
      bool isSource = report.stages.size() == 1;
      record.isEqual =
          isSource ||
          (record.verdict && record.verdict->kind == ComparisonKind::Equal);
      record.isOrdered =
          isSource || (record.orderChecked && !record.orderUnmatched && goesOn);
    }
    lastTime = now;
    if (options.onStage)
      options.onStage(*last, /*executing=*/false);
    return success(goesOn);
  }

  /// The last stage on the compile path that is known to be right.
  const Stage *lastGood(bool StageRecord::*isGood) const {
    for (const StageRecord &record : llvm::reverse(report.stages))
      if (record.*isGood && !record.stage->isRoundTrip())
        return record.stage;
    return nullptr;
  }
  /// False if there is nothing to compare with.
  bool runSource(ModuleOp module);
  bool compareTile(ModuleOp module);
  /// Of the run that was observed; false at a finding.
  bool compareOrder(const std::string &schedule);
  bool compareTranslation(const Stage &stage, ModuleOp module);
  bool compareMachine(const llvm::Module &module);
  /// What a source with more outcomes than were run says of a target that shows
  /// none of them.
  ComparisonVerdict askExplorer(const Outcome &outcome);
  /// Compares one run; false at a finding.
  bool judge(const Outcome &outcome, const std::string &schedule);
  /// More iterations of loops than a right target of the source makes: a pass
  /// may add work to an iteration, but no iterations; where one loop becomes
  /// two, or a loop gets a remainder, it is a few times as many. Each iteration
  /// takes the source a step at least. 0: the number is not the program's
  /// alone.
  uint64_t tripLimit() const {
    return report.isFullyOrdered ? 4 * (allowed.front().steps + 16) : 0;
  }

  const Launch &launch;
  const ComparisonOptions &options;
  ComparisonReport &report;
  std::vector<Schedule> schedules;
  std::vector<Outcome> allowed;
  OrderComparison order;
  /// The source, if it is not fully ordered; and all of its outcomes, once
  /// asked for.
  OwningOpRef<ModuleOp> openSource;
  std::optional<Exploration> exploration;
  /// Why there is none.
  std::string unexplored;
  /// Of the module as it was executed last.
  std::optional<uint64_t> fingerPrint;
  /// What the launch's buffers hold at first.
  std::vector<BufferImage> initial;
  const Stage *previous = nullptr;
  uint64_t lastTime;
};
} // namespace

/// Why a source outcome cannot be compared with; empty if it can.
static std::string reasonToSkip(const Outcome &outcome) {
  switch (outcome.status) {
  case RunStatus::Completed:
    return outcome.unstable ? "source unstable" : "";
  case RunStatus::UndefinedBehaviour:
    return "source undefined: " + outcome.condition;
  case RunStatus::Race:
    return "source has a race";
  case RunStatus::StepLimit:
    return "source needs too many steps";
  case RunStatus::Deadlock:
    return "source deadlocks";
  case RunStatus::Unsupported:
    if (outcome.unstable)
      return "source unstable: " + outcome.condition;
    return "source unsupported: " + outcome.condition;
  }
  llvm_unreachable("unknown status");
}

bool ComparingObserver::runSource(ModuleOp module) {
  llvm::Expected<std::vector<BufferImage>> images =
      Memory::initialImages(launch);
  if (!images) {
    report.skipReason = llvm::toString(images.takeError());
    return false;
  }
  initial = std::move(*images);
  llvm::Expected<TileExecutor> executor =
      TileExecutor::create(module, launch, initial, options.maxSteps);
  if (!executor) {
    report.skipReason =
        notExecutable.str() + ": " + llvm::toString(executor.takeError());
    return false;
  }
  for (const Schedule &schedule : schedules) {
    bool isFirst = allowed.empty();
    llvm::Expected<Outcome> outcome = executor->run(
        schedule,
        isFirst && options.checkOrder ? order.startRun(launch) : nullptr);
    report.skipReason =
        outcome ? reasonToSkip(*outcome) : llvm::toString(outcome.takeError());
    if (report.skipped())
      return false;
    ++report.stages.back().runs;
    if (isFirst && options.checkOrder) {
      order.setSource();
      report.orderPairs = order.numPairs;
    }
    report.isFullyOrdered = outcome->isFullyOrdered;
    allowed.push_back(std::move(*outcome));
    // Every conflict is ordered: the other schedules give the same.
    if (report.isFullyOrdered)
      break;
  }
  fingerPrint = fingerPrintOf(module);
  if (!report.isFullyOrdered)
    openSource = module.clone();
  return true;
}

ComparisonVerdict ComparingObserver::askExplorer(const Outcome &outcome) {
  auto undecided = [](const llvm::Twine &why) {
    return ComparisonVerdict{
        ComparisonKind::ResourceLimit,
        ("the source may have more outcomes than were run: " + why).str()};
  };
  // Enclosures are not explored.
  for (const Outcome &one : allowed)
    for (const BufferImage &buffer : one.buffers)
      if (!buffer.enclosures.empty())
        return undecided("some are inexact");
  if (!exploration && unexplored.empty()) {
    ExploreOptions limits;
    limits.graphLimit = 2000;
    limits.coherenceLimit = 5000;
    limits.eventLimit = 256;
    llvm::Expected<DecodedProgram> program =
        DecodedProgram::decode(openSource.get(), launch.kernel);
    llvm::Expected<Exploration> explored =
        program ? explore(*program, launch, limits)
                : llvm::Expected<Exploration>(program.takeError());
    if (explored)
      exploration = std::move(*explored);
    else
      unexplored = llvm::toString(explored.takeError());
  }
  if (!exploration)
    return undecided(unexplored);
  const Exploration &all = *exploration;
  if (!all.races.empty())
    return {ComparisonKind::SourceUndefined, "data-race"};
  if (!all.isComplete())
    return undecided(all.incomplete);
  std::vector<Outcome> outcomes;
  for (const ExploredOutcome &explored : all.outcomes)
    outcomes.push_back(explored.outcome);
  return refines(outcomes, outcome);
}

bool ComparingObserver::compareTile(ModuleOp module) {
  llvm::Expected<TileExecutor> executor =
      TileExecutor::create(module, launch, initial, options.maxSteps);
  if (!executor) {
    ComparisonVerdict verdict;
    verdict.kind = ComparisonKind::Unsupported;
    verdict.reason = llvm::toString(executor.takeError());
    report.stages.back().verdict = verdict;
    return true;
  }
  executor->tripLimit = tripLimit();
  bool checksOrder = options.checkOrder && order.hasWeight();
  for (const Schedule &schedule : schedules) {
    llvm::Expected<Outcome> outcome =
        executor->run(schedule, checksOrder ? order.startRun(launch) : nullptr);
    if (!outcome) {
      // The launch was accepted for the source, so the stage changed what the
      // entry takes.
      Outcome failed;
      failed.status = RunStatus::Unsupported;
      failed.condition = llvm::toString(outcome.takeError());
      return judge(failed, schedule.toString());
    }
    bool isFullyOrdered = outcome->isFullyOrdered && outcome->completed();
    bool isComplete = outcome->completed();
    if (options.compareOutcomes && !judge(*outcome, schedule.toString()))
      return false;
    // One run shows the order; what it did must be what the source did.
    if (std::exchange(checksOrder, false) && isComplete &&
        !compareOrder(schedule.toString()))
      return false;
    if (isFullyOrdered)
      break;
  }
  return true;
}

bool ComparingObserver::compareOrder(const std::string &schedule) {
  StageRecord &record = report.stages.back();
  unsigned unmatched = order.numUnmatched;
  std::vector<OrderLoss> losses = order.compareTarget();
  record.orderChecked = true;
  record.orderUnmatched = order.numUnmatched != unmatched;
  if (losses.empty())
    return true;
  StageFinding finding;
  finding.kind = FindingKind::Order;
  finding.stage = record.stage;
  finding.previous = lastGood(&StageRecord::isOrdered);
  finding.reason = describeLosses(losses);
  finding.schedule = schedule;
  report.finding = std::move(finding);
  return false;
}

bool ComparingObserver::compareTranslation(const Stage &stage,
                                           ModuleOp module) {
  llvm::LLVMContext context;
  // The translation attaches the target to what it translates.
  OwningOpRef<ModuleOp> copy(module.clone());
  FailureOr<std::unique_ptr<llvm::Module>> machine =
      translateToLLVM(copy.get(), context, options.compile.target);
  // That is a failure of the next stage, which will say so.
  return failed(machine) || compareMachine(**machine);
}

bool ComparingObserver::compareMachine(const llvm::Module &module) {
  if (!options.runSimt || !options.compareOutcomes)
    return true;
  SimtOptions simt;
  simt.stepLimit = options.maxMachineSteps;
  simt.schedule = options.scheduleSeed;
  simt.tripLimit = tripLimit();
  Outcome outcome = runSimt(module, launch, simt);
  return judge(outcome, "simt(" + std::to_string(simt.schedule) + ")");
}

bool ComparingObserver::judge(const Outcome &outcome,
                              const std::string &schedule) {
  StageRecord &record = report.stages.back();
  ComparisonVerdict verdict = refines(allowed, outcome);
  if (outcome.status == RunStatus::StepLimit &&
      outcome.condition == tooManyIterations)
    verdict = {ComparisonKind::Differs,
               "the source ends after " +
                   std::to_string(allowed.front().steps) +
                   " steps, the target does not: " + outcome.summary()};
  // Schedules show some outcomes of a source that is not fully ordered, not
  // all.
  if (verdict.isFinding() && openSource)
    verdict = askExplorer(outcome);
  ++record.runs;
  // A later schedule's "no answer" must not hide an earlier answer.
  if (!record.verdict || verdict.isFinding() ||
      record.verdict->kind == ComparisonKind::Equal)
    record.verdict = verdict;
  if (!verdict.isFinding())
    return true;
  StageFinding finding;
  finding.kind = verdict.kind == ComparisonKind::Differs
                     ? FindingKind::Differs
                     : FindingKind::TargetUndefined;
  finding.stage = record.stage;
  finding.previous = lastGood(&StageRecord::isEqual);
  finding.reason = verdict.reason;
  finding.schedule = schedule;
  finding.expected = allowed.front();
  finding.actual = outcome;
  report.finding = std::move(finding);
  return false;
}

/// ptxas is a process per program: left out unless asked for.
static llvm::StringRef lastStageWithoutAssembler() {
  llvm::ArrayRef<Stage> stages = getStages();
  while (stages.back().level == Level::Cubin)
    stages = stages.drop_back();
  return stages.back().name;
}

std::unique_ptr<Compiler>
tilefuzz::makeCompiler(const ComparisonOptions &options) {
  CompileOptions compile = options.compile;
  if (!options.runPtxas && compile.stopAfter.empty())
    compile.stopAfter = lastStageWithoutAssembler().str();
  return std::make_unique<Compiler>(std::move(compile));
}

ComparisonReport tilefuzz::compareStages(const Program &program,
                                         const ComparisonOptions &options) {
  Program copy = program.clone();
  return compareStagesInPlace(copy, options);
}

ComparisonReport
tilefuzz::compareStagesInPlace(Program &program,
                               const ComparisonOptions &options) {
  ComparisonReport report;
  ComparingObserver observer(program.launch, options, report);
  ModuleOp module = program.module.get();
  if (options.checkOrder)
    nameAccesses(module);
  FirstError error(module->getContext());
  std::unique_ptr<Compiler> own;
  if (!options.compiler)
    own = makeCompiler(options);
  Compiler &compiler = options.compiler ? *options.compiler : *own;
  FailureOr<CompileResult> result = compiler.run(module, &observer);
  if (succeeded(result) || report.finding || report.skipped())
    return report;
  const Stage &stage =
      observer.reaching ? *observer.reaching : getStages().front();
  if (error.isRefusal) {
    StageRecord &record = report.stages.emplace_back();
    record.stage = &stage;
    record.verdict = {ComparisonKind::Unsupported, error.message};
    return report;
  }
  StageFinding finding;
  finding.kind = stage.level == Level::Cubin ? FindingKind::AssemblerRejected
                                             : FindingKind::CompileFailure;
  finding.stage = &stage;
  finding.previous = observer.last ? observer.last : &getStages().front();
  finding.reason =
      error.text.empty() ? "the stage failed without a diagnostic" : error.text;
  report.finding = std::move(finding);
  return report;
}

namespace {
/// Prints one stage and stops there.
class PrintingObserver : public Observer {
public:
  explicit PrintingObserver(const Stage &wanted) : wanted(wanted) {}

  LogicalResult afterStage(const Stage &stage, ModuleOp module) override {
    if (&stage != &wanted)
      return success();
    llvm::raw_string_ostream(text) << module << "\n";
    return failure();
  }
  LogicalResult afterStage(const Stage &stage, llvm::Module &module) override {
    if (&stage != &wanted)
      return success();
    llvm::raw_string_ostream os(text);
    module.print(os, nullptr);
    return failure();
  }
  LogicalResult afterStage(const Stage &stage, llvm::StringRef code) override {
    if (&stage != &wanted)
      return success();
    text = stage.level == Level::PTX ? code.str() : "";
    return failure();
  }

  std::string text;

private:
  const Stage &wanted;
};
} // namespace

std::string tilefuzz::printStage(const Program &program,
                                 const CompileOptions &options,
                                 const Stage &stage) {
  PrintingObserver observer(stage);
  OwningOpRef<ModuleOp> module(program.module.get().clone());
  FirstError error(module->getContext());
  CompileOptions compileOptions = options;
  compileOptions.stopAfter = stage.name.str();
  compileOptions.firings = nullptr;
  (void)compile(module.get(), compileOptions, &observer);
  return observer.text;
}
