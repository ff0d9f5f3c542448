//===- CudaTileVerifyArith.cpp - Rules of element-wise operations ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/ModuleVersion.h"

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

/// Modes beyond the IEEE ones, each only for f32.
static LogicalResult verifyApproximation(Operation *op, Rounding mode,
                                         bool flushToZero, Type element,
                                         ArrayRef<Rounding> extra) {
  if (llvm::is_contained(extra, mode)) {
    if (!element.isF32())
      return op->emitOpError("rounding mode '")
             << stringifyRounding(mode) << "' is only supported for f32, got "
             << element;
    mode = Rounding::NearestEven;
  }
  return verifyFloatModifiers(op, mode, flushToZero, element);
}

LogicalResult DivFOp::verify() {
  return verifyApproximation(*this, getRoundingMode(), getFlushToZero(),
                             elementOf(getResult()),
                             {Rounding::Approx, Rounding::Full});
}
LogicalResult SqrtOp::verify() {
  return verifyApproximation(*this, getRoundingMode(), getFlushToZero(),
                             elementOf(getResult()), {Rounding::Approx});
}
LogicalResult Exp2Op::verify() {
  return verifyFloatModifiers(*this, Rounding::NearestEven, getFlushToZero(),
                              elementOf(getResult()));
}
LogicalResult RsqrtOp::verify() {
  return verifyFloatModifiers(*this, Rounding::NearestEven, getFlushToZero(),
                              elementOf(getResult()));
}

/// exp and tanh: full for every base float, approx for f32.
static LogicalResult verifyFullOrApprox(Operation *op, Rounding mode,
                                        Type element) {
  if (mode != Rounding::Full && mode != Rounding::Approx)
    return op->emitOpError("invalid rounding mode '")
           << stringifyRounding(mode) << "', expected full or approx";
  if (mode == Rounding::Approx && !element.isF32())
    return op->emitOpError("rounding mode 'approx' is only supported for f32, "
                           "got ")
           << element;
  return success();
}
LogicalResult ExpOp::verify() {
  return verifyFullOrApprox(*this, getRoundingMode(), elementOf(getResult()));
}
// The reference reports other modes and accepts them all the same (part 1,
// section 6, defect 1); here they are rejected.
LogicalResult TanHOp::verify() {
  return verifyFullOrApprox(*this, getRoundingMode(), elementOf(getResult()));
}

LogicalResult NegIOp::verify() {
  if (getOverflow() == Overflow::NoUnsignedWrap)
    return emitOpError("overflow 'no_unsigned_wrap' is not supported");
  return success();
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

bool cuda_tile::roundsScalesToNearest(Operation *op) {
  auto module = op->getParentOfType<cuda_tile::ModuleOp>();
  auto version = module ? module->getAttrOfType<StringAttr>(versionAttrName)
                        : StringAttr();
  return version && version.getValue() == versionOfNearestScales;
}

namespace {
/// What a format holds, as the rule about widenings reads it.
struct FormatRange {
  int precision, least, greatest;
  bool holds(FormatRange other) const {
    return precision >= other.precision && least <= other.least &&
           greatest >= other.greatest;
  }
};
} // namespace
static FormatRange rangeOf(Type type) {
  const llvm::fltSemantics &format = cast<FloatType>(type).getFloatSemantics();
  return {int(llvm::APFloat::semanticsPrecision(format)),
          llvm::APFloat::semanticsMinExponent(format),
          llvm::APFloat::semanticsMaxExponent(format)};
}

bool cuda_tile::allowsRounding(Type from, Type to, Rounding mode) {
  bool isDirected =
      mode == Rounding::NegativeInf || mode == Rounding::PositiveInf;
  if (isa<Float8E8M0FNUType>(to))
    return mode == Rounding::Zero || mode == Rounding::PositiveInf;
  if (mode == Rounding::NearestEven)
    return true;
  if (to.getIntOrFloatBitWidth() <= 8)
    return false;
  if (rangeOf(to).holds(rangeOf(from)))
    return mode == Rounding::Zero || isDirected ||
           mode == Rounding::NearestAway;
  if (from.isF64() && to.isF32())
    return mode == Rounding::Zero || isDirected;
  if (from.isF32() && isa<FloatTF32Type>(to))
    return mode == Rounding::Zero || mode == Rounding::NearestAway;
  return mode == Rounding::Zero;
}
StringRef cuda_tile::getNewRule(Operation *op) {
  if (returnsFromLoop(op))
    return "a return in a loop";
  auto convert = dyn_cast<FToFOp>(op);
  if (!convert || isa<Float8E8M0FNUType>(elementOf(convert.getTo())) ||
      convert.getRoundingMode() == Rounding::NearestEven)
    return "";
  return "attribute 'rounding_mode' other than 'nearest_even'";
}

LogicalResult FToFOp::verify() {
  Type from = elementOf(getFrom()), to = elementOf(getTo());
  if (from == to)
    return emitOpError("must not be a no-op: both types are ") << from;
  Rounding mode = getRoundingMode();
  if (isa<Float8E8M0FNUType>(to)) {
    if (roundsScalesToNearest(*this)) {
      if (mode != Rounding::NearestEven)
        return emitOpError("conversion to f8E8M0FNU requires rounding "
                           "nearest_even in version 13.2");
      return success();
    }
    if (mode != Rounding::Zero && mode != Rounding::PositiveInf)
      return emitOpError("conversion to f8E8M0FNU requires rounding zero or "
                         "positive_inf");
    return success();
  }
  if (!allowsRounding(from, to, mode))
    return emitOpError("invalid rounding mode '")
           << stringifyRounding(mode) << "' from " << from << " to " << to;
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

LogicalResult BitcastOp::verify() {
  unsigned from = elementOf(getSource()).getIntOrFloatBitWidth();
  unsigned to = elementOf(getResult()).getIntOrFloatBitWidth();
  if (from != to)
    return emitOpError("types must be equal width, got ")
           << from << " and " << to << " bits";
  return success();
}

/// Bits of an element within a byte array: i1 takes one, tf32 takes 32.
static unsigned packedWidth(Type element) {
  return isa<FloatTF32Type>(element) ? 32 : element.getIntOrFloatBitWidth();
}
static LogicalResult verifyPacking(Operation *op, Type from, Type to) {
  auto source = cast<TileType>(from), result = cast<TileType>(to);
  if (source.getShape().size() != result.getShape().size())
    return op->emitOpError("source and result must have the same rank");
  if (source.getShape().size() != 1)
    return op->emitOpError("expects source and result to be rank-1 tiles");
  unsigned sourceWidth = packedWidth(source.getElementType());
  unsigned resultWidth = packedWidth(result.getElementType());
  if (sourceWidth == resultWidth)
    return op->emitOpError("element types of equal width need a bitcast, got ")
           << source << " and " << result;
  int64_t sourceBits = source.getNumElements() * sourceWidth;
  int64_t resultBits = result.getNumElements() * resultWidth;
  for (int64_t bits : {sourceBits, resultBits})
    if (bits % 8)
      return op->emitOpError("expects whole bytes, got ") << bits << " bits";
  if (sourceBits != resultBits)
    return op->emitOpError("source and result must have the same size in "
                           "bytes, got ")
           << sourceBits / 8 << " and " << resultBits / 8;
  return success();
}
LogicalResult PackOp::verify() {
  return verifyPacking(*this, getSource().getType(), getResult().getType());
}
LogicalResult UnpackOp::verify() {
  return verifyPacking(*this, getSource().getType(), getResult().getType());
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
