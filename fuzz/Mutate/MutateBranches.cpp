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

/// Pure operations with one tile, outside the bodies of reductions and scans.
static llvm::SmallVector<Operation *> wrappable(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return op->getNumResults() != 1 || op->getNumRegions() ||
           !isMemoryEffectFree(op) || isa<ConstantOp>(op) ||
           isa_and_nonnull<ReduceOp, ScanOp>(op->getParentOp()) ||
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

bool tilefuzz::wrapInIf(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = wrappable(m);
  return !operations.empty() &&
         wrap(m.choices.pick(llvm::ArrayRef(operations)), m.choices);
}

/// The inner `if` and its yield are all that the outer branch holds.
bool tilefuzz::nestIfs(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = wrappable(m);
  if (operations.empty())
    return false;
  // A value that is stored is seen.
  llvm::SmallVector<Operation *> stored = operations;
  llvm::erase_if(stored, [](Operation *op) {
    return llvm::all_of(op->getUsers(), isMemoryEffectFree);
  });
  if (!stored.empty() && !m.choices.oneIn(4))
    operations = stored;
  IfOp inner = wrap(m.choices.pick(llvm::ArrayRef(operations)), m.choices);
  return inner && wrap(inner, m.choices);
}

/// y = op -> y = for 0 to 1, 2 or 3 { op }, where the value carried in is
/// another of its type.
bool tilefuzz::wrapInLoop(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = wrappable(m);
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  Type type = op->getResult(0).getType();
  llvm::SmallVector<Value> others = valuesBefore(op, type);
  if (others.empty())
    return false;
  OpBuilder builder(op);
  auto number = TileType::get({}, builder.getI32Type());
  auto constant = [&](int32_t value) -> Value {
    return ConstantOp::create(
        builder, op->getLoc(), number,
        cast<ElementsAttr>(DenseElementsAttr::get(number, value)));
  };
  Value begin = constant(0), end = constant(1 + m.choices.below(3)),
        step = constant(1);
  OperationState state(op->getLoc(), ForOp::getOperationName());
  state.addOperands({begin, end, step, m.choices.pick(llvm::ArrayRef(others))});
  state.addTypes(type);
  state.addRegion()->emplaceBlock();
  auto loop = cast<ForOp>(builder.create(state));
  Block *body = &loop.getRegion().front();
  body->addArguments({number, type}, {op->getLoc(), op->getLoc()});
  op->replaceAllUsesWith(loop);
  op->moveBefore(body, body->end());
  // Where it takes the value that was carried in, it takes the carried one.
  op->replaceUsesOfWith(state.operands[3], body->getArgument(1));
  builder.setInsertionPointToEnd(body);
  ContinueOp::create(builder, op->getLoc(), op->getResults());
  return true;
}

bool tilefuzz::returnEarly(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.operations();
  llvm::erase_if(operations, [](Operation *op) {
    return !isa<EntryOp>(op->getParentOp()) || isa<ConstantOp>(op);
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  Value condition = chooseCondition(op, m.choices);
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
