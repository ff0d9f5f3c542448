//===- Lockstep.h - Lanes of a warp that go on together ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a thread does to its own registers, and what it does weakly to memory,
// commutes with what others do: a race ends the run whoever comes first. So
// lanes of a warp may do all of that together, one instruction for all of them,
// up to where each does something else. From there on each has its own turn, as
// without this: the same schedule of what threads do to each other, and the
// same outcome bit for bit, but for which of several races is reported and how
// much others had done when a run stops (docs/ptx.md, "Lanes in step").
//
// Nothing that ends a run happens here: lanes stay before such an instruction.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_LOCKSTEP_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_LOCKSTEP_H

#include "interp/Simt/Machine/LaneLoops.h"
#include "interp/Simt/Machine/SimtMachine.h"

namespace tilefuzz::simt {

using LaneMask = uint32_t;

/// One slot of the frames of a warp's threads, lane by lane.
struct LaneColumn {
  static constexpr LaneMask allLanes = ~LaneMask(0);

  alignas(64) std::array<uint64_t, warpSize> bits;
  /// Where `sharesAllocation`, the first is that of all lanes.
  std::array<uint32_t, warpSize> allocations;
  LaneMask poison, inexact;
  bool sharesAllocation;

  uint32_t allocationOf(unsigned lane) const {
    return allocations[sharesAllocation ? 0 : lane];
  }
  Lane get(unsigned lane) const {
    return {bits[lane], allocationOf(lane), (poison >> lane & 1) != 0,
            (inexact >> lane & 1) != 0};
  }
  void set(unsigned lane, const Lane &value);
  void setAllocation(unsigned lane, uint32_t allocation);
  void shareAllocation(uint32_t allocation) {
    sharesAllocation = true;
    allocations[0] = allocation;
  }
  void setBits(const std::array<uint64_t, warpSize> &values, LaneMask lanes);
  /// What is in no object, and unique.
  void setNumbers(const std::array<uint64_t, warpSize> &values,
                  LaneMask unspecified, LaneMask lanes);
  /// What another one has there.
  void take(const LaneColumn &from, LaneMask lanes);
};

class Lockstep {
public:
  explicit Lockstep(Machine &machine);

  /// It is the thread's turn in this round, whether or not it can go on.
  void pass(const Thread &thread, uint64_t round) {
    passed[thread.index] = round;
  }
  /// Of a thread that goes on now, in its turn: lanes of its warp whose turn is
  /// still to come go on together, if this is the first one of them. Gives how
  /// many instructions are left of the turn.
  unsigned begin(const Thread &thread, uint64_t round);

private:
  /// How an instruction is done for several lanes.
  enum class Way : uint8_t {
    Unknown,
    /// Each lane by itself, in its turn.
    Alone,
    Jump,
    Branch,
    Switch,
    Call,
    Return,
    Assume,
    Move,
    Select,
    Freeze,
    Special,
    /// A native loop where there is one; what it leaves, lane by lane.
    Lanewise,
    Apply,
    Classify,
    Contract,
    /// By the machine, in the frames of the threads.
    InFrames,
    Address,
    ConvertSpace,
    Resolve,
    Load,
    Store
  };
  struct Plan {
    Way way = Way::Unknown;
    uint8_t arity = 0;
    LaneLoop loop = nullptr;
    /// Of Contract, the multiply-add.
    LaneLoop fused = nullptr;
    LaneParameters parameters;
  };
  /// Where the truth about a slot is.
  enum class Held : uint8_t { Frames, Both, Columns };

  Way wayOf(const Instruction &op) const;
  const Plan &planOf(uint32_t pc);
  void run();
  void pause();
  bool regroup();
  void stay();
  bool isGuarded(const Instruction &op, LaneMask &lanes);
  bool go(const Instruction &op, const Plan &plan, LaneMask lanes);
  void followEdge(uint32_t index, LaneMask lanes);
  bool takeEdges(llvm::ArrayRef<std::pair<uint32_t, LaneMask>> ways,
                 bool isCall);
  bool comeBack(const Instruction &op, LaneMask lanes);

  /// LockstepOperations.cpp. False: the lanes stay, and nothing has happened;
  /// or the run has ended.
  bool step(const Instruction &op, const Plan &plan, LaneMask lanes);
  bool compute(const Instruction &op, const Plan &plan, LaneMask lanes);
  bool computeLanewise(const Instruction &op, unsigned arity, LaneMask lanes);
  bool contract(const Instruction &op, const Plan &plan, LaneMask lanes);
  bool select(const Instruction &op, LaneMask lanes);
  bool addAddresses(const Instruction &op, LaneMask lanes);
  bool resolve(const Instruction &op, LaneMask lanes);
  bool convertSpace(const Instruction &op, LaneMask lanes);
  bool executeInFrames(const Instruction &op, LaneMask lanes);
  bool isInexact(const Instruction &op, unsigned arity, LaneMask lanes);
  /// LockstepMemory.cpp
  bool mayAccess(const Instruction &op, LaneMask lanes, bool isWrite);
  bool recordAccesses(const Instruction &op, LaneMask lanes, bool isWrite);
  bool load(const Instruction &op, LaneMask lanes);
  bool store(const Instruction &op, LaneMask lanes);

  /// The column of a slot, with what all lanes have there.
  LaneColumn &read(uint32_t slot);
  /// The same, to be changed in these lanes; what was in them is gone.
  LaneColumn &write(uint32_t slot, LaneMask lanes);
  void copy(uint32_t from, uint32_t to, LaneMask lanes);
  void toFrames(uint32_t slot, uint32_t count = 1);
  /// Its frames were changed.
  void refresh(uint32_t slot);
  void load(uint32_t slot);
  void giveBack();

  Machine &machine;
  const Kernel &kernel;
  std::vector<Plan> plans;
  std::vector<LaneColumn> columns;
  std::vector<Held> held;
  /// Slots that are not in the frames alone.
  std::vector<uint32_t> touched;
  LaneColumn scratch;
  std::vector<LaneColumn> moved;
  alignas(64) std::array<uint64_t, warpSize> results, fusedResults;

  /// By warp, the round in which it came to a turn; by thread, what is left of
  /// its turn.
  uint32_t warpsPerCta;
  std::vector<uint64_t> rounds;
  /// The round of its last turn, too.
  std::vector<uint64_t> passed;
  std::vector<unsigned> remaining;
  static constexpr unsigned hasNotBegun = ~0u;

  static constexpr LaneMask allLanes = LaneColumn::allLanes;
  static constexpr uint32_t noPc = ~0u;
  /// Of an operand that has factors (Opcode::Contract).
  static constexpr uint32_t factorLanes = 3;

  /// Of the warp that runs: its threads, those that go on together, and those
  /// of them that are at `pc`; the next ones are at `otherPc`.
  llvm::MutableArrayRef<Thread> threads;
  LaneMask everyone = 0, going = 0, active = 0;
  uint32_t pc = 0, otherPc = 0;
  unsigned steps = 0, limit = 0;
  /// Jumps back since the lanes came together, and how many one may do more.
  uint64_t jumps = 0, jumpLimit = 0;
  std::array<uint32_t, warpSize> pcs;
  std::array<unsigned, warpSize> left;
  std::array<Allocation *, warpSize> objects;
};

/// Calls `visit` with each lane of the mask.
template <typename F> void forEachLane(LaneMask lanes, F visit) {
  for (; lanes; lanes &= lanes - 1)
    visit(unsigned(llvm::countr_zero(lanes)));
}

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_LOCKSTEP_H
