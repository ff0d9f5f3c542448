//===- Campaign.h - Many programs, many workers, one database ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The parent of a campaign. It starts workers, watches their limits, reads what
// they report and writes the database; it never compiles or executes a program
// itself, so no program can kill it. No MLIR here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_CAMPAIGN_H
#define TILEFUZZ_FUZZ_CAMPAIGN_CAMPAIGN_H

#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Campaign/LevelBudget.h"
#include "fuzz/Campaign/Shard.h"
#include "fuzz/Campaign/WorkerConfig.h"
#include "fuzz/Findings/Database.h"
#include <csignal>
#include <functional>
#include <limits>

namespace tilefuzz {

struct CampaignOptions {
  /// Wall time for searching; triage in progress may finish after it.
  double seconds = 60;
  /// How many random programs, besides the corpus; none: as time allows.
  std::optional<uint64_t> programs;
  /// Those below are left out.
  uint64_t firstProgram = 0;
  /// No new program is begun once so many new findings are stored.
  uint64_t maxFindings = std::numeric_limits<uint64_t>::max();
  /// Findings of one stage and kind that are reduced at most, of those that
  /// look like no other; the others are counted and listed. 0: all are.
  uint64_t maxReductions = 0;
  unsigned jobs = 1;
  /// Shares of the levels follow what programs find (LevelBudget.h). Shards do
  /// not know what others find.
  bool learnsLevels = true;
  /// Only the programs of this shard, and no triage: that is of the merge.
  std::optional<Shard> shard;
  /// The run is merged of so many shards; 0: it is not.
  uint64_t mergedOf = 0;
  /// Digest of the corpus's contents, of shards.
  std::string corpusDigest;
  /// Go on with this run of the database.
  int64_t resume = 0;
  /// Keep programs that add coverage beside the database.
  bool keepCorpus = false;
  /// Database file; findings go to the folder that FindingStore says.
  std::string database;
  /// The executable whose `worker` subcommand is a worker.
  std::string executable;
  /// The command line, for the record.
  std::string command;
  std::string version;
  /// Seed, target, bugs, corpus, limits: handed to every worker.
  WorkerConfig worker;
  /// Names of the compiler's stages, to say where a worker died, and the levels
  /// of the budget that they count for.
  std::vector<std::string> stageNames;
  std::vector<unsigned> stageLevels;
  /// How many edges this build measures (EdgeFlags.h).
  uint64_t edgesMeasured = 0;
  /// Set by a signal handler to end the run early and orderly.
  const volatile sig_atomic_t *interrupted = nullptr;

  /// From the first program on, and below the end.
  std::pair<uint64_t, uint64_t> programRange() const;
  /// What `resume` needs: all that is not of this process.
  llvm::json::Value toJSON() const;
};
llvm::Expected<CampaignOptions>
parseCampaignOptions(const llvm::json::Value &value);

/// With the database, what belongs to it and the run filled in for workers.
CampaignOptions withPaths(const CampaignOptions &options, int64_t run);

/// `campaign.db` keeps its programs in `campaign.corpus`.
std::string corpusFolderFor(llvm::StringRef databasePath);
/// Programs that runs kept there for coverage that an earlier program of the
/// run has, too: what the number of workers made.
llvm::Error pruneCorpus(llvm::StringRef folder, Database &database,
                        int64_t run);

/// A level of the budget in the end.
struct LevelUse {
  llvm::StringRef name;
  /// Random programs that were to go no further.
  uint64_t programs = 0;
  /// Of the time: as stated, and as learnt last.
  double stated = 0, learnt = 0;
  /// Compiling, executing and comparing took, corpus included; over all
  /// workers.
  double seconds = 0;
};

/// What a run showed; also what the progress line prints.
struct CampaignSummary {
  int64_t run = 0;
  double seconds = 0;
  Counts counters, firings;
  /// Signatures that the database did not know.
  std::vector<FindingRow> newFindings;
  uint64_t duplicates = 0;
  /// Those of them whose finding nobody settled.
  uint64_t unsettled = 0;
  /// By signature, how often findings were met again.
  Counts repeats;
  /// Raw findings that were not reduced and not stored, as there were many of
  /// their stage and kind; the first of them.
  std::vector<Finding> leftOut;
  static constexpr size_t maxLeftOut = 1000;
  uint64_t unreduced = 0;
  /// Of an earlier run that was killed.
  uint64_t recovered = 0;
  /// Raw findings whose triage is left for the next run or `resume`.
  uint64_t waiting = 0;
  /// Features that no earlier run had, to the first program of this run.
  Counts coverage;
  uint64_t knownCoverage = 0, knownEdges = 0;
  /// How many edges this build measures; 0: none.
  uint64_t edgesMeasured = 0;
  /// Empty where all programs go to the end.
  std::vector<LevelUse> levels;
  /// What a person should look at, one line each: finding folders that cannot
  /// be read, triage that ended early.
  std::vector<std::string> warnings;
  /// The time was not used up: `resume` goes on.
  bool interrupted = false;

  uint64_t count(llvm::StringRef name) const;
  uint64_t programs() const { return count("programs"); }
  uint64_t comparisons() const { return count("comparisons"); }
  uint64_t skipped() const { return count("skipped"); }
  uint64_t edges() const { return knownEdges + countEdges(coverage); }
  Counts group(llvm::StringRef prefix) const;

  llvm::json::Value toJSON() const;
  void print(llvm::raw_ostream &os) const;
};

/// One that ends a run which began: `resume` goes on with it.
class UnfinishedRun : public llvm::ErrorInfo<UnfinishedRun, StorageError> {
public:
  static char ID;

  using ErrorInfo::ErrorInfo;
};

/// Runs a campaign. `onProgress` is called about twice a second. An error means
/// that the campaign could not be run, never that a program failed.
llvm::Expected<CampaignSummary>
runCampaign(const CampaignOptions &options,
            const std::function<void(const CampaignSummary &)> &onProgress);

/// Program files below `folder` (`*.mlir`, `*.tileirbc`), sorted.
llvm::Expected<std::vector<std::string>> listCorpus(llvm::StringRef folder);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_CAMPAIGN_H
