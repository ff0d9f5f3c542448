//===- TileAAToTileAS.h - Distribute tiles over threads ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 5.1 and 5.2, as far as tier 0 needs it (facts, 5.0).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEAATOTILEAS_TILEAATOTILEAS_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEAATOTILEAS_TILEAATOTILEAS_H

#include "compiler/Support/CarryAttributes.h"
#include "compiler/Support/SeededBugs.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tilefuzz {

/// The pass `convert-tileaa-to-tileas` on a builtin.module: tier 0, one agent
/// of the kernel's warps, every access synchronous, every tile in the row-major
/// layout of its shape (compiler/TileAS/Layout.h).
struct TileAAToTileASOptions {
  BugSet bugs;
};

std::unique_ptr<mlir::Pass>
createTileAAToTileASPass(TileAAToTileASOptions options = {});
void registerTileAAToTileASPass();

/// The only ways in which patterns replace an operation: nothing that it
/// carries is forgotten (compiler/Support/CarryAttributes.h).
inline void replaceCarrying(mlir::ConversionPatternRewriter &rewriter,
                            mlir::Operation *op, mlir::ValueRange results) {
  carryAttributes(op, {}, results);
  rewriter.replaceOp(op, results); // carried
}
template <typename OpTy, typename... Args>
OpTy replaceWithNew(mlir::ConversionPatternRewriter &rewriter,
                    mlir::Operation *op, Args &&...args) {
  auto made = OpTy::create(rewriter, op->getLoc(), std::forward<Args>(args)...);
  replaceCarrying(rewriter, op, made->getResults());
  return made;
}

/// A conversion that seeded bugs are in.
template <typename OpTy>
struct SeededConversion : mlir::OpConversionPattern<OpTy> {
  SeededConversion(const mlir::TypeConverter &converter,
                   mlir::MLIRContext *context, const BugSet &bugs)
      : mlir::OpConversionPattern<OpTy>(converter, context), bugs(bugs) {}
  const BugSet &bugs;
};

/// Element-wise operations of nv_tileaa that stay as they are until the machine
/// level, on tiles with layouts (facts, 5.2).
bool isKeptElementwise(mlir::Operation *op);
/// Queues keep their operations while types are converted; what they become
/// follows (compiler/Schedule/QueueToPipeline.h).
bool isPartOfQueue(mlir::Operation *op);
/// Tiles get their layouts; views their residency.
void populateLayoutConversions(mlir::TypeConverter &converter, int64_t numWarps,
                               const BugSet &bugs);
/// Arithmetic, shapes, grid.
void populateTileASValueConversions(const mlir::TypeConverter &converter,
                                    mlir::RewritePatternSet &patterns,
                                    const BugSet &bugs);
/// Slices, permutations, scans, coordinates.
void populateTileASShapeConversions(const mlir::TypeConverter &converter,
                                    mlir::RewritePatternSet &patterns,
                                    const BugSet &bugs);
/// Refuses agents that the lowering cannot place.
mlir::LogicalResult checkAgents(mlir::nv_tileaa::ExecuteOp op);
/// Makes an agent switch of an operation whose agents, and what is around it,
/// have been converted.
void resolveAgentBoundary(mlir::nv_tileaa::ExecuteOp op, const BugSet &bugs);
/// Accesses of memrefs at indices become accesses through pointers, where the
/// memref's make_memref is in sight.
void lowerIndexedAccesses(mlir::nv_tileaa::FuncOp function, const BugSet &bugs);
/// Memory, views, reductions.
void populateTileASMemoryConversions(const mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns,
                                     const BugSet &bugs);
/// Matrix products.
void populateTileASProductConversions(const mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);
/// Arith has none between formats of one width, to a format that lacks values
/// of the other, or with another rounding than to the nearest.
bool hasArithConversion(mlir::nv_tileaa::FpToFpOp op);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEAATOTILEAS_TILEAATOTILEAS_H
