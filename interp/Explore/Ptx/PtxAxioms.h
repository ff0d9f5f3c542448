//===- PtxAxioms.h - The axioms of PTX's memory model -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Events with a reads-from map: the relations of the PTX model, 2, its axioms,
// and its races. What is checked of a graph that is not whole yet stays wrong
// however it goes on.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_PTX_PTXAXIOMS_H
#define TILEFUZZ_INTERP_EXPLORE_PTX_PTXAXIOMS_H

#include "interp/Explore/EventRelation.h"
#include "interp/Explore/Ptx/PtxLaunch.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace tilefuzz::ptxmodel {

/// What an object may hold at the end, by granule.
using Contents = std::vector<std::pair<int64_t, PtxValue>>;
using Endings = std::map<ObjectId, std::set<Contents>>;

struct PtxRace {
  size_t first, second;
  /// PTX model, 1.8: the axioms say nothing of such a program.
  bool isMixedSize;
};

class PtxGraph {
public:
  /// Reads without a source are not constrained yet. All must outlive it.
  PtxGraph(const PtxLaunch &launch, const Traces &traces,
           const PtxSources &sources, const PtxGranuleSizes &granules);

  /// False if no orders make the graph consistent.
  bool mayBeConsistent() const { return !isContradictory; }
  /// Calls `visit` for every Fence-SC order (PTX model, 2.5) that some
  /// coherence orders go with, with what memory may hold at the end; until it
  /// returns false. `ordersLeft` counts the coherence orders that are tried,
  /// and ends it at 0. All reads need sources.
  void forEachEnding(llvm::function_ref<bool(const Endings &)> visit,
                     uint64_t &ordersLeft);
  /// Under the Fence-SC order that is being visited.
  std::vector<PtxRace> races() const;

  size_t size() const { return events.size(); }
  const PtxEvent &event(size_t i) const { return *events[i]; }
  std::optional<size_t> find(const EventName &name) const;
  /// Whether a precedes b in base causality order (PTX model, 2.7).
  bool precedes(size_t a, size_t b) const { return base[a].test(b); }
  unsigned granuleOf(const PtxEvent &event) const {
    return granules.of(event.object);
  }
  /// None: it has none yet.
  const PtxSource *sourceOf(size_t read, unsigned part) const;

private:
  /// A granule of a read.
  struct Part {
    size_t read;
    int64_t granule;
    /// None: the launch.
    std::optional<size_t> source;
    bool isPoll;
  };
  /// All that happens to one object.
  struct Place {
    std::vector<size_t> accesses, writes;
    std::vector<Part> parts;
  };
  using Edge = std::pair<size_t, size_t>;

  bool isMorallyStrong(size_t a, size_t b) const;
  bool isCausal(size_t a, size_t b) const { return causes[a].test(b); }
  bool isProgramOrdered(size_t a, size_t b) const {
    return event(a).name.thread == event(b).name.thread &&
           event(a).name.step < event(b).name.step;
  }
  bool covers(size_t write, int64_t granule) const;
  void collect(const Traces &traces);
  void orderThreads(const Traces &traces);
  void observe();
  void synchronise();
  bool close(llvm::ArrayRef<Edge> fences);
  void orderFences(std::vector<Edge> &chosen, size_t next,
                   llvm::function_ref<bool()> visit, bool &goesOn);
  /// Coherence of the place's writes as causality forces it.
  EventRelation forcedCoherence(const Place &place) const;
  bool readsAllowed(const Place &place, const EventRelation &co) const;
  bool isAtomic(const Place &place, const EventRelation &co) const;
  bool isSequential(const Place &place, const EventRelation &co) const;
  bool seesLast(const Place &place, const EventRelation &co) const;
  void orderWrites(const Place &place, EventRelation co, size_t next,
                   llvm::ArrayRef<Edge> open, std::set<Contents> &endings,
                   uint64_t &ordersLeft) const;
  void addContents(const Place &place, const EventRelation &co,
                   std::set<Contents> &endings) const;
  bool isFirst(const EventRelation &co, std::optional<size_t> source,
               const Place &place, size_t write) const;

  const PtxLaunch &launch;
  const PtxSources &sources;
  const PtxGranuleSizes &granules;
  std::vector<const PtxEvent *> events;
  std::map<EventName, size_t> indices;
  /// Of program order and synchronisation, those of barriers behind the events.
  std::vector<std::vector<size_t>> next;
  std::vector<std::vector<size_t>> threads;
  std::vector<Edge> scFences;
  std::map<ObjectId, Place> places;
  std::vector<llvm::BitVector> observed, base, causes;
  bool isContradictory = false;
};

} // namespace tilefuzz::ptxmodel

#endif // TILEFUZZ_INTERP_EXPLORE_PTX_PTXAXIOMS_H
