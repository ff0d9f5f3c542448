//===- Explore.h - All outcomes of a small program --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Enumerates every consistent execution of a launch (engine A of the memory
// model, 3.5): which write each read takes its value from, and in which order
// writes reach a place. Executions that differ only in the interleaving of
// independent accesses are one.
//
// Reads choose one after the other among the writes that are known so far, or
// put the choice off until others are: so every map of sources is visited once,
// and none whose reads and dependences form a cycle. Where such a cycle could
// be broken, as a dependence is only apparent (memory model, 1.6), the
// exploration says that it is not complete.
//
// An iteration of a loop that changes nothing ends an execution: the one
// without the iteration is explored as well. If no later write can end the
// waiting, it is a deadlock.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_EXPLORE_H
#define TILEFUZZ_INTERP_EXPLORE_EXPLORE_H

#include "compiler/Support/Html/AccessGraph.h"
#include "interp/Explore/ExecutionGraph.h"
#include <set>

namespace tilefuzz {

struct ExploreOptions {
  /// Graphs that are built before the exploration gives up.
  uint64_t graphLimit = 100'000;
  /// Events of one graph.
  size_t eventLimit = 512;
  /// Coherence orders that are tried, over all graphs.
  uint64_t coherenceLimit = 1'000'000;
  /// Operations of one block.
  uint64_t stepLimit = 100'000;
  SynchronizesWith reading = SynchronizesWith::Weakest;
  /// Of the first execution that has an outcome.
  bool wantsGraphs = false;
};

/// One of a program's outcomes.
struct ExploredOutcome {
  Outcome outcome;
  /// How it came about: `b reads 1 from a`, one line per read.
  std::string witness;
  /// The same as a graph: accesses, what happens before what, and what each
  /// read sees. Only where ExploreOptions::wantsGraphs.
  AccessGraph graph;
  /// How many executions end so.
  uint64_t executions = 0;
};

struct Exploration {
  /// In the order of their bytes.
  std::vector<ExploredOutcome> outcomes;
  /// Pairs of operations, smaller location first; if there is one, the program
  /// is undefined and `outcomes` are those of its executions without a race.
  std::vector<RaceReport> races;
  /// Races under reading W only: such a program is never a finding (memory
  /// model, 1.8).
  bool isReadingDependent = false;
  /// Of PTX: the model says what races do, and the outcomes are those of all
  /// executions.
  bool racesAreDefined = false;
  uint64_t graphs = 0, executions = 0;
  /// Why the list may lack outcomes; empty: it is complete.
  std::string incomplete;

  bool isComplete() const { return incomplete.empty(); }
  void print(llvm::raw_ostream &os, size_t maxElements = 16) const;
  llvm::json::Value toJSON() const;
};

/// Every outcome with its execution's graph, or the races. `program` is the
/// text of what was explored.
void writeExplorationPage(llvm::StringRef title, llvm::StringRef program,
                          const Exploration &exploration,
                          llvm::raw_ostream &os);

/// Errors are mistakes of the launch.
llvm::Expected<Exploration> explore(const DecodedProgram &program,
                                    const Launch &launch,
                                    const ExploreOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_EXPLORE_H
