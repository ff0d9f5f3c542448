//===- MutantRecord.h - Which mutants a trial comes to ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_MUTANTRECORD_H
#define TILEFUZZ_FUZZ_SCORE_MUTANTRECORD_H

#include "fuzz/Score/MutantTrials.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"

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

/// In a process of its own: writes the trials of one kind from `begin` to
/// before `end` to `fd`, a line each. Those for which there is no program are
/// left out.
void recordTrials(const MutantSettings &settings, TrialKind kind,
                  uint64_t begin, uint64_t end, int fd);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_MUTANTRECORD_H
