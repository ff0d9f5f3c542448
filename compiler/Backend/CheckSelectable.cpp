//===- CheckSelectable.cpp - What the NVPTX back end cannot do ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// LLVM's NVPTX back end stops the process on what it cannot select, and
// ignores the ordering and scope of atomicrmw. Both are refused here, so that
// they become diagnostics.
// Memory model, 5.4; facts, 5.5, N1, N2 and N15.
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "compiler/Target/TargetTable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tilefuzz;

/// Target-independent intrinsics that are selected for every type of theirs
/// that checkTypes() lets through, or that vanish before selection.
static bool isSelectable(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::abs:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
  case Intrinsic::bitreverse:
  case Intrinsic::bswap:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::ctpop:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::ceil:
  case Intrinsic::floor:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::fma:
  case Intrinsic::sqrt:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::is_fpclass:
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::assume:
  case Intrinsic::expect:
  case Intrinsic::is_constant:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::sideeffect:
  case Intrinsic::donothing:
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
    return true;
  default:
    return false;
  }
}

static Error refuse(const Instruction &at, const Twine &what) {
  return createStringError("in function '" + at.getFunction()->getName() +
                           "': " + what);
}

static bool isWideFloat(Type *type) {
  type = type->getScalarType();
  return type->isFP128Ty() || type->isX86_FP80Ty() || type->isPPC_FP128Ty();
}

static Error checkScope(const Instruction &at, SyncScope::ID scope,
                        const TargetVariant &target) {
  SmallVector<StringRef> names;
  at.getContext().getSyncScopeNames(names);
  StringRef name = names[scope];
  if (name == "cluster" && !(target.row->has & Clusters))
    return refuse(at, "synchronisation scope 'cluster' needs a target with "
                      "clusters, which " +
                          target.getName() + " is not");
  if (name.empty() || name == "device" || name == "block" ||
      name == "cluster" || name == "singlethread")
    return Error::success();
  return refuse(at, "synchronisation scope '" + name + "' has no PTX form");
}

static Error checkCall(const CallBase &call, const TargetVariant &target) {
  if (call.isInlineAsm() || !call.getCalledFunction())
    return Error::success();
  const Function &callee = *call.getCalledFunction();
  if (!callee.isDeclaration())
    return Error::success();
  StringRef name = callee.getName();
  // PTX interoperability guide, system calls: the driver defines it.
  if (name == "vprintf")
    return Error::success();
  if (!callee.isIntrinsic())
    return refuse(call, "'" + name + "' is called, and nothing defines it");
  bool isSelected =
      isSelectable(callee.getIntrinsicID()) || isa<DbgInfoIntrinsic>(call);
  if (callee.getIntrinsicID() == Intrinsic::exp2)
    isSelected = call.getType()->getScalarType()->isFloatTy();
  if (name.starts_with("llvm.nvvm.")) {
    isSelected = true;
    if (name.starts_with("llvm.nvvm.wgmma."))
      isSelected = target.hasWGMMA();
    if (name.starts_with("llvm.nvvm.tcgen05."))
      isSelected = target.hasTcgen05();
  }
  if (!isSelected)
    return refuse(call, "intrinsic '" + name + "' has no machine form for " +
                            target.getName());
  return Error::success();
}

static Error checkInstruction(const Instruction &at,
                              const TargetVariant &target) {
  if (isWideFloat(at.getType()) || any_of(at.operands(), [](const Use &use) {
        return isWideFloat(use->getType());
      }))
    return refuse(at, "floats wider than 64 bits have no PTX form");
  if (at.getOpcode() == Instruction::FRem)
    return refuse(at, "frem is expanded inexactly by the back end");
  if (isa<InvokeInst, LandingPadInst, ResumeInst>(at) || at.isEHPad())
    return refuse(at, "exception handling has no PTX form");
  if (auto *update = dyn_cast<AtomicRMWInst>(&at)) {
    SmallVector<StringRef> names;
    at.getContext().getSyncScopeNames(names);
    if (update->getOrdering() != AtomicOrdering::Monotonic ||
        names[update->getSyncScopeID()] != "device")
      return refuse(at, "atomicrmw other than relaxed at device scope would "
                        "lose its ordering or scope in PTX");
  }
  auto checkAtomic = [&](Type *type, SyncScope::ID scope) {
    if (type->getPrimitiveSizeInBits() > 64)
      return refuse(at, "atomics wider than 64 bits are not supported");
    return checkScope(at, scope, target);
  };
  if (auto *load = dyn_cast<LoadInst>(&at); load && load->isAtomic())
    return checkAtomic(load->getType(), load->getSyncScopeID());
  if (auto *store = dyn_cast<StoreInst>(&at); store && store->isAtomic())
    return checkAtomic(store->getValueOperand()->getType(),
                       store->getSyncScopeID());
  if (auto *swap = dyn_cast<AtomicCmpXchgInst>(&at))
    return checkAtomic(swap->getNewValOperand()->getType(),
                       swap->getSyncScopeID());
  if (auto *fence = dyn_cast<FenceInst>(&at))
    return checkScope(at, fence->getSyncScopeID(), target);
  if (auto *call = dyn_cast<CallBase>(&at))
    return checkCall(*call, target);
  return Error::success();
}

static Error checkGlobal(const GlobalVariable &variable) {
  auto refuseIt = [&](const Twine &what) {
    return createStringError("global variable '" + variable.getName() +
                             "': " + what);
  };
  if (variable.isThreadLocal())
    return refuseIt("thread-local storage has no PTX form");
  if (variable.hasAppendingLinkage())
    return refuseIt("appending linkage has no PTX form");
  if (variable.hasInitializer() &&
      !isa<UndefValue>(variable.getInitializer()) &&
      variable.getAddressSpace() != 1 && variable.getAddressSpace() != 4 &&
      variable.getAddressSpace() != 0)
    return refuseIt("only global and constant memory can be initialised");
  return Error::success();
}

Error tilefuzz::checkSelectable(const Module &module, StringRef name) {
  Expected<TargetVariant> target = parseTarget(name);
  if (!target)
    return target.takeError();
  for (const GlobalVariable &variable : module.globals())
    if (Error error = checkGlobal(variable))
      return error;
  if (!module.ifunc_empty() || !module.alias_empty())
    return createStringError("aliases and ifuncs are not supported");
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (Error error = checkInstruction(instruction, *target))
        return error;
  return Error::success();
}
