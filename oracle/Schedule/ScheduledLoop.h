//===- ScheduledLoop.h - A schedule, and what it has to keep ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The checker's own reading of a loop and of the attributes of its schedule
// (docs/schedules.md). It shares the machine model with the scheduler and
// nothing else: what depends on what is found by going through iterations one
// after the other, as an interpreter does.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_SCHEDULEDLOOP_H
#define TILEFUZZ_ORACLE_SCHEDULE_SCHEDULEDLOOP_H

#include "compiler/Target/MachineModel.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <set>

namespace tilefuzz {

/// Why one operation has to wait for another.
enum class RequirementKind : uint8_t { Value, Token, Region, Buffer, Effect };
llvm::StringRef toString(RequirementKind kind);

/// Operation `first` of iteration i before `second` of iteration i + distance.
struct Requirement {
  unsigned first, second;
  unsigned distance;
  RequirementKind kind;
  /// Ticks between their issues.
  int64_t wait;
  /// Whether `second` reads what `first` stored.
  bool isRead;
};

/// What an operation occupies and where the schedule puts it.
struct CheckedOperation {
  mlir::Operation *op;
  /// (resource, ticks from issue) that it holds.
  std::set<std::pair<unsigned, int64_t>> rows;
  int64_t busy = 0, latency = 0;
  /// Of its results.
  int64_t bytes = 0;
  bool isTileLoad = false;
  std::optional<int64_t> depthLimit;

  // As the attributes have it.
  int64_t issue = 0, stage = 0, order = 0, copies = 1;
  bool hasRing = false;
  int64_t ringBytes = 0, ringOffset = 0, ringBarrier = 0;
};

struct ScheduledLoop {
  int64_t tick = 1, interval = 1, stages = 1;
  std::string scheduler;
  std::vector<CheckedOperation> operations;
  std::vector<Requirement> requirements;
  MachineCapacities capacities;
  /// Of shared memory beside rings.
  int64_t scratchBytes = 0;
};

/// Whether the loop says that it is scheduled.
bool hasSchedule(mlir::scf::ForOp loop);

/// The error names the operation and what of its attributes is missing or no
/// number, or what the machine model does not have.
llvm::Expected<ScheduledLoop> readScheduledLoop(mlir::scf::ForOp loop,
                                                const MachineModel &model);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_SCHEDULEDLOOP_H
