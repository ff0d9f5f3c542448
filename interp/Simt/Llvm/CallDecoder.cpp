//===- CallDecoder.cpp - Calls of functions, and whole blocks of bytes ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/CallGraph.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

uint32_t FunctionDecoder::resultSlot(Type *type) {
  auto [it, isNew] = module.results.try_emplace(type, kernel.frame.size());
  if (isNew)
    kernel.frame.resize(kernel.frame.size() + lanesOf(type));
  return it->second;
}

Expected<uint32_t> FunctionDecoder::copyOf(const LI &at, uint32_t slot,
                                           Type *type, Align alignment) {
  SI object;
  object.opcode = Opcode::LocalObject;
  object.immediate = layout.getTypeAllocSize(type).getFixedValue();
  object.result = kernel.frame.size();
  kernel.frame.emplace_back();
  if (Error error = append(at, object))
    return std::move(error);
  SI copy;
  copy.opcode = Opcode::CopyBytes;
  copy.operands = {object.result, slot, 0};
  copy.immediate = object.immediate;
  copy.sourceAlignment = alignment.value();
  if (Error error = append(at, copy))
    return std::move(error);
  return object.result;
}

/// The edge that gives the callee its arguments.
Expected<uint32_t> FunctionDecoder::callEdge(const CallInst &call,
                                             const Function &callee) {
  const CalledFunction &called = module.functions.find(&callee)->second;
  Edge edge;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    uint32_t slot = slotOf(call.getArgOperand(i));
    if (call.isByValArgument(i)) {
      Type *type = call.getParamByValType(i);
      Expected<uint32_t> copy =
          copyOf(call, slot, type,
                 call.getParamAlign(i).value_or(layout.getABITypeAlign(type)));
      if (!copy)
        return copy.takeError();
      slot = *copy;
    }
    edge.copies.push_back(
        {called.slots[i], slot, lanesOf(call.getArgOperand(i)->getType())});
  }
  kernel.edges.push_back(std::move(edge));
  module.callEdges.push_back({uint32_t(kernel.edges.size() - 1), &callee});
  return kernel.edges.size() - 1;
}

/// The system call: `i32 vprintf(ptr format, ptr arguments)`.
static bool isPrint(const Function &callee) {
  const FunctionType *type = callee.getFunctionType();
  return callee.isDeclaration() && callee.getName() == "vprintf" &&
         type->getReturnType()->isIntegerTy(32) && type->getNumParams() == 2 &&
         all_of(type->params(), [](Type *one) { return one->isPointerTy(); });
}

/// The system call: `void __assertfail(ptr text, ptr file, i32 line, ptr
/// function, i64 size)`.
static bool isAssertion(const Function &callee) {
  const FunctionType *type = callee.getFunctionType();
  return callee.isDeclaration() && callee.getName() == "__assertfail" &&
         type->getReturnType()->isVoidTy() && type->getNumParams() == 5 &&
         type->getParamType(0)->isPointerTy() &&
         type->getParamType(1)->isPointerTy() &&
         type->getParamType(2)->isIntegerTy(32);
}

/// The system calls `ptr malloc(i64 bytes)` and `void free(ptr p)`.
static std::optional<Opcode> heapCall(const Function &callee) {
  const FunctionType *type = callee.getFunctionType();
  if (!callee.isDeclaration() || type->getNumParams() != 1)
    return std::nullopt;
  if (callee.getName() == "malloc" && type->getReturnType()->isPointerTy() &&
      type->getParamType(0)->isIntegerTy(64))
    return Opcode::HeapAllocate;
  if (callee.getName() == "free" && type->getReturnType()->isVoidTy() &&
      type->getParamType(0)->isPointerTy())
    return Opcode::HeapFree;
  return std::nullopt;
}

Error FunctionDecoder::functionCall(const CallInst &call, const SI &op) {
  SI jump = op;
  jump.modifiers = Modifier::None;
  bool isRecursive = false;
  auto mayComeBack = [&](const Function *callee) {
    return leadsTo(callee, &function, [&](const Function *one) {
      return ArrayRef(module.functions.find(one)->second.callees);
    });
  };
  if (const Function *callee = call.getCalledFunction()) {
    if (isPrint(*callee)) {
      jump.opcode = Opcode::Print;
      jump.operands = {slotOf(call.getArgOperand(0)),
                       slotOf(call.getArgOperand(1))};
      return append(call, jump);
    }
    if (isAssertion(*callee)) {
      jump.opcode = Opcode::Trap;
      jump.operands = {slotOf(call.getArgOperand(0)),
                       slotOf(call.getArgOperand(1)),
                       slotOf(call.getArgOperand(2))};
      return append(call, jump);
    }
    if (auto opcode = heapCall(*callee)) {
      jump.opcode = *opcode;
      jump.operands = {slotOf(call.getArgOperand(0))};
      return append(call, jump);
    }
    if (!module.functions.contains(callee))
      return unsupported(call, "a call of a function that nothing defines");
    Expected<uint32_t> edge = callEdge(call, *callee);
    if (!edge)
      return edge.takeError();
    jump.opcode = Opcode::Call;
    jump.edges[0] = *edge;
    isRecursive = mayComeBack(callee);
  } else {
    jump.opcode = Opcode::CallIndirect;
    jump.operands[0] = slotOf(call.getCalledOperand());
    std::vector<Case> cases;
    for (const auto &[callee, called] : module.functions) {
      if (callee->getFunctionType() != call.getFunctionType())
        continue;
      Expected<uint32_t> edge = callEdge(call, *callee);
      if (!edge)
        return edge.takeError();
      cases.push_back({called.number, *edge});
      isRecursive |= mayComeBack(callee);
    }
    jump.first = kernel.cases.size();
    jump.count = cases.size();
    kernel.cases.insert(kernel.cases.end(), cases.begin(), cases.end());
  }
  SI registers;
  if (isRecursive) {
    registers.opcode = Opcode::SaveRegisters;
    registers.first = module.functions.find(&function)->second.firstRange;
    registers.count = 2;
    if (Error error = append(call, registers))
      return error;
  }
  if (Error error = append(call, jump))
    return error;
  if (isRecursive) {
    registers.opcode = Opcode::RestoreRegisters;
    registers.immediate = 1;
    if (Error error = append(call, registers))
      return error;
  }
  if (call.getType()->isVoidTy())
    return Error::success();
  SI take = op;
  take.opcode = Opcode::Move;
  return appendCopies(call, take,
                      {{op.result, resultSlot(call.getType()), op.lanes}});
}

/// What stands for its first operand.
Error FunctionDecoder::forwarded(const LI &at, SI op) {
  return appendCopies(at, op, {{op.result, slotOfOperand(at, 0), op.lanes}});
}

Error FunctionDecoder::copyBytes(const LI &at, SI op) {
  auto &copy = cast<MemTransferInst>(at);
  std::optional<StateSpace> to = spaceOf(copy.getDestAddressSpace()),
                            from = spaceOf(copy.getSourceAddressSpace());
  if (!to || !from)
    return unsupported(at, "this address space");
  op.space = *to;
  op.sourceSpace = *from;
  op.alignment = copy.getDestAlign().valueOrOne().value();
  op.sourceAlignment = copy.getSourceAlign().valueOrOne().value();
  op.operands = {slotOf(copy.getRawDest()), slotOf(copy.getRawSource()),
                 slotOf(copy.getLength())};
  op.count = !isa<MemMoveInst>(copy);
  return append(at, op);
}

Error FunctionDecoder::fillBytes(const LI &at, SI op) {
  auto &fill = cast<MemSetInst>(at);
  std::optional<StateSpace> to = spaceOf(fill.getDestAddressSpace());
  if (!to)
    return unsupported(at, "this address space");
  op.space = *to;
  op.alignment = fill.getDestAlign().valueOrOne().value();
  op.operands = {slotOf(fill.getRawDest()), slotOf(fill.getValue()),
                 slotOf(fill.getLength())};
  return append(at, op);
}

Error FunctionDecoder::countZeros(const LI &at, SI op) {
  op.operands[0] = slotOfOperand(at, 0);
  if (cast<ConstantInt>(at.getOperand(1))->isOne())
    op.modifiers |= Modifier::PoisonOnZero;
  if (cast<IntrinsicInst>(at).getIntrinsicID() == Intrinsic::cttz) {
    SI reversal = op;
    reversal.opcode = Opcode::ReverseBits;
    reversal.modifiers = Modifier::None;
    reversal.result = kernel.frame.size();
    kernel.frame.resize(kernel.frame.size() + op.lanes);
    if (Error error = append(at, reversal))
      return error;
    op.operands[0] = reversal.result;
  }
  return append(at, op);
}
