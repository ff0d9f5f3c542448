//===- PairWork.h - Pairs of small programs in a campaign -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Some programs of a campaign are followed by a pair of fuzz/Pairs, about which
// our own oracles of memory order are asked. Program i brings pair i of the
// campaign's seed, so that `tile-fuzz oracles --seed=SEED --first=i` shows it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_PAIRWORK_H
#define TILEFUZZ_FUZZ_CAMPAIGN_PAIRWORK_H

#include "fuzz/Campaign/WorkerConfig.h"
#include "fuzz/Pairs/PairCampaign.h"

namespace tilefuzz {

/// Which programs are followed by a pair.
struct PairSampling {
  /// One program in so many; 0: none.
  unsigned oneIn = 0;

  /// `0`, `1024`, `all`; empty (of a run that knows of no pairs) is `0`.
  static std::optional<PairSampling> parse(llvm::StringRef text);
  /// Depends on the program's seed only.
  bool isPicked(uint64_t programSeed) const;
};

class PairWork {
public:
  /// Of a configuration that was checked.
  explicit PairWork(const WorkerConfig &config);

  /// Whether program `index` is followed by a pair: random ones may be.
  bool isPicked(uint64_t index, uint64_t programSeed) const {
    return index >= config.corpus.size() && sampling.isPicked(programSeed);
  }
  /// Counts the answers by `pair:PROOF, AUDITOR, EXPLORER`, and yields the raw
  /// finding if they disagree.
  std::optional<Finding> ask(uint64_t index, Counts &counters);
  /// The same where an earlier process did not survive the question: what ran
  /// out of time or memory is counted, and a crash is a finding.
  std::optional<Finding> take(const DeathNotice &death, Counts &counters);
  /// Makes the pair of a raw finding smaller, with the fault that the proof had
  /// then. What no seed names any more stays as it is.
  void complete(Finding &finding);

private:
  PairOptions options() const;
  mlir::MLIRContext &getContext();

  const WorkerConfig &config;
  PairSampling sampling;
  std::unique_ptr<mlir::MLIRContext> context;
  unsigned pairsInContext = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_PAIRWORK_H
