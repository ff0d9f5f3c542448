//===- LlvmRow.h - Bodies of kernels of LLVM IR, for tests ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_LLVMROW_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_LLVMROW_H

#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cstring>

namespace tilefuzz::test {

/// Runs `body` as a kernel of one CTA of one thread in a grid of 1 by 2 by 3,
/// whose buffer is 64 i32. Undefined: the outcome's condition.
inline Outcome run(const std::string &body) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(
      "target triple = \"nvptx64-nvidia-cuda\"\n"
      "define ptx_kernel void @k(ptr addrspace(1) %out) {\n" +
          body + "}\n",
      error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str() << " in " << body;
    return {};
  }
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,2,3 seed=1\n"
                  "// tilefuzz.buffer out : i32[64] = fill(9)\n"
                  "// tilefuzz.args &out\n",
                  "test"));
  SimtOptions options;
  options.threads = 1;
  options.detectRaces = false;
  return runSimt(*module, launch, options);
}

inline uint32_t firstElement(const Outcome &outcome) {
  uint32_t bits = 0;
  memcpy(&bits, outcome.buffers[0].bytes.data(), 4);
  return bits;
}

/// A body that stores its i32 `%r`, or what it ends with.
struct RowTest {
  const char *name, *body;
  uint32_t expected;
  const char *condition = "";
};

inline void check(const RowTest &row) {
  SCOPED_TRACE(row.body);
  Outcome outcome =
      run(row.body + std::string("store i32 %r, ptr addrspace(1) %out\n"
                                 "ret void\n"));
  EXPECT_EQ(outcome.condition, row.condition);
  if (outcome.completed())
    EXPECT_EQ(firstElement(outcome), row.expected);
}

} // namespace tilefuzz::test

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_LLVMROW_H
