//===- ModuleVersion.h - What the version of a module decides ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Text has no version, and means the newest. A module that was read from
// bytecode of an older version says so where that changes what is valid: by a
// discardable attribute, so that it survives being printed and parsed.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_MODULEVERSION_H
#define TILEFUZZ_COMPILER_CUDATILE_MODULEVERSION_H

#include "compiler/CudaTile/CudaTileOps.h"

namespace mlir::cuda_tile {

/// Of a cuda_tile module: the text "13.2". Any other value says nothing.
inline constexpr llvm::StringLiteral versionAttrName = "cuda_tile.version";
inline constexpr llvm::StringLiteral versionOfNearestScales = "13.2";

/// Whether the module that holds `op` is of the version in which conversions to
/// f8E8M0FNU round to nearest_even, and in no other way (language, part 1: the
/// table of versions). Later they round to zero or positive_inf only.
bool roundsScalesToNearest(Operation *op);

/// Whether `op` is a return in a loop (13.4 additions, 4).
bool returnsFromLoop(Operation *op);

/// Whether a conversion between the formats may round so (13.4 additions, 5).
bool allowsRounding(Type from, Type to, Rounding mode);

/// What of `op` is valid since 13.4 only though its parts are older: a return
/// in a loop, or how a conversion rounds. Empty: nothing.
StringRef getNewRule(Operation *op);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_MODULEVERSION_H
