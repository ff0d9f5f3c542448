//===- MutateTypes.cpp - Other element types ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Mutate/Mutate.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// Operations of tiles of one type, of any width of it.
static bool hasAnyWidth(Operation *op) {
  return isa<AddIOp, SubIOp, MulIOp, MulhiIOp, AndIOp, OrIOp, XOrIOp, MaxIOp,
             MinIOp, AbsIOp, NegIOp, AddFOp, SubFOp, MulFOp, FmaOp, MaxFOp,
             MinFOp, AbsFOp, NegFOp>(op);
}

Type tilefuzz::otherElement(Type element, ByteSource &choices) {
  MLIRContext *context = element.getContext();
  Builder builder(context);
  const Type integers[] = {builder.getI8Type(), builder.getI16Type(),
                           builder.getI32Type(), builder.getI64Type()};
  const Type floats[] = {builder.getF16Type(), builder.getBF16Type(),
                         builder.getF32Type(), builder.getF64Type()};
  return isa<IntegerType>(element) ? choices.pick<Type>(integers)
                                   : choices.pick<Type>(floats);
}

static Value convert(OpBuilder &builder, Location location, Value value,
                     Type type, ByteSource &choices) {
  auto from = cast<TileType>(value.getType()).getElementType();
  auto to = cast<TileType>(type).getElementType();
  if (isa<FloatType>(from))
    return FToFOp::create(builder, location, type, value);
  if (from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth())
    return TruncIOp::create(builder, location, type, value);
  return ExtIOp::create(builder, location, type, value,
                        choices.oneIn(2) ? Signedness::Signed
                                         : Signedness::Unsigned);
}

/// op(x) -> convert(op'(convert(x)))
bool tilefuzz::changeWidth(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    return !hasAnyWidth(op) || DefinednessSlice::hasRole(op) ||
           isa<ReduceOp, ScanOp>(op->getParentOp());
  });
  if (operations.empty())
    return false;
  Operation *op = m.choices.pick(llvm::ArrayRef(operations));
  auto type = cast<TileType>(op->getResult(0).getType());
  Type element = otherElement(type.getElementType(), m.choices);
  if (element == type.getElementType())
    return false;
  // PTX rounds narrow arithmetic to nearest only, and flushes f32 only.
  auto rounding = op->getAttrOfType<RoundingAttr>("rounding_mode");
  if (rounding && rounding.getValue() != Rounding::NearestEven)
    return false;
  auto wide = TileType::get(type.getShape(), element);
  OpBuilder builder(op);
  llvm::SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        convert(builder, op->getLoc(), operand, wide, m.choices));
  OperationState state(op->getLoc(), op->getName(), operands, {wide},
                       op->getAttrs());
  Value result = builder.create(state)->getResult(0);
  op->getResult(0).replaceAllUsesWith(
      convert(builder, op->getLoc(), result, type, m.choices));
  op->erase();
  return true;
}
