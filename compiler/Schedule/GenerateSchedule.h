//===- GenerateSchedule.h - The pass tileas-generate-schedule ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_GENERATESCHEDULE_H
#define TILEFUZZ_COMPILER_SCHEDULE_GENERATESCHEDULE_H

#include "compiler/Schedule/ScheduleAnalysis.h"
#include "compiler/Schedule/Schedulers.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

struct GenerateScheduleOptions {
  /// "serial" or "cost"; anything else is "cost", with a warning.
  std::string scheduler = "cost";
  unsigned maxConstraintIterations = 10;
  unsigned rrtSizeThreshold = 4096;
  /// A file for trace viewers; empty: none.
  std::string traceFile;
  ScheduleBugSet bugs;
};

/// Schedules one loop, legalises the result, and attaches it.
mlir::FailureOr<ScheduleAnalysis>
generateSchedule(mlir::scf::ForOp loop, const MachineModel &model,
                 const GenerateScheduleOptions &options);

/// The module's `nv_tileaa.compute_capability`; an error at `op`.
mlir::FailureOr<int64_t> getComputeCapability(mlir::Operation *op);
/// The model of the module's `nv_tileaa.compute_capability`; an error at `op`.
mlir::FailureOr<MachineModel> getMachineModel(mlir::Operation *op);

/// Adds bugs by name; none: an error at the module.
std::optional<ScheduleBugSet>
addScheduleBugs(mlir::ModuleOp module, ScheduleBugSet bugs,
                llvm::ArrayRef<std::string> names);

/// Of a builtin.module: every schedulable loop of every function.
std::unique_ptr<mlir::Pass>
createGenerateSchedulePass(GenerateScheduleOptions options = {});
void registerGenerateSchedulePass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_GENERATESCHEDULE_H
