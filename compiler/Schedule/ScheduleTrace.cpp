//===- ScheduleTrace.cpp - Schedules for trace viewers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/ScheduleTrace.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace tilefuzz;
namespace json = llvm::json;

namespace {
class TraceWriter {
public:
  void add(const ScheduleAnalysis &analysis, int64_t process);
  json::Value finish() {
    return json::Object{{"traceEvents", std::move(events)},
                        {"displayTimeUnit", "ns"}};
  }

private:
  void name(StringRef what, StringRef text, int64_t process, int64_t thread) {
    events.push_back(
        json::Object{{"ph", "M"},
                     {"name", what},
                     {"pid", process},
                     {"tid", thread},
                     {"args", json::Object{{"name", text.str()}}}});
  }
  void addOperation(const ScheduleAnalysis &analysis, unsigned node,
                    int64_t process, int64_t iteration);
  void addFlow(const ScheduleAnalysis &analysis, const Dependence &edge,
               int64_t process, int64_t iteration);

  json::Array events;
  int64_t flows = 0;
};
} // namespace

/// In cycles from the issue of the first operation.
static int64_t issueTime(const LoopSchedule &schedule, unsigned node,
                         int64_t iteration) {
  return (schedule.nodes[node].issue + iteration * schedule.interval) *
         schedule.tick;
}

void TraceWriter::addOperation(const ScheduleAnalysis &analysis, unsigned node,
                               int64_t process, int64_t iteration) {
  const ScheduledNode &placed = analysis.schedule.nodes[node];
  const WorkCost &cost = analysis.graph.nodes[node].cost;
  json::Object args{{"stage", placed.stage},
                    {"order", placed.order},
                    {"copies", placed.copies},
                    {"busy", cost.busy},
                    {"latency", cost.latency}};
  if (auto atom = analysis.ops[node]->getAttrOfType<StringAttr>("atom"))
    args["atom"] = atom.getValue();
  json::Array uses;
  for (const ResourceUse &use : cost.uses)
    uses.push_back(llvm::formatv("{0} {1}..{2}", toString(use.resource),
                                 use.begin, use.end)
                       .str());
  args["resources"] = std::move(uses);
  events.push_back(
      json::Object{{"ph", "X"},
                   {"name", analysis.ops[node]->getName().getStringRef()},
                   {"pid", process},
                   {"tid", iteration},
                   {"ts", issueTime(analysis.schedule, node, iteration)},
                   {"dur", std::max<int64_t>(1, cost.latency)},
                   {"args", std::move(args)}});
}

void TraceWriter::addFlow(const ScheduleAnalysis &analysis,
                          const Dependence &edge, int64_t process,
                          int64_t iteration) {
  int64_t from = issueTime(analysis.schedule, edge.from, iteration);
  int64_t to = issueTime(analysis.schedule, edge.to, iteration + edge.distance);
  json::Object args{{"minimal", edge.latency},
                    {"actual", to - from},
                    {"distance", edge.distance}};
  for (bool isEnd : {false, true}) {
    json::Object event{{"ph", isEnd ? "f" : "s"},
                       {"name", toString(edge.kind)},
                       {"cat", "dependence"},
                       {"id", flows},
                       {"pid", process},
                       {"tid", isEnd ? iteration + edge.distance : iteration},
                       {"ts", isEnd ? to : from},
                       {"args", json::Object(args)}};
    if (isEnd)
      event["bp"] = "e";
    events.push_back(std::move(event));
  }
  ++flows;
}

void TraceWriter::add(const ScheduleAnalysis &analysis, int64_t process) {
  const LoopSchedule &schedule = analysis.schedule;
  name("process_name",
       llvm::formatv("loop {0}: {1}, interval {2} cycles, {3} stages", process,
                     schedule.scheduler, schedule.interval * schedule.tick,
                     schedule.stages)
           .str(),
       process, 0);
  int64_t iterations = schedule.stages + 1;
  for (int64_t iteration = 0; iteration < iterations; ++iteration) {
    name("thread_name", llvm::formatv("iteration {0}", iteration).str(),
         process, iteration);
    events.push_back(
        json::Object{{"ph", "M"},
                     {"name", "thread_sort_index"},
                     {"pid", process},
                     {"tid", iteration},
                     {"args", json::Object{{"sort_index", iteration}}}});
    for (unsigned node = 0; node < analysis.ops.size(); ++node)
      addOperation(analysis, node, process, iteration);
    for (const Dependence &edge : analysis.graph.edges)
      if (iteration + edge.distance < iterations)
        addFlow(analysis, edge, process, iteration);
  }
}

std::string
tilefuzz::traceSchedules(llvm::ArrayRef<ScheduleAnalysis> analyses) {
  TraceWriter writer;
  for (auto [index, analysis] : llvm::enumerate(analyses))
    writer.add(analysis, index);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0:2}", writer.finish()) << '\n';
  return text;
}
