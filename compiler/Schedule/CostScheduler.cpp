//===- CostScheduler.cpp - The least interval that memory allows ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Searches the interval, then asks whether registers, rings and stages suffice;
// where they do not, a constraint is added and the search begins again.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/Schedulers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tilefuzz;

namespace {
struct Placed {
  int64_t interval;
  std::vector<int64_t> issue;
};
} // namespace

/// Doubles the distance from the lower bound until a placement succeeds, then
/// halves the gap to the last failure.
static std::optional<Placed> searchInterval(const LoopGraph &graph,
                                            int64_t bound, int64_t cap,
                                            const ScheduleBugSet &bugs) {
  std::optional<Placed> best;
  auto attempt = [&](int64_t interval) {
    std::optional<std::vector<int64_t>> issue =
        placeModulo(graph, interval, bugs);
    if (issue)
      best = Placed{interval, std::move(*issue)};
    return issue.has_value();
  };
  int64_t failed = bound - 1, step = 1;
  for (int64_t interval = bound; !attempt(interval); step *= 2) {
    failed = interval;
    if (interval >= cap)
      return std::nullopt;
    interval = std::min(cap, interval + step);
  }
  while (best->interval - failed > 1) {
    int64_t middle = failed + (best->interval - failed) / 2;
    if (!attempt(middle))
      failed = middle;
  }
  return best;
}

/// Moves loads of tiles, which wait for nothing in their iteration, by whole
/// intervals towards their first use: rows stay, lifetimes shrink.
static void delayLoads(const LoopGraph &graph, Placed &placed) {
  for (size_t node = graph.nodes.size(); node-- > 0;) {
    int64_t slack = INT64_MAX;
    for (const Dependence &edge : graph.edges)
      if (edge.from == node && edge.to != node)
        slack = std::min(slack, placed.issue[edge.to] +
                                    int64_t(edge.distance) * placed.interval -
                                    edge.latency - placed.issue[node]);
    // What delays others or holds operands longer stays.
    if (slack == INT64_MAX || slack < placed.interval)
      continue;
    int64_t operandBytes = 0;
    for (const Dependence &edge : graph.edges)
      if (edge.to == node && edge.readsStorage)
        operandBytes += graph.nodes[edge.from].resultBytes;
    if (operandBytes < graph.nodes[node].resultBytes)
      placed.issue[node] += slack / placed.interval * placed.interval;
  }
}

/// By how much all operations are put off, so that fewer slots of rings are
/// held from one stage to another.
static int64_t chooseShift(const LoopGraph &graph, const Placed &placed,
                           int64_t first) {
  auto countHeld = [&](int64_t shift) {
    auto stageOf = [&](unsigned node) {
      return (placed.issue[node] - first + shift) / placed.interval;
    };
    return count_if(graph.edges, [&](const Dependence &edge) {
      return edge.holdsSlot && stageOf(edge.from) != stageOf(edge.to);
    });
  };
  int64_t best = 0;
  auto least = countHeld(0);
  // So that a row in which a slot is taken is the first.
  for (const Dependence &edge : graph.edges) {
    if (!edge.holdsSlot || least == 0)
      continue;
    int64_t row = (placed.issue[edge.from] - first) % placed.interval;
    int64_t shift = (placed.interval - row) % placed.interval;
    if (auto held = countHeld(shift); held < least) {
      least = held;
      best = shift;
    }
  }
  return best;
}

/// What of a schedule does not fit; none: all does.
static std::optional<Dependence> findExcess(const LoopGraph &graph,
                                            const LoopSchedule &schedule,
                                            const SchedulerOptions &options,
                                            bool areRingsBound) {
  int64_t registers = 0;
  for (auto [node, placed] : zip_equal(graph.nodes, schedule.nodes))
    if (!placed.ring)
      registers += node.resultBytes * placed.copies;
  if (areRingsBound && registers <= options.capacities.registerBytes)
    return std::nullopt;
  // The result that takes the most lives an iteration less: its last reader
  // comes before the result that takes its place.
  std::optional<Dependence> worst;
  int64_t most = 0;
  for (const Dependence &edge : graph.edges) {
    const ScheduledNode &from = schedule.nodes[edge.from];
    const ScheduledNode &to = schedule.nodes[edge.to];
    if (!edge.readsStorage || from.copies < 2 || edge.from == edge.to ||
        (!areRingsBound && !graph.nodes[edge.from].isTileLoad))
      continue;
    int64_t copies =
        to.stage + edge.distance - from.stage + (to.order > from.order ? 1 : 0);
    int64_t bytes = graph.nodes[edge.from].resultBytes * copies;
    int64_t distance = copies - 1 - int64_t(edge.distance);
    if (copies < from.copies || bytes <= most || distance < 0)
      continue;
    most = bytes;
    worst = Dependence{edge.to, edge.from, unsigned(distance), 0,
                       DependenceKind::Buffer};
  }
  return worst;
}

static bool keepsDepths(const LoopGraph &graph, const LoopSchedule &schedule) {
  return all_of(zip_equal(graph.nodes, schedule.nodes), [](const auto &pair) {
    int64_t limit = std::get<0>(pair).maxDepth;
    return limit < 0 || std::get<1>(pair).stage <= limit;
  });
}

/// The least power of two of cycles under which twice the bound has no more
/// rows than the table may have.
static int64_t chooseTick(const LoopGraph &graph, int64_t rows) {
  int64_t tick = 1;
  while (2 * boundInterval(inTicks(graph, tick)).get() > rows &&
         tick < (int64_t(1) << 40))
    tick *= 2;
  return tick;
}

Expected<LoopSchedule>
tilefuzz::scheduleByCost(const LoopGraph &graph,
                         const SchedulerOptions &options) {
  if (options.rrtSizeThreshold == 0)
    return createStringError("the reservation table may have no rows");
  int64_t rows = options.rrtSizeThreshold;
  int64_t tick = chooseTick(graph, rows);
  LoopGraph scaled = inTicks(graph, tick);
  IntervalBounds bounds = boundInterval(scaled);
  int64_t serial = 1;
  for (const LoopNode &node : scaled.nodes)
    serial += node.cost.latency;
  int64_t cap = std::min(serial, rows);
  if (bounds.get() > cap)
    return createStringError("modulo scheduler returned no feasible II");
  int64_t least = bounds.get();
  // Registers that are short spill; rings that are short are no schedule.
  std::optional<LoopSchedule> best;
  std::string reason = "modulo scheduler returned no feasible II";
  for (unsigned iteration = 0; iteration <= options.maxConstraintIterations;
       ++iteration) {
    // A constraint may close a cycle that no interval up to the cap closes.
    std::optional<Placed> placed =
        searchInterval(scaled, least, cap, options.bugs);
    if (!placed)
      break;
    // A constraint more makes no interval possible that was not.
    least = placed->interval;
    delayLoads(scaled, *placed);
    LoopSchedule schedule;
    schedule.scheduler = "cost";
    schedule.tick = tick;
    schedule.interval = placed->interval;
    schedule.bounds = bounds;
    schedule.nodes.resize(scaled.nodes.size());
    int64_t first = *llvm::min_element(placed->issue);
    first -= chooseShift(scaled, *placed, first);
    for (auto [node, issue] : zip_equal(schedule.nodes, placed->issue))
      node.issue = issue - first;
    finishSchedule(scaled, schedule, options.bugs);
    if (!keepsDepths(scaled, schedule) &&
        !options.bugs.has(ScheduleBug::DepthIgnored)) {
      // A longer interval has fewer stages.
      least = placed->interval + std::max<int64_t>(1, placed->interval / 2);
      if (least > cap && !best)
        return createStringError("a depth limit is not met");
      if (least > cap)
        break;
      continue;
    }
    Error unbound = bindBuffers(scaled, schedule, options);
    bool areRingsBound = !unbound;
    reason = toString(std::move(unbound));
    std::optional<Dependence> excess =
        findExcess(scaled, schedule, options, areRingsBound);
    if (areRingsBound)
      best = std::move(schedule);
    if (!excess)
      break;
    scaled.edges.push_back(*excess);
  }
  if (best)
    return std::move(*best);
  return createStringError(reason);
}
