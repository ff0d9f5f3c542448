//===- MutateShared.cpp - What mutators of both levels have in common -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/MutateShared.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tilefuzz;

bool tilefuzz::wrapInLoop(
    const Mutation &m, llvm::ArrayRef<Operation *> operations,
    llvm::function_ref<CarryingLoop(OpBuilder &, Location, int32_t, Value)>
        make,
    llvm::function_ref<void(OpBuilder &, Location, ValueRange)> end) {
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(operations);
  llvm::SmallVector<Value> others =
      valuesBefore(op, op->getResult(0).getType());
  if (others.empty())
    return false;
  OpBuilder builder(op);
  int32_t iterations = 1 + m.choices.below(3);
  Value start = m.choices.pick(llvm::ArrayRef(others));
  auto [loop, body, carried] = make(builder, op->getLoc(), iterations, start);
  op->replaceAllUsesWith(loop);
  op->moveBefore(body, body->end());
  // Where it takes the value that was carried in, it takes the carried one.
  op->replaceUsesOfWith(start, carried);
  builder.setInsertionPointToEnd(body);
  end(builder, op->getLoc(), op->getResults());
  return true;
}

bool tilefuzz::changeWidth(
    const Mutation &m, llvm::ArrayRef<Operation *> operations,
    llvm::function_ref<Type(Type, Type)> retype,
    llvm::function_ref<Value(OpBuilder &, Location, Value, Type)> convert) {
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(operations);
  Type type = op->getResult(0).getType();
  Type element = getElementTypeOrSelf(type);
  Type other = otherElement(element, m.choices);
  if (other == element)
    return false;
  Type wide = retype(type, other);
  OpBuilder builder(op);
  llvm::SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(convert(builder, op->getLoc(), operand, wide));
    if (!operands.back())
      return false;
  }
  OperationState state(op->getLoc(), op->getName(), operands, {wide},
                       op->getAttrs());
  Value result = builder.create(state)->getResult(0);
  op->getResult(0).replaceAllUsesWith(
      convert(builder, op->getLoc(), result, type));
  op->erase();
  return true;
}
