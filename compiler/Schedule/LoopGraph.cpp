//===- LoopGraph.cpp - What is scheduled, and schedules -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/LoopGraph.h"
#include "compiler/Schedule/ScheduleBugs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace llvm;
using namespace tilefuzz;

static constexpr ScheduleBugInfo bugTable[] = {
#define SCHEDULE_BUG(Enum, Name, Summary) {ScheduleBug::Enum, Name, Summary},
#include "compiler/Schedule/ScheduleBugs.def"
#undef SCHEDULE_BUG
};

ArrayRef<ScheduleBugInfo> tilefuzz::getScheduleBugs() { return bugTable; }

std::optional<ScheduleBug> tilefuzz::findScheduleBug(StringRef name) {
  for (const ScheduleBugInfo &info : bugTable)
    if (info.name == name)
      return info.bug;
  return std::nullopt;
}

StringRef tilefuzz::toString(DependenceKind kind) {
  switch (kind) {
  case DependenceKind::Value:
    return "value";
  case DependenceKind::Token:
    return "token";
  case DependenceKind::Region:
    return "region";
  case DependenceKind::Buffer:
    return "buffer";
  case DependenceKind::Effect:
    return "effect";
  }
  llvm_unreachable("unknown kind");
}

int64_t tilefuzz::toTicks(int64_t cycles, int64_t tick) {
  return divideCeil(cycles, tick);
}

/// Rounding makes uses of one resource meet: what touches is one use.
static void joinUses(SmallVectorImpl<ResourceUse> &uses) {
  llvm::sort(uses, [](const ResourceUse &a, const ResourceUse &b) {
    return std::tie(a.resource, a.begin) < std::tie(b.resource, b.begin);
  });
  SmallVector<ResourceUse, 4> joined;
  for (const ResourceUse &use : uses) {
    if (!joined.empty() && joined.back().resource == use.resource &&
        joined.back().end >= use.begin)
      joined.back().end = std::max(joined.back().end, use.end);
    else
      joined.push_back(use);
  }
  uses.assign(joined.begin(), joined.end());
}

LoopGraph tilefuzz::inTicks(const LoopGraph &graph, int64_t tick) {
  LoopGraph scaled = graph;
  for (LoopNode &node : scaled.nodes) {
    for (ResourceUse &use : node.cost.uses) {
      use.begin /= tick;
      use.end = toTicks(use.end, tick);
    }
    joinUses(node.cost.uses);
    node.cost.busy = toTicks(node.cost.busy, tick);
    node.cost.latency = toTicks(node.cost.latency, tick);
  }
  for (Dependence &edge : scaled.edges)
    edge.latency = toTicks(edge.latency, tick);
  return scaled;
}

/// Whether no cycle of dependences needs more than `interval`: longest paths
/// settle.
static bool closesCycles(const LoopGraph &graph, int64_t interval) {
  std::vector<int64_t> earliest(graph.nodes.size(), 0);
  for (size_t round = 0; round <= graph.nodes.size(); ++round) {
    bool isSettled = true;
    for (const Dependence &edge : graph.edges) {
      int64_t time =
          earliest[edge.from] + edge.latency - interval * edge.distance;
      if (time > earliest[edge.to]) {
        earliest[edge.to] = time;
        isSettled = false;
      }
    }
    if (isSettled)
      return true;
  }
  return false;
}

IntervalBounds tilefuzz::boundInterval(const LoopGraph &graph) {
  IntervalBounds bounds;
  std::array<int64_t, 24> used = {};
  int64_t longest = 1;
  for (const LoopNode &node : graph.nodes)
    for (const ResourceUse &use : node.cost.uses)
      used[unsigned(use.resource)] += use.end - use.begin;
  for (int64_t rows : used)
    bounds.resource = std::max(bounds.resource, rows);
  for (const Dependence &edge : graph.edges)
    longest += edge.latency;
  // Every cycle has a distance of at least one.
  int64_t low = 1, high = longest;
  while (low < high) {
    int64_t middle = (low + high) / 2;
    if (closesCycles(graph, middle))
      high = middle;
    else
      low = middle + 1;
  }
  bounds.recurrence = low;
  return bounds;
}
