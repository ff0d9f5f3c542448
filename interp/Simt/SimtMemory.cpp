//===- SimtMemory.cpp - Loads, stores, atomics ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/SimtMachine.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/AtomicOrdering.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

Allocation *Machine::allocationOf(Thread &thread, uint32_t id) {
  if (id & localBit)
    return &thread.locals[id & ~localBit];
  if (id >= firstShared)
    return &ctas[thread.cta].shared[id - firstShared];
  return id ? &globals[id] : nullptr;
}

bool Machine::access(Thread &thread, const Decoded &op, bool isWrite,
                     bool isAtomic, Allocation *&allocation, uint32_t &offset) {
  const Lane &pointer = thread.frame[op.a];
  auto undefined = [&](StringRef name) {
    if (allocation) {
      outcome.site.buffer = allocation->name;
      outcome.site.offset = int64_t(pointer.bits);
      outcome.site.isWrite = isWrite;
    }
    return stop(RunStatus::UndefinedBehaviour, name, op.origin);
  };
  allocation = nullptr;
  if (pointer.poison)
    return undefined("poison-address");
  allocation = allocationOf(thread, pointer.allocation);
  if (!allocation)
    return undefined("null-access");
  uint64_t size = uint64_t(op.bytes) * op.lanes;
  if (pointer.bits > allocation->bytes.size() ||
      size > allocation->bytes.size() - pointer.bits)
    return undefined("out-of-bounds");
  if (pointer.bits % op.align)
    return undefined("misaligned-access");
  if (isWrite && allocation->isConstant)
    return undefined("write-to-constant");
  offset = pointer.bits;
  ++(isWrite ? outcome.stores : outcome.loads);
  if (!options.detectRaces || allocation->isConstant ||
      (pointer.allocation & localBit))
    return true;
  Access current;
  current.thread = thread.index;
  current.cta = thread.cta;
  current.clock = thread.clock[thread.index];
  current.offset = offset;
  current.bytes = size;
  current.isWrite = isWrite;
  current.isAtomic = isAtomic;
  current.isBlockScope = op.flag;
  current.origin = op.origin;
  const Access *earlier = recordAccess(*allocation, current, thread.clock);
  if (!earlier)
    return true;
  auto site = [&](const Access &one) {
    AccessSite result;
    result.location = locationOf(*one.origin);
    result.operation = nameOf(*one.origin);
    result.isWrite = one.isWrite;
    result.buffer = allocation->name;
    result.offset = std::max(one.offset, current.offset);
    return result;
  };
  outcome.races.push_back({site(*earlier), site(current)});
  return stop(RunStatus::Race, "race on '" + allocation->name + "'", op.origin);
}

void Machine::synchronise(Thread &thread, Allocation &allocation,
                          uint32_t offset, const Decoded &op, bool isWrite) {
  auto ordering = AtomicOrdering(op.sub);
  if (!options.detectRaces)
    return;
  if (isWrite) {
    if (isReleaseOrStronger(ordering)) {
      allocation.releases[offset] = {thread.clock, thread.cta, op.flag};
      ++thread.clock[thread.index];
    } else if (thread.fenced) {
      Release release = *thread.fenced;
      release.isBlockScope |= op.flag;
      allocation.releases[offset] = std::move(release);
    } else {
      allocation.releases.erase(offset);
    }
    return;
  }
  auto it = allocation.releases.find(offset);
  if (it == allocation.releases.end() ||
      (it->second.cta != thread.cta && (it->second.isBlockScope || op.flag)))
    return;
  join(isAcquireOrStronger(ordering) ? thread.clock : thread.observed,
       it->second.clock);
}

/// PTX ISA, memory consistency model: release patterns and acquire patterns
/// that a fence makes with a relaxed access. The scope of the fence bounds what
/// it publishes; an acquire fence takes what the loads' scopes let through.
void Machine::fence(Thread &thread, const Decoded &op) {
  if (!options.detectRaces)
    return;
  auto ordering = AtomicOrdering(op.sub);
  if (isAcquireOrStronger(ordering)) {
    join(thread.clock, thread.observed);
    thread.observed.clear();
  }
  if (isReleaseOrStronger(ordering)) {
    thread.fenced = Release{thread.clock, thread.cta, op.flag};
    ++thread.clock[thread.index];
  }
}

bool Machine::load(Thread &thread, const Decoded &op) {
  Allocation *allocation;
  uint32_t offset;
  bool isAtomic = isStrongerThanUnordered(AtomicOrdering(op.sub));
  if (isAtomic && op.lanes == 1) {
    // The acquire edge orders nothing before this very access.
    uint32_t id = thread.frame[op.a].allocation;
    if (Allocation *target =
            thread.frame[op.a].poison ? nullptr : allocationOf(thread, id))
      synchronise(thread, *target, thread.frame[op.a].bits, op, false);
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
        return stop(RunStatus::UndefinedBehaviour, "uninitialised-read",
                    op.origin);
    }
    value.bits = maskTo(value.bits, op.to.width);
    if (op.to.kind == LaneKind::Ptr && !value.poison) {
      auto it = allocation->pointers.find(first);
      if (it == allocation->pointers.end())
        return stop(RunStatus::Unsupported,
                    "a pointer made of bytes that are none", op.origin);
      value = it->second;
    }
    thread.frame[op.result + lane] = value;
  }
  return true;
}

bool Machine::store(Thread &thread, const Decoded &op) {
  Allocation *allocation;
  uint32_t offset;
  bool isAtomic = isStrongerThanUnordered(AtomicOrdering(op.sub));
  if (!access(thread, op, true, isAtomic, allocation, offset))
    return false;
  if (isAtomic)
    synchronise(thread, *allocation, offset, op, true);
  for (uint32_t lane = 0; lane < op.lanes; ++lane) {
    const Lane &value = thread.frame[op.b + lane];
    if (!allocation->pointers.empty())
      allocation->forgetPointers(offset, op.bytes);
    if (op.to.kind == LaneKind::Ptr && !value.poison)
      allocation->pointers[offset] = value;
    for (uint32_t i = 0; i < op.bytes; ++i, ++offset) {
      allocation->bytes[offset] = value.bits >> (8 * i);
      allocation->undefined[offset] = value.poison;
    }
  }
  return true;
}

bool Machine::update(Thread &thread, const Decoded &op) {
  // The read half acquires first, so that the write half races with nothing
  // that it has acquired.
  const Lane &pointer = thread.frame[op.a];
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
  if (!access(thread, op, true, true, allocation, offset))
    return false;
  Lane old;
  for (uint32_t i = 0; i < op.bytes; ++i) {
    old.bits |= uint64_t(allocation->bytes[offset + i]) << (8 * i);
    old.poison |= allocation->undefined[offset + i] != 0;
    if (allocation->undefined[offset + i] == 2)
      return stop(RunStatus::UndefinedBehaviour, "uninitialised-read",
                  op.origin);
  }
  Lane operand = thread.frame[op.b];
  uint64_t bits = operand.bits;
  switch (AtomicRMWInst::BinOp(op.c)) {
  case AtomicRMWInst::Add:
    bits = old.bits + bits;
    break;
  case AtomicRMWInst::Sub:
    bits = old.bits - bits;
    break;
  case AtomicRMWInst::And:
    bits &= old.bits;
    break;
  case AtomicRMWInst::Or:
    bits |= old.bits;
    break;
  case AtomicRMWInst::Xor:
    bits ^= old.bits;
    break;
  default: // Xchg; the decoder refused the others.
    break;
  }
  if (!allocation->pointers.empty())
    allocation->forgetPointers(offset, op.bytes);
  bool isPoison =
      operand.poison || (old.poison && op.c != unsigned(AtomicRMWInst::Xchg));
  for (uint32_t i = 0; i < op.bytes; ++i) {
    allocation->bytes[offset + i] = bits >> (8 * i);
    allocation->undefined[offset + i] = isPoison;
  }
  synchronise(thread, *allocation, offset, op, true);
  // A read-modify-write continues the release sequence that it reads from. Of
  // two releases with different scopes only the new one is kept, which can
  // report a race but never hides one.
  if (previous) {
    auto it = allocation->releases.find(offset);
    if (it == allocation->releases.end())
      allocation->releases[offset] = *previous;
    else if (it->second.isBlockScope == previous->isBlockScope &&
             (!previous->isBlockScope || it->second.cta == previous->cta))
      join(it->second.clock, previous->clock);
  }
  thread.frame[op.result] = old;
  return true;
}
