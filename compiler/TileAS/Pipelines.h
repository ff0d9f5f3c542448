//===- Pipelines.h - Rings of slots in shared memory ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAS_PIPELINES_H
#define TILEFUZZ_COMPILER_TILEAS_PIPELINES_H

#include "compiler/TileAS/TileASOps.h"

namespace mlir::nv_tileas {

/// What one slot takes in shared memory, padding behind it included.
int64_t getSlotBytes(PipelineType type);

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_PIPELINES_H
