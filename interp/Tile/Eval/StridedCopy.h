//===- StridedCopy.h - Elements from one tile to another --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Changes of shape that are affine: broadcast, permute, extract and cat move
// elements between two tiles with a stride for each dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_STRIDEDCOPY_H
#define TILEFUZZ_INTERP_TILE_EVAL_STRIDEDCOPY_H

#include "interp/Tile/Machine.h"

namespace tilefuzz {

/// Where element (x0, x1, ...) of a move lies in a tile: start + sum of xi
/// times strides[i], in row-major positions.
struct StridedPlacement {
  size_t start = 0;
  llvm::SmallVector<size_t> strides;

  /// The whole of a tile of that shape.
  static StridedPlacement whole(llvm::ArrayRef<int64_t> shape);
};

/// A tile of `count` elements that moves will fill, packed as `like` and with
/// buffers if it has any.
TileValue emptyTile(size_t count, const TileValue &like);

/// For every coordinate in `shape`: bits, buffer and marks.
void moveElements(llvm::ArrayRef<int64_t> shape, const TileValue &from,
                  const StridedPlacement &fromPlaces, TileValue &into,
                  const StridedPlacement &intoPlaces);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_STRIDEDCOPY_H
