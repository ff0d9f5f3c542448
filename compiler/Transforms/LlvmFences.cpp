//===- LlvmFences.cpp - Fences of tensor memory in LLVM IR ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/LlvmFences.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/Transforms/Fences/EventTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tilefuzz;

static Error refuse(const Instruction &at, const Twine &what) {
  return createStringError("in function '" + at.getFunction()->getName() +
                           "': " + what);
}

/// Of intrinsics and inline PTX.
static Expected<TensorEvent> classify(const Instruction &at,
                                      const BugSet &bugs) {
  auto *call = dyn_cast<CallBase>(&at);
  if (!call)
    return TensorEvent::None;
  if (auto *text = dyn_cast<InlineAsm>(call->getCalledOperand())) {
    auto events = findPtxEvents(text->getAsmString(), bugs);
    if (events.size() > 1)
      return refuse(at, "inline PTX holds several tcgen05 or synchronising "
                        "instructions, between which no fence can be put");
    return events.empty() ? TensorEvent::None : events.front();
  }
  const Function *callee = call->getCalledFunction();
  StringRef name = callee ? callee->getName() : "";
  return name.consume_front("llvm.nvvm.")
             ? findEvent(name, bugs).value_or(TensorEvent::None)
             : TensorEvent::None;
}

namespace {
/// The functions of a module: whose events a call leads to.
class ModuleFences {
public:
  ModuleFences(Module &module, const BugSet &bugs)
      : module(module), bugs(bugs) {}

  Error read();
  bool fence(Function &function, FenceForm form) const;

  const Instruction *firstUse = nullptr;

private:
  TensorEvent eventOf(const Instruction &at) const;

  Module &module;
  const BugSet &bugs;
  DenseMap<const Instruction *, TensorEvent> events;
  /// Functions that hold an event, themselves or through calls.
  DenseSet<const Function *> withEvents;
};
} // namespace

static const Function *calleeOf(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

Error ModuleFences::read() {
  for (const Function &function : module)
    for (const Instruction &at : instructions(function)) {
      Expected<TensorEvent> event = classify(at, bugs);
      if (!event)
        return event.takeError();
      if (*event == TensorEvent::None)
        continue;
      events[&at] = *event;
      withEvents.insert(&function);
      if (isUse(*event) && !firstUse)
        firstUse = &at;
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function &function : module)
      for (const Instruction &at : instructions(function))
        if (const Function *callee = calleeOf(at);
            callee && withEvents.contains(callee))
          changed |= withEvents.insert(&function).second;
  }
  return Error::success();
}

TensorEvent ModuleFences::eventOf(const Instruction &at) const {
  if (auto known = events.find(&at); known != events.end())
    return known->second;
  auto *call = dyn_cast<CallBase>(&at);
  if (!call || call->isInlineAsm())
    return TensorEvent::None;
  // Through a pointer: anything.
  const Function *callee = calleeOf(at);
  return call->isIndirectCall() || (callee && withEvents.contains(callee))
             ? TensorEvent::Use
             : TensorEvent::None;
}

bool ModuleFences::fence(Function &function, FenceForm form) const {
  EventGraph graph;
  std::vector<std::vector<Instruction *>> places(function.size());
  graph.blocks.resize(function.size());
  graph.isCalled = any_of(function.users(),
                          [](const User *user) { return isa<CallBase>(user); });
  DenseMap<const BasicBlock *, unsigned> numbers;
  DenseMap<const Value *, unsigned> loads;
  for (BasicBlock &block : function)
    numbers.try_emplace(&block, numbers.size());
  for (Instruction &at : instructions(function))
    if (eventOf(at) == TensorEvent::Load)
      loads.try_emplace(&at, loads.size());
  graph.numLoads = loads.size();
  for (BasicBlock &block : function) {
    unsigned number = numbers.at(&block);
    auto add = [&](Instruction &at, EventNode node) {
      graph.blocks[number].events.push_back(node);
      places[number].push_back(&at);
    };
    for (Instruction &at : block) {
      // What a phi reads is read at the end of the block that it comes from.
      if (!isa<PHINode>(at))
        for (const Value *operand : at.operands())
          if (auto load = loads.find(operand); load != loads.end())
            add(at, {TensorEvent::ReadResult, load->second});
      if (TensorEvent event = eventOf(at); event != TensorEvent::None)
        add(at, {event, loads.lookup(&at)});
    }
    for (BasicBlock *next : successors(&block)) {
      for (const PHINode &phi : next->phis())
        if (auto load = loads.find(phi.getIncomingValueForBlock(&block));
            load != loads.end())
          add(*block.getTerminator(), {TensorEvent::ReadResult, load->second});
      graph.blocks[number].successors.push_back(numbers.at(next));
    }
  }
  auto intrinsicOf = [](TensorEvent kind) {
    switch (kind) {
    case TensorEvent::BeforeFence:
      return Intrinsic::nvvm_tcgen05_fence_before_thread_sync;
    case TensorEvent::AfterFence:
      return Intrinsic::nvvm_tcgen05_fence_after_thread_sync;
    case TensorEvent::WaitLoads:
      return Intrinsic::nvvm_tcgen05_wait_ld;
    default:
      return Intrinsic::nvvm_tcgen05_wait_st;
    }
  };
  IRBuilder<> builder(function.getContext());
  std::vector<FenceInsertion> fences = findFences(graph, form, bugs);
  for (const FenceInsertion &fence : fences) {
    Instruction *at = places[fence.block][fence.event];
    builder.SetInsertPoint(fence.isBehind ? at->getNextNode() : at);
    builder.CreateIntrinsic(intrinsicOf(fence.kind), {});
  }
  return !fences.empty();
}

Expected<bool> tilefuzz::injectTcgen05Fences(Module &module, StringRef target,
                                             FenceForm form,
                                             const BugSet &bugs) {
  ModuleFences fences(module, bugs);
  if (Error error = fences.read())
    return std::move(error);
  if (!fences.firstUse)
    return false;
  Expected<TargetVariant> variant = parseTarget(target);
  if (!variant)
    return variant.takeError();
  if (!variant->hasTcgen05())
    return refuse(*fences.firstUse,
                  "a use of tensor memory needs tcgen05, which " +
                      variant->getName() + " has not");
  bool isChanged = false;
  for (Function &function : module)
    if (!function.isDeclaration())
      isChanged |= fences.fence(function, form);
  return isChanged;
}

PreservedAnalyses LlvmTcgen05FencePass::run(Module &module,
                                            ModuleAnalysisManager &) {
  StringRef target;
  for (const Function &function : module)
    if (target.empty() && !function.isDeclaration())
      target = function.getFnAttribute("target-cpu").getValueAsString();
  if (target.empty())
    return PreservedAnalyses::all();
  Expected<bool> isChanged = injectTcgen05Fences(module, target, form, bugs);
  if (!isChanged) {
    module.getContext().emitError("tileas-inject-tcgen05-fence: " +
                                  toString(isChanged.takeError()));
    return PreservedAnalyses::all();
  }
  return *isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
