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

#include "fuzz/Score/MutantRecord.h"
#include "fuzz/Score/MutantScore.h"
#include <csignal>
#include <functional>

namespace tilefuzz {

struct MutantOptions {
  MutantSettings settings;
  /// Numbers, in the order of the results.
  std::vector<size_t> mutants;
  unsigned jobs = 1;
  /// What is here is not made again. Empty: nothing is kept.
  std::string resultsFile;
  /// Checked now and then; may be null.
  const volatile sig_atomic_t *interrupted = nullptr;
};

/// `done` is told each new result, `recorded` how many trials there are; both,
/// how much is left. The caller must be single-threaded.
llvm::Expected<std::vector<MutantResult>>
runMutants(const MutantOptions &options,
           const std::function<void(const MutantResult &, size_t left)> &done,
           const std::function<void(size_t trials, size_t left)> &recorded);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_MUTANTRUN_H
