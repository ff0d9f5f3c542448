//===- Definedness.cpp - What must stay for a program to stay defined -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/Definedness.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Mutate/TileAARoles.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// Of nv_tileaa, arith, math or scf (TileAARoles.h). Inputs of instances are of
/// no dialect, and compute with nothing.
static bool isLowered(Operation *op) {
  return op->getDialect() && !isa<CudaTileDialect>(op->getDialect());
}

/// Pointers, views and tokens.
static bool isPlace(Type type) {
  auto tile = dyn_cast<TileType>(type);
  return !tile || isa<PointerType>(tile.getElementType());
}

/// The operands that only carry data, of an operation with a place.
static bool isData(OpOperand &operand) {
  if (isLowered(operand.getOwner()))
    return tileaa::isData(operand);
  Value value = operand.get();
  return llvm::TypeSwitch<Operation *, bool>(operand.getOwner())
      .Case([&](LoadPtrTkoOp op) { return value == op.getPaddingValue(); })
      .Case([&](StorePtrTkoOp op) { return value == op.getValue(); })
      .Case([&](StoreViewTkoOp op) { return operand.getOperandNumber() == 0; })
      .Case([&](AtomicRMWTkoOp op) { return value == op.getArg(); })
      .Case([&](AtomicCASTkoOp op) {
        return value == op.getCmp() || value == op.getVal();
      })
      .Case([&](AtomicRedViewTkoOp op) { return value == op.getValue(); })
      .Case<PrintTkoOp>([&](PrintTkoOp op) { return true; })
      .Default(false);
}

static bool promisesNoOverflow(Operation *op) {
  auto overflow = op->getAttrOfType<OverflowAttr>("overflow");
  return overflow && overflow.getValue() != Overflow::None;
}

bool DefinednessSlice::hasRole(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (isLowered(op))
    return tileaa::hasRole(operand);
  if (isPlace(operand.get().getType()))
    return true;
  if (isa<ForOp>(op))
    return operand.getOperandNumber() < 3;
  if (isa<IfOp>(op))
    return bool(op->getParentOfType<LoopOp>());
  if (llvm::any_of(op->getOperandTypes(), isPlace))
    return !op->hasTrait<OpTrait::IsTerminator>() && op->getNumRegions() == 0 &&
           !isa<SelectOp>(op) && !isData(operand);
  if (promisesNoOverflow(op))
    return true;
  if (isa<ShLIOp, ShRIOp>(op))
    return operand.getOperandNumber() == 1;
  if (isa<ExtractOp>(op))
    return operand.getOperandNumber() > 0;
  if (isa<InsertOp>(op))
    return operand.getOperandNumber() > 1;
  if (isa<FPowIOp>(op)) // Any number to the power 0.
    return operand.getOperandNumber() == 1;
  return isa<DivIOp, RemIOp, FToIOp, AssumeOp, AssertOp>(op);
}

bool DefinednessSlice::hasRole(Operation *op) {
  return llvm::any_of(op->getOpOperands(),
                      [](OpOperand &operand) { return hasRole(operand); });
}

bool DefinednessSlice::contains(OpOperand &operand) const {
  Operation *op = operand.getOwner();
  // What a region carries may decide though no result of it does.
  bool carries = op->getNumRegions() ||
                 (isLowered(op) && op->hasTrait<OpTrait::IsTerminator>());
  return contains(op) || hasRole(operand) ||
         (carries && values.contains(operand.get()));
}

void DefinednessSlice::add(Value value) {
  if (values.insert(value).second)
    pending.push_back(value);
}

/// Operand `index` of each terminator of `kinds` that leaves `loop`'s body.
template <typename... Kinds>
static void forEachLeaving(Operation *loop, unsigned index,
                           llvm::function_ref<void(Value)> visit) {
  loop->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (inner != loop && isa<ForOp, LoopOp>(inner))
      return WalkResult::skip();
    if (isa<Kinds...>(inner) && index < inner->getNumOperands())
      visit(inner->getOperand(index));
    return WalkResult::advance();
  });
}

void DefinednessSlice::addOperands(Operation *op) {
  for (Value operand : op->getOperands())
    add(operand);
}

void DefinednessSlice::addResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  auto addValue = [&](Value value) { add(value); };
  operations.insert(op);
  if (isLowered(op)) {
    tileaa::forEachSource(result, addValue);
    readsMemory |= tileaa::isLoaded(result);
    return;
  }
  if (auto branch = dyn_cast<IfOp>(op)) {
    add(branch.getCondition());
    for (Region &region : op->getRegions())
      if (!region.empty() && isa<YieldOp>(region.front().back()))
        add(region.front().back().getOperand(number));
    return;
  }
  if (auto loop = dyn_cast<ForOp>(op)) {
    add(loop.getInitValues()[number]);
    forEachLeaving<ContinueOp>(op, number, addValue);
    return;
  }
  if (isa<LoopOp>(op)) {
    forEachLeaving<BreakOp>(op, number, addValue);
    return;
  }
  addOperands(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      addOperands(&block.back());
  if (isa<LoadPtrTkoOp, LoadViewTkoOp, AtomicRMWTkoOp, AtomicCASTkoOp>(op) &&
      !isPlace(result.getType()))
    readsMemory = true;
}

void DefinednessSlice::addArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  auto addValue = [&](Value value) { add(value); };
  if (isLowered(parent)) {
    tileaa::forEachSource(argument, addValue);
    return;
  }
  if (auto loop = dyn_cast<ForOp>(parent)) {
    if (number == 0)
      return;
    add(loop.getInitValues()[number - 1]);
    forEachLeaving<ContinueOp>(parent, number - 1, addValue);
  } else if (auto loop = dyn_cast<LoopOp>(parent)) {
    add(loop.getInitValues()[number]);
    forEachLeaving<ContinueOp>(parent, number, addValue);
  } else if (isa<ReduceOp, ScanOp>(parent)) {
    addOperands(parent);
    addOperands(&argument.getOwner()->back());
  }
}

DefinednessSlice::DefinednessSlice(mlir::ModuleOp module) {
  llvm::SmallVector<OpOperand *> data;
  module->walk([&](Operation *op) {
    // What an instance observes.
    if (!op->getDialect())
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      if (hasRole(operand))
        add(operand.get());
      else if (isData(operand))
        data.push_back(&operand);
    }
  });
  auto follow = [&] {
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      if (auto result = dyn_cast<OpResult>(value))
        addResult(result);
      else
        addArgument(cast<BlockArgument>(value));
    }
  };
  follow();
  if (!readsMemory)
    return;
  for (OpOperand *operand : data)
    add(operand->get());
  follow();
}
