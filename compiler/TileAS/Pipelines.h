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

/// Warps whose registers are given together.
inline constexpr int64_t warpsPerGroup = 4;
inline constexpr int64_t mostWarps = 32;
/// That a thread may be given.
inline constexpr int64_t mostRegisters = 256;

/// CTAs of the cluster that executes a block of the kernel that the operation
/// is or is in; each has the kernel's warps.
int64_t getNumCtas(Operation *op);
/// Whether the function's loops are left as they are, as agents run them.
bool hasAgents(Operation *function);
/// Which agent runs an operation.
struct AgentOf {
  AgentSwitchOp agents;
  unsigned number = 0;
  int64_t getNumWarps() { return agents.getNumWarps()[number]; }
  Region &getRegion() { return agents.getAgents()[number]; }
  bool operator==(const AgentOf &other) const {
    return agents == other.agents && number == other.number;
  }
  bool operator!=(const AgentOf &other) const { return !(*this == other); }
};
/// Nothing: the block's own warps do.
std::optional<AgentOf> findAgent(Operation *op);
/// Where each of the agents begins: one behind the other, at a multiple of its
/// warps or of a group of warps; nothing: they do not fit.
std::optional<SmallVector<int32_t>> placeAgents(ArrayRef<int32_t> warps);
/// Of a block with agents that have so many warps from there on, holes and
/// padding included.
int64_t countWarps(ArrayRef<int32_t> warps, ArrayRef<int32_t> first);

} // namespace mlir::nv_tileas

#endif // TILEFUZZ_COMPILER_TILEAS_PIPELINES_H
