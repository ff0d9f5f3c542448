//===- TrialResult.h - What a tool did to a program -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_TRIALRESULT_H
#define TILEFUZZ_FUZZ_SUT_TRIALRESULT_H

#include "fuzz/Findings/Finding.h"
#include "oracle/Verdict.h"

namespace tilefuzz {

struct SutProcess;

enum class TrialVerdict {
  Same,
  /// Nothing can be said.
  Skipped,
  Finding,
};

struct TrialResult {
  TrialVerdict verdict = TrialVerdict::Same;
  /// Of a finding.
  FindingKind kind = FindingKind::Differs;
  /// Of a finding what differs or what the tool said; why it was skipped.
  std::string detail;
  /// Of a program that was given to the tool alone: what it wrote to standard
  /// error.
  std::string errors;
  /// Of a program that was given to the tool alone: how the process ended, by
  /// its exit code, or a signal below 0.
  int exitCode = 0;
  /// The first input that shows it.
  size_t input = 0;
  uint64_t comparisons = 0, observed = 0;
  /// Inputs for which nothing could be said, by reason.
  std::vector<std::string> skipped;
  /// What the tool did to the program (KeptPrograms.h); empty where it left it
  /// as it was, or nobody asks.
  std::vector<std::string> effects;
  /// Of a finding that the program alone does not show: the input that does.
  std::string batch;
  /// The run was stopped first, so that nothing is known.
  bool interrupted = false;
  /// The folder takes no files, so that nothing can be said; `detail` says why.
  bool storageFailed = false;
  /// The tool cannot be started; `detail` says why.
  bool notStarted = false;

  static TrialResult skip(const llvm::Twine &why);
  static TrialResult finding(FindingKind kind, const llvm::Twine &detail);
  static TrialResult storageFailure(llvm::Error error);
  /// Of a process that says nothing about the program; none: it says something.
  static std::optional<TrialResult> withoutVerdict(const SutProcess &process);
  void setSkipped(const llvm::Twine &why);
  void setFinding(FindingKind kind, const llvm::Twine &detail);

  bool isFinding() const { return verdict == TrialVerdict::Finding; }
  bool isFinding(FindingKind wanted) const {
    return isFinding() && kind == wanted;
  }
  /// Why nothing can be said of any program; a StorageError or another one.
  llvm::Error failure() const;
  /// As what is shown: `differs`, `skipped`, `same`.
  llvm::StringRef name() const;
  /// Of a finding.
  Symptom symptom() const;
};

/// Of a comparison that is a finding.
inline FindingKind kindOf(const ComparisonVerdict &verdict) {
  return verdict.kind == ComparisonKind::Differs ? FindingKind::Differs
                                                 : FindingKind::TargetUndefined;
}

/// Whether the tool as a whole failed and said why, so that its message tells
/// findings apart.
bool hasMessage(FindingKind kind);

/// How many processes, about, a reduction may take that keeps the kind.
inline uint64_t maxReductionTries(FindingKind kind) {
  return kind == FindingKind::Timeout || kind == FindingKind::Explosion ? 12
                                                                        : 300;
}

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_TRIALRESULT_H
