//===- ExecutionGraph.h - The axioms of the memory model --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Events with a reads-from map: the relations of section 1 of the memory model,
// its axioms A1 to A4, and its races. The explorer builds one graph for every
// choice of sources and keeps those that are consistent.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_EXECUTIONGRAPH_H
#define TILEFUZZ_INTERP_EXPLORE_EXECUTIONGRAPH_H

#include "interp/Explore/BlockReplay.h"
#include "interp/Explore/EventRelation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilefuzz {

/// How much synchronisation is promised (memory model, 1.8): W the least, S
/// what PTX promises.
enum class SynchronizesWith { Weakest, Ptx };

/// The write that a granule of a read takes its value from; none: the launch.
using Source = std::optional<EventKey>;
using SourceMap = llvm::DenseMap<std::pair<EventKey, unsigned>, Source>;

class ExecutionGraph {
public:
  /// Reads without a source are not constrained yet. `memory` says which
  /// scopes include which blocks. All must outlive the graph.
  ExecutionGraph(llvm::ArrayRef<std::shared_ptr<const EventTrace>> traces,
                 const SourceMap &sources, const GranuleSizes &granules,
                 const Memory &memory, SynchronizesWith reading);

  /// False if no choice of coherence order makes the graph consistent, for
  /// reasons that more events and sources cannot cure.
  bool mayBeConsistent() const { return !isContradictory; }

  /// The writes of each granule in coherence order.
  using Coherence =
      llvm::MapVector<std::pair<uint64_t, int64_t>, llvm::SmallVector<size_t>>;
  /// Calls `visit` for every coherence order that the axioms allow, until it
  /// returns false or `limit` orders were tried. Returns how many were left to
  /// try. All reads need sources.
  uint64_t forEachCoherence(llvm::function_ref<bool(const Coherence &)> visit,
                            uint64_t limit);

  /// Pairs of events that race (memory model, 1.7), each once.
  std::vector<std::pair<size_t, size_t>> races() const;

  size_t size() const { return events.size(); }
  const Event &event(size_t i) const { return *events[i].event; }
  const Access &instance(size_t i) const { return *events[i].instance; }
  /// Event i of a block's trace.
  size_t indexOf(unsigned block, size_t i) const { return starts[block] + i; }
  /// Happens-before (memory model, 1.5).
  const EventRelation &happensBefore() const { return hb; }
  /// The source of a granule of a read; none: the launch.
  std::optional<size_t> sourceOf(size_t read, unsigned granule) const;

private:
  struct Node {
    const Event *event;
    const Access *instance;
  };
  /// A granule of a read, and the event that it reads from.
  struct ReadPart {
    size_t read;
    std::optional<size_t> source;
  };
  struct Place {
    llvm::SmallVector<size_t> writes;
    llvm::SmallVector<ReadPart> parts;
  };

  bool isRead(size_t i) const { return event(i).kind == Event::Kind::Read; }
  bool isWrite(size_t i) const { return event(i).kind == Event::Kind::Write; }
  bool overlaps(size_t a, size_t b) const {
    return event(a).overlaps(event(b));
  }
  bool isSameRange(size_t a, size_t b) const;
  bool isMutual(size_t a, size_t b) const;
  bool isMorallyStrong(size_t a, size_t b) const { return strong.has(a, b); }
  void collect(llvm::ArrayRef<std::shared_ptr<const EventTrace>> traces);
  void relate(llvm::ArrayRef<std::shared_ptr<const EventTrace>> traces);
  void synchronise();
  /// Coherence that A1 and A2 force; sets `isContradictory`.
  void force();
  /// A3 and A4, for a coherence order.
  bool isConsistent(const EventRelation &co) const;
  bool orderPlace(size_t place, EventRelation &co, Coherence &order,
                  llvm::function_ref<bool(const Coherence &)> visit);

  const SourceMap &sources;
  const GranuleSizes &granules;
  const Memory &memory;
  SynchronizesWith reading;
  std::vector<Node> events;
  std::vector<size_t> starts;
  llvm::MapVector<std::pair<uint64_t, int64_t>, Place> places;
  /// The partner of an atomic's read or write.
  std::vector<std::optional<size_t>> partners;
  EventRelation tok, strong, rf, hb, cause, forced;
  bool isContradictory = false;
  uint64_t coherencesLeft = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_EXECUTIONGRAPH_H
