//===- MutateBranches.cpp - Other branches --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Mutate/Mutate.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// An earlier scalar condition, or a comparison of two earlier integers.
static Value chooseCondition(Operation *op, ByteSource &choices) {
  MLIRContext *context = op->getContext();
  auto flag = TileType::get({}, IntegerType::get(context, 1));
  llvm::SmallVector<Value> conditions = valuesBefore(op, flag);
  if (!conditions.empty() && !choices.oneIn(4))
    return choices.pick(llvm::ArrayRef(conditions));
  auto number = TileType::get({}, IntegerType::get(context, 32));
  llvm::SmallVector<Value> numbers = valuesBefore(op, number);
  if (numbers.empty())
    return {};
  OpBuilder builder(op);
  Value lhs = choices.pick(llvm::ArrayRef(numbers));
  Value rhs = choices.pick(llvm::ArrayRef(numbers));
  return CmpIOp::create(builder, op->getLoc(), flag,
                        ComparisonPredicate(choices.below(6)), lhs, rhs,
                        Signedness::Signed);
}

/// An `if` with empty branches.
static IfOp createIf(OpBuilder &builder, Location loc, Value condition,
                     TypeRange types) {
  OperationState state(loc, IfOp::getOperationName());
  state.addOperands(condition);
  state.addTypes(types);
  state.addRegion()->emplaceBlock();
  state.addRegion()->emplaceBlock();
  return cast<IfOp>(builder.create(state));
}

/// Pure operations with one tile, outside the bodies of reductions.
static llvm::SmallVector<Operation *> wrappable(Program &program) {
  llvm::SmallVector<Operation *> operations = mutableOperations(program);
  llvm::erase_if(operations, [](Operation *op) {
    return op->getNumResults() != 1 || op->getNumRegions() ||
           !isMemoryEffectFree(op) || isa<ConstantOp>(op) ||
           isa_and_nonnull<ReduceOp>(op->getParentOp()) ||
           !isa<TileType>(op->getResult(0).getType());
  });
  return operations;
}

/// Moves `op` into a branch; null if no condition or other value is there.
static IfOp wrap(Operation *op, ByteSource &choices) {
  Type type = op->getResult(0).getType();
  llvm::SmallVector<Value> others = valuesBefore(op, type);
  Value condition = others.empty() ? Value() : chooseCondition(op, choices);
  if (!condition)
    return {};
  OpBuilder builder(op);
  IfOp branch = createIf(builder, op->getLoc(), condition, type);
  op->replaceAllUsesWith(branch);
  Block *then = &branch.getThenRegion().front();
  op->moveBefore(then, then->end());
  builder.setInsertionPointToEnd(then);
  YieldOp::create(builder, op->getLoc(), op->getResults());
  builder.setInsertionPointToEnd(&branch.getElseRegion().front());
  YieldOp::create(builder, op->getLoc(), choices.pick(llvm::ArrayRef(others)));
  return branch;
}

bool tilefuzz::wrapInIf(Program &program, ByteSource &choices) {
  llvm::SmallVector<Operation *> operations = wrappable(program);
  return !operations.empty() &&
         wrap(choices.pick(llvm::ArrayRef(operations)), choices);
}

/// The inner `if` and its yield are all that the outer branch holds.
bool tilefuzz::nestIfs(Program &program, ByteSource &choices) {
  llvm::SmallVector<Operation *> operations = wrappable(program);
  if (operations.empty())
    return false;
  // A value that is stored is seen.
  llvm::SmallVector<Operation *> stored = operations;
  llvm::erase_if(stored, [](Operation *op) {
    return llvm::all_of(op->getUsers(), isMemoryEffectFree);
  });
  if (!stored.empty() && !choices.oneIn(4))
    operations = stored;
  IfOp inner = wrap(choices.pick(llvm::ArrayRef(operations)), choices);
  return inner && wrap(inner, choices);
}

bool tilefuzz::returnEarly(Program &program, ByteSource &choices) {
  llvm::SmallVector<Operation *> operations = mutableOperations(program);
  llvm::erase_if(operations, [](Operation *op) {
    return !isa<EntryOp>(op->getParentOp()) || isa<ConstantOp>(op);
  });
  if (operations.empty())
    return false;
  Operation *op = choices.pick(llvm::ArrayRef(operations));
  Value condition = chooseCondition(op, choices);
  if (!condition)
    return false;
  OpBuilder builder(op);
  IfOp branch = createIf(builder, op->getLoc(), condition, {});
  for (Region &region : branch->getRegions()) {
    builder.setInsertionPointToEnd(&region.front());
    if (region.getRegionNumber() == 0)
      ReturnOp::create(builder, op->getLoc());
    else
      YieldOp::create(builder, op->getLoc());
  }
  return true;
}
