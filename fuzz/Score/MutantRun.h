//===- MutantRun.h - Try the mutants of this build --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// First the right compiler takes every trial, and it is recorded which mutants
// each comes to. Then every mutant is tried on those that come to it. Both go
// to processes, which may die, and to a file as they come.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_MUTANTRUN_H
#define TILEFUZZ_FUZZ_SCORE_MUTANTRUN_H

#include "fuzz/Score/MutantScore.h"
#include <csignal>
#include <functional>

namespace tilefuzz {

/// Results of other settings cannot be put together.
struct MutantSettings {
  uint64_t seed = 1;
  /// So many programs of each language are recorded; fewer of what takes
  /// longer (numTrials).
  uint64_t programs = 1000;
  /// A mutant is tried on so many trials at most.
  uint64_t tries = 1000;
  /// CPU time for one mutant, and for one trial.
  double limitSeconds = 60, trialSeconds = 5;
  uint64_t memoryMiB = 4096;
  /// Of this build: how many mutants, and a hash of them.
  uint64_t mutants = 0, table = 0;

  llvm::json::Value toJSON() const;
};

struct MutantOptions {
  MutantSettings settings;
  /// Numbers, in the order in which they are tried.
  std::vector<size_t> mutants;
  unsigned jobs = 1;
  /// What is here is not made again. Empty: nothing is kept.
  std::string resultsFile;
  /// Checked now and then; may be null.
  const volatile sig_atomic_t *interrupted = nullptr;
};

/// Of the build's mutants: sets what MutantSettings says of them.
void describeMutants(MutantSettings &settings);
/// How many trials of a kind are recorded; of instances there are `instances`.
uint64_t numTrials(TrialKind kind, const MutantSettings &settings,
                   uint64_t instances);

/// A trial of the right compiler.
struct RecordedTrial {
  TrialId id;
  /// MutantTrials::compile.
  uint64_t print = 0;
  /// CPU time.
  double seconds = 0;
  llvm::BitVector reached;

  llvm::json::Value toJSON() const;
};
llvm::Expected<RecordedTrial> parseRecordedTrial(const llvm::json::Value &value,
                                                 size_t numMutants);

/// The trials that come to the mutant, kinds in turn, and how many there are
/// beside those that are left out.
std::vector<const RecordedTrial *>
trialsFor(size_t mutant, llvm::ArrayRef<RecordedTrial> recorded, uint64_t tries,
          uint64_t &reached);

/// `done` is told each new result, `recorded` how many trials there are; both,
/// how much is left. The caller must be single-threaded.
llvm::Expected<std::vector<MutantResult>>
runMutants(const MutantOptions &options,
           const std::function<void(const MutantResult &, size_t left)> &done,
           const std::function<void(size_t trials, size_t left)> &recorded);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_MUTANTRUN_H
