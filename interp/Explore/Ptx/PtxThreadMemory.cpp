//===- PtxThreadMemory.cpp - What a replayed thread accesses --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Ptx/PtxReplay.h"
#include "interp/Simt/Machine/AtomicUpdate.h"
#include "interp/Simt/Machine/Scalar.h"

using namespace tilefuzz;
using namespace tilefuzz::ptxmodel;
using namespace llvm;
using simt::Lane;
using simt::Opcode;
using simt::StateSpace;

/// Whether an object of `held` may be accessed as one of `named`.
static bool fits(StateSpace named, StateSpace held) {
  return named == StateSpace::Generic || named == held ||
         (named == StateSpace::SharedCluster && held == StateSpace::Shared);
}

bool Replay::canAccess(const Lane &pointer, uint64_t size, uint64_t available,
                       StateSpace held, bool isConstant, Next &end) {
  std::optional<Undefined> condition;
  if (pointer.bits > available || size > available - pointer.bits)
    condition = Undefined::OutOfBounds;
  else if (!fits(op->space, held))
    condition = Undefined::WrongStateSpace;
  else if (pointer.bits % op->alignment)
    condition = Undefined::MisalignedAccess;
  else if (isConstant && op->opcode != Opcode::Load)
    condition = Undefined::WriteToConstant;
  if (condition)
    end = undefined(*condition);
  return !condition;
}

Replay::Next Replay::access() {
  const Register address = reg(op->operands[0]);
  bool isWhole =
      op->has(simt::Modifier::WholeAccess) && simt::isAtomic(op->order);
  if (op->has(simt::Modifier::ReadOnly) || op->packed > 1 || op->bytes > 8 ||
      isWhole)
    return refuse(launch.operationOf(index()));
  if (address.isUnknown)
    return skipUnknown();
  if (address.lane.poison)
    return undefined(Undefined::PoisonAddress);
  const Lane &pointer = address.lane;
  if (std::vector<PrivateByte> *object = localOf(pointer.allocation))
    return accessPrivate(*object, pointer);
  std::optional<PtxLaunch::Object> object =
      launch.object(thread, pointer.allocation);
  if (!object)
    return undefined(Undefined::NullAccess);
  Next end = Next::Go;
  if (!canAccess(pointer, uint64_t(op->bytes) * op->lanes, object->size,
                 object->space, object->isConstant, end))
    return end;
  if (granules.lower(object->id, op->bytes)) {
    granulesChanged = true;
    return Next::End;
  }
  for (uint32_t i = 0; i < op->lanes; ++i) {
    int64_t offset = pointer.bits + uint64_t(i) * op->bytes;
    if (op->opcode == Opcode::Store) {
      const Register &value = reg(op->operands[1] + i);
      PtxEvent &made = accessEvent(*object, offset, i);
      made.isWrite = true;
      made.isValueKnown = !value.isUnknown;
      made.bits = simt::maskTo(value.lane.bits, 8 * op->bytes);
      made.unspecified = value.lane.poison;
      continue;
    }
    if (op->opcode == Opcode::Atomic) {
      if (update(*object, offset, i) == Next::End)
        return Next::End;
      continue;
    }
    accessEvent(*object, offset, i).isRead = true;
    bool isUninitialised = false;
    Register value = readElement(*object, offset, i, isUninitialised);
    if (isUninitialised)
      return undefined(Undefined::UninitialisedRead);
    value.lane.bits = simt::maskTo(value.lane.bits, op->type.width);
    registers[op->result + i] = value;
  }
  return Next::Go;
}

Register Replay::readElement(const PtxLaunch::Object &object, int64_t offset,
                             uint32_t element, bool &isUninitialised) {
  Register result;
  unsigned granule = granules.of(object.id);
  for (unsigned part = 0; part * granule < op->bytes; ++part) {
    auto it = values.find({{thread, step, element}, part});
    if (it == values.end()) {
      result.isUnknown = true;
      continue;
    }
    isUninitialised |= it->second.uninitialised;
    result.lane.poison |= it->second.unspecified;
    result.lane.bits |= it->second.bits << (8 * granule * part);
  }
  if (result.isUnknown)
    result.lane = {};
  return result;
}

Replay::Next Replay::update(const PtxLaunch::Object &object, int64_t offset,
                            uint32_t element) {
  bool isUninitialised = false;
  Register old = readElement(object, offset, element, isUninitialised);
  PtxEvent &made = accessEvent(object, offset, element);
  made.isRead = made.isAtomic = true;
  made.isReduction = StringRef(launch.operationOf(index())).starts_with("red");
  const Register &operand = reg(op->operands[1] + element);
  const Register &other = reg(op->operands[2]);
  bool exchanges = op->atomic == simt::AtomicOperation::CompareExchange;
  if (isUninitialised && !old.isUnknown)
    return undefined(Undefined::UninitialisedRead);
  made.mayWrite =
      old.isUnknown || operand.isUnknown || (exchanges && other.isUnknown);
  if (!made.mayWrite) {
    std::optional<Lane> value = updated(*op, old.lane, operand.lane, other.lane,
                                        object.space == StateSpace::Global);
    made.isWrite = value.has_value();
    if (value) {
      made.bits = simt::maskTo(value->bits, 8 * op->bytes);
      made.unspecified = value->poison;
    }
  }
  registers[op->result + element] = old;
  return Next::Go;
}

Replay::Next Replay::accessPrivate(std::vector<PrivateByte> &object,
                                   const Lane &pointer) {
  Next end = Next::Go;
  if (!canAccess(pointer, uint64_t(op->bytes) * op->lanes, object.size(),
                 StateSpace::Local, is_contained(sealed, pointer.allocation),
                 end))
    return end;
  if (op->opcode == Opcode::Atomic)
    return refuse(launch.operationOf(index()));
  for (uint32_t lane = 0; lane < op->lanes; ++lane) {
    PrivateByte *bytes = &object[pointer.bits + uint64_t(lane) * op->bytes];
    if (op->opcode == Opcode::Store) {
      const Register &value = reg(op->operands[1] + lane);
      for (unsigned i = 0; i < op->bytes; ++i)
        bytes[i] = {uint8_t(value.lane.bits >> (8 * i)), true,
                    value.lane.poison, value.isUnknown};
      continue;
    }
    Register value;
    for (unsigned i = 0; i < op->bytes; ++i) {
      if (!bytes[i].isWritten)
        return undefined(Undefined::UninitialisedRead);
      value.lane.bits |= uint64_t(bytes[i].value) << (8 * i);
      value.lane.poison |= bytes[i].isPoison;
      value.isUnknown |= bytes[i].isUnknown;
    }
    value.lane.bits = simt::maskTo(value.lane.bits, op->type.width);
    registers[op->result + lane] = value;
  }
  return Next::Go;
}

/// Parameters of a call.
Replay::Next Replay::copyPrivate() {
  const Register &to = reg(op->operands[0]), &from = reg(op->operands[1]);
  std::vector<PrivateByte> *target = localOf(to.lane.allocation);
  std::vector<PrivateByte> *source = localOf(from.lane.allocation);
  uint64_t size = op->immediate;
  if (op->operands[2] || !target || !source || to.isUnknown || from.isUnknown)
    return refuse(launch.operationOf(index()));
  if (to.lane.bits + size > target->size() ||
      from.lane.bits + size > source->size())
    return undefined(Undefined::OutOfBounds);
  std::vector<PrivateByte> bytes(source->begin() + from.lane.bits,
                                 source->begin() + from.lane.bits + size);
  std::copy(bytes.begin(), bytes.end(), target->begin() + to.lane.bits);
  return Next::Go;
}
