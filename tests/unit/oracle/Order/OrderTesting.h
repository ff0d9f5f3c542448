//===- OrderTesting.h - Auditor and explorer side by side -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the ordering auditor share: its verdict on a source and a
// target, the explorer's, which knows nothing of required pairs, and the
// definition of the required pairs, event by event.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_ORDERTESTING_H
#define TILEFUZZ_TESTS_ORDERTESTING_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/Explore/Explore.h"
#include "oracle/Order/RequiredOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include <set>

namespace tilefuzz {

/// What the explorer sees.
struct Explored {
  std::set<std::string> outcomes;
  bool isRacy = false, isComplete = true;

  /// Whether the target does something that this does not.
  bool allows(const Explored &target) const {
    return !target.isRacy &&
           std::includes(outcomes.begin(), outcomes.end(),
                         target.outcomes.begin(), target.outcomes.end());
  }
};

inline Explored exploreModule(mlir::ModuleOp module, const Launch &launch) {
  DecodedProgram program =
      llvm::cantFail(DecodedProgram::decode(module, launch.kernel));
  ExploreOptions limits;
  limits.graphLimit = 20'000;
  Exploration all = llvm::cantFail(explore(program, launch, limits));
  Explored result;
  result.isRacy = !all.races.empty();
  result.isComplete = all.isComplete();
  for (const ExploredOutcome &explored : all.outcomes) {
    std::string text;
    llvm::raw_string_ostream os(text);
    explored.outcome.print(os, /*maxElements=*/0);
    result.outcomes.insert(std::move(text));
  }
  return result;
}

/// What the auditor says, over all schedules.
struct Audited {
  std::vector<OrderLoss> losses;
  std::string cannotMatch;
};

inline const Schedule::Kind auditedSchedules[] = {Schedule::Kind::ProgramOrder,
                                                  Schedule::Kind::ReverseBlocks,
                                                  Schedule::Kind::RoundRobin};

inline TracedRun traceModule(mlir::ModuleOp module, const Launch &launch,
                             Schedule::Kind kind) {
  DecodedProgram program =
      llvm::cantFail(DecodedProgram::decode(module, launch.kernel));
  return llvm::cantFail(traceOrder(program, launch, {kind, 0}));
}

inline Audited audit(mlir::ModuleOp source, mlir::ModuleOp target,
                     const Launch &launch) {
  Audited result;
  for (Schedule::Kind kind : auditedSchedules) {
    OrderReport report = checkRequiredOrder(traceModule(source, launch, kind),
                                            traceModule(target, launch, kind));
    if (result.cannotMatch.empty())
      result.cannotMatch = report.cannotMatch;
    result.losses.insert(result.losses.end(), report.losses.begin(),
                         report.losses.end());
  }
  return result;
}

/// Q1 to Q5, word for word.
inline bool isRequired(const BlockOrder &block, unsigned first,
                       unsigned second) {
  using Kind = OrderEvent::Kind;
  if (!block.isOrdered(first, second))
    return false;
  const OrderInstance &from = block.instances[first];
  const OrderInstance &to = block.instances[second];
  for (const OrderEvent &a : block.eventsOf(first))
    for (const OrderEvent &b : block.eventsOf(second)) {
      bool arePrints = a.kind == Kind::Print && b.kind == Kind::Print;
      bool isConflict =
          a.kind != Kind::Print && b.kind != Kind::Print && a.conflicts(b);
      bool isSamePlace = a.kind != Kind::Print && b.kind != Kind::Print &&
                         from.isStrong() && to.isStrong() && a.isSameRange(b);
      if (arePrints || isConflict || isSamePlace ||
          (to.isRelease() && b.kind == Kind::Write) ||
          (from.isAcquire() && a.kind == Kind::Read))
        return true;
    }
  return false;
}

/// Whether a target with the same operations lost required order, operation by
/// operation.
inline bool losesPairs(mlir::ModuleOp source, mlir::ModuleOp target,
                       const Launch &launch) {
  for (Schedule::Kind kind : auditedSchedules) {
    OrderTrace before = traceModule(source, launch, kind).trace;
    OrderTrace after = traceModule(target, launch, kind).trace;
    for (auto [a, b] : llvm::zip_equal(before.blocks, after.blocks)) {
      // Other branches were taken.
      if (a.instances.size() != b.instances.size())
        return true;
      for (unsigned second = 0; second < a.instances.size(); ++second)
        for (unsigned first = 0; first < second; ++first)
          if (isRequired(a, first, second) && !b.isOrdered(first, second))
            return true;
    }
  }
  return false;
}

inline mlir::MutableOperandRange tokenOf(mlir::Operation *op) {
  using namespace mlir::cuda_tile;
  return llvm::TypeSwitch<mlir::Operation *, mlir::MutableOperandRange>(op)
      .Case<LoadPtrTkoOp, StorePtrTkoOp, AtomicRMWTkoOp, AtomicCASTkoOp,
            PrintTkoOp>([](auto access) { return access.getTokenMutable(); })
      .Default([](mlir::Operation *op) {
        return mlir::MutableOperandRange(op, 0, 0);
      });
}

/// The token results of a module, in the order of its text.
inline llvm::SmallVector<mlir::Value> tokensOf(mlir::ModuleOp module) {
  llvm::SmallVector<mlir::Value> tokens;
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      if (llvm::isa<mlir::cuda_tile::TokenType>(result.getType()))
        tokens.push_back(result);
  });
  return tokens;
}

/// Exchanges the users of two tokens.
inline void swapTokens(mlir::Value a, mlir::Value b) {
  llvm::SmallVector<mlir::OpOperand *> ofA, ofB;
  for (mlir::OpOperand &use : a.getUses())
    ofA.push_back(&use);
  for (mlir::OpOperand &use : b.getUses())
    ofB.push_back(&use);
  for (mlir::OpOperand *use : ofA)
    use->set(b);
  for (mlir::OpOperand *use : ofB)
    use->set(a);
}

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_ORDERTESTING_H
