//===- CudaTilePatterns.h - Named rewrites of cuda_tile ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Laws of every row: the result refines the source for all inputs; no memory
// operation is added, dropped or reordered; result types stay the same; float
// values keep their bits; what an operation carries beside its own attributes
// goes to what takes its place (compiler/Support/CarryAttributes.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILEPATTERNS_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILEPATTERNS_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/NamedPatternsPass.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::cuda_tile {

/// All rows, seeded variants included.
llvm::ArrayRef<tilefuzz::PatternRow> getPatternRows();

/// The pass `cuda-tile-canonicalize`: the patterns to a fixed point, then the
/// expression simplifier once.
const tilefuzz::NamedPatternsPassInfo &getCanonicalizePassInfo();

/// The pass `cuda-tile-simplify-expressions`: the expression simplifier alone.
const tilefuzz::NamedPatternsPassInfo &getSimplifyPassInfo();

/// The pass `fuse-fma`: products with sums. Changes numbers.
const tilefuzz::NamedPatternsPassInfo &getFuseFmaPassInfo();
/// The product that it fuses with the sum or difference; null: none.
MulFOp findFusedProduct(Operation *sum);

/// The rows of the pass `loop-split`.
const tilefuzz::NamedPatternsPassInfo &getLoopSplitPassInfo();
/// Says on an `if`, a `for` or an entry when loops are split there.
inline constexpr llvm::StringLiteral loopSplitAttribute =
    "cuda_tile.loop_split";

/// These two, `synthesize-debug-info-scopes`, and the pipeline
/// `cuda-tile-optimize` of the public optimiser.
void registerOptimizerPasses();

/// The elements of a constant, separated by commas, for people. No
/// serialisation: shape and type are missing; the operation's printer has them.
void printElementsForDebugging(llvm::raw_ostream &os, DenseElementsAttr value);

/// The pass `cuda-tile-debug-constants`: a remark with these elements at every
/// constant. Changes nothing.
void registerDebugConstantsPass();

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILEPATTERNS_H
