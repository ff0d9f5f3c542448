//===- TileTypes.h - One view of the tile types of all levels ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A tile is a !cuda_tile.tile, a builtin tensor, or (rank 0 below cuda_tile) a
// bare scalar; a pointer is cuda_tile's or nv_tileaa's.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILETYPES_TILETYPES_H
#define TILEFUZZ_INTERP_TILETYPES_TILETYPES_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tilefuzz {

struct TileShape {
  llvm::ArrayRef<int64_t> shape;
  mlir::Type element;

  size_t numElements() const {
    size_t count = 1;
    for (int64_t dimension : shape)
      count *= dimension;
    return count;
  }
};

inline TileShape tileShapeOf(mlir::Type type) {
  if (auto tile = llvm::dyn_cast<mlir::cuda_tile::TileType>(type))
    return {tile.getShape(), tile.getElementType()};
  if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type))
    return {tensor.getShape(), tensor.getElementType()};
  return {{}, type};
}
inline TileShape tileShapeOf(mlir::Value value) {
  return tileShapeOf(value.getType());
}
inline mlir::Type elementOf(mlir::Value value) {
  return tileShapeOf(value).element;
}

/// Of a tile that the interpreter holds; as many as the public dialect allows.
inline constexpr uint64_t maxHeldElements =
    mlir::cuda_tile::TileType::maxElements;
/// Why no value of the type can be held; empty: it can.
inline llvm::StringRef unsupportedTileReason(mlir::Type type) {
  TileShape tile = tileShapeOf(type);
  uint64_t count = 1;
  for (int64_t extent : tile.shape) {
    if (mlir::ShapedType::isDynamic(extent))
      return "has an extent that is not known";
    if (extent && count > maxHeldElements / extent)
      return "has more elements than can be executed";
    count *= extent;
  }
  if (tile.element.isIntOrFloat() && tile.element.getIntOrFloatBitWidth() > 64)
    return "has elements of more than 64 bits";
  return "";
}

/// The pointee of a pointer element; null for other elements.
inline mlir::Type pointeeOf(mlir::Type element) {
  if (auto pointer = llvm::dyn_cast<mlir::cuda_tile::PointerType>(element))
    return pointer.getPointeeType();
  if (auto pointer = llvm::dyn_cast<mlir::nv_tileaa::PtrType>(element))
    return pointer.getPointeeType();
  return {};
}

/// Bits of an element; addresses, `index`, queues and program ids have 64.
inline unsigned widthOf(mlir::Type element) {
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}

inline FloatFormat formatOf(mlir::Type element) {
  return &llvm::cast<mlir::FloatType>(element).getFloatSemantics();
}

/// An identity that a reduction states for elements of a type; it may be of
/// another format of the same width (part 2, RS4).
inline llvm::APInt identityBits(mlir::Attribute identity, mlir::Type element) {
  auto real = llvm::dyn_cast<mlir::FloatAttr>(identity);
  if (!real)
    return llvm::cast<mlir::IntegerAttr>(identity).getValue();
  llvm::APFloat value = real.getValue();
  bool loses;
  value.convert(*formatOf(element), llvm::RoundingMode::NearestTiesToEven,
                &loses);
  return value.bitcastToAPInt();
}

/// Two of these share a byte in memory, the first in the low bits (part
/// 1, 2.5).
inline bool isHalfByte(mlir::Type element) {
  return element.getIntOrFloatBitWidth() == 4;
}
/// Bytes that one element occupies in memory: one of i1 and of a pair of
/// f4E2M1FN, four of tf32.
inline unsigned storageSize(mlir::Type element) {
  if (llvm::isa<mlir::FloatTF32Type>(element))
    return 4;
  return std::max(1u, element.getIntOrFloatBitWidth() / 8);
}
/// How far an element's bits stand above the lowest in memory: a tf32 is an f32
/// whose low 13 bits do not count (docs/semantics.md).
inline unsigned storageShift(mlir::Type element) {
  return llvm::isa<mlir::FloatTF32Type>(element) ? 13 : 0;
}

/// Whether memory holds the element's bits as they are, in bytes of its own.
inline bool hasPlainStorage(mlir::Type element) {
  return storageShift(element) == 0 && !isHalfByte(element);
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILETYPES_TILETYPES_H
