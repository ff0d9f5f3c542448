//===- NVVMEvents.cpp - A function of the LLVM dialect as events ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/NVVMEvents.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Transforms/Fences/EventTable.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

/// How the table calls it; the attribute decides what a fence or wait is.
static std::string nameOf(Operation *op) {
  if (auto fence = dyn_cast<NVVM::Tcgen05FenceOp>(op))
    return fence.getKind() == NVVM::Tcgen05FenceKind::BEFORE_THREAD_SYNC
               ? "tcgen05.fence.before"
               : "tcgen05.fence.after";
  if (auto wait = dyn_cast<NVVM::Tcgen05WaitOp>(op))
    return wait.getKind() == NVVM::Tcgen05WaitKind::LOAD ? "tcgen05.wait.ld"
                                                         : "tcgen05.wait.st";
  return op->getName().stripDialect().str();
}

static FailureOr<TensorEvent> classifyPtx(Operation *op, StringRef text,
                                          const BugSet &bugs) {
  auto events = findPtxEvents(text, bugs);
  if (events.size() > 1)
    return refuse(op) << "holds several tcgen05 or synchronising "
                         "instructions, between which no fence can be put";
  return events.empty() ? TensorEvent::None : events.front();
}

FailureOr<TensorEvent> tilefuzz::classifyOperation(Operation *op,
                                                   const BugSet &bugs) {
  auto find = [&](StringRef name) {
    return findEvent(name, bugs).value_or(TensorEvent::None);
  };
  if (auto inlined = dyn_cast<LLVM::InlineAsmOp>(op))
    return classifyPtx(op, inlined.getAsmString(), bugs);
  if (auto inlined = dyn_cast<NVVM::InlinePtxOp>(op))
    return classifyPtx(op, inlined.getPtxCode(), bugs);
  StringRef intrinsic;
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
    intrinsic = call.getIntrin();
  else if (auto call = dyn_cast<LLVM::CallOp>(op))
    intrinsic = call.getCallee().value_or("");
  if (intrinsic.consume_front("llvm.nvvm."))
    return find(intrinsic);
  if (isa<NVVM::NVVMDialect>(op->getDialect()))
    return find(nameOf(op));
  return TensorEvent::None;
}

/// Diagnostics are for who builds the graph.
static TensorEvent classifyQuietly(Operation *op, const BugSet &bugs) {
  ScopedDiagnosticHandler quiet(op->getContext(),
                                [](Diagnostic &) { return success(); });
  FailureOr<TensorEvent> event = classifyOperation(op, bugs);
  // Several: at least one of them is an event.
  return failed(event) ? TensorEvent::Use : *event;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

ModuleEvents::ModuleEvents(ModuleOp module, const BugSet &bugs) : bugs(bugs) {
  BugSet uncounted = bugs;
  uncounted.canaries = nullptr;
  DenseMap<Operation *, SmallVector<Operation *>> callers;
  SmallVector<Operation *> work;
  module.walk([&](Operation *op) {
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!function)
      return;
    if (auto call = dyn_cast<CallOpInterface>(op))
      if (Operation *callee = call.resolveCallable()) {
        callers[callee].push_back(function);
        called.insert(callee);
      }
    TensorEvent event = classifyQuietly(op, uncounted);
    if (isUse(event) && !firstUse)
      firstUse = op;
    if (event != TensorEvent::None && withEvents.insert(function).second)
      work.push_back(function);
  });
  while (!work.empty())
    for (Operation *caller : callers.lookup(work.pop_back_val()))
      if (withEvents.insert(caller).second)
        work.push_back(caller);
}

bool ModuleEvents::isCalled(FunctionOpInterface function) const {
  return called.contains(function);
}

TensorEvent ModuleEvents::classifyCall(Operation *op) const {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call || isa<LLVM::CallIntrinsicOp>(op))
    return TensorEvent::None;
  Operation *callee = call.resolveCallable();
  // Through a pointer: anything. What nothing here defines is no code of ours.
  bool isIndirect = isa<Value>(call.getCallableForCallee());
  return isIndirect || (callee && withEvents.contains(callee))
             ? TensorEvent::Use
             : TensorEvent::None;
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

namespace tilefuzz {
class GraphBuilder {
public:
  GraphBuilder(const ModuleEvents &events, FunctionEvents &result)
      : events(events), result(result) {}

  LogicalResult build(FunctionOpInterface function);

private:
  void number(Region &region);
  LogicalResult fill(Region &region);
  LogicalResult fillBlock(Block &block);
  LogicalResult fillRegions(Operation *op, unsigned from);
  /// Where the parent of a region, or a block, goes on by `point`.
  void connect(RegionBranchOpInterface op, RegionBranchPoint point,
               unsigned from);
  void add(unsigned block, Operation *op, EventNode node) {
    result.graph.blocks[block].events.push_back(node);
    result.operations[block].push_back(op);
  }
  unsigned addBlock() {
    result.graph.blocks.emplace_back();
    result.operations.emplace_back();
    return result.graph.blocks.size() - 1;
  }

  const ModuleEvents &events;
  FunctionEvents &result;
  DenseMap<Block *, unsigned> blocks;
  /// What follows an operation that has regions.
  DenseMap<Operation *, unsigned> behind;
  DenseMap<Operation *, unsigned> loads;
};
} // namespace tilefuzz

/// In the order of the text, so that an edge that does not lead on leads back.
void GraphBuilder::number(Region &region) {
  for (Block &block : region) {
    blocks[&block] = addBlock();
    for (Operation &op : block) {
      if (classifyQuietly(&op, {}) == TensorEvent::Load)
        loads.try_emplace(&op, loads.size());
      if (!op.getNumRegions())
        continue;
      for (Region &inner : op.getRegions())
        number(inner);
      behind[&op] = addBlock();
    }
  }
}

void GraphBuilder::connect(RegionBranchOpInterface op, RegionBranchPoint point,
                           unsigned from) {
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(point, successors);
  for (const RegionSuccessor &successor : successors)
    result.graph.blocks[from].successors.push_back(
        successor.isParent() || successor.getSuccessor()->empty()
            ? behind.at(op)
            : blocks.at(&successor.getSuccessor()->front()));
}

LogicalResult GraphBuilder::fillRegions(Operation *op, unsigned from) {
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    connect(branch, RegionBranchPoint::parent(), from);
    for (Region &region : op->getRegions())
      if (failed(fill(region)))
        return failure();
    return success();
  }
  for (Region &region : op->getRegions()) {
    auto found = region.walk([&](Operation *inner) {
      bool readsLoad = llvm::any_of(inner->getOperands(), [&](Value value) {
        return value.getDefiningOp() && loads.contains(value.getDefiningOp());
      });
      return readsLoad ||
                     classifyQuietly(inner, events.bugs) != TensorEvent::None
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (found.wasInterrupted())
      return refuse(op) << "has a region with tcgen05 or synchronising "
                           "operations, and nothing tells how it runs";
  }
  result.graph.blocks[from].successors.push_back(behind.at(op));
  return success();
}

LogicalResult GraphBuilder::fillBlock(Block &block) {
  unsigned current = blocks.at(&block);
  for (Operation &op : block) {
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp())
        if (auto load = loads.find(source); load != loads.end())
          add(current, &op, {TensorEvent::ReadResult, load->second});
    FailureOr<TensorEvent> event = classifyOperation(&op, events.bugs);
    if (failed(event))
      return failure();
    if (*event == TensorEvent::None)
      event = events.classifyCall(&op);
    if (*event != TensorEvent::None)
      add(current, &op,
          {*event, *event == TensorEvent::Load ? loads.at(&op) : 0});
    if (op.getNumRegions()) {
      if (failed(fillRegions(&op, current)))
        return failure();
      current = behind.at(&op);
    }
    for (Block *next : op.getSuccessors())
      result.graph.blocks[current].successors.push_back(blocks.at(next));
    if (auto leaves = dyn_cast<RegionBranchTerminatorOpInterface>(op))
      if (auto parent = dyn_cast<RegionBranchOpInterface>(op.getParentOp()))
        connect(parent, RegionBranchPoint(leaves), current);
  }
  return success();
}

LogicalResult GraphBuilder::fill(Region &region) {
  for (Block &block : region)
    if (failed(fillBlock(block)))
      return failure();
  return success();
}

LogicalResult GraphBuilder::build(FunctionOpInterface function) {
  number(function.getFunctionBody());
  result.graph.numLoads = loads.size();
  return fill(function.getFunctionBody());
}

FailureOr<FunctionEvents>
ModuleEvents::build(FunctionOpInterface function) const {
  FunctionEvents result;
  result.graph.isCalled = isCalled(function);
  if (failed(GraphBuilder(*this, result).build(function)))
    return failure();
  return result;
}
