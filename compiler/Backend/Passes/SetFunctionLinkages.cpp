//===- SetFunctionLinkages.cpp - Kernels are visible, others are not ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/KernelPredicate.h"
#include "compiler/Backend/Passes/LlvmPasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace tilefuzz;

static bool makeVisible(Function &kernel) {
  bool isChanged = false;
  if (kernel.hasLocalLinkage()) {
    kernel.setLinkage(GlobalValue::ExternalLinkage);
    kernel.setDSOLocal(false);
    isChanged = true;
  }
  if (!kernel.hasDefaultVisibility()) {
    kernel.setVisibility(GlobalValue::DefaultVisibility);
    kernel.setDSOLocal(false);
    isChanged = true;
  }
  return isChanged;
}

bool tilefuzz::setFunctionLinkages(Module &module, ArrayRef<std::string> keep,
                                   const BugSet &bugs) {
  KernelPredicate predicate(module);
  SmallVector<GlobalValue *> used;
  collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
  collectUsedGlobalVariables(module, used, /*CompilerUsed=*/true);
  bool isChanged = false;
  for (Function &function : module) {
    if (function.isDeclaration() || function.hasAvailableExternallyLinkage())
      continue;
    bool isKernel = predicate.isKernel(function);
    if (isKernel)
      isKernel =
          bugs.pick(SeededBug::LinkagesByConventionOnly, true,
                    function.getCallingConv() == CallingConv::PTX_Kernel);
    if (isKernel) {
      isChanged |= makeVisible(function);
      continue;
    }
    // Another module may define it as well, and that definition may be the one.
    if (function.hasLocalLinkage() || function.isInterposable() ||
        is_contained(keep, function.getName()))
      continue;
    if (is_contained(used, &function) &&
        !bugs.acts(SeededBug::LinkagesDemoteUsed))
      continue;
    function.setComdat(nullptr);
    function.setVisibility(GlobalValue::DefaultVisibility);
    function.setDLLStorageClass(GlobalValue::DefaultStorageClass);
    function.setLinkage(GlobalValue::InternalLinkage);
    isChanged = true;
  }
  return isChanged;
}

PreservedAnalyses SetFunctionLinkagesPass::run(Module &module,
                                               ModuleAnalysisManager &) {
  return setFunctionLinkages(module, keep, bugs) ? PreservedAnalyses::none()
                                                 : PreservedAnalyses::all();
}
