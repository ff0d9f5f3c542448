//===- ModuloScheduler.cpp - Operations modulo an interval ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Iterative modulo scheduling: Rau, "Iterative modulo scheduling: an algorithm
// for software pipelining loops", 1994. An operation that finds no free row is
// placed all the same, and those in its way are placed again. As in swing
// modulo scheduling (Llosa and others, 1996), one whose users are placed and
// whose operands are not stands as late as it can.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/ReservationTable.h"
#include "compiler/Schedule/Schedulers.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;
using namespace tilefuzz;

/// Placements for each operation before an interval is given up.
static constexpr unsigned budgetRatio = 6;

namespace {
/// What is placed first.
enum class Priority {
  /// The longest way to the end of the iteration.
  Height,
  /// The largest footprint, then the longest way.
  Footprint,
  /// Cycles of dependences, the largest footprint first; then the longest way.
  Cycles,
  /// The place in the program.
  Program,
};

class Placement {
public:
  Placement(const LoopGraph &graph, int64_t interval,
            const ScheduleBugSet &bugs)
      : graph(graph), interval(interval), bugs(bugs),
        outgoing(graph.nodes.size()), incoming(graph.nodes.size()) {
    for (const Dependence &edge : graph.edges) {
      outgoing[edge.from].push_back(&edge);
      incoming[edge.to].push_back(&edge);
    }
  }

  bool fits() const;
  bool findHeights();
  std::optional<std::vector<int64_t>> place(Priority priority);

private:
  static constexpr int64_t unplaced = INT64_MIN;

  std::optional<int64_t> earliest(unsigned node) const;
  std::optional<int64_t> latest(unsigned node) const;
  int64_t chooseTime(unsigned node, int64_t last) const;
  std::vector<unsigned> orderBy(Priority priority) const;
  std::vector<bool> findCycles() const;
  void take(unsigned node, int64_t issue);
  void evict(unsigned node);

  const LoopGraph &graph;
  int64_t interval;
  const ScheduleBugSet &bugs;
  std::vector<SmallVector<const Dependence *, 4>> outgoing, incoming;
  std::vector<int64_t> heights;
  std::optional<ReservationTable> table;
  std::vector<int64_t> issue;
  /// Unplaced nodes, most urgent first.
  std::set<std::pair<unsigned, unsigned>> waiting;
  std::vector<unsigned> ranks;
};
} // namespace

/// Whether no footprint meets itself.
bool Placement::fits() const {
  for (const LoopNode &node : graph.nodes) {
    ArrayRef<ResourceUse> uses = node.cost.uses;
    for (const ResourceUse &use : uses)
      if (use.end - use.begin > interval)
        return false;
    for (size_t i = 0; i < uses.size(); ++i)
      for (size_t j = i + 1; j < uses.size(); ++j) {
        if (uses[i].resource != uses[j].resource)
          continue;
        int64_t from = uses[j].begin - uses[i].begin;
        int64_t shift = ((from % interval) + interval) % interval;
        if (shift < uses[i].end - uses[i].begin ||
            interval - shift < uses[j].end - uses[j].begin)
          return false;
      }
  }
  return true;
}

/// False: a cycle needs more than the interval.
bool Placement::findHeights() {
  size_t count = graph.nodes.size();
  heights.assign(count, 0);
  for (size_t round = 0; round <= count; ++round) {
    bool isSettled = true;
    // Backwards: most edges go forward in the program.
    for (size_t node = count; node-- > 0;)
      for (const Dependence *edge : outgoing[node]) {
        int64_t height =
            heights[edge->to] + edge->latency - interval * edge->distance;
        if (height <= heights[node])
          continue;
        heights[node] = height;
        isSettled = false;
      }
    if (isSettled)
      return true;
  }
  return false;
}

/// What placed operands and users allow; none: there are none.
std::optional<int64_t> Placement::earliest(unsigned node) const {
  std::optional<int64_t> time;
  for (const Dependence *edge : incoming[node]) {
    if (edge->from == node || issue[edge->from] == unplaced)
      continue;
    int64_t allowed =
        issue[edge->from] + edge->latency - interval * int64_t(edge->distance);
    time = std::max(time.value_or(allowed), allowed);
  }
  return time;
}

std::optional<int64_t> Placement::latest(unsigned node) const {
  std::optional<int64_t> time;
  for (const Dependence *edge : outgoing[node]) {
    if (edge->to == node || issue[edge->to] == unplaced)
      continue;
    int64_t allowed =
        issue[edge->to] - edge->latency + interval * int64_t(edge->distance);
    time = std::min(time.value_or(allowed), allowed);
  }
  return time;
}

int64_t Placement::chooseTime(unsigned node, int64_t last) const {
  ArrayRef<ResourceUse> uses = graph.nodes[node].cost.uses;
  std::optional<int64_t> early = earliest(node), late = latest(node);
  if (!early && late)
    if (std::optional<int64_t> free =
            table->findLastFree(uses, *late - interval + 1, *late + 1))
      return *free;
  int64_t from = early ? *early : late ? *late - interval + 1 : 0;
  if (std::optional<int64_t> free =
          table->findFree(uses, from, from + interval))
    return *free;
  // No row is free: later than the last time, so that two operations do not
  // drive each other out for ever.
  return last == unplaced ? from : std::max(from, last + 1);
}

void Placement::evict(unsigned node) {
  table->release(node, graph.nodes[node].cost.uses, issue[node]);
  issue[node] = unplaced;
  waiting.insert({ranks[node], node});
}

void Placement::take(unsigned node, int64_t time) {
  for (unsigned other : table->getHolders(graph.nodes[node].cost.uses, time))
    evict(other);
  table->commit(node, graph.nodes[node].cost.uses, time);
  issue[node] = time;
  if (bugs.has(ScheduleBug::SuccessorsNotEvicted))
    return;
  for (const Dependence *edge : outgoing[node])
    if (edge->to != node && issue[edge->to] != unplaced &&
        issue[edge->to] <
            time + edge->latency - interval * int64_t(edge->distance))
      evict(edge->to);
}

/// Which operations stand in cycles of dependences, or on ways from one to
/// another: those that remain when first and last ones are taken away.
std::vector<bool> Placement::findCycles() const {
  size_t count = graph.nodes.size();
  std::vector<bool> remains(count, true);
  auto takeAway = [&](const auto &comesFrom, const auto &goesTo, auto endOf) {
    std::vector<size_t> open(count);
    SmallVector<unsigned> done;
    for (size_t node = 0; node < count; ++node) {
      open[node] = comesFrom[node].size();
      if (!open[node])
        done.push_back(node);
    }
    while (!done.empty()) {
      unsigned node = done.pop_back_val();
      remains[node] = false;
      for (const Dependence *edge : goesTo[node])
        if (--open[endOf(edge)] == 0)
          done.push_back(endOf(edge));
    }
  };
  takeAway(incoming, outgoing, [](const Dependence *edge) { return edge->to; });
  takeAway(outgoing, incoming,
           [](const Dependence *edge) { return edge->from; });
  return remains;
}

std::vector<unsigned> Placement::orderBy(Priority priority) const {
  unsigned count = graph.nodes.size();
  std::vector<int64_t> longest(count, 0);
  for (unsigned node = 0; node < count; ++node)
    for (const ResourceUse &use : graph.nodes[node].cost.uses)
      longest[node] = std::max(longest[node], use.end - use.begin);
  std::vector<bool> isCyclic(count);
  if (priority == Priority::Cycles)
    isCyclic = findCycles();
  auto keyOf = [&](unsigned node) -> std::tuple<int64_t, int64_t, unsigned> {
    switch (priority) {
    case Priority::Height:
      return {-heights[node], 0, node};
    case Priority::Footprint:
      return {-longest[node], -heights[node], node};
    case Priority::Cycles:
      return {!isCyclic[node], isCyclic[node] ? -longest[node] : -heights[node],
              node};
    case Priority::Program:
      return {0, 0, node};
    }
    llvm_unreachable("unknown priority");
  };
  std::vector<unsigned> order(count);
  for (unsigned i = 0; i < count; ++i)
    order[i] = i;
  sort(order, [&](unsigned a, unsigned b) { return keyOf(a) < keyOf(b); });
  return order;
}

std::optional<std::vector<int64_t>> Placement::place(Priority priority) {
  unsigned count = graph.nodes.size();
  std::vector<unsigned> order = orderBy(priority);
  ranks.resize(count);
  waiting.clear();
  for (unsigned rank = 0; rank < count; ++rank) {
    ranks[order[rank]] = rank;
    waiting.insert({rank, order[rank]});
  }
  table.emplace(interval, bugs);
  issue.assign(count, unplaced);
  std::vector<int64_t> last(count, unplaced);
  for (uint64_t budget = uint64_t(budgetRatio) * count; !waiting.empty();
       --budget) {
    if (budget == 0)
      return std::nullopt;
    unsigned node = waiting.begin()->second;
    waiting.erase(waiting.begin());
    int64_t time = chooseTime(node, last[node]);
    take(node, time);
    last[node] = time;
  }
  return issue;
}

std::optional<std::vector<int64_t>>
tilefuzz::placeModulo(const LoopGraph &graph, int64_t interval,
                      const ScheduleBugSet &bugs) {
  Placement placement(graph, interval, bugs);
  if (!placement.fits() || !placement.findHeights())
    return std::nullopt;
  for (Priority priority : {Priority::Height, Priority::Footprint,
                            Priority::Cycles, Priority::Program})
    if (std::optional<std::vector<int64_t>> issue = placement.place(priority))
      return issue;
  return std::nullopt;
}
