//===- TileAARoles.cpp - Definedness in nv_tileaa -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/TileAARoles.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
namespace tileaa = tilefuzz::tileaa;

bool tileaa::isNumber(Type type) {
  return (type.isIntOrFloat() || isa<RankedTensorType>(type)) &&
         getTileElementType(type).isIntOrFloat();
}

bool tileaa::isData(OpOperand &operand) {
  Value value = operand.get();
  return llvm::TypeSwitch<Operation *, bool>(operand.getOwner())
      .Case<LoadOp, TiledLoadOp>(
          [&](auto op) { return value == op.getOther(); })
      .Case<StoreOp, TiledStoreOp, ScatterStoreOp>(
          [&](auto) { return operand.getOperandNumber() == 1; })
      // Of the others the order shows: what commutes for the values there are.
      .Case<AtomicRMWOp, TiledAtomicRMWOp>([&](auto update) {
        return operand.getOperandNumber() == 1 &&
               update.getRmwMode() != RmwMode::AddF &&
               update.getRmwMode() != RmwMode::Xchg;
      })
      .Case<PrintOp, MessageOp>([&](auto) { return isNumber(value.getType()); })
      .Default(false);
}

/// No overflow, no NaN, nothing cut off.
static bool makesPromise(Operation *op) {
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (flags.getOverflowAttr() &&
        flags.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none)
      return true;
  if (op->hasAttr("isExact"))
    return true;
  auto math = op->getAttrOfType<arith::FastMathFlagsAttr>("fastmath");
  return math && arith::bitEnumContainsAny(math.getValue(),
                                           arith::FastMathFlags::nnan |
                                               arith::FastMathFlags::ninf);
}

/// Whether a branch decides how often something is put into a queue.
static bool hasQueueOperation(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<QueuePutOp, QueueGetOp>(inner) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

bool tileaa::hasRole(OpOperand &operand) {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  if (!isNumber(operand.get().getType()))
    return true;
  if (isData(operand))
    return false;
  if (makesPromise(op))
    return true;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](scf::ForOp) { return number < 3; })
      .Case([&](scf::IfOp) {
        return op->getParentOfType<scf::WhileOp>() || hasQueueOperation(op);
      })
      .Case([&](scf::ConditionOp) { return number == 0; })
      .Case<scf::WhileOp, scf::YieldOp, nv_tileaa::YieldOp>(
          [](auto) { return false; })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
            arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
            arith::RemUIOp, arith::FPToSIOp, arith::FPToUIOp>(
          [](auto) { return true; })
      .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [&](auto) { return number == 1; })
      .Case<AddFOp, SubFOp, MulFOp, nv_tileaa::DivFOp, nv_tileaa::FmaOp,
            nv_tileaa::SqrtOp, nv_tileaa::RsqrtOp, nv_tileaa::Exp2Op, FpToFpOp,
            MulHiUIOp, nv_tileaa::SplatOp, nv_tileaa::BroadcastOp, ViewOp,
            ExpandDimsOp, CatOp, PermuteOp, PackOp, UnpackOp,
            nv_tileaa::BitcastOp, DotOp, nv_tileaa::ReduceOp, nv_tileaa::ScanOp,
            OptimizationBarrierOp>([](auto) { return false; })
      .Case<nv_tileaa::ExtractOp, ExtractSliceOp>(
          [&](auto) { return number > 0; })
      .Default([](Operation *op) {
        return !isa<arith::ArithDialect, math::MathDialect>(op->getDialect());
      });
}

bool tileaa::isLoaded(OpResult result) {
  return isNumber(result.getType()) &&
         isa<LoadOp, TiledLoadOp, GatherLoadOp, AtomicRMWOp, AtomicCASOp,
             TiledAtomicRMWOp>(result.getOwner());
}

static void visitOperands(Operation *op,
                          llvm::function_ref<void(Value)> visit) {
  for (Value operand : op->getOperands())
    visit(operand);
}

/// What the callee gives back.
static void visitReturns(CallOp call, unsigned number,
                         llvm::function_ref<void(Value)> visit) {
  auto callee =
      SymbolTable::lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
  if (!callee)
    return;
  callee->walk([&](nv_tileaa::ReturnOp end) {
    if (number < end->getNumOperands())
      visit(end->getOperand(number));
  });
}

static void forEachSourceOfResult(OpResult result,
                                  llvm::function_ref<void(Value)> visit) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    visit(loop.getInitArgs()[number]);
    visit(loop.getYieldedValues()[number]);
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    visit(loop.getConditionOp().getArgs()[number]);
    return;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    visit(branch.getCondition());
    for (Region &region : op->getRegions())
      if (!region.empty())
        visit(region.front().getTerminator()->getOperand(number));
    return;
  }
  visitOperands(op, visit);
  if (auto call = dyn_cast<CallOp>(op))
    visitReturns(call, number, visit);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visitOperands(&block.back(), visit);
}

static void forEachSourceOfArgument(BlockArgument argument,
                                    llvm::function_ref<void(Value)> visit) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (number == 0)
      return;
    visit(loop.getInitArgs()[number - 1]);
    visit(loop.getYieldedValues()[number - 1]);
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    if (argument.getOwner() == loop.getBeforeBody()) {
      visit(loop.getInits()[number]);
      visit(loop.getYieldOp()->getOperand(number));
    } else {
      visit(loop.getConditionOp().getArgs()[number]);
    }
  } else if (isa<nv_tileaa::ReduceOp, nv_tileaa::ScanOp>(parent)) {
    visitOperands(parent, visit);
    visitOperands(&argument.getOwner()->back(), visit);
  }
  // Operands of calls and what goes into a queue have a role by themselves.
}

void tileaa::forEachSource(Value value, llvm::function_ref<void(Value)> visit) {
  if (auto result = dyn_cast<OpResult>(value))
    forEachSourceOfResult(result, visit);
  else
    forEachSourceOfArgument(cast<BlockArgument>(value), visit);
}

bool tileaa::isUnspecified(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_or_null<LoadOp>(op))
    return load.getMask() && !load.getOther();
  return isa_and_nonnull<OptimizationBarrierOp>(op) &&
         isUnspecified(op->getOperand(0));
}
