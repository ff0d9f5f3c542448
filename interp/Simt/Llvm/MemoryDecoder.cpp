//===- MemoryDecoder.cpp - LLVM's addresses and accesses ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

Error FunctionDecoder::address(const LI &at, SI op) {
  auto &gep = cast<GEPOperator>(at);
  SmallMapVector<Value *, APInt, 4> variables;
  APInt constant(64, 0);
  if (op.lanes != 1 || layout.getIndexTypeSizeInBits(at.getType()) != 64 ||
      !gep.collectOffset(layout, 64, variables, constant))
    return unsupported(at, "this address computation");
  op.operands[0] = slotOfOperand(at, 0);
  op.immediate = constant.getSExtValue();
  op.first = kernel.indices.size();
  op.count = variables.size();
  for (auto &[index, scale] : variables)
    kernel.indices.push_back(
        {slotOf(index), typeOf(index->getType()).width, scale.getSExtValue()});
  return append(at, op);
}

Error FunctionDecoder::localObject(const LI &at, SI op) {
  auto &allocation = cast<AllocaInst>(at);
  if (auto size = allocation.getAllocationSize(layout)) {
    if (size->isScalable())
      return unsupported(at, "an allocation of scalable size");
    op.immediate = size->getFixedValue();
    return append(at, op);
  }
  op.immediate =
      layout.getTypeAllocSize(allocation.getAllocatedType()).getFixedValue();
  op.operands[0] = slotOfOperand(at, 0);
  return append(at, op);
}

Error FunctionDecoder::describeAccess(const LI &at, SI &op, Type *type,
                                      Align alignment, unsigned addressSpace) {
  op.type = op.resultType = typeOf(type);
  op.lanes = lanesOf(type);
  op.bytes = (op.type.width + 7) / 8;
  if (op.lanes > 1 && op.type.width % 8)
    return unsupported(at, "a vector of sub-byte elements");
  if (op.lanes > 1 && !isPowerOf2_32(op.bytes))
    return unsupported(at, "a vector of integers of unusual size");
  op.alignment = alignment.value();
  std::optional<StateSpace> space = spaceOf(addressSpace);
  if (!space)
    return unsupported(at, "address space " + Twine(addressSpace));
  op.space = *space;
  return Error::success();
}

static MemoryOrder orderOf(AtomicOrdering order) {
  switch (order) {
  case AtomicOrdering::NotAtomic:
  case AtomicOrdering::Unordered:
    return MemoryOrder::Weak;
  case AtomicOrdering::Monotonic:
    return MemoryOrder::Relaxed;
  case AtomicOrdering::Acquire:
    return MemoryOrder::Acquire;
  case AtomicOrdering::Release:
    return MemoryOrder::Release;
  case AtomicOrdering::AcquireRelease:
    return MemoryOrder::AcquireRelease;
  case AtomicOrdering::SequentiallyConsistent:
    return MemoryOrder::SequentiallyConsistent;
  }
  llvm_unreachable("covered orderings");
}

Error FunctionDecoder::describeOrder(const LI &at, SI &op, AtomicOrdering order,
                                     SyncScope::ID scope) {
  op.order = orderOf(order);
  if (order == AtomicOrdering::NotAtomic)
    return Error::success();
  SmallVector<StringRef> names;
  at.getContext().getSyncScopeNames(names);
  auto known = StringSwitch<std::optional<Scope>>(names[scope])
                   .Case("block", Scope::Cta)
                   .Case("cluster", Scope::Cluster)
                   .Case("device", Scope::Gpu)
                   .Case("", Scope::System)
                   .Default(std::nullopt);
  if (!known)
    return createStringError("synchronisation scope '" + names[scope] +
                             "' at " + locationOf(at));
  op.scope = *known;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Structs and arrays
//===----------------------------------------------------------------------===//

/// The scalars and vectors of a type, in the order of its lanes, by the bytes
/// at which they lie.
static void
collectLeaves(const DataLayout &layout, Type *type, uint64_t offset,
              SmallVectorImpl<std::pair<Type *, uint64_t>> &leaves) {
  if (auto *record = dyn_cast<StructType>(type)) {
    const StructLayout *places = layout.getStructLayout(record);
    for (auto [i, element] : enumerate(record->elements()))
      collectLeaves(layout, element, offset + places->getElementOffset(i),
                    leaves);
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0, e = array->getNumElements(); i < e; ++i)
      collectLeaves(layout, array->getElementType(), offset + i * stride,
                    leaves);
  } else {
    leaves.push_back({type, offset});
  }
}

Expected<uint32_t> FunctionDecoder::addressAt(const LI &at, uint32_t pointer,
                                              uint64_t offset) {
  if (offset == 0)
    return pointer;
  SI address;
  address.opcode = Opcode::Address;
  address.operands[0] = pointer;
  address.immediate = offset;
  address.result = kernel.frame.size();
  kernel.frame.emplace_back();
  if (Error error = append(at, address))
    return std::move(error);
  return address.result;
}

/// The padding of a stored aggregate is undef (LangRef, store).
Error FunctionDecoder::forgetPadding(const LI &at, const SI &op, Type *type,
                                     uint32_t pointer) {
  SmallVector<std::pair<Type *, uint64_t>> leaves;
  collectLeaves(layout, type, 0, leaves);
  leaves.push_back({nullptr, layout.getTypeStoreSize(type).getFixedValue()});
  uint64_t end = 0;
  for (auto [leaf, offset] : leaves) {
    if (offset > end) {
      Expected<uint32_t> place = addressAt(at, pointer, end);
      if (!place)
        return place.takeError();
      SI fill = op;
      fill.opcode = Opcode::FillBytes;
      fill.alignment = 1;
      Type *i64 = Type::getInt64Ty(at.getContext());
      fill.operands = {*place, slotOf(PoisonValue::get(i64)),
                       slotOf(ConstantInt::get(i64, offset - end))};
      if (Error error = append(at, fill))
        return error;
    }
    if (leaf)
      end = offset + layout.getTypeStoreSize(leaf).getFixedValue();
  }
  return Error::success();
}

Error FunctionDecoder::aggregateAccess(const LI &at, const SI &op, Type *type,
                                       Align alignment, uint32_t pointer,
                                       uint32_t slot) {
  // The whole of it is aligned, whatever its first element needs.
  SmallVector<std::pair<Type *, uint64_t>> leaves;
  collectLeaves(layout, type, 0, leaves);
  unsigned space =
      getLoadStorePointerOperand(&at)->getType()->getPointerAddressSpace();
  for (auto [leaf, offset] : leaves) {
    SI access = op;
    if (Error error = describeAccess(at, access, leaf,
                                     commonAlignment(alignment, offset), space))
      return error;
    Expected<uint32_t> place = addressAt(at, pointer, offset);
    if (!place)
      return place.takeError();
    access.operands = {*place, slot, 0};
    access.result = slot;
    if (Error error = append(at, access))
      return error;
    slot += access.lanes;
  }
  if (op.opcode != Opcode::Store)
    return Error::success();
  SI padding = op;
  if (std::optional<StateSpace> known = spaceOf(space))
    padding.space = *known;
  return forgetPadding(at, padding, type, pointer);
}

Error FunctionDecoder::load(const LI &at, SI op) {
  auto &load = cast<LoadInst>(at);
  if (load.getType()->isAggregateType())
    return aggregateAccess(at, op, load.getType(), load.getAlign(),
                           slotOf(load.getPointerOperand()), op.result);
  if (Error error = describeAccess(at, op, load.getType(), load.getAlign(),
                                   load.getPointerAddressSpace()))
    return error;
  if (Error error =
          describeOrder(at, op, load.getOrdering(), load.getSyncScopeID()))
    return error;
  op.operands[0] = slotOf(load.getPointerOperand());
  return append(at, op);
}

Error FunctionDecoder::store(const LI &at, SI op) {
  auto &store = cast<StoreInst>(at);
  if (Type *type = store.getValueOperand()->getType(); type->isAggregateType())
    return aggregateAccess(at, op, type, store.getAlign(),
                           slotOf(store.getPointerOperand()),
                           slotOf(store.getValueOperand()));
  if (Error error =
          describeAccess(at, op, store.getValueOperand()->getType(),
                         store.getAlign(), store.getPointerAddressSpace()))
    return error;
  if (Error error =
          describeOrder(at, op, store.getOrdering(), store.getSyncScopeID()))
    return error;
  op.operands = {slotOf(store.getPointerOperand()),
                 slotOf(store.getValueOperand()), 0};
  return append(at, op);
}

Error FunctionDecoder::atomic(const LI &at, SI op) {
  auto &update = cast<AtomicRMWInst>(at);
  if (!update.getType()->isIntegerTy())
    return unsupported(at, "a type without support");
  switch (update.getOperation()) {
  case AtomicRMWInst::Xchg:
    op.atomic = AtomicOperation::Exchange;
    break;
  case AtomicRMWInst::Add:
    op.atomic = AtomicOperation::Add;
    break;
  case AtomicRMWInst::Sub:
    op.atomic = AtomicOperation::Sub;
    break;
  case AtomicRMWInst::And:
    op.atomic = AtomicOperation::And;
    break;
  case AtomicRMWInst::Or:
    op.atomic = AtomicOperation::Or;
    break;
  case AtomicRMWInst::Xor:
    op.atomic = AtomicOperation::Xor;
    break;
  default:
    return unsupported(
        at, "operation '" +
                AtomicRMWInst::getOperationName(update.getOperation()) + "'");
  }
  if (Error error = describeAccess(at, op, update.getType(), update.getAlign(),
                                   update.getPointerAddressSpace()))
    return error;
  if (Error error =
          describeOrder(at, op, update.getOrdering(), update.getSyncScopeID()))
    return error;
  op.operands = {slotOf(update.getPointerOperand()),
                 slotOf(update.getValOperand()), 0};
  return append(at, op);
}

Error FunctionDecoder::fence(const LI &at, SI op) {
  auto &fence = cast<FenceInst>(at);
  if (Error error =
          describeOrder(at, op, fence.getOrdering(), fence.getSyncScopeID()))
    return error;
  return append(at, op);
}

//===----------------------------------------------------------------------===//
// Addresses as numbers
//===----------------------------------------------------------------------===//

/// Whether a number may stand for such a pointer: what descriptors are made of.
static bool hasSharedAddress(const Kernel &kernel, Type *type) {
  return !kernel.sharedAddresses.empty() && type->isPointerTy() &&
         spaceOf(type->getPointerAddressSpace()) == StateSpace::Shared;
}

/// A pointer into tensor memory is a number.
Error FunctionDecoder::pointerAsInteger(const LI &at, SI op) {
  constexpr unsigned tensorSpace = 6;
  auto isOfTensor = [](Type *type) {
    return type->isPointerTy() && type->getPointerAddressSpace() == tensorSpace;
  };
  if (isOfTensor(at.getType()) || isOfTensor(at.getOperand(0)->getType())) {
    op.opcode = Opcode::ConvertInteger;
    op.type = {TypeKind::Unsigned, typeOf(at.getOperand(0)->getType()).width};
    op.resultType = {TypeKind::Unsigned, typeOf(at.getType()).width};
    op.operands[0] = slotOfOperand(at, 0);
    return append(at, op);
  }
  // What descriptors are made of.
  if (isa<PtrToIntInst>(at) &&
      hasSharedAddress(kernel, at.getOperand(0)->getType())) {
    op.opcode = Opcode::SharedAddress;
    op.resultType = {TypeKind::Unsigned, typeOf(at.getType()).width};
    op.operands[0] = slotOfOperand(at, 0);
    return append(at, op);
  }
  return unsupported(at, "a pointer as an integer");
}

/// The same of a constant; false: it is another one.
bool FunctionDecoder::fillSharedAddress(const Constant *constant, Lane &value) {
  auto *expression = dyn_cast<ConstantExpr>(constant);
  if (!expression || expression->getOpcode() != LI::PtrToInt ||
      !hasSharedAddress(kernel, expression->getOperand(0)->getType()))
    return false;
  const Constant *pointer = expression->getOperand(0);
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  auto it = globals.find(dyn_cast<GlobalVariable>(
      pointer->stripAndAccumulateConstantOffsets(layout, offset, true)));
  if (it == globals.end() || it->second < module.firstShared)
    return false;
  value.bits = maskTo(kernel.sharedAddresses[it->second - module.firstShared] +
                          offset.getSExtValue(),
                      constant->getType()->getIntegerBitWidth());
  return true;
}
