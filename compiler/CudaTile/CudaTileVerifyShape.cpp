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

LogicalResult PermuteOp::verify() {
  auto from = cast<TileType>(getSource().getType());
  auto to = cast<TileType>(getResult().getType());
  ArrayRef<int32_t> permutation = getPermutation();
  int64_t rank = from.getShape().size();
  if (from.getElementType() != to.getElementType())
    return emitOpError("source and result must have the same element type");
  if (rank != int64_t(to.getShape().size()))
    return emitOpError("source and result must have the same rank");
  if (rank < 2)
    return emitOpError("expects a tile of rank 2 or more, got ") << from;
  if (int64_t(permutation.size()) != rank)
    return emitOpError("expects ")
           << rank << " permutation entries, got " << permutation.size();
  SmallVector<bool> seen(rank, false);
  for (int32_t dim : permutation) {
    if (dim < 0 || dim >= rank)
      return emitOpError("permutation entry ")
             << dim << " is outside of the rank " << rank;
    if (seen[dim])
      return emitOpError("permutation entry ") << dim << " is repeated";
    seen[dim] = true;
  }
  for (auto [i, dim] : llvm::enumerate(permutation))
    if (to.getShape()[i] != from.getShape()[dim])
      return emitOpError("result dimension ")
             << i << " must have the size " << from.getShape()[dim]
             << " of source dimension " << dim << ", got " << to.getShape()[i];
  return success();
}

LogicalResult CatOp::verify() {
  auto lhs = cast<TileType>(getLhs().getType());
  auto rhs = cast<TileType>(getRhs().getType());
  auto to = cast<TileType>(getResult().getType());
  int64_t rank = lhs.getShape().size(), dim = getDim();
  if (rank != int64_t(rhs.getShape().size()) ||
      rank != int64_t(to.getShape().size()))
    return emitOpError("operands and result must have the same rank");
  if (lhs.getElementType() != rhs.getElementType() ||
      lhs.getElementType() != to.getElementType())
    return emitOpError("operands and result must have the same element type");
  if (dim < 0 || dim >= rank)
    return emitOpError("dim ") << dim << " is outside of the rank " << rank;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t a = lhs.getShape()[i], b = rhs.getShape()[i], c = to.getShape()[i];
    if (i == dim ? a + b != c : a != b || a != c)
      return emitOpError("sizes of dimension ")
             << i << " do not fit: " << a << " and " << b << " give " << c;
  }
  return success();
}

/// Of extract and insert: a tile that is cut into slices, and the one that the
/// indices name.
static LogicalResult verifySlices(Operation *op, Type cut, Type part,
                                  StringRef cutName, StringRef partName,
                                  OperandRange indices) {
  auto whole = cast<TileType>(cut), slice = cast<TileType>(part);
  if (whole.getShape().size() != slice.getShape().size())
    return op->emitOpError("source and ")
           << (partName == "source" ? cutName : partName)
           << " must have the same rank";
  if (whole.getElementType() != slice.getElementType())
    return op->emitOpError("source and ")
           << (partName == "source" ? cutName : partName)
           << " must have the same element type";
  for (auto [a, b] : llvm::zip_equal(whole.getShape(), slice.getShape()))
    if (a % b)
      return op->emitOpError(cutName)
             << " dimension of size " << a << " is not divisible by the "
             << partName << "'s " << b;
  if (indices.size() != whole.getShape().size())
    return op->emitOpError("expects ")
           << whole.getShape().size() << " indices, got " << indices.size();
  // Undefined when executed, and no error: a branch may guard it.
  for (auto [i, index] : llvm::enumerate(indices)) {
    auto constant = index.getDefiningOp<ConstantOp>();
    if (!constant)
      continue;
    int64_t number = constant.getDense().getValues<APInt>()[0].getZExtValue();
    int64_t count = whole.getShape()[i] / slice.getShape()[i];
    if (number >= count)
      // Without the operation: printing it would verify it again, and so on.
      mlir::emitWarning(op->getLoc(), "'")
          << op->getName() << "' index " << number << " of dimension " << i
          << " is outside of " << count << " slices";
  }
  return success();
}

LogicalResult ExtractOp::verify() {
  return verifySlices(*this, getSource().getType(), getResult().getType(),
                      "source", "result", getIndices());
}
// 13.4 additions, 3.1.
LogicalResult InsertOp::verify() {
  return verifySlices(*this, getDestination().getType(), getSource().getType(),
                      "destination", "source", getIndices());
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
