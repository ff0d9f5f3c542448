//===- MutateTypes.cpp - Other element types ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Mutate/MutateShared.h"

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

static bool changeCudaTileWidth(const Mutation &m) {
  llvm::SmallVector<Operation *> operations = m.freeOperations();
  llvm::erase_if(operations, [](Operation *op) {
    // PTX rounds narrow arithmetic to nearest only, and flushes f32 only.
    auto rounding = op->getAttrOfType<RoundingAttr>("rounding_mode");
    return !hasAnyWidth(op) || DefinednessSlice::hasRole(op) ||
           isa<ReduceOp, ScanOp>(op->getParentOp()) ||
           (rounding && rounding.getValue() != Rounding::NearestEven);
  });
  return changeWidth(
      m, operations,
      [](Type type, Type element) -> Type {
        return TileType::get(cast<TileType>(type).getShape(), element);
      },
      [&](OpBuilder &builder, Location loc, Value value, Type type) {
        return convert(builder, loc, value, type, m.choices);
      });
}

const Mutator tilefuzz::changeWidthRow = {
    "change-width", "an operation computes in another width of its type",
    changeCudaTileWidth, tileaa::changeWidth};
