//===- PipelineProtocol.h - Do pipelines keep their rules? ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_PIPELINEPROTOCOL_H
#define TILEFUZZ_ORACLE_SCHEDULE_PIPELINEPROTOCOL_H

#include "oracle/Schedule/CheckSchedule.h"
#include "oracle/Schedule/ProtocolMachine.h"

namespace tilefuzz {

/// Rule VS11 of private dialects, 3.4, without running anything: each producer
/// token that is acquired is written and committed exactly once, and each
/// consumer token that is waited for is released exactly once, on every path,
/// with no read behind it. A token that goes somewhere as a value is a
/// violation, too: nothing is known of it.
std::vector<Violation> checkTokens(mlir::Operation *function);

/// Facts, 7.1: a CTA has a pool of so many slots for mbarriers.
inline constexpr uint32_t poolSlots = 32;
/// Pipelines of a function live as long as it does: each with mbarriers has a
/// slot of the pool for itself.
std::vector<Violation> checkBarrierSlots(mlir::Operation *function);

/// Queues that have one ring, one after the other, are never in it at the same
/// time: in the block in which they meet, all of one comes before all of the
/// other, or they stand in two regions of an operation, as the sides of a
/// branch. Of a function as queues were compiled, before its loops are unrolled
/// or overlap.
std::vector<Violation> checkSharedRings(mlir::Operation *function);

/// One side of a ring against the other.
struct RingProtocol {
  mlir::Operation *ring;
  /// What one tile takes on either side.
  std::vector<ProtocolStep> producer, consumer;
};
/// Of each ring, every way in which a tile is handled on one side, as far as
/// its block says, with every way on the other.
std::vector<RingProtocol> findRingProtocols(mlir::Operation *function);

/// Two agents, and so many tiles.
Protocol makeProtocol(const RingProtocol &sides, uint8_t depth, uint8_t tiles);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_PIPELINEPROTOCOL_H
