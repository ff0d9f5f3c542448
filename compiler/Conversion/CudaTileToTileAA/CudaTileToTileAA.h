//===- CudaTileToTileAA.h - Lower cuda_tile to nv_tileaa --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 4.1 and 4.2.
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
  /// Of kernels without a hint, where the target has clusters.
  int32_t numCtas = 1;
  BugSet bugs;
};

/// The pass `convert-cuda-tile-to-tileaa` on a builtin.module.
std::unique_ptr<mlir::Pass>
createCudaTileToTileAAPass(CudaTileToTileAAOptions options = {});
void registerCudaTileToTileAAPass();

/// major * 10 + minor of `sm_90a` or `90`; none if the target table does not
/// have it, or refuses it.
std::optional<int32_t> parseComputeCapability(llvm::StringRef text);

/// Rewrites every `continue`, `break` and `return` that ends a branch, so that
/// exits stand only at the end of loops and kernels. A `loop` that carries
/// `structuredLoopAttr` ends in one `continue`, whose operands are whether to
/// go on, what the next iteration begins with and what the loop gives; that is
/// not valid cuda_tile, and only for the patterns below.
mlir::LogicalResult structureExits(mlir::Operation *module,
                                   const BugSet &bugs = {});
inline constexpr llvm::StringLiteral structuredLoopAttr = "tilefuzz.structured";

/// Types of the public dialect to types of nv_tileaa, and the casts that bridge
/// tiles, pointers and tokens while a program is half converted.
void populateTypeConversions(mlir::TypeConverter &converter);
/// A tile, a number or pointer, or another type of nv_tileaa.
bool isLegalPoisonType(mlir::Type type);
/// What the conversion leaves: six dialects, and `ub.poison` of such types.
void configureTarget(mlir::ConversionTarget &target);

// The patterns, in the order in which the pass takes them.

/// Arithmetic, comparison, conversion, shapes, grid, control flow.
void populatePartA(const mlir::TypeConverter &converter,
                   mlir::RewritePatternSet &patterns,
                   const CudaTileToTileAAOptions &options);
/// Memory, pointers, tokens, views, modules and entries.
void populatePartB(const mlir::TypeConverter &converter,
                   mlir::RewritePatternSet &patterns,
                   const CudaTileToTileAAOptions &options);
/// Products, reductions, scans.
void populatePartC(const mlir::TypeConverter &converter,
                   mlir::RewritePatternSet &patterns,
                   const CudaTileToTileAAOptions &options);

// Patterns that can be had alone.
void addTruncIConversion(const mlir::TypeConverter &,
                         mlir::RewritePatternSet &);
void addRsqrtConversion(const mlir::TypeConverter &, mlir::RewritePatternSet &,
                        const BugSet &bugs = {});
void addMaxIConversion(const mlir::TypeConverter &, mlir::RewritePatternSet &);
void addIToFConversion(const mlir::TypeConverter &, mlir::RewritePatternSet &);
void addIToFConversion(const mlir::TypeConverter &, mlir::RewritePatternSet &,
                       const BugSet &bugs);
void addGlobalConversion(const mlir::TypeConverter &,
                         mlir::RewritePatternSet &);
void addFmaConversion(const mlir::TypeConverter &, mlir::RewritePatternSet &);
void addFmaConversion(const mlir::TypeConverter &, mlir::RewritePatternSet &,
                      const BugSet &bugs);
void addConstantConversion(const mlir::TypeConverter &,
                           mlir::RewritePatternSet &);
void addAssumeConversion(const mlir::TypeConverter &,
                         mlir::RewritePatternSet &);
/// All eight.
void addSingletons(const mlir::TypeConverter &converter,
                   mlir::RewritePatternSet &patterns, const BugSet &bugs = {});

/// Whether a PDL pattern takes the operation.
bool hasFallback(llvm::StringRef operation);
/// Adds those patterns, but for operations in `disabled`.
mlir::LogicalResult addFallback(const mlir::TypeConverter &converter,
                                mlir::RewritePatternSet &patterns,
                                llvm::ArrayRef<std::string> disabled = {});

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_CUDATILETOTILEAA_H
