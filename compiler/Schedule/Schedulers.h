//===- Schedulers.h - Serial and cost-based schedules -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Both answer for one loop (facts, 3.6 and 6.2). The serial one always does:
// one operation after the other. The cost-based one places operations modulo an
// interval, which it makes as small as it can.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_SCHEDULERS_H
#define TILEFUZZ_COMPILER_SCHEDULE_SCHEDULERS_H

#include "compiler/Schedule/LoopGraph.h"
#include "compiler/Schedule/ScheduleBugs.h"
#include <string>

namespace tilefuzz {

struct SchedulerOptions {
  /// How often constraints are refined where a schedule needs more memory or
  /// stages than there are.
  unsigned maxConstraintIterations = 10;
  /// Rows of the reservation table; 0: no table, so the serial scheduler.
  unsigned rrtSizeThreshold = 4096;
  MachineCapacities capacities;
  /// Of shared memory, what the loop uses beside rings.
  int64_t scratchBytes = 0;
  ScheduleBugSet bugs;
};

LoopSchedule scheduleSerially(const LoopGraph &graph,
                              const ScheduleBugSet &bugs);

/// Places operations modulo `interval`, all times in ticks; none: it did not
/// succeed within its budget.
std::optional<std::vector<int64_t>> placeModulo(const LoopGraph &graph,
                                                int64_t interval,
                                                const ScheduleBugSet &bugs);

/// The schedule, or why the serial one is to be taken.
llvm::Expected<LoopSchedule> scheduleByCost(const LoopGraph &graph,
                                            const SchedulerOptions &options);

/// Fills in stage, order and copies from the issue times.
void finishSchedule(const LoopGraph &graphInTicks, LoopSchedule &schedule,
                    const ScheduleBugSet &bugs);

/// Gives loads of tiles that a schedule moves ahead of their use rings and
/// barrier slots; rings whose lifetimes are disjoint share bytes. The error
/// names what is short, as the sources do (facts, 6.5), and changes nothing.
llvm::Error bindBuffers(const LoopGraph &graphInTicks, LoopSchedule &schedule,
                        const SchedulerOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_SCHEDULERS_H
