//===- PipelineVariants.h - The rings that the compiler makes ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A program as the passes that make rings leave it, for rings of few slots and
// loops of few iterations, and what exploring that says. For
// `tile-verify-schedule --pipelines` and its tests.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SCHEDULES_PIPELINEVARIANTS_H
#define TILEFUZZ_FUZZ_SCHEDULES_PIPELINEVARIANTS_H

#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Support/SeededBugs.h"
#include "oracle/Schedule/ExplorePipelines.h"
#include <map>

namespace tilefuzz {

struct VariantOptions {
  /// Slots of the rings of copies.
  std::vector<unsigned> depths = {2, 3};
  /// Loops run up to so many times.
  unsigned trips = 4;
  ExploreLimits limits;
  BugSet bugs;
  GenerateScheduleOptions schedule;
};

struct ExploredFunction {
  /// In how many variants it has rings.
  unsigned variants = 0;
  /// Of all of them, up to the first that goes wrong.
  PipelineExploration sum;
};
/// By name; functions without rings are not there.
using ExploredFunctions = std::map<std::string, ExploredFunction>;

/// Each function of a module of nv_tileas as it stands.
ExploredFunctions exploreFunctions(mlir::ModuleOp module,
                                   const ExploreLimits &limits);
/// Those whose loops run ahead as copies: with rings of each depth and loops of
/// each number of iterations. The error says which pass failed. If the loops
/// have rings already, nothing is said: how often each loop runs belongs
/// together then.
llvm::Expected<ExploredFunctions>
explorePipelinedLoops(mlir::ModuleOp module, const VariantOptions &options);
/// Those with rings as they stand, and as schedules of their loops make them,
/// for each number of iterations; of the latter it is not said what goes wrong
/// before, too.
llvm::Expected<ExploredFunctions>
exploreScheduledLoops(mlir::ModuleOp module, const VariantOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SCHEDULES_PIPELINEVARIANTS_H
