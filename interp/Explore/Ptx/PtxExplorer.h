//===- PtxExplorer.h - The search for all outcomes of PTX -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Internal to the explorer: the state of its search (ExplorePtx.cpp) and what
// it notes of the executions that it finds (PtxExecutions.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_PTX_PTXEXPLORER_H
#define TILEFUZZ_INTERP_EXPLORE_PTX_PTXEXPLORER_H

#include "interp/Explore/Explore.h"
#include "interp/Explore/Ptx/PtxAxioms.h"

namespace tilefuzz::ptxmodel {

class PtxExplorer {
public:
  PtxExplorer(const PtxLaunch &launch, const ExploreOptions &options)
      : launch(launch), options(options) {}

  Exploration run();

private:
  /// What has been decided on one path of the search.
  struct State {
    Traces traces;
    PtxSources sources;
    /// Parts that take none of these.
    std::map<PtxReadPart, std::set<PtxSource>> excluded;
  };
  /// What an open part may be.
  struct Options {
    std::vector<PtxSource> sources;
    /// A write that is not known yet.
    bool mayWait = false;
  };

  void restart();
  /// False if smaller granules were met.
  bool replay(State &state, uint32_t thread);
  void noteWrites(const ThreadTrace &trace);
  void search(State state);
  void searchWith(const State &state, const PtxReadPart &part,
                  PtxSource source);
  std::vector<PtxReadPart> openParts(const State &state) const;
  PtxGranule granuleOf(const PtxEvent &read, unsigned part) const;
  Options optionsFor(const State &state, const PtxGraph &graph,
                     const PtxReadPart &part) const;
  /// Every write to the granule that is known.
  std::vector<PtxSource> writesTo(const State &state, PtxGranule granule,
                                  const EventName &reader) const;
  bool mayBeWrittenLater(const State &state, const PtxGraph &graph,
                         PtxGranule granule, const EventName &reader) const;
  PtxValue valueOf(const State &state, PtxGranule granule,
                   const PtxSource &source) const;

  void finish(const State &state);
  /// What ends the execution otherwise than by its memory; false: nothing is
  /// known of it.
  bool conclude(const State &state, Outcome &outcome);
  bool meetBarriers(const State &state, Outcome &outcome);
  void record(const Outcome &ended, const Endings &endings,
              const PtxGraph &graph);
  void addRaces(const PtxGraph &graph);
  std::string witnessOf(const PtxGraph &graph) const;
  AccessGraph outcomeGraphOf(const PtxGraph &graph) const;
  /// Whether bytes of what races may come from several writes: finer granules
  /// are needed.
  bool splitTornObjects();
  void markIncomplete(llvm::StringRef why) {
    if (result.incomplete.empty())
      result.incomplete = why.str();
  }
  void giveUp(llvm::StringRef why) {
    markIncomplete(why);
    isStopped = true;
  }

  const PtxLaunch &launch;
  const ExploreOptions &options;
  PtxGranuleSizes granules;
  bool granulesChanged = false, isStopped = false;
  /// Every write that any replay has shown, over all passes, and whether this
  /// pass has met one that it may have denied to reads.
  std::map<PtxGranule, std::set<EventName>> writesSeen;
  bool sawNewWrite = false;
  /// Values that were written to objects, by object.
  std::map<ObjectId, std::set<std::pair<int64_t, uint64_t>>> valuesSeen;
  std::set<ObjectId> racyObjects;
  /// Parts that have had a choice: the others say nothing to people.
  std::set<PtxReadPart> contested;
  uint64_t ordersLeft = 0;
  Exploration result;
  std::map<std::string, ExploredOutcome> outcomes;
  std::map<std::pair<std::string, std::string>, RaceReport> races;
  bool hasMixedRace = false;
};

} // namespace tilefuzz::ptxmodel

#endif // TILEFUZZ_INTERP_EXPLORE_PTX_PTXEXPLORER_H
