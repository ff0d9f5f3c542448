//===- TileAAToTileAS.h - Distribute tiles over threads ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEAATOTILEAS_TILEAATOTILEAS_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEAATOTILEAS_TILEAATOTILEAS_H

#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tilefuzz {

/// The pass `convert-tileaa-to-tileas` on a builtin.module: tier 0, one agent
/// of the kernel's warps, every access synchronous, every tile in the row-major
/// layout of its shape (compiler/TileAS/Layout.h).
std::unique_ptr<mlir::Pass> createTileAAToTileASPass();
void registerTileAAToTileASPass();

/// Tiles get their layouts; views their residency.
void populateLayoutConversions(mlir::TypeConverter &converter,
                               int64_t numWarps);
/// Arithmetic, shapes, grid.
void populateTileASValueConversions(const mlir::TypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);
/// Memory, views, reductions.
void populateTileASMemoryConversions(const mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEAATOTILEAS_TILEAATOTILEAS_H
