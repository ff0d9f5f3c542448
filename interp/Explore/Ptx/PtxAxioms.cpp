//===- PtxAxioms.cpp - The axioms of PTX's memory model -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Ptx/PtxAxioms.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::ptxmodel;
using namespace llvm;
using Kind = PtxEvent::Kind;

PtxGraph::PtxGraph(const PtxLaunch &launch, const Traces &traces,
                   const PtxSources &sources, const PtxGranuleSizes &granules)
    : launch(launch), sources(sources), granules(granules) {
  collect(traces);
  orderThreads(traces);
  observe();
  synchronise();
  isContradictory = !close({});
  for (const auto &[object, place] : places)
    if (!isContradictory) {
      EventRelation co = forcedCoherence(place);
      isContradictory = !co.isIrreflexive() || !readsAllowed(place, co);
    }
}

std::optional<size_t> PtxGraph::find(const EventName &name) const {
  auto it = indices.find(name);
  if (it == indices.end())
    return std::nullopt;
  return it->second;
}

const PtxSource *PtxGraph::sourceOf(size_t read, unsigned part) const {
  auto it = sources.find({event(read).name, part});
  return it == sources.end() ? nullptr : &it->second;
}

void PtxGraph::collect(const Traces &traces) {
  for (const auto &trace : traces) {
    threads.emplace_back();
    for (const PtxEvent &event : trace->events) {
      threads.back().push_back(events.size());
      if (event.isAccess())
        indices[event.name] = events.size();
      events.push_back(&event);
    }
  }
  for (auto [thread, trace] : enumerate(traces))
    for (auto [position, i] : enumerate(threads[thread])) {
      const PtxEvent &at = event(i);
      if (!at.isAccess())
        continue;
      Place &place = places[at.object];
      place.accesses.push_back(i);
      if (at.isWrite)
        place.writes.push_back(i);
      if (!at.isRead)
        continue;
      bool isPoll = trace->waitsIn && position >= trace->firstPoll;
      unsigned granule = granuleOf(at);
      for (unsigned part = 0; part * granule < at.size; ++part) {
        const PtxSource *source = sourceOf(i, part);
        if (!source)
          continue;
        Part made{i, at.offset / granule + part, std::nullopt, isPoll};
        if (*source) {
          made.source = find(**source);
          // The write that it read from is not there.
          if (!made.source || !event(*made.source).isSource()) {
            isContradictory = true;
            continue;
          }
        }
        place.parts.push_back(made);
      }
    }
}

/// PTX model, 1.7; all is of the generic proxy.
bool PtxGraph::isMorallyStrong(size_t a, size_t b) const {
  const PtxEvent &x = event(a), &y = event(b);
  if (x.isAccess() && y.isAccess() && !x.isSameRange(y))
    return false;
  if (x.name.thread == y.name.thread)
    return true;
  return x.isStrong() && y.isStrong() &&
         launch.includes(x.scope, x.name.thread, y.name.thread) &&
         launch.includes(y.scope, y.name.thread, x.name.thread);
}

bool PtxGraph::covers(size_t write, int64_t granule) const {
  const PtxEvent &at = event(write);
  unsigned size = granuleOf(at);
  return at.offset <= granule * size &&
         granule * int64_t(size) < at.offset + at.size;
}

/// Program order (PTX model, 2.1), through one node for each phase of a
/// barrier, which is how all that arrive synchronise with all (PTX model, 2.6).
void PtxGraph::orderThreads(const Traces &traces) {
  next.resize(events.size());
  std::map<std::tuple<int, uint32_t, unsigned>, size_t> phases;
  auto phase = [&](int kind, uint32_t group, unsigned number) {
    auto [it, isNew] = phases.try_emplace({kind, group, number}, next.size());
    if (isNew)
      next.emplace_back();
    return it->second;
  };
  for (size_t thread = 0; thread < threads.size(); ++thread) {
    const ThreadPlacement &at = launch.threads()[thread];
    unsigned barriers = 0, arrivals = 0, waits = 0;
    std::vector<size_t> before, current;
    uint64_t step = 0;
    auto flush = [&] {
      if (!current.empty())
        before = std::move(current);
      current.clear();
    };
    for (size_t i : threads[thread]) {
      const PtxEvent &made = event(i);
      if (made.name.step != step)
        flush();
      step = made.name.step;
      for (size_t from : before)
        next[from].push_back(i);
      current.push_back(i);
      if (made.kind == Kind::Barrier) {
        size_t node = phase(0, at.cta, barriers++);
        next[i].push_back(node);
        current = {node};
      } else if (made.kind == Kind::ClusterArrive) {
        size_t node = phase(1, at.cluster, arrivals++);
        if (made.order != simt::MemoryOrder::Relaxed)
          next[i].push_back(node);
      } else if (made.kind == Kind::ClusterWait) {
        next[phase(1, at.cluster, waits++)].push_back(i);
      }
    }
  }
}

/// PTX model, 2.2.
void PtxGraph::observe() {
  observed.assign(events.size(), BitVector(events.size()));
  for (const auto &[object, place] : places)
    for (const Part &part : place.parts)
      if (part.source && isMorallyStrong(*part.source, part.read))
        observed[*part.source].set(part.read);
  // The chains are short: as many rounds as the longest needs.
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t write = 0; write < events.size(); ++write) {
      BitVector before = observed[write];
      for (unsigned middle : before.set_bits())
        if (event(middle).isAtomic && event(middle).isWrite)
          observed[write] |= observed[middle];
      changes |= observed[write] != before;
    }
  }
}

static bool releases(const PtxEvent &event) {
  return (event.isAccess() || event.isFence()) && simt::releases(event.order);
}
static bool acquires(const PtxEvent &event) {
  return (event.isAccess() || event.isFence()) && simt::acquires(event.order);
}

/// PTX model, 2.3, 2.4 and 2.6.
void PtxGraph::synchronise() {
  // By the write: first operations. By the read: last ones.
  std::vector<std::vector<size_t>> firsts(events.size()), lasts(events.size());
  for (const std::vector<size_t> &thread : threads)
    for (size_t i : thread) {
      const PtxEvent &at = event(i);
      if (!at.isAccess() || !at.isStrong())
        continue;
      bool acquiring = at.isRead && !at.isReduction;
      if (at.isWrite && releases(at))
        firsts[i].push_back(i);
      if (acquiring && acquires(at))
        lasts[i].push_back(i);
      for (size_t k : thread) {
        const PtxEvent &other = event(k);
        bool isThere =
            other.isFence() || (other.isAccess() && other.isSameRange(at));
        if (at.isWrite && isThere && releases(other) && isProgramOrdered(k, i))
          firsts[i].push_back(k);
        if (acquiring && isThere && acquires(other) && isProgramOrdered(i, k))
          lasts[i].push_back(k);
      }
    }
  for (size_t write = 0; write < events.size(); ++write)
    for (unsigned read : observed[write].set_bits())
      for (size_t first : firsts[write])
        for (size_t last : lasts[read])
          if (event(first).name.thread != event(last).name.thread &&
              isMorallyStrong(first, last))
            next[first].push_back(last);
  for (size_t a = 0; a < events.size(); ++a)
    for (size_t b = a + 1; b < events.size(); ++b)
      if (event(a).isFence() && event(b).isFence() &&
          event(a).order == simt::MemoryOrder::SequentiallyConsistent &&
          event(b).order == simt::MemoryOrder::SequentiallyConsistent &&
          event(a).name.thread != event(b).name.thread && isMorallyStrong(a, b))
        scFences.push_back({a, b});
}

/// PTX model, 2.7 and 2.8. False if base causality has a cycle: with one no
/// axiom about it could hold, as it leads through a read that precedes the
/// write that it reads from, or through fences against their order.
bool PtxGraph::close(ArrayRef<Edge> fences) {
  std::vector<std::vector<size_t>> edges = next;
  for (auto [a, b] : fences)
    edges[a].push_back(b);
  std::vector<unsigned> incoming(edges.size());
  for (const std::vector<size_t> &targets : edges)
    for (size_t to : targets)
      ++incoming[to];
  std::vector<size_t> order;
  for (size_t i = 0; i < edges.size(); ++i)
    if (!incoming[i])
      order.push_back(i);
  for (size_t at = 0; at < order.size(); ++at)
    for (size_t to : edges[order[at]])
      if (!--incoming[to])
        order.push_back(to);
  if (order.size() < edges.size())
    return false;
  base.assign(edges.size(), BitVector(edges.size()));
  for (size_t from : reverse(order))
    for (size_t to : edges[from]) {
      base[from] |= base[to];
      base[from].set(to);
    }
  causes = base;
  for (size_t write = 0; write < events.size(); ++write)
    for (unsigned read : observed[write].set_bits())
      causes[write] |= base[read];
  return true;
}

EventRelation PtxGraph::forcedCoherence(const Place &place) const {
  EventRelation co(place.writes.size());
  for (auto [i, a] : enumerate(place.writes))
    for (auto [k, b] : enumerate(place.writes))
      if (event(a).overlaps(event(b)) && isCausal(a, b))
        co.add(i, k);
  co.close();
  return co;
}

/// Whether the source precedes the write in coherence order.
bool PtxGraph::isFirst(const EventRelation &co, std::optional<size_t> source,
                       const Place &place, size_t write) const {
  if (!source)
    return true;
  return co.has(llvm::find(place.writes, *source) - place.writes.begin(),
                write);
}

/// PTX model, 3.6.
bool PtxGraph::readsAllowed(const Place &place, const EventRelation &co) const {
  for (const Part &part : place.parts) {
    if (part.source && isCausal(part.read, *part.source))
      return false;
    for (auto [i, write] : enumerate(place.writes))
      if (write != part.read && covers(write, part.granule) &&
          isCausal(write, part.read) && isFirst(co, part.source, place, i))
        return false;
  }
  return true;
}

/// PTX model, 3.3.
bool PtxGraph::isAtomic(const Place &place, const EventRelation &co) const {
  for (const Part &part : place.parts)
    for (auto [i, write] : enumerate(place.writes)) {
      if (write == part.read || !event(write).overlaps(event(part.read)) ||
          !isMorallyStrong(write, part.read) ||
          !isFirst(co, part.source, place, i))
        continue;
      // Another byte comes from the later write.
      if (any_of(place.parts, [&, write = write](const Part &other) {
            return other.read == part.read && other.source == write;
          }))
        return false;
      if (!event(part.read).isAtomic || !event(part.read).isWrite)
        continue;
      size_t own = llvm::find(place.writes, part.read) - place.writes.begin();
      if (co.has(i, own))
        return false;
    }
  return true;
}

/// PTX model, 3.5.
bool PtxGraph::isSequential(const Place &place, const EventRelation &co) const {
  size_t count = place.accesses.size();
  EventRelation order(count);
  std::map<size_t, size_t> at;
  for (auto [i, access] : enumerate(place.accesses))
    at[access] = i;
  for (size_t a : place.accesses)
    for (size_t b : place.accesses)
      if (isProgramOrdered(a, b) && event(a).overlaps(event(b)))
        order.add(at[a], at[b]);
  for (auto [i, a] : enumerate(place.writes))
    for (auto [k, b] : enumerate(place.writes))
      if (co.has(i, k) && isMorallyStrong(a, b))
        order.add(at[a], at[b]);
  for (const Part &part : place.parts) {
    if (part.source && isMorallyStrong(*part.source, part.read))
      order.add(at[*part.source], at[part.read]);
    for (auto [i, write] : enumerate(place.writes))
      if (write != part.read && covers(write, part.granule) &&
          isFirst(co, part.source, place, i) &&
          isMorallyStrong(part.read, write))
        order.add(at[part.read], at[write]);
  }
  order.close();
  return order.isIrreflexive();
}

/// Threads make progress: a read of a loop in which a thread waits for ever is
/// of what nothing follows (PTX model, 5).
bool PtxGraph::seesLast(const Place &place, const EventRelation &co) const {
  return none_of(place.parts, [&](const Part &part) {
    return part.isPoll && any_of(enumerate(place.writes), [&](auto write) {
             return write.value() != part.read &&
                    covers(write.value(), part.granule) &&
                    isFirst(co, part.source, place, write.index());
           });
  });
}

/// PTX model, 1.4.
void PtxGraph::addContents(const Place &place, const EventRelation &co,
                           std::set<Contents> &endings) const {
  std::map<int64_t, std::set<PtxValue>> values;
  for (auto [i, write] : enumerate(place.writes)) {
    const PtxEvent &at = event(write);
    unsigned granule = granuleOf(at);
    for (unsigned part = 0; part * granule < at.size; ++part) {
      int64_t index = at.offset / granule + part;
      if (any_of(enumerate(place.writes), [&, i = i](auto other) {
            return covers(other.value(), index) && co.has(i, other.index());
          }))
        continue;
      values[index].insert(
          {simt::maskTo(at.bits >> (8 * part * granule), 8 * granule),
           at.unspecified});
    }
  }
  std::vector<Contents> all(1);
  for (const auto &[index, choices] : values) {
    std::vector<Contents> longer;
    for (const Contents &one : all)
      for (const PtxValue &value : choices) {
        longer.push_back(one);
        longer.back().push_back({index, value});
      }
    all = std::move(longer);
  }
  endings.insert(all.begin(), all.end());
}

/// Chooses an order of each pair in `open` from `next` on.
void PtxGraph::orderWrites(const Place &place, EventRelation co, size_t next,
                           ArrayRef<Edge> open, std::set<Contents> &endings,
                           uint64_t &ordersLeft) const {
  if (!ordersLeft)
    return;
  --ordersLeft;
  if (!co.isIrreflexive() || !readsAllowed(place, co) || !isAtomic(place, co) ||
      !isSequential(place, co))
    return;
  while (next < open.size() && (co.has(open[next].first, open[next].second) ||
                                co.has(open[next].second, open[next].first)))
    ++next;
  if (next == open.size()) {
    if (seesLast(place, co))
      addContents(place, co, endings);
    return;
  }
  auto [a, b] = open[next];
  for (Edge way : {Edge(a, b), Edge(b, a)}) {
    EventRelation longer = co;
    longer.add(way.first, way.second);
    longer.close();
    orderWrites(place, std::move(longer), next + 1, open, endings, ordersLeft);
  }
}

void PtxGraph::orderFences(std::vector<Edge> &chosen, size_t next,
                           function_ref<bool()> visit, bool &goesOn) {
  if (!goesOn || !close(chosen))
    return;
  if (next == scFences.size()) {
    goesOn = visit();
    return;
  }
  auto [a, b] = scFences[next];
  for (Edge way : {Edge(a, b), Edge(b, a)}) {
    chosen.push_back(way);
    orderFences(chosen, next + 1, visit, goesOn);
    chosen.pop_back();
  }
}

void PtxGraph::forEachEnding(function_ref<bool(const Endings &)> visit,
                             uint64_t &ordersLeft) {
  std::vector<Edge> chosen;
  bool goesOn = true;
  auto visitOrder = [&] {
    Endings endings;
    for (const auto &[object, place] : places) {
      std::vector<Edge> open;
      for (size_t i = 0; i < place.writes.size(); ++i)
        for (size_t k = i + 1; k < place.writes.size(); ++k)
          if (isMorallyStrong(place.writes[i], place.writes[k]))
            open.push_back({i, k});
      std::set<Contents> contents;
      orderWrites(place, forcedCoherence(place), 0, open, contents, ordersLeft);
      if (contents.empty())
        return ordersLeft > 0;
      endings[object] = std::move(contents);
    }
    return visit(endings) && ordersLeft > 0;
  };
  orderFences(chosen, 0, visitOrder, goesOn);
}

/// PTX model, 1.8.
std::vector<PtxRace> PtxGraph::races() const {
  std::vector<PtxRace> found;
  for (const auto &[object, place] : places)
    for (size_t a : place.accesses)
      for (size_t b : place.accesses)
        if (a < b && event(a).name.thread != event(b).name.thread &&
            (event(a).isWrite || event(b).isWrite) &&
            event(a).overlaps(event(b)) && !isMorallyStrong(a, b) &&
            !isCausal(a, b) && !isCausal(b, a))
          found.push_back({a, b, !event(a).isSameRange(event(b))});
  return found;
}
