//===- SimtMachine.h - All threads of a launch ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The state of one run: Simt.cpp sets it up and runs instructions,
// SimtMemory.cpp performs accesses.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_SIMTMACHINE_H
#define TILEFUZZ_INTERP_SIMT_SIMTMACHINE_H

#include "interp/Simt/Races.h"
#include "interp/Simt/Scalar.h"
#include "interp/Simt/Simt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Module.h"

namespace tilefuzz::simt {

inline constexpr uint32_t localBit = 0x80000000u;
inline constexpr unsigned warpSize = 32;

enum class ThreadState { Ready, AtBarrier, AtWarpBarrier, Exited };

struct Thread {
  uint32_t index = 0, cta = 0, inCta = 0;
  ThreadState state = ThreadState::Ready;
  uint32_t pc = 0;
  uint64_t jumpsBack = 0;
  std::vector<Lane> frame;
  Clock clock;
  /// What the last release fence covers: later atomic stores publish it.
  std::optional<Release> fenced;
  /// What relaxed loads have read: the next acquire fence synchronises with it.
  Clock observed;
  std::vector<Allocation> locals;
};

struct Cta {
  std::array<uint32_t, 3> id;
  std::vector<Allocation> shared;
};

class Machine {
public:
  Machine(const llvm::Module &module, const Launch &launch,
          const SimtOptions &options)
      : module(module), launch(launch), options(options) {}
  Outcome run();

private:
  bool stop(RunStatus status, const llvm::Twine &condition,
            const llvm::Instruction *at = nullptr);
  bool setUp();
  bool addArguments();
  void schedule();
  bool runThread(Thread &thread, unsigned quantum);
  bool releaseBarriers();
  bool releaseWarp(llvm::MutableArrayRef<Thread> lanes, bool &progress);
  bool takeEdge(Thread &thread, uint32_t edge);
  void countJumpsBack();
  unsigned quantumOf(const Thread &thread) const;
  Allocation *allocationOf(Thread &thread, uint32_t id);
  bool access(Thread &thread, const Decoded &op, bool isWrite, bool isAtomic,
              Allocation *&allocation, uint32_t &offset);
  bool load(Thread &thread, const Decoded &op);
  bool store(Thread &thread, const Decoded &op);
  bool update(Thread &thread, const Decoded &op);
  void fence(Thread &thread, const Decoded &op);
  bool call(Thread &thread, const Decoded &op);
  void synchronise(Thread &thread, Allocation &allocation, uint32_t offset,
                   const Decoded &op, bool isWrite);

  const llvm::Module &module;
  const Launch &launch;
  const SimtOptions &options;
  const llvm::Function *kernel = nullptr;
  DecodedFunction program;
  Outcome outcome;
  bool stopped = false;
  uint32_t threadsPerCta = 0;
  /// Of a thread; 0: none.
  uint64_t jumpBackLimit = 0;
  uint32_t firstShared = 0;
  std::vector<Allocation> globals;
  std::vector<Allocation> sharedImage;
  std::vector<Cta> ctas;
  std::vector<Thread> threads;
  std::vector<Lane> arguments, scratch;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_SIMTMACHINE_H
