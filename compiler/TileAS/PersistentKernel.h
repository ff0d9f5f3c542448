//===- PersistentKernel.h - Kernels that run several blocks -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// How a kernel is marked whose CTAs run one block after another. What it means
// stays: every block of the grid runs once (docs/persistence.md).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAS_PERSISTENTKERNEL_H
#define TILEFUZZ_COMPILER_TILEAS_PERSISTENTKERNEL_H

#include "compiler/TileAA/TileAAOps.h"

namespace mlir::nv_tileas {

/// Of a kernel: "static" or "dynamic".
inline constexpr llvm::StringLiteral persistentAttr = "nv_tileas.persistent";
inline constexpr llvm::StringLiteral persistentStatic = "static",
                                     persistentDynamic = "dynamic";

/// Null: each CTA runs one block.
inline StringAttr getPersistence(nv_tileaa::FuncOp kernel) {
  return kernel->getAttrOfType<StringAttr>(persistentAttr);
}

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_PERSISTENTKERNEL_H
