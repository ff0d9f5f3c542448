//===- QueueToPipeline.h - Queues of one agent as pipelines -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 5.1 (row queues) and 6.3. A queue whose puts and gets are all the
// block's own becomes a ring of slots in shared memory with mbarriers:
//
//   put: producer_acquire, the body, producer_write, producer_commit
//   get: consumer_wait, consumer_read, the body, consumer_release
//
// Each side walks the ring with an iterator that goes through branches and
// loops as a value. The order that a queue gives (TileAAOpsQueue.td) becomes
// tokens: accesses of a body come after the token of its acquire or wait, and
// what it writes or releases carries all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_QUEUETOPIPELINE_H
#define TILEFUZZ_COMPILER_SCHEDULE_QUEUETOPIPELINE_H

#include "compiler/Schedule/ScheduleBugs.h"
#include "compiler/Support/SeededBugs.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

/// Replaces every queue of a function whose tiles have layouts. Refuses a queue
/// that maps to no pipeline: it goes somewhere as a value, has only one side,
/// carries what a slot has no place for, or finds no slot in the CTA's pool of
/// 32 or no room in shared memory. There is no fallback to unordered traffic.
/// `structure`: seeded bugs that only what is written shows.
llvm::LogicalResult
convertQueuesToPipelines(mlir::nv_tileaa::FuncOp function, const BugSet &bugs,
                         const ScheduleBugSet &structure = {});

/// Of acquires and waits of a ring that several queues have, one after the
/// other: whose they are.
inline constexpr llvm::StringLiteral queueName = "nv_tileas.queue";

/// The pass `tileas-queue-to-pipeline` on a builtin.module, which
/// convert-tileaa-to-tileas ends with.
void registerQueueToPipelinePass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_QUEUETOPIPELINE_H
