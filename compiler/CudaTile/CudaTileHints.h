//===- CudaTileHints.h - Checks of optimization hints -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Hints never change meaning, so nothing about them is wrong by default. The
// dialect's two switches make what no target honours visible (part 1, 1.8).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILEHINTS_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILEHINTS_H

#include "compiler/CudaTile/CudaTileOps.h"

namespace mlir::cuda_tile {

/// Warns about each hint of `op` that is unknown, not meant for `op` or has a
/// value that cannot be used; fails only if the dialect asks for it.
LogicalResult verifyHints(Operation *op, OptimizationHintsAttr hints);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILEHINTS_H
