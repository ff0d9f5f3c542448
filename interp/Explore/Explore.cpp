//===- Explore.cpp - All outcomes of a small program ---------------------
//-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Explorer.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

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
Explorer::Choices Explorer::choicesFor(const State &state,
                                       const OpenRead &read) const {
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
  for (const auto &[key, event] : state.promised)
    if (event.buffer == read.event->buffer && event.offset <= at &&
        at < event.offset + event.size && !llvm::is_contained(choices, key))
      add(key);
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
    return key != updateKeyOf(read.key.first) && !findWrite(state, key);
  });
}

const Event *Explorer::findEvent(const State &state, EventKey key) const {
  for (const std::shared_ptr<const EventTrace> &trace : state.traces)
    for (const Event &event : trace->events)
      if (event.key == key)
        return &event;
  return nullptr;
}

const Event *Explorer::findWrite(const State &state, EventKey key) const {
  if (const Event *event = findEvent(state, key))
    return event;
  auto promise = state.promised.find(key);
  return promise == state.promised.end() ? nullptr : &promise->second;
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
  const Event *event = findWrite(state, *source);
  if (!event)
    return {};
  return {event->bits >> (8 * (at - event->offset)) & maskOf(granule),
          event->unspecified};
}

ReadValues Explorer::valuesOf(const State &state, uint32_t block) const {
  ReadValues values;
  auto add = [&](const Event &event) {
    if (event.kind != Event::Kind::Read)
      return;
    unsigned granule = granules.lookup(event.buffer);
    for (unsigned part = 0; part * granule < event.size; ++part) {
      auto found = state.sources.find({event.key, part});
      if (found == state.sources.end())
        continue;
      OpenRead read{{event.key, part}, block, &event, part};
      values[{event.key, part}] = valueOf(state, read, found->second);
    }
  };
  llvm::for_each(state.traces[block]->events, add);
  // Keys tell blocks apart.
  for (const auto &[key, event] : state.foreseen)
    add(event);
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
    thinAirOutcomes.clear();
    racesUnderS = hasThinAirRace = false;
    State state;
    if (start(state)) {
      sawNewWrite = false;
      search(std::move(state));
    }
  } while (mustRestart || (sawNewWrite && !isStopped));
  // A racy program needs no more to be undefined.
  bool isUndecided =
      hasThinAirRace ||
      llvm::any_of(thinAirOutcomes, [&](const std::string &outcome) {
        return !outcomes.count(outcome);
      });
  if (isUndecided && races.empty())
    markIncomplete(
        "a write depends on a read only apparently: outcomes out of thin air "
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
    llvm::append_range(state.excluded[read.key], choices);
    return search(std::move(state));
  }
  searchThinAir(state, reads);
}

void Explorer::search(const State &state, const OpenRead &read, Source source) {
  State next = state;
  next.sources[read.key] = source;
  ++result.graphs;
  // Most choices contradict the axioms whatever follows.
  if (!graphOf(next, options.reading).mayBeConsistent())
    return;
  if (replay(next, read.block) && keepsPromises(next))
    search(std::move(next));
}

static bool isSamePlace(const Event &a, const Event &b) {
  return a.buffer == b.buffer && a.offset == b.offset && a.size == b.size;
}

bool Explorer::keepsPromises(const State &state) const {
  auto isAsSaid = [&](const std::pair<const EventKey, Event> &said) {
    const Event *event = findEvent(state, said.first);
    return !event || (event->bits == said.second.bits &&
                      isSamePlace(*event, said.second));
  };
  return llvm::all_of(state.promised, isAsSaid) &&
         llvm::all_of(state.foreseen, isAsSaid);
}

std::vector<EventTrace> Explorer::tryValues(const State &state,
                                            uint32_t block) {
  // What is accessed in no other execution has no size yet.
  GranuleSizes sizes = granules;
  std::vector<OpenRead> reads;
  for (OpenRead &read : openReads(state))
    if (read.block == block)
      reads.push_back(read);
  std::vector<EventTrace> tries;
  auto tryThese = [&](llvm::function_ref<uint64_t(unsigned)> value) {
    ReadValues values = valuesOf(state, block);
    for (auto [i, read] : llvm::enumerate(reads))
      values[read.key] = {
          value(i) & maskOf(granules.lookup(read.event->buffer)), false};
    // What is read only then is not what a skipped read would leave.
    unsigned count = reads.size();
    auto fill = [&] { return 0x3C6EF372ull + value(0) + count++; };
    tries.push_back(
        replayer.replayWhole(block, std::move(values), sizes, fill));
  };
  constexpr uint64_t some = 0x2545F491, other = 0x5DEECE66D;
  for (uint64_t all : {uint64_t(0), uint64_t(1), ~uint64_t(0), other, some})
    tryThese([&](unsigned i) { return all > 1 ? all + i : all; });
  // Whether one is greater than another shows only if one alone is another
  // value: each is once above and once below all others.
  constexpr unsigned mostAlone = 16;
  if (reads.size() < 2)
    return tries;
  for (unsigned alone = 0; alone < std::min<size_t>(reads.size(), mostAlone);
       ++alone) {
    tryThese([&](unsigned i) { return i == alone ? 1 : 0; });
    tryThese([&](unsigned i) { return i == alone ? 0 : some + i; });
  }
  return tries;
}

void Explorer::searchThinAir(const State &state, llvm::ArrayRef<OpenRead> reads,
                             std::set<ReadPartKey> passed) {
  // All real dependences: out of thin air, and forbidden.
  State next = state;
  // What has no source yet, and is in all tries.
  std::vector<std::pair<uint32_t, Event>> hidden;
  for (uint32_t block = 0; block < state.traces.size(); ++block) {
    if (llvm::none_of(
            reads, [&](const OpenRead &read) { return read.block == block; }))
      continue;
    std::vector<EventTrace> tries = tryValues(state, block);
    for (const Event &event : tries.front().events) {
      auto isAlike = [&](const Event &other) {
        return other.key == event.key && other.bits == event.bits &&
               isSamePlace(other, event);
      };
      if (event.kind == Event::Kind::Print || findWrite(state, event.key) ||
          !llvm::all_of(tries, [&](const EventTrace &trace) {
            return llvm::any_of(trace.events, isAlike);
          }))
        continue;
      if (event.kind == Event::Kind::Read)
        hidden.push_back({block, event});
      else if (llvm::any_of(reads, [&](const OpenRead &read) {
                 return event.overlaps(*read.event) &&
                        event.key != updateKeyOf(read.key.first);
               }))
        next.promised[event.key] = event;
    }
  }
  if (next.promised.size() > state.promised.size())
    return search(std::move(next));
  // A write may depend on what a read returns that is itself there only after
  // an open one.
  for (const auto &[block, event] : hidden) {
    unsigned granule = granules.lookup(event.buffer);
    for (unsigned part = 0; granule && part * granule < event.size; ++part) {
      OpenRead read{{event.key, part}, block, &event, part};
      if (state.sources.contains(read.key) || !passed.insert(read.key).second)
        continue;
      for (Source source : choicesFor(state, read)) {
        State foreseeing = state;
        foreseeing.foreseen[event.key] = event;
        foreseeing.sources[read.key] = source;
        if (++result.graphs >= options.graphLimit)
          return giveUp("the limit of " + std::to_string(options.graphLimit) +
                        " graphs was reached");
        searchThinAir(foreseeing, reads, passed);
        if (mustRestart || isStopped)
          return;
      }
    }
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
