//===- AsyncCopies.cpp - Copies that complete later -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/AsyncCopies.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Of two copies of one thread none is before the other, unless the thread has
/// waited for the first, by its group or an mbarrier.
bool Machine::followsOwnCopies(Thread &thread, const Instruction &op,
                               const PendingCopy &copy, bool isRepeated) {
  uint32_t known = thread.clock[agentOf(thread)];
  erase_if(thread.async.writes,
           [&](const AsyncOrder::Written &one) { return one.number <= known; });
  for (const AsyncOrder::Written &other : thread.async.writes)
    if (other.allocation == copy.to.allocation &&
        other.offset < copy.to.bits + copy.written &&
        copy.to.bits < other.offset + other.bytes &&
        !(isRepeated && other.offset == copy.to.bits &&
          other.bytes == copy.written))
      return reportAsync(other.instruction, op,
                         "two asynchronous copies that nothing orders write "
                         "the same bytes");
  thread.async.writes.push_back({copy.number, copy.to.allocation,
                                 uint32_t(copy.to.bits), copy.written,
                                 copy.instruction});
  return true;
}

bool Machine::reportAsync(uint32_t earlier, const Instruction &later,
                          const Twine &what) {
  auto site = [&](uint32_t instruction) {
    AccessSite result;
    Place place = kernel.placeOf(instruction);
    result.location = place.location;
    result.operation = place.operation;
    result.isWrite = true;
    return result;
  };
  outcome.races.push_back({site(earlier), site(indexOf(later))});
  return stop(RunStatus::Race, what, &later);
}

/// Whether the bytes that a copy brings stand there already, or all copies to
/// them that are under way bring the same from the same place: compilers let
/// the threads that have nothing of a tile to themselves repeat what others do.
bool Machine::isRepeatedCopy(Thread &thread, const PendingCopy &copy) {
  if (!options.allowEqualWrites)
    return false;
  // A number of shared memory means another one in each CTA.
  auto objectOf = [&](uint32_t by, const Lane &pointer) {
    return ownerOf(threads[by], pointer.allocation);
  };
  bool isUnderWay = false;
  for (const PendingCopy &other : copies) {
    if (objectOf(other.thread, other.to) != objectOf(copy.thread, copy.to) ||
        other.to.bits >= copy.to.bits + copy.written ||
        copy.to.bits >= other.to.bits + other.written)
      continue;
    bool isSame =
        other.read == copy.read && other.written == copy.written &&
        other.to.bits == copy.to.bits &&
        (copy.read == 0 || (other.from.allocation == copy.from.allocation &&
                            other.from.bits == copy.from.bits));
    if (!isSame)
      return false;
    isUnderWay = true;
  }
  if (isUnderWay)
    return true;
  const Allocation *to =
      copy.to.poison ? nullptr : allocationOf(thread, copy.to.allocation);
  if (!to || copy.to.bits > to->bytes.size() ||
      copy.written > to->bytes.size() - copy.to.bits)
    return false;
  const Allocation *from =
      copy.read ? allocationOf(thread, copy.from.allocation) : nullptr;
  for (uint32_t i = 0; i < copy.written; ++i) {
    bool isRead = i < copy.read;
    uint8_t brought = isRead ? from->bytes[copy.from.bits + i] : 0;
    if (to->undefined[copy.to.bits + i] ||
        to->bytes[copy.to.bits + i] != brought ||
        (isRead && from->undefined[copy.from.bits + i]))
      return false;
  }
  return true;
}

/// Both accesses belong to the copy, whose number is the time of its agent.
bool Machine::issueCopy(Thread &thread, const Instruction &op) {
  const Lane *frame = thread.frame.data();
  PendingCopy copy;
  copy.thread = thread.index;
  copy.instruction = indexOf(op);
  copy.number = ++thread.async.copies;
  copy.to = frame[op.operands[0]];
  copy.from = frame[op.operands[1]];
  copy.read = copy.written = op.bytes;
  const Lane &size = frame[op.operands[2]], &ignores = frame[op.operands[3]];
  if (size.poison || ignores.poison)
    return undefined(Undefined::PoisonLength, op);
  if (op.operands[2]) {
    if (uint32_t(size.bits) > op.bytes)
      return undefined(Undefined::AsyncCopySize, op);
    copy.read = uint32_t(size.bits);
  }
  if (op.operands[3] && ignores.bits)
    copy.read = 0;
  Allocation *allocation;
  uint32_t offset;
  if (copy.read) {
    AccessRange range = {copy.from,         copy.read,         op.sourceSpace,
                         op.bytes,          /*isWrite=*/false,
                         /*isAtomic=*/false};
    range.copy = copy.number;
    if (!access(thread, op, range, allocation, offset))
      return false;
  }
  AccessRange range = {copy.to,  copy.written,     op.space,
                       op.bytes, /*isWrite=*/true, /*isAtomic=*/false};
  range.copy = copy.number;
  range.isEqual = isRepeatedCopy(thread, copy);
  if (!access(thread, op, range, allocation, offset))
    return false;
  if (options.detectRaces && !followsOwnCopies(thread, op, copy, range.isEqual))
    return false;
  copies.push_back(copy);
  return true;
}

void simt::moveBytes(const Allocation &from, uint32_t first, Allocation &to,
                     uint32_t offset, uint32_t size) {
  to.forget(offset, size);
  for (uint32_t i = 0; i < size; ++i) {
    to.bytes[offset + i] = from.bytes[first + i];
    to.undefined[offset + i] = from.undefined[first + i] != 0;
  }
  to.pasteInexact(offset, from.copyInexact(first, size));
  constexpr uint32_t pointerBytes = 8;
  for (auto it = from.pointers.lower_bound(first);
       it != from.pointers.end() && it->first + pointerBytes <= first + size;
       ++it)
    to.pointers[offset + it->first - first] = it->second;
}

void Machine::completeCopy(const PendingCopy &copy) {
  Thread &thread = threads[copy.thread];
  Allocation &to = *allocationOf(thread, copy.to.allocation);
  to.forget(copy.to.bits, copy.written);
  for (uint32_t i = copy.read; i < copy.written; ++i)
    to.bytes[copy.to.bits + i] = to.undefined[copy.to.bits + i] = 0;
  if (copy.read)
    moveBytes(*allocationOf(thread, copy.from.allocation), copy.from.bits, to,
              copy.to.bits, copy.read);
}

void Machine::commitCopies(Thread &thread) {
  thread.async.groups.push_back(thread.async.copies);
}

/// Waits until no more than the last `op.immediate` groups are pending: what is
/// asked for completes now, if it has not before.
void Machine::waitForCopies(Thread &thread, const Instruction &op) {
  AsyncOrder &order = thread.async;
  // wait_all commits first.
  if (op.count)
    commitCopies(thread);
  size_t most = op.immediate;
  if (order.groups.size() <= most)
    return;
  uint32_t last = order.groups[order.groups.size() - 1 - most];
  erase_if(copies, [&](const PendingCopy &copy) {
    bool isWaitedFor = copy.thread == thread.index && copy.number <= last;
    if (isWaitedFor)
      completeCopy(copy);
    return isWaitedFor;
  });
  order.waited = std::max(order.waited, last);
  order.groups.erase(order.groups.begin(), order.groups.end() - most);
  erase_if(order.writes, [&](const AsyncOrder::Written &one) {
    return one.number <= order.waited;
  });
  // Groups may be empty; in a kernel without copies, nobody performs them.
  if (options.detectRaces && last) {
    thread.clock.raise(agentOf(thread), last);
  }
}

/// cp.async.mbarrier.arrive; `op.count`: the pending count has room for it.
bool Machine::trackCopies(Thread &thread, const Instruction &op) {
  const Lane &pointer = thread.frame[op.operands[0]];
  Allocation *allocation;
  uint32_t offset;
  if (!access(thread, op,
              {pointer, mbarrierBytes, op.space, mbarrierBytes,
               /*isWrite=*/true, /*isAtomic=*/true},
              allocation, offset))
    return false;
  MbarrierMap &map = ctas[thread.cta].mbarriers;
  auto found = map.find({pointer.allocation, offset});
  if (found == map.end())
    return undefined(Undefined::MbarrierLifetime, op);
  if (!op.count)
    if (auto broken = found->second.expectArrival())
      return undefined(*broken, op);
  PendingArrival arrival = {
      thread.index,       indexOf(op), thread.async.copies,
      pointer.allocation, offset,      {}};
  if (options.detectRaces) {
    arrival.clock = thread.clock.toClock();
    arrival.clock[agentOf(thread)] = thread.async.copies;
    thread.clock.advance();
  }
  arrivals.push_back(std::move(arrival));
  return true;
}

/// Some copies complete, and what they were waited for arrives; if `isForced`,
/// one of either.
bool Machine::completeCopies(bool isForced) {
  bool progress = false;
  auto isNow = [&] { return isForced ? !progress : commitOrder() & 1; };
  erase_if(copies, [&](const PendingCopy &copy) {
    if (!isNow())
      return false;
    completeCopy(copy);
    return progress = true;
  });
  std::vector<PendingArrival> left;
  SmallVector<uint32_t, 4> held;
  for (PendingArrival &arrival : arrivals) {
    bool isReady =
        !is_contained(held, arrival.thread) &&
        none_of(copies, [&](const PendingCopy &copy) {
          return copy.thread == arrival.thread && copy.number <= arrival.number;
        });
    if (!isReady || !isNow()) {
      held.push_back(arrival.thread);
      left.push_back(std::move(arrival));
      continue;
    }
    progress = true;
    const Instruction &op = kernel.code[arrival.instruction];
    MbarrierMap &map = ctas[threads[arrival.thread].cta].mbarriers;
    auto found = map.find({arrival.allocation, arrival.offset});
    if (found == map.end())
      return undefined(Undefined::MbarrierLifetime, op);
    for (Thread &other : threads)
      other.hasTimedOut = false;
    join(found->second.released, arrival.clock);
    if (auto broken = found->second.arrive(MbarrierOperation::Arrive,
                                           /*count=*/1, /*bytes=*/0))
      return undefined(*broken, op);
  }
  arrivals = std::move(left);
  return progress || completeBulk(isForced);
}
