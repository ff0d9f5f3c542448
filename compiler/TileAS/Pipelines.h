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
/// Where in a slot a part of what it has begins.
int64_t getPartOffset(PipelineType type, unsigned part);
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

/// Of a ring with mbarriers: one for full and one for empty, per slot.
inline constexpr int64_t slotBarrierBytes = 16;
inline int64_t getBarrierBytes(CreatePipelineOp op) {
  return op.getBarrierSlot() ? op.getType().getDepth() * slotBarrierBytes : 0;
}

/// Whether a write loads what it writes, so that the slot is full when a copy
/// is complete; otherwise threads store what they have in registers.
bool isCopy(ProducerWriteOp write);
/// Whether some writer of the ring copies; all do then, or the lowering refuses
/// the ring.
bool isCopied(CreatePipelineOp op);

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_PIPELINES_H
