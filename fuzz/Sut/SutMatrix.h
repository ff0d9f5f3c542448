//===- SutMatrix.h - A program in every run and release ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_SUTMATRIX_H
#define TILEFUZZ_FUZZ_SUT_SUTMATRIX_H

#include "fuzz/Sut/TrialResult.h"
#include "interp/Program/Program.h"
#include <csignal>

namespace tilefuzz {

struct SutDescription;

/// What a run of a release does with the program.
struct MatrixCell {
  /// It is right, or shows a finding; neither: nothing is known, or the release
  /// does not have the run.
  bool isGood = false, isBad = false;
  /// As TrialResult::name(); empty: the release does not have the run.
  std::string word;
};

/// What each release, oldest first, does with one program in each run.
struct SutMatrix {
  struct Row {
    std::string run;
    /// One per release.
    std::vector<MatrixCell> cells;
  };
  std::vector<std::string> releases;
  std::vector<Row> rows;

  bool hasBad() const;
  /// A line for all rows of the same words, with the releases between which
  /// they became bad or good; then a line for each release in which some runs
  /// are bad and others are not, with what the bad ones have in common: a
  /// level, or a target, of names as `sm_80-O3`.
  std::string toString() const;
};

/// Descriptions as fitToTool leaves them. Runs are those of `wanted` (all:
/// empty), in the order of the first release that has them.
llvm::Expected<SutMatrix>
makeMatrix(llvm::ArrayRef<SutDescription> releases,
           llvm::ArrayRef<std::string> wanted, llvm::StringRef folder,
           const Program &program,
           const volatile sig_atomic_t *interrupted = nullptr);

/// Reads a program with its launch, prints what its runs do, and says whether
/// one of them shows a finding. Errors: also a run that no release has, and an
/// interrupt.
llvm::Expected<bool>
replayMatrix(llvm::ArrayRef<SutDescription> releases,
             llvm::ArrayRef<std::string> wanted, llvm::StringRef file,
             llvm::raw_ostream &os,
             const volatile sig_atomic_t *interrupted = nullptr);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_SUTMATRIX_H
