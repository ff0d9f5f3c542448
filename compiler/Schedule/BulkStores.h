//===- BulkStores.h - Marks stores that bulk copies do ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pass `tileas-bulk-stores` (docs/agents.md): in a kernel with agents,
// tiles of results behind the loop are stored by bulk copies of boxes, where
// that can be (compiler/TileAS/BulkStore.h). tileas-specialized-pipeline marks
// those that are worth it; this pass marks the others.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_BULKSTORES_H
#define TILEFUZZ_COMPILER_SCHEDULE_BULKSTORES_H

#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAS/SpecializedLoop.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

/// Of a builtin.module. A store that stays as it is gets a remark.
std::unique_ptr<mlir::Pass> createBulkStoresPass();
void registerBulkStoresPass();

enum class BulkStoreChoice : uint8_t {
  /// Where the estimate says so.
  ByCost,
  /// Wherever it can be.
  All
};
/// Marks stores of the kernel behind its loop of agents.
void markBulkStores(mlir::nv_tileaa::FuncOp function, mlir::scf::ForOp loop,
                    BulkStoreChoice choice);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_BULKSTORES_H
