//===- CheckSchedule.h - Is a schedule legal? -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_CHECKSCHEDULE_H
#define TILEFUZZ_ORACLE_SCHEDULE_CHECKSCHEDULE_H

#include "oracle/Schedule/ScheduledLoop.h"

namespace tilefuzz {

/// Which rule of docs/schedules.md is broken.
enum class ViolationKind : uint8_t {
  /// The attributes contradict each other.
  Form,
  /// A dependence is not kept in the order of execution.
  Order,
  /// A dependence is not kept in time.
  Latency,
  /// Two operations hold a resource at the same time.
  Resource,
  /// A result is overwritten before its last use.
  Copies,
  /// A ring has the wrong place or size, or shares bytes while it lives.
  Ring,
  /// Two rings share a barrier slot while they live, or there is no such slot.
  Barrier,
  /// More shared memory than there is.
  Capacity,
  /// A stage beyond the limit that the operation has.
  Depth,
  // Of functions that were prepared (CheckPreparation.h).
  /// An access of a view of a view.
  View,
  /// One instruction may not take as many elements.
  Vector,
  /// A loop is cut into more parts than an operation allows.
  Slices,
  /// A box that is not the tile's.
  Box,
  /// Two rings share bytes while they live.
  Overlap,
  /// A pipeline's slots are not handed on as they should (PipelineProtocol.h).
  Protocol,
};
llvm::StringRef toString(ViolationKind kind);
/// Whether a program that is made by the schedule is wrong; else the schedule
/// is none of the machine model.
bool breaksPrograms(ViolationKind kind);

struct Violation {
  ViolationKind kind;
  std::string what;
};

/// Every violation, in the order of operations; empty: the schedule is legal.
std::vector<Violation> checkSchedule(const ScheduledLoop &loop);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_CHECKSCHEDULE_H
