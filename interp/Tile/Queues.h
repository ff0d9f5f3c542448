//===- Queues.h - Queues and agents of one tile block -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A queue of depth D has D slots. The n-th put takes slot n mod D when it is
// empty and fills it when its body ends; the n-th get takes the same slot when
// it is full and empties it when its body ends. Puts and gets are numbered as
// they begin. What a body does to memory is ordered after what the body before
// it on the slot did; this is the only order that a queue gives.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_QUEUES_H
#define TILEFUZZ_INTERP_TILE_QUEUES_H

#include "interp/Tile/Machine.h"
#include <map>
#include <optional>
#include <string>

namespace tilefuzz {

struct QueueSlot {
  enum class State : uint8_t { Empty, Filling, Full, Draining };
  State state = State::Empty;
  std::vector<Value> values;
  /// What the body that held the slot last did.
  TokenRef order;
  /// Who filled it.
  const Instruction *put = nullptr;
};

struct Queue {
  const Instruction *created = nullptr;
  uint64_t depth = 1;
  /// The slots that have been used; the others are empty.
  std::vector<QueueSlot> slots;
  /// How many have begun.
  uint64_t puts = 0, gets = 0;
  /// The agents that used either end last, by their names: one of the same
  /// name has ended before the next one begins.
  std::optional<std::string> putter, getter;
};

/// A slot of a pipeline of asynchronous copies (Eval/EvalTileASPipeline.cpp).
struct PipelineSlot {
  enum class State : uint8_t { Empty, Acquired, Written, Committed, Waited };
  State state = State::Empty;
  /// What it was given, and the memory token that comes with it; of an empty
  /// slot, that of the release.
  std::vector<Value> parts;
  Value token;
  /// Of the commit: how many the block had made with it.
  uint64_t commit = 0;
  /// How often the slot has been given back.
  uint64_t releases = 0;
  /// Who changed the state last.
  const Instruction *by = nullptr;
};

struct Pipeline {
  std::vector<PipelineSlot> slots;
  /// Where the ring begins in the memory of rings; none: it has its own.
  std::optional<int64_t> offset;
  int64_t slotBytes = 0;
  /// Whether mbarriers hold up who waits.
  bool hasBarriers = false;
  const Instruction *created = nullptr;
};

/// The queues that a block has created; a queue's value is its number. The same
/// of pipelines.
struct QueueTable {
  std::vector<Queue> queues;
  std::vector<Pipeline> pipelines;
  /// Of all pipelines.
  uint64_t commits = 0;
  /// What agents yielded that have ended, until their operation goes on; by
  /// name.
  std::map<std::string, std::vector<Value>> yielded;
};
/// False, which ends the run: a slot of a pipeline is not empty at the end.
bool endPipelines(Machine &machine);

/// Why an operation cannot go on yet.
struct WaitKind {
  bool (*isOver)(const Machine &);
  /// For people.
  std::string (*describe)(const Machine &);
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_QUEUES_H
