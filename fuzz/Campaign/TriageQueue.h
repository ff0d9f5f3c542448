//===- TriageQueue.h - Raw findings, decided one after the other *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Decided in the order of their programs, each when all programs before it are
// done, so that which of two equal findings is kept does not depend on the
// number of workers. One that is clearly known costs a look at the list; others
// are bisected and reduced by a process of their own, while workers go on.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_TRIAGEQUEUE_H
#define TILEFUZZ_FUZZ_CAMPAIGN_TRIAGEQUEUE_H

#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Campaign/Journal.h"
#include "fuzz/Campaign/WorkerProcess.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Findings/KnownFindings.h"

namespace tilefuzz {

class TriageQueue {
public:
  TriageQueue(const CampaignOptions &options, Database &database,
              const FindingStore &store, Journal &journal,
              CampaignSummary &summary);

  /// Reads what the database knows.
  llvm::Error load();
  void add(ProgramKey program, llvm::StringRef folder) {
    waiting[program] = folder.str();
  }

  bool contains(ProgramKey program) const { return waiting.count(program); }

  /// Whether the first one can be decided: all programs of the run below
  /// `frontier` are done.
  bool isReady(uint64_t frontier) const;
  /// Decides what is ready. With `mayReduce`, one that looks new is given to
  /// the triage process.
  llvm::Error advance(uint64_t frontier, bool mayReduce);
  /// Decides those that look like known ones, whatever stands before them.
  llvm::Error dropKnown();
  /// Decides all: what is not known is stored as it was found.
  llvm::Error settleRest();

  bool busy() const { return process.has_value(); }
  size_t size() const { return waiting.size(); }
  int readEnd() const { return process->reports(); }
  void kill();
  /// Asks the triage process to end with what it has.
  void interrupt();

private:
  llvm::Error start(ProgramKey program, llvm::StringRef folder);
  llvm::Error poll();
  llvm::Error handle(const WorkerMessage &message);
  llvm::Error settle(llvm::StringRef finalFolder);
  void countDuplicate(llvm::StringRef signature);
  llvm::Error settleAsDuplicate(ProgramKey program, llvm::StringRef signature);
  llvm::Error settleRaw();
  void leaveOut(ProgramKey program, Finding finding);
  /// The known one that it is, as far as that is clear without reducing it.
  llvm::Expected<const FindingRow *> lookUp(llvm::StringRef folder,
                                            bool mayReduce);
  /// Whether it is one too many of its stage and kind.
  bool isTooMany(const Finding &finding);
  void enforceLimits();
  llvm::Expected<WorkerConfig> configFor(ProgramKey program,
                                         llvm::StringRef folder);

  const CampaignOptions &options;
  Database &database;
  const FindingStore &store;
  Journal &journal;
  CampaignSummary &summary;
  std::map<ProgramKey, std::string> waiting;
  KnownFindings known;
  std::map<int64_t, std::string> optionsOfRuns;
  std::optional<ForkedProcess> process;
  /// By stage, kind and whether the description of a tool knows them, those
  /// that looked like no other.
  std::map<std::tuple<std::string, FindingKind, bool>, uint64_t> reductions;
  /// What the process works on.
  ProgramKey current;
  bool settled = false, timedOut = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_TRIAGEQUEUE_H
