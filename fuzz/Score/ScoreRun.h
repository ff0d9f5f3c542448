//===- ScoreRun.h - Run the oracles on many seeded bugs ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Units go to processes, which may die; results go to a file as they come, one
// line each, so that a run that was killed goes on where it stopped.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCORE_SCORERUN_H
#define TILEFUZZ_FUZZ_SCORE_SCORERUN_H

#include "fuzz/Score/Score.h"
#include <csignal>
#include <functional>

namespace tilefuzz {

struct ScoreOptions {
  std::vector<std::string> bugs;
  std::vector<uint64_t> seeds;
  ScoreSettings settings;
  unsigned jobs = 1;
  /// Results that are here are not made again. Empty: none are kept.
  std::string resultsFile;
  /// Checked now and then; may be null.
  const volatile sig_atomic_t *interrupted = nullptr;
};

/// The proofs, then seed after seed, so that a run that is stopped has whole
/// seeds. `done` is told each new result and how many units are left. The
/// caller must be single-threaded.
llvm::Expected<std::vector<UnitResult>>
runScore(const ScoreOptions &options,
         const std::function<void(const UnitResult &, size_t left)> &done);

/// What a results file holds; a last line that was cut off is left out. An
/// error if the file is of other settings.
llvm::Expected<std::vector<UnitResult>>
readScoreResults(llvm::StringRef file, const ScoreSettings &settings);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCORE_SCORERUN_H
