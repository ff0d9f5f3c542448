//===- ThreadObserver.h - Who watches the threads of a run ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What each thread does to memory, in the order in which it does it: for who
// claims something about addresses, and for the auditor of orders.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_THREADOBSERVER_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_THREADOBSERVER_H

#include "interp/Simt/Machine/Kernel.h"

namespace tilefuzz::simt {

/// Where in the run an instruction is executed.
struct ThreadPlace {
  const Kernel &kernel;
  /// Into `kernel.code`.
  uint32_t instruction;
  /// Over the whole launch.
  uint32_t thread, cta;

  const Instruction &op() const { return kernel.code[instruction]; }
};

/// Bytes that an instruction accesses; an atomic is one write.
struct ThreadAccess {
  /// As in Kernel::frame: 1 + i is the launch's buffer i.
  uint32_t object;
  StateSpace space;
  uint64_t offset, size;
  bool isWrite;
};

class ThreadObserver {
public:
  virtual ~ThreadObserver() = default;
  /// One that is in bounds, before it is done.
  virtual void onAccess(const ThreadPlace &place, const ThreadAccess &access) {}
  virtual void onFence(const ThreadPlace &place) {}
  /// The thread arrives at a barrier of its CTA.
  virtual void onBarrier(const ThreadPlace &place) {}
  /// What the instruction does is done, and the frame has its results;
  /// `wasGuardedOff` if it did nothing. An instruction that ends the run or at
  /// which the thread waits may be told before it has all of them.
  virtual void onInstruction(const ThreadPlace &place,
                             llvm::ArrayRef<Lane> frame, bool wasGuardedOff) {}
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_THREADOBSERVER_H
