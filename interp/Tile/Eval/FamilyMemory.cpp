//===- FamilyMemory.cpp - Tokens, loads and stores through pointers -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, sections 2 and 4.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyMemory.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"

using namespace tilefuzz;

Flow tilefuzz::evalMakeToken(Machine &machine, const Instruction &in) {
  machine.slots[in.results[0]] = {nullptr, joinTokens({}), nullptr};
  return Flow::Next;
}

Flow tilefuzz::evalJoinTokens(Machine &machine, const Instruction &in) {
  llvm::SmallVector<TokenRef> tokens;
  for (unsigned operand : in.operands)
    tokens.push_back(machine.slots[operand].token);
  machine.slots[in.results[0]] = {nullptr, joinTokens(tokens), nullptr};
  return Flow::Next;
}

AccessKind
tilefuzz::accessKindOf(mlir::nv_tileaa::MemSemantic semantic,
                       std::optional<mlir::nv_tileaa::MemScope> scope,
                       bool hasToken) {
  return {orderingOf(semantic), scopeOf(scope), hasToken};
}

Access tilefuzz::beginAccess(Machine &machine, const Instruction &in,
                             AccessKind kind) {
  TokenRef token;
  if (kind.hasToken)
    token = machine.slots[in.operands.back()].token;
  if (!machine.bodies.empty())
    token = joinTokens({machine.bodies.back().before, token});
  machine.accessed = true;
  return machine.memory.begin(machine.blockIndex, kind.ordering, kind.scope,
                              machine.siteNameOf(in), token);
}

bool tilefuzz::refuseAccess(Machine &machine, const Instruction &in,
                            Undefined condition, int buffer, int64_t offset,
                            size_t i, bool isWrite) {
  machine.undefined(in, condition, i);
  machine.outcome.site.buffer = machine.memory.nameOf(buffer).str();
  machine.outcome.site.offset = offset;
  machine.outcome.site.isWrite = isWrite;
  return false;
}

size_t tilefuzz::loadFast(Machine &machine, const Instruction &in,
                          Access &access, Storage element, int buffer,
                          llvm::ArrayRef<int64_t> offsets, TileValue &result) {
  if (offsets.empty() || element.shift || element.isHalfByte ||
      result.bits.bytesPerElement() != element.size ||
      (machine.observer && !machine.observer->takesRuns))
    return 0;
  size_t done = machine.memory.readFast(access, buffer, offsets, element.size,
                                        result.bits.data());
  if (done && machine.observer)
    machine.observer->onRun(machine, in,
                            {access, buffer, offsets.take_front(done),
                             element.size, /*isWrite=*/false,
                             result.bits.data()});
  // Any byte but 0 reads as true (part 2, 1.6).
  if (element.isTruth)
    for (size_t i = 0; i < done; ++i)
      result.bits.set(i, std::as_const(result.bits)[i] != 0);
  return done;
}

size_t tilefuzz::storeSimply(Machine &machine, const Instruction &in,
                             Access &access, Storage element, int buffer,
                             llvm::ArrayRef<int64_t> offsets,
                             const TileValue &value) {
  if (offsets.empty() || element.shift || element.isHalfByte ||
      value.bits.bytesPerElement() != element.size ||
      !value.unspecified.empty() || !value.bounds.empty() ||
      (machine.observer && !machine.observer->takesRuns))
    return 0;
  size_t done = machine.memory.writeSimply(access, buffer, offsets,
                                           element.size, value.bits.data());
  if (done && machine.observer)
    machine.observer->onRun(machine, in,
                            {access, buffer, offsets.take_front(done),
                             element.size, /*isWrite=*/true,
                             value.bits.data()});
  return done;
}

bool tilefuzz::loadElement(Machine &machine, const Instruction &in,
                           Access &access, Storage element, int buffer,
                           int64_t offset, TileValue &result, size_t i) {
  if (machine.observer && !machine.observer->startElement(machine, in, i))
    return true;
  unsigned size = element.size;
  if (!isAccessible(machine, in, buffer, offset, size, i, /*isWrite=*/false))
    return false;
  bool unspecified = false;
  BufferImage::Enclosure enclosure;
  uint64_t bits;
  if (!machine.memory.readFast(access, buffer, offset, size, bits))
    bits = machine.memory.read(access, buffer, offset, size, unspecified,
                               &enclosure);
  if (machine.observer)
    machine.observer->onElement(machine, in,
                                {access, buffer, offset, size,
                                 /*isWrite=*/false, bits, unspecified});
  if (!enclosure.exact)
    result.setBounds(i, enclosure);
  // Any byte but 0 reads as true (part 2, 1.6).
  result.bits[i] = element.isTruth ? bits != 0 : bits >> element.shift;
  if (unspecified)
    result.markUnspecified(i);
  return true;
}
bool tilefuzz::storeElement(Machine &machine, const Instruction &in,
                            Access &access, Storage element, int buffer,
                            int64_t offset, const TileValue &value, size_t i) {
  if (machine.observer && !machine.observer->startElement(machine, in, i))
    return true;
  unsigned size = element.size;
  if (!isAccessible(machine, in, buffer, offset, size, i, /*isWrite=*/true))
    return false;
  if (machine.memory.isConstant(buffer)) {
    machine.undefined(in, Undefined::WriteToConstant, i);
    return false;
  }
  uint64_t bits = value.bits[i] << element.shift;
  if (machine.observer)
    machine.observer->onElement(machine, in,
                                {access, buffer, offset, size,
                                 /*isWrite=*/true, bits,
                                 value.isUnspecified(i)});
  bool isPlain = !value.isUnspecified(i) && !value.isInexact(i);
  if (!isPlain ||
      !machine.memory.writeSimply(access, buffer, offset, size, bits))
    machine.memory.write(access, buffer, offset, size, bits,
                         value.isUnspecified(i),
                         value.isInexact(i) ? &value.bounds[i] : nullptr);
  return true;
}

void tilefuzz::finishAccess(Machine &machine, const Instruction &in,
                            const Access &access) {
  if (machine.observer)
    machine.observer->onAccess(machine, in, access);
  TokenRef token = machine.memory.end(access);
  if (!machine.bodies.empty())
    machine.bodies.back().add(token);
  machine.slots[in.results.back()] = {nullptr, std::move(token), nullptr};
}

//===----------------------------------------------------------------------===//
// Pointer tiles
//===----------------------------------------------------------------------===//

PointerLanes::PointerLanes(const Machine &machine, const Instruction &in,
                           std::optional<unsigned> maskIndex,
                           std::optional<unsigned> otherIndex,
                           const std::optional<MemrefIndices> &memref)
    : pointers(memref ? &placed : &machine.tile(in, 0)),
      mask(maskIndex ? &machine.tile(in, *maskIndex) : nullptr),
      other(otherIndex ? &machine.tile(in, *otherIndex) : nullptr) {
  if (memref)
    place(machine, in, *memref);
}

void PointerLanes::place(const Machine &machine, const Instruction &in,
                         const MemrefIndices &memref) {
  const ViewValue &view = *machine.slots[in.operands[0]].view;
  unsigned size = storageSize(memref.element);
  placed.bits.resize(memref.numElements);
  placed.buffers.assign(memref.numElements, view.buffer);
  places.assign(memref.numElements, Place::Known);
  for (size_t i = 0; i < memref.numElements; ++i) {
    int64_t offset = view.base;
    bool overflows = false;
    for (size_t axis = 0; axis < view.shape.size(); ++axis) {
      const TileValue &index = machine.tile(in, memref.first + axis);
      size_t entry = index.bits.size() == 1 ? 0 : i;
      if (index.isUnspecified(entry))
        placed.markUnspecified(i);
      if (index.bits[entry] >= view.shape[axis]) {
        bool promised = !memref.inBounds.empty() && memref.inBounds[axis];
        if (promised || places[i] == Place::Known)
          places[i] = promised ? Place::BrokenPromise : Place::Beyond;
      }
      int64_t step;
      overflows |= llvm::MulOverflow(int64_t(index.bits[entry]),
                                     int64_t(view.strides[axis]), step) ||
                   llvm::MulOverflow(step, int64_t(size), step) ||
                   llvm::AddOverflow(offset, step, offset);
    }
    if (overflows && places[i] == Place::Known)
      places[i] = Place::Overflow;
    placed.bits[i] = offset;
  }
}

llvm::ArrayRef<int64_t> PointerLanes::simpleOffsets() const {
  if (mask || !places.empty() || !pointers->unspecified.empty() ||
      pointers->bits.bytesPerElement() != sizeof(int64_t) ||
      !llvm::all_equal(pointers->buffers))
    return {};
  return {static_cast<const int64_t *>(pointers->bits.data()), size()};
}

std::optional<bool> PointerLanes::takesPartSlowly(Machine &machine,
                                                  const Instruction &in,
                                                  size_t i,
                                                  TileValue *result) const {
  if (mask && mask->isUnspecified(i)) {
    machine.unstable(in, "a mask");
    return std::nullopt;
  }
  Place place = places.empty() ? Place::Known : places[i];
  bool isOff = mask && !mask->bits[i];
  if (!isOff && pointers->isUnspecified(i)) {
    machine.unstable(in, "an address");
    return std::nullopt;
  }
  if (!isOff && place > Place::Beyond) {
    machine.undefined(in,
                      place == Place::Overflow
                          ? Undefined::ViewOffsetOverflow
                          : Undefined::BrokenInBoundsPromise,
                      i);
    return std::nullopt;
  }
  if (isOff || place == Place::Beyond) {
    if (result && other) {
      result->bits[i] = other->bits[i];
      result->copyMarks(i, *other, i);
    } else if (result) {
      result->markUnspecified(i);
    }
    return false;
  }
  return true;
}

Flow tilefuzz::evalPointerLoad(Machine &machine, const Instruction &in,
                               AccessKind kind,
                               std::optional<unsigned> maskIndex,
                               std::optional<unsigned> otherIndex,
                               const std::optional<MemrefIndices> &memref) {
  Storage element(elementOf(in.op->getResult(0)));
  if (memref && element.isHalfByte)
    return machine.unsupported(in, halfByteElement);
  PointerLanes lanes(machine, in, maskIndex, otherIndex, memref);
  Access access = beginAccess(machine, in, kind);
  TileValue result;
  result.bits = ElementBits::zeros(lanes.size(), in.resultBytes[0]);
  size_t done = 0;
  if (llvm::ArrayRef<int64_t> offsets = lanes.simpleOffsets(); !offsets.empty())
    done = loadFast(machine, in, access, element, lanes.buffer(0), offsets,
                    result);
  for (size_t i = done; i < lanes.size(); ++i) {
    std::optional<bool> isLaneActive =
        lanes.isLaneActive(machine, in, i, &result);
    if (!isLaneActive)
      return Flow::Stop;
    if (!*isLaneActive)
      continue;
    if (!loadElement(machine, in, access, element, lanes.buffer(i),
                     lanes.offset(i), result, i))
      return Flow::Stop;
    // A pointer points to a byte, whose first element this is.
    if (element.isHalfByte)
      result.bits[i] &= 0xF;
  }
  machine.setTile(in, 0, std::move(result));
  finishAccess(machine, in, access);
  return Flow::Next;
}

Flow tilefuzz::evalPointerStore(Machine &machine, const Instruction &in,
                                AccessKind kind,
                                std::optional<unsigned> maskIndex,
                                const std::optional<MemrefIndices> &memref) {
  Storage element(elementOf(in.op->getOperand(1)));
  // Pointers address bytes, and a tile of pointers never the pair in one.
  if (element.isHalfByte)
    return machine.unsupported(in, halfByteStore);
  const TileValue &value = machine.tile(in, 1);
  PointerLanes lanes(machine, in, maskIndex, std::nullopt, memref);
  Access access = beginAccess(machine, in, kind);
  size_t done = 0;
  if (llvm::ArrayRef<int64_t> offsets = lanes.simpleOffsets(); !offsets.empty())
    done = storeSimply(machine, in, access, element, lanes.buffer(0), offsets,
                       value);
  for (size_t i = done; i < lanes.size(); ++i) {
    std::optional<bool> isLaneActive =
        lanes.isLaneActive(machine, in, i, nullptr);
    if (!isLaneActive)
      return Flow::Stop;
    if (!*isLaneActive)
      continue;
    if (!storeElement(machine, in, access, element, lanes.buffer(i),
                      lanes.offset(i), value, i))
      return Flow::Stop;
  }
  finishAccess(machine, in, access);
  return Flow::Next;
}
