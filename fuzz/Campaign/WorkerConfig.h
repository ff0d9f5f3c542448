//===- WorkerConfig.h - What parent and workers tell each other -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The parent starts `tile-fuzz worker` with the configuration as JSON on its
// standard input (a command line is too short for a large corpus); the worker
// answers with lines of fields on its standard output.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_WORKERCONFIG_H
#define TILEFUZZ_FUZZ_CAMPAIGN_WORKERCONFIG_H

#include "fuzz/Findings/Database.h"
#include <optional>

namespace tilefuzz {

/// A program that its worker did not survive.
struct DeathNotice {
  uint64_t index = 0;
  FindingKind kind = FindingKind::Crash;
  std::string stage, previousStage;
  Symptom symptom;
  std::string reason;
};

/// What a worker works on and under which limits.
struct WorkerConfig {
  unsigned worker = 0;
  int64_t run = 0;
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
  /// What random programs are like; see parseGenerateOptions.
  std::string language = "mixed", knobs;
  /// Oracles that are not asked, by name (fuzz/Stages/StageOracle.h).
  std::vector<std::string> withoutOracles;
  /// Which programs are stored and read again; see RoundTripSampling.
  std::string roundTrips = "16";
  /// Which programs are executed after passes over LLVM IR; see LlvmSampling.
  std::string llvmStages = "16";
  /// Shares of the time by level, which say how far random programs go
  /// (LevelBudget.h); empty: all go to the end.
  std::string levels;
  /// One program in so many goes through stages on request, too; see
  /// RequestSampling. 0: none.
  unsigned requests = 0;
  /// Which programs are followed by a pair about which our oracles are asked;
  /// see PairSampling.
  std::string pairs = "1024";
  /// A defect that the proof has again for it (ProofFault); empty: none.
  std::string proofFault;
  /// What an external tool is asked, as JSON (fuzz/Sut/SutWork.h); empty: our
  /// compiler is.
  std::string tool;
  /// How a device is reached that runs the PTX, too (DeviceAddress); empty:
  /// there is none.
  std::string gpu;
  /// Programs that are taken at once.
  uint64_t batch = 1;
  /// Of a tool: later programs are made of earlier ones, in epochs of at least
  /// so many (ProgramEpochs.h); 0: none is.
  uint64_t epochBase = 0;
  bool reduce = true;
  double programSeconds = 10;
  double reduceSeconds = 20;
  uint64_t memoryMiB = 4096;
  /// Where programs that add coverage are kept; empty: they are not.
  std::string corpusFolder;
  /// Programs that an earlier part of the run did.
  ProgramSet done;
  /// Take no program: bisect and reduce the finding of this pending folder.
  std::string triage;
  /// Do these first: a program whose worker was killed from outside, and one
  /// whose worker died of it.
  /// With `retryEnd` so are those behind it that are not done.
  std::optional<uint64_t> retry;
  uint64_t retryEnd = 0;
  std::optional<DeathNotice> death;

  llvm::json::Value toJSON() const;
};
llvm::Expected<WorkerConfig> parseWorkerConfig(llvm::StringRef text);

/// One line from a worker.
struct WorkerMessage {
  enum class Kind {
    /// A program is done (or `count` of them); counters, firings and features
    /// are what it adds, the text is the pending folder of its finding, if it
    /// has one.
    Done,
    /// The same of some that are not, as the worker was asked to end.
    Partial,
    /// From triage: a finding folder is in place.
    Found,
    /// From triage: it is a known finding, with this signature.
    Duplicate,
    /// The worker cannot store anything.
    Error,
    /// What it is asked for cannot be done.
    Refused,
  };
  Kind kind = Kind::Done;
  uint64_t program = 0, count = 1;
  Counts counters, firings;
  /// That this worker had not met.
  std::vector<std::string> features;
  /// Folder, signature or message.
  std::string text;
  /// Pending folders of several findings.
  std::vector<std::string> folders;

  /// One line without its end.
  void print(llvm::raw_ostream &os) const;
  /// Writes the line to standard output: what was sent survives the worker.
  void send() const;
};
llvm::Expected<WorkerMessage> parseWorkerMessage(llvm::StringRef line);

/// Seed of random program `index` of a campaign: depends on nothing else, so
/// results do not depend on the number of workers.
uint64_t programSeed(uint64_t campaignSeed, uint64_t index);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_WORKERCONFIG_H
