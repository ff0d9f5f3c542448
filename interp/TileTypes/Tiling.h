//===- Tiling.h - How views are cut into tiles ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One description for the views of cuda_tile and of nv_tileaa.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILETYPES_TILING_H
#define TILEFUZZ_INTERP_TILETYPES_TILING_H

#include "interp/TileTypes/TileTypes.h"

namespace tilefuzz {

enum class PaddingKind { Unspecified, Zero, NegZero, NaN, PosInf, NegInf };

/// How a view is cut into tiles.
struct Tiling {
  llvm::SmallVector<int64_t, 4> tileShape;
  /// Tile axis to view axis.
  llvm::SmallVector<int64_t, 4> dimMap;
  /// From one tile to the next, in elements; empty: the tile shape.
  llvm::SmallVector<int64_t, 4> steps;
  /// The axis whose index is a tile of rows; then the other indices count
  /// elements (part 2, 5.5).
  std::optional<unsigned> sparseDim;
  mlir::Type element;
  PaddingKind padding = PaddingKind::Unspecified;
  /// A promise that no element lies outside.
  bool inBounds = false;
  /// The same of single axes of the tile; empty: of none.
  llvm::SmallVector<bool, 4> promises;
};

inline PaddingKind paddingKindOf(mlir::nv_tileaa::Padding padding) {
  using mlir::nv_tileaa::Padding;
  switch (padding) {
  case Padding::None:
    return PaddingKind::Unspecified;
  case Padding::Zero:
    return PaddingKind::Zero;
  case Padding::NegZero:
    return PaddingKind::NegZero;
  case Padding::NaN:
    return PaddingKind::NaN;
  case Padding::PosInf:
    return PaddingKind::PosInf;
  case Padding::NegInf:
    return PaddingKind::NegInf;
  }
  llvm_unreachable("unknown padding");
}

/// What an element of the padding is.
inline uint64_t paddingBits(PaddingKind padding, mlir::Type element) {
  auto type = llvm::dyn_cast<mlir::FloatType>(element);
  if (!type)
    return 0;
  // What a format lacks is as in conversions (docs/semantics.md).
  auto bits = [&](FloatKind kind, bool negative = false) {
    ExactFloat value;
    value.kind = kind;
    value.negative = negative;
    return encodeFloat(formatOf(type), value, RoundingMode::NearestEven)
        .getZExtValue();
  };
  switch (padding) {
  case PaddingKind::Unspecified:
  case PaddingKind::Zero:
    return 0;
  case PaddingKind::NegZero:
    return bits(FloatKind::Zero, /*negative=*/true);
  case PaddingKind::NaN:
    return bits(FloatKind::NaN);
  case PaddingKind::PosInf:
    return bits(FloatKind::Infinite);
  case PaddingKind::NegInf:
    return bits(FloatKind::Infinite, /*negative=*/true);
  }
  llvm_unreachable("unknown padding");
}

inline PaddingKind paddingKindOf(mlir::cuda_tile::PaddingValueAttr padding) {
  using mlir::cuda_tile::PaddingValue;
  if (!padding)
    return PaddingKind::Unspecified;
  switch (padding.getValue()) {
  case PaddingValue::Zero:
    return PaddingKind::Zero;
  case PaddingValue::NegZero:
    return PaddingKind::NegZero;
  case PaddingValue::NaN:
    return PaddingKind::NaN;
  case PaddingValue::PosInf:
    return PaddingKind::PosInf;
  case PaddingValue::NegInf:
    return PaddingKind::NegInf;
  }
  llvm_unreachable("unknown padding");
}

inline Tiling tilingOf(mlir::nv_tileaa::TiledViewType type) {
  Tiling tiling;
  llvm::append_range(tiling.tileShape, type.getTileShape());
  llvm::append_range(tiling.dimMap, type.getDimMap());
  llvm::append_range(tiling.steps, type.getSteps());
  if (type.isSparse())
    tiling.sparseDim = type.getSparseDim();
  tiling.element = type.getElementType();
  tiling.padding = paddingKindOf(type.getPadding());
  return tiling;
}
/// Of any view that is cut into tiles.
inline Tiling tilingOf(mlir::Type view) {
  namespace ct = mlir::cuda_tile;
  if (auto lowered = llvm::dyn_cast<mlir::nv_tileaa::TiledViewType>(view))
    return tilingOf(lowered);
  Tiling tiling;
  auto take = [&](auto type) {
    llvm::append_range(tiling.tileShape, type.getTileShape());
    tiling.element = type.getTensorView().getElementType();
    tiling.padding = paddingKindOf(type.getPadding());
  };
  if (auto type = llvm::dyn_cast<ct::PartitionViewType>(view)) {
    take(type);
    llvm::append_range(tiling.dimMap, type.getDimMap());
  } else if (auto type = llvm::dyn_cast<ct::StridedViewType>(view)) {
    take(type);
    llvm::append_range(tiling.dimMap, type.getDimMap());
    llvm::append_range(tiling.steps, type.getTraversalStrides());
  } else {
    auto sparse = llvm::cast<ct::GatherScatterViewType>(view);
    take(sparse);
    for (size_t d = 0; d < tiling.tileShape.size(); ++d)
      tiling.dimMap.push_back(d);
    tiling.sparseDim = sparse.getSparseDim();
  }
  return tiling;
}

/// Extents and strides of a view, where they are known.
struct StridedShape {
  llvm::ArrayRef<int64_t> shape, strides;
};
/// None: the type is no view.
inline std::optional<StridedShape> stridedShapeOf(mlir::Type type) {
  namespace ct = mlir::cuda_tile;
  namespace aa = mlir::nv_tileaa;
  if (auto tiled = llvm::dyn_cast<aa::TiledViewType>(type))
    type = tiled.getMemref();
  if (auto memref = llvm::dyn_cast<aa::StridedMemRefType>(type))
    return StridedShape{memref.getShape(), memref.getStrides()};
  if (auto partition = llvm::dyn_cast<ct::PartitionViewType>(type))
    type = partition.getTensorView();
  else if (auto strided = llvm::dyn_cast<ct::StridedViewType>(type))
    type = strided.getTensorView();
  else if (auto sparse = llvm::dyn_cast<ct::GatherScatterViewType>(type))
    type = sparse.getTensorView();
  if (auto view = llvm::dyn_cast<ct::TensorViewType>(type))
    return StridedShape{view.getShape(), view.getStrides()};
  return std::nullopt;
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILETYPES_TILING_H
