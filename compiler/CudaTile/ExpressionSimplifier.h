//===- ExpressionSimplifier.h - The recursive simplifier --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Reads element-wise integer operations and selections into trees, simplifies
// these (ExpressionRules.h) and writes back what changed. Operations with
// regions are never rewritten, nor is anything in the body of a reduction or a
// scan; neither are floats, memory and tokens: they are leaves.
// Facts, 6.0.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONSIMPLIFIER_H
#define TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONSIMPLIFIER_H

#include "compiler/Support/PatternRegistry.h"

namespace mlir::cuda_tile {

/// The rules: rows without patterns, so that they are named, counted, disabled
/// and proved like patterns.
llvm::ArrayRef<tilefuzz::PatternRow> getExpressionRows();

/// Simplifies every entry below `root`, once.
void simplifyExpressions(Operation *root,
                         const tilefuzz::NamedPatternOptions &options);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_EXPRESSIONSIMPLIFIER_H
