//===- Claims.cpp - What passes over LLVM IR say and promise --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each is found out in another way than the pass does.
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/LlvmPasses.h"
#include "fuzz/Llvm/Trial.h"
#include "oracle/Compare/Compare.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace tilefuzz;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Who is seen from outside
//===----------------------------------------------------------------------===//

static bool isUsedList(const Module &module, const GlobalValue &value) {
  SmallVector<GlobalValue *> used;
  collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
  return is_contained(used, &value);
}

void Trial::checkInterface(const std::string &where, const Module &changed) {
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    bool isKernel = is_contained(program.kernels, function.getName());
    bool isSeen = isKernel || !function.hasLocalLinkage();
    const Function *after = changed.getFunction(function.getName());
    std::string name = "'" + function.getName().str() + "' ";
    if (where == "check-kernel-functions") {
      bool isKept = isKernel || isUsedList(module, function);
      if (!after || (isSeen && isKept && after->hasLocalLinkage()))
        report(where, "interface", name + "is needed and internal");
      else if (!isKept && !after->hasLocalLinkage())
        report(where, "interface", name + "is no kernel and not internal");
      continue;
    }
    if (!isSeen && !function.hasAddressTaken())
      continue;
    if (!after || after->getFunctionType() != function.getFunctionType() ||
        after->getLinkage() != function.getLinkage())
      report(where, "interface", name + "is seen from outside and changed");
  }
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// The functions and variables whose code or initialiser the value is in, or
/// is part of what is.
static void addUsers(const Value &value,
                     SmallPtrSetImpl<const GlobalValue *> &users) {
  for (const User *user : value.users()) {
    if (auto *at = dyn_cast<Instruction>(user))
      users.insert(at->getFunction());
    else if (auto *holder = dyn_cast<GlobalValue>(user))
      users.insert(holder);
    else
      addUsers(*user, users);
  }
}

/// Whether something of `kept` leads to `value`; looked for from the end.
static bool isReached(const GlobalValue &value,
                      const std::vector<std::string> &kept,
                      SmallPtrSetImpl<const GlobalValue *> &seen) {
  // What these lists name stays, though no code refers to it.
  bool isList =
      value.getName() == "llvm.used" || value.getName() == "llvm.compiler.used";
  if (isList || is_contained(kept, value.getName()))
    return true;
  if (!seen.insert(&value).second)
    return false;
  SmallPtrSet<const GlobalValue *, 8> users;
  addUsers(value, users);
  return any_of(users, [&](const GlobalValue *user) {
    return isReached(*user, kept, seen);
  });
}

/// Each kernel by its name and by its ordinal, and all that begin with the
/// first.
void Trial::checkSelections() {
  struct Case {
    KernelSelection selection;
    std::vector<std::string> kept;
  };
  std::vector<Case> cases;
  for (auto [i, kernel] : enumerate(program.kernels)) {
    unsigned number = i;
    KernelSelection byName, byOrdinal, upTo;
    byName.names = {kernel};
    byOrdinal.range = {number, number};
    upTo.range = {0u, number};
    cases.push_back({byName, {kernel}});
    cases.push_back({byOrdinal, {kernel}});
    cases.push_back(
        {upTo, std::vector<std::string>(program.kernels.begin(),
                                        program.kernels.begin() + number + 1)});
  }
  const std::string where = "select-kernels";
  for (const Case &one : cases) {
    std::unique_ptr<Module> target = apply(where, [&](Module &copy) {
      return selectKernels(copy, one.selection, options.bugs);
    });
    if (!target)
      return;
    count("selections");
    for (const std::string &kernel : program.kernels) {
      bool isKept = is_contained(one.kept, kernel);
      if (isKept == (target->getFunction(kernel) != nullptr))
        continue;
      report(where, "selection",
             "kernel '" + kernel + "' is " + (isKept ? "dropped" : "kept"));
      return;
    }
    for (const GlobalObject &value : module.global_objects()) {
      if (target->getNamedValue(value.getName()) ||
          value.getName().starts_with("llvm."))
        continue;
      SmallPtrSet<const GlobalValue *, 8> seen;
      if (!isReached(value, one.kept, seen))
        continue;
      report(where, "selection",
             "'" + value.getName() + "' is dropped and reached");
      return;
    }
    for (const std::string &kernel : one.kept) {
      Outcome actual = execute(*target, kernel);
      ComparisonVerdict verdict = tilefuzz::compare(expected[kernel], actual);
      if (!verdict.isFinding())
        continue;
      report(where, "execution", kernel + ": " + verdict.reason);
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Of an array or a vector; 0: of neither.
static uint64_t countElements(const Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return array->getNumElements();
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getNumElements();
  return 0;
}

static bool isAccessed(const Value &place) {
  return any_of(place.users(), [&](const User *user) {
    return getLoadStorePointerOperand(user) == &place;
  });
}

/// Modules have their constant indices within bounds; with one moved out, the
/// check must say so.
void Trial::checkIndices() {
  const std::string where = "check-gep-index";
  for (const std::string &error : checkGepIndices(module, options.bugs)) {
    report(where, "index", "reported of a module without: " + error);
    return;
  }
  struct Change {
    GetElementPtrInst *at;
    unsigned operand;
    int64_t index;
  };
  std::unique_ptr<Module> copy = CloneModule(module);
  std::vector<Change> changes;
  for (Function &function : *copy)
    for (llvm::Instruction &at : instructions(function)) {
      auto *address = dyn_cast<GetElementPtrInst>(&at);
      if (!address || address->getNumOperands() < 3)
        continue;
      uint64_t count = countElements(address->getSourceElementType());
      if (!count || !isa<ConstantInt>(address->getOperand(2)))
        continue;
      changes.push_back({address, 2, -1});
      if (isAccessed(at) && address->getNumOperands() == 3)
        changes.push_back({address, 2, int64_t(count)});
      if (address->getNumOperands() == 4)
        changes.push_back({address, 3, 5});
    }
  constexpr size_t most = 12;
  for (const Change &change : ArrayRef(changes).take_front(most)) {
    auto *old = cast<ConstantInt>(change.at->getOperand(change.operand));
    change.at->setOperand(change.operand,
                          ConstantInt::getSigned(old->getType(), change.index));
    bool isReported = !checkGepIndices(*copy, options.bugs).empty();
    change.at->setOperand(change.operand, old);
    count("injectedIndices");
    if (isReported)
      continue;
    report(where, "index",
           "index " + Twine(change.index) + " of operand " +
               Twine(change.operand) + " is not reported");
    return;
  }
}

//===----------------------------------------------------------------------===//
// Metrics
//===----------------------------------------------------------------------===//

/// Against what the generator counted while it wrote.
void Trial::checkMetrics() {
  for (const Function &function : module) {
    auto tally = program.tallies.find(function.getName().str());
    if (function.isDeclaration() || tally == program.tallies.end())
      continue;
    KernelMetrics counts = measure(function, options.bugs);
    for (const KernelMetricInfo &metric : getKernelMetrics()) {
      auto it = tally->second.find(metric.name.str());
      uint64_t right = it == tally->second.end() ? 0 : it->second;
      count("metrics");
      if (counts.*metric.member == right)
        continue;
      report("kernel-info", "metrics",
             metric.name + " of '" + function.getName() + "' is " +
                 Twine(right) + ", not " + Twine(counts.*metric.member));
      return;
    }
  }
}
