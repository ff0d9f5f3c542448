//===- LlvmModules.h - Random modules of LLVM IR ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Modules for nvptx64 with kernels, helper functions and pointers into every
// memory space, for the passes over LLVM IR. A module is a function of seed and
// index. It is typed, and defined by construction: every pointer is known to
// have so many initialised i32 elements, loops are bounded, no call recurses,
// and what is written belongs to one thread.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_LLVM_LLVMMODULES_H
#define TILEFUZZ_FUZZ_GENERATE_LLVM_LLVMMODULES_H

#include "interp/Program/Launch.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace tilefuzz {

/// By metric of kernel-info.
using MetricTally = std::map<std::string, uint64_t>;

struct LlvmProgram {
  std::unique_ptr<llvm::Module> module;
  /// Names no kernel: all take the same arguments.
  Launch launch;
  /// Names of kernels, in the module's order.
  std::vector<std::string> kernels;
  /// By function, what the generator counted while it wrote it; functions that
  /// nobody counted are missing.
  std::map<std::string, MetricTally> tallies;

  /// As a file that `readLlvmProgram` takes: the launch, the kernels and the
  /// tallies are comments before the module.
  std::string toString() const;
  /// These comments alone.
  std::string commentLines() const;
};

struct LlvmGenerateOptions {
  uint64_t seed = 1, index = 0;
  /// Statements of a function, at most; also less helpers and kernels, the
  /// fewer there are.
  unsigned steps = 24;
  /// Also with every type that has no pointer (integers of any width, floats of
  /// four formats, vectors, structs), switches, atomics of every order and
  /// scope, and threads that talk to each other. Every kernel is one for LLVM's
  /// back end, and on every target.
  bool wide = false;
};
LlvmProgram generateLlvm(llvm::LLVMContext &context,
                         const LlvmGenerateOptions &options);

/// Errors name the file. Where the comments name no kernels, all are.
llvm::Expected<LlvmProgram> parseLlvmProgram(llvm::StringRef text,
                                             llvm::StringRef fileName,
                                             llvm::LLVMContext &context);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_LLVM_LLVMMODULES_H
