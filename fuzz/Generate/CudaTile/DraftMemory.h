//===- DraftMemory.h - Accesses of a draft's memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every block owns the elements [block * n, (block + 1) * n) of a buffer.
// Arguments that are only read have slack behind, for extra offsets. What is
// written is written outside of loops, or ordered by tokens that loops carry.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_CUDATILE_DRAFTMEMORY_H
#define TILEFUZZ_FUZZ_GENERATE_CUDATILE_DRAFTMEMORY_H

#include "fuzz/Generate/CudaTile/Draft.h"

namespace tilefuzz {

enum class ViewKind { Partition, Strided, GatherScatter };
enum class ViewUse { Load, Store, Atomic };

/// A view of a buffer, and where this block's part lies in it.
struct DraftView {
  mlir::Value tensor, view;
  llvm::SmallVector<mlir::Value> index;
  mlir::cuda_tile::TileType tile;
  /// Along which of its axes the tile lies inside, whatever block has it.
  llvm::SmallVector<bool> inside = {};
};
/// With tiles of this shape, where a view has such tiles.
DraftView makeView(Draft &draft, const DraftBuffer &buffer, ViewKind kind,
                   ViewUse use,
                   std::optional<llvm::ArrayRef<int64_t>> shape = std::nullopt);
ViewKind chooseViewKind(Draft &draft, ViewUse use);

/// A view of a new buffer along which tiles are counted beyond half of what an
/// index of 8 or 16 bits can say: indices are read unsigned.
DraftView makeFarView(Draft &draft);

/// How an access is made; null: chosen.
struct AccessForm {
  std::optional<ViewKind> view;
  bool byPointers = false;
  /// Of a load by pointers: every element is the buffer's.
  bool isWhole = false;
  /// Of a load: what is wanted; views of other shapes are taken, too.
  std::optional<llvm::ArrayRef<int64_t>> shape;
  /// Of a store by pointers: where, and what it writes; null: chosen.
  mlir::Value addresses, mask;
};

/// Loads this block's part, ordered; the value comes into scope.
mlir::Value loadFrom(Draft &draft, unsigned buffer, AccessForm form = {});
/// Stores `value`, which has `perBlock` elements, ordered.
void storeTo(Draft &draft, unsigned buffer, mlir::Value value,
             AccessForm form = {});

/// Reads and rewrites this block's part, `count` times, ordered by tokens.
void updateInPlace(Draft &draft, unsigned buffer, unsigned count);
/// A buffer that blocks read and write, each its part; often one in use.
unsigned chooseUpdated(Draft &draft);

/// `weak`, or stronger with a scope; `strongest` besides relaxed.
llvm::SmallVector<mlir::NamedAttribute>
chooseOrdering(Draft &draft, mlir::cuda_tile::MemoryOrdering strongest);
mlir::NamedAttribute orderingAttr(Draft &draft,
                                  mlir::cuda_tile::MemoryOrdering ordering);
mlir::NamedAttribute scopeAttr(Draft &draft,
                               mlir::cuda_tile::MemoryScope scope);
/// A mask of the shape; null: none.
mlir::Value chooseMask(Draft &draft, llvm::ArrayRef<int64_t> shape);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_CUDATILE_DRAFTMEMORY_H
