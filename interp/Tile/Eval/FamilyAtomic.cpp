//===- FamilyAtomic.cpp - Atomic read-modify-writes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 3 and 5.8: every element is one transaction of its own.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyAtomic.h"
#include "interp/Semantics/Atomic.h"
#include "interp/TileTypes/TileTypes.h"

using namespace tilefuzz;

ElementUpdate tilefuzz::updateOf(semantics::AtomicUpdate update,
                                 mlir::Type element, uint64_t old,
                                 uint64_t argument) {
  unsigned width = widthOf(element);
  ConcreteDomain domain;
  FloatFormat format = update == semantics::AtomicUpdate::AddF
                           ? formatOf(element)
                           : FloatFormat();
  llvm::APInt operand(width, argument);
  bool ignoresOld = semantics::ignoresOld(domain, update, format, operand);
  return {semantics::atomicUpdate(domain, update, format,
                                  llvm::APInt(width, old), operand)
              .getZExtValue(),
          ignoresOld ? UpdateKind::OfAny : UpdateKind::OfOld};
}

bool tilefuzz::updateElement(
    Machine &machine, const Instruction &in, Access &access, mlir::Type element,
    size_t i, int buffer, int64_t offset, uint64_t &old, bool &unspecified,
    llvm::function_ref<std::optional<ElementUpdate>(uint64_t)> update) {
  if (machine.observer && !machine.observer->startElement(machine, in, i)) {
    old = 0;
    return true;
  }
  unsigned size = storageSize(element);
  if (!isAccessible(machine, in, buffer, offset, size, i, /*isWrite=*/true))
    return false;
  BufferImage::Enclosure enclosure;
  old = machine.memory.read(access, buffer, offset, size, unspecified,
                            &enclosure);
  // What an inexact value becomes depends on the order of the updates.
  if (!enclosure.exact)
    machine.loseExactness(in);
  std::optional<ElementUpdate> next = update(old);
  if (next && machine.memory.isConstant(buffer)) {
    machine.undefined(in, Undefined::WriteToConstant, i);
    return false;
  }
  if (machine.observer) {
    ElementEvent event{access,
                       buffer,
                       offset,
                       size,
                       /*isWrite=*/false,
                       old,
                       unspecified};
    machine.observer->onElement(machine, in, event);
    event.isWrite = true;
    if (next) {
      event.bits = next->bits;
      machine.observer->onElement(machine, in, event);
    }
  }
  if (!next)
    return true;
  // What ignores the old value is specified whatever that was.
  bool ignoresOld = next->kind == UpdateKind::OfAny;
  machine.memory.write(access, buffer, offset, size, next->bits,
                       unspecified && !ignoresOld, nullptr, next->kind);
  return true;
}

Flow tilefuzz::evalCompareAndSwap(Machine &machine, const Instruction &in,
                                  AccessKind kind, std::optional<unsigned> mask,
                                  const std::optional<MemrefIndices> &memref) {
  const TileValue &expected = machine.tile(in, 1);
  const TileValue &desired = machine.tile(in, 2);
  // A masked-off element gives what it would have compared with.
  return evalPointerAtomic(
      machine, in, kind, mask, /*otherIndex=*/1,
      [&](size_t i, uint64_t old) -> std::optional<ElementUpdate> {
        if (old != expected.bits[i])
          return std::nullopt;
        // Whether there is a write depends on the old value.
        return ElementUpdate{desired.bits[i], UpdateKind::OfOld};
      },
      memref);
}

Flow tilefuzz::evalPointerAtomic(
    Machine &machine, const Instruction &in, AccessKind kind,
    std::optional<unsigned> maskIndex, std::optional<unsigned> otherIndex,
    llvm::function_ref<std::optional<ElementUpdate>(size_t, uint64_t)> update,
    const std::optional<MemrefIndices> &memref) {
  mlir::Type element = elementOf(in.op->getResult(0));
  if (memref && isHalfByte(element))
    return machine.unsupported(in, halfByteElement);
  // Where the operands after the values begin.
  unsigned values = memref      ? memref->first
                    : maskIndex ? *maskIndex
                                : unsigned(in.operands.size()) - kind.hasToken;
  PointerLanes lanes(machine, in, maskIndex, otherIndex, memref);
  Access access = beginAccess(machine, in, kind);
  TileValue result;
  result.bits.resize(lanes.size());
  for (size_t i = 0; i < lanes.size(); ++i) {
    std::optional<bool> isLaneActive =
        lanes.isLaneActive(machine, in, i, &result);
    if (!isLaneActive)
      return Flow::Stop;
    if (!*isLaneActive)
      continue;
    for (unsigned k = 1; k < values; ++k) {
      if (machine.tile(in, k).isUnspecified(i))
        return machine.unstable(in, "an atomic update");
      if (machine.tile(in, k).isInexact(i))
        machine.loseExactness(in);
    }
    bool unspecified = false;
    uint64_t old = 0;
    if (!updateElement(machine, in, access, element, i, lanes.buffer(i),
                       lanes.offset(i), old, unspecified,
                       [&](uint64_t before) { return update(i, before); }))
      return Flow::Stop;
    result.bits[i] = old;
    if (unspecified)
      result.markUnspecified(i);
  }
  machine.setTile(in, 0, std::move(result));
  finishAccess(machine, in, access);
  return Flow::Next;
}
