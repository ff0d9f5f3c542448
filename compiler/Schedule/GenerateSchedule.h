//===- GenerateSchedule.h - The pass tileas-generate-schedule ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_GENERATESCHEDULE_H
#define TILEFUZZ_COMPILER_SCHEDULE_GENERATESCHEDULE_H

#include "compiler/Schedule/ScheduleAnalysis.h"
#include "compiler/Schedule/Schedulers.h"
#include "compiler/Support/SeededBugs.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

struct GenerateScheduleOptions {
  /// "serial" or "cost"; anything else is "cost", with a warning.
  std::string scheduler = "cost";
  unsigned maxConstraintIterations = 10;
  unsigned rrtSizeThreshold = 4096;
  /// The most stages; 0: no limit.
  unsigned maxStages = 0;
  /// A file for trace viewers; empty: none.
  std::string traceFile;
  ScheduleBugSet bugs;
};

/// Schedules one loop, legalises the result, and attaches it.
mlir::FailureOr<ScheduleAnalysis>
generateSchedule(mlir::scf::ForOp loop, const MachineModel &model,
                 const GenerateScheduleOptions &options);

/// What materialisation relies on: stages count from 0 to the last without a
/// negative issue time, places are a permutation, and every dependence is kept
/// in them. The constraint attributes hold.
llvm::LogicalResult legalizeForMaterialization(const LoopGraph &graph,
                                               const LoopSchedule &schedule);

/// The module's `nv_tileaa.compute_capability`; an error at `op`.
mlir::FailureOr<int64_t> getComputeCapability(mlir::Operation *op);
/// The model of the module's `nv_tileaa.compute_capability`; an error at `op`.
mlir::FailureOr<MachineModel> getMachineModel(mlir::Operation *op);

/// Adds bugs by name; none: an error at the module.
std::optional<ScheduleBugSet>
addScheduleBugs(mlir::ModuleOp module, ScheduleBugSet bugs,
                llvm::ArrayRef<std::string> names);

/// The same of what the one registry has.
std::optional<BugSet> addSeededBugs(mlir::ModuleOp module, BugSet bugs,
                                    llvm::ArrayRef<std::string> names);

/// Of a builtin.module: every schedulable loop of every function.
std::unique_ptr<mlir::Pass>
createGenerateSchedulePass(GenerateScheduleOptions options = {});
void registerGenerateSchedulePass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_GENERATESCHEDULE_H
