//===- ScoreModules.cpp - Seeded bugs against random modules --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/ScoreModules.h"
#include "compiler/Support/Clock/Clock.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

namespace {
class ModuleUnit {
public:
  ModuleUnit(UnitResult &result, const ScoreSettings &settings,
             UnitPlace &place,
             const std::function<void(const UnitResult &)> &show,
             const ModuleTrial &trial)
      : result(result), settings(settings), place(place), show(show),
        trial(trial), info(getInfo(*findSeededBug(result.unit.bug))),
        earlier(result.seconds) {}

  void search();

private:
  /// The module that the unit is at.
  std::vector<ModuleFinding> tryModule(const BugSet &bugs) const {
    return trial(*result.unit.seed, result.programs - 1, bugs);
  }
  void note(llvm::ArrayRef<ModuleFinding> wrong);
  double secondsLeft() const;

  UnitResult &result;
  const ScoreSettings &settings;
  UnitPlace &place;
  const std::function<void(const UnitResult &)> &show;
  const ModuleTrial &trial;
  const SeededBugInfo &info;
  BugCanaries canaries;
  /// Of this process, CPU time.
  uint64_t start = ownCpuTime();
  double earlier, triageSeconds = 0;
};
} // namespace

double ModuleUnit::secondsLeft() const {
  double end = settings.limitSeconds;
  if (const Detection *first = result.fastest())
    end = std::min(end, first->seconds + settings.graceSeconds);
  return end - result.seconds;
}

/// What the right passes do to the same module as well is not the bug's: LLVM's
/// own have defects, too.
void ModuleUnit::note(llvm::ArrayRef<ModuleFinding> wrong) {
  if (llvm::all_of(wrong, [&](const ModuleFinding &finding) {
        return result.find(finding.oracle);
      }))
    return;
  uint64_t begin = ownCpuTime();
  place.inTriage = true;
  std::vector<ModuleFinding> right = tryModule({});
  place.inTriage = false;
  triageSeconds += (ownCpuTime() - begin) * 1e-9;
  for (const ModuleFinding &finding : wrong) {
    bool isOfBoth = llvm::any_of(right, [&](const ModuleFinding &other) {
      return other.signature == finding.signature;
    });
    if (isOfBoth || result.find(finding.oracle))
      continue;
    result.changed = true;
    result.detections.push_back({finding.oracle, result.programs,
                                 result.seconds, finding.where,
                                 finding.where == info.where, finding.reason});
    show(result);
  }
}

void ModuleUnit::search() {
  BugSet bugs;
  bugs.insert(info.bug);
  bugs.canaries = &canaries;
  for (uint64_t index = result.programs; secondsLeft() > 0; ++index) {
    place.programs = result.programs = index + 1;
    limitTime(settings.programSeconds);
    std::vector<ModuleFinding> tried = tryModule(bugs);
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

void tilefuzz::searchModules(
    UnitResult &result, const ScoreSettings &settings, UnitPlace &place,
    const std::function<void(const UnitResult &)> &show,
    const ModuleTrial &trial) {
  ModuleUnit(result, settings, place, show, trial).search();
}
