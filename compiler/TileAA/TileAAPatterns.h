//===- TileAAPatterns.h - Named rewrites of nv_tileaa -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The laws of compiler/CudaTile/CudaTilePatterns.h hold for these rows, too.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAA_TILEAAPATTERNS_H
#define TILEFUZZ_COMPILER_TILEAA_TILEAAPATTERNS_H

#include "compiler/Support/NamedPatternsPass.h"

namespace mlir::nv_tileaa {

/// All rows, seeded variants included.
llvm::ArrayRef<tilefuzz::PatternRow> getPatternRows();

/// The pass `tileaa-canonicalize`.
const tilefuzz::NamedPatternsPassInfo &getCanonicalizePassInfo();

} // namespace mlir::nv_tileaa

#endif // TILEFUZZ_COMPILER_TILEAA_TILEAAPATTERNS_H
