//===- PtxTarget.cpp - libFuzzer: PTX ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Text that is parsed is decoded, and what is decoded runs for a moment, on a
// launch of one thread whose parameters are all the same buffer: nothing that
// the text says may crash, hang or ask for much.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"

using namespace tilefuzz;

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  llvm::Expected<simt::PtxModule> module = simt::parsePtxModule(text);
  if (!module) {
    llvm::consumeError(module.takeError());
    return 0;
  }
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer out : i32[64] = fill(7)\n",
                  "fuzzer"));
  for (const simt::PtxFunction &function : module->functions) {
    llvm::Expected<simt::Kernel> kernel =
        simt::decodePtxKernel(*module, function.name, 2);
    if (!kernel) {
      llvm::consumeError(kernel.takeError());
      continue;
    }
    ArgSpec argument;
    argument.buffer = 0;
    launch.args.assign(kernel->parameters.size(), argument);
    SimtOptions options;
    options.threads = 1;
    options.stepLimit = 1000;
    (void)simt::runKernel(*kernel, launch, options);
  }
  return 0;
}
