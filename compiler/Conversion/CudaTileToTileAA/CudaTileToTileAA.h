//===- CudaTileToTileAA.h - Lower cuda_tile to nv_tileaa --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_CUDATILETOTILEAA_H
#define TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_CUDATILETOTILEAA_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tilefuzz {

struct CudaTileToTileAAOptions {
  /// `sm_90a`, `sm_100`, `90`, ...
  std::string computeCapability = "sm_90a";
  int32_t numWarps = 4;
  BugSet bugs;
};

/// The pass `convert-cuda-tile-to-tileaa` on a builtin.module.
std::unique_ptr<mlir::Pass>
createCudaTileToTileAAPass(CudaTileToTileAAOptions options = {});
void registerCudaTileToTileAAPass();

/// Rewrites every `continue` and `return` that ends a branch, so that exits
/// stand only at the end of loops and kernels.
mlir::LogicalResult structureExits(mlir::ModuleOp module);

/// Types of the public dialect to types of nv_tileaa.
void populateTypeConversions(mlir::TypeConverter &converter);
/// Arithmetic, comparison, conversion, shapes, grid.
void populateArithmeticConversions(const mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns,
                                   const BugSet &bugs);
/// Memory, pointers, tokens, views.
void populateMemoryConversions(const mlir::TypeConverter &converter,
                               mlir::RewritePatternSet &patterns,
                               const BugSet &bugs);
/// Modules, entries, structured control flow, reductions.
void populateRegionConversions(const mlir::TypeConverter &converter,
                               mlir::RewritePatternSet &patterns,
                               const CudaTileToTileAAOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_CUDATILETOTILEAA_H
