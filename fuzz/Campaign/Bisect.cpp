//===- Bisect.cpp - From a disagreement to what is to blame ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Bisect.h"

using namespace tilefuzz;

bool tilefuzz::isSame(const ComparisonReport &report,
                      const StageFinding &finding) {
  return report.finding && report.finding->kind == finding.kind &&
         report.finding->stage == finding.stage;
}

ComparisonOptions tilefuzz::focusOn(const StageFinding &finding,
                                    const ComparisonOptions &options) {
  ComparisonOptions focused = options;
  focused.compile.stopAfter = finding.stage->name.str();
  focused.compile.firings = nullptr;
  focused.runPtxas &= finding.kind == FindingKind::AssemblerRejected;
  focused.runSimt &= finding.stage->level == Level::LLVM;
  return focused;
}

std::string tilefuzz::bisectPattern(const Program &program,
                                    const StageFinding &finding,
                                    const ComparisonOptions &options) {
  ComparisonOptions focused = focusOn(finding, options);
  // Firings up to the bad stage only: later ones cannot be to blame.
  FiringCounts firings;
  focused.compile.firings = &firings;
  if (!isSame(compareStages(program, focused), finding))
    return "";
  focused.compile.firings = nullptr;
  std::vector<std::string> fired;
  for (const auto &entry : firings.counts)
    fired.push_back(entry.getKey().str());
  // The map's order depends on hashes; ours must not.
  llvm::sort(fired);
  for (const std::string &pattern : fired) {
    ComparisonOptions without = focused;
    without.compile.disabledPatterns.push_back(pattern);
    if (!compareStages(program, without).finding)
      return pattern;
  }
  return "";
}
