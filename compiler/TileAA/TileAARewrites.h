//===- TileAARewrites.h - The rewrites by family ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rows of each family, in the order in which they are tried on an
// operation: the greedy driver keeps the order of patterns of equal benefit.
// Facts, 2.5.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAA_TILEAAREWRITES_H
#define TILEFUZZ_COMPILER_TILEAA_TILEAAREWRITES_H

#include "compiler/Support/PatternRegistry.h"
#include "compiler/TileAA/TileAAOps.h"

namespace mlir::nv_tileaa {

llvm::ArrayRef<tilefuzz::PatternRow> getMemoryRows();
llvm::ArrayRef<tilefuzz::PatternRow> getAtomicRows();
llvm::ArrayRef<tilefuzz::PatternRow> getShapeRows();
llvm::ArrayRef<tilefuzz::PatternRow> getElementRows();
llvm::ArrayRef<tilefuzz::PatternRow> getSliceRows();
llvm::ArrayRef<tilefuzz::PatternRow> getProductRows();
llvm::ArrayRef<tilefuzz::PatternRow> getRegionRows();

template <typename PatternT> void populate(RewritePatternSet &patterns) {
  patterns.add<PatternT>(patterns.getContext());
}

/// The elements of a constant tile of numbers: of a constant, or of a splat of
/// one. A bare scalar gives a tensor of rank 0. Null if it is no constant.
DenseElementsAttr constantTile(Value value);
/// The constant's elements as bits, row-major.
SmallVector<APInt> elementBits(DenseElementsAttr dense);
/// The bits of every element, if they are equal.
std::optional<APInt> uniformBits(DenseElementsAttr dense);

/// Whether an operation may be computed for part of its elements only, where
/// they are used: it is element-wise over tiles of its own shape, and has no
/// other use or is cheap and the first of its chain. Each part of a chain that
/// stays would repeat all of the chain before it.
bool movesToItsUse(Operation *op);

/// The token that an erased access leaves behind.
Value tokenOrFresh(Value token, Location loc, PatternRewriter &rewriter);

} // namespace mlir::nv_tileaa

#endif // TILEFUZZ_COMPILER_TILEAA_TILEAAREWRITES_H
