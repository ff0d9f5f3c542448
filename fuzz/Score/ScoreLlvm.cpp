//===- ScoreLlvm.cpp - Seeded bugs of passes over LLVM IR -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Programs of tiles show nothing of these passes: random modules do.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Clock/Clock.h"
#include "fuzz/Llvm/LlvmTrial.h"
#include "fuzz/Score/ScoreUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;

/// Kinds of LlvmFinding. Deaths are seen by the parent process.
static ScoreOracle scoreOracleOf(const LlvmFinding &finding) {
  if (finding.kind == "execution")
    return ScoreOracle::Stage;
  if (finding.kind == "failure")
    return ScoreOracle::Verifier;
  return ScoreOracle::Claims;
}

namespace {
class LlvmUnit {
public:
  LlvmUnit(UnitResult &result, const ScoreSettings &settings, UnitPlace &place,
           const std::function<void(const UnitResult &)> &show)
      : result(result), settings(settings), place(place), show(show),
        info(getInfo(*findSeededBug(result.unit.bug))),
        earlier(result.seconds) {}

  void search();

private:
  LlvmTrialResult tryModule(const BugSet &bugs) const;
  void note(const LlvmTrialResult &wrong);
  double secondsLeft() const;

  UnitResult &result;
  const ScoreSettings &settings;
  UnitPlace &place;
  const std::function<void(const UnitResult &)> &show;
  const SeededBugInfo &info;
  BugCanaries canaries;
  /// Of this process, CPU time.
  uint64_t start = ownCpuTime();
  double earlier, triageSeconds = 0;
};
} // namespace

double LlvmUnit::secondsLeft() const {
  double end = settings.limitSeconds;
  if (const Detection *first = result.fastest())
    end = std::min(end, first->seconds + settings.graceSeconds);
  return end - result.seconds;
}

/// The module that the unit is at.
LlvmTrialResult LlvmUnit::tryModule(const BugSet &bugs) const {
  llvm::LLVMContext context;
  // What passes say is compared, not printed.
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  LlvmGenerateOptions generate;
  generate.seed = *result.unit.seed;
  generate.index = result.programs - 1;
  LlvmTrialOptions trial;
  trial.bugs = bugs;
  trial.turn = generate.index;
  return tryLlvmProgram(generateLlvm(context, generate), trial);
}

/// What the right passes do to the same module as well is not the bug's: LLVM's
/// own have defects, too.
void LlvmUnit::note(const LlvmTrialResult &wrong) {
  if (wrong.findings.empty() ||
      llvm::all_of(wrong.findings, [&](const LlvmFinding &finding) {
        return result.find(scoreOracleOf(finding));
      }))
    return;
  uint64_t begin = ownCpuTime();
  place.inTriage = true;
  LlvmTrialResult right = tryModule({});
  place.inTriage = false;
  triageSeconds += (ownCpuTime() - begin) * 1e-9;
  for (const LlvmFinding &finding : wrong.findings) {
    ScoreOracle oracle = scoreOracleOf(finding);
    bool isOfBoth = llvm::any_of(right.findings, [&](const LlvmFinding &other) {
      return other.signature() == finding.signature();
    });
    if (isOfBoth || result.find(oracle))
      continue;
    result.changed = true;
    result.detections.push_back({oracle, result.programs, result.seconds,
                                 finding.where, finding.where == info.where,
                                 finding.reason});
    show(result);
  }
}

void LlvmUnit::search() {
  BugSet bugs;
  bugs.insert(info.bug);
  bugs.canaries = &canaries;
  for (uint64_t index = result.programs; secondsLeft() > 0; ++index) {
    place.programs = result.programs = index + 1;
    limitTime(settings.programSeconds);
    LlvmTrialResult tried = tryModule(bugs);
    result.reached += canaries.reached(info.bug);
    result.fired += canaries.fired(info.bug);
    canaries.clear();
    result.seconds = earlier + (ownCpuTime() - start) * 1e-9 - triageSeconds;
    place.seconds = result.seconds;
    note(tried);
    limitTime(0);
    // What a death would lose: the counts of canaries.
    if (index % 64 == 63)
      show(result);
  }
}

void tilefuzz::searchLlvmModules(
    UnitResult &result, const ScoreSettings &settings, UnitPlace &place,
    const std::function<void(const UnitResult &)> &show) {
  LlvmUnit(result, settings, place, show).search();
}
