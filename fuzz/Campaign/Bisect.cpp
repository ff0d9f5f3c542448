//===- Bisect.cpp - From a disagreement to what is to blame ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Bisect.h"
#include "fuzz/Campaign/Signature.h"

using namespace tilefuzz;

bool tilefuzz::isSame(const ComparisonReport &report,
                      const StageFinding &finding) {
  return report.finding && report.finding->kind == finding.kind &&
         report.finding->stage == finding.stage &&
         symptomOf(report.finding->kind, report.finding->reason) ==
             symptomOf(finding.kind, finding.reason);
}

ComparisonOptions tilefuzz::focusOn(const StageFinding &finding,
                                    const ComparisonOptions &options) {
  ComparisonOptions focused = options;
  focused.compile.stopAfter = finding.stage->name.str();
  focused.compile.firings = nullptr;
  focused.runPtxas &= finding.kind == FindingKind::AssemblerRejected;
  focused.checkOrder &= finding.kind == FindingKind::Order;
  focused.runSimt &= finding.stage->level >= Level::LLVMDialect;
  return focused;
}

/// Firings up to and with a stage.
static uint64_t countFirings(const Program &program, const Stage &stage,
                             const ComparisonOptions &options) {
  ComparisonOptions upTo = options;
  FiringCounts firings;
  upTo.compile.firings = &firings;
  upTo.compile.stopAfter = stage.name.str();
  compareStages(program, upTo);
  return firings.total;
}

std::string tilefuzz::bisectPattern(const Program &program,
                                    const StageFinding &finding,
                                    const ComparisonOptions &options) {
  if (!finding.previous)
    return "";
  ComparisonOptions focused = focusOn(finding, options);
  FiringCounts firings;
  auto shows = [&](uint64_t limit) {
    firings = {};
    firings.limit = limit;
    focused.compile.firings = &firings;
    return isSame(compareStages(program, focused), finding);
  };
  // Firings of earlier passes made what is compared with: they are not to
  // blame, and neither is a pass in which none fires.
  uint64_t good = countFirings(program, *finding.previous, options);
  uint64_t bad = countFirings(program, *finding.stage, options);
  if (good == bad || shows(good) || !shows(bad))
    return "";
  while (bad - good > 1) {
    uint64_t middle = good + (bad - good) / 2;
    (shows(middle) ? bad : good) = middle;
  }
  return shows(bad) ? firings.last : "";
}
