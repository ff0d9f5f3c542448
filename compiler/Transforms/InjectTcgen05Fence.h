//===- InjectTcgen05Fence.h - Fences of tensor memory -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 6.6: R1 to R3, X1 to X4, W1. Runs when all barriers exist.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TRANSFORMS_INJECTTCGEN05FENCE_H
#define TILEFUZZ_COMPILER_TRANSFORMS_INJECTTCGEN05FENCE_H

#include "compiler/Support/SeededBugs.h"
#include "compiler/Transforms/Fences/FenceGraph.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

struct InjectTcgen05FenceOptions {
  /// "sm_100a". Empty: what `#nvvm.target` of the gpu.module says, else the
  /// module's `nv_tileaa.compute_capability`; where neither is, nothing
  /// changes.
  std::string target;
  FenceForm form = FenceForm::Dataflow;
  BugSet bugs;
};

/// The pass `tileas-inject-tcgen05-fence` on a builtin.module of functions of
/// the LLVM dialect. A module without uses of tensor memory stays as it is; a
/// use on a target that has none is an error.
std::unique_ptr<mlir::Pass>
createInjectTcgen05FencePass(InjectTcgen05FenceOptions options = {});
void registerInjectTcgen05FencePass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_TRANSFORMS_INJECTTCGEN05FENCE_H
