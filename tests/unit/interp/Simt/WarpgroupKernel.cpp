//===- WarpgroupKernel.cpp - Kernels of warpgroups, for tests -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace tilefuzz::test;

std::string test::registerVector(char letter, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", " : "{") + (letter + std::to_string(i));
  return text + "}";
}

void WarpgroupKernel::run() {
  std::string list;
  for (uint8_t byte : in)
    list += (list.empty() ? "" : ", ") + std::to_string(int8_t(byte));
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer in : i8[" +
                      std::to_string(in.size()) + "] = list(" + list +
                      ")\n// tilefuzz.buffer out : " + outKind + "[" +
                      std::to_string(threads * words) +
                      "] = fill(9)\n// tilefuzz.args &in &out\n",
                  "test"));
  std::string count = std::to_string(threads);
  std::string text =
      ".version 9.0\n.target sm_90a\n.address_size 64\n"
      ".entry k(.param .u64 in, .param .u64 out)\n.reqntid " +
      count + "\n" + directives +
      "\n{ .reg .b64 %in, %out, %w, %x, %da, %db; .reg .b32 %t, %i, %b, %s;\n"
      ".reg .pred %p, yes, no; .shared .align 1024 .b8 s[" +
      std::to_string(sharedBytes) +
      "];\nsetp.eq.u32 yes, 0, 0; setp.ne.u32 no, 0, 0;\n"
      "mov.u32 %t, %tid.x; ld.param.u64 %in, [in];\n"
      "ld.param.u64 %out, [out]; mul.wide.u32 %w, %t, " +
      std::to_string(4 * words) +
      "; add.u64 %out, %out, %w;\nshl.b32 %i, %t, 2;\n"
      "$fill: setp.ge.u32 %p, %i, " +
      std::to_string(sharedBytes) +
      "; @%p bra $filled;\ncvt.u64.u32 %w, %i; add.u64 %x, %in, %w;\n"
      "ld.global.b32 %b, [%x]; mov.u32 %s, s; add.u32 %s, %s, %i;\n"
      "st.shared.b32 [%s], %b; add.u32 %i, %i, " +
      std::to_string(4 * threads) + "; bra $fill;\n$filled: " + fence +
      " bar.sync 0; mov.u32 %s, s;\n" + body + "\nret; }\n";
  llvm::Expected<PtxModule> module = parsePtxModule(text);
  llvm::Expected<Kernel> kernel =
      module ? decodePtxKernel(*module, "", 2) : module.takeError();
  error.clear();
  if (!kernel) {
    error = llvm::toString(kernel.takeError());
    return;
  }
  SimtOptions options;
  options.schedule = schedule;
  options.detectRaces = detectRaces;
  outcome = runKernel(*kernel, launch, options);
}
