//===- SpecializedPipeline.h - Loops that two agents run --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pass `tileas-specialized-pipeline` (facts, 5.0, tier 2;
// docs/agents.md): a loop of a matrix product becomes one that a producer
// agent and a compute agent run, if it can (compiler/TileAS/SpecializedLoop.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_SPECIALIZEDPIPELINE_H
#define TILEFUZZ_COMPILER_SCHEDULE_SPECIALIZEDPIPELINE_H

#include "mlir/Pass/Pass.h"
#include <string>

namespace tilefuzz {

struct SpecializedPipelineOptions {
  /// "sm_90a", which alone has wgmma, or one with tcgen05: "sm_100a".
  std::string target = "sm_90a";
  /// Stages of the ring; less where shared memory is short.
  unsigned numStages = 4;
};

/// Of a builtin.module: marks the first loop of each function that it can take.
/// Others stay as they are, with a remark that says why.
std::unique_ptr<mlir::Pass>
createSpecializedPipelinePass(SpecializedPipelineOptions options);
void registerSpecializedPipelinePass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_SPECIALIZEDPIPELINE_H
