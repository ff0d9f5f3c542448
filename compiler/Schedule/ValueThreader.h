//===- ValueThreader.h - A value that changes along the program -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What is the same place in a program that runs and another value each time,
// such as where in a ring its next tile goes, has to go through branches and
// loops as one of their results and carried values.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_VALUETHREADER_H
#define TILEFUZZ_COMPILER_SCHEDULE_VALUETHREADER_H

#include "compiler/Support/SeededBugs.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilefuzz {

class ValueThreader {
public:
  /// `changes` says which operations, without those in their regions, change
  /// the value; `visit` gives the value behind one.
  ValueThreader(
      llvm::function_ref<bool(mlir::Operation *)> changes,
      llvm::function_ref<mlir::Value(mlir::Operation *, mlir::Value)> visit,
      const BugSet &bugs)
      : changes(changes), visit(visit), bugs(bugs) {}

  /// The value at the end of [first, last), if it is `value` at the start.
  /// Refuses an operation around changes that is no scf.for, scf.if, scf.while
  /// or, of iterators, agent switch.
  mlir::FailureOr<mlir::Value> run(mlir::Block::iterator first,
                                   mlir::Block::iterator last,
                                   mlir::Value value);

private:
  mlir::FailureOr<mlir::Value> runBlock(mlir::Block &block, mlir::Value value) {
    return run(block.begin(), std::prev(block.end()), value);
  }
  bool changesInside(mlir::Operation &op) const;
  mlir::FailureOr<mlir::Value> through(mlir::scf::ForOp op, mlir::Value value);
  mlir::FailureOr<mlir::Value> through(mlir::scf::IfOp op, mlir::Value value);
  mlir::FailureOr<mlir::Value> through(mlir::scf::WhileOp op,
                                       mlir::Value value);
  /// At most one agent changes it.
  mlir::FailureOr<mlir::Value> through(mlir::nv_tileas::AgentSwitchOp op,
                                       mlir::Value value);

  llvm::function_ref<bool(mlir::Operation *)> changes;
  llvm::function_ref<mlir::Value(mlir::Operation *, mlir::Value)> visit;
  const BugSet &bugs;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_VALUETHREADER_H
