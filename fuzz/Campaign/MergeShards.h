//===- MergeShards.h - One run of the shards of a run -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Shards leave raw findings; who merges them decides about each, in the order
// of the programs, as a campaign of one process would. So what is merged of all
// shards is what that campaign stores, in whatever order, however often and in
// however many steps they are merged: a raw finding waits until all programs
// before it are done or will never be.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_MERGESHARDS_H
#define TILEFUZZ_FUZZ_CAMPAIGN_MERGESHARDS_H

#include "fuzz/Campaign/Campaign.h"
#include <functional>
#include <set>

namespace tilefuzz {

struct MergeOptions {
  /// Where they are merged into.
  std::string database;
  /// Databases of shards of one run.
  std::vector<std::string> shards;
  /// Wall time for triage; what is left waits for the next merge.
  double seconds = 1e9;
  /// Programs that no merged shard has done will never be.
  bool isIncomplete = false;
  std::string executable, command, version;
  const volatile sig_atomic_t *interrupted = nullptr;
  /// Called with how many of the shards are read, of how many; then with how
  /// many raw findings are decided, of how many.
  std::function<void(uint64_t, uint64_t)> readShards = [](uint64_t, uint64_t) {
  };
  std::function<void(uint64_t, uint64_t)> decided = [](uint64_t, uint64_t) {};
};

struct MergeSummary {
  /// Of the run that was merged.
  CampaignSummary run;
  uint64_t shards = 0;
  /// That brought something, and that brought nothing more than what was there.
  std::set<uint64_t> added, same;
  /// That are not finished, and that never were merged.
  std::set<uint64_t> unfinished, missing;
  /// Databases that could not be merged, one line each.
  std::vector<std::string> unreadable;

  llvm::json::Value toJSON() const;
  void print(llvm::raw_ostream &os) const;
};

/// A StorageError is about the database that they are merged into; others are
/// bad usage, as shards of different runs.
llvm::Expected<MergeSummary> mergeShards(const MergeOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_MERGESHARDS_H
