//===- CudaTileVerifyShape.cpp - Rules of shape operations ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

LogicalResult IotaOp::verify() {
  auto type = cast<TileType>(getResult().getType());
  if (type.getShape().size() != 1)
    return emitOpError("expects a 1-d tile, got ") << type;
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  if (width < 63 && type.getShape()[0] > int64_t(1) << width)
    return emitOpError("number of elements ")
           << type.getShape()[0] << " exceeds the range of "
           << type.getElementType();
  return success();
}

LogicalResult BroadcastOp::verify() {
  auto from = cast<TileType>(getSource().getType());
  auto to = cast<TileType>(getResult().getType());
  if (from.getElementType() != to.getElementType())
    return emitOpError("source and result must have the same element type");
  if (from.getShape().size() != to.getShape().size())
    return emitOpError("source and result must have the same rank");
  for (auto [a, b] : llvm::zip_equal(from.getShape(), to.getShape()))
    if (a != b && a != 1)
      return emitOpError("cannot broadcast dimension of size ")
             << a << " to " << b;
  return success();
}

LogicalResult ReshapeOp::verify() {
  auto from = cast<TileType>(getSource().getType());
  auto to = cast<TileType>(getResult().getType());
  if (from.getElementType() != to.getElementType())
    return emitOpError("source and result must have the same element type");
  if (from.getNumElements() != to.getNumElements())
    return emitOpError("source and result must have the same number of "
                       "elements, got ")
           << from.getNumElements() << " and " << to.getNumElements();
  return success();
}

LogicalResult OffsetOp::verify() {
  auto pointer = cast<TileType>(getPtr().getType());
  auto offset = cast<TileType>(getOffset().getType());
  if (pointer.getShape() != offset.getShape())
    return emitOpError("expects the same shape for all operands and results");
  return success();
}

LogicalResult AssumeOp::verify() {
  return getPredicate().verifyWithAssume(*this, getValue().getType());
}

void BroadcastOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "bcast");
}
void ReshapeOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "reshape");
}
void AssumeOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "assume");
}
void GetTileBlockIdOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getX(), "blockId_x");
  setName(getY(), "blockId_y");
  setName(getZ(), "blockId_z");
}
void GetNumTileBlocksOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getX(), "gridSize_x");
  setName(getY(), "gridSize_y");
  setName(getZ(), "gridSize_z");
}
