//===- FinishSchedule.cpp - Stages, order and copies ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/Schedulers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <queue>

using namespace llvm;
using namespace tilefuzz;

/// Operations by row; in a row, what an edge joins in its order, else program
/// order. Only edges without latency join operations of one row.
static void orderNodes(const LoopGraph &graph, LoopSchedule &schedule,
                       const ScheduleBugSet &bugs) {
  size_t count = graph.nodes.size();
  std::vector<std::vector<unsigned>> behind(count);
  std::vector<unsigned> waitsFor(count, 0);
  for (const Dependence &edge : graph.edges) {
    int64_t from = schedule.nodes[edge.from].issue;
    int64_t to =
        schedule.nodes[edge.to].issue + edge.distance * schedule.interval;
    if (from != to || edge.from == edge.to)
      continue;
    behind[edge.from].push_back(edge.to);
    ++waitsFor[edge.to];
  }
  bool isBackwards = bugs.has(ScheduleBug::OrderUnstable);
  using Key = std::tuple<int64_t, int64_t, unsigned>;
  auto keyOf = [&](unsigned node) {
    int64_t place = isBackwards ? -int64_t(node) : int64_t(node);
    return Key(schedule.nodes[node].issue % schedule.interval, place, node);
  };
  std::priority_queue<Key, std::vector<Key>, std::greater<>> ready;
  for (unsigned node = 0; node < count; ++node)
    if (isBackwards || !waitsFor[node])
      ready.push(keyOf(node));
  // A node that waits for one of its row is pushed before the row is left.
  for (int64_t place = 0; !ready.empty(); ++place) {
    unsigned node = std::get<2>(ready.top());
    ready.pop();
    schedule.nodes[node].order = place;
    if (isBackwards)
      continue;
    for (unsigned next : behind[node])
      if (--waitsFor[next] == 0)
        ready.push(keyOf(next));
  }
}

void tilefuzz::finishSchedule(const LoopGraph &graph, LoopSchedule &schedule,
                              const ScheduleBugSet &bugs) {
  for (ScheduledNode &node : schedule.nodes)
    node.stage = bugs.has(ScheduleBug::StageRoundsUp)
                     ? divideCeil(node.issue, schedule.interval)
                     : node.issue / schedule.interval;
  orderNodes(graph, schedule, bugs);
  schedule.stages = 1;
  for (ScheduledNode &node : schedule.nodes) {
    schedule.stages = std::max(schedule.stages, node.stage + 1);
    node.copies = 1;
  }
  // The result of iteration i + copies is stored behind the last read of that
  // of iteration i, in the order of the body; an operation reads before it
  // stores.
  for (const Dependence &edge : graph.edges) {
    if (!edge.readsStorage)
      continue;
    ScheduledNode &from = schedule.nodes[edge.from];
    const ScheduledNode &to = schedule.nodes[edge.to];
    int64_t copies =
        to.stage + edge.distance - from.stage + (to.order > from.order ? 1 : 0);
    from.copies = std::max(from.copies, copies);
  }
  if (bugs.has(ScheduleBug::CopiesOneShort))
    for (ScheduledNode &node : schedule.nodes)
      node.copies = std::max<int64_t>(1, node.copies - 1);
  if (bugs.has(ScheduleBug::IntervalOneShort) && schedule.interval > 1)
    --schedule.interval;
}
