//===- ProtocolMachine.h - Every interleaving of a protocol -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Agents that hand tiles on through rings of slots, each slot with a barrier
// that says full and one that says empty (private dialects, 3.6), and copies
// that complete at any moment between their begin and the wait for them. All
// interleavings are gone through; states that were met before are not gone
// through again.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_PROTOCOLMACHINE_H
#define TILEFUZZ_ORACLE_SCHEDULE_PROTOCOLMACHINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

enum class ProtocolStep : uint8_t {
  /// Waits until the slot's barrier `empty` has completed the phase.
  Acquire,
  /// Begins a copy to the slot.
  Write,
  /// Writes the slot, and is done with it.
  Store,
  /// Arrives on `full`, which completes its phase with the copies.
  Commit,
  /// Waits until the slot's barrier `full` has completed the phase.
  Wait,
  Read,
  /// Arrives on `empty`, which completes its phase when all readers have.
  Release,
};
llvm::StringRef toString(ProtocolStep step);

/// One step of an agent, for the tile that is number `tile` in the ring.
struct ProtocolEvent {
  ProtocolStep step;
  uint8_t ring;
  uint8_t slot;
  /// Of the phase that is waited for.
  uint8_t parity;
  uint8_t tile;
};

struct ProtocolRing {
  uint8_t depth = 1;
  /// Agents that read each tile.
  uint8_t readers = 1;
  /// Agents that each write a part of it.
  uint8_t writers = 1;
};

struct Protocol {
  std::vector<ProtocolRing> rings;
  /// By agent, in program order.
  std::vector<std::vector<ProtocolEvent>> agents;
};

/// The steps of one side of a ring for tile after tile, with the slots and
/// parities of 3.6.
void addTiles(std::vector<ProtocolEvent> &agent, uint8_t ring, uint8_t depth,
              llvm::ArrayRef<ProtocolStep> steps, uint8_t firstTile,
              uint8_t endTile);

enum class ProtocolFault : uint8_t {
  /// Some agent never goes on.
  Deadlock,
  /// A tile is read that is not the one, or is not there yet.
  WrongTile,
  /// A slot is written while it is read, or while another copy to it is
  /// pending.
  Overwritten,
  /// More arrivals than a phase has.
  Arrivals,
};
llvm::StringRef toString(ProtocolFault fault);

struct ProtocolAnswer {
  /// None: every interleaving ends, and every tile that is read is the one.
  std::optional<ProtocolFault> fault;
  /// What led there, a line each.
  std::vector<std::string> trace;
  uint64_t states = 0;
  /// False: there are more states than were allowed.
  bool isComplete = true;
};

ProtocolAnswer exploreProtocol(const Protocol &protocol,
                               uint64_t maxStates = 1000000);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_PROTOCOLMACHINE_H
