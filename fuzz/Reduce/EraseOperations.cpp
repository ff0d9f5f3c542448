//===- EraseOperations.cpp - Leave operations out -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

static Value operandOfType(Operation *operation, Type type) {
  for (Value operand : operation->getOperands())
    if (operand.getType() == type)
      return operand;
  return {};
}

Value tilefuzz::makeFresh(Operation *operation, Type type) {
  OpBuilder builder(operation);
  if (isa<TokenType>(type))
    return MakeTokenOp::create(builder, operation->getLoc(), type);
  auto tile = dyn_cast<TileType>(type);
  if (!tile)
    return {};
  Attribute zero;
  if (auto integer = dyn_cast<IntegerType>(tile.getElementType()))
    zero = builder.getIntegerAttr(integer, 0);
  else if (auto real = dyn_cast<FloatType>(tile.getElementType()))
    zero = builder.getFloatAttr(
        real, APFloat::semanticsHasZero(real.getFloatSemantics()) ? 0.0 : 1.0);
  else
    return {};
  return ConstantOp::create(builder, operation->getLoc(), tile,
                            DenseElementsAttr::get(tile, zero));
}

/// The nearest earlier value of the type, in this block or one around it.
static Value earlierOfType(Operation *operation, Type type) {
  for (; operation && !isa<EntryOp>(operation);
       operation = operation->getParentOp()) {
    for (Operation *before = operation->getPrevNode(); before;
         before = before->getPrevNode())
      for (Value result : before->getResults())
        if (result.getType() == type)
          return result;
    for (BlockArgument argument : operation->getBlock()->getArguments())
      if (argument.getType() == type)
        return argument;
  }
  return {};
}

using Replacement = Value (*)(Operation *operation, Type type);

/// Erases one operation; results take the first replacement there is.
static bool eraseOne(Operation *operation,
                     llvm::ArrayRef<Replacement> replacements) {
  for (Value result : operation->getResults()) {
    if (result.use_empty())
      continue;
    Value replacement;
    for (Replacement make : replacements)
      if ((replacement = make(operation, result.getType())))
        break;
    if (!replacement)
      return false;
    result.replaceAllUsesWith(replacement);
  }
  operation->erase();
  return true;
}

static bool eraseRange(Program &program, unsigned begin, unsigned size,
                       llvm::ArrayRef<Replacement> replacements) {
  llvm::SmallVector<Operation *> operations =
      reducibleOperations(program.module.get());
  if (begin + size > operations.size())
    return false;
  bool erased = false;
  // Backwards: nested operations before the one around them, users first.
  for (Operation *operation :
       llvm::reverse(llvm::ArrayRef(operations).slice(begin, size)))
    erased |= eraseOne(operation, replacements);
  return erased;
}

bool tilefuzz::eraseToOperand(Program &program, unsigned begin, unsigned size) {
  return eraseRange(program, begin, size,
                    {operandOfType, makeFresh, earlierOfType});
}
bool tilefuzz::eraseToZero(Program &program, unsigned begin, unsigned size) {
  return eraseRange(program, begin, size,
                    {makeFresh, earlierOfType, operandOfType});
}
bool tilefuzz::eraseToEarlier(Program &program, unsigned begin, unsigned size) {
  return eraseRange(program, begin, size,
                    {earlierOfType, operandOfType, makeFresh});
}
