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
inline int64_t getRingBytes(PipelineType type) {
  return type.getDepth() * getSlotBytes(type);
}

/// Of a ring: where it begins in the shared memory that the function's rings
/// share (an i64). A ring without it has bytes of its own.
inline constexpr llvm::StringLiteral ringOffsetName = "nv_tileas.offset";
inline std::optional<int64_t> getRingOffset(CreatePipelineOp op) {
  auto offset = op->getAttrOfType<IntegerAttr>(ringOffsetName);
  return offset ? std::optional(offset.getInt()) : std::nullopt;
}

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_PIPELINES_H
