//===- ExplorePtx.cpp - The search for all outcomes of PTX ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Reads choose one after the other among the writes that are known so far, or
// put the choice off until others are: so every map of sources is visited once,
// and none whose reads and dependences form a cycle (PTX model, 3.4).
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Ptx/ExplorePtx.h"
#include "interp/Explore/Ptx/PtxExplorer.h"
#include "interp/Explore/Ptx/PtxThread.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::ptxmodel;

PtxGranule PtxExplorer::granuleOf(const PtxEvent &read, unsigned part) const {
  unsigned size = granules.of(read.object);
  return {read.object, read.offset / size + part};
}

static const PtxEvent *findEvent(const Traces &traces, const EventName &name) {
  for (const PtxEvent &event : traces[name.thread]->events)
    if (event.isAccess() && event.name == name)
      return &event;
  return nullptr;
}

PtxValue PtxExplorer::valueOf(const State &state, PtxGranule granule,
                              const PtxSource &source) const {
  unsigned size = granules.of(granule.object);
  if (!source)
    return launch.initial(granule, size);
  const PtxEvent *write = findEvent(state.traces, *source);
  if (!write || !write->isSource())
    return {};
  return {
      simt::maskTo(write->bits >> (8 * (granule.index * size - write->offset)),
                   8 * size),
      write->unspecified, false};
}

void PtxExplorer::noteWrites(const ThreadTrace &trace) {
  for (const PtxEvent &event : trace.events) {
    if (!event.isWrite)
      continue;
    if (event.isValueKnown)
      valuesSeen[event.object].insert({event.offset, event.bits});
    unsigned size = granules.of(event.object);
    for (unsigned part = 0; part * size < event.size; ++part)
      sawNewWrite |=
          writesSeen[granuleOf(event, part)].insert(event.name).second;
  }
}

bool PtxExplorer::replay(State &state, uint32_t thread) {
  PtxValues values;
  for (const auto &[part, source] : state.sources) {
    if (part.read.thread != thread)
      continue;
    if (const PtxEvent *read = findEvent(state.traces, part.read))
      values[part] = valueOf(state, granuleOf(*read, part.part), source);
  }
  ThreadTrace trace = replayThread(launch, thread, values, granules,
                                   granulesChanged, options.stepLimit);
  if (granulesChanged)
    return false;
  if (trace.events.size() > options.eventLimit)
    giveUp("a thread has more than " + std::to_string(options.eventLimit) +
           " events");
  noteWrites(trace);
  state.traces[thread] = std::make_shared<ThreadTrace>(std::move(trace));
  return true;
}

std::vector<PtxReadPart> PtxExplorer::openParts(const State &state) const {
  std::vector<PtxReadPart> open;
  for (const auto &trace : state.traces)
    for (const PtxEvent &event : trace->events) {
      if (!event.isAccess() || !event.isRead)
        continue;
      unsigned size = granules.of(event.object);
      for (unsigned part = 0; part * size < event.size; ++part)
        if (!state.sources.count({event.name, part}))
          open.push_back({event.name, part});
    }
  return open;
}

std::vector<PtxSource> PtxExplorer::writesTo(const State &state,
                                             PtxGranule granule,
                                             const EventName &reader) const {
  std::vector<PtxSource> writes;
  int64_t size = granules.of(granule.object);
  for (const auto &trace : state.traces)
    for (const PtxEvent &event : trace->events)
      if (event.isSource() && event.object == granule.object &&
          event.offset <= granule.index * size &&
          granule.index * size < event.offset + event.size &&
          !(event.name == reader))
        writes.push_back(event.name);
  return writes;
}

/// Whether a write is missing that some replay has shown, and a thread may
/// still make it: not one that the read precedes anyway.
bool PtxExplorer::mayBeWrittenLater(const State &state, const PtxGraph &graph,
                                    PtxGranule granule,
                                    const EventName &reader) const {
  auto seen = writesSeen.find(granule);
  if (seen == writesSeen.end())
    return false;
  std::optional<size_t> read = graph.find(reader);
  for (const EventName &write : seen->second) {
    if (write == reader)
      continue;
    const PtxEvent *known = findEvent(state.traces, write);
    if (known && known->isSource())
      continue;
    for (size_t i = 0; i < graph.size(); ++i) {
      const PtxEvent &event = graph.event(i);
      if (event.name.thread == write.thread && event.isOpen() &&
          !(event.name == reader) && read && !graph.precedes(*read, i))
        return true;
    }
  }
  return false;
}

PtxExplorer::Options PtxExplorer::optionsFor(const State &state,
                                             const PtxGraph &graph,
                                             const PtxReadPart &part) const {
  Options found;
  const PtxEvent *read = findEvent(state.traces, part.read);
  PtxGranule granule = granuleOf(*read, part.part);
  auto excluded = state.excluded.find(part);
  std::vector<PtxSource> all = writesTo(state, granule, part.read);
  all.push_back(std::nullopt);
  for (const PtxSource &source : all) {
    if (excluded != state.excluded.end() && excluded->second.count(source))
      continue;
    PtxSources longer = state.sources;
    longer[part] = source;
    if (PtxGraph(launch, state.traces, longer, granules).mayBeConsistent())
      found.sources.push_back(source);
  }
  found.mayWait = mayBeWrittenLater(state, graph, granule, part.read);
  return found;
}

void PtxExplorer::searchWith(const State &state, const PtxReadPart &part,
                             PtxSource source) {
  State longer = state;
  longer.sources[part] = source;
  longer.excluded.erase(part);
  if (replay(longer, part.read.thread))
    search(std::move(longer));
}

void PtxExplorer::search(State state) {
  if (isStopped || granulesChanged)
    return;
  if (++result.graphs > options.graphLimit)
    return giveUp("the limit of " + std::to_string(options.graphLimit) +
                  " graphs was reached");
  PtxGraph graph(launch, state.traces, state.sources, granules);
  if (!graph.mayBeConsistent())
    return;
  std::vector<PtxReadPart> open = openParts(state);
  if (open.empty())
    return finish(state);
  // What can be only one thing, or nothing, comes first.
  std::optional<PtxReadPart> chosen;
  Options best;
  for (const PtxReadPart &part : open) {
    Options found = optionsFor(state, graph, part);
    size_t ways = found.sources.size() + found.mayWait;
    if (ways == 0)
      return;
    // It waits already.
    if (found.sources.empty())
      continue;
    if (chosen && ways >= best.sources.size() + best.mayWait)
      continue;
    chosen = part;
    best = std::move(found);
    if (ways == 1)
      break;
  }
  if (!chosen)
    return;
  if (best.sources.size() + best.mayWait > 1)
    contested.insert(*chosen);
  for (const PtxSource &source : best.sources)
    searchWith(state, *chosen, source);
  if (!best.mayWait)
    return;
  const PtxEvent *read = findEvent(state.traces, chosen->read);
  std::set<PtxSource> &excluded = state.excluded[*chosen];
  for (const PtxSource &source :
       writesTo(state, granuleOf(*read, chosen->part), chosen->read))
    excluded.insert(source);
  excluded.insert(std::nullopt);
  search(std::move(state));
}

void PtxExplorer::restart() {
  result = {};
  result.racesAreDefined = true;
  outcomes.clear();
  races.clear();
  racyObjects.clear();
  hasMixedRace = false;
  ordersLeft = options.coherenceLimit;
}

/// Where values of one place differ in several bytes of a granule.
static bool mayBeTorn(uint64_t differing, unsigned size) {
  for (unsigned first = 0; first < 8; first += size) {
    unsigned bytes = 0;
    for (unsigned i = first; i < first + size; ++i)
      bytes += (differing >> (8 * i) & 0xff) != 0;
    if (bytes > 1)
      return true;
  }
  return false;
}

bool PtxExplorer::splitTornObjects() {
  bool changes = false;
  for (ObjectId object : racyObjects) {
    int64_t size = granules.of(object);
    for (auto [offset, bits] : valuesSeen[object]) {
      uint64_t initial = 0;
      for (int64_t at = 0; at < 8; at += size)
        initial |= launch.initial({object, (offset + at) / size}, size).bits
                   << (8 * at);
      // A write of fewer bytes has zeros behind them.
      changes |=
          mayBeTorn(bits ^ initial, size) && granules.lower(object, size / 2);
    }
  }
  return changes;
}

Exploration PtxExplorer::run() {
  do {
    restart();
    sawNewWrite = granulesChanged = false;
    State state;
    state.traces.resize(launch.threads().size());
    for (auto &trace : state.traces)
      trace = std::make_shared<ThreadTrace>();
    bool isWhole = true;
    for (uint32_t thread = 0; isWhole && thread < state.traces.size(); ++thread)
      isWhole = replay(state, thread);
    if (isWhole)
      search(std::move(state));
    if (granulesChanged) {
      // Parts of granules have other names.
      writesSeen.clear();
      valuesSeen.clear();
    }
    if (!isStopped && !granulesChanged && !sawNewWrite && !hasMixedRace &&
        splitTornObjects()) {
      writesSeen.clear();
      valuesSeen.clear();
      granulesChanged = true;
    }
  } while (!isStopped && (sawNewWrite || granulesChanged));
  for (auto &[key, outcome] : outcomes)
    result.outcomes.push_back(std::move(outcome));
  for (auto &[key, race] : races)
    result.races.push_back(std::move(race));
  // The axioms say nothing of such a program (PTX model, 1.8).
  if (hasMixedRace)
    result.racesAreDefined = false;
  return std::move(result);
}

llvm::Expected<Exploration>
tilefuzz::explorePtx(llvm::StringRef text, const Launch &launch,
                     const ExploreOptions &options) {
  llvm::Expected<std::unique_ptr<PtxLaunch>> program =
      PtxLaunch::create(text, launch);
  if (!program)
    return program.takeError();
  return PtxExplorer(**program, options).run();
}
