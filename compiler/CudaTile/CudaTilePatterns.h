//===- CudaTilePatterns.h - Named rewrites of the public dialect -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Laws of every row: the result refines the source for all inputs; no memory
// operation is added, dropped or reordered; result types stay the same; float
// values keep their bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILEPATTERNS_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILEPATTERNS_H

#include "compiler/Support/NamedPatternsPass.h"

namespace mlir::cuda_tile {

/// All rows, seeded variants included.
llvm::ArrayRef<tilefuzz::PatternRow> getPatternRows();

/// The pass `cuda-tile-canonicalize`.
const tilefuzz::NamedPatternsPassInfo &getCanonicalizePassInfo();

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILEPATTERNS_H
