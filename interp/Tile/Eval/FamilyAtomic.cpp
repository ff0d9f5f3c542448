//===- FamilyAtomic.cpp - Atomic read-modify-writes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 3 and 5.8: every element is one transaction of its own.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyAtomic.h"
#include "interp/Kernels/NativeFormat.h"
#include "interp/Semantics/Atomic.h"
#include "interp/TileTypes/TileTypes.h"

using namespace tilefuzz;

namespace {
/// What one transaction writes, and whether that depends on what it read.
struct ElementUpdate {
  uint64_t bits;
  UpdateKind kind;
};
/// What it read.
struct OldElement {
  uint64_t bits = 0;
  bool unspecified = false;
  BufferImage::Enclosure bounds = {};
  /// Of a sum: no addition before may as well come after this one.
  bool isOrdered = true;
};
} // namespace

static bool isSum(const AtomicRule &rule) {
  return rule.update == semantics::AtomicUpdate::AddF;
}

/// None: nothing is written.
static std::optional<ElementUpdate> updateOf(const AtomicRule &rule, size_t i,
                                             uint64_t old) {
  if (!rule.update) {
    if (old != rule.operand.bits[i])
      return std::nullopt;
    // Whether there is a write depends on the old value.
    return ElementUpdate{rule.desired->bits[i], UpdateKind::OfOld};
  }
  unsigned width = widthOf(rule.element);
  ConcreteDomain domain;
  FloatFormat format = isSum(rule) ? formatOf(rule.element) : FloatFormat();
  llvm::APInt operand(width, rule.operand.bits[i]);
  bool ignoresOld =
      semantics::ignoresOld(domain, *rule.update, format, operand);
  return ElementUpdate{semantics::atomicUpdate(domain, *rule.update, format,
                                               llvm::APInt(width, old), operand)
                           .getZExtValue(),
                       ignoresOld ? UpdateKind::OfAny : UpdateKind::OfOld};
}

static OldElement readOld(Machine &machine, Access &access,
                          const AtomicRule &rule, int buffer, int64_t offset) {
  Memory &memory = machine.memory;
  OldElement old;
  bool isOpen = isSum(rule) && memory.hasOpenSum(buffer, offset);
  // Of this one element, whose order is asked for.
  bool wereOrdered = memory.isFullyOrdered;
  if (isSum(rule) && !isOpen)
    memory.isFullyOrdered = true;
  old.bits = memory.read(access, buffer, offset, storageSize(rule.element),
                         old.unspecified, &old.bounds);
  old.isOrdered = !isOpen && memory.isFullyOrdered;
  memory.isFullyOrdered &= wereOrdered;
  return old;
}

/// Encloses what is written where it is not unique.
static void writeNew(Machine &machine, const Instruction &in, Access &access,
                     const AtomicRule &rule, size_t i, int buffer,
                     int64_t offset, const OldElement &old,
                     const ElementUpdate &next) {
  unsigned size = storageSize(rule.element);
  BufferImage::Enclosure bounds;
  if (rule.operand.isInexact(i))
    bounds = rule.operand.bounds[i];
  // What ignores the old value is specified whatever that was.
  bool ignoresOld = next.kind == UpdateKind::OfAny;
  bool unspecified = old.unspecified && !ignoresOld;
  if (isSum(rule) && !unspecified) {
    FloatFormat format = formatOf(rule.element);
    const NativeFormat &native = nativeFormat(format);
    return machine.memory.writeSum(
        access, buffer, offset, size, next.bits, format,
        {toDouble(native, old.bits), old.bounds},
        {toDouble(native, rule.operand.bits[i]), bounds}, old.isOrdered,
        next.kind);
  }
  if (rule.update != semantics::AtomicUpdate::Xchg &&
      (!bounds.exact || (!old.bounds.exact && !ignoresOld)))
    machine.loseExactness(in);
  machine.memory.write(access, buffer, offset, size, next.bits, unspecified,
                       bounds.exact ? nullptr : &bounds, next.kind);
}

bool tilefuzz::updateElement(Machine &machine, const Instruction &in,
                             Access &access, const AtomicRule &rule, size_t i,
                             int buffer, int64_t offset, TileValue &result) {
  if (machine.observer && !machine.observer->startElement(machine, in, i))
    return true;
  unsigned size = storageSize(rule.element);
  if (!isAccessible(machine, in, buffer, offset, size, i, /*isWrite=*/true))
    return false;
  OldElement old = readOld(machine, access, rule, buffer, offset);
  result.bits[i] = old.bits;
  if (old.unspecified)
    result.markUnspecified(i);
  if (!old.bounds.exact)
    result.setBounds(i, old.bounds);
  // Whether it writes depends on bits that are not unique.
  bool comparesInexact =
      !rule.update && (!old.bounds.exact || rule.operand.isInexact(i));
  if (comparesInexact || (rule.desired && rule.desired->isInexact(i)))
    machine.loseExactness(in);
  std::optional<ElementUpdate> next = updateOf(rule, i, old.bits);
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
                       old.bits,
                       old.unspecified};
    machine.observer->onElement(machine, in, event);
    event.isWrite = true;
    if (next) {
      event.bits = next->bits;
      machine.observer->onElement(machine, in, event);
    }
  }
  if (next)
    writeNew(machine, in, access, rule, i, buffer, offset, old, *next);
  return true;
}

/// `values`: how many operands behind the pointers are values; `other`: the one
/// that masked-off elements take (none: they are unspecified).
static Flow evalElements(Machine &machine, const Instruction &in,
                         AccessKind kind, std::optional<unsigned> mask,
                         std::optional<unsigned> other, const AtomicRule &rule,
                         const std::optional<MemrefIndices> &memref) {
  if (memref && isHalfByte(rule.element))
    return machine.unsupported(in, halfByteElement);
  PointerLanes lanes(machine, in, mask, other, memref);
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
    if (rule.operand.isUnspecified(i) ||
        (rule.desired && rule.desired->isUnspecified(i)))
      return machine.unstable(in, "an atomic update");
    if (!updateElement(machine, in, access, rule, i, lanes.buffer(i),
                       lanes.offset(i), result))
      return Flow::Stop;
  }
  machine.setTile(in, 0, std::move(result));
  finishAccess(machine, in, access);
  return Flow::Next;
}

Flow tilefuzz::evalAtomicUpdate(Machine &machine, const Instruction &in,
                                AccessKind kind, semantics::AtomicUpdate update,
                                std::optional<unsigned> mask,
                                const std::optional<MemrefIndices> &memref) {
  // What an addition finds depends on the order of all.
  machine.outcome.showsOrderOfSums |= update == semantics::AtomicUpdate::AddF &&
                                      !in.op->getResult(0).use_empty();
  return evalElements(
      machine, in, kind, mask, std::nullopt,
      {update, elementOf(in.op->getResult(0)), machine.tile(in, 1)}, memref);
}

Flow tilefuzz::evalCompareAndSwap(Machine &machine, const Instruction &in,
                                  AccessKind kind, std::optional<unsigned> mask,
                                  const std::optional<MemrefIndices> &memref) {
  // A masked-off element gives what it would have compared with.
  return evalElements(machine, in, kind, mask, /*other=*/1,
                      {std::nullopt, elementOf(in.op->getResult(0)),
                       machine.tile(in, 1), &machine.tile(in, 2)},
                      memref);
}
