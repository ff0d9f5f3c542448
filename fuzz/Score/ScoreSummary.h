//===- ScoreSummary.h - The score and what it is made of --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Of the results of units: per bug, per seed, and how well signatures tell the
// bugs apart.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_SCORESUMMARY_H
#define TILEFUZZ_FUZZ_SCORE_SCORESUMMARY_H

#include "compiler/Support/SeededBugs.h"
#include "fuzz/Score/Score.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

namespace tilefuzz {

/// One oracle and one bug, over the seeds.
struct OracleScore {
  /// In how many it caught the bug; a proof counts for every seed.
  unsigned seeds = 0;
  /// Of those.
  double medianSeconds = 0;
  uint64_t medianPrograms = 0;
};

/// One bug over the seeds.
struct BugScore {
  const SeededBugInfo *bug = nullptr;
  std::array<OracleScore, numScoreOracles> oracles;
  unsigned seeds = 0, caught = 0;
  /// Of the fastest oracle, over the seeds that caught it.
  double medianSeconds = 0, worstSeconds = 0;
  uint64_t medianPrograms = 0;
  /// Canaries: in how many seeds, the proof included.
  unsigned reached = 0, fired = 0, changed = 0, observed = 0, attributed = 0;
  /// UnitResult::falseAlarms.
  uint64_t falseAlarms = 0;
};

/// One seed over the bugs.
struct SeedScore {
  uint64_t seed = 0;
  unsigned bugs = 0, caught = 0;
  double medianSeconds = 0, worstSeconds = 0;
};

/// Of all pairs of findings. A defect is a seeded bug; but wrong variants of
/// one pattern, of which there is only one at a time, are one defect.
struct SignatureScore {
  uint64_t findings = 0, groups = 0, defects = 0;
  /// Pairs of one group, of one defect, and of both.
  uint64_t sameGroup = 0, sameDefect = 0, both = 0;
  double precision() const;
  double recall() const;
};

struct ScoreSummary {
  std::vector<BugScore> bugs;
  std::vector<SeedScore> seeds;
  /// Findings of one signature are a group.
  SignatureScore bySignature;
  /// As a campaign would have put them together, all bugs in one.
  SignatureScore byCampaign;

  /// Caught, of all pairs of bug and seed.
  unsigned caught() const;
  unsigned total() const;
  uint64_t falseAlarms() const;
  bool isPerfect() const { return caught() == total(); }
  /// Over all caught pairs of bug and seed.
  double medianSeconds = 0, worstSeconds = 0;

  llvm::json::Value toJSON() const;
  void print(llvm::raw_ostream &os) const;
  /// The tables of docs/mutation-score.md.
  void printMarkdown(llvm::raw_ostream &os) const;
};

/// Only units whose results are there count.
ScoreSummary summarize(llvm::ArrayRef<UnitResult> results);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_SCORESUMMARY_H
