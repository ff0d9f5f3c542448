//===- BufferBinding.cpp - Rings and barrier slots ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 3.6: lifetimes, barriers, shared memory, sharing, in this order, and
// nothing is committed if one of the first three fails. Lifetimes last from the
// issue of the copy to the end of the last read: they include pending work.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/Placement.h"
#include "compiler/Schedule/Schedulers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tilefuzz;

namespace {
struct Ring {
  unsigned node;
  /// In ticks of the first iteration.
  int64_t begin, end;
  int64_t bytes;
  int64_t barrier = 0;
  int64_t offset = 0;
};
} // namespace

/// Whether two rings live at the same time in some iteration.
static bool meet(const Ring &a, const Ring &b, int64_t interval) {
  int64_t lengthA = a.end - a.begin, lengthB = b.end - b.begin;
  if (lengthA >= interval || lengthB >= interval)
    return true;
  int64_t shift = (((b.begin - a.begin) % interval) + interval) % interval;
  return shift < lengthA || interval - shift < lengthB;
}

/// The lowest place at which the ring meets none that is placed.
static int64_t findOffset(const Ring &ring, ArrayRef<Ring> placed,
                          int64_t interval) {
  SmallVector<ByteRange> beside;
  for (const Ring &other : placed)
    if (meet(ring, other, interval))
      beside.push_back({other.offset, other.bytes});
  return findLowestOffset(ring.bytes, std::move(beside));
}

Error tilefuzz::bindBuffers(const LoopGraph &graph, LoopSchedule &schedule,
                            const SchedulerOptions &options) {
  std::vector<Ring> rings;
  for (unsigned node = 0; node < graph.nodes.size(); ++node) {
    if (!graph.nodes[node].isTileLoad)
      continue;
    const ScheduledNode &placed = schedule.nodes[node];
    Ring ring;
    ring.node = node;
    ring.begin = placed.issue;
    ring.end = placed.issue + graph.nodes[node].cost.latency;
    ring.bytes =
        int64_t(alignTo(graph.nodes[node].resultBytes, ringAlignment)) *
        placed.copies;
    for (const Dependence &edge : graph.edges) {
      if (edge.from != node || !edge.readsStorage)
        continue;
      int64_t read = options.bugs.has(ScheduleBug::LifetimeEndsAtIssue)
                         ? 0
                         : std::max<int64_t>(1, graph.nodes[edge.to].cost.busy);
      ring.end =
          std::max(ring.end, schedule.nodes[edge.to].issue + read +
                                 int64_t(edge.distance) * schedule.interval);
    }
    rings.push_back(ring);
  }
  for (size_t i = 0; i < rings.size(); ++i) {
    ArrayRef<Ring> placed = ArrayRef(rings).take_front(i);
    auto isTaken = [&](int64_t barrier) {
      return any_of(placed, [&](const Ring &other) {
        return other.barrier == barrier &&
               meet(rings[i], other, schedule.interval);
      });
    };
    if (!options.bugs.has(ScheduleBug::BarrierReused))
      while (isTaken(rings[i].barrier))
        ++rings[i].barrier;
    if (rings[i].barrier >= options.capacities.pipelines)
      return createStringError("fails to assign named barrier");
    if (!options.bugs.has(ScheduleBug::RingsShareBytes))
      rings[i].offset = findOffset(rings[i], placed, schedule.interval);
    if (rings[i].offset + rings[i].bytes + options.scratchBytes >
            options.capacities.sharedBytes &&
        !options.bugs.has(ScheduleBug::CapacityIgnored))
      return createStringError("fails to assign smem buffer");
  }
  for (const Ring &ring : rings)
    schedule.nodes[ring.node].ring = ScheduledRing{
        graph.nodes[ring.node].resultBytes, ring.offset, ring.barrier};
  return Error::success();
}
