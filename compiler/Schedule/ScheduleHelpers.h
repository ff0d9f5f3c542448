//===- ScheduleHelpers.h - From schedules to programs -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What every driver that makes a program of a schedule needs, as free functions
// (facts, 6.2): what runs in which stage, which values go from stage to stage,
// and one operation again for a stage.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEHELPERS_H
#define TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEHELPERS_H

#include "compiler/Schedule/ScheduleAnalysis.h"

namespace tilefuzz {

/// Where a value of a loop's body comes from.
struct LoopSource {
  /// The value as it is computed: in the body, its induction variable, or
  /// outside. Null: it only goes round among the carried values.
  mlir::Value value;
  /// The operation of the body that computes it; null: none does.
  mlir::Operation *op = nullptr;
  /// How many iterations ago.
  unsigned distance = 0;
};
/// Follows carried values back to what was yielded.
LoopSource findLoopSource(mlir::scf::ForOp loop, mlir::Value value);

/// The operations of one stage, each list in the order of the steady state.
struct StageContents {
  llvm::SmallVector<mlir::Operation *> loads, stores;
  /// What begins or ends asynchronous work.
  llvm::SmallVector<mlir::Operation *> pendingAsync;
  /// Everything else: what an iteration computes.
  llvm::SmallVector<mlir::Operation *> iterationData;
};
/// By stage.
llvm::SmallVector<StageContents>
materializeSchedule(const ScheduleAnalysis &analysis);

/// A value that goes from one operation to another, or out of the loop.
struct StagePair {
  /// As the consumer names it: a result of the body or a carried value.
  mlir::Value value;
  LoopSource source;
  /// The consumer; null: the loop's result.
  mlir::Operation *consumer;
  /// Steps of the steady state: the producer's stage less the iterations that
  /// the value is old, and the consumer's. Never less than the producer's.
  int64_t producerStage, consumerStage;
  int64_t getDelay() const { return consumerStage - producerStage; }
};
/// Of all values that the body's operations take from the body, and of those
/// that the loop yields: by the producer's stage, in program order where that
/// is equal. A value that goes round among the carried ones has no producer:
/// none.
std::optional<llvm::SmallVector<StagePair>>
buildStages(const ScheduleAnalysis &analysis);

/// The operation again, with the values of one stage in place of the body's;
/// `getValue` is asked once for each value, uses in regions included.
/// Attributes of the schedule are left out.
mlir::Operation *
expandSingleTiledOp(mlir::Operation *op, mlir::OpBuilder &builder,
                    llvm::function_ref<mlir::Value(mlir::Value)> getValue);

/// Computes how many iterations a loop with a positive step has, without
/// wrapping; read as unsigned. (Wrong: the distance is divided as signed.)
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                            bool hasUnsignedBounds, bool dividesSigned = false);

/// The step of a loop, if it is a positive constant of at most 32 bits, in an
/// integer type of at least 8.
std::optional<int64_t> getPositiveStep(mlir::scf::ForOp loop);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_SCHEDULEHELPERS_H
