//===- PrepareForScheduling.h - The last steps before schedules -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pass `tileas-prepare-for-scheduling` (facts, 6.1; docs/schedules.md): six
// steps in a fixed order, each of which can be run alone. A function remembers
// the last one that it has behind it, and an earlier one is refused then.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_PREPAREFORSCHEDULING_H
#define TILEFUZZ_COMPILER_SCHEDULE_PREPAREFORSCHEDULING_H

#include "compiler/Schedule/ScheduleBugs.h"
#include "compiler/Support/SeededBugs.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

/// Names of the attributes.
struct PreparationAttributes {
  /// Of a function: the last step that ran.
  static constexpr llvm::StringLiteral prepared = "nv_tileas.prepared";
  /// Of an access: how many elements one instruction takes.
  static constexpr llvm::StringLiteral vectorSize = "nv_tileas.vector_size";
  /// Of a loop: into how many parts it may be cut.
  static constexpr llvm::StringLiteral sliceCount = "sliceCount";
  /// Of a loop, and before of operations inside: it may not be fused.
  static constexpr llvm::StringLiteral keepApart =
      "tileas.enable_defusion_if_fusion_extending_liveness";
  /// Of operations: how many slices they allow.
  static constexpr llvm::StringLiteral maxSlices =
      "tileas.max_num_slices_for_non_reduce_axis";
  /// Of a tiled access: the box that a tensor copy of it moves, by dimension of
  /// the memref.
  static constexpr llvm::StringLiteral box = "nv_tileas.box";
};

/// Those that only what is written shows, and those that runs show.
struct PreparationBugs {
  ScheduleBugSet structure;
  BugSet executed;
};

/// The steps, in the order of the contract. Each fails with an error at an
/// operation, or does all it has to.

/// Accesses of a view of a view's memref become accesses of a view of what that
/// view cuts.
llvm::LogicalResult decomposeTiledViews(mlir::nv_tileaa::FuncOp function,
                                        const PreparationBugs &bugs);
/// Says of accesses how many neighbours one instruction may take: a power of
/// two that divides what each thread holds in a row, the extent, and, in bytes,
/// what is known of the alignment.
llvm::LogicalResult refineVectorSizes(mlir::nv_tileaa::FuncOp function,
                                      const PreparationBugs &bugs);
/// Says of loops what hints on their operations say. Changes attributes only,
/// and cannot fail.
llvm::LogicalResult markSlices(mlir::nv_tileaa::FuncOp function,
                               const PreparationBugs &bugs);
/// Unrolls loops of a few iterations, and takes operations out of wrappers that
/// hold nothing else.
llvm::LogicalResult canonicalizeForScheduling(mlir::nv_tileaa::FuncOp function,
                                              const PreparationBugs &bugs);
/// Gives rings their places in shared memory; two share bytes only if one is
/// empty for good before the other is written.
llvm::LogicalResult compactMemory(mlir::nv_tileaa::FuncOp function,
                                  const PreparationBugs &bugs);
/// Computes boxes again from the views, as the steps before left them.
llvm::LogicalResult refreshBoxes(mlir::nv_tileaa::FuncOp function,
                                 const PreparationBugs &bugs);

struct PreparationStep {
  llvm::StringLiteral name;
  llvm::LogicalResult (*run)(mlir::nv_tileaa::FuncOp function,
                             const PreparationBugs &bugs);
};
llvm::ArrayRef<PreparationStep> getPreparationSteps();

/// Runs one step; an error at the function if a later one, or the scheduler,
/// has been there.
llvm::LogicalResult runPreparationStep(mlir::nv_tileaa::FuncOp function,
                                       const PreparationStep &step,
                                       const PreparationBugs &bugs = {});

/// Of a builtin.module: every function. `steps`, if it names any, are those
/// that run, in its order.
std::unique_ptr<mlir::Pass>
createPrepareForSchedulingPass(const PreparationBugs &bugs = {});
void registerPrepareForSchedulingPass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_PREPAREFORSCHEDULING_H
