//===- Mbarriers.h - The mbarriers of one CTA -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Objects in shared memory whose bytes are theirs alone while they live. Rules
// and edges: memory model, 5.5.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_MBARRIERS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_MBARRIERS_H

#include "interp/Program/UndefinedBehaviors.h"
#include "interp/Semantics/Mbarrier.h"
#include "interp/Simt/Machine/TensorMemory.h"
#include <map>
#include <optional>

namespace tilefuzz::simt {

/// Whether it is there to wait, and for what; how it is written.
struct MbarrierForm {
  MbarrierOperation operation;
  /// As PTX names it.
  llvm::StringRef name;
  llvm::StringRef operands;

  bool isTest() const;
  bool isArrival() const;
  bool mayWait() const;
  bool isParity() const { return operands == "p"; }
};
llvm::ArrayRef<MbarrierForm> getMbarrierForms();
const MbarrierForm &formOf(MbarrierOperation operation);

/// The bytes of one, and how they are aligned (PTX ISA, mbarrier).
inline constexpr uint32_t mbarrierBytes = 8;
/// Of a state: how many arrivals were pending.
inline constexpr uint64_t pendingCountMask = (1 << 20) - 1;

struct MbarrierObject {
  Mbarrier state;
  /// What all arrivals released so far, and those up to the last phase that is
  /// complete.
  Clock released, completed;
  /// The same of arrivals from other CTAs of the cluster, for those who wait
  /// with its scope.
  Clock remoteReleased, remoteCompleted;
  /// The same of tensor memory, which relaxed ones carry, too (memory model,
  /// 5.8).
  TensorMarks releasedTensor, completedTensor;
  /// Whether somebody saw that phase complete.
  bool isSeen = true;

  /// A state as arrivals return it: the phase, and how many arrivals were
  /// pending.
  uint64_t token() const {
    return state.currentPhase() << 20 |
           (uint64_t(state.pendingArrivals()) & pendingCountMask);
  }
  /// Arrives; the rule that it breaks, if it does.
  std::optional<Undefined> arrive(MbarrierOperation operation, int64_t count,
                                  int64_t bytes);
  std::optional<Undefined> transact(int64_t bytes);
  /// cp.async.mbarrier.arrive: the current phase waits for one more.
  std::optional<Undefined> expectArrival();
  /// Whether a wait with this state or parity goes on.
  bool isPast(const MbarrierForm &form, uint64_t operand) const;

private:
  void notice(uint64_t phaseBefore);
};

/// By allocation and offset.
using MbarrierMap = std::map<std::pair<uint32_t, uint32_t>, MbarrierObject>;

/// The one that these bytes have a part of; null: none has.
const MbarrierObject *findOverlap(const MbarrierMap &map, uint32_t allocation,
                                  uint64_t offset, uint64_t bytes);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_MBARRIERS_H
