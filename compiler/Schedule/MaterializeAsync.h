//===- MaterializeAsync.h - Queues are filled by copies ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 6.3. What a put only loads, to hand it on, need not pass through
// registers: the load becomes a part of `producer_write`, which begins a copy
// to the slot, and the slot is full when that is complete. The wait for the
// copy is the one that the consumer has already.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_MATERIALIZEASYNC_H
#define TILEFUZZ_COMPILER_SCHEDULE_MATERIALIZEASYNC_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

/// The pass `tileas-materialize-async` on a builtin.module. Takes pipelines
/// with mbarriers whose slots have one tile, if every writer of them can copy:
/// it writes what a weak load brings that has nothing else to do. It is an
/// error if writers of a pipeline differ in the end.
std::unique_ptr<mlir::Pass> createMaterializeAsyncPass(BugSet bugs = {});
void registerMaterializeAsyncPass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_MATERIALIZEASYNC_H
