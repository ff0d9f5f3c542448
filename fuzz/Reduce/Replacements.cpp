//===- Replacements.cpp - What can stand for a value ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace tilefuzz;

Attribute tilefuzz::numberOf(Type type, int64_t value) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerAttr::get(type, llvm::APInt(integer.getWidth(), value,
                                              /*isSigned=*/true,
                                              /*implicitTrunc=*/true));
  if (isa<IndexType>(type))
    return IntegerAttr::get(type, value);
  if (auto real = dyn_cast<FloatType>(type))
    return FloatAttr::get(
        type, APFloat::semanticsHasZero(real.getFloatSemantics()) || value
                  ? double(value)
                  : 1.0);
  return {};
}

TypedAttr tilefuzz::splatOf(Type type, int64_t value) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return dyn_cast_or_null<TypedAttr>(numberOf(type, value));
  if (!shaped.hasStaticShape() || isa<BaseMemRefType>(type))
    return {};
  Attribute element = numberOf(shaped.getElementType(), value);
  if (!element)
    return {};
  return DenseElementsAttr::get(shaped, element);
}

Value tilefuzz::operandOfType(Operation *operation, Type type) {
  for (Value operand : operation->getOperands())
    if (operand.getType() == type)
      return operand;
  return {};
}

/// Calls `visit` with the operations before this one, nearest first, out to the
/// function; until it returns true.
static bool forEachEarlier(Operation *operation,
                           llvm::function_ref<bool(Operation *)> visit) {
  for (; operation && !isFrame(operation);
       operation = operation->getParentOp()) {
    for (Operation *before = operation->getPrevNode(); before;
         before = before->getPrevNode())
      if (visit(before))
        return true;
    if (operation->getParentOp() &&
        operation->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return false;
  }
  return false;
}

Value tilefuzz::earlierOfType(Operation *operation, Type type) {
  Value found;
  auto isFound = [&](ValueRange values) {
    for (Value value : values)
      if (value.getType() == type) {
        found = value;
        return true;
      }
    return false;
  };
  for (; operation && !isFrame(operation);
       operation = operation->getParentOp()) {
    for (Operation *before = operation->getPrevNode(); before;
         before = before->getPrevNode())
      if (isFound(before->getResults()))
        return found;
    if (isFound(operation->getBlock()->getArguments()))
      return found;
    Operation *parent = operation->getParentOp();
    if (parent && parent->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return {};
  }
  return {};
}

/// A constant made by the dialect of the operation, of those around it, or by
/// arith.
static Operation *materialize(OpBuilder &builder, Operation *operation,
                              TypedAttr value) {
  llvm::SmallVector<Dialect *> dialects;
  for (Operation *at = operation; at; at = at->getParentOp())
    dialects.push_back(at->getDialect());
  dialects.push_back(builder.getContext()->getLoadedDialect("arith"));
  for (Dialect *dialect : dialects)
    if (dialect)
      if (Operation *made = dialect->materializeConstant(
              builder, value, value.getType(), operation->getLoc()))
        return made;
  return nullptr;
}

/// A copy of an operation of the module that makes such a value from nothing:
/// all that can be had of a dialect that is not linked.
static Operation *copySource(OpBuilder &builder, Operation *operation,
                             Type type) {
  Operation *top = operation;
  while (top->getParentOp())
    top = top->getParentOp();
  Operation *source = nullptr;
  top->walk([&](Operation *other) {
    if (other == operation || other->getNumOperands() ||
        other->getNumRegions() || other->getNumSuccessors() ||
        other->getNumResults() != 1 || other->getResult(0).getType() != type)
      return WalkResult::advance();
    source = other;
    return WalkResult::interrupt();
  });
  return source ? builder.clone(*source) : nullptr;
}

static Value make(Operation *operation, Type type, int64_t number) {
  OpBuilder builder(operation);
  Operation *made = nullptr;
  if (isa<cuda_tile::TokenType>(type)) {
    made = cuda_tile::MakeTokenOp::create(builder, operation->getLoc(), type);
  } else if (TypedAttr value = splatOf(type, number)) {
    if (auto tile = dyn_cast<cuda_tile::TileType>(type))
      made = cuda_tile::ConstantOp::create(builder, operation->getLoc(), tile,
                                           cast<DenseElementsAttr>(value));
    else
      made = materialize(builder, operation, value);
  }
  if (!made && number == 0)
    made = copySource(builder, operation, type);
  if (!made)
    return {};
  // An equal earlier one does as well.
  Value value = made->getResult(0);
  unsigned looked = 0;
  forEachEarlier(made, [&](Operation *before) {
    if (before->getName() != made->getName() ||
        !OperationEquivalence::isEquivalentTo(
            before, made, OperationEquivalence::IgnoreLocations))
      return ++looked > 2000;
    value = before->getResult(0);
    return true;
  });
  if (value.getDefiningOp() != made)
    made->erase();
  return value;
}

Value tilefuzz::makeFresh(Operation *operation, Type type) {
  return make(operation, type, 0);
}
Value tilefuzz::makeOne(Operation *operation, Type type) {
  return make(operation, type, 1);
}
