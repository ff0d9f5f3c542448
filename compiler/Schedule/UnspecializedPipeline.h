//===- UnspecializedPipeline.h - Loops with copies ahead --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pass `tileas-unspecialized-pipeline` (facts, 6.3; docs/pipelining.md):
// loads of a loop become asynchronous copies to rings in shared memory, which
// begin some iterations before their tiles are used.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_UNSPECIALIZEDPIPELINE_H
#define TILEFUZZ_COMPILER_SCHEDULE_UNSPECIALIZEDPIPELINE_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

struct UnspecializedPipelineOptions {
  /// Slots of each ring; less where shared memory is short. 1 or less: nothing
  /// changes.
  unsigned numStages = 2;
  BugSet bugs;
};

/// Of a builtin.module: every loop of every function that holds no other loop.
/// A loop that it cannot take stays as it is, with a remark.
std::unique_ptr<mlir::Pass>
createUnspecializedPipelinePass(UnspecializedPipelineOptions options = {});
void registerUnspecializedPipelinePass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_UNSPECIALIZEDPIPELINE_H
