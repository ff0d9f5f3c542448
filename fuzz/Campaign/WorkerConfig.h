//===- WorkerConfig.h - What parent and workers tell each other -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The parent starts `tile-fuzz worker CONFIG` with CONFIG as JSON on the
// command line; the worker answers with JSON lines on its standard output.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_WORKERCONFIG_H
#define TILEFUZZ_FUZZ_CAMPAIGN_WORKERCONFIG_H

#include "fuzz/Campaign/Database.h"
#include <optional>

namespace tilefuzz {

/// A program that its worker did not survive.
struct DeathNotice {
  uint64_t index = 0;
  FindingKind kind = FindingKind::Crash;
  std::string stage, previousStage, reason;
};

/// What a worker works on and under which limits.
struct WorkerConfig {
  unsigned worker = 0;
  uint64_t seed = 0;
  std::string journal;
  std::string database;
  std::string findings;
  std::string target = "sm_90a";
  /// The last stage to compare; empty: the last there is.
  std::string stopAfter;
  std::vector<std::string> bugs;
  std::vector<std::string> disabledPatterns;
  std::vector<std::string> enabledPatterns;
  /// Files that are programs 0..n-1; random ones follow.
  std::vector<std::string> corpus;
  unsigned schedules = 3;
  /// GenerateOptions::wholeOneIn.
  unsigned wholeOneIn = 5;
  /// GenerateOptions::maxSteps.
  unsigned maxSteps = 8;
  bool runPtxas = false;
  bool checkOrder = true;
  bool reduce = true;
  double programSeconds = 10;
  double reduceSeconds = 20;
  uint64_t memoryMiB = 4096;
  /// Do these first: a program whose worker was killed from outside, and one
  /// whose worker died of it.
  std::optional<uint64_t> retry;
  std::optional<DeathNotice> death;

  llvm::json::Value toJSON() const;
};
llvm::Expected<WorkerConfig> parseWorkerConfig(llvm::StringRef text);

/// One line from a worker.
struct WorkerMessage {
  enum class Kind {
    /// A program is done; counters and firings are what it adds.
    Done,
    /// A finding folder is in place.
    Found,
    /// A known finding was met again.
    Duplicate,
    /// The worker cannot work at all.
    Error,
  };
  Kind kind = Kind::Done;
  Counts counters, firings;
  /// Folder, signature or message.
  std::string text;

  llvm::json::Value toJSON() const;
};
llvm::Expected<WorkerMessage> parseWorkerMessage(llvm::StringRef line);

/// Seed of random program `index` of a campaign: depends on nothing else, so
/// results do not depend on the number of workers.
uint64_t programSeed(uint64_t campaignSeed, uint64_t index);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_WORKERCONFIG_H
