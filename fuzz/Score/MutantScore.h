//===- MutantScore.h - What became of the mutants ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Per mutant, and summed up per file, kind of change, oracle and kind of
// program.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_MUTANTSCORE_H
#define TILEFUZZ_FUZZ_SCORE_MUTANTSCORE_H

#include "compiler/Support/Mutants/Mutants.h"
#include "fuzz/Score/MutantTrials.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <map>

namespace tilefuzz {

enum class MutantFate {
  /// No trial comes to its code.
  NotReached,
  /// On no trial that does it leaves, or says, anything else.
  NoEffect,
  /// It does, and no oracle minds.
  Survived,
  Caught,
};
llvm::StringRef toString(MutantFate fate);

/// A mutant after its trials.
struct MutantResult {
  /// Mutant::name().
  std::string mutant;
  /// Of the trials that were recorded: how many come to its code.
  uint64_t reached = 0;
  /// Compiled with the mutant, and of these: left something else.
  uint64_t tried = 0, changed = 0;
  /// The first that left something else, as TrialId::name().
  std::string firstChanged;
  /// There: `STAGE: right line | line with the mutant`, the first that differs.
  std::string difference;
  /// Who caught it, on which trial.
  std::optional<TrialFinding> finding;
  std::string caughtOn;
  /// CPU time.
  double seconds = 0;
  /// The time was over before the trials were.
  bool isCutShort = false;

  MutantFate fate() const;
  llvm::json::Value toJSON() const;
};
llvm::Expected<MutantResult> parseMutantResult(const llvm::json::Value &value);

/// How many mutants of a group met each fate.
struct MutantTally {
  uint64_t notReached = 0, noEffect = 0, survived = 0, caught = 0;

  void add(MutantFate fate);
  uint64_t total() const { return notReached + noEffect + survived + caught; }
  /// Of those that had an effect, the share that was caught; 1 if none had.
  double score() const;
};

struct MutantSummary {
  MutantTally all;
  std::map<std::string, MutantTally> byFile, byMutation;
  /// Who caught them, and on what.
  std::map<std::string, uint64_t> byOracle, byTrial;
  /// Over those that were caught.
  double medianSeconds = 0, worstSeconds = 0;
  /// The mutant and its result.
  std::vector<std::pair<Mutant, MutantResult>> survivors, unreached, idle;

  llvm::json::Value toJSON() const;
  void print(llvm::raw_ostream &os) const;
};

/// `find` gives the mutant of a name; results of mutants that it does not know
/// are left out.
MutantSummary summarizeMutants(
    llvm::ArrayRef<MutantResult> results,
    llvm::function_ref<std::optional<Mutant>(llvm::StringRef)> find);

/// `count` of the numbers below `firstOf.back()`, spread evenly over the files
/// that begin at `firstOf`, and within each a choice of `seed`; all if there
/// are no more. Sorted.
std::vector<size_t> sampleMutants(llvm::ArrayRef<size_t> firstOf, size_t count,
                                  uint64_t seed);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_MUTANTSCORE_H
