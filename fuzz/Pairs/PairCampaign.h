//===- PairCampaign.h - Do the oracles agree? -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Asks the oracles of memory order about many pairs, makes those smaller about
// which they disagree, and stores each disagreement once: it is a finding
// against us, of a kind of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_PAIRS_PAIRCAMPAIGN_H
#define TILEFUZZ_FUZZ_PAIRS_PAIRCAMPAIGN_H

#include "fuzz/Pairs/Pair.h"
#include "fuzz/Pairs/PairOracles.h"
#include <csignal>
#include <limits>

namespace tilefuzz {

struct PairCampaignOptions {
  uint64_t seed = 1, first = 0, pairs = 1000;
  /// Where findings go; empty: nowhere.
  std::string store;
  PairOptions oracles;
  /// Ends the campaign when set.
  const volatile sig_atomic_t *interrupted = nullptr;
  /// Called with how many are done.
  std::function<void(uint64_t)> progress = [](uint64_t) {};
};

struct PairSummary {
  uint64_t pairs = 0;
  /// Edits that left a value without an access that gives it.
  uint64_t invalid = 0;
  /// By answers: `proved, kept, same`.
  std::map<std::string, uint64_t> triples;
  /// By what the proof of a rewrite says.
  std::map<std::string, uint64_t> rewrites;
  /// By name of the edit: how many pairs have it.
  std::map<std::string, uint64_t> edits;
  /// One per signature, as it was met first, and how often it was.
  struct Disagreement {
    Finding finding;
    std::string folder;
    uint64_t met = 0;
  };
  std::vector<Disagreement> disagreements;
  double seconds = 0;

  void print(llvm::raw_ostream &os) const;
  llvm::json::Value toJSON() const;
};

/// Errors are of the store.
llvm::Expected<PairSummary> runPairs(const PairCampaignOptions &options);

/// The smallest pair of which the oracles say the same, or the smallest one
/// that was found in so many seconds of wall time: then `isSmallest` becomes
/// false.
Pair reducePair(Pair pair, llvm::StringRef disagreement,
                mlir::MLIRContext &context, const PairOptions &options,
                double seconds = std::numeric_limits<double>::infinity(),
                bool *isSmallest = nullptr);

/// The pair that the finding's seed and index name; none if the programs are
/// not its: of another version, or of a run whose database is gone.
std::optional<Pair> pairOf(const Finding &finding);

/// The finding about pair `index` of the seed, which was reduced to `smallest`;
/// without its place in a campaign.
Finding describePair(const Pair &pair, const Pair &smallest,
                     llvm::StringRef disagreement, uint64_t seed,
                     uint64_t index, const PairOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_PAIRS_PAIRCAMPAIGN_H
