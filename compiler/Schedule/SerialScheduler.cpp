//===- SerialScheduler.cpp - One operation after the other ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/Schedulers.h"

using namespace tilefuzz;

LoopSchedule tilefuzz::scheduleSerially(const LoopGraph &graph,
                                        const ScheduleBugSet &bugs) {
  LoopSchedule schedule;
  schedule.scheduler = "serial";
  schedule.bounds = boundInterval(graph);
  schedule.nodes.resize(graph.nodes.size());
  int64_t time = 0, lastIssue = 0;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    schedule.nodes[i].issue = lastIssue = time;
    time += graph.nodes[i].cost.latency;
  }
  if (bugs.has(ScheduleBug::SerialOverlaps))
    time = lastIssue;
  schedule.interval = std::max<int64_t>(1, time);
  finishSchedule(graph, schedule, bugs);
  return schedule;
}
