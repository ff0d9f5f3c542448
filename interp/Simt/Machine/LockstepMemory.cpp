//===- LockstepMemory.cpp - Weak accesses of lanes in step ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What Machine::access checks, for several lanes, before any of them does
// anything: where one breaks a rule or races, they stay.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Lockstep.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Finds the object of each lane. False: some access is no weak access in
/// bounds of memory that the thread may use.
bool Lockstep::mayAccess(const Instruction &op, LaneMask lanes, bool isWrite) {
  const LaneColumn &pointer = read(op.operands[0]);
  if (pointer.poison & lanes)
    return false;
  uint64_t size = uint64_t(op.bytes) * op.lanes;
  const Cta &cta = machine.ctas[threads.front().cta];
  if (isWrite && !cta.tensor.reads.empty())
    return false;
  uint32_t known = 0;
  Allocation *object = nullptr;
  while (lanes) {
    unsigned lane = countr_zero(lanes);
    lanes &= lanes - 1;
    uint32_t number = pointer.allocationOf(lane);
    if (!object || number != known || number & localBit) {
      // Of another CTA, or nothing at all.
      if (!number ||
          (!(number & localBit) &&
           (number & functionBit ||
            number >= machine.firstShared + machine.sharedImage.size())))
        return false;
      known = number;
      object = machine.allocationOf(threads[lane], number);
      if (!fits(op.space, object->space) || (isWrite && object->isConstant))
        return false;
    }
    uint64_t at = pointer.bits[lane];
    if (at > object->bytes.size() || size > object->bytes.size() - at ||
        at % op.alignment)
      return false;
    if (object->space == StateSpace::Shared && !cta.mbarriers.empty() &&
        findOverlap(cta.mbarriers, number, at, size))
      return false;
    objects[lane] = object;
  }
  return true;
}

/// False: one races.
bool Lockstep::recordAccesses(const Instruction &op, LaneMask lanes,
                              bool isWrite) {
  const LaneColumn &pointer = read(op.operands[0]);
  Access access;
  access.bytes = op.bytes * op.lanes;
  access.isWrite = isWrite;
  access.instruction = machine.indexOf(op);
  access.reach = machine.reachOf(threads.front(), op.scope);
  unsigned count = popcount(lanes);
  for (; lanes; lanes &= lanes - 1) {
    unsigned lane = countr_zero(lanes);
    Allocation &object = *objects[lane];
    const Thread &thread = threads[lane];
    if (machine.hasReadOnlyLoads &&
        !machine.keepsReadOnly(op,
                               {pointer.get(lane), access.bytes, op.space,
                                op.alignment, isWrite,
                                /*isAtomic=*/false},
                               object))
      return false;
    if (!machine.options.detectRaces || object.isConstant ||
        pointer.allocationOf(lane) & localBit || access.bytes == 0)
      continue;
    access.thread = thread.index;
    access.clock = thread.clock[thread.index];
    access.offset = pointer.bits[lane];
    if (recordAccess(object, access, thread.clock))
      return false;
  }
  (isWrite ? machine.outcome.stores : machine.outcome.loads) += count;
  return true;
}

/// Up to eight bytes as a number.
static uint64_t bytesAt(const std::vector<uint8_t> &bytes, uint64_t offset,
                        unsigned count) {
  uint64_t value = 0;
  switch (count) {
  case 4:
    return support::endian::read32le(bytes.data() + offset);
  case 8:
    return support::endian::read64le(bytes.data() + offset);
  default:
    for (unsigned i = 0; i < count; ++i)
      value |= uint64_t(bytes[offset + i]) << (8 * i);
    return value;
  }
}
static void setBytes(std::vector<uint8_t> &bytes, uint64_t offset,
                     unsigned count, uint64_t value) {
  switch (count) {
  case 4:
    return support::endian::write32le(bytes.data() + offset, uint32_t(value));
  case 8:
    return support::endian::write64le(bytes.data() + offset, value);
  default:
    for (unsigned i = 0; i < count; ++i)
      bytes[offset + i] = uint8_t(value >> (8 * i));
  }
}

bool Lockstep::load(const Instruction &op, LaneMask lanes) {
  if (!mayAccess(op, lanes, /*isWrite=*/false))
    return false;
  const LaneColumn &pointer = read(op.operands[0]);
  // Pointers, values that are not unique, and what is partly unspecified, are
  // read as the machine reads them; what nobody wrote ends the run.
  bool isPlain =
      op.type.kind != TypeKind::Pointer && !(pointer.inexact & lanes);
  for (LaneMask rest = lanes; rest; rest &= rest - 1) {
    unsigned lane = countr_zero(rest);
    const Allocation &object = *objects[lane];
    isPlain &= object.inexact.empty();
    for (uint32_t i = 0; i < op.lanes; ++i) {
      uint64_t state = bytesAt(object.undefined,
                               pointer.bits[lane] + i * op.bytes, op.bytes);
      if (LLVM_LIKELY(!state))
        continue;
      isPlain = false;
      // 2 in some byte: never written.
      if (state & 0x0202020202020202)
        return false;
    }
  }
  if (!isPlain)
    return executeInFrames(op, lanes);
  if (!recordAccesses(op, lanes, /*isWrite=*/false))
    return false;
  uint64_t mask = maskTo(~uint64_t(0), op.type.width);
  // The first result may be where the pointer is.
  std::array<uint64_t, warpSize> offsets = pointer.bits;
  for (uint32_t i = 0; i < op.lanes; ++i) {
    forEachLane(lanes, [&](unsigned lane) {
      results[lane] = bytesAt(objects[lane]->bytes,
                              offsets[lane] + i * op.bytes, op.bytes) &
                      mask;
    });
    write(op.result + i, lanes).setNumbers(results, 0, lanes);
  }
  return true;
}

bool Lockstep::store(const Instruction &op, LaneMask lanes) {
  if (!mayAccess(op, lanes, /*isWrite=*/true))
    return false;
  const LaneColumn &pointer = read(op.operands[0]);
  bool isPlain = op.type.kind != TypeKind::Pointer &&
                 !(pointer.inexact & lanes) &&
                 !machine.options.allowEqualWrites;
  for (uint32_t i = 0; i < op.lanes; ++i)
    isPlain &= !(read(op.operands[1] + i).inexact & lanes);
  if (!isPlain)
    return executeInFrames(op, lanes);
  if (!recordAccesses(op, lanes, /*isWrite=*/true))
    return false;
  constexpr uint64_t allPoison = 0x0101010101010101;
  forEachLane(lanes, [&](unsigned lane) {
    Allocation &object = *objects[lane];
    uint32_t offset = pointer.bits[lane];
    for (uint32_t i = 0; i < op.lanes; ++i, offset += op.bytes) {
      const LaneColumn &value = columns[op.operands[1] + i];
      object.forget(offset, op.bytes);
      setBytes(object.bytes, offset, op.bytes, value.bits[lane]);
      setBytes(object.undefined, offset, op.bytes,
               value.poison >> lane & 1 ? allPoison : 0);
    }
  });
  return true;
}
