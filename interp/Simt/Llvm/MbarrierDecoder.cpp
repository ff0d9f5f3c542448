//===- MbarrierDecoder.cpp - Intrinsics of mbarriers ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Their names say it all, in the words of PTX: what is done, `relaxed` or not,
// a scope, and the space of the address (LLVM, NVPTX usage guide).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/Mbarriers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

static constexpr StringLiteral prefix = "llvm.nvvm.mbarrier.";

/// The row whose words, with dots, begin the name; the longest one.
static const MbarrierForm *takeForm(StringRef &name) {
  const MbarrierForm *best = nullptr;
  std::string longest;
  for (const MbarrierForm &form : getMbarrierForms()) {
    std::string words = form.name.str();
    llvm::replace(words, '_', '.');
    // A whole word of it.
    if ((name == words || name.starts_with(words + ".")) &&
        words.size() > longest.size()) {
      best = &form;
      longest = words;
    }
  }
  name = name.drop_front(longest.size());
  return best;
}

bool FunctionDecoder::isMbarrier(const LI &at) {
  auto *call = dyn_cast<IntrinsicInst>(&at);
  if (!call)
    return false;
  StringRef name = call->getCalledFunction()->getName();
  return name.consume_front(prefix) && takeForm(name);
}

Error FunctionDecoder::mbarrier(const LI &at, SI op) {
  auto &call = cast<IntrinsicInst>(at);
  StringRef name =
      call.getCalledFunction()->getName().drop_front(prefix.size());
  const MbarrierForm &form = *takeForm(name);
  op.opcode = Opcode::Mbarrier;
  op.mbarrier = form.operation;
  op.order = form.isTest() ? MemoryOrder::Acquire : MemoryOrder::Release;
  op.scope = simt::Scope::Cta;
  if (name.contains(".relaxed"))
    op.order = MemoryOrder::Relaxed;
  if (name.contains(".scope.cluster"))
    op.scope = simt::Scope::Cluster;
  std::optional<StateSpace> space =
      spaceOf(call.getArgOperand(0)->getType()->getPointerAddressSpace());
  if (!space)
    return unsupported(at, "this address space");
  op.space = *space;
  op.operands[0] = slotOf(call.getArgOperand(0));
  // What stands after it (a time limit) decides no result.
  if (call.arg_size() > 1)
    op.operands[1] = slotOf(call.getArgOperand(1));
  else if (!form.operands.empty())
    op.operands[1] =
        slotOf(ConstantInt::get(Type::getInt32Ty(at.getContext()), 1));
  if (at.getType()->isVoidTy())
    op.lanes = 0;
  return append(at, op);
}
