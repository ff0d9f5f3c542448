//===- Explore.cpp - All outcomes of a small program ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Explore.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace tilefuzz;

namespace {
using ReadPartKey = std::pair<EventKey, unsigned>;
/// A choice: the key of a write, or none for the contents at launch.
using Choices = llvm::SmallVector<Source>;
using Traces = std::vector<std::shared_ptr<const EventTrace>>;

/// What has been decided on one path of the search.
struct State {
  Traces traces;
  SourceMap sources;
  /// Reads that take none of these.
  std::map<ReadPartKey, Choices> excluded;
};

class Explorer {
public:
  Explorer(const LaunchedProgram &program, std::vector<BufferImage> images,
           Memory &memory, const ExploreOptions &options)
      : program(program), images(std::move(images)), memory(memory),
        options(options), replayer(program, this->images, options.stepLimit) {}

  Exploration run();

private:
  struct OpenRead {
    ReadPartKey key;
    uint32_t block;
    const Event *event;
    unsigned part;
  };

  bool start(State &state);
  void search(State state);
  void search(const State &state, const OpenRead &read, Source source);
  std::vector<OpenRead> openReads(const State &state) const;
  Granule granuleOf(const OpenRead &read) const {
    unsigned size = granules.lookup(read.event->buffer);
    return {read.event->buffer, read.event->offset / size + read.part};
  }
  Choices choicesFor(const State &state, const OpenRead &read) const;
  /// Whether a write to the granule is known that the state does not have yet.
  bool mayBeWrittenLater(const State &state, const OpenRead &read) const;
  void noteWrites(const EventTrace &trace);
  /// Reads of what is never written take what the launch gave. False: restart.
  bool readConstants(State &state);
  /// False if smaller granules were met: the search begins again.
  bool replay(State &state, uint32_t block);
  GranuleValue valueOf(const State &state, const OpenRead &read,
                       Source source) const;
  ReadValues valuesOf(const State &state, uint32_t block) const;
  ExecutionGraph graphOf(const State &state, Reading reading) const {
    return ExecutionGraph(state.traces, state.sources, granules, memory,
                          reading);
  }
  /// Whether a write that would break the cycle is the same whatever the reads
  /// that wait for it return.
  void checkThinAir(const State &state, llvm::ArrayRef<OpenRead> reads);
  void finish(const State &state);
  void record(const State &state, const ExecutionGraph &graph,
              const ExecutionGraph::Coherence &order);
  void addOutcome(Outcome outcome, const State &state,
                  const ExecutionGraph &graph);
  void addRaces(const ExecutionGraph &graph);
  std::vector<std::string> logsOf(const ExecutionGraph &graph);
  std::string witnessOf(const ExecutionGraph &graph) const;
  /// The list of outcomes may lack some.
  void admit(llvm::StringRef why) {
    if (result.incomplete.empty())
      result.incomplete = why.str();
  }
  /// And the search ends.
  void giveUp(llvm::StringRef why) {
    admit(why);
    isStopped = true;
  }

  const LaunchedProgram &program;
  std::vector<BufferImage> images;
  Memory &memory;
  const ExploreOptions &options;
  BlockReplayer replayer;
  GranuleSizes granules;
  bool mustRestart = false, isStopped = false;
  uint64_t coherencesLeft = options.coherenceLimit;
  /// Every write that any replay has shown. A search that has met a new one may
  /// have denied it to reads, and is repeated.
  std::map<Granule, std::set<EventKey>> writesSeen;
  bool sawNewWrite = false;
  Exploration result;
  std::map<std::string, ExploredOutcome> outcomes;
  std::map<std::pair<std::string, std::string>, RaceReport> races;
  bool racesUnderS = false;
  /// Nobody says whether it is an execution; a racy program needs none more.
  bool sawThinAir = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

std::vector<Explorer::OpenRead> Explorer::openReads(const State &state) const {
  std::vector<OpenRead> reads;
  for (auto [block, trace] : llvm::enumerate(state.traces))
    for (const Event &event : trace->events) {
      if (event.kind != Event::Kind::Read)
        continue;
      unsigned granule = granules.lookup(event.buffer);
      for (unsigned part = 0; part * granule < event.size; ++part)
        if (!state.sources.contains({event.key, part}))
          reads.push_back({{event.key, part}, uint32_t(block), &event, part});
    }
  return reads;
}

/// Every write to the granule that is known, and the launch.
Choices Explorer::choicesFor(const State &state, const OpenRead &read) const {
  unsigned granule = granules.lookup(read.event->buffer);
  int64_t at = read.event->offset + read.part * granule;
  auto excluded = state.excluded.find(read.key);
  Choices choices;
  auto add = [&](Source source) {
    if (excluded == state.excluded.end() ||
        !llvm::is_contained(excluded->second, source))
      choices.push_back(source);
  };
  add(std::nullopt);
  for (const std::shared_ptr<const EventTrace> &trace : state.traces)
    for (const Event &event : trace->events)
      if (event.kind == Event::Kind::Write &&
          event.buffer == read.event->buffer && event.offset <= at &&
          at < event.offset + event.size)
        add(event.key);
  return choices;
}

void Explorer::noteWrites(const EventTrace &trace) {
  for (const Event &event : trace.events) {
    if (event.kind != Event::Kind::Write)
      continue;
    unsigned granule = granules.lookup(event.buffer);
    for (unsigned part = 0; part * granule < event.size; ++part)
      sawNewWrite |= writesSeen[{event.buffer, event.offset / granule + part}]
                         .insert(event.key)
                         .second;
  }
}

bool Explorer::mayBeWrittenLater(const State &state,
                                 const OpenRead &read) const {
  auto found = writesSeen.find(granuleOf(read));
  if (found == writesSeen.end())
    return false;
  return llvm::any_of(found->second, [&](EventKey key) {
    return llvm::none_of(
        state.traces, [&](const std::shared_ptr<const EventTrace> &trace) {
          return llvm::any_of(trace->events, [&](const Event &event) {
            return event.key == key;
          });
        });
  });
}

bool Explorer::readConstants(State &state) {
  for (bool changed = true; changed;) {
    changed = false;
    std::set<uint32_t> blocks;
    for (const OpenRead &read : openReads(state))
      if (!writesSeen.count(granuleOf(read))) {
        state.sources[read.key] = std::nullopt;
        blocks.insert(read.block);
      }
    for (uint32_t block : blocks) {
      if (!replay(state, block))
        return false;
      changed = true;
    }
  }
  return true;
}

GranuleValue Explorer::valueOf(const State &state, const OpenRead &read,
                               Source source) const {
  unsigned granule = granules.lookup(read.event->buffer);
  int64_t at = read.event->offset + read.part * granule;
  if (!source)
    return replayer.initial({read.event->buffer, at / granule}, granule);
  for (const std::shared_ptr<const EventTrace> &trace : state.traces)
    for (const Event &event : trace->events)
      if (event.key == *source) {
        uint64_t mask =
            granule == 8 ? ~uint64_t(0) : (uint64_t(1) << (8 * granule)) - 1;
        return {event.bits >> (8 * (at - event.offset)) & mask,
                event.unspecified};
      }
  return {};
}

ReadValues Explorer::valuesOf(const State &state, uint32_t block) const {
  ReadValues values;
  for (const Event &event : state.traces[block]->events) {
    if (event.kind != Event::Kind::Read)
      continue;
    unsigned granule = granules.lookup(event.buffer);
    for (unsigned part = 0; part * granule < event.size; ++part) {
      auto found = state.sources.find({event.key, part});
      if (found == state.sources.end())
        continue;
      OpenRead read{{event.key, part}, block, &event, part};
      values[{event.key, part}] = valueOf(state, read, found->second);
    }
  }
  return values;
}

bool Explorer::replay(State &state, uint32_t block) {
  ReadValues values;
  if (state.traces[block])
    values = valuesOf(state, block);
  auto trace = std::make_shared<EventTrace>(
      replayer.replay(block, values, granules, mustRestart));
  if (!mustRestart)
    noteWrites(*trace);
  state.traces[block] = std::move(trace);
  return !mustRestart;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

Exploration Explorer::run() {
  do {
    // Sizes and writes that are known now stay.
    if (mustRestart)
      writesSeen.clear();
    mustRestart = sawNewWrite = false;
    result = {};
    outcomes.clear();
    races.clear();
    racesUnderS = sawThinAir = false;
    State state;
    if (start(state)) {
      sawNewWrite = false;
      search(std::move(state));
    }
  } while (mustRestart || (sawNewWrite && !isStopped));
  if (sawThinAir && races.empty())
    admit("a write depends on a read only apparently: outcomes out of thin air "
          "are not decided");
  for (auto &[key, outcome] : outcomes)
    result.outcomes.push_back(std::move(outcome));
  for (auto &[key, race] : races)
    result.races.push_back(std::move(race));
  result.isReadingDependent = !result.races.empty() && !racesUnderS;
  return std::move(result);
}

bool Explorer::start(State &state) {
  state.traces.resize(program.numBlocks());
  for (uint32_t block = 0; block < state.traces.size(); ++block)
    if (!replay(state, block))
      return false;
  return true;
}

void Explorer::search(State state) {
  if (!readConstants(state))
    return;
  if (result.graphs >= options.graphLimit) {
    giveUp("the limit of " + std::to_string(options.graphLimit) +
           " graphs was reached");
    return;
  }
  size_t numEvents = 0;
  for (const std::shared_ptr<const EventTrace> &trace : state.traces)
    numEvents += trace->events.size();
  if (numEvents > options.eventLimit)
    return giveUp("an execution has more than " +
                  std::to_string(options.eventLimit) + " events");

  std::vector<OpenRead> reads = openReads(state);
  if (reads.empty())
    return finish(state);
  for (const OpenRead &read : reads) {
    Choices choices = choicesFor(state, read);
    // Nothing new since the choice was put off.
    if (choices.empty())
      continue;
    for (Source source : choices) {
      search(state, read, source);
      if (mustRestart || isStopped)
        return;
    }
    // Or a write that another read's value brings about.
    if (!mayBeWrittenLater(state, read))
      return;
    if (reads.size() == 1)
      return checkThinAir(state, reads);
    llvm::append_range(state.excluded[read.key], choices);
    return search(std::move(state));
  }
  checkThinAir(state, reads);
}

void Explorer::search(const State &state, const OpenRead &read, Source source) {
  State next = state;
  next.sources[read.key] = source;
  ++result.graphs;
  // Most choices contradict the axioms whatever follows.
  if (!graphOf(next, options.reading).mayBeConsistent())
    return;
  if (replay(next, read.block))
    search(std::move(next));
}

void Explorer::checkThinAir(const State &state,
                            llvm::ArrayRef<OpenRead> reads) {
  // Writes that appear whatever the open reads of a block return, always the
  // same, depend on them only apparently. They matter if an open read could
  // take one.
  for (uint32_t block = 0; block < state.traces.size() && !sawThinAir;
       ++block) {
    std::vector<std::shared_ptr<const EventTrace>> tries;
    // What is accessed in no other execution has no size yet.
    GranuleSizes sizes = granules;
    for (uint64_t value : {0ull, 1ull, ~0ull, 0x5DEECE66Dull}) {
      ReadValues values = valuesOf(state, block);
      for (const OpenRead &read : reads)
        if (read.block == block)
          values[read.key] = {value, false};
      tries.push_back(std::make_shared<EventTrace>(
          replayer.replayWhole(block, std::move(values), sizes)));
    }
    auto has = [](const EventTrace &trace, const Event &write) {
      return llvm::any_of(trace.events, [&](const Event &event) {
        return event.key == write.key && event.bits == write.bits &&
               event.offset == write.offset && event.overlaps(write);
      });
    };
    auto isAllowed = [&](const OpenRead &read, EventKey write) {
      return llvm::any_of(tries, [&](const auto &trace) {
        State taken = state;
        taken.traces[block] = trace;
        taken.sources[read.key] = write;
        return ExecutionGraph(taken.traces, taken.sources, sizes, memory,
                              options.reading)
            .mayBeConsistent();
      });
    };
    for (const Event &write : tries.front()->events)
      sawThinAir |=
          write.kind == Event::Kind::Write &&
          llvm::all_of(tries,
                       [&](const auto &trace) { return has(*trace, write); }) &&
          !has(*state.traces[block], write) &&
          llvm::any_of(reads, [&](const OpenRead &read) {
            return write.overlaps(*read.event) && isAllowed(read, write.key);
          });
  }
}

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

void Explorer::finish(const State &state) {
  ExecutionGraph graph = graphOf(state, options.reading);
  if (!graph.mayBeConsistent())
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
    ++result.executions;
    if (isFirst) {
      isRacy = !graph.races().empty();
      if (isRacy)
        addRaces(graph);
      if (isRacy && !racesUnderS)
        coherencesLeft =
            graphOf(state, Reading::S)
                .forEachCoherence(
                    [&](const auto &) {
                      racesUnderS = !graphOf(state, Reading::S).races().empty();
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
      return admit("the log has more than " + std::to_string(mostLogs) +
                   " orders");
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
  ExploredOutcome &known = outcomes[key];
  if (known.executions++ == 0) {
    known.witness = witnessOf(graph);
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

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

llvm::Expected<Exploration> tilefuzz::explore(const DecodedProgram &program,
                                              const Launch &launch,
                                              const ExploreOptions &options) {
  llvm::Expected<LaunchedProgram> launched =
      LaunchedProgram::create(program, launch);
  if (!launched)
    return launched.takeError();
  constexpr uint64_t mostBlocks = 64;
  if (launched->numBlocks() > mostBlocks)
    return llvm::createStringError("a grid of more than " +
                                   llvm::Twine(mostBlocks) +
                                   " blocks is too large to explore");
  llvm::Expected<Memory> memory = Memory::create(launch);
  if (!memory)
    return memory.takeError();
  Memory scopes = Memory::create(std::vector<BufferImage>());
  scopes.devices = launch.devices;
  return Explorer(*launched, memory->takeImages(), scopes, options).run();
}
