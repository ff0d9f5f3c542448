//===- ChangeCheck.h - Try what a change touches ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a compiler engineer runs before pushing: proofs, seeded bugs, mutants,
// other trials and programs that a ChangeChoice names, within a time.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CHANGE_CHANGECHECK_H
#define TILEFUZZ_FUZZ_CHANGE_CHANGECHECK_H

#include "fuzz/Change/ReachingPrograms.h"
#include <csignal>
#include <functional>

namespace tilefuzz {

struct ChangeCheckOptions {
  uint64_t seed = 1;
  /// Wall time of all of it, but for the triage of what is found.
  double seconds = 240;
  unsigned jobs = 1;
  /// As ReachingOptions.
  uint64_t maxTried = 0;
  std::vector<std::string> files;
  /// Where programs and findings go.
  std::string folder;
  /// This tool, its command line and its version.
  std::string executable, command, version;
  const volatile sig_atomic_t *interrupted = nullptr;
};

enum class ChangeAnswer {
  /// Nothing is wrong.
  Clean,
  /// There is no answer: not proved, not covered, not caught, not reached, out
  /// of time.
  Open,
  /// Something is wrong.
  Wrong,
};
/// "clean", "open" or "wrong".
llvm::StringRef toString(ChangeAnswer answer);

/// One thing that was tried.
struct ChangeResult {
  /// `proof`, `seeded bug`, `mutant`, `modules`, `fences`, `pairs`, `program`.
  std::string kind;
  /// Of the pattern, bug, mutant; the signature of a finding.
  std::string name;
  ChangeAnswer answer = ChangeAnswer::Clean;
  std::string text;
  double seconds = 0;
};

struct ChangeReport {
  std::vector<ChangeResult> results;
  uint64_t programsTried = 0, programsReaching = 0, programsCompared = 0,
           comparisons = 0;
  double seconds = 0;

  /// The worst.
  ChangeAnswer answer() const;
  llvm::json::Object toJSON() const;
  void print(llvm::raw_ostream &os) const;
};

/// The caller is single-threaded. An error means that nothing can be stored or
/// no process started, never that something was found.
llvm::Expected<ChangeReport>
checkChange(const ChangeChoice &choice, const ChangeCheckOptions &options,
            const std::function<void(const ChangeResult &)> &done);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CHANGE_CHANGECHECK_H
