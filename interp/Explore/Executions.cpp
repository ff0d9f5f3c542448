//===- Executions.cpp - Outcomes and races of executions -----------------
//-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Explorer.h"
#include "interp/Explore/OutcomeGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

void Explorer::finish(const State &state) {
  ExecutionGraph graph = graphOf(state, options.reading);
  if (!graph.mayBeConsistent())
    return;
  // A promised write that does not come.
  bool isThinAir = !state.promised.empty();
  for (const auto &[key, source] : state.sources)
    if (source && state.promised.count(*source) &&
        llvm::none_of(state.traces, [&, name = *source](const auto &trace) {
          return llvm::any_of(trace->events, [&](const Event &event) {
            return event.key == name;
          });
        }))
      return;
  // Another choice shows what the blocks do without it.
  for (const auto &[key, read] : state.foreseen)
    if (!findEvent(state, key))
      return;
  for (const std::shared_ptr<const EventTrace> &trace : state.traces)
    if (trace->outcome.unstable ||
        trace->outcome.status == RunStatus::Unsupported ||
        trace->outcome.status == RunStatus::StepLimit)
      return giveUp(trace->outcome.status == RunStatus::Completed
                        ? "an inexact or unspecified value decides something"
                        : trace->outcome.summary());
  bool isRacy = false, isFirst = true;
  auto visit = [&](const ExecutionGraph::Coherence &order) {
    if (isThinAir && isFirst && !graph.races().empty()) {
      hasThinAirRace = true;
      return false;
    }
    if (isThinAir) {
      isFirst = false;
      record(state, graph, order);
      return true;
    }
    ++result.executions;
    if (isFirst) {
      isRacy = !graph.races().empty();
      if (isRacy)
        addRaces(graph);
      if (isRacy && !racesUnderS)
        coherencesLeft = graphOf(state, SynchronizesWith::Ptx)
                             .forEachCoherence(
                                 [&](const auto &) {
                                   racesUnderS =
                                       !graphOf(state, SynchronizesWith::Ptx)
                                            .races()
                                            .empty();
                                   return false;
                                 },
                                 coherencesLeft);
    }
    isFirst = false;
    if (!isRacy)
      record(state, graph, order);
    // A racy execution has no outcome: one coherence order is enough.
    return !isRacy;
  };
  uint64_t left = graph.forEachCoherence(visit, coherencesLeft);
  coherencesLeft = std::min(coherencesLeft, left);
  if (!coherencesLeft)
    giveUp("the limit of " + std::to_string(options.coherenceLimit) +
           " coherence orders was reached");
}

void Explorer::record(const State &state, const ExecutionGraph &graph,
                      const ExecutionGraph::Coherence &order) {
  Outcome outcome;
  for (auto [block, trace] : llvm::enumerate(state.traces)) {
    if (trace->outcome.status == RunStatus::UndefinedBehaviour &&
        outcome.completed()) {
      outcome.status = trace->outcome.status;
      outcome.condition = trace->outcome.condition;
      outcome.site = trace->outcome.site;
    }
    outcome.failedAssertions += trace->outcome.failedAssertions;
    if (!trace->waitsIn)
      continue;
    // Fairness: a poll sees the newest write in the end.
    for (auto [i, event] : llvm::enumerate(trace->events)) {
      if (!event.isPoll)
        continue;
      size_t read = graph.indexOf(block, i);
      unsigned granule = granules.lookup(event.buffer);
      for (unsigned part = 0; part * granule < event.size; ++part) {
        const auto &writes =
            order.find({event.buffer, event.offset / granule + part})->second;
        std::optional<size_t> source = graph.sourceOf(read, part);
        if (source ? writes.back() != *source : !writes.empty())
          return;
      }
    }
    outcome.waiting.push_back({uint32_t(block), *trace->waitsIn});
  }
  if (!outcome.waiting.empty() && outcome.completed()) {
    outcome.status = RunStatus::Deadlock;
    outcome.condition = "every-block-waits";
    outcome.site = outcome.waiting.front().site;
  }

  outcome.buffers = images;
  for (const auto &[at, writes] : order) {
    if (writes.empty() || at.first >= images.size())
      continue;
    const Event &last = graph.event(writes.back());
    unsigned granule = granules.lookup(at.first);
    BufferImage &image = outcome.buffers[at.first];
    image.unspecified.resize(image.bytes.size(), false);
    for (unsigned i = 0; i < granule; ++i) {
      int64_t byte = at.second * granule + i;
      image.bytes[byte] = last.bits >> (8 * (byte - last.offset));
      image.unspecified[byte] = last.unspecified;
    }
  }
  // What assertions say is a set.
  std::vector<std::string> assertions;
  for (const std::shared_ptr<const EventTrace> &trace : state.traces) {
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(trace->outcome.printed)
        .split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef line : lines)
      assertions.push_back(line.str() + "\n");
  }
  llvm::sort(assertions);
  std::string failed = llvm::join(assertions, "");
  for (const std::string &log : logsOf(graph)) {
    outcome.printed = log + failed;
    addOutcome(outcome, state, graph);
  }
}

/// What the program may print: every order that happens-before allows.
std::vector<std::string> Explorer::logsOf(const ExecutionGraph &graph) {
  std::vector<size_t> prints;
  for (size_t i = 0; i < graph.size(); ++i)
    if (graph.event(i).kind == Event::Kind::Print)
      prints.push_back(i);
  std::vector<std::string> logs;
  constexpr size_t mostLogs = 720;
  auto extend = [&](auto &self, std::string log,
                    llvm::SmallVector<size_t> rest) -> void {
    if (logs.size() >= mostLogs)
      return markIncomplete("the log has more than " +
                            std::to_string(mostLogs) + " orders");
    if (rest.empty()) {
      logs.push_back(std::move(log));
      return;
    }
    for (size_t next : rest) {
      if (llvm::any_of(rest, [&](size_t other) {
            return graph.happensBefore().has(other, next);
          }))
        continue;
      llvm::SmallVector<size_t> others = rest;
      llvm::erase(others, next);
      self(self, log + graph.event(next).text, others);
    }
  };
  extend(extend, "", llvm::SmallVector<size_t>(prints.begin(), prints.end()));
  return logs;
}

void Explorer::addOutcome(Outcome outcome, const State &state,
                          const ExecutionGraph &graph) {
  std::string key;
  llvm::raw_string_ostream os(key);
  outcome.print(os, /*maxElements=*/0);
  if (!state.promised.empty()) {
    thinAirOutcomes.insert(key);
    return;
  }
  ExploredOutcome &known = outcomes[key];
  if (known.executions++ == 0) {
    known.witness = witnessOf(graph);
    if (options.wantsGraphs)
      known.graph = outcomeGraphOf(graph, replayer, granules);
    known.outcome = std::move(outcome);
  }
}

static std::string describe(const Access &access) {
  if (!access.site.location.empty())
    return access.site.location.str();
  return access.site.operation.str();
}

std::string Explorer::witnessOf(const ExecutionGraph &graph) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < graph.size(); ++i) {
    const Event &event = graph.event(i);
    if (event.kind != Event::Kind::Read)
      continue;
    unsigned granule = granules.lookup(event.buffer);
    for (unsigned part = 0; part * granule < event.size; ++part) {
      // What is never written says nothing.
      if (!writesSeen.count({event.buffer, event.offset / granule + part}))
        continue;
      std::optional<size_t> source = graph.sourceOf(i, part);
      os << describe(graph.instance(i)) << " reads "
         << replayer.nameOf(event.buffer) << '+'
         << event.offset + part * granule << " from ";
      if (source)
        os << describe(graph.instance(*source)) << '\n';
      else
        os << "the launch\n";
    }
  }
  return text;
}

void Explorer::addRaces(const ExecutionGraph &graph) {
  for (auto [a, b] : graph.races()) {
    RaceReport race{graph.instance(a).site.toSite(),
                    graph.instance(b).site.toSite()};
    race.first.isWrite = graph.event(a).kind == Event::Kind::Write;
    race.second.isWrite = graph.event(b).kind == Event::Kind::Write;
    int64_t at = std::max(graph.event(a).offset, graph.event(b).offset);
    race.first.offset = race.second.offset = at;
    race.first.buffer = race.second.buffer =
        replayer.nameOf(graph.event(a).buffer);
    if (race.second.location < race.first.location)
      std::swap(race.first, race.second);
    races.try_emplace({race.first.location, race.second.location}, race);
  }
}
