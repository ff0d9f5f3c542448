//===- BulkTensors.cpp - Boxes of tensors ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, the sections of cp.async.bulk.tensor,
// cp.reduce.async.bulk.tensor and tensormap.replace.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Machine/TensorLayout.h"
#include "interp/Simt/Machine/TensorMap.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Which elements may be updated how: cp.reduce.async.bulk.tensor.
static bool mayUpdate(AtomicOperation operation, RegisterType type) {
  bool isSigned = type.isSigned(), isFloat = type.isFloat();
  switch (operation) {
  case AtomicOperation::Add:
    return type.width >= 16 &&
           !(type.kind == TypeKind::Unsigned && type.width == 16) &&
           !(isSigned && type.width == 64);
  case AtomicOperation::Min:
  case AtomicOperation::Max:
    return isFloat ? type.width == 16 : type.width >= 32;
  case AtomicOperation::Increment:
  case AtomicOperation::Decrement:
    return type.kind == TypeKind::Unsigned && type.width == 32;
  default:
    return !isFloat && type.width >= 32;
  }
}

/// Places in shared memory are swizzled by their addresses. Where no descriptor
/// has any, an object begins at a multiple of all alignments.
uint64_t Machine::sharedNumber(Thread &thread, const Lane &pointer) {
  const Allocation *object = allocationOf(thread, pointer.allocation);
  if (kernel.sharedAddresses.empty() || !object ||
      object->space != StateSpace::Shared)
    return pointer.bits;
  uint32_t index = ownerOf(thread, pointer.allocation).second - firstShared;
  return kernel.sharedAddresses[index] + pointer.bits;
}

bool Machine::copyBox(Thread &thread, const Instruction &op) {
  const BulkForm &form = kernel.bulks[op.first];
  const Lane *frame = thread.frame.data();
  Allocation *object;
  uint32_t offset;
  if (!access(thread, op,
              {frame[op.operands[1]], TensorMap::size, StateSpace::Generic,
               TensorMap::alignment, /*isWrite=*/false, /*isAtomic=*/false},
              object, offset))
    return false;
  if (object->space == StateSpace::Shared || object->space == StateSpace::Local)
    return undefined(Undefined::WrongStateSpace, op);
  for (uint32_t i = 0; i < TensorMap::size; ++i)
    if (object->undefined[offset + i])
      return undefined(Undefined::UninitialisedRead, op);
  Expected<TensorMap> map =
      parseTensorMap(ArrayRef(object->bytes).slice(offset, TensorMap::size));
  if (!map)
    return rejectDescriptor(map.takeError(), op);
  if (map->rank != op.count ||
      (form.isUpdate() && !mayUpdate(op.atomic, map->type)))
    return undefined(Undefined::TensorDescriptor, op);
  SmallVector<int32_t, TensorMap::maxRank> coordinates;
  for (uint32_t i = 0; i < op.count; ++i) {
    const Lane &one = frame[op.operands[4] + i];
    if (one.poison)
      return undefined(Undefined::PoisonAddress, op);
    coordinates.push_back(int32_t(one.bits));
  }
  if (form.kind == BulkKind::TensorPrefetch)
    return true;
  const Lane &shared = frame[op.operands[0]];
  constexpr uint32_t sharedAlignment = 128;
  if (shared.poison)
    return undefined(Undefined::PoisonAddress, op);
  uint64_t number = sharedNumber(thread, shared);
  if (number % sharedAlignment)
    return undefined(Undefined::MisalignedAccess, op);
  Lane global = resolve(thread, map->address, StateSpace::Global);
  // In LLVM IR a pointer is more than a number.
  auto pointer = object->pointers.find(
      offset +
      simt::placeOf(TensorMapField::GlobalAddress, /*ordinal=*/0).offset);
  if (pointer != object->pointers.end())
    global = pointer->second;
  bool isLoad = form.kind == BulkKind::TensorLoad;
  BulkCopy copy;
  copy.bytes = map->boxBytes();
  copy.type = map->type;
  copy.fill = map->fill();
  for (const BoxRun &run : runsOf(*map, coordinates, number)) {
    // What is outside is not written.
    if (run.isOutside && !isLoad)
      continue;
    Lane inShared = shared, inGlobal = global;
    inShared.bits += uint64_t(run.shared);
    inGlobal.bits += uint64_t(run.global);
    copy.pieces.push_back({isLoad ? inGlobal : inShared,
                           isLoad ? inShared : inGlobal, run.bytes,
                           run.isOutside});
  }
  return issuePieces(thread, op, std::move(copy));
}

/// The object is one of 1024 bits, whichever field changes.
bool Machine::replaceField(Thread &thread, const Instruction &op) {
  const Lane &value = thread.frame[op.operands[1]];
  Allocation *object;
  uint32_t offset;
  if (!access(thread, op,
              {thread.frame[op.operands[0]], TensorMap::size, op.space,
               TensorMap::alignment, /*isWrite=*/true, /*isAtomic=*/false},
              object, offset))
    return false;
  TensorMapPlace place = simt::placeOf(kernel.bulks[op.first].field, op.count);
  object->forget(offset + place.offset, place.bytes);
  for (uint32_t i = 0; i < place.bytes; ++i) {
    object->bytes[offset + place.offset + i] = uint8_t(value.bits >> (8 * i));
    object->undefined[offset + place.offset + i] = value.poison;
  }
  if (value.allocation && !value.isInexact)
    object->pointers[offset + place.offset] = value;
  return true;
}
