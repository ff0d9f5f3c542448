//===- PtxExecutions.cpp - Outcomes and races of executions of PTX --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/OutcomeGraph.h"
#include "interp/Explore/Ptx/PtxExplorer.h"
#include "interp/Program/UndefinedBehaviors.h"
#include "interp/Simt/Machine/LaneLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
using namespace tilefuzz::ptxmodel;
using namespace llvm;

namespace {
/// What a thread did at the barriers of its CTA and of its cluster.
struct BarrierTrace {
  const ThreadPlacement *at;
  /// Of each phase that it came to, in order.
  SmallVector<uint32_t> instructions;
  size_t clusterArrivals = 0;
  bool waitsForEver = false;
};
} // namespace

/// The instruction of an aligned barrier to which another lane of the warp does
/// not come, be it that it has exited (PTX model, 2.6).
static std::optional<uint32_t> findMisaligned(const simt::Kernel &kernel,
                                              ArrayRef<BarrierTrace> threads) {
  for (const BarrierTrace &lane : threads)
    for (const BarrierTrace &mate : threads) {
      if (lane.at->cta != mate.at->cta ||
          lane.at->inCta / simt::warpSize != mate.at->inCta / simt::warpSize)
        continue;
      for (auto [phase, instruction] : llvm::enumerate(lane.instructions))
        if (kernel.code[instruction].isAligned &&
            (phase >= mate.instructions.size() ||
             mate.instructions[phase] != instruction))
          return instruction;
    }
  return std::nullopt;
}

/// Whether every thread that has not exited comes to each phase of its barriers
/// (PTX model, 2.6).
bool PtxExplorer::meetBarriers(const State &state, Outcome &outcome) {
  SmallVector<BarrierTrace> threads;
  DenseMap<uint32_t, size_t> phasesOfCta, arrivalsOfCluster;
  for (auto [thread, trace] : llvm::enumerate(state.traces)) {
    BarrierTrace &seen = threads.emplace_back();
    seen.at = &launch.threads()[thread];
    seen.waitsForEver = trace->waitsIn.has_value();
    for (const PtxEvent &event : trace->events) {
      if (event.kind == PtxEvent::Kind::Barrier)
        seen.instructions.push_back(event.instruction);
      seen.clusterArrivals += event.kind == PtxEvent::Kind::ClusterArrive;
    }
    size_t &phases = phasesOfCta[seen.at->cta],
           &arrivals = arrivalsOfCluster[seen.at->cluster];
    phases = std::max(phases, seen.instructions.size());
    arrivals = std::max(arrivals, seen.clusterArrivals);
  }
  for (const BarrierTrace &seen : threads)
    if (seen.waitsForEver &&
        (seen.instructions.size() < phasesOfCta[seen.at->cta] ||
         seen.clusterArrivals < arrivalsOfCluster[seen.at->cluster])) {
      giveUp("a thread waits for ever while others are at a barrier");
      return false;
    }
  if (std::optional<uint32_t> at = findMisaligned(launch.kernel(), threads)) {
    outcome.status = RunStatus::UndefinedBehaviour;
    outcome.condition = toString(Undefined::BarrierDivergence).str();
    outcome.site = launch.siteOf(*at);
  }
  return true;
}

bool PtxExplorer::conclude(const State &state, Outcome &outcome) {
  for (const auto &trace : state.traces) {
    const Outcome &ended = trace->outcome;
    if (ended.status == RunStatus::Unsupported ||
        ended.status == RunStatus::StepLimit) {
      giveUp(ended.summary());
      return false;
    }
    if (ended.status == RunStatus::UndefinedBehaviour && outcome.completed()) {
      outcome.status = ended.status;
      outcome.condition = ended.condition;
      outcome.site = ended.site;
    }
  }
  if (!outcome.completed())
    return true;
  if (!meetBarriers(state, outcome))
    return false;
  if (!outcome.completed())
    return true;
  for (auto [thread, trace] : llvm::enumerate(state.traces))
    if (trace->waitsIn)
      outcome.waiting.push_back(
          {launch.threads()[thread].cta, *trace->waitsIn,
           "thread " + std::to_string(launch.threads()[thread].inCta)});
  if (!outcome.waiting.empty()) {
    outcome.status = RunStatus::Deadlock;
    outcome.condition = "every-block-waits";
    outcome.site = outcome.waiting.front().site;
  }
  return true;
}

void PtxExplorer::finish(const State &state) {
  Outcome ended;
  if (!conclude(state, ended))
    return;
  PtxGraph graph(launch, state.traces, state.sources, granules);
  graph.forEachEnding(
      [&](const Endings &endings) {
        ++result.executions;
        addRaces(graph);
        record(ended, endings, graph);
        return !isStopped;
      },
      ordersLeft);
  if (!ordersLeft)
    giveUp("the limit of " + std::to_string(options.coherenceLimit) +
           " coherence orders was reached");
}

void PtxExplorer::record(const Outcome &ended, const Endings &endings,
                         const PtxGraph &graph) {
  constexpr size_t mostEndings = 4096;
  std::vector<Outcome> all = {ended};
  all.front().buffers = launch.buffers();
  for (const auto &[object, contents] : endings) {
    std::optional<size_t> buffer = launch.bufferOf(object);
    if (!buffer)
      continue;
    if (all.size() * contents.size() > mostEndings)
      return giveUp("an execution has more than " +
                    std::to_string(mostEndings) + " endings");
    std::vector<Outcome> longer;
    unsigned size = granules.of(object);
    for (const Outcome &one : all)
      for (const Contents &choice : contents) {
        longer.push_back(one);
        BufferImage &image = longer.back().buffers[*buffer];
        image.unspecified.resize(image.bytes.size(), false);
        for (const auto &[index, value] : choice)
          for (unsigned i = 0; i < size; ++i) {
            image.bytes[index * size + i] = value.bits >> (8 * i);
            image.unspecified[index * size + i] = value.unspecified;
          }
      }
    all = std::move(longer);
  }
  for (Outcome &outcome : all) {
    std::string key;
    llvm::raw_string_ostream os(key);
    outcome.print(os, /*maxElements=*/0);
    ExploredOutcome &known = outcomes[key];
    if (known.executions++ == 0) {
      known.witness = witnessOf(graph);
      if (options.wantsGraphs)
        known.graph = outcomeGraphOf(graph);
      known.outcome = std::move(outcome);
    }
  }
}

AccessGraph PtxExplorer::outcomeGraphOf(const PtxGraph &graph) const {
  OutcomeGraph result;
  // By event: its node, if it is drawn; and back.
  std::vector<std::optional<size_t>> nodes(graph.size());
  std::vector<size_t> events;
  for (size_t i = 0; i < graph.size(); ++i) {
    const PtxEvent &event = graph.event(i);
    if (event.kind == PtxEvent::Kind::Pending)
      continue;
    const ThreadPlacement &at = launch.threads()[event.name.thread];
    AccessSite site = launch.siteOf(event.instruction);
    AccessGraph::Node node;
    node.title = launch.locationOf(event.instruction) + " " + site.operation;
    node.hint = node.title;
    nodes[i] = result.nodeOf(
        &event, llvm::formatv("thread {0} of CTA {1}", at.inCta, at.cta).str(),
        node);
    events.push_back(i);
    if (!event.isAccess())
      continue;
    std::string where =
        llvm::formatv("{0}+{1}", launch.nameOf(event.object), event.offset);
    if (event.isRead)
      result.addEffect(*nodes[i], false, "reads " + where);
    if (event.isWrite)
      result.addEffect(*nodes[i], true,
                       llvm::formatv("writes {0} = {1:x}", where, event.bits));
  }
  for (size_t i = 0; i < graph.size(); ++i) {
    const PtxEvent &event = graph.event(i);
    if (!event.isAccess() || !event.isRead || !nodes[i])
      continue;
    unsigned size = granules.of(event.object);
    for (unsigned part = 0; part * size < event.size; ++part) {
      const PtxSource *source = graph.sourceOf(i, part);
      std::optional<size_t> write =
          source && *source ? graph.find(**source) : std::nullopt;
      if (write && nodes[*write])
        result.addRead(*nodes[*write], *nodes[i],
                       llvm::formatv("{0}+{1}", launch.nameOf(event.object),
                                     event.offset + part * size));
    }
  }
  return result.finish([&](size_t a, size_t b) {
    const EventName &first = graph.event(events[a]).name,
                    &second = graph.event(events[b]).name;
    return graph.precedes(events[a], events[b]) ||
           (first.thread == second.thread && first.step < second.step);
  });
}

std::string PtxExplorer::witnessOf(const PtxGraph &graph) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto describe = [&](const PtxEvent &event) {
    const ThreadPlacement &at = launch.threads()[event.name.thread];
    os << launch.locationOf(event.instruction) << " of thread " << at.inCta
       << " of CTA " << at.cta;
  };
  for (size_t i = 0; i < graph.size(); ++i) {
    const PtxEvent &event = graph.event(i);
    if (!event.isAccess() || !event.isRead)
      continue;
    unsigned size = granules.of(event.object);
    for (unsigned part = 0; part * size < event.size; ++part) {
      const PtxSource *source = graph.sourceOf(i, part);
      if (!source || !contested.count({event.name, part}))
        continue;
      describe(event);
      os << " reads " << launch.nameOf(event.object) << '+'
         << event.offset + part * size << " from ";
      if (std::optional<size_t> write =
              *source ? graph.find(**source) : std::nullopt)
        describe(graph.event(*write));
      else
        os << "the launch";
      os << '\n';
    }
  }
  return text;
}

void PtxExplorer::addRaces(const PtxGraph &graph) {
  for (const PtxRace &race : graph.races()) {
    const PtxEvent &a = graph.event(race.first), &b = graph.event(race.second);
    hasMixedRace |= race.isMixedSize;
    racyObjects.insert(a.object);
    RaceReport report{launch.siteOf(a.instruction),
                      launch.siteOf(b.instruction)};
    report.first.isWrite = a.isWrite;
    report.second.isWrite = b.isWrite;
    report.first.offset = report.second.offset = std::max(a.offset, b.offset);
    report.first.buffer = report.second.buffer = launch.nameOf(a.object);
    if (report.second.location < report.first.location)
      std::swap(report.first, report.second);
    races.try_emplace({report.first.location, report.second.location}, report);
  }
}
