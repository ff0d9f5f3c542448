//===- StageComparison.cpp - One program against every stage --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/StageComparison.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/LibdeviceNames.h"
#include "fuzz/Stages/LevelAnswers.h"
#include "fuzz/Stages/OrderOracle.h"
#include "fuzz/Stages/StageOracle.h"
#include "interp/Memory/Memory.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace tilefuzz;

uint64_t ComparisonReport::comparisons() const {
  uint64_t count = 0;
  for (const StageRecord &record : stages)
    if (record.verdict)
      count += record.runs;
  return count;
}

OracleAnswer StageRecord::answerOf(const StageOracle &oracle) const {
  return answers[getIndex(oracle)];
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

/// Of the text, which says everything.
uint64_t fingerPrintOf(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, nullptr);
  return llvm::xxh3_64bits(text);
}

class ComparingObserver : public Observer {
public:
  ComparingObserver(const Launch &launch, const ComparisonOptions &options,
                    ComparisonReport &report);

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
      return finish(runSource({&stage, module}));
    // A round trip makes another module, whatever it holds.
    if (!stage.isRoundTrip()) {
      // A pass that changed nothing has nothing to answer for.
      uint64_t print = fingerPrintOf(module);
      if (fingerPrint == print)
        return leaveUnchanged();
      fingerPrint = print;
    }
    return finish(compare({&stage, module}));
  }

  LogicalResult afterStage(const Stage &stage, llvm::Module &module) override {
    begin(stage);
    machine = &module;
    if (!options.executesLlvm)
      return finish(true);
    // The translation itself was executed as the stage before.
    uint64_t print = fingerPrintOf(module);
    bool isSame = std::exchange(machinePrint, print) == print;
    if (isExecutedAsTheNext(previous->level) || isSame)
      return leaveUnchanged();
    StagedProgram program{&stage};
    program.machine = machine;
    return finish(compare(program));
  }

  LogicalResult afterStage(const Stage &stage, llvm::StringRef code) override {
    begin(stage);
    StagedProgram program{&stage};
    program.machine = machine;
    program.code = code;
    return finish(compare(program));
  }

  /// The last stage on the compile path that the compiler reached, and the
  /// stage that it is about to reach.
  const Stage *last = nullptr, *reaching = nullptr;

private:
  void begin(const Stage &stage);
  /// As it was at its last stage.
  const llvm::Module *machine = nullptr;
  LogicalResult finish(bool goesOn);
  LogicalResult leaveUnchanged() {
    report.stages.back().unchanged = true;
    return finish(true);
  }

  /// The last stage on the compile path that the oracle knows to be right.
  const Stage *lastKept(unsigned oracle) const {
    for (const StageRecord &record : llvm::reverse(report.stages))
      if (record.answers[oracle] == OracleAnswer::Kept &&
          !record.stage->isRoundTrip())
        return record.stage;
    return nullptr;
  }
  /// False if there is nothing to compare with.
  bool runSource(const StagedProgram &program);
  /// After a stage; false at a finding.
  bool compare(const StagedProgram &program);
  bool compareWith(const Executor &executor, const StagedProgram &program);
  /// A run; its observer is a judge, or null. False: no more runs.
  using MeetFn = llvm::function_ref<bool(const Schedule &schedule,
                                         llvm::Expected<Outcome> &outcome,
                                         StageJudge *observing, bool isExtra)>;
  /// The runs that a stage gets: under each schedule until one shows that the
  /// others give the same, and as many more as judges have to observe.
  void runAll(const Executor &executor, const Execution &execution,
              bool needsOutcomes, MeetFn meet);
  /// The runs that give other legal results than the nearest, which says little
  /// of what approximates where the source is exact.
  void runOtherResults(const Executor &executor, const Execution &execution,
                       MeetFn meet);
  /// Asks the judges about what a stage left; false at a finding.
  bool judgeProgram(const StagedProgram &program);
  /// Asks the judges about a run; false at a finding.
  bool judge(const StageRun &run, StageJudge *observing, bool isExtra);
  bool hasJudgeOfOutcomes() const {
    return llvm::any_of(judges, [](const std::unique_ptr<StageJudge> &judge) {
      return judge && judge->judgesOutcomes();
    });
  }
  bool hasJudgeOfThreads() const {
    return llvm::any_of(judges, [](const std::unique_ptr<StageJudge> &judge) {
      return judge && judge->asksForThreads();
    });
  }
  /// More iterations of loops than a right target of the source makes: a pass
  /// may add work to an iteration, but no iterations; where one loop becomes
  /// two, or a loop gets a remainder, it is a few times as many. Each iteration
  /// takes the source a step at least. 0: the number is not the program's
  /// alone.
  uint64_t tripLimit() const {
    return source.isFullyOrdered ? 4 * (source.outcomes.front().steps + 16) : 0;
  }
  ExecuteOptions executeOptions() const {
    ExecuteOptions execute;
    execute.target = options.compile.target;
    execute.maxOperations = options.maxSteps;
    execute.maxInstructions = options.maxMachineSteps;
    execute.initial = &initial;
    execute.device = options.device.get();
    return execute;
  }

  /// For what a device's result is compared with.
  void noteLevel(const Stage &stage, const Outcome &outcome) {
    if (options.device)
      levels.note(stage.level, outcome);
  }

  const Launch &launch;
  const ComparisonOptions &options;
  ComparisonReport &report;
  SourceRuns source;
  LevelAnswers levels;
  /// By index of the oracle; null: it is not asked.
  llvm::SmallVector<std::unique_ptr<StageJudge>, 2> judges;
  /// Of the module as it was executed last.
  std::optional<uint64_t> fingerPrint;
  std::optional<uint64_t> machinePrint;
  /// What the launch's buffers hold at first.
  std::vector<BufferImage> initial;
  const Stage *previous = nullptr;
  uint64_t lastTime;
};
} // namespace

ComparingObserver::ComparingObserver(const Launch &launch,
                                     const ComparisonOptions &options,
                                     ComparisonReport &report)
    : launch(launch), options(options), report(report),
      lastTime(monotonicTime()) {
  for (const StageOracle *oracle : getStageOracles())
    judges.push_back(
        options.withoutOracles.contains(oracle)
            ? nullptr
            : oracle->makeJudge({launch, options, source, report}));
}

void ComparingObserver::begin(const Stage &stage) {
  uint64_t now = monotonicTime();
  StageRecord &record = report.stages.emplace_back();
  record.stage = &stage;
  record.answers.assign(judges.size(), OracleAnswer::NotAsked);
  record.compileSeconds = (now - lastTime) * 1e-9;
  previous = last;
  if (!stage.isRoundTrip())
    last = &stage;
  lastTime = now;
  for (const std::unique_ptr<StageJudge> &judge : judges)
    if (judge)
      judge->startStage();
  if (options.onStage)
    options.onStage(stage, /*executing=*/true);
}

LogicalResult ComparingObserver::finish(bool goesOn) {
  uint64_t now = monotonicTime();
  StageRecord &record = report.stages.back();
  record.executeSeconds = (now - lastTime) * 1e-9;
  if (report.stages.size() == 1) {
    for (auto [judge, answer] : llvm::zip(judges, record.answers))
      answer = judge ? OracleAnswer::Kept : OracleAnswer::NotAsked;
  } else if (record.unchanged) {
    auto before = std::next(report.stages.rbegin());
    while (before->stage->isRoundTrip())
      ++before;
    record.answers = before->answers;
  }
  lastTime = now;
  if (options.onStage)
    options.onStage(*last, /*executing=*/false);
  return success(goesOn);
}

/// Why a source outcome cannot be compared with; empty if it can.
static std::string reasonToSkip(const Outcome &outcome) {
  switch (outcome.status) {
  case RunStatus::Completed:
    if (!outcome.unstable)
      return "";
    // Memory that was written in part has no operation.
    return outcome.unstableSite.operation.empty()
               ? "source unstable"
               : "source unstable at " + outcome.unstableSite.operation;
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
  case RunStatus::Trap:
    return "source traps";
  }
  llvm_unreachable("unknown status");
}

void ComparingObserver::runAll(const Executor &executor,
                               const Execution &execution, bool needsOutcomes,
                               MeetFn meet) {
  std::vector<Schedule> schedules =
      executor.schedules(options.schedules, options.scheduleSeed);
  bool isSettled = !needsOutcomes;
  for (unsigned n = 0;; ++n) {
    bool isExtra = isSettled || n >= schedules.size();
    StageJudge *observing = nullptr;
    MachineObserver *observer = nullptr;
    simt::ThreadObserver *threads = nullptr;
    for (const std::unique_ptr<StageJudge> &judge : judges) {
      if (!judge || observing)
        continue;
      if (executor.isObservable)
        observer = judge->observe();
      else if (!executor.isDevice)
        threads = judge->observeThreads();
      if (observer || threads)
        observing = judge.get();
    }
    if (isExtra && !observing)
      return;
    const Schedule &schedule = isExtra ? schedules.front() : schedules[n];
    llvm::Expected<Outcome> outcome =
        threads ? execution.observeThreads(schedule, threads)
                : execution.run(schedule, observer);
    // Every conflict is ordered: the other schedules give the same.
    isSettled |= outcome && outcome->isFullyOrdered && outcome->completed();
    bool goesOn = meet(schedule, outcome, observing, isExtra);
    if (!outcome)
      llvm::consumeError(outcome.takeError());
    if (!goesOn)
      return;
  }
}

void ComparingObserver::runOtherResults(const Executor &executor,
                                        const Execution &execution,
                                        MeetFn meet) {
  // The errors of libdevice were found on devices, which approximate better
  // than the documents of their instructions promise.
  if (isRequested(options.compile, selectLibdeviceStage))
    return;
  for (auto results :
       {ResultChoice::Least, ResultChoice::Greatest, ResultChoice::Mixed}) {
    Schedule schedule = executor.schedules(1, options.scheduleSeed).front();
    schedule.results = results;
    llvm::Expected<Outcome> outcome = execution.run(schedule);
    bool goesOn = meet(schedule, outcome, nullptr, /*isExtra=*/false);
    if (!outcome)
      llvm::consumeError(outcome.takeError());
    if (!goesOn)
      return;
  }
}

bool ComparingObserver::runSource(const StagedProgram &program) {
  llvm::Expected<std::vector<BufferImage>> images =
      Memory::initialImages(launch);
  if (!images) {
    report.skipReason = llvm::toString(images.takeError());
    return false;
  }
  initial = std::move(*images);
  llvm::ArrayRef<const Executor *> executors =
      getExecutors(program.stage->level);
  assert(!executors.empty() && "nothing executes the source");
  ExecuteOptions execute = executeOptions();
  execute.mayFuse = isRequested(options.compile, fuseFmaStage);
  llvm::Expected<std::unique_ptr<Execution>> execution =
      executors.front()->prepare(program, launch, execute);
  if (!execution) {
    report.skipReason =
        notExecutable.str() + ": " + llvm::toString(execution.takeError());
    return false;
  }
  auto meet = [&](const Schedule &, llvm::Expected<Outcome> &outcome,
                  StageJudge *observing, bool isExtra) {
    report.skipReason =
        outcome ? reasonToSkip(*outcome) : llvm::toString(outcome.takeError());
    if (report.skipped())
      return false;
    if (observing)
      observing->meetObservedSource();
    if (isExtra)
      return true;
    ++report.stages.back().runs;
    source.isFullyOrdered = outcome->isFullyOrdered;
    if (source.outcomes.empty())
      noteLevel(*program.stage, *outcome);
    source.outcomes.push_back(std::move(*outcome));
    return true;
  };
  runAll(*executors.front(), **execution, /*needsOutcomes=*/true, meet);
  if (report.skipped())
    return false;
  report.isFullyOrdered = source.isFullyOrdered;
  fingerPrint = fingerPrintOf(program.module);
  if (!source.isFullyOrdered)
    source.open = ModuleOp(program.module).clone();
  return true;
}

bool ComparingObserver::judgeProgram(const StagedProgram &program) {
  StageRecord &record = report.stages.back();
  for (auto [index, judge] : llvm::enumerate(judges)) {
    if (!judge)
      continue;
    StageFinding finding;
    OracleAnswer answer = judge->judgeProgram(program, finding);
    if (answer == OracleAnswer::NotAsked)
      continue;
    record.answers[index] = answer;
    if (answer != OracleAnswer::Wrong)
      continue;
    finding.stage = record.stage;
    finding.previous = lastKept(index);
    report.finding = std::move(finding);
    return false;
  }
  return true;
}

bool ComparingObserver::compare(const StagedProgram &program) {
  if (program.module && !judgeProgram(program))
    return false;
  for (const Executor *executor : getExecutors(program.stage->level))
    if (!options.withoutExecutors.contains(executor) &&
        (!executor->isDevice || options.device) &&
        (executor->isObservable || hasJudgeOfOutcomes() ||
         hasJudgeOfThreads()) &&
        !compareWith(*executor, program))
      return false;
  return true;
}

bool ComparingObserver::compareWith(const Executor &executor,
                                    const StagedProgram &program) {
  ExecuteOptions execute = executeOptions();
  execute.tripLimit = tripLimit();
  llvm::Expected<std::unique_ptr<Execution>> execution =
      executor.prepare(program, launch, execute);
  StageRecord &record = report.stages.back();
  if (!execution) {
    // What a device does not take, our machine has answered.
    if (std::string why = llvm::toString(execution.takeError());
        !executor.isDevice || !record.verdict)
      record.verdict = {ComparisonKind::Unsupported, std::move(why)};
    return true;
  }
  if ((*execution)->isDeferred()) {
    report.deferred = source.outcomes;
    return true;
  }
  bool isRight = true, hasSeveralResults = false;
  auto meet = [&](const Schedule &schedule, llvm::Expected<Outcome> &outcome,
                  StageJudge *observing, bool isExtra) {
    hasSeveralResults |= outcome && outcome->isInexact() && !executor.isDevice;
    bool differs = outcome && (*execution)->differsFromRunToRun();
    record.isUnstableOnDevice |= differs;
    if (outcome && !executor.isDevice)
      noteLevel(*program.stage, *outcome);
    if (outcome)
      return isRight = judge({executor, schedule, *outcome, differs}, observing,
                             isExtra);
    // The launch was accepted for the source, so the stage changed what the
    // entry takes.
    Outcome failed;
    failed.status = RunStatus::Unsupported;
    failed.condition = llvm::toString(outcome.takeError());
    isRight = judge({executor, schedule, failed}, observing, isExtra);
    return false;
  };
  runAll(executor, **execution, hasJudgeOfOutcomes(), meet);
  if (isRight && hasSeveralResults && hasJudgeOfOutcomes())
    runOtherResults(executor, **execution, meet);
  return isRight;
}

bool ComparingObserver::judge(const StageRun &run, StageJudge *observing,
                              bool isExtra) {
  StageRecord &record = report.stages.back();
  for (auto [index, judge] : llvm::enumerate(judges)) {
    bool isObserved = observing && observing == judge.get();
    if (!isObserved && (isExtra || !judge || !judge->judgesOutcomes()))
      continue;
    StageFinding finding;
    OracleAnswer answer = judge->judge(run, isObserved, record, finding);
    record.answers[index] = answer;
    if (answer != OracleAnswer::Wrong)
      continue;
    finding.stage = record.stage;
    finding.previous = lastKept(index);
    finding.schedule = run.executor.nameOfRun(run.schedule);
    if (run.executor.isDevice)
      finding.levels = levels.describe(run.outcome);
    report.finding = std::move(finding);
    return false;
  }
  return true;
}

const Stage &tilefuzz::getLastStage() {
  llvm::ArrayRef<Stage> stages = getStages();
  while (stages.back().level == Level::Cubin)
    stages = stages.drop_back();
  return stages.back();
}

std::string tilefuzz::stopAfterToReach(const Stage &stage) {
  return getStageIndex(stage) > getStageIndex(getLastStage()) ? stage.name.str()
                                                              : "";
}

std::unique_ptr<Compiler>
tilefuzz::makeCompiler(const ComparisonOptions &options) {
  CompileOptions compile = options.compile;
  if (compile.stopAfter.empty())
    compile.stopAfter = getLastStage().name.str();
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
  if (!options.withoutOracles.contains(&orderOracle))
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
    record.answers.assign(getStageOracles().size(), OracleAnswer::NotAsked);
    record.verdict = {ComparisonKind::Unsupported, error.message};
    return report;
  }
  StageFinding finding;
  finding.kind = stage.level == Level::Cubin ? FindingKind::AssemblerRejected
                                             : FindingKind::CompileFailure;
  finding.stage = &stage;
  finding.previous = observer.last ? observer.last : &getStages().front();
  if (error.text.empty())
    error.text = "the stage failed without a diagnostic";
  finding.symptom = Symptom::message(error.text);
  finding.reason = error.text;
  report.finding = std::move(finding);
  return report;
}
