//===- Warp.cpp - What lanes of a warp do together ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0: bar.warp.sync, shfl, vote, match, redux, elect and activemask.
// Lanes wait for those that their mask names and that have not exited.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

static bool isActiveMask(const simt::Instruction &op) {
  return op.opcode == Opcode::WarpCollective &&
         op.warp == WarpOperation::ActiveMask;
}

/// Whether the lanes have to be at the very instruction, all of them.
static bool isOfMatrices(const simt::Instruction &op) {
  return op.opcode == Opcode::Matrix || op.opcode == Opcode::MatrixProduct ||
         op.opcode == Opcode::MatrixAccess || op.opcode == Opcode::Warpgroup;
}

static bool isOfCluster(const simt::Instruction &op) {
  return op.opcode == Opcode::ClusterArrive || op.opcode == Opcode::ClusterWait;
}

/// "The same qualifiers"; the two need not be one instruction.
static bool isAlike(const simt::Instruction &a, const simt::Instruction &b) {
  if (a.opcode != b.opcode)
    return false;
  if (a.opcode == Opcode::Tensor)
    return a.tensor == b.tensor;
  return a.opcode == Opcode::WarpBarrier || isOfMatrices(a) || isOfCluster(a) ||
         (a.warp == b.warp && a.type.kind == b.type.kind &&
          a.type.width == b.type.width && a.modifiers == b.modifiers);
}

/// Whether all lanes that lane `first` waits for are there; they are `group`
/// then. Stops the run where the mask is none for this lane.
bool Machine::isComplete(MutableArrayRef<Thread> lanes, uint32_t first,
                         uint32_t &group) {
  const simt::Instruction &op = kernel.code[lanes[first].pc - 1];
  group = 0;
  if (isActiveMask(op)) {
    // What comes here while nobody waits for it has come alone.
    for (auto [i, thread] : enumerate(lanes))
      if (thread.state == ThreadState::AtWarpOperation &&
          thread.pc == lanes[first].pc)
        group |= 1u << i;
    return true;
  }
  const Lane &mask = lanes[first].frame[op.operands[0]];
  if (mask.poison)
    return undefined(Undefined::BranchOnPoison, op);
  if (!(mask.bits >> first & 1))
    return undefined(Undefined::BarrierDivergence, op);
  for (auto [i, thread] : enumerate(lanes)) {
    if (!(mask.bits >> i & 1) || thread.state == ThreadState::Exited)
      continue;
    if (thread.state != ThreadState::AtWarpOperation)
      return false;
    const simt::Instruction &other = kernel.code[thread.pc - 1];
    if (isActiveMask(other) || !isAlike(op, other))
      return false;
    const Lane &otherMask = thread.frame[other.operands[0]];
    if (otherMask.poison || uint32_t(otherMask.bits) != uint32_t(mask.bits))
      return false;
    group |= 1u << i;
  }
  return true;
}

namespace {
/// What the lanes of a group brought, by their number; that of others is 0.
struct Brought {
  uint32_t group;
  std::array<Lane, warpSize> values;

  bool has(unsigned lane) const { return lane < warpSize && group >> lane & 1; }
  bool isPoison() const {
    return any_of(values, [](const Lane &lane) { return lane.poison; });
  }
  /// Lanes whose value is this one.
  uint32_t equalTo(uint64_t bits) const {
    uint32_t lanes = 0;
    for (unsigned i = 0; i < warpSize; ++i)
      if (has(i) && values[i].bits == bits)
        lanes |= 1u << i;
    return lanes;
  }
};
} // namespace

/// PTX ISA, shfl.sync: `b` and `c` as it names them.
static void shuffle(WarpOperation mode, const Brought &brought, unsigned lane,
                    const Lane &b, const Lane &c, Lane &value, Lane &isWithin) {
  int by = b.bits & 31, clamp = c.bits & 31, segment = c.bits >> 8 & 31;
  int least = lane & segment, greatest = least | (clamp & ~segment & 31);
  int from = mode == WarpOperation::ShuffleUp     ? int(lane) - by
             : mode == WarpOperation::ShuffleDown ? int(lane) + by
             : mode == WarpOperation::ShuffleXor ? int(lane) ^ by
                                                 : least | (by & ~segment & 31);
  bool holds =
      mode == WarpOperation::ShuffleUp ? from >= greatest : from <= greatest;
  if (!holds)
    from = lane;
  bool isUnknown = b.poison || c.poison;
  isWithin = {holds, 0, isUnknown};
  // A lane that takes no part has no value to give.
  value =
      isUnknown || !brought.has(from) ? Lane{0, 0, true} : brought.values[from];
}

/// The opcode that joins two values.
static Opcode joining(WarpOperation operation) {
  switch (operation) {
  case WarpOperation::ReduceAdd:
    return Opcode::Add;
  case WarpOperation::ReduceMin:
    return Opcode::Min;
  case WarpOperation::ReduceMax:
    return Opcode::Max;
  case WarpOperation::ReduceAnd:
    return Opcode::And;
  case WarpOperation::ReduceOr:
    return Opcode::Or;
  default:
    return Opcode::Xor;
  }
}

static Lane reduce(const simt::Instruction &op, const Brought &brought) {
  simt::Instruction join = op;
  join.opcode = joining(op.warp);
  std::optional<Lane> all;
  std::optional<Undefined> undefined;
  for (unsigned i = 0; i < warpSize; ++i)
    if (brought.has(i)) {
      // One value alone is joined with itself where that changes it (.abs).
      const Lane &one = brought.values[i];
      bool isExtremum =
          join.opcode == Opcode::Min || join.opcode == Opcode::Max;
      all = all          ? compute(join, *all, one, undefined)
            : isExtremum ? compute(join, one, one, undefined)
                         : one;
    }
  return *all;
}

void Machine::performCollective(MutableArrayRef<Thread> lanes, uint32_t group) {
  Brought brought;
  brought.group = group;
  for (unsigned i = 0; i < lanes.size(); ++i)
    if (brought.has(i))
      brought.values[i] =
          lanes[i].frame[kernel.code[lanes[i].pc - 1].operands[1]];
  bool isPoison = brought.isPoison();
  bool isInexact =
      any_of(brought.values, [](const Lane &lane) { return lane.isInexact; });
  for (unsigned i = 0; i < lanes.size(); ++i) {
    if (!brought.has(i))
      continue;
    Lane *frame = lanes[i].frame.data();
    const simt::Instruction &op = kernel.code[lanes[i].pc - 1];
    Lane value = {0, 0, isPoison}, predicate = {0, 0, isPoison};
    bool isShuffle = op.warp >= WarpOperation::ShuffleUp &&
                     op.warp <= WarpOperation::ShuffleIndex;
    if (LLVM_UNLIKELY(mayBeInexact) &&
        (isShuffle ? frame[op.operands[2]].isInexact ||
                         frame[op.operands[3]].isInexact
                   : isInexact))
      loseExactness(op);
    switch (op.warp) {
    case WarpOperation::ShuffleUp:
    case WarpOperation::ShuffleDown:
    case WarpOperation::ShuffleXor:
    case WarpOperation::ShuffleIndex:
      shuffle(op.warp, brought, i, frame[op.operands[2]], frame[op.operands[3]],
              value, predicate);
      break;
    case WarpOperation::VoteAll:
      value.bits = brought.equalTo(1) == group;
      break;
    case WarpOperation::VoteAny:
      value.bits = brought.equalTo(1) != 0;
      break;
    case WarpOperation::VoteUniform:
      value.bits = brought.equalTo(1) == group || brought.equalTo(1) == 0;
      break;
    case WarpOperation::VoteBallot:
      value.bits = brought.equalTo(1);
      break;
    case WarpOperation::MatchAny:
      value.bits = brought.equalTo(brought.values[i].bits);
      break;
    case WarpOperation::MatchAll:
      predicate.bits = brought.equalTo(brought.values[i].bits) == group;
      value.bits = predicate.bits ? group : 0;
      break;
    case WarpOperation::ReduceAdd:
    case WarpOperation::ReduceMin:
    case WarpOperation::ReduceMax:
    case WarpOperation::ReduceAnd:
    case WarpOperation::ReduceOr:
    case WarpOperation::ReduceXor:
      value = reduce(op, brought);
      break;
    case WarpOperation::Elect:
      value = {uint64_t(countr_zero(group)), 0, false};
      predicate = {value.bits == i, 0, false};
      break;
    case WarpOperation::ActiveMask:
      value = {group, 0, false};
      break;
    }
    frame[op.result] = value;
    frame[op.result + 1] = predicate;
    lanes[i].state = ThreadState::Ready;
  }
}

bool Machine::releaseWarp(MutableArrayRef<Thread> lanes, bool &progress) {
  for (uint32_t i = 0; i < lanes.size(); ++i) {
    uint32_t group;
    if (lanes[i].state != ThreadState::AtWarpOperation ||
        !isComplete(lanes, i, group)) {
      if (stopped)
        return false;
      continue;
    }
    Opcode opcode = kernel.code[lanes[i].pc - 1].opcode;
    progress |= opcode != Opcode::Tensor && opcode != Opcode::Warpgroup;
    if (opcode == Opcode::WarpCollective) {
      performCollective(lanes, group);
      continue;
    }
    SmallVector<Thread *> members;
    for (auto [k, thread] : enumerate(lanes))
      if (group >> k & 1)
        members.push_back(&thread);
    if (opcode == Opcode::Tensor) {
      // An allocation may have to wait for columns.
      progress |= performTensor(members);
      if (stopped)
        return false;
      continue;
    }
    if (opcode == Opcode::Warpgroup) {
      // The other warps may have to come, or registers.
      progress |= performWarpgroup(members);
      if (stopped)
        return false;
      continue;
    }
    if (isOfCluster(kernel.code[lanes[i].pc - 1])) {
      if (!performCluster(members))
        return false;
      continue;
    }
    if (isOfMatrices(kernel.code[lanes[i].pc - 1])) {
      if (!performMatrix(members))
        return false;
      continue;
    }
    meet(members, options.detectRaces);
  }
  return true;
}
