//===- OrderVerdict.h - Is required order kept? -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What runs of a source and a target show (RequiredOrder.h) and what the two
// may do at all (OutcomeSets.h), together. Answers come in this order:
//
// 1. All that both may do is known, and is the same: kept.
// 2. The target does what the source, of which all is known, never does: lost,
//    in whatever way accesses are matched.
// 3. The runs could not be matched: nothing is said.
// 4. Required order is lost in a run: lost.
//
// A source whose every run is the same is not explored where its accesses are
// matched: what is lost there is lost, also if no block of this launch sees it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_ORDERVERDICT_H
#define TILEFUZZ_ORACLE_ORDER_ORDERVERDICT_H

#include "oracle/Order/RequiredOrder.h"

namespace tilefuzz {

/// Blocks that communicate are run in these orders: each shows other branches.
llvm::ArrayRef<Schedule> orderSchedules();

struct OrderVerdict {
  /// In any of the runs, each once.
  std::vector<OrderLoss> losses;
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

  bool isLost() const { return !losses.empty() || !newOutcome.empty(); }
};

/// Errors are mistakes of the launch, or of the source.
llvm::Error compareOrder(mlir::ModuleOp source, mlir::ModuleOp target,
                         const Launch &launch, OrderVerdict &verdict);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_ORDERVERDICT_H
