//===- LoopGraph.h - What is scheduled, and schedules -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One iteration of a loop as schedulers see it, without any IR: operations with
// what they cost, and which must come before which, this iteration or some
// iterations later. And what a scheduler answers (docs/schedules.md).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_LOOPGRAPH_H
#define TILEFUZZ_COMPILER_SCHEDULE_LOOPGRAPH_H

#include "compiler/Target/MachineModel.h"
#include <vector>

namespace tilefuzz {

enum class DependenceKind : uint8_t {
  /// `to` uses a result of `from`.
  Value,
  /// The same of a memory token.
  Token,
  /// An operation inside of `to` uses a result of `from`.
  Region,
  /// `to` overwrites the buffer that `from` reads, or lets others do so.
  Buffer,
  /// Both have effects that no token orders, or `to` waits for what `from` does
  /// to a ring.
  Effect,
};
llvm::StringRef toString(DependenceKind kind);

/// `from` of iteration i comes before `to` of iteration i + distance, by at
/// least `latency` cycles.
struct Dependence {
  unsigned from, to;
  unsigned distance;
  int64_t latency;
  DependenceKind kind;
  /// Whether `to` reads what `from` stored in registers or a ring.
  bool readsStorage = false;
  /// It is better that both stand in one stage: `from` takes a slot of a ring,
  /// which `to` writes, reads or hands on.
  bool holdsSlot = false;
};

struct LoopNode {
  WorkCost cost;
  /// Of results that are tiles or scalars; tokens take no storage.
  int64_t resultBytes = 0;
  /// A load of a tile, which can be a copy to a ring in shared memory.
  bool isTileLoad = false;
  /// The last stage in which it may stand; negative: any.
  int64_t maxDepth = -1;
};

/// Nodes are in program order, which every edge of distance 0 follows.
struct LoopGraph {
  std::vector<LoopNode> nodes;
  std::vector<Dependence> edges;
};

/// A ring of buffers in shared memory, `ScheduledNode::copies` of them.
struct ScheduledRing {
  int64_t bytes, offset;
  /// Which pipeline of the CTA orders its slots.
  int64_t barrier;
};

struct ScheduledNode {
  /// In ticks, of the first iteration.
  int64_t issue = 0;
  /// issue / interval.
  int64_t stage = 0;
  /// Its place in the body of the steady state: by issue % interval, what
  /// depends on it in the same row behind it.
  int64_t order = 0;
  /// How many iterations' results live at a time.
  int64_t copies = 1;
  std::optional<ScheduledRing> ring;
};

/// Each a lower bound of the interval, in ticks (facts, 8.78).
struct IntervalBounds {
  int64_t resource = 1, recurrence = 1;
  int64_t get() const { return std::max(resource, recurrence); }
};

struct LoopSchedule {
  llvm::StringRef scheduler;
  /// Cycles in a unit of time: 1 unless the reservation table would get longer
  /// than the threshold.
  int64_t tick = 1;
  /// Ticks from one iteration to the next.
  int64_t interval = 1;
  int64_t stages = 1;
  IntervalBounds bounds;
  std::vector<ScheduledNode> nodes;
};

/// `cycles` in ticks, rounded up.
int64_t toTicks(int64_t cycles, int64_t tick);
/// The graph with times in ticks: whatever takes time takes at least one.
LoopGraph inTicks(const LoopGraph &graph, int64_t tick);
/// The most that any resource is used in one iteration, and the least interval
/// that closes every cycle of dependences.
IntervalBounds boundInterval(const LoopGraph &graph);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_LOOPGRAPH_H
