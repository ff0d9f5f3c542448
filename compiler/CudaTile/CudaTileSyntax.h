//===- CudaTileSyntax.h - Directives of the assembly formats ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The `custom<...>` directives that CudaTileOps*.td uses, and what the
// hand-written parsers share. Part 1, sections 1.1 and 1.6.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILESYNTAX_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILESYNTAX_H

#include "compiler/CudaTile/CudaTileOps.h"

namespace mlir::cuda_tile {

/// A comma-separated list of short types, at least one.
ParseResult parseTileIRTypes(AsmParser &parser, SmallVectorImpl<Type> &types);
void printTileIRTypes(AsmPrinter &printer, TypeRange types);

/// `optimization_hints = <...>` if present; stored under that name.
ParseResult parseOptionalHints(OpAsmParser &parser, OperationState &result);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILESYNTAX_H
