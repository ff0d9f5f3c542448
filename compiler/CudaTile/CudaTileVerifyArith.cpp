//===- CudaTileVerifyArith.cpp - Rules of element-wise operations ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

static Type elementOf(Value value) {
  return cast<TileType>(value.getType()).getElementType();
}

/// The modifier table of part 1, 3.2: IEEE rounding only, and flush_to_zero
/// only on f32.
static LogicalResult verifyFloatModifiers(Operation *op, Rounding mode,
                                          bool flushToZero, Type element) {
  if (mode > Rounding::PositiveInf)
    return op->emitOpError("invalid rounding mode '")
           << stringifyRounding(mode) << "'";
  if (flushToZero && !element.isF32())
    return op->emitOpError("flush_to_zero is only supported for f32, got ")
           << element;
  return success();
}

LogicalResult AddFOp::verify() {
  return verifyFloatModifiers(*this, getRoundingMode(), getFlushToZero(),
                              elementOf(getResult()));
}
LogicalResult SubFOp::verify() {
  return verifyFloatModifiers(*this, getRoundingMode(), getFlushToZero(),
                              elementOf(getResult()));
}
LogicalResult MulFOp::verify() {
  return verifyFloatModifiers(*this, getRoundingMode(), getFlushToZero(),
                              elementOf(getResult()));
}
LogicalResult FmaOp::verify() {
  return verifyFloatModifiers(*this, getRoundingMode(), getFlushToZero(),
                              elementOf(getResult()));
}
LogicalResult MaxFOp::verify() {
  return verifyFloatModifiers(*this, Rounding::NearestEven, getFlushToZero(),
                              elementOf(getResult()));
}
LogicalResult MinFOp::verify() {
  return verifyFloatModifiers(*this, Rounding::NearestEven, getFlushToZero(),
                              elementOf(getResult()));
}

LogicalResult DivIOp::verify() {
  Rounding mode = getRounding();
  bool legal =
      mode == Rounding::Zero || mode == Rounding::PositiveInf ||
      (mode == Rounding::NegativeInf && getSignedness() == Signedness::Signed);
  if (!legal)
    return emitOpError("invalid rounding mode '")
           << stringifyRounding(mode) << "' for "
           << stringifySignedness(getSignedness()) << " division";
  return success();
}

LogicalResult ExtIOp::verify() {
  if (elementOf(getTo()).getIntOrFloatBitWidth() <=
      elementOf(getFrom()).getIntOrFloatBitWidth())
    return emitOpError("extending to smaller or identical integer");
  return success();
}

LogicalResult TruncIOp::verify() {
  if (elementOf(getTo()).getIntOrFloatBitWidth() >=
      elementOf(getFrom()).getIntOrFloatBitWidth())
    return emitOpError("truncating to larger or identical integer");
  return success();
}

LogicalResult FToFOp::verify() {
  Type from = elementOf(getFrom()), to = elementOf(getTo());
  if (from == to)
    return emitOpError("must not be a no-op: both types are ") << from;
  Rounding mode = getRoundingMode();
  if (isa<Float8E8M0FNUType>(to)) {
    if (mode != Rounding::Zero && mode != Rounding::PositiveInf)
      return emitOpError("conversion to f8E8M0FNU requires rounding zero or "
                         "positive_inf");
    return success();
  }
  if (mode != Rounding::NearestEven)
    return emitOpError("invalid rounding mode '")
           << stringifyRounding(mode) << "', expected nearest_even";
  return success();
}

LogicalResult FToIOp::verify() {
  if (getRoundingMode() != Rounding::NearestIntToZero)
    return emitOpError("invalid rounding mode '")
           << stringifyRounding(getRoundingMode())
           << "', expected nearest_int_to_zero";
  return success();
}

LogicalResult IToFOp::verify() {
  if (getRoundingMode() != Rounding::NearestEven)
    return emitOpError("invalid rounding mode '")
           << stringifyRounding(getRoundingMode())
           << "', expected nearest_even";
  if (isa<Float8E8M0FNUType>(elementOf(getTo())))
    return emitOpError("cannot convert to f8E8M0FNU: first convert to another "
                       "float type");
  return success();
}

LogicalResult SelectOp::verify() {
  auto condition = cast<TileType>(getCond().getType());
  auto result = cast<TileType>(getResult().getType());
  if (condition.getShape() != result.getShape())
    return emitOpError("condition and values must have the same shape, got ")
           << condition << " and " << result;
  if (isa<Float4E2M1FNType>(result.getElementType()))
    return emitOpError("does not support the sub-byte type ")
           << result.getElementType();
  return success();
}
