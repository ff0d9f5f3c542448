//===- BulkStore.h - Results that bulk copies store -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A tile that the threads of a kernel with agents write to shared memory as
// boxes, each of which one copy (cp.async.bulk.tensor) stores to the result:
// what lies outside of it, the tensor map leaves out. The store stays as it is
// and is marked.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAS_BULKSTORE_H
#define TILEFUZZ_COMPILER_TILEAS_BULKSTORE_H

#include "compiler/TileAS/SpecializedLoop.h"

namespace mlir::nv_tileas {

/// Of a tiled_store: bulk copies store the tile.
inline constexpr llvm::StringLiteral bulkStoreAttr = "nv_tileas.bulk_store";

/// How the tile lies in shared memory, where `availableBytes` are free; if bulk
/// copies cannot store it, why. `loop` is its kernel's loop of agents.
FailureOr<StagedFactor> analyzeBulkStore(TiledStoreOp store, scf::ForOp loop,
                                         int64_t availableBytes,
                                         std::string &why);

/// Whether copies are worth their tensor map: in cycles of an SM, estimated.
struct BulkStoreCost {
  int64_t byThreads, byCopies;
  bool isBetter() const { return byCopies < byThreads; }
};
BulkStoreCost estimateBulkStore(const StagedFactor &tile, int64_t threads);

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_BULKSTORE_H
