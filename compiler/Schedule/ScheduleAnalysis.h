//===- ScheduleAnalysis.h - A loop's schedule beside its body ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the scheduler hands to materialisation: the operations of the body with
// their places, and the dependences. In the IR it is text, attributes of the
// loop and of the operations (docs/schedules.md); an analysis is read back from
// them and fails where a pass in between did not preserve them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEANALYSIS_H
#define TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEANALYSIS_H

#include "compiler/Schedule/LoopGraph.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tilefuzz {

/// Names of the attributes.
struct ScheduleAttributes {
  static constexpr llvm::StringLiteral schedule = "nv_tileas.schedule";
  static constexpr llvm::StringLiteral issue = "nv_tileas.issue";
  static constexpr llvm::StringLiteral copies = "nv_tileas.copies";
  static constexpr llvm::StringLiteral ring = "nv_tileas.ring";
  static constexpr llvm::StringLiteral stage = "nv_tile.aws.stage";
  static constexpr llvm::StringLiteral order = "nv_tile.aws.order";
};

struct ScheduleAnalysis {
  mlir::scf::ForOp loop;
  /// In program order; `schedule.nodes` and `graph.nodes` by the same number.
  llvm::SmallVector<mlir::Operation *> ops;
  LoopGraph graph;
  LoopSchedule schedule;
};

/// Writes the attributes, and removes those of an older schedule.
void attachSchedule(const ScheduleAnalysis &analysis);
/// Removes the attributes of the loop and its body.
void removeSchedule(mlir::scf::ForOp loop);
/// Those of one operation of a body.
void removeSchedule(mlir::Operation *op);

/// Reads the attributes back. An operation that the schedule does not place, or
/// more than one in one place, is an error at the loop: a pass did not preserve
/// the analysis (facts, 6.5). `graph` is the one to hand out with it.
mlir::FailureOr<ScheduleAnalysis> readSchedule(mlir::scf::ForOp loop,
                                               LoopGraph graph);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEANALYSIS_H
