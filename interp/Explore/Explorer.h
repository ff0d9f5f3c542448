//===- Explorer.h - The search for all outcomes -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Internal to the explorer: the state of its search (Explorer.cpp) and what it
// notes of the executions that it finds (Executions.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_EXPLORER_H
#define TILEFUZZ_INTERP_EXPLORE_EXPLORER_H

#include "interp/Explore/Explore.h"
#include <map>

namespace tilefuzz {

class Explorer {
public:
  Explorer(const LaunchedProgram &program, std::vector<BufferImage> images,
           Memory &memory, const ExploreOptions &options)
      : program(program), images(std::move(images)), memory(memory),
        options(options), replayer(program, this->images, options.stepLimit) {}

  Exploration run();

private:
  using ReadPartKey = std::pair<EventKey, unsigned>;
  /// A choice: the key of a write, or none for the contents at launch.
  using Choices = llvm::SmallVector<Source>;
  using Traces = std::vector<std::shared_ptr<const EventTrace>>;

  /// What has been decided on one path of the search.
  struct State {
    Traces traces;
    SourceMap sources;
    /// Reads that take none of these.
    std::map<ReadPartKey, Choices> excluded;
    /// Writes that depend on open reads only apparently, taken as if they were
    /// there. An execution that takes one has a cycle of reads-from and
    /// dependences (memory model, 1.6, A5).
    std::map<EventKey, Event> promised;
    /// Reads that the block does whatever its open reads return, but that are
    /// not reached before: they have sources already.
    std::map<EventKey, Event> foreseen;
  };

  struct OpenRead {
    ReadPartKey key;
    uint32_t block;
    const Event *event;
    unsigned part;
  };

  bool start(State &state);
  void search(State state);
  void search(const State &state, const OpenRead &read, Source source);
  std::vector<OpenRead> openReads(const State &state) const;
  Granule granuleOf(const OpenRead &read) const {
    unsigned size = granules.lookup(read.event->buffer);
    return {read.event->buffer, read.event->offset / size + read.part};
  }
  Choices choicesFor(const State &state, const OpenRead &read) const;
  /// Whether another's write to the granule is known that the state does not
  /// have yet. An atomic never reads what it writes itself: that would be
  /// before it was read (A2).
  bool mayBeWrittenLater(const State &state, const OpenRead &read) const;
  void noteWrites(const EventTrace &trace);
  /// Reads of what is never written take what the launch gave. False: restart.
  bool readConstants(State &state);
  /// False if smaller granules were met: the search begins again.
  bool replay(State &state, uint32_t block);
  /// The event of that name; null: there is none yet.
  const Event *findEvent(const State &state, EventKey key) const;
  /// The write of that name, or what is promised of it; null: there is none.
  const Event *findWrite(const State &state, EventKey key) const;
  GranuleValue valueOf(const State &state, const OpenRead &read,
                       Source source) const;
  ReadValues valuesOf(const State &state, uint32_t block) const;
  ExecutionGraph graphOf(const State &state, SynchronizesWith reading) const {
    return ExecutionGraph(state.traces, state.sources, granules, memory,
                          reading);
  }
  /// Every open read waits for a write that depends on open reads. Goes on with
  /// the writes that are the same whatever those return; if there are none,
  /// with sources for reads that are there whatever those return, but for the
  /// ones in `passed`.
  void searchThinAir(const State &state, llvm::ArrayRef<OpenRead> reads,
                     std::set<ReadPartKey> passed = {});
  /// What a block does if its reads without a value return this or that.
  std::vector<EventTrace> tryValues(const State &state, uint32_t block);
  /// Whether what was promised is what the blocks do.
  bool keepsPromises(const State &state) const;
  void finish(const State &state);
  void record(const State &state, const ExecutionGraph &graph,
              const ExecutionGraph::Coherence &order);
  void addOutcome(Outcome outcome, const State &state,
                  const ExecutionGraph &graph);
  void addRaces(const ExecutionGraph &graph);
  std::vector<std::string> logsOf(const ExecutionGraph &graph);
  std::string witnessOf(const ExecutionGraph &graph) const;
  /// The list of outcomes may lack some.
  void markIncomplete(llvm::StringRef why) {
    if (result.incomplete.empty())
      result.incomplete = why.str();
  }
  /// And the search ends.
  void giveUp(llvm::StringRef why) {
    markIncomplete(why);
    isStopped = true;
  }

  const LaunchedProgram &program;
  std::vector<BufferImage> images;
  Memory &memory;
  const ExploreOptions &options;
  BlockReplayer replayer;
  GranuleSizes granules;
  bool mustRestart = false, isStopped = false;
  uint64_t coherencesLeft = options.coherenceLimit;
  /// Every write that any replay has shown. A search that has met a new one may
  /// have denied it to reads, and is repeated.
  std::map<Granule, std::set<EventKey>> writesSeen;
  bool sawNewWrite = false;
  Exploration result;
  std::map<std::string, ExploredOutcome> outcomes;
  /// Of executions with a cycle of reads-from and apparent dependences: nobody
  /// says whether they are executions.
  std::set<std::string> thinAirOutcomes;
  std::map<std::pair<std::string, std::string>, RaceReport> races;
  bool racesUnderS = false;
  bool hasThinAirRace = false;
};
} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_EXPLORER_H
