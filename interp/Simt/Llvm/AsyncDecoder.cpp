//===- AsyncDecoder.cpp - Intrinsics of asynchronous copies ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// LLVM, NVPTX usage guide: llvm.nvvm.cp.async, the pending count of a state,
// and barriers of clusters.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/Mbarriers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

/// llvm.nvvm.barrier.cta.KIND[.OPERATION][.aligned].(all|count)
Error FunctionDecoder::ctaBarrier(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  StringRef name = call.getCalledFunction()->getName();
  op.barrier = name.contains(".arrive.")     ? BarrierKind::Arrive
               : name.contains(".red.popc.") ? BarrierKind::CountTrue
               : name.contains(".red.and.")  ? BarrierKind::AllTrue
               : name.contains(".red.or.")   ? BarrierKind::AnyTrue
                                             : BarrierKind::Synchronise;
  op.isAligned = name.contains(".aligned.");
  op.operands[0] = slotOf(call.getArgOperand(0));
  if (name.ends_with(".count"))
    op.operands[1] = slotOf(call.getArgOperand(1));
  if (isReduction(op.barrier))
    op.operands[2] = slotOf(call.getArgOperand(call.arg_size() - 1));
  return append(at, op);
}

Error FunctionDecoder::clusterBarrier(const LI &at, SI op) {
  StringRef name = cast<CallInst>(at).getCalledFunction()->getName();
  op.order = op.opcode == Opcode::ClusterWait ? MemoryOrder::Acquire
             : name.contains(".relaxed")      ? MemoryOrder::Relaxed
                                              : MemoryOrder::Release;
  op.count = name.ends_with(".aligned");
  op.operands[0] =
      slotOf(ConstantInt::get(Type::getInt32Ty(at.getContext()), ~0u));
  return append(at, op);
}

/// The size is the last number of the name.
Error FunctionDecoder::asyncCopy(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  StringRef name = call.getCalledFunction()->getName();
  name.consume_back(".s");
  unsigned bytes = 0;
  name.rsplit('.').second.getAsInteger(10, bytes);
  op.bytes = bytes;
  op.space = StateSpace::Shared;
  op.sourceSpace = StateSpace::Global;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    op.operands[i] = slotOf(call.getArgOperand(i));
  return append(at, op);
}

Error FunctionDecoder::asyncWait(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  op.count = call.arg_size() == 0;
  if (!op.count)
    op.immediate = cast<ConstantInt>(call.getArgOperand(0))->getZExtValue();
  return append(at, op);
}

Error FunctionDecoder::asyncArrive(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  std::optional<StateSpace> space =
      spaceOf(call.getArgOperand(0)->getType()->getPointerAddressSpace());
  if (!space)
    return unsupported(at, "this address space");
  op.space = *space;
  op.count = call.getCalledFunction()->getName().contains(".noinc");
  op.operands[0] = slotOf(call.getArgOperand(0));
  return append(at, op);
}

Error FunctionDecoder::pendingCount(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  op.type = op.resultType = {TypeKind::Bits, 32};
  op.operands = {slotOf(call.getArgOperand(0)),
                 slotOf(ConstantInt::get(Type::getInt64Ty(at.getContext()),
                                         pendingCountMask))};
  return append(at, op);
}
