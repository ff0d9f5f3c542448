//===- IPMSP.cpp - Memory spaces through calls ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Functions are visited callers first, so that what a clone knows of its
// parameters is known where it calls on.
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/KernelPredicate.h"
#include "compiler/Backend/Passes/LlvmPasses.h"
#include "compiler/Backend/Passes/MemorySpaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;
using namespace tilefuzz;

namespace {
/// By parameter: its space, or 0 where it stays as it is.
using Signature = std::vector<unsigned>;
struct Group {
  Signature signature;
  SmallVector<CallInst *> calls;
};

class Propagation {
public:
  Propagation(Module &module, const IPMSPOptions &options, const BugSet &bugs)
      : module(module), options(options), bugs(bugs), predicate(module) {}

  bool run();

private:
  bool isEligible(const Function &function) const;
  std::vector<Group> groupCalls(Function &function);
  bool comesBefore(const CallInst *a, const CallInst *b);
  Signature signatureOf(const CallInst &call, const Function &callee) const;
  void specialise(Function &function);
  Function *makeVariant(Function &function, const Signature &signature,
                        bool isClone);
  void redirect(CallInst &call, Function &variant);

  Module &module;
  const IPMSPOptions &options;
  const BugSet &bugs;
  KernelPredicate predicate;
  /// Of functions, in the module; those of variants are behind.
  DenseMap<const Function *, size_t> places;
  unsigned addedInstructions = 0;
  bool isChanged = false;
};
} // namespace

/// A parameter whose type may change: the callee gets no copy through it, and
/// nothing else is promised of its place.
static bool mayChange(const Argument &parameter) {
  return parameter.getType()->isPointerTy() &&
         parameter.getType()->getPointerAddressSpace() == 0 &&
         !parameter.hasPassPointeeByValueCopyAttr() &&
         !parameter.hasStructRetAttr() && !parameter.hasNestAttr() &&
         !parameter.hasReturnedAttr() && !parameter.hasSwiftErrorAttr() &&
         !parameter.hasAttribute(Attribute::SwiftSelf);
}

bool Propagation::isEligible(const Function &function) const {
  if (function.isDeclaration() || predicate.isKernel(function) ||
      function.isVarArg() || function.hasOptNone() ||
      function.hasFnAttribute(Attribute::Naked) || function.use_empty() ||
      none_of(function.args(), mayChange))
    return false;
  if (!function.hasLocalLinkage() && !bugs.acts(SeededBug::IPMSPTakesVisible))
    return false;
  // Its address is taken, or a call does not fit: left alone.
  for (const Use &use : function.uses()) {
    auto *call = dyn_cast<CallInst>(use.getUser());
    if (!call || !call->isCallee(&use) || call->isMustTailCall() ||
        call->hasOperandBundles() ||
        call->getFunctionType() != function.getFunctionType())
      return false;
  }
  return none_of(instructions(function), [](const Instruction &at) {
    auto *call = dyn_cast<CallInst>(&at);
    return call && call->isMustTailCall();
  });
}

Signature Propagation::signatureOf(const CallInst &call,
                                   const Function &callee) const {
  constexpr MemorySpaceBugs mine = {SeededBug::IPMSPSelectFirstArm,
                                    SeededBug::IPMSPPhiFirstIncoming};
  Signature signature;
  for (const Argument &parameter : callee.args()) {
    MemorySpace space;
    if (mayChange(parameter))
      space = spaceOf(*call.getArgOperand(parameter.getArgNo()), bugs, mine);
    signature.push_back(space.value_or(0));
  }
  return signature;
}

/// Where calls stand, which uses do not say: they are linked in any order.
bool Propagation::comesBefore(const CallInst *a, const CallInst *b) {
  const Function *first = a->getFunction(), *second = b->getFunction();
  if (first != second)
    return places[first] < places[second];
  if (a->getParent() != b->getParent())
    return a->getParent()->getNumber() < b->getParent()->getNumber();
  return a->comesBefore(b);
}

/// The calls by what they know of their arguments.
std::vector<Group> Propagation::groupCalls(Function &function) {
  std::vector<Group> groups;
  std::map<Signature, size_t> known;
  SmallVector<CallInst *> calls;
  for (User *user : function.users())
    calls.push_back(cast<CallInst>(user));
  llvm::sort(calls, [&](const CallInst *a, const CallInst *b) {
    return comesBefore(a, b);
  });
  Signature first = signatureOf(*calls.front(), function);
  for (CallInst *call : calls) {
    Signature signature = signatureOf(*call, function);
    if (call != calls.front())
      signature =
          bugs.pick(SeededBug::IPMSPFirstCallerDecides, signature, first);
    Signature key = signature;
    if (key.size() > 1) {
      Signature shorter(key.size());
      auto place = find_if(key, [](unsigned space) { return space != 0; });
      if (place != key.end())
        shorter[place - key.begin()] = *place;
      key = bugs.pick(SeededBug::IPMSPComparesOneParameter, key, shorter);
    }
    auto [it, isNew] = known.try_emplace(key, groups.size());
    if (isNew)
      groups.push_back({signature, {}});
    groups[it->second].calls.push_back(call);
  }
  return groups;
}

/// What holds of a pointer in its own space, too. `nonnull` does not: address 0
/// of shared memory is one.
static void keepPromises(Function &variant, const Argument &parameter) {
  AttributeSet all = parameter.getParent()->getAttributes().getParamAttrs(
      parameter.getArgNo());
  AttrBuilder kept(variant.getContext());
  for (Attribute::AttrKind kind :
       {Attribute::NoAlias, Attribute::ReadOnly, Attribute::WriteOnly,
        Attribute::ReadNone, Attribute::Captures, Attribute::NoFree,
        Attribute::NoUndef, Attribute::Alignment})
    if (all.hasAttribute(kind))
      kept.addAttribute(all.getAttribute(kind));
  unsigned number = parameter.getArgNo();
  variant.removeParamAttrs(
      number, AttributeMask(variant.getAttributes().getParamAttrs(number)));
  variant.addParamAttrs(number, kept);
}

Function *Propagation::makeVariant(Function &function,
                                   const Signature &signature, bool isClone) {
  SmallVector<Type *> types;
  std::string suffix = ".ipmsp";
  for (auto [parameter, space] : zip_equal(function.args(), signature)) {
    types.push_back(space ? PointerType::get(module.getContext(), space)
                          : parameter.getType());
    suffix += "." + std::to_string(space);
  }
  auto *type = FunctionType::get(function.getReturnType(), types, false);
  auto *variant =
      Function::Create(type, GlobalValue::InternalLinkage,
                       function.getAddressSpace(), function.getName() + suffix);
  module.getFunctionList().insert(function.getIterator(), variant);
  places.try_emplace(variant, places.size());
  ValueToValueMapTy map;
  SmallVector<Instruction *> casts;
  for (auto [parameter, argument, space] :
       zip_equal(function.args(), variant->args(), signature)) {
    argument.setName(parameter.getName());
    if (!space) {
      map[&parameter] = &argument;
      continue;
    }
    casts.push_back(new AddrSpaceCastInst(&argument, parameter.getType(),
                                          parameter.getName() + ".generic"));
    map[&parameter] = casts.back();
  }
  SmallVector<ReturnInst *> returns;
  CloneFunctionInto(variant, &function, map,
                    CloneFunctionChangeType::LocalChangesOnly, returns);
  variant->setLinkage(GlobalValue::InternalLinkage);
  variant->setVisibility(GlobalValue::DefaultVisibility);
  variant->setComdat(nullptr);
  for (Instruction *cast : reverse(casts))
    cast->insertBefore(variant->getEntryBlock().begin());
  for (auto [parameter, space] : zip_equal(function.args(), signature))
    if (space)
      keepPromises(*variant, parameter);
  if (isClone && !variant->hasFnAttribute(Attribute::NoInline))
    variant->addFnAttr(Attribute::AlwaysInline);
  return variant;
}

void Propagation::redirect(CallInst &call, Function &variant) {
  SmallVector<Value *> arguments;
  AttributeList attributes = call.getAttributes();
  SmallVector<AttributeSet> parameters;
  for (auto [i, argument] : enumerate(call.args())) {
    Type *wanted = variant.getArg(i)->getType();
    Value *value = argument;
    AttributeSet promises = attributes.getParamAttrs(i);
    if (wanted != value->getType()) {
      // The pointer that a cast made generic, if there is one.
      auto *cast = dyn_cast<AddrSpaceCastOperator>(value);
      if (cast && cast->getPointerOperand()->getType() == wanted)
        value = cast->getPointerOperand();
      else
        value = new AddrSpaceCastInst(value, wanted, value->getName() + ".as",
                                      call.getIterator());
      promises = AttributeSet();
    }
    arguments.push_back(value);
    parameters.push_back(promises);
  }
  auto *replacement = CallInst::Create(variant.getFunctionType(), &variant,
                                       arguments, "", call.getIterator());
  replacement->takeName(&call);
  replacement->setCallingConv(call.getCallingConv());
  replacement->setTailCallKind(call.getTailCallKind());
  replacement->setAttributes(
      AttributeList::get(call.getContext(), attributes.getFnAttrs(),
                         attributes.getRetAttrs(), parameters));
  replacement->copyMetadata(call);
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

void Propagation::specialise(Function &function) {
  std::vector<Group> groups = groupCalls(function);
  auto isGeneric = [](const Group &group) {
    return none_of(group.signature, [](unsigned space) { return space != 0; });
  };
  bool isOnly = groups.size() == 1;
  unsigned size = function.getInstructionCount(), clones = 0;
  for (Group &group : groups) {
    if (isGeneric(group))
      continue;
    if (!isOnly) {
      if (clones == options.maxClones ||
          addedInstructions + size > options.maxInstructions)
        break;
      ++clones;
      addedInstructions += size;
    }
    Function *variant = makeVariant(function, group.signature, !isOnly);
    for (CallInst *call : group.calls)
      redirect(*call, *variant);
    isChanged = true;
    if (isOnly)
      variant->takeName(&function);
  }
  if (function.use_empty() && isChanged)
    function.eraseFromParent();
}

bool Propagation::run() {
  for (const Function &function : module)
    places.try_emplace(&function, places.size());
  // Callees come first in the graph's order; a cycle is recursion.
  std::vector<Function *> order;
  {
    CallGraph graph(module);
    for (auto it = scc_begin(&graph); !it.isAtEnd(); ++it)
      if (it->size() == 1 && !it.hasCycle())
        if (Function *function = it->front()->getFunction())
          order.push_back(function);
  }
  for (Function *function : reverse(order))
    if (isEligible(*function))
      specialise(*function);
  return isChanged;
}

bool tilefuzz::propagateMemorySpaces(Module &module,
                                     const IPMSPOptions &options,
                                     const BugSet &bugs) {
  return Propagation(module, options, bugs).run();
}

PreservedAnalyses IPMSPPass::run(Module &module, ModuleAnalysisManager &) {
  return propagateMemorySpaces(module, options, bugs)
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}
