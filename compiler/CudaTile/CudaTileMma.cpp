//===- CudaTileMma.cpp - Matrix multiply-accumulate -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 8; labels (MM1, MS1, ...) are theirs.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

static TileType tileOf(Value value) { return cast<TileType>(value.getType()); }

/// MM1 to MM3
static LogicalResult verifyShapes(Operation *op, ArrayRef<Value> operands) {
  ArrayRef<int64_t> lhs = tileOf(operands[0]).getShape();
  ArrayRef<int64_t> rhs = tileOf(operands[1]).getShape();
  ArrayRef<int64_t> acc = tileOf(operands[2]).getShape();
  for (Value operand : operands)
    if (tileOf(operand).getShape().size() != lhs.size())
      return op->emitOpError("operands must have the same rank");
  if (lhs.size() != 2 && lhs.size() != 3)
    return op->emitOpError("operands must have rank 2 or 3, got ")
           << lhs.size();
  if (lhs.size() == 3 && (lhs[0] != rhs[0] || lhs[0] != acc[0]))
    return op->emitOpError("batch sizes must be equal, got ")
           << lhs[0] << ", " << rhs[0] << " and " << acc[0];
  ArrayRef<int64_t> a = lhs.take_back(2), b = rhs.take_back(2),
                    c = acc.take_back(2);
  if (a[1] != b[0])
    return op->emitOpError("columns of the lhs (")
           << a[1] << ") must be the rows of the rhs (" << b[0] << ")";
  if (a[0] != c[0] || b[1] != c[1])
    return op->emitOpError("the accumulator must be ")
           << a[0] << "x" << b[1] << ", got " << c[0] << "x" << c[1];
  return success();
}

/// MM4
static LogicalResult verifySameElement(Operation *op, Value lhs, Value rhs,
                                       StringRef what) {
  if (tileOf(lhs).getElementType() != tileOf(rhs).getElementType())
    return op->emitOpError("lhs and rhs ")
           << what << "must have the same element type, got "
           << tileOf(lhs).getElementType() << " and "
           << tileOf(rhs).getElementType();
  return success();
}

/// The table of part 2, 8.2.
static bool isAccumulator(Type operand, Type acc) {
  if (isa<Float8E4M3FNType, Float8E5M2Type, Float16Type>(operand))
    return isa<Float16Type, Float32Type>(acc);
  if (isa<BFloat16Type, FloatTF32Type, Float32Type>(operand))
    return isa<Float32Type>(acc);
  return isa<Float64Type>(operand) && isa<Float64Type>(acc);
}

LogicalResult MmaFOp::verify() {
  if (failed(verifySameElement(*this, getLhs(), getRhs(), "")) ||
      failed(verifyShapes(*this, {getLhs(), getRhs(), getAcc()})))
    return failure();
  Type operand = tileOf(getLhs()).getElementType();
  Type acc = tileOf(getAcc()).getElementType();
  if (!isAccumulator(operand, acc))
    return emitOpError("does not support operands of ")
           << operand << " with an accumulator of " << acc;
  return success();
}

LogicalResult MmaIOp::verify() {
  if (failed(verifySameElement(*this, getLhs(), getRhs(), "")) ||
      failed(verifyShapes(*this, {getLhs(), getRhs(), getAcc()})))
    return failure();
  Type operand = tileOf(getLhs()).getElementType();
  Type acc = tileOf(getAcc()).getElementType();
  if (!isI8Element(operand) || !isI32Element(acc))
    return emitOpError("expects operands of i8 and an accumulator of i32, got ")
           << operand << " and " << acc;
  return success();
}

LogicalResult MmaFScaledOp::verify() {
  if (failed(verifySameElement(*this, getLhs(), getRhs(), "")) ||
      failed(
          verifySameElement(*this, getLhsScale(), getRhsScale(), "scales ")) ||
      failed(verifyShapes(
          *this, {getLhs(), getRhs(), getAcc(), getLhsScale(), getRhsScale()})))
    return failure();
  ArrayRef<int64_t> lhs = tileOf(getLhs()).getShape();
  ArrayRef<int64_t> rhs = tileOf(getRhs()).getShape();
  ArrayRef<int64_t> lhsScale = tileOf(getLhsScale()).getShape();
  ArrayRef<int64_t> rhsScale = tileOf(getRhsScale()).getShape();
  if (lhs.size() == 3 && (lhs[0] != lhsScale[0] || rhs[0] != rhsScale[0]))
    return emitOpError("batch sizes of the scales must be those of the "
                       "operands"); // MS2
  int64_t rows = lhs.take_back(2)[0], depth = lhs.take_back(2)[1];
  int64_t columns = rhs.take_back(2)[1];
  int64_t blocks = lhsScale.take_back(2)[1];
  if (lhsScale.take_back(2)[0] != rows || rhsScale.take_back(2)[1] != columns ||
      rhsScale.take_back(2)[0] != blocks) // MS3
    return emitOpError("scales must be ")
           << rows << "xKs and Ksx" << columns << " with one Ks";
  Type operand = tileOf(getLhs()).getElementType();
  Type scale = tileOf(getLhsScale()).getElementType();
  bool isF8 = isa<Float8E4M3FNType, Float8E5M2Type>(operand);
  bool isF4 = isa<Float4E2M1FNType>(operand);
  if (!isF8 && !isF4) // MS4
    return emitOpError("expects operands of f8E4M3FN, f8E5M2 or f4E2M1FN, got ")
           << operand;
  if (!isa<Float8E8M0FNUType, Float8E4M3FNType>(scale))
    return emitOpError("expects scales of f8E8M0FNU or f8E4M3FN, got ")
           << scale;
  if (!tileOf(getAcc()).getElementType().isF32())
    return emitOpError("expects an accumulator of f32, got ")
           << tileOf(getAcc()).getElementType();
  if (depth % blocks) // MS5
    return emitOpError("K = ")
           << depth << " is not a multiple of the " << blocks << " scales";
  int64_t size = depth / blocks;
  bool fits = isa<Float8E8M0FNUType>(scale) ? size == 32 || (isF4 && size == 16)
                                            : isF4 && size == 16;
  if (!fits) // MS6
    return emitOpError("does not support blocks of ")
           << size << " elements of " << operand << " with scales of " << scale;
  return success();
}
