//===- FenceGraph.cpp - Where tensor memory needs fences ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The dataflow form keeps, forward, what a boundary would release unfenced, and
// backward, whether a use follows that no after-fence covers. Facts, 6.6.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/Fences/FenceGraph.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace tilefuzz;

static constexpr StringLiteral names[numTensorEvents] = {
    "none",        "use",        "load",        "store",        "release",
    "read-result", "wait-loads", "wait-stores", "before-fence", "after-fence",
    "sync",        "arrive",     "wait",        "commit"};

StringRef tilefuzz::stringify(TensorEvent event) {
  return names[unsigned(event)];
}

bool tilefuzz::isUse(TensorEvent event) {
  return event >= TensorEvent::Use && event <= TensorEvent::Release;
}

bool tilefuzz::isBoundary(TensorEvent event) {
  return event >= TensorEvent::Sync;
}

bool EventGraph::hasUse() const {
  return any_of(blocks, [](const EventBlock &block) {
    return any_of(block.events,
                  [](const EventNode &node) { return isUse(node.kind); });
  });
}

//===----------------------------------------------------------------------===//
// The linear form
//===----------------------------------------------------------------------===//

/// R2: a use comes before the next boundary or fence.
static bool useFollows(ArrayRef<EventNode> events) {
  for (const EventNode &node : events) {
    // Boundaries first: a commit is not a use.
    if (isBoundary(node.kind) || node.kind == TensorEvent::AfterFence ||
        node.kind == TensorEvent::BeforeFence)
      return false;
    if (isUse(node.kind))
      return true;
  }
  return false;
}

/// R3: a use came since the last boundary or fence.
static bool usePrecedes(ArrayRef<EventNode> events) {
  for (const EventNode &node : reverse(events)) {
    if (isBoundary(node.kind) || node.kind == TensorEvent::AfterFence ||
        node.kind == TensorEvent::BeforeFence)
      return false;
    if (isUse(node.kind))
      return true;
  }
  return false;
}

static void findLinear(const EventGraph &graph,
                       std::vector<FenceInsertion> &fences) {
  for (unsigned b = 0; b != graph.blocks.size(); ++b) {
    ArrayRef<EventNode> events = graph.blocks[b].events;
    auto isAt = [&](unsigned i, TensorEvent kind) {
      return i < events.size() && events[i].kind == kind;
    };
    for (unsigned i = 0; i != events.size(); ++i) {
      TensorEvent kind = events[i].kind;
      bool isSync = kind == TensorEvent::Sync;
      if (isSync ? !isAt(i - 1, TensorEvent::BeforeFence)
                 : kind == TensorEvent::Arrive &&
                       usePrecedes(events.take_front(i)))
        fences.push_back({b, i, false, TensorEvent::BeforeFence});
      if (isSync ? !isAt(i + 1, TensorEvent::AfterFence)
                 : kind == TensorEvent::Wait &&
                       useFollows(events.drop_front(i + 1)))
        fences.push_back({b, i, true, TensorEvent::AfterFence});
    }
  }
}

//===----------------------------------------------------------------------===//
// The dataflow form
//===----------------------------------------------------------------------===//

namespace {
/// What may be unfenced on the way to a point.
struct Pending {
  bool uses = false;
  bool stores = false;
  BitVector loads;

  bool operator==(const Pending &other) const {
    return uses == other.uses && stores == other.stores && loads == other.loads;
  }
};

class Dataflow {
public:
  Dataflow(const EventGraph &graph, const BugSet &bugs,
           std::vector<FenceInsertion> &fences)
      : graph(graph), bugs(bugs), fences(fences), before(graph.blocks.size()),
        after(graph.blocks.size()), predecessors(graph.blocks.size()) {
    for (unsigned b = 0; b != graph.blocks.size(); ++b)
      for (unsigned next : graph.blocks[b].successors)
        predecessors[next].push_back(b);
  }

  void run();

private:
  struct Place {
    unsigned block, event;
  };
  /// One event forward. Only the last round, of the fixed point, answers.
  void stepForward(Pending &state, const EventNode &node, Place place);
  /// One event backward: whether a use follows that no after-fence covers.
  void stepBackward(bool &state, const EventNode &node, Place place);
  Pending enter(unsigned block);
  bool leave(unsigned block);
  /// False: the bug makes it forget this edge.
  bool follows(unsigned from, unsigned to);
  void completeAhead(Pending &state, Place place);
  void releaseAhead(Pending &state, Place place);
  void insert(Place place, bool isBehind, TensorEvent kind) {
    if (isLast)
      fences.push_back({place.block, place.event, isBehind, kind});
  }
  /// Counted once, in the last round.
  bool acts(SeededBug bug) { return isLast ? bugs.acts(bug) : bugs.has(bug); }

  const EventGraph &graph;
  const BugSet &bugs;
  std::vector<FenceInsertion> &fences;
  /// By block: at its end, and at its start.
  std::vector<std::optional<Pending>> before;
  std::vector<std::optional<bool>> after;
  std::vector<SmallVector<unsigned, 2>> predecessors;
  bool isLast = false;
};
} // namespace

/// Blocks are numbered as they are written: an edge that does not lead on leads
/// back.
bool Dataflow::follows(unsigned from, unsigned to) {
  return to > from || !acts(SeededBug::FenceNoBackEdge);
}

Pending Dataflow::enter(unsigned block) {
  Pending state;
  state.loads.resize(graph.numLoads);
  state.uses = block == 0 && graph.isCalled;
  bool isFirst = block != 0;
  for (unsigned from : predecessors[block]) {
    if (!before[from] || !follows(from, block))
      continue;
    const Pending &other = *before[from];
    bool isJoin = !isFirst;
    if (isJoin && other.uses != state.uses && acts(SeededBug::FenceJoinIsAnd)) {
      state.uses = false;
      continue;
    }
    isFirst = false;
    // What one path may leave unfenced, is.
    state.uses |= other.uses;
    state.stores |= other.stores;
    state.loads |= other.loads;
  }
  return state;
}

bool Dataflow::leave(unsigned block) {
  bool state = graph.isCalled && graph.blocks[block].successors.empty();
  bool isFirst = true;
  for (unsigned to : graph.blocks[block].successors) {
    if (!after[to] || !follows(block, to))
      continue;
    if (!isFirst && *after[to] != state && acts(SeededBug::FenceJoinIsAnd))
      return false;
    isFirst = false;
    state |= *after[to];
  }
  return state;
}

/// W1. Fences do not wait.
void Dataflow::completeAhead(Pending &state, Place place) {
  if (state.loads.any())
    insert(place, false, TensorEvent::WaitLoads);
  if (state.stores)
    insert(place, false, TensorEvent::WaitStores);
  state.loads.reset();
  state.stores = false;
}

/// R1 and R3.
void Dataflow::releaseAhead(Pending &state, Place place) {
  bool isIncomplete = state.loads.any() || state.stores;
  bool waitsLate =
      state.uses && isIncomplete && acts(SeededBug::FenceWaitBehindFence);
  if (!waitsLate)
    completeAhead(state, place);
  if (state.uses) {
    bool isArrive = graph.blocks[place.block].events[place.event].kind ==
                    TensorEvent::Arrive;
    bool isBehind = isArrive && acts(SeededBug::FenceBehindArrive);
    insert(place, isBehind, TensorEvent::BeforeFence);
  }
  if (waitsLate)
    completeAhead(state, place);
  if (!state.uses || !acts(SeededBug::FenceBoundaryTestedLate))
    state.uses = false;
}

void Dataflow::stepForward(Pending &state, const EventNode &node, Place place) {
  switch (node.kind) {
  case TensorEvent::Load:
    state.loads.set(node.load);
    state.uses = true;
    return;
  case TensorEvent::Store:
    state.stores = true;
    state.uses = true;
    return;
  case TensorEvent::Release:
    completeAhead(state, place);
    [[fallthrough]];
  case TensorEvent::Use:
    state.uses = true;
    return;
  case TensorEvent::ReadResult:
    if (state.loads.test(node.load) && !acts(SeededBug::FenceResultNotWaited)) {
      insert(place, false, TensorEvent::WaitLoads);
      state.loads.reset();
    }
    return;
  case TensorEvent::WaitLoads:
    state.loads.reset();
    // Seeded: whoever waits waits for all.
    if (state.stores && acts(SeededBug::FenceWaitLoadsCoversStores))
      state.stores = false;
    return;
  case TensorEvent::WaitStores:
    state.stores = false;
    return;
  case TensorEvent::BeforeFence:
    completeAhead(state, place);
    if (!state.uses || !acts(SeededBug::FenceIgnoresExisting))
      state.uses = false;
    return;
  case TensorEvent::Commit:
    completeAhead(state, place);
    if (state.uses && acts(SeededBug::FenceCommitFenced))
      insert(place, false, TensorEvent::BeforeFence);
    state.uses = acts(SeededBug::FenceCommitIsUse);
    return;
  case TensorEvent::Sync:
  case TensorEvent::Arrive:
    releaseAhead(state, place);
    return;
  case TensorEvent::Wait:
    // What came before it stays unfenced behind it.
    if (state.uses && acts(SeededBug::FenceWaitEndsPending))
      state.uses = false;
    return;
  case TensorEvent::None:
  case TensorEvent::AfterFence:
    return;
  }
}

void Dataflow::stepBackward(bool &state, const EventNode &node, Place place) {
  switch (node.kind) {
  case TensorEvent::Use:
  case TensorEvent::Load:
  case TensorEvent::Store:
  case TensorEvent::Release:
    state = true;
    return;
  case TensorEvent::AfterFence:
    if (!state || !acts(SeededBug::FenceIgnoresExisting))
      state = false;
    return;
  case TensorEvent::Sync:
    if (state && !acts(SeededBug::FenceNoneBehindSync))
      insert(place, true, TensorEvent::AfterFence);
    state = false;
    return;
  case TensorEvent::Wait:
    if (state) {
      bool isBehind = !acts(SeededBug::FenceAheadOfWait);
      insert(place, isBehind, TensorEvent::AfterFence);
    }
    state = false;
    return;
  case TensorEvent::Commit:
    if (!state && acts(SeededBug::FenceCommitIsUse))
      state = true;
    [[fallthrough]];
  case TensorEvent::Arrive:
    // It acquires nothing: what the wait before it acquired is still unfenced.
    if (state && acts(SeededBug::FenceArriveEndsDemand))
      state = false;
    return;
  case TensorEvent::None:
  case TensorEvent::ReadResult:
  case TensorEvent::WaitLoads:
  case TensorEvent::WaitStores:
  case TensorEvent::BeforeFence:
    return;
  }
}

void Dataflow::run() {
  unsigned count = graph.blocks.size();
  // Both states only grow, but for the seeded bugs, which are not monotone: the
  // bound is what growing takes.
  unsigned rounds = count * (graph.numLoads + 2) + 1;
  auto forward = [&] {
    bool changed = false;
    for (unsigned b = 0; b != count; ++b) {
      Pending state = enter(b);
      ArrayRef<EventNode> events = graph.blocks[b].events;
      for (unsigned i = 0; i != events.size(); ++i)
        stepForward(state, events[i], {b, i});
      changed |= !before[b] || !(*before[b] == state);
      before[b] = std::move(state);
    }
    return changed;
  };
  auto backward = [&] {
    bool changed = false;
    for (unsigned b = count; b-- != 0;) {
      bool state = leave(b);
      ArrayRef<EventNode> events = graph.blocks[b].events;
      for (unsigned i = events.size(); i-- != 0;)
        stepBackward(state, events[i], {b, i});
      changed |= after[b] != state;
      after[b] = state;
    }
    return changed;
  };
  for (unsigned i = 0; i != rounds && forward(); ++i)
    ;
  for (unsigned i = 0; i != rounds && backward(); ++i)
    ;
  isLast = true;
  forward();
  backward();
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

std::vector<FenceInsertion> tilefuzz::findFences(const EventGraph &graph,
                                                 FenceForm form,
                                                 const BugSet &bugs) {
  std::vector<FenceInsertion> fences;
  if (!graph.hasUse() && !graph.isCalled)
    return fences;
  if (form == FenceForm::Linear)
    findLinear(graph, fences);
  else
    Dataflow(graph, bugs, fences).run();
  // The two directions answered one after the other; at one place the order of
  // the answers is that of the fences.
  std::vector<unsigned> order(fences.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    auto key = [&](unsigned i) {
      const FenceInsertion &fence = fences[i];
      return std::make_tuple(fence.block, fence.event, fence.isBehind, i);
    };
    return key(a) < key(b);
  });
  std::vector<FenceInsertion> sorted;
  for (unsigned i : order)
    sorted.push_back(fences[i]);
  return sorted;
}

EventGraph tilefuzz::applyFences(const EventGraph &graph,
                                 ArrayRef<FenceInsertion> fences) {
  EventGraph result = graph;
  for (EventBlock &block : result.blocks)
    block.events.clear();
  const FenceInsertion *next = fences.begin();
  auto emit = [&](unsigned block, unsigned event, bool isBehind) {
    for (; next != fences.end() && next->block == block &&
           next->event == event && next->isBehind == isBehind;
         ++next)
      result.blocks[block].events.push_back({next->kind, 0});
  };
  for (unsigned b = 0; b != graph.blocks.size(); ++b)
    for (unsigned i = 0; i != graph.blocks[b].events.size(); ++i) {
      emit(b, i, false);
      result.blocks[b].events.push_back(graph.blocks[b].events[i]);
      emit(b, i, true);
    }
  return result;
}
