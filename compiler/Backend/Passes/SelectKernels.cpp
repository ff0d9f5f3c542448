//===- SelectKernels.cpp - Keep some kernels of a module ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/KernelPredicate.h"
#include "compiler/Backend/Passes/LlvmPasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace tilefuzz;

Expected<KernelSelection> tilefuzz::parseKernelSelection(StringRef text) {
  KernelSelection selection;
  for (StringRef part : split(text, ';')) {
    if (part.empty())
      continue;
    auto [key, value] = part.split('=');
    if (key == "kernel" && !value.empty()) {
      selection.names.push_back(value.str());
      continue;
    }
    auto [low, high] = value.split('-');
    if (!value.contains('-'))
      high = low;
    unsigned first, last;
    if (key != "range" || low.getAsInteger(10, first) ||
        high.getAsInteger(10, last) || first > last)
      return createStringError("select-kernels: '" + part +
                               "' is neither kernel=NAME nor range=N nor "
                               "range=FIRST-LAST");
    selection.range = {first, last};
  }
  return selection;
}

/// The kernels that the selection names, or what it names wrongly.
static Expected<SmallPtrSet<const Function *, 8>>
findSelected(const Module &module, const KernelSelection &selection,
             const BugSet &bugs) {
  KernelPredicate predicate(module);
  std::vector<const Function *> kernels, functions;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    functions.push_back(&function);
    if (predicate.isKernel(function))
      kernels.push_back(&function);
  }
  SmallPtrSet<const Function *, 8> selected;
  for (const std::string &name : selection.names) {
    auto it = find_if(kernels, [&](const Function *kernel) {
      return kernel->getName() == name;
    });
    if (it == kernels.end())
      return createStringError("select-kernels: no kernel is called '" + name +
                               "'");
    selected.insert(*it);
  }
  if (!selection.range)
    return selected;
  auto [first, last] = *selection.range;
  if (last >= kernels.size())
    return createStringError("select-kernels: the range ends at " +
                             Twine(last) + ", and the module has " +
                             Twine(kernels.size()) + " kernels");
  last =
      bugs.pick(SeededBug::SelectRangeIsExclusive, last, last ? last - 1 : 0);
  for (unsigned i = first; i <= last; ++i)
    selected.insert(
        bugs.pick(SeededBug::SelectCountsFunctions, kernels[i], functions[i]));
  return selected;
}

namespace {
/// What the kept values refer to, through code and initialisers.
class Reach {
public:
  explicit Reach(const BugSet &bugs) : bugs(bugs) {}

  void add(const Value *value) {
    if (!isa<Constant>(value) || !seen.insert(value).second)
      return;
    if (auto *function = dyn_cast<Function>(value)) {
      for (const Instruction &at : instructions(*function))
        addOperands(at);
    }
    for (const Value *operand : cast<Constant>(value)->operands())
      add(operand);
  }
  bool contains(const GlobalValue *value) const { return seen.contains(value); }

private:
  void addOperands(const Instruction &at) {
    for (const Use &operand : at.operands()) {
      auto *call = dyn_cast<CallBase>(&at);
      bool isCallee = call && call->isCallee(&operand);
      if (isa<Function>(operand) && !isCallee &&
          bugs.acts(SeededBug::SelectFollowsCallsOnly))
        continue;
      add(operand);
    }
  }

  const BugSet &bugs;
  SmallPtrSet<const Value *, 32> seen;
};
} // namespace

/// Rows about functions that are gone.
static void dropAnnotations(Module &module,
                            const SmallPtrSetImpl<GlobalValue *> &dropped) {
  for (StringRef name : getKernelAnnotationNames()) {
    NamedMDNode *rows = module.getNamedMetadata(name);
    if (!rows)
      continue;
    SmallVector<MDNode *> kept;
    for (MDNode *row : rows->operands()) {
      Function *function =
          row->getNumOperands()
              ? mdconst::dyn_extract_or_null<Function>(row->getOperand(0))
              : nullptr;
      if (!function || !dropped.contains(function))
        kept.push_back(row);
    }
    rows->clearOperands();
    for (MDNode *row : kept)
      rows->addOperand(row);
    if (kept.empty())
      rows->eraseFromParent();
  }
}

static void eraseAll(Module &module,
                     const SmallPtrSetImpl<GlobalValue *> &dropped) {
  dropAnnotations(module, dropped);
  removeFromUsedLists(module, [&](Constant *constant) {
    auto *value = dyn_cast<GlobalValue>(constant->stripPointerCasts());
    return value && dropped.contains(value);
  });
  // What refers to each other goes together.
  for (GlobalValue *value : dropped)
    if (auto *function = dyn_cast<Function>(value))
      function->deleteBody();
    else
      cast<GlobalVariable>(value)->setInitializer(nullptr);
  for (GlobalValue *value : dropped) {
    value->removeDeadConstantUsers();
    // Only a wrong selection leaves uses.
    value->replaceAllUsesWith(PoisonValue::get(value->getType()));
    value->eraseFromParent();
  }
}

Error tilefuzz::selectKernels(Module &module, const KernelSelection &selection,
                              const BugSet &bugs) {
  if (selection.isAll())
    return Error::success();
  auto selected = findSelected(module, selection, bugs);
  if (!selected)
    return selected.takeError();
  KernelPredicate predicate(module);
  auto isUnselected = [&](const GlobalValue &value) {
    auto *function = dyn_cast<Function>(&value);
    return function && !function->isDeclaration() &&
           predicate.isKernel(*function) && !selected->contains(function);
  };
  SmallVector<GlobalValue *> used, ofCompiler;
  collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
  collectUsedGlobalVariables(module, ofCompiler, /*CompilerUsed=*/true);
  // Seeded: there is one such list.
  if (ofCompiler.empty() || !bugs.acts(SeededBug::SelectForgetsCompilerUsed))
    append_range(used, ofCompiler);
  Reach reach(bugs);
  for (const GlobalValue &value : module.global_values()) {
    bool isList = value.getName() == "llvm.used" ||
                  value.getName() == "llvm.compiler.used";
    if (!isList && !isUnselected(value) &&
        (!value.hasLocalLinkage() || is_contained(used, &value)))
      reach.add(&value);
  }
  for (const Function *kernel : *selected)
    reach.add(kernel);
  SmallPtrSet<GlobalValue *, 16> dropped;
  for (GlobalObject &value : module.global_objects()) {
    if (isa<GlobalIFunc>(value) || reach.contains(&value) ||
        value.getName().starts_with("llvm."))
      continue;
    if (isUnselected(value) || value.hasLocalLinkage())
      dropped.insert(&value);
  }
  eraseAll(module, dropped);
  return Error::success();
}

PreservedAnalyses SelectKernelsPass::run(Module &module,
                                         ModuleAnalysisManager &) {
  if (Error error = selectKernels(module, selection, bugs))
    module.getContext().diagnose(
        DiagnosticInfoGeneric(toString(std::move(error)), DS_Error));
  return PreservedAnalyses::none();
}
