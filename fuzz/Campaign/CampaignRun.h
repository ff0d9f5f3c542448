//===- CampaignRun.h - The parent of a campaign at work ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Starts workers, enforces their limits and brings what they report into the
// database.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_CAMPAIGNRUN_H
#define TILEFUZZ_FUZZ_CAMPAIGN_CAMPAIGNRUN_H

#include "compiler/Support/Clock/Clock.h"
#include "fuzz/Campaign/LevelBudget.h"
#include "fuzz/Campaign/TriageQueue.h"
#include <map>

namespace tilefuzz {

/// One worker's place: the process that fills it now, and what its next process
/// must do first.
struct WorkerSlot {
  std::optional<ForkedProcess> process;
  std::optional<uint64_t> retry;
  uint64_t retryEnd = 0;
  std::optional<DeathNotice> death;
  /// Killed by us because of its limits.
  bool timedOut = false;
  bool finished = false;
};

class CampaignRun {
public:
  CampaignRun(const CampaignOptions &options, Database &database,
              FindingStore &store, Journal &journal, int64_t run);

  /// What is left out.
  void begin(const RunInfo &info) { done = info.done; }
  /// What an earlier part of the run did.
  llvm::Error resume(const RunInfo &info);

  llvm::Error
  execute(const std::function<void(const CampaignSummary &)> &onProgress);
  CampaignSummary summary;

private:
  /// The level of the budget that a stage counts for.
  std::optional<unsigned> levelOfStage(llvm::StringRef stage) const;
  std::map<uint64_t, LevelGains> gainsByEpoch() const;
  /// Lets workers take programs of the epochs whose shares are known.
  void shareOut();
  std::vector<LevelUse> levelsUsed() const;
  llvm::Error startWorker(unsigned worker);
  void dropDoneWork(WorkerSlot &workerSlot);
  void redoClaim(unsigned worker);
  void waitForReports();
  llvm::Error readReports(unsigned worker);
  llvm::Error handle(const WorkerMessage &message);
  llvm::Error finishProgram(const WorkerMessage &message);
  llvm::Error addPart(const WorkerMessage &message);
  void addCounters(const WorkerMessage &message, bool isSaved);
  llvm::Error addFolders(const WorkerMessage &message);
  llvm::Error skipBatch(uint64_t first, llvm::StringRef how);
  void endAtOnce();
  void addPending(ProgramKey program, llvm::StringRef folder);
  llvm::Error runTriage();
  bool isWorking() const;
  bool mayReduce() const;
  void enforceLimits(unsigned worker);
  llvm::Error handleEnd(unsigned worker, const ProcessEnd &end);
  llvm::Error handleDeath(unsigned worker, const ProcessEnd &end);
  llvm::Error flush(bool addPoint);
  llvm::Error poll();
  double elapsed() const {
    return earlierSeconds + (monotonicTime() - start) * 1e-9;
  }
  bool interrupted() const {
    return options.interrupted && *options.interrupted;
  }
  void addCounter(llvm::StringRef name) {
    ++summary.counters[name.str()];
    ++unsaved.counters[name.str()];
  }

  const CampaignOptions &options;
  Database &database;
  FindingStore &store;
  Journal &journal;
  TriageQueue queue;
  uint64_t start;
  double earlierSeconds = 0, lastPoint = 0, lastTriage = 0;
  std::vector<WorkerSlot> workerSlots;
  /// What the database does not have yet.
  ProgressUpdate unsaved;
  bool hasUnsaved = false;
  ProgramSet done;
  /// None: all programs go to the end.
  std::optional<LevelBudget> budget;
  /// Features that earlier runs had.
  Counts knownCoverage;
  /// When those that work were asked to leave what they do.
  std::optional<uint64_t> askedToEnd;
  /// Worker processes that ended before they did anything, in a row.
  unsigned failedStarts = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_CAMPAIGNRUN_H
