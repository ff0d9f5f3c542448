//===- Bisect.cpp - From a disagreement to what is to blame ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/Bisect.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Stages/StageOracle.h"

using namespace tilefuzz;

bool tilefuzz::isSame(const ComparisonReport &report,
                      const StageFinding &finding) {
  return report.finding && report.finding->kind == finding.kind &&
         report.finding->stage == finding.stage &&
         report.finding->symptom.key() == finding.symptom.key();
}

void tilefuzz::leaveOutOraclesAfter(FindingKind kind,
                                    ComparisonOptions &options) {
  const StageOracle *reporter = oracleOf(kind);
  unsigned last = reporter ? getIndex(*reporter) : 0;
  for (const StageOracle *oracle : getStageOracles().drop_front(last + 1))
    options.withoutOracles.insert(oracle);
}

ComparisonOptions tilefuzz::focusOn(const StageFinding &finding,
                                    const ComparisonOptions &options) {
  ComparisonOptions focused = options;
  focused.compile.stopAfter = finding.stage->name.str();
  focused.compile.firings = nullptr;
  if (finding.kind != FindingKind::Device)
    focused.device = nullptr;
  leaveOutOraclesAfter(finding.kind, focused);
  return focused;
}

/// Firings up to and with a stage.
static uint64_t countFirings(const Program &program, const Stage &stage,
                             const ComparisonOptions &options) {
  ComparisonOptions upTo = options;
  FiringCounts firings;
  upTo.compile.firings = &firings;
  upTo.device = nullptr;
  upTo.compile.stopAfter = stage.name.str();
  compareStages(program, upTo);
  return firings.total;
}

/// Whether the stage of `finding` was reached and is known to be right.
static bool agrees(const ComparisonReport &report,
                   const StageFinding &finding) {
  if (report.finding || report.skipped() || report.stages.empty())
    return false;
  const StageRecord &record = report.stages.back();
  if (record.stage != finding.stage)
    return false;
  if (const StageOracle *reporter = oracleOf(finding.kind))
    return record.answerOf(*reporter) == OracleAnswer::Kept;
  // The compiler failed: now it did not.
  return !record.verdict || record.verdict->kind != ComparisonKind::Unsupported;
}

/// The first number that is bad, after one that is not and up to one that is.
static uint64_t firstBad(uint64_t good, uint64_t bad,
                         llvm::function_ref<bool(uint64_t)> isBad) {
  while (bad - good > 1) {
    uint64_t middle = good + (bad - good) / 2;
    (isBad(middle) ? bad : good) = middle;
  }
  return bad;
}

std::string tilefuzz::bisectPattern(const Program &program,
                                    const StageFinding &finding,
                                    const ComparisonOptions &options) {
  if (!finding.previous)
    return "";
  ComparisonOptions focused = focusOn(finding, options);
  FiringCounts firings;
  auto compareWith = [&](uint64_t limit) {
    firings = {};
    firings.limit = limit;
    focused.compile.firings = &firings;
    return compareStages(program, focused);
  };
  auto shows = [&](uint64_t limit) {
    return isSame(compareWith(limit), finding);
  };
  auto isGood = [&](uint64_t limit) {
    return agrees(compareWith(limit), finding);
  };
  // Firings of earlier passes made what was compared as equal: they are not to
  // blame, and neither is a pass in which none fires.
  uint64_t before = countFirings(program, *finding.previous, options);
  uint64_t all = countFirings(program, *finding.stage, options);
  if (before == all || shows(before) || !shows(all))
    return "";
  uint64_t last = firstBad(before, all, shows);
  if (isGood(last - 1))
    return shows(last) ? firings.last : "";
  if (!isGood(before))
    return "";
  // What is made in between cannot be compared.
  last = firstBad(before, last, [&](uint64_t limit) { return !isGood(limit); });
  compareWith(last);
  std::string pattern = firings.last;
  focused.compile.firings = nullptr;
  focused.compile.disabledPatterns.push_back(pattern);
  return agrees(compareStages(program, focused), finding) ? pattern : "";
}
