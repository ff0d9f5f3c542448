//===- DependenceGraph.h - Loops of nv_tileas as graphs ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rules, which the checker of schedules has on its own, are those of
// docs/schedules.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_DEPENDENCEGRAPH_H
#define TILEFUZZ_COMPILER_SCHEDULE_DEPENDENCEGRAPH_H

#include "compiler/Schedule/LoopGraph.h"
#include "compiler/Schedule/ScheduleBugs.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilefuzz {

/// The loops that are scheduled: those that hold no other loop.
llvm::SmallVector<mlir::scf::ForOp>
findSchedulableLoops(mlir::Operation *root, bool ofClusters = false);

/// One node for each operation of the body but its terminator, in program
/// order. Fails, with an error at the operation, where the target lacks what it
/// needs or where its constraints are not supported.
mlir::FailureOr<LoopGraph> buildLoopGraph(mlir::scf::ForOp loop,
                                          const MachineModel &model,
                                          const ScheduleBugSet &bugs);

/// Bytes of shared memory in which operations of the function exchange
/// elements, one at a time.
int64_t getScratchBytes(mlir::Operation *function);
/// What they need of it even if they exchange part by part. Of a product that
/// is a part of each line.
int64_t getLeastExchangeBytes(mlir::Operation *function);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_DEPENDENCEGRAPH_H
