//===- LlvmFences.h - Fences of tensor memory in LLVM IR --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The adaptor between LLVM IR and the fences (Fences/FenceGraph.h): intrinsics
// and inline PTX are events, fences are put in as intrinsics, which the back
// end takes for every target with tcgen05.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TRANSFORMS_LLVMFENCES_H
#define TILEFUZZ_COMPILER_TRANSFORMS_LLVMFENCES_H

#include "compiler/Support/SeededBugs.h"
#include "compiler/Transforms/Fences/FenceGraph.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

/// Puts the fences of `module` in, for `target` ("sm_100a"); says whether
/// anything changed. An error, naming function and instruction, where the
/// target has no tcgen05 and for PTX text that is several events.
llvm::Expected<bool> injectTcgen05Fences(llvm::Module &module,
                                         llvm::StringRef target,
                                         FenceForm form = FenceForm::Dataflow,
                                         const BugSet &bugs = {});

/// The same as a pass. The target is that of a function's "target-cpu"; without
/// one nothing changes (X2). An error goes to the context's handler.
class LlvmTcgen05FencePass : public llvm::PassInfoMixin<LlvmTcgen05FencePass> {
public:
  explicit LlvmTcgen05FencePass(FenceForm form = FenceForm::Dataflow,
                                BugSet bugs = {})
      : form(form), bugs(bugs) {}

  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  FenceForm form;
  BugSet bugs;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_TRANSFORMS_LLVMFENCES_H
