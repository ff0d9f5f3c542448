//===- MutateValues.cpp - Other operands, other constants -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Mutate/Mutate.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// Where anything may change also tokens: that drops and adds edges of the
/// token order.
static bool replaceOperand(const Mutation &m) {
  llvm::SmallVector<OpOperand *> operands;
  for (Operation *op : m.operations())
    for (OpOperand &operand : op->getOpOperands())
      if (m.isFree(operand))
        operands.push_back(&operand);
  if (operands.empty())
    return false;
  OpOperand *operand = m.choices.pick(llvm::ArrayRef(operands));
  llvm::SmallVector<Value> values =
      valuesBefore(operand->getOwner(), operand->get().getType());
  if (values.empty())
    return false;
  Value value = m.choices.pick(llvm::ArrayRef(values));
  if (value == operand->get())
    return false;
  operand->set(value);
  return true;
}

const Mutator tilefuzz::replaceOperandRow = {
    "replace-operand", "an operand becomes another value of its type",
    replaceOperand, replaceOperand};

static bool replaceByEarlier(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations,
                 [](Operation *op) { return op->getNumResults() == 0; });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  Value result = op->getResult(m.choices.below(op->getNumResults()));
  // An earlier token orders less.
  if (m.fixed && isa<TokenType, nv_tileaa::MemTokenType>(result.getType()))
    return false;
  llvm::SmallVector<Value> values = valuesBefore(op, result.getType());
  if (values.empty() || result.use_empty())
    return false;
  result.replaceAllUsesWith(m.choices.pick(llvm::ArrayRef(values)));
  return true;
}

const Mutator tilefuzz::replaceByEarlierRow = {
    "replace-by-earlier", "a result becomes an earlier value of its type",
    replaceByEarlier, replaceByEarlier};

/// Corners first, then anything.
static APInt chooseBits(unsigned width, ByteSource &choices) {
  switch (choices.below(8)) {
  case 0:
    return APInt::getZero(width);
  case 1:
    return APInt::getOneBitSet(width, 0);
  case 2:
    return APInt::getAllOnes(width);
  case 3:
    return APInt::getSignedMinValue(width);
  case 4:
    return APInt::getSignedMaxValue(width);
  case 5:
    return APInt(width, choices.below(64), false, /*implicitTrunc=*/true);
  case 6:
    return APInt::getOneBitSet(width, choices.below(width));
  default: {
    uint64_t bits = 0;
    for (unsigned i = 0; i < 8; ++i)
      bits = bits << 8 | choices.byte();
    return APInt(width, bits, false, /*implicitTrunc=*/true);
  }
  }
}

static APFloat chooseFloat(const llvm::fltSemantics &format,
                           ByteSource &choices) {
  bool negative = choices.oneIn(2);
  switch (choices.below(8)) {
  case 0:
    return APFloat::getZero(format, negative);
  case 1:
    return APFloat::getOne(format, negative);
  case 2:
    return APFloat::getSmallest(format, negative);
  case 3:
    return APFloat::getLargest(format, negative);
  case 4:
    return APFloat::getInf(format, negative);
  case 5:
    return APFloat::getQNaN(format);
  default: {
    APFloat value(double(int(choices.below(256)) - 128) / 8);
    bool lost;
    value.convert(format, APFloat::rmNearestTiesToEven, &lost);
    return value;
  }
  }
}

TypedAttr tilefuzz::chooseConstant(Type type, ByteSource &choices) {
  Type element = getElementTypeOrSelf(type);
  if (auto format = dyn_cast<FloatType>(element)) {
    APFloat value = chooseFloat(format.getFloatSemantics(), choices);
    if (auto tile = dyn_cast<ShapedType>(type))
      return DenseElementsAttr::get(tile, value);
    return FloatAttr::get(type, value);
  }
  APInt bits = chooseBits(element.getIntOrFloatBitWidth(), choices);
  if (auto tile = dyn_cast<ShapedType>(type))
    return DenseElementsAttr::get(tile, bits);
  return IntegerAttr::get(type, bits);
}

static DenseElementsAttr chooseElements(ShapedType type, ByteSource &choices) {
  return cast<DenseElementsAttr>(chooseConstant(type, choices));
}

static bool changeConstant(const Mutation &m) {
  llvm::SmallVector<ConstantOp> constants;
  for (Operation *op : m.freeOperations())
    if (auto constant = dyn_cast<ConstantOp>(op))
      constants.push_back(constant);
  if (constants.empty())
    return false;
  ConstantOp op = m.choices.pick(llvm::ArrayRef(constants));
  DenseElementsAttr old = op.getDense();
  DenseElementsAttr value = chooseElements(old.getType(), m.choices);
  if (value == old)
    return false;
  op.setValueAttr(value);
  return true;
}

const Mutator tilefuzz::changeConstantRow = {
    "change-constant", "a constant gets another value", changeConstant,
    tileaa::changeConstant};

Value tilefuzz::makeConstant(OpBuilder &builder, Location location, Type type,
                             ByteSource &choices) {
  TypedAttr value = chooseConstant(type, choices);
  if (!isa<TileType>(type))
    return arith::ConstantOp::create(builder, location, value);
  return ConstantOp::create(builder, location, type, cast<ElementsAttr>(value));
}

static Value createConstant(OpBuilder &builder, Operation *op,
                            DenseElementsAttr value) {
  return ConstantOp::create(builder, op->getLoc(), value.getType(),
                            cast<ElementsAttr>(value));
}

static bool constantOperands(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return op->getNumRegions() || !op->getNumOperands() ||
           !isMemoryEffectFree(op) || DefinednessSlice::hasRole(op) ||
           llvm::any_of(op->getOperandTypes(),
                        [](Type type) { return !isNumber(type); });
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    operand.set(makeConstant(builder, op->getLoc(), operand.get().getType(),
                             m.choices));
  return true;
}

const Mutator tilefuzz::constantOperandsRow = {
    "constant-operands", "an operation computes with constants only",
    constantOperands, constantOperands};

/// Comparisons with the ends of a type decide much, in one of two readings.
static bool compareWithBound(const Mutation &m) {
  llvm::SmallVector<CmpIOp> comparisons;
  for (Operation *op : m.freeOperations())
    if (auto comparison = dyn_cast<CmpIOp>(op))
      comparisons.push_back(comparison);
  if (comparisons.empty())
    return false;
  CmpIOp op = m.choices.pick(llvm::ArrayRef(comparisons));
  auto type = cast<ShapedType>(op.getRhs().getType());
  unsigned width = type.getElementTypeBitWidth();
  const APInt bounds[] = {APInt::getAllOnes(width), APInt::getZero(width),
                          APInt::getSignedMinValue(width),
                          APInt::getSignedMaxValue(width)};
  OpBuilder builder(op);
  op.setOperand(1, createConstant(builder, op,
                                  DenseElementsAttr::get(
                                      type, m.choices.pick<APInt>(bounds))));
  op.setComparisonPredicate(ComparisonPredicate(m.choices.below(6)));
  op.setSignedness(m.choices.oneIn(3) ? Signedness::Unsigned
                                      : Signedness::Signed);
  return true;
}

const Mutator tilefuzz::compareWithBoundRow = {
    "compare-with-bound",
    "an integer is compared with an end of its type, or cut off there",
    compareWithBound, tileaa::compareWithBound};

/// The one float operation that compilers of the dialect compute. Most of the
/// sums depend on the direction of rounding.
static bool sumOfConstants(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return op->getNumRegions() || op->getNumResults() != 1 ||
           !isMemoryEffectFree(op) || op->use_empty() ||
           !isTileOf(op->getResult(0).getType(), isBaseFloatElement);
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  auto type = cast<ShapedType>(op->getResult(0).getType());
  const llvm::fltSemantics &format =
      cast<FloatType>(type.getElementType()).getFloatSemantics();
  DenseElementsAttr lhs = chooseElements(type, m.choices);
  DenseElementsAttr rhs = chooseElements(type, m.choices);
  auto rounding = Rounding(m.choices.below(4));
  if (!m.choices.oneIn(4)) {
    // 2^k and the smallest value: no sum is exact.
    lhs = DenseElementsAttr::get(
        type, scalbn(APFloat::getOne(format, m.choices.oneIn(2)),
                     int(m.choices.below(8)) - 4, APFloat::rmTowardZero));
    rhs = DenseElementsAttr::get(
        type, APFloat::getSmallest(format, m.choices.oneIn(2)));
    rounding = Rounding(1 + m.choices.below(3));
  }
  OpBuilder builder(op);
  Value sum = AddFOp::create(builder, op->getLoc(), op->getResult(0).getType(),
                             createConstant(builder, op, lhs),
                             createConstant(builder, op, rhs), rounding);
  op->getResult(0).replaceAllUsesWith(sum);
  return true;
}

const Mutator tilefuzz::sumOfConstantsRow = {
    "sum-of-constants", "a float becomes the sum of two constants",
    sumOfConstants, tileaa::sumOfConstants};

/// A second computation of the same value, for one of its uses.
static bool duplicateOperation(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.operations();
  llvm::erase_if(operations, [](Operation *op) {
    return op->getNumRegions() || !isMemoryEffectFree(op) || op->use_empty();
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  llvm::SmallVector<OpOperand *> uses;
  for (Value result : op->getResults())
    for (OpOperand &use : result.getUses())
      uses.push_back(&use);
  OpOperand *use = m.choices.pick(llvm::ArrayRef(uses));
  unsigned number = cast<OpResult>(use->get()).getResultNumber();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  use->set(builder.clone(*op)->getResult(number));
  return true;
}

const Mutator tilefuzz::duplicateOperationRow = {
    "duplicate-operation", "an operation is computed again for one use",
    duplicateOperation, duplicateOperation};
