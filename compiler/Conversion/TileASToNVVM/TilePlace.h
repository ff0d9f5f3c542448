//===- TilePlace.h - Where a view's tile lies -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_TILEPLACE_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_TILEPLACE_H

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/TileAS/TileASOps.h"

namespace tilefuzz {

/// Where an element of four bits lies: of the two in a byte the first is the
/// lower (docs/semantics.md).
struct HalfByte {
  mlir::Value address;
  /// 0 or 4, i8.
  mlir::Value shift;
  mlir::Value isFirst;
};

/// Where the elements of one tile of a view lie.
class TilePlace {
public:
  TilePlace(Emitter &e, mlir::nv_tileas::TiledViewType type, mlir::Value view,
            mlir::ValueRange indices, bool inBounds,
            const ThreadLayout &layout);
  /// Along a sparse dimension, asks other threads for the rows.
  mlir::LogicalResult findRows(mlir::Operation *op,
                               mlir::nv_tileas::TiledViewType type,
                               mlir::ValueRange indices);
  struct Element {
    /// Null: always.
    mlir::Value isInside;
    /// In elements; null: none.
    mlir::Value offset;
  };
  Element getElement(unsigned r);
  mlir::Value getAddress(const Element &element, mlir::Type storage);
  HalfByte getHalfByte(const Element &element);
  /// A neighbour of an element in the tile, by the bit of its index.
  struct Neighbour {
    uint64_t bit;
    /// Whether it follows in memory; null: it does.
    mlir::Value follows;
  };
  /// Along dimensions whose elements may follow each other in memory.
  llvm::SmallVector<Neighbour> findNeighbours();

private:
  struct Axis {
    unsigned shift;
    uint64_t mask;
    bool isWhole;
    /// Nothing if only the run knows.
    std::optional<int64_t> knownStride;
    mlir::Value size, stride, start, thread;
  };
  Emitter &e;
  ThreadLayout layout;
  mlir::Value base;
  llvm::SmallVector<Axis> axes;
  /// The sparse dimension, and the row of each register's element.
  std::optional<unsigned> sparse;
  Registers rows;
};

/// Refuses accesses of elements that share a byte.
mlir::LogicalResult checkWholeBytes(mlir::Operation *op, mlir::Type tile);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_TILEPLACE_H
