//===- OrderVerdict.h - Is required order kept? -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What runs of a source and a target show (RequiredOrder.h) and what the two
// may do at all (OutcomeSets.h), together. Answers come in this order:
//
// 1. All that both may do is known, and is the same: kept. What a launch of one
//    outcome does not show of lost order is told beside it.
// 2. The accesses of some run could not be matched: nothing is said. If the
//    target does what the source never does, that is told beside it.
// 3. Required order is lost in a run, or the target does what the source never
//    does: lost.
//
// Programs whose every run is the same, and that lose nothing, are not
// explored: they are kept. Where nothing was lost and not all is known, the
// answer is about the runs that were made.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_ORDERVERDICT_H
#define TILEFUZZ_ORACLE_ORDER_ORDERVERDICT_H

#include "oracle/Order/RequiredOrder.h"

namespace tilefuzz {

/// Blocks that communicate are run in these orders: each shows other branches.
llvm::ArrayRef<Schedule> orderSchedules();

struct OrderVerdict {
  /// In any of the runs, each once; none where accesses could not be matched,
  /// as what seems lost may be lost by the matching.
  std::vector<OrderLoss> losses;
  /// Lost in runs that are all there are, though no outcome of this launch is
  /// another: one with other blocks may show it. The answer is kept.
  std::vector<OrderLoss> lostElsewhere;
  /// What the target may do and the source may not, in runs that nobody made.
  std::string newOutcome;
  /// Over all runs.
  uint64_t numPairs = 0, numStrong = 0;
  /// Why nothing is said of some run; empty: all were compared.
  std::string cannotMatch;
  /// Why the answer is about these runs only; empty: it is about all.
  std::string onlyRuns;
  /// Every outcome of the target was found among the source's.
  bool hasNoNewOutcome = false;

  bool isLost() const {
    return cannotMatch.empty() && (!losses.empty() || !newOutcome.empty());
  }
};

/// Errors are mistakes of the launch, or of the source.
llvm::Error compareOrder(mlir::ModuleOp source, mlir::ModuleOp target,
                         const Launch &launch, OrderVerdict &verdict);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_ORDERVERDICT_H
