//===- SimtMemory.cpp - Loads, stores, atomics ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/AtomicUpdate.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Machine/ThreadObserver.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

Allocation *Machine::allocationOf(Thread &thread, uint32_t id) {
  if (id & localBit) {
    // It may be gone with the activation that made it.
    uint32_t number = id & ~localBit;
    return number < thread.locals.size() ? &thread.locals[number] : nullptr;
  }
  if (id & functionBit)
    return nullptr;
  if (id & heapBit) {
    auto it = heap.find(id & ~heapBit);
    return it == heap.end() ? nullptr : &it->second;
  }
  if (id >= firstShared) {
    auto [cta, number] = ownerOf(thread, id);
    return &ctas[cta].shared[number - firstShared];
  }
  return id ? &globals[id] : nullptr;
}

bool simt::fits(StateSpace named, StateSpace held) {
  return named == StateSpace::Generic || named == held ||
         (named == StateSpace::SharedCluster && held == StateSpace::Shared);
}

bool Machine::access(Thread &thread, const Instruction &op, bool isWrite,
                     bool isAtomic, Allocation *&allocation, uint32_t &offset) {
  return access(thread, op,
                {thread.frame[op.operands[0]], uint64_t(op.bytes) * op.lanes,
                 op.space, op.alignment, isWrite, isAtomic},
                allocation, offset);
}

/// PTX ISA, ld.global.nc: memory that is read-only while the kernel runs. Who
/// is ordered before whom does not matter.
bool Machine::keepsReadOnly(const Instruction &op, const AccessRange &range,
                            Allocation &allocation) {
  constexpr uint8_t written = 1, read = 2;
  bool isReadOnly = op.has(Modifier::ReadOnly);
  if (!isReadOnly && (!range.isWrite || range.writesNothing))
    return true;
  std::vector<uint8_t> &uses = allocation.readOnlyUses;
  uses.resize(allocation.bytes.size());
  for (uint64_t i = range.pointer.bits, e = i + range.size; i < e; ++i) {
    if (uses[i] & (isReadOnly ? written : read))
      return false;
    uses[i] |= isReadOnly ? read : written;
  }
  return true;
}

/// Instructions that know what they read.
static bool followsInexact(Opcode opcode) {
  return opcode == Opcode::Load || opcode == Opcode::CopyBytes ||
         opcode == Opcode::Atomic || opcode == Opcode::AsyncCopy ||
         opcode == Opcode::Bulk || opcode == Opcode::Matrix ||
         opcode == Opcode::MatrixAccess || opcode == Opcode::Warpgroup;
}

bool Machine::access(Thread &thread, const Instruction &op,
                     const AccessRange &range, Allocation *&allocation,
                     uint32_t &offset) {
  const Lane &pointer = range.pointer;
  uint64_t size = range.size;
  bool isWrite = range.isWrite, isAtomic = range.isAtomic;
  auto reject = [&](Undefined condition) {
    if (allocation) {
      outcome.site.buffer = allocation->name;
      outcome.site.offset = int64_t(pointer.bits);
      outcome.site.isWrite = isWrite;
    }
    return undefined(condition, op);
  };
  allocation = nullptr;
  if (pointer.poison)
    return reject(Undefined::PoisonAddress);
  allocation = allocationOf(thread, pointer.allocation);
  if (!allocation)
    return reject(pointer.allocation & heapBit &&
                          !(pointer.allocation & (localBit | functionBit))
                      ? Undefined::UseAfterFree
                      : Undefined::NullAccess);
  if (pointer.bits > allocation->bytes.size() ||
      size > allocation->bytes.size() - pointer.bits)
    return reject(Undefined::OutOfBounds);
  if (!fits(range.space, allocation->space))
    return reject(Undefined::WrongStateSpace);
  if (pointer.bits % range.alignment)
    return reject(Undefined::MisalignedAccess);
  if (isWrite && allocation->isConstant)
    return reject(Undefined::WriteToConstant);
  isWrite &= !range.writesNothing;
  auto [owner, number] = ownerOf(thread, pointer.allocation);
  if (owner != thread.cta) {
    // PTX ISA, 5.1.7: `shared::cta` is the thread's own CTA alone, and a CTA's
    // memory is gone with its threads.
    if (range.space == StateSpace::Shared)
      return reject(Undefined::WrongStateSpace);
    if (ctas[owner].exitedThreads == threadsPerCta)
      return reject(Undefined::UseAfterEnd);
  }
  const MbarrierMap &mbarriers = ctas[owner].mbarriers;
  if (!mbarriers.empty() && op.opcode != Opcode::Mbarrier &&
      op.opcode != Opcode::AsyncArrive && !range.isMbarrier &&
      !(op.opcode == Opcode::Tensor && op.tensor == TensorOperation::Commit) &&
      findOverlap(mbarriers, number, pointer.bits, size))
    return reject(Undefined::MbarrierLifetime);
  offset = pointer.bits;
  if (LLVM_UNLIKELY(!allocation->inexact.empty()) && (!isWrite || isAtomic) &&
      !followsInexact(op.opcode) && allocation->holdsInexact(offset, size))
    loseExactness(op);
  if (hasReadOnlyLoads && !keepsReadOnly(op, range, *allocation))
    return reject(Undefined::ReadOnlyWritten);
  if (isWrite && !ctas[owner].tensor.reads.empty() &&
      !followsAsyncReads(thread, op, {owner, number}, offset, size))
    return false;
  ++(isWrite ? outcome.stores : outcome.loads);
  if (options.observer)
    options.observer->onAccess(placeOf(thread, op), {number, allocation->space,
                                                     offset, size, isWrite});
  if (!options.detectRaces || allocation->isConstant ||
      (pointer.allocation & localBit) || size == 0)
    return true;
  Access current;
  current.thread = thread.index;
  current.clock = thread.clock[thread.index];
  if (range.copy) {
    current.thread = range.bulkAgent ? range.bulkAgent : agentOf(thread);
    current.clock = range.copy;
    current.isBulk = range.bulkAgent != 0;
    // Of tensor memory, readShared asks, whether or not it is ordered.
    if (current.isBulk && op.opcode != Opcode::Tensor &&
        !followsProxyFence(thread, op, *allocation, offset, size))
      return false;
  }
  current.offset = offset;
  current.bytes = size;
  current.isWrite = isWrite;
  current.isAtomic = isAtomic;
  current.isEqual = range.isEqual;
  // Operations of an mbarrier are atomic to each other; their scope says what
  // they order.
  current.reach = reachOf(thread, op.opcode == Opcode::Mbarrier && isAtomic
                                      ? std::max(op.scope, Scope::Cluster)
                                      : op.scope);
  current.instruction = indexOf(op);
  const Access *earlier = recordAccess(*allocation, current, thread.clock);
  if (!earlier)
    return true;
  auto site = [&](const Access &one) {
    AccessSite result;
    Place place = kernel.placeOf(one.instruction);
    result.location = place.location;
    result.operation = place.operation;
    result.isWrite = one.isWrite;
    result.isShared = allocation->space == StateSpace::Shared;
    result.buffer = allocation->name;
    result.offset = std::max(one.offset, current.offset);
    return result;
  };
  outcome.races.push_back({site(*earlier), site(current)});
  if (earlier->thread >= threads.size() || range.copy)
    return stop(RunStatus::Race,
                "an asynchronous copy may still access '" + allocation->name +
                    "'",
                &op);
  return stop(RunStatus::Race, "race on '" + allocation->name + "'", &op);
}

void Machine::synchronise(Thread &thread, Allocation &allocation,
                          uint32_t offset, const Instruction &op,
                          bool isWrite) {
  carryTensor(thread, allocation, offset, op, isWrite);
  if (!options.detectRaces)
    return;
  if (isWrite) {
    if (releases(op.order)) {
      allocation.releases[offset] = {thread.clock.toClock(),
                                     reachOf(thread, op.scope)};
      thread.clock.advance();
    } else if (thread.fenced) {
      Release release = *thread.fenced;
      Reach ofStore = reachOf(thread, op.scope);
      release.reach.scope = std::min(release.reach.scope, ofStore.scope);
      allocation.releases[offset] = std::move(release);
    } else {
      allocation.releases.erase(offset);
    }
    return;
  }
  auto it = allocation.releases.find(offset);
  Reach reach = reachOf(thread, op.scope);
  if (it == allocation.releases.end() || !it->second.reach.includes(reach) ||
      !reach.includes(it->second.reach))
    return;
  synchroniseWith(thread, op, it->second.clock);
}

/// `op` has read what somebody released: an acquire is behind it at once, a
/// relaxed operation at the next acquire fence.
void Machine::synchroniseWith(Thread &thread, const Instruction &op,
                              const Clock &released) {
  if (acquires(op.order))
    thread.clock.join(released);
  else
    join(thread.observed, released);
}

/// PTX ISA, memory consistency model: release patterns and acquire patterns
/// that a fence makes with a relaxed access. The scope of the fence bounds what
/// it publishes; an acquire fence takes what the loads' scopes let through.
void Machine::fence(Thread &thread, const Instruction &op) {
  if (options.observer)
    options.observer->onFence(placeOf(thread, op));
  if (!options.detectRaces)
    return;
  if (acquires(op.order)) {
    thread.clock.join(thread.observed);
    thread.observed.clear();
  }
  if (releases(op.order)) {
    thread.fenced = Release{thread.clock.toClock(), reachOf(thread, op.scope)};
    thread.clock.advance();
  }
}

bool Machine::load(Thread &thread, const Instruction &op) {
  Allocation *allocation;
  uint32_t offset;
  bool isAtomic = simt::isAtomic(op.order);
  if (isAtomic && (op.lanes == 1 || op.has(Modifier::WholeAccess))) {
    // The acquire edge orders nothing before this very access.
    uint32_t id = thread.frame[op.operands[0]].allocation;
    if (Allocation *target = thread.frame[op.operands[0]].poison
                                 ? nullptr
                                 : allocationOf(thread, id))
      synchronise(thread, *target, thread.frame[op.operands[0]].bits, op,
                  false);
  }
  if (!access(thread, op, false, isAtomic, allocation, offset))
    return false;
  for (uint32_t lane = 0; lane < op.lanes; ++lane) {
    Lane value;
    uint32_t first = offset;
    for (uint32_t i = 0; i < op.bytes; ++i, ++offset) {
      value.bits |= uint64_t(allocation->bytes[offset]) << (8 * i);
      value.poison |= allocation->undefined[offset] != 0;
      if (allocation->undefined[offset] == 2)
        return undefined(Undefined::UninitialisedRead, op);
    }
    value.bits = maskTo(value.bits, op.type.width);
    if (op.type.kind == TypeKind::Pointer && !value.poison) {
      auto it = allocation->pointers.find(first);
      if (it == allocation->pointers.end())
        return stop(RunStatus::Unsupported,
                    "a pointer made of bytes that are none", &op);
      value = it->second;
    }
    if (LLVM_UNLIKELY(!allocation->inexact.empty()) &&
        !loadInexact(op, *allocation, first, value))
      return false;
    thread.frame[op.result + lane] = value;
  }
  return true;
}

bool Machine::holds(Thread &thread, const Lane &pointer,
                    ArrayRef<uint8_t> bytes) {
  const Allocation *allocation =
      pointer.poison ? nullptr : allocationOf(thread, pointer.allocation);
  if (!allocation || pointer.bits > allocation->bytes.size() ||
      bytes.size() > allocation->bytes.size() - pointer.bits)
    return false;
  for (auto [i, byte] : enumerate(bytes))
    if (allocation->undefined[pointer.bits + i] ||
        allocation->bytes[pointer.bits + i] != byte)
      return false;
  return true;
}

bool Machine::isEqualStore(Thread &thread, const Instruction &op) {
  SmallVector<uint8_t, 32> bytes;
  for (uint32_t lane = 0; lane < op.lanes; ++lane) {
    const Lane &value = thread.frame[op.operands[1] + lane];
    if (value.poison)
      return false;
    for (uint32_t i = 0; i < op.bytes; ++i)
      bytes.push_back(value.bits >> (8 * i));
  }
  return holds(thread, thread.frame[op.operands[0]], bytes);
}

bool Machine::store(Thread &thread, const Instruction &op) {
  Allocation *allocation;
  uint32_t offset;
  bool isAtomic = simt::isAtomic(op.order);
  AccessRange range = {thread.frame[op.operands[0]],
                       uint64_t(op.bytes) * op.lanes,
                       op.space,
                       op.alignment,
                       /*isWrite=*/true,
                       isAtomic};
  range.isEqual =
      options.allowEqualWrites && !isAtomic && isEqualStore(thread, op);
  if (!access(thread, op, range, allocation, offset))
    return false;
  if (isAtomic)
    synchronise(thread, *allocation, offset, op, true);
  for (uint32_t lane = 0; lane < op.lanes; ++lane) {
    const Lane &value = thread.frame[op.operands[1] + lane];
    allocation->forget(offset, op.bytes);
    if (op.type.kind == TypeKind::Pointer && !value.poison)
      allocation->pointers[offset] = value;
    if (LLVM_UNLIKELY(value.isInexact) &&
        !keepInexact(op, *allocation, offset, value, 0, 8 * op.bytes))
      return false;
    for (uint32_t i = 0; i < op.bytes; ++i, ++offset) {
      allocation->bytes[offset] = value.bits >> (8 * i);
      allocation->undefined[offset] = value.poison;
    }
  }
  return true;
}

/// A number of memory.
static Lane laneAt(const Allocation &allocation, uint64_t offset,
                   uint32_t bytes) {
  Lane lane;
  for (uint32_t i = 0; i < bytes; ++i) {
    lane.bits |= uint64_t(allocation.bytes[offset + i]) << (8 * i);
    lane.poison |= allocation.undefined[offset + i] != 0;
  }
  return lane;
}

bool Machine::updateLane(Thread &thread, const Instruction &op,
                         Allocation &allocation, uint32_t offset, uint32_t lane,
                         const std::optional<Release> &previous,
                         std::optional<Lane> swapped) {
  Lane old = laneAt(allocation, offset, op.bytes);
  for (uint32_t i = 0; i < op.bytes; ++i)
    if (allocation.undefined[offset + i] == 2)
      return undefined(Undefined::UninitialisedRead, op);
  const Lane *frame = thread.frame.data();
  Lane value = swapped ? *swapped
                       : updated(op, old, frame[op.operands[1] + lane],
                                 frame[op.operands[2]],
                                 allocation.space == StateSpace::Global)
                             .value_or(old);
  if (LLVM_UNLIKELY(mayBeInexact) &&
      !updateInexact(op, allocation, offset, frame[op.operands[1] + lane],
                     frame[op.operands[2]], old, value))
    return false;
  allocation.forget(offset, op.bytes);
  for (uint32_t i = 0; i < op.bytes; ++i) {
    allocation.bytes[offset + i] = value.bits >> (8 * i);
    allocation.undefined[offset + i] = value.poison;
  }
  if (LLVM_UNLIKELY(value.isInexact) &&
      !keepInexact(op, allocation, offset, value, 0, 8 * op.bytes))
    return false;
  synchronise(thread, allocation, offset, op, true);
  // A read-modify-write continues the release sequence that it reads from. Of
  // two releases with different scopes only the new one is kept, which can
  // report a race but never hides one.
  if (previous) {
    auto it = allocation.releases.find(offset);
    if (it == allocation.releases.end())
      allocation.releases[offset] = *previous;
    else if (it->second.reach == previous->reach)
      join(it->second.clock, previous->clock);
  }
  thread.frame[op.result + lane] = old;
  return true;
}

SmallVector<Lane, 2> Machine::swap(Thread &thread, const Instruction &op,
                                   bool &fails) {
  const Lane &pointer = thread.frame[op.operands[0]];
  SmallVector<Lane, 2> values;
  Allocation *allocation =
      pointer.poison ? nullptr : allocationOf(thread, pointer.allocation);
  uint64_t size = uint64_t(op.bytes) * op.lanes;
  // The access says what is wrong with its address.
  if (!allocation || pointer.bits > allocation->bytes.size() ||
      size > allocation->bytes.size() - pointer.bits)
    return values;
  bool isEqual = true, isUnspecified = false,
       isInexact = !allocation->inexact.empty() &&
                   allocation->holdsInexact(pointer.bits, size);
  for (uint32_t lane = 0; lane < op.lanes; ++lane) {
    const Lane &expected = thread.frame[op.operands[1] + lane];
    const Lane &old = values.emplace_back(
        laneAt(*allocation, pointer.bits + lane * op.bytes, op.bytes));
    isUnspecified |= old.poison || expected.poison;
    isInexact |= expected.isInexact;
    isEqual &= old.bits == maskTo(expected.bits, 8 * op.bytes);
  }
  fails = !isEqual && !isUnspecified && !isInexact;
  if (isEqual || isUnspecified)
    for (uint32_t lane = 0; lane < op.lanes; ++lane) {
      values[lane] = thread.frame[op.operands[2] + lane];
      values[lane].poison |= isUnspecified;
    }
  return values;
}

bool Machine::update(Thread &thread, const Instruction &op) {
  Lane pointer = thread.frame[op.operands[0]];
  SmallVector<Lane, 2> swapped;
  bool fails = false;
  if (op.atomic == AtomicOperation::CompareExchange) {
    swapped = swap(thread, op, fails);
    if (!op.has(Modifier::WholeAccess))
      swapped.clear();
  }
  for (uint32_t lane = 0; lane < op.lanes; ++lane, pointer.bits += op.bytes) {
    // The read half acquires first, so that the write half races with nothing
    // that it has acquired.
    Allocation *allocation = nullptr;
    std::optional<Release> previous;
    if (!pointer.poison)
      allocation = allocationOf(thread, pointer.allocation);
    if (allocation && pointer.bits < allocation->bytes.size()) {
      synchronise(thread, *allocation, pointer.bits, op, false);
      auto it = allocation->releases.find(pointer.bits);
      if (it != allocation->releases.end())
        previous = it->second;
    }
    uint32_t offset;
    AccessRange range = {pointer,          op.bytes,
                         op.space,         lane == 0 ? op.alignment : op.bytes,
                         /*isWrite=*/true, /*isAtomic=*/true};
    range.writesNothing = fails;
    if (!access(thread, op, range, allocation, offset))
      return false;
    if (fails)
      thread.frame[op.result + lane] = laneAt(*allocation, offset, op.bytes);
    else if (!updateLane(thread, op, *allocation, offset, lane, previous,
                         swapped.empty() ? std::nullopt
                                         : std::optional(swapped[lane])))
      return false;
  }
  return true;
}

bool Machine::copyBytes(Thread &thread, const Instruction &op) {
  const Lane &count = thread.frame[op.operands[2]];
  if (count.poison)
    return undefined(Undefined::PoisonLength, op);
  uint64_t size = op.operands[2] ? count.bits : uint64_t(op.immediate);
  if (size == 0)
    return true;
  Allocation *from, *to;
  uint32_t first, offset;
  if (!access(thread, op,
              {thread.frame[op.operands[1]], size, op.sourceSpace,
               op.sourceAlignment, false, false},
              from, first) ||
      !access(thread, op,
              {thread.frame[op.operands[0]], size, op.space, op.alignment, true,
               false},
              to, offset))
    return false;
  if (op.count && from == to && first != offset && first < offset + size &&
      offset < first + size)
    return undefined(Undefined::OverlappingCopy, op);
  // What was never written is copied as unspecified, not read.
  std::vector<uint8_t> bytes(from->bytes.begin() + first,
                             from->bytes.begin() + first + size);
  std::vector<uint8_t> unspecified(from->undefined.begin() + first,
                                   from->undefined.begin() + first + size);
  constexpr uint32_t pointerBytes = 8;
  std::vector<std::pair<uint32_t, Lane>> pointers;
  for (auto it = from->pointers.lower_bound(first);
       it != from->pointers.end() && it->first + pointerBytes <= first + size;
       ++it)
    pointers.push_back({it->first - first, it->second});
  Allocation::InexactCopy inexact = from->copyInexact(first, size);
  to->forget(offset, size);
  for (uint64_t i = 0; i < size; ++i) {
    to->bytes[offset + i] = bytes[i];
    to->undefined[offset + i] = unspecified[i] != 0;
  }
  for (const auto &[place, pointer] : pointers)
    to->pointers[offset + place] = pointer;
  to->pasteInexact(offset, inexact);
  return true;
}

bool Machine::fillBytes(Thread &thread, const Instruction &op) {
  const Lane &value = thread.frame[op.operands[1]];
  const Lane &count = thread.frame[op.operands[2]];
  if (count.poison)
    return undefined(Undefined::PoisonLength, op);
  if (count.bits == 0)
    return true;
  Allocation *to;
  uint32_t offset;
  if (!access(thread, op,
              {thread.frame[op.operands[0]], count.bits, op.space, op.alignment,
               true, false},
              to, offset))
    return false;
  to->forget(offset, count.bits);
  for (uint64_t i = 0; i < count.bits; ++i) {
    to->bytes[offset + i] = value.bits;
    to->undefined[offset + i] = value.poison;
  }
  return true;
}
