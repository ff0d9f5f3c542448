//===- MutateBranches.cpp - Other branches --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Mutate/MutateShared.h"
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

static bool wrapInIf(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = wrappable(m);
  return !operations.empty() &&
         wrap(m.choices.pick(llvm::ArrayRef(operations)), m.choices);
}

const Mutator tilefuzz::wrapInIfRow = {"wrap-in-if",
                                       "an operation moves into a branch",
                                       wrapInIf, tileaa::wrapInIf};

/// The inner `if` and its yield are all that the outer branch holds.
static bool nestIfs(const Mutation &m) {
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

const Mutator tilefuzz::nestIfsRow = {
    "nest-ifs", "an operation moves into a branch of a branch", nestIfs,
    tileaa::nestIfs};

static bool wrapInCudaTileLoop(const Mutation &m) {
  return wrapInLoop(
      m, wrappable(m),
      [](OpBuilder &builder, Location loc, int32_t iterations, Value start) {
        auto number = TileType::get({}, builder.getI32Type());
        auto constant = [&](int32_t value) -> Value {
          return ConstantOp::create(
              builder, loc, number,
              cast<ElementsAttr>(DenseElementsAttr::get(number, value)));
        };
        Value begin = constant(0), end = constant(iterations),
              step = constant(1);
        OperationState state(loc, ForOp::getOperationName());
        state.addOperands({begin, end, step, start});
        state.addTypes(start.getType());
        Block *body = &state.addRegion()->emplaceBlock();
        body->addArguments({number, start.getType()}, {loc, loc});
        return CarryingLoop{builder.create(state), body, body->getArgument(1)};
      },
      [](OpBuilder &builder, Location loc, ValueRange next) {
        ContinueOp::create(builder, loc, next);
      });
}

const Mutator tilefuzz::wrapInLoopRow = {
    "wrap-in-loop", "an operation moves into a loop of a few turns",
    wrapInCudaTileLoop, tileaa::wrapInLoop};

static bool returnEarly(const Mutation &m) {
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

const Mutator tilefuzz::returnEarlyRow = {
    "return-early", "the block ends there if a condition holds", returnEarly,
    nullptr};
