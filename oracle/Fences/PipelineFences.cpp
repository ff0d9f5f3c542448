//===- PipelineFences.cpp - Fences of agents that hand over ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/PipelineFences.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <bitset>

using namespace llvm;
using namespace tilefuzz;

/// Uses of one run; its arrivals and waits.
static constexpr unsigned mostMarks = 256;
using Marks = std::bitset<mostMarks>;

namespace {
/// What an agent does, one after the other.
struct Action {
  TensorEvent event;
  /// Of boundaries: which mbarrier, and the phase that is arrived at or waited
  /// for.
  unsigned barrier = 0, phase = 0;
  /// Of uses: what is touched, and which use of the run it is.
  unsigned piece = 0, number = 0;
};

struct Message {
  /// Uses, as TensorOrder.h has them, and arrivals and waits that come before.
  Marks executed, out, steps;
};

struct Agent {
  std::vector<Action> actions;
  size_t next = 0;
  Marks executed, in, out, pending, steps;
  /// Loads and stores that have not been waited for.
  Marks loads, stores;

  /// A before-fence: it orders what is complete.
  void release() { out = in & ~(loads | stores); }
};

/// One agent's program, laid out for what the trips say.
class Unrolling {
public:
  Unrolling(const PipelineTrips &trips, ArrayRef<FenceInsertion> fences,
            unsigned &numUses)
      : trips(trips), fences(fences), numUses(numUses) {}
  void add(const std::vector<PipelineStep> &steps);

  std::vector<Action> actions;

private:
  void addEvent(const PipelineStep &step);
  void addFences(const PipelineStep &step, bool isBehind);
  unsigned slotsOf(PipelineRing ring) const;
  unsigned countOf(PipelineRing ring) const;

  const PipelineTrips &trips;
  ArrayRef<FenceInsertion> fences;
  unsigned &numUses;
  unsigned tile = 0, trip = 0, product = 0;
  /// In the tile.
  unsigned tripOfTile = 0;
};

class Run {
public:
  Run(const PipelineShape &shape, const PipelineTrips &trips,
      const PipelineFenceList &fences);
  std::string findFault();

private:
  enum class Turn { Done, Waits, Faulty };
  Turn step(unsigned agent);
  bool touch(unsigned agent, const Action &action);
  bool arrive(unsigned agent, const Action &action);
  Turn wait(Agent &agent, const Action &action);
  bool conflict(unsigned agent, const Action &mine, unsigned other,
                const Action &theirs) const;
  bool fail(unsigned agent, const Twine &what) {
    fault = (shape.agents[agent].name + ": " + what).str();
    return false;
  }
  unsigned countOf(unsigned barrier) const;
  static std::string nameOf(const Action &action);

  const PipelineShape &shape;
  std::vector<Agent> agents;
  /// Of an mbarrier.
  struct Phase {
    std::vector<Message> messages;
    /// Those that arrived and those that have waited, and how many will.
    Marks arrivals, waits;
    unsigned numWaits = 0;
  };
  std::vector<std::vector<Phase>> barriers;
  unsigned numSteps = 0;
  struct Use {
    unsigned agent;
    const Action *action;
  };
  std::vector<Use> uses;
  std::string fault;
};
} // namespace

//===----------------------------------------------------------------------===//
// Unrolling
//===----------------------------------------------------------------------===//

static constexpr unsigned mostSlots = 4;

static bool isOfSums(PipelineRing ring) {
  return ring == PipelineRing::SumsFull || ring == PipelineRing::SumsEmpty ||
         ring == PipelineRing::SumsBegun;
}
static bool isOfStages(PipelineRing ring) {
  return ring == PipelineRing::StageFull || ring == PipelineRing::StageEmpty;
}
unsigned Unrolling::slotsOf(PipelineRing ring) const {
  return isOfStages(ring) ? trips.stages : isOfSums(ring) ? trips.sums : 1;
}
unsigned Unrolling::countOf(PipelineRing ring) const {
  return isOfStages(ring) ? trip : isOfSums(ring) ? tile : product;
}

void Unrolling::addFences(const PipelineStep &step, bool isBehind) {
  for (const FenceInsertion &fence : fences)
    if (fence.block == step.block && fence.event == step.index &&
        fence.isBehind == isBehind)
      actions.push_back({fence.kind});
}

void Unrolling::addEvent(const PipelineStep &step) {
  addFences(step, /*isBehind=*/false);
  Action action{step.event};
  if (isBoundary(step.event)) {
    unsigned slots = slotsOf(step.ring), count = countOf(step.ring);
    action.barrier = unsigned(step.ring) * mostSlots + count % slots;
    // Phases are counted from 1: before the first one a slot is empty.
    action.phase = count / slots + !step.isForEmpty;
  } else {
    unsigned slot = step.piece == PipelinePiece::Stage  ? trip % trips.stages
                    : step.piece == PipelinePiece::Sums ? tile % trips.sums
                                                        : 0;
    action.piece = unsigned(step.piece) * mostSlots + slot;
    if (isUse(step.event))
      action.number = numUses++;
  }
  actions.push_back(action);
  addFences(step, /*isBehind=*/true);
}

void Unrolling::add(const std::vector<PipelineStep> &steps) {
  for (const PipelineStep &step : steps)
    switch (step.kind) {
    case PipelineStep::Event:
      addEvent(step);
      break;
    case PipelineStep::ForEachTile:
      for (tile = 0; tile < trips.tiles.size(); ++tile)
        add(step.body);
      break;
    case PipelineStep::ForEachTrip:
      for (tripOfTile = 0; tripOfTile < trips.tiles[tile].size();
           ++tripOfTile) {
        bool isSkipped = trips.tiles[tile][tripOfTile];
        add(step.body);
        ++trip;
        product += !isSkipped;
      }
      break;
    case PipelineStep::IfProduct:
      add(trips.tiles[tile][tripOfTile] ? step.otherwise : step.body);
      break;
    }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Run::Run(const PipelineShape &shape, const PipelineTrips &trips,
         const PipelineFenceList &fences)
    : shape(shape), agents(shape.agents.size()),
      barriers(numPipelineRings * mostSlots) {
  unsigned numUses = 0;
  for (auto [agent, source, own] :
       llvm::zip_equal(agents, shape.agents, fences)) {
    Unrolling unrolling(trips, own, numUses);
    unrolling.add(source.steps);
    agent.actions = std::move(unrolling.actions);
    for (const Action &action : agent.actions)
      if (isBoundary(action.event)) {
        auto &phases = barriers[action.barrier];
        if (phases.size() <= action.phase)
          phases.resize(action.phase + 1);
        phases[action.phase].numWaits += action.event == TensorEvent::Wait;
      }
  }
}

std::string Run::nameOf(const Action &action) {
  return (stringify(action.event) + " " + Twine(action.number)).str();
}

/// How many arrivals complete a phase.
unsigned Run::countOf(unsigned barrier) const {
  auto ring = PipelineRing(barrier / mostSlots);
  unsigned count = 0;
  for (const PipelineAgent &agent : shape.agents) {
    bool arrives = false;
    auto look = [&](auto &&look,
                    const std::vector<PipelineStep> &steps) -> void {
      for (const PipelineStep &step : steps) {
        arrives |= step.ring == ring && (step.event == TensorEvent::Arrive ||
                                         step.event == TensorEvent::Commit);
        look(look, step.body);
        look(look, step.otherwise);
      }
    };
    look(look, agent.steps);
    count += arrives;
  }
  return count;
}

/// Agents that take sums have parts of their own; loads do not disturb loads.
bool Run::conflict(unsigned agent, const Action &mine, unsigned other,
                   const Action &theirs) const {
  unsigned firstTaker = shape.agents.size() - shape.takers;
  return agent != other && mine.piece == theirs.piece &&
         (agent < firstTaker || other < firstTaker) &&
         (mine.event != TensorEvent::Load || theirs.event != TensorEvent::Load);
}

bool Run::touch(unsigned index, const Action &action) {
  Agent &agent = agents[index];
  for (const Use &use : uses) {
    if (!conflict(index, action, use.agent, *use.action))
      continue;
    if (!agent.executed[use.action->number])
      return fail(index, nameOf(action) + " and " + nameOf(*use.action) +
                             " of " + shape.agents[use.agent].name + " race");
    if (!agent.in[use.action->number])
      return fail(index, nameOf(action) + " is not fenced from " +
                             nameOf(*use.action) + " of " +
                             shape.agents[use.agent].name);
  }
  uses.push_back({index, &action});
  agent.executed.set(action.number);
  agent.in.set(action.number);
  if (action.event == TensorEvent::Load)
    agent.loads.set(action.number);
  if (action.event == TensorEvent::Store)
    agent.stores.set(action.number);
  return true;
}

bool Run::arrive(unsigned index, const Action &action) {
  Agent &agent = agents[index];
  auto &phases = barriers[action.barrier];
  // For who arrives the phase before is complete, and who waits for it has done
  // so: one that is two phases late would not see it.
  if (action.phase > 1) {
    const Phase &before = phases[action.phase - 1];
    if (before.arrivals.count() != countOf(action.barrier) ||
        before.waits.count() != before.numWaits ||
        ((before.arrivals | before.waits) & ~agent.steps).any())
      return fail(index, "arrives at a phase that may not have begun");
  }
  unsigned number = numSteps++;
  agent.steps.set(number);
  phases[action.phase].arrivals.set(number);
  phases[action.phase].messages.push_back(
      {agent.executed, agent.out, agent.steps});
  return true;
}

Run::Turn Run::wait(Agent &agent, const Action &action) {
  auto &phases = barriers[action.barrier];
  if (action.phase == 0)
    return Turn::Done;
  Phase &awaited = phases[action.phase];
  if (awaited.messages.empty() ||
      awaited.messages.size() < countOf(action.barrier))
    return Turn::Waits;
  for (unsigned phase = 1; phase <= action.phase; ++phase)
    for (const Message &message : phases[phase].messages) {
      agent.executed |= message.executed;
      agent.pending |= message.out;
      agent.steps |= message.steps;
    }
  unsigned number = numSteps++;
  agent.steps.set(number);
  awaited.waits.set(number);
  return Turn::Done;
}

Run::Turn Run::step(unsigned index) {
  Agent &agent = agents[index];
  const Action &action = agent.actions[agent.next];
  auto faultyUnless = [](bool isFine) {
    return isFine ? Turn::Done : Turn::Faulty;
  };
  switch (action.event) {
  case TensorEvent::Use:
  case TensorEvent::Load:
  case TensorEvent::Store:
    return faultyUnless(touch(index, action));
  case TensorEvent::ReadResult:
    return faultyUnless(agent.loads.none() ||
                        fail(index, "a result is read before its wait"));
  case TensorEvent::WaitLoads:
    agent.loads.reset();
    return Turn::Done;
  case TensorEvent::WaitStores:
    agent.stores.reset();
    return Turn::Done;
  case TensorEvent::BeforeFence:
    agent.release();
    return Turn::Done;
  case TensorEvent::AfterFence:
    agent.in |= agent.pending;
    return Turn::Done;
  case TensorEvent::Commit:
    agent.release();
    return faultyUnless(arrive(index, action));
  case TensorEvent::Arrive:
    return faultyUnless(arrive(index, action));
  case TensorEvent::Wait:
    return wait(agent, action);
  default:
    return Turn::Done;
  }
}

std::string Run::findFault() {
  bool hasMoved = true;
  while (hasMoved) {
    hasMoved = false;
    for (unsigned index = 0; index < agents.size(); ++index) {
      Agent &agent = agents[index];
      for (; agent.next < agent.actions.size(); ++agent.next) {
        Turn turn = step(index);
        if (turn == Turn::Faulty)
          return fault;
        if (turn == Turn::Waits)
          break;
        hasMoved = true;
      }
    }
  }
  for (auto [agent, source] : llvm::zip_equal(agents, shape.agents))
    if (agent.next < agent.actions.size())
      return source.name + " waits for ever";
  return "";
}

std::string tilefuzz::findPipelineFault(const PipelineShape &shape,
                                        const PipelineTrips &trips,
                                        const PipelineFenceList &fences) {
  return Run(shape, trips, fences).findFault();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static PipelineFenceList findAll(const PipelineShape &shape, FenceForm form,
                                 const BugSet &bugs) {
  PipelineFenceList all;
  for (const PipelineAgent &agent : shape.agents)
    all.push_back(findFences(agent.graph, form, bugs));
  return all;
}

/// The first fault of any run; empty: there is none.
static std::string findFaultOfAny(const PipelineShape &shape,
                                  ArrayRef<PipelineTrips> all,
                                  const PipelineFenceList &fences) {
  for (const PipelineTrips &trips : all)
    if (std::string fault = findPipelineFault(shape, trips, fences);
        !fault.empty())
      return fault;
  return "";
}

bool tilefuzz::checkPipelineFences(const BugSet &bugs, raw_ostream &os) {
  os << "Pipelines: 0 to 3 tiles of 0 to 2 iterations, 1 to 3 stages, 1 and 2 "
        "sums in turn.\n\n"
     << formatv("{0,83}{1,27}\n", "dataflow", "linear")
     << formatv("{0,-8}{1,-64}{2,5}{3,8}{4,8}{5,14}{6,14}\n", "agents",
                "pipeline", "runs", "fences", "needed", "insufficient",
                "insufficient");
  std::vector<std::string> faults;
  unsigned sums[3] = {};
  for (const PipelineShape &shape : makePipelineShapes()) {
    std::vector<PipelineTrips> runs = makePipelineTrips(shape.maySkip);
    PipelineFenceList fences = findAll(shape, FenceForm::Dataflow, bugs);
    std::string fault = findFaultOfAny(shape, runs, fences);
    if (!fault.empty())
      faults.push_back(shape.name + ": " + fault);
    unsigned count = 0, needed = 0;
    for (unsigned agent = 0; agent < fences.size(); ++agent)
      for (unsigned i = 0; i < fences[agent].size(); ++i, ++count) {
        PipelineFenceList others = fences;
        others[agent].erase(others[agent].begin() + i);
        needed += !findFaultOfAny(shape, runs, others).empty();
      }
    bool isLinearFaulty =
        !findFaultOfAny(shape, runs, findAll(shape, FenceForm::Linear, {}))
             .empty();
    sums[0] += runs.size();
    sums[1] += count;
    sums[2] += needed;
    os << formatv("{0,-8}{1,-64}{2,5}{3,8}{4,8}{5,14}{6,14}\n",
                  shape.agents.size(), shape.name, runs.size(), count, needed,
                  fault.empty() ? "no" : "yes", isLinearFaulty ? "yes" : "no");
  }
  os << formatv("{0,-72}{1,5}{2,8}{3,8}\n\n", "", sums[0], sums[1], sums[2]);
  for (const std::string &fault : faults)
    os << fault << '\n';
  if (faults.empty())
    os << "dataflow form: sufficient in every pipeline\n";
  return faults.empty();
}
