//===- ReplayFindings.h - Stored findings, shown again ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The first part of a nightly run: what was found once, before anything new is
// looked for.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_REPLAYFINDINGS_H
#define TILEFUZZ_FUZZ_CAMPAIGN_REPLAYFINDINGS_H

#include "fuzz/Findings/Database.h"
#include <csignal>
#include <functional>

namespace tilefuzz {

struct FindingReplayOptions {
  /// Wall time; findings that it does not reach are left out, and named.
  double seconds = 300;
  /// CPU time for one finding.
  double findingSeconds = 30;
  const volatile sig_atomic_t *interrupted = nullptr;
  /// Called with how many are done, of how many.
  std::function<void(uint64_t, uint64_t)> progress = [](uint64_t, uint64_t) {};
};

struct ReplayedFinding {
  int64_t id = 0;
  std::string signature, folder;
  /// When it was replayed.
  FindingStatus status = FindingStatus::New;
  enum class Result { Shows, Gone, Unreadable, NotReached } result;
};
llvm::StringRef toString(ReplayedFinding::Result result);

struct ReplaySummary {
  std::vector<ReplayedFinding> findings;

  unsigned count(ReplayedFinding::Result result) const;
  /// Those marked as fixed that show again.
  unsigned regressions() const;
  /// Those that show and that nobody settled, regressions included.
  unsigned unsettled() const;
  llvm::json::Value toJSON() const;
  void print(llvm::raw_ostream &os) const;
};

/// Shows every finding of the database again, each in a process of its own.
/// One that was fixed and shows again is marked as new.
llvm::Expected<ReplaySummary>
replayFindings(Database &database, const FindingReplayOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_REPLAYFINDINGS_H
