//===- ScheduleTrace.h - Schedules for trace viewers ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_SCHEDULETRACE_H
#define TILEFUZZ_COMPILER_SCHEDULE_SCHEDULETRACE_H

#include "compiler/Schedule/ScheduleAnalysis.h"
#include <string>

namespace tilefuzz {

/// A JSON text of the Trace Event Format: a process for each loop, a thread for
/// each of as many iterations as there are stages and one more, an event for
/// each operation, and a flow for each dependence. A microsecond is a cycle.
std::string traceSchedules(llvm::ArrayRef<ScheduleAnalysis> analyses);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_SCHEDULETRACE_H
