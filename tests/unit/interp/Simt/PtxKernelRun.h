//===- PtxKernelRun.h - Kernels of PTX modules, run for tests ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXKERNELRUN_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXKERNELRUN_H

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include <cstring>
#include <string>
#include <vector>

namespace tilefuzz::test {

using namespace tilefuzz::simt;

/// Runs the only kernel of a module on `out`, eight i32 of 7, and on the
/// numbers in `arguments`.
struct KernelRun {
  std::string error;
  Outcome outcome;
  std::vector<uint32_t> out = std::vector<uint32_t>(8);

  explicit KernelRun(const std::string &text, const std::string &arguments = "",
                     unsigned blocks = 1) {
    llvm::Expected<PtxModule> module = parsePtxModule(text);
    if (!module) {
      error = llvm::toString(module.takeError());
      return;
    }
    llvm::Expected<Kernel> kernel = decodePtxKernel(*module, "", 2);
    if (!kernel) {
      error = llvm::toString(kernel.takeError());
      return;
    }
    Launch launch = llvm::cantFail(parseLaunch(
        "// tilefuzz.launch kernel=@k grid=" + std::to_string(blocks) +
            ",1,1 seed=1\n// tilefuzz.buffer out : i32[8] = fill(7)\n"
            "// tilefuzz.args &out " +
            arguments + "\n",
        "test"));
    outcome = runKernel(*kernel, launch, {});
    if (!outcome.buffers.empty())
      memcpy(out.data(), outcome.buffers[0].bytes.data(), 32);
  }
};

inline const std::string header = R"(
.version 9.0
.target sm_90a, debug
.address_size 64
)";
inline std::string kernel(const std::string &body,
                          const std::string &parameters = "",
                          unsigned threads = 1) {
  return header + ".visible .entry k(\n .param .u64 .ptr .global .align 4 out" +
         parameters + ")\n.reqntid " + std::to_string(threads) +
         ", 1, 1\n.minnctapersm 1\n{\n.reg .pred %p<9>; .reg .b16 %rs<9>; "
         ".reg .b32 %r<9>; .reg .b64 %rd<9>;\nld.param.b64 %rd1, [out];\n" +
         body + "\nret;\n}\n";
}

} // namespace tilefuzz::test

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXKERNELRUN_H
