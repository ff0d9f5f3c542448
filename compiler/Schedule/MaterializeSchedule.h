//===- MaterializeSchedule.h - Loops that overlap iterations ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pass `tileas-materialize-schedule` (facts, 6.3; docs/schedules.md): what
// a schedule says becomes the program, a prologue, a steady state and an
// epilogue.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_MATERIALIZESCHEDULE_H
#define TILEFUZZ_COMPILER_SCHEDULE_MATERIALIZESCHEDULE_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

/// Of a builtin.module: every loop that has a schedule.
std::unique_ptr<mlir::Pass>
createMaterializeSchedulePass(const BugSet &bugs = {});
void registerMaterializeSchedulePass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_MATERIALIZESCHEDULE_H
