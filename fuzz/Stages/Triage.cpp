//===- Triage.cpp - From a raw disagreement to a finding ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/Triage.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Reduce/Reduce.h"
#include "fuzz/Stages/Bisect.h"
#include "fuzz/Stages/DefectOperations.h"
#include "fuzz/Stages/StageOracle.h"
#include "interp/Program/Device.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace mlir;
using namespace tilefuzz;

std::vector<std::string> tilefuzz::operationNames(ModuleOp module) {
  std::set<std::string> names;
  module.walk([&](FunctionOpInterface entry) {
    entry->walk([&](Operation *operation) {
      if (operation != entry.getOperation())
        names.insert(operation->getName().getStringRef().str());
    });
  });
  return std::vector<std::string>(names.begin(), names.end());
}

unsigned tilefuzz::countOperations(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](FunctionOpInterface entry) {
    // The walk visits the entry itself, too.
    entry->walk([&](Operation *) { ++count; });
    --count;
  });
  return count;
}

std::vector<std::string> tilefuzz::bugNames(const BugSet &bugs) {
  std::vector<std::string> names;
  for (const SeededBugInfo &info : getSeededBugs())
    if (bugs.has(info.bug))
      names.push_back(info.name.str());
  return names;
}

std::string tilefuzz::versionText() {
  return "tilefuzz " TILEFUZZ_VERSION ", LLVM " LLVM_VERSION_STRING;
}

static std::string printJSON(const std::optional<Outcome> &outcome) {
  if (!outcome)
    return "";
  return llvm::formatv("{0:2}\n", outcome->toJSON()).str();
}

/// The fields that change when the program is reduced.
static void fillProgram(Finding &finding, const Program &program,
                        const StageFinding &raw) {
  // Of a text that is read as something else the generic form is stored.
  finding.program = program.toString(raw.stage->form == StoredForm::Text);
  finding.operations = operationNames(program.module.get());
  finding.operationCount = countOperations(program.module.get());
  finding.symptom = raw.symptom;
  finding.reason = raw.reason;
  finding.schedule = raw.schedule;
  finding.levels = raw.levels;
  finding.expected = printJSON(raw.expected);
  finding.actual = printJSON(raw.actual);
}

/// What was asked of the compiler and of the oracles.
static void fillOptions(Finding &finding, const ComparisonOptions &options) {
  const CompileOptions &compile = options.compile;
  finding.target = compile.target;
  finding.bugs = bugNames(compile.bugs);
  finding.disabledPatterns.assign(compile.disabledPatterns.begin(),
                                  compile.disabledPatterns.end());
  finding.enabledPatterns.assign(compile.enabledPatterns.begin(),
                                 compile.enabledPatterns.end());
  finding.withoutOracles.clear();
  for (const StageOracle *oracle : getStageOracles())
    if (options.withoutOracles.contains(oracle))
      finding.withoutOracles.push_back(oracle->name.str());
  finding.version = versionText();
  bool isOfDevice = finding.kind == FindingKind::Device && options.device;
  finding.gpu = isOfDevice ? options.device->address() : "";
  finding.device = isOfDevice ? options.device->describe() : "";
}

Finding tilefuzz::describe(const Program &program, const StageFinding &raw,
                           const ComparisonOptions &options) {
  Finding finding;
  finding.kind = raw.kind;
  finding.stage = raw.stage->name.str();
  if (raw.previous)
    finding.previousStage = raw.previous->name.str();
  fillProgram(finding, program, raw);
  fillOptions(finding, options);
  finding.signature = signatureOf(finding);
  return finding;
}

void tilefuzz::blamePattern(Finding &finding, const Program &program,
                            const StageFinding &raw,
                            const ComparisonOptions &options) {
  finding.pattern = bisectPattern(program, raw, options);
  finding.pass.clear();
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      if (row.name == finding.pattern && table.pass != raw.stage->name)
        finding.pass = table.pass.str();
}

/// Limits of a run, where they are enough to see a finding.
static constexpr uint64_t shortSteps = 20'000, shortMachineSteps = 1'000'000;

/// Operations are given what they were given before, so whatever is of values
/// shows; order is between operations.
static bool mayBeOneOperation(const Symptom &symptom) {
  switch (symptom.kind) {
  case Symptom::Kind::WrongValue:
  case Symptom::Kind::Undefined:
  case Symptom::Kind::Message:
    return true;
  case Symptom::Kind::Race:
  case Symptom::Kind::LostOrder:
  case Symptom::Kind::Weakened:
  case Symptom::Kind::Gone:
  case Symptom::Kind::Added:
  case Symptom::Kind::Disagreement:
    return false;
  }
  llvm_unreachable("unknown kind of symptom");
}

Program tilefuzz::reduceFinding(const Program &program, const StageFinding &raw,
                                const TriageOptions &options,
                                llvm::StringRef pattern, bool &isSmallest) {
  ComparisonOptions focused = focusOn(raw, options.comparison);
  // Candidates that do not end take most of the time, and small ones end soon.
  ComparisonOptions shortened = focused;
  shortened.maxSteps = std::min(focused.maxSteps, shortSteps);
  shortened.maxMachineSteps =
      std::min(focused.maxMachineSteps, shortMachineSteps);
  if (isSame(compareStages(program, shortened), raw))
    focused = shortened;
  uint64_t deadline = ownCpuTime() + uint64_t(options.reduceSeconds * 1e9);
  std::atomic<bool> late = false;
  // Another pattern of the pass may be wrong, too.
  ComparisonOptions without = focused;
  if (!pattern.empty())
    without.compile.disabledPatterns.push_back(pattern.str());
  bool isOfPattern =
      !pattern.empty() && !isSame(compareStages(program, without), raw);
  auto shows = [&](const Program &candidate) {
    late = ownCpuTime() >= deadline;
    return !late && isSame(compareStages(candidate, focused), raw) &&
           !(isOfPattern && isSame(compareStages(candidate, without), raw));
  };
  ReduceOptions limits;
  limits.isInterrupted = [&] { return late.load(); };
  limits.extract = mayBeOneOperation(raw.symptom);
  Reduced reduced = reduce(
      Subject(program.clone()),
      [&](const Subject &candidate, unsigned) { return shows(candidate); },
      limits);
  isSmallest = reduced.report.end == ReduceEnd::Smallest;
  return std::move(reduced.subject);
}

static std::vector<std::string> essenceOf(ModuleOp module,
                                          const StageFinding &finding) {
  if (finding.symptom.isWrongOrder())
    return essenceOfOrder(module, !isTileLevel(finding.stage->level));
  std::string access = finding.symptom.unequalAccess();
  return access.empty() ? essenceOfValues(module)
                        : essenceOfAccess(module, access);
}

void tilefuzz::completeFinding(Finding &finding, const Program &program,
                               const StageFinding &raw,
                               const TriageOptions &options) {
  finding.isSmallest = false;
  Program smallest = options.reduce
                         ? reduceFinding(program, raw, options, finding.pattern,
                                         finding.isSmallest)
                         : program.clone();
  // The reduced program's own disagreement is what is stored.
  StageFinding last = raw;
  ComparisonReport again =
      compareStages(smallest, focusOn(raw, options.comparison));
  if (isSame(again, raw))
    last = std::move(*again.finding);
  std::string original = std::move(finding.program);
  fillProgram(finding, smallest, last);
  finding.essence = essenceOf(smallest.module.get(), last);
  if (finding.program != original)
    finding.original = std::move(original);
  // A smaller program may leave one pattern only.
  if (finding.pattern.empty())
    blamePattern(finding, smallest, last, options.comparison);
  if (last.previous)
    finding.before =
        printStage(smallest, options.comparison.compile, *last.previous);
  if (last.kind != FindingKind::CompileFailure)
    finding.after =
        printStage(smallest, options.comparison.compile, *last.stage);
  finding.signature = signatureOf(finding);
}

void tilefuzz::completeCrash(Finding &finding, const Program &program,
                             const TriageOptions &options) {
  fillOptions(finding, options.comparison);
  ComparisonOptions comparison = options.comparison;
  comparison.compile.firings = nullptr;
  comparison.device = nullptr;
  auto dies = [&](const Program &candidate) {
    return runInChild(
        [&] {
          compareStages(candidate, comparison);
          return 0;
        },
        options.reduceSeconds);
  };
  uint64_t deadline = monotonicTime() + uint64_t(options.reduceSeconds * 1e9);
  ProcessEnd first = dies(program);
  Program smallest = program.clone();
  // A death that does not repeat (memory, time) is stored as it is.
  ReduceOptions limits;
  // What the source does kills whoever runs it.
  limits.extract = finding.stage != getStages().front().name;
  if (options.reduce && first.signal && !first.timedOut)
    smallest = reduceProgram(
        program,
        [&](const Program &candidate) {
          return monotonicTime() < deadline &&
                 dies(candidate).signal == first.signal;
        },
        limits);
  std::string original = program.toString();
  finding.program = smallest.toString();
  if (finding.program != original)
    finding.original = std::move(original);
  finding.operations = operationNames(smallest.module.get());
  finding.operationCount = countOperations(smallest.module.get());
  finding.signature = signatureOf(finding);
}
