//===- Simt.cpp - Run an LLVM kernel, thread by thread --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Simt.h"
#include "interp/Simt/Llvm/LlvmDecoder.h"
#include "interp/Simt/Machine/SimtMachine.h"

using namespace tilefuzz;

Outcome tilefuzz::runSimt(const llvm::Module &module, const Launch &launch,
                          const SimtOptions &options) {
  llvm::Expected<simt::Kernel> kernel = simt::decodeKernel(
      module, launch.kernel, 1 + launch.buffers.size(), options.threads);
  if (!kernel) {
    Outcome outcome;
    outcome.status = RunStatus::Unsupported;
    outcome.condition = llvm::toString(kernel.takeError());
    return outcome;
  }
  return simt::runKernel(*kernel, launch, options);
}
