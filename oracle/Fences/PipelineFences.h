//===- PipelineFences.h - Fences of agents that hand over -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The shapes that pipelines have: a producer, an issuer of products, agents
// that compute and that store results, with rings of stages and of sums in
// tensor memory between them, for every number of tiles and iterations up to a
// bound, with iterations that are skipped. The fence pass sees each agent
// alone, as a function with its loops and branches; what it puts in is judged
// by what all agents do together.
//
// One run of a shape stands for all interleavings. A message is what a thread
// knows where it is sent, which the thread's own events and the messages that
// it received decide. A wait receives the arrivals of its phase and of those
// before it, and these are the same in every interleaving if each arrival
// follows, by the order of boundaries, all arrivals of the phase before and all
// waits for it: this is checked.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_FENCES_PIPELINEFENCES_H
#define TILEFUZZ_ORACLE_FENCES_PIPELINEFENCES_H

#include "compiler/Transforms/Fences/FenceGraph.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace tilefuzz {

/// Where threads of a pipeline wait: an mbarrier for each slot of a ring.
enum class PipelineRing : uint8_t {
  /// Of stages of factors: they are there; they may be written again.
  StageFull,
  StageEmpty,
  /// Of sums: all products of a tile are added; they are taken; they have their
  /// first values.
  SumsFull,
  SumsEmpty,
  SumsBegun,
  /// Of one product that another needs: it is there; what became of it is; that
  /// is read.
  ScoresFull,
  WeightsFull,
  WeightsEmpty,
};
constexpr unsigned numPipelineRings = unsigned(PipelineRing::WeightsEmpty) + 1;

/// What a use of tensor memory touches.
enum class PipelinePiece : uint8_t { Stage, Sums, Scores, Weights };
constexpr unsigned numPipelinePieces = unsigned(PipelinePiece::Weights) + 1;

/// Of an agent's program.
struct PipelineStep {
  enum Kind : uint8_t { Event, ForEachTile, ForEachTrip, IfProduct };
  Kind kind = Event;
  TensorEvent event = TensorEvent::None;
  /// Of boundaries.
  PipelineRing ring = PipelineRing::StageFull;
  /// Of uses.
  PipelinePiece piece = PipelinePiece::Stage;
  /// Of a wait: for the slot to be given back, not for it to be filled.
  bool isForEmpty = false;
  /// Of IfProduct: the arm of iterations with a product, and of skipped ones.
  std::vector<PipelineStep> body, otherwise;
  /// Where its event is in the agent's graph.
  unsigned block = 0, index = 0;
};

struct PipelineAgent {
  std::string name;
  std::vector<PipelineStep> steps;
  EventGraph graph;
};

struct PipelineShape {
  std::string name;
  std::vector<PipelineAgent> agents;
  /// That arrive for one phase of SumsEmpty.
  unsigned takers = 1;
  bool maySkip = false;
};

/// All of them, their graphs laid out. Who relays tensor memory from one agent
/// to another without a use of its own has a fence of its own, which the pass
/// does not see a need for; without `fencesRelays` it has none.
std::vector<PipelineShape> makePipelineShapes(bool fencesRelays = true);

/// How often what happens.
struct PipelineTrips {
  unsigned stages = 1, sums = 1;
  /// Of each tile: of each iteration, whether it is skipped.
  std::vector<std::vector<bool>> tiles;
};
std::vector<PipelineTrips> makePipelineTrips(bool maySkip);

using PipelineFenceList = std::vector<std::vector<FenceInsertion>>;
/// What is wrong with a run; empty: nothing. A use that the agents order and
/// the fences, of each agent, do not; or the shape itself is wrong: nobody can
/// go on, a use that nothing orders, an arrival that may come early.
std::string findPipelineFault(const PipelineShape &shape,
                              const PipelineTrips &trips,
                              const PipelineFenceList &fences);

/// Prints the table, and what is wrong. True if nothing is.
bool checkPipelineFences(const BugSet &bugs, llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_FENCES_PIPELINEFENCES_H
