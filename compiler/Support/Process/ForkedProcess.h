//===- ForkedProcess.h - A piece of work that may die -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_PROCESS_FORKEDPROCESS_H
#define TILEFUZZ_COMPILER_SUPPORT_PROCESS_FORKEDPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <string>

namespace tilefuzz {

/// How a process ended. `signal` is 0 for a normal exit.
struct ProcessEnd {
  int exitCode = 0;
  int signal = 0;
  bool timedOut = false;

  /// Reads a wait status.
  static ProcessEnd fromWaitStatus(int status);
  /// E.g. `signal 11 (Segmentation fault)`, `exit code 3`.
  std::string describe() const;
};

/// Exit code of a worker that met its memory limit.
constexpr int exitOutOfMemory = 77;

/// Runs `work` in a forked child; its result is the child's exit code. The
/// child is killed after `cpuSeconds` of CPU time or ten times that of wall
/// time. The caller must be single-threaded.
ProcessEnd runInChild(llvm::function_ref<int()> work, double cpuSeconds);

/// In a worker: limits address space, makes a failed allocation exit with
/// exitOutOfMemory, and switches core files off.
void limitMemory(uint64_t mebibytes);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_PROCESS_FORKEDPROCESS_H
