//===- ScoreUnit.h - Run the oracles on one seeded bug ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// In a process of its own. It shows its result as it grows, so that what was
// found before a death stands.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_SCOREUNIT_H
#define TILEFUZZ_FUZZ_SCORE_SCOREUNIT_H

#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Score/Score.h"
#include "fuzz/Stages/StageComparison.h"
#include <atomic>
#include <functional>

namespace tilefuzz {

/// In memory that parent and child share: where the child is.
struct UnitPlace {
  /// Programs that were begun.
  std::atomic<uint64_t> programs = 0;
  /// CPU time of the unit so far, that of earlier processes included.
  std::atomic<double> seconds = 0;
  /// The program is being blamed and reduced, not searched.
  std::atomic<bool> inTriage = false;
};

/// The language of the programs that bring something to `stage`'s pass.
struct ProgramLanguage {
  /// WorkerConfig::language and knobs.
  llvm::StringLiteral language, knobs;
  /// How many programs of it are tried, in terms of the others.
  unsigned blocks = 1;
};
std::vector<ProgramLanguage> languagesFor(const Stage &stage);

/// Who is said to have caught what a stage comparison reports.
ScoreOracle stageOracleOf(const StageFinding &finding,
                          const ComparisonOptions &options);

/// The process dies of SIGPROF after so much CPU time; 0: never.
void limitTime(double seconds);

/// Goes on from `result`, which is empty at first, until the CPU time in
/// `settings` is over; `show` is called whenever it has grown, and at the end.
void runUnit(UnitResult &result, const ScoreSettings &settings,
             UnitPlace &place,
             const std::function<void(const UnitResult &)> &show);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_SCOREUNIT_H
