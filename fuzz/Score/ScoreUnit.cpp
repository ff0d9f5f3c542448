//===- ScoreUnit.cpp - Run the oracles on one seeded bug ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/ScoreUnit.h"
#include "compiler/Support/Clock/Clock.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Score/ScoreModules.h"
#include "fuzz/Stages/Bisect.h"
#include "fuzz/Stages/StageOracle.h"
#include "fuzz/Stages/Triage.h"
#include "oracle/Patterns/ProofChoice.h"
#include "llvm/Support/FormatVariadic.h"
#include <sys/time.h>

using namespace tilefuzz;

/// Schedules of a tile stage: program order, reverse and random ones.
static constexpr unsigned schedulesPerStage = 6;
/// Programs of one language in a row: for another one passes are made again.
static constexpr unsigned programsPerBlock = 16;
/// Programs that are tried for branches which no template takes.
static constexpr unsigned searchedInstances = 400;
/// For one question to the solver.
static constexpr unsigned solverSteps = 10'000'000;
/// Of the time, after which no proof is begun.
static constexpr double shareOfProofs = 0.8;
/// Programs on which the wrong variant fired that are compiled rightly, too, to
/// see whether that makes a difference.
static constexpr unsigned maxComparedFirings = 200;

/// What leads to a stage takes what the stage before it leaves.
std::vector<ProgramLanguage> tilefuzz::languagesFor(const Stage &stage) {
  switch (getStageBefore(stage).level) {
  case Level::CudaTile:
    return {{"mixed", "whole=2"}};
  case Level::TileAA:
    return {{"mixed", "whole=2"}, {"tileaa", ""}};
  case Level::TileAS:
  case Level::LLVMDialect:
  case Level::LLVM:
  case Level::PTX:
  case Level::Cubin:
    // The lowering to them refuses the rest. What the conversion to nv_tileaa
    // never makes is lowered, too.
    return {{"lowered", "", /*blocks=*/3}, {"tileaa", ""}};
  }
  llvm_unreachable("unknown level");
}

void tilefuzz::limitTime(double seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = time_t(seconds);
  timer.it_value.tv_usec =
      suseconds_t((seconds - double(timer.it_value.tv_sec)) * 1e6);
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

static bool isFromRace(const StageFinding &finding) {
  return finding.actual && finding.actual->status == RunStatus::Race;
}

/// Whether the schedule that a stage gets first shows it.
static bool isOfFirstSchedule(const StageFinding &finding,
                              const ComparisonOptions &options) {
  auto isCalledSo = [&](const Executor *executor) {
    return finding.schedule ==
           executor->nameOfRun(
               executor->schedules(1, options.scheduleSeed).front());
  };
  return llvm::any_of(getExecutors(finding.stage->level), isCalledSo);
}

ScoreOracle tilefuzz::stageOracleOf(const StageFinding &finding,
                                    const ComparisonOptions &options) {
  switch (finding.kind) {
  case FindingKind::Order:
    return ScoreOracle::Order;
  case FindingKind::Differs:
  case FindingKind::TargetUndefined:
  case FindingKind::Device:
  case FindingKind::Poison:
  case FindingKind::Imprecise:
    return isFromRace(finding) || !isOfFirstSchedule(finding, options)
               ? ScoreOracle::Schedules
               : ScoreOracle::Stage;
  case FindingKind::Schedule:
  case FindingKind::CompileFailure:
  case FindingKind::AssemblerRejected:
  case FindingKind::InvalidOutput:
  case FindingKind::InternalError:
  case FindingKind::AcceptsInvalid:
  case FindingKind::Nondeterministic:
  case FindingKind::Explosion:
  case FindingKind::Crash:
  case FindingKind::Timeout:
  case FindingKind::OutOfMemory:
  case FindingKind::OracleDisagreement:
    return ScoreOracle::Verifier;
  }
  llvm_unreachable("unknown kind");
}

namespace {
class UnitRunner {
public:
  UnitRunner(UnitResult &result, const ScoreSettings &settings,
             UnitPlace &place,
             const std::function<void(const UnitResult &)> &show)
      : result(result), settings(settings), place(place), show(show),
        info(getInfo(*findSeededBug(result.unit.bug))),
        stage(getStageOf(info)) {
    comparison.compile.bugs.insert(info.bug);
    comparison.compile.bugs.canaries = &canaries;
    comparison.compile.stopAfter = stage.name.str();
    requestFor(comparison.compile, info.bug);
    comparison.schedules = schedulesPerStage;
    earlier = result.seconds;
  }

  void prove();
  void search();

private:
  /// CPU time that is left.
  double secondsLeft() const;
  double timeForProgram() const {
    return std::min(settings.programSeconds, secondsLeft() + 0.1);
  }
  void compare(const Program &program);
  /// Compares again so that another oracle than the one that reported `finding`
  /// has its say.
  void runOtherOracles(const Program &program, const StageFinding &finding);
  void note(const Program &program, const StageFinding &finding,
            const ComparisonOptions &options);
  /// The finding, blamed and given its signature.
  Finding blame(const Program &program, const StageFinding &finding,
                const ComparisonOptions &options);
  bool isRight(const Finding &finding) const {
    return finding.pattern.empty() ? finding.stage == info.where
                                   : finding.pattern == info.where;
  }
  void compareWithRight(const Program &program);
  /// Whether the compiler without the bug shows it, too.
  bool isShownWithoutBug(const Program &program, const StageFinding &finding,
                         const ComparisonOptions &options);
  void updateSeconds() {
    result.seconds = earlier + (ownCpuTime() - start) * 1e-9 - triageSeconds;
    place.seconds = result.seconds;
  }

  UnitResult &result;
  const ScoreSettings &settings;
  UnitPlace &place;
  const std::function<void(const UnitResult &)> &show;
  const SeededBugInfo &info;
  const Stage &stage;
  BugCanaries canaries;
  ComparisonOptions comparison;
  std::unique_ptr<Compiler> compiler;
  /// Of this process, CPU time.
  uint64_t start = ownCpuTime();
  double earlier = 0, triageSeconds = 0;
  unsigned comparedFirings = 0;
};
} // namespace

void UnitRunner::prove() {
  limitTime(settings.limitSeconds);
  PatternProofOptions options;
  options.searchTries = searchedInstances;
  options.combines = true;
  // Steps, not time: the same answers on a busy machine.
  options.refinement.maxSteps = solverSteps;
  options.refinement.timeoutMs = 60'000;
  BugProof proof = proveBug(info, options, [this] {
    updateSeconds();
    return result.seconds < settings.limitSeconds * shareOfProofs;
  });
  limitTime(0);
  updateSeconds();
  result.programs = proof.proved;
  result.reached = proof.reached;
  result.fired = proof.fired;
  result.changed = proof.changed != 0;
  if (proof.verdict.kind == ProofKind::Refuted)
    result.detections.push_back(
        {ScoreOracle::Proof, result.programs, result.seconds, info.where.str(),
         /*attributed=*/true,
         llvm::formatv("{0}, {1}: {2}", proof.pattern, proof.instance,
                       proof.verdict.reason)
             .str()});
}

double UnitRunner::secondsLeft() const {
  double end = settings.limitSeconds;
  if (const Detection *first = result.fastest())
    end = std::min(end, first->seconds + settings.graceSeconds);
  return end - result.seconds;
}

void UnitRunner::search() {
  std::vector<WorkerConfig> configs;
  std::vector<std::unique_ptr<ProgramSource>> sources;
  std::vector<ProgramLanguage> languages = languagesFor(stage);
  // Other random programs hardly ever have a loop that two agents take.
  const Stage *requested = getRequestedStage(info.bug);
  if (requested && requested->name == specializedPipeline)
    languages = {{"lowered", "products=1"}};
  // Nor a function with two rings, or a loop with loads that uses the slots of
  // its ring again; each of these loops may be one.
  auto has = [](const Stage &stage, StageRole role) {
    return (stage.roles & role) != StageRole::None;
  };
  if (has(stage, StageRole::AssignsBuffers) ||
      has(requested ? *requested : stage, StageRole::MakesPipelines)) {
    // One takes as long as dozens of the others.
    for (ProgramLanguage &language : languages)
      language.blocks *= 8;
    languages.push_back({"lowered", "products=1"});
  }
  configs.reserve(languages.size());
  for (const ProgramLanguage &language : languages) {
    WorkerConfig &config = configs.emplace_back();
    config.seed = *result.unit.seed;
    config.language = language.language.str();
    config.knobs = language.knobs.str();
    sources.push_back(std::make_unique<ProgramSource>(config));
  }
  unsigned blocks = 0;
  for (const ProgramLanguage &language : languages)
    blocks += language.blocks;
  auto languageOf = [&](uint64_t index) {
    unsigned place = index / programsPerBlock % blocks, number = 0;
    while (place >= languages[number].blocks)
      place -= languages[number++].blocks;
    return number;
  };
  // How many programs of each were tried.
  std::vector<uint64_t> tried(languages.size());
  for (uint64_t index = 0; index < result.programs; ++index)
    ++tried[languageOf(index)];
  const ProgramSource *owner = nullptr;
  for (uint64_t index = result.programs; secondsLeft() > 0; ++index) {
    unsigned number = languageOf(index);
    ProgramSource &source = *sources[number];
    if (owner != &source || source.isContextUsedUp())
      compiler.reset();
    owner = &source;
    place.programs = result.programs = index + 1;
    limitTime(timeForProgram());
    llvm::Expected<Program> program = source.get(tried[number]++);
    if (program)
      compare(*program);
    else
      llvm::consumeError(program.takeError());
    limitTime(0);
    updateSeconds();
    // What a death would lose: the counts of canaries.
    if (index % 64 == 63)
      show(result);
  }
  // What it remembers is of the sources' contexts.
  compiler.reset();
}

void UnitRunner::compare(const Program &program) {
  uint64_t fired = canaries.fired(info.bug);
  ComparisonOptions options = comparison;
  if (!compiler)
    compiler = makeCompiler(options);
  options.compiler = compiler.get();
  ComparisonReport report = compareStages(program, options);
  updateSeconds();
  result.reached += canaries.reached(info.bug);
  result.fired += canaries.fired(info.bug);
  bool firedHere = canaries.fired(info.bug) != fired;
  canaries.clear();
  if (firedHere && !result.changed && comparedFirings++ < maxComparedFirings)
    compareWithRight(program);
  if (!report.finding)
    return;
  note(program, *report.finding, comparison);
  runOtherOracles(program, *report.finding);
}

void UnitRunner::compareWithRight(const Program &program) {
  uint64_t begin = ownCpuTime();
  CompileOptions right = comparison.compile;
  right.bugs = {};
  result.changed = printStage(program, comparison.compile, stage) !=
                   printStage(program, right, stage);
  canaries.clear();
  triageSeconds += (ownCpuTime() - begin) * 1e-9;
}

bool UnitRunner::isShownWithoutBug(const Program &program,
                                   const StageFinding &finding,
                                   const ComparisonOptions &options) {
  uint64_t begin = ownCpuTime();
  ComparisonOptions right = options;
  right.compile.bugs = {};
  right.compiler = nullptr;
  ComparisonReport report = compareStages(program, right);
  canaries.clear();
  triageSeconds += (ownCpuTime() - begin) * 1e-9;
  return report.finding && report.finding->kind == finding.kind;
}

void UnitRunner::runOtherOracles(const Program &program,
                                 const StageFinding &finding) {
  // The comparison stops at the first disagreement.
  const StageOracle *reporter = oracleOf(finding.kind);
  ComparisonOptions others = comparison;
  others.withoutOracles.insert(reporter ? reporter : getStageOracles().front());
  auto hasMoreToSay = [&](const StageOracle *oracle) {
    return !others.withoutOracles.contains(oracle) &&
           !(oracle == &orderOracle && result.find(ScoreOracle::Order));
  };
  if (llvm::none_of(getStageOracles(), hasMoreToSay))
    return;
  ComparisonReport report = compareStages(program, others);
  canaries.clear();
  updateSeconds();
  if (report.finding)
    note(program, *report.finding, others);
}

void UnitRunner::note(const Program &program, const StageFinding &finding,
                      const ComparisonOptions &options) {
  ScoreOracle oracle = stageOracleOf(finding, options);
  bool isFirst = !result.find(oracle);
  // What a campaign would report: the first disagreement.
  bool isKept =
      &options == &comparison && result.findings.size() < settings.findings;
  if (!isFirst && !isKept)
    return;
  if (isShownWithoutBug(program, finding, options)) {
    ++result.falseAlarms;
    show(result);
    return;
  }
  if (isFirst) {
    result.detections.push_back(
        {oracle, result.programs, result.seconds, "", false, finding.reason});
    show(result);
  }
  uint64_t begin = ownCpuTime();
  place.inTriage = true;
  // Blaming runs the program many times.
  limitTime(10 * settings.reduceSeconds);
  Finding blamed = blame(program, finding, options);
  limitTime(timeForProgram());
  place.inTriage = false;
  triageSeconds += (ownCpuTime() - begin) * 1e-9;
  canaries.clear();
  if (isFirst) {
    Detection &last = result.detections.back();
    last.attributed = isRight(blamed);
    last.blamed = blamed.pattern.empty() ? blamed.stage : blamed.pattern;
  }
  if (isKept) {
    ScoredFinding &scored = result.findings.emplace_back();
    scored.originalOperations = operationNames(program.module.get());
    scored.finding.kind = blamed.kind;
    scored.finding.stage = blamed.stage;
    scored.finding.pattern = blamed.pattern;
    scored.finding.pass = blamed.pass;
    scored.finding.symptom = blamed.symptom;
    scored.finding.reason = blamed.reason;
    scored.finding.operations = blamed.operations;
    scored.finding.essence = blamed.essence;
    scored.finding.isSmallest = blamed.isSmallest;
  }
  show(result);
}

Finding UnitRunner::blame(const Program &program, const StageFinding &finding,
                          const ComparisonOptions &options) {
  TriageOptions triage;
  triage.comparison = options;
  triage.reduceSeconds = settings.reduceSeconds;
  Finding blamed = describe(program, finding, options);
  blamePattern(blamed, program, finding, options);
  // The signature of a pattern's finding says nothing of the program.
  if (blamed.pattern.empty())
    completeFinding(blamed, program, finding, triage);
  else
    blamed.signature = signatureOf(blamed);
  return blamed;
}

void tilefuzz::runUnit(UnitResult &result, const ScoreSettings &settings,
                       UnitPlace &place,
                       const std::function<void(const UnitResult &)> &show) {
  UnitRunner runner(result, settings, place, show);
  const Stage &stage = getStageOf(getInfo(*findSeededBug(result.unit.bug)));
  if (result.unit.seed && stage.level == Level::LLVM)
    searchModules(result, settings, place, show, makeLlvmTrial());
  // No program of tiles uses tensor memory.
  else if (result.unit.seed && stage.name == "tileas-inject-tcgen05-fence")
    searchModules(result, settings, place, show, makeFenceTrial());
  else if (result.unit.seed)
    runner.search();
  else
    runner.prove();
  show(result);
}
