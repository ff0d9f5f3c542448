//===- MemoryDecoder.cpp - LLVM's addresses and accesses ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
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
  auto size = cast<AllocaInst>(at).getAllocationSize(layout);
  if (!size || size->isScalable())
    return unsupported(at, "a dynamic allocation");
  op.immediate = size->getFixedValue();
  return append(at, op);
}

Error FunctionDecoder::describeAccess(const LI &at, SI &op, Type *type,
                                      Align alignment, unsigned addressSpace) {
  if (type->isAggregateType())
    return unsupported(at, "a struct in memory");
  op.type = op.resultType = typeOf(type);
  op.lanes = lanesOf(type);
  op.bytes = (op.type.width + 7) / 8;
  if (op.lanes > 1 && op.type.width % 8)
    return unsupported(at, "a vector of sub-byte elements");
  if (!isPowerOf2_32(op.bytes))
    return unsupported(at, "an integer of unusual size");
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

Error FunctionDecoder::load(const LI &at, SI op) {
  auto &load = cast<LoadInst>(at);
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
