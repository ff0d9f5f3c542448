//===- ExecutionGraph.cpp - The axioms of the memory model ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Section numbers are the memory model's.
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/ExecutionGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

static bool isAcquire(const Access &access) {
  return acquires(access.ordering);
}
static bool isRelease(const Access &access) {
  return releases(access.ordering);
}

ExecutionGraph::ExecutionGraph(
    llvm::ArrayRef<std::shared_ptr<const EventTrace>> traces,
    const SourceMap &sources, const GranuleSizes &granules,
    const Memory &memory, SynchronizesWith reading)
    : sources(sources), granules(granules), memory(memory), reading(reading) {
  collect(traces);
  relate(traces);
  synchronise();
  if (!isContradictory)
    force();
}

bool ExecutionGraph::isSameRange(size_t a, size_t b) const {
  const Event &x = event(a), &y = event(b);
  return x.size && x.buffer == y.buffer && x.offset == y.offset &&
         x.size == y.size;
}

/// `sc2` (memory model, 1.2): both strong, each scope includes the other's
/// block.
bool ExecutionGraph::isMutual(size_t a, size_t b) const {
  const Access &x = instance(a), &y = instance(b);
  return x.isStrong() && y.isStrong() && memory.includes(x, y) &&
         memory.includes(y, x);
}

std::optional<size_t> ExecutionGraph::sourceOf(size_t read,
                                               unsigned granule) const {
  const Event &event = *events[read].event;
  unsigned size = granules.lookup(event.buffer);
  auto found = places.find({event.buffer, event.offset / size + granule});
  for (const ReadPart &part : found->second.parts)
    if (part.read == read)
      return part.source;
  return std::nullopt;
}

void ExecutionGraph::collect(
    llvm::ArrayRef<std::shared_ptr<const EventTrace>> traces) {
  llvm::DenseMap<EventKey, size_t> byKey;
  for (const std::shared_ptr<const EventTrace> &trace : traces) {
    starts.push_back(events.size());
    for (const Event &event : trace->events) {
      byKey[event.key] = events.size();
      events.push_back({&event, &trace->instances[event.instance]});
    }
  }
  partners.resize(events.size());
  rf = EventRelation(events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    const Event &e = event(i);
    if (e.kind == Event::Kind::Print)
      continue;
    unsigned granule = granules.lookup(e.buffer);
    for (unsigned k = 0; k * granule < e.size; ++k) {
      Place &place = places[{e.buffer, e.offset / granule + k}];
      if (isWrite(i)) {
        place.writes.push_back(i);
        continue;
      }
      auto found = sources.find({e.key, k});
      if (found == sources.end())
        continue;
      ReadPart part{i, std::nullopt};
      if (found->second) {
        auto write = byKey.find(*found->second);
        // Promised, and not there yet.
        if (write == byKey.end())
          continue;
        part.source = write->second;
        rf.add(*part.source, i);
      }
      place.parts.push_back(part);
    }
  }
}

void ExecutionGraph::relate(
    llvm::ArrayRef<std::shared_ptr<const EventTrace>> traces) {
  tok = EventRelation(events.size());
  for (auto [block, trace] : llvm::enumerate(traces))
    for (size_t i = 0; i < trace->events.size(); ++i) {
      const Event &e = trace->events[i];
      size_t index = indexOf(block, i);
      if (e.update) {
        size_t read = indexOf(block, *e.update);
        partners[index] = read;
        partners[read] = index;
      }
      for (size_t j = 0; j < trace->events.size(); ++j)
        if (trace->isOrdered(e.instance, trace->events[j].instance))
          tok.add(index, indexOf(block, j));
    }
  // Moral strength (memory model, 1.4): same range, and ordered in the block or
  // in scope.
  strong = EventRelation(events.size());
  for (size_t a = 0; a < events.size(); ++a)
    for (size_t b = 0; b < events.size(); ++b)
      if (a != b && isSameRange(a, b) &&
          (tok.has(a, b) || tok.has(b, a) || partners[a] == b ||
           isMutual(a, b)))
        strong.add(a, b);
}

/// Memory model, 1.5, and 1.8 for reading S.
void ExecutionGraph::synchronise() {
  size_t n = events.size();
  EventRelation rmw(n), strongRf(n);
  for (size_t i = 0; i < n; ++i) {
    if (isRead(i) && partners[i])
      rmw.add(i, *partners[i]);
    for (size_t j = 0; j < n; ++j)
      if (rf.has(i, j) && isMorallyStrong(i, j))
        strongRf.add(i, j);
  }
  // obs = (rf ∩ ms) ; (rmw ; (rf ∩ ms))*
  EventRelation step = rmw.then(strongRf);
  step.close();
  EventRelation obs = strongRf;
  obs |= strongRf.then(step);

  // Heads and tails of synchronisation; reading S lets a release pattern begin
  // at a release and end at a later strong write to the same place.
  EventRelation head(n), tail(n);
  for (size_t i = 0; i < n; ++i) {
    bool releases = isWrite(i) && isRelease(instance(i));
    bool acquires = isRead(i) && isAcquire(instance(i));
    if (releases)
      head.add(i, i);
    if (acquires)
      tail.add(i, i);
    if (reading == SynchronizesWith::Weakest)
      continue;
    for (size_t j = 0; j < n; ++j) {
      bool follows = tok.has(i, j) && isSameRange(i, j);
      if (releases && follows && isWrite(j) && instance(j).isStrong())
        head.add(i, j);
      bool precedes = tok.has(j, i) && isSameRange(i, j);
      if (acquires && precedes && isRead(j) && instance(j).isStrong())
        tail.add(j, i);
    }
  }
  EventRelation candidates = head.then(obs).then(tail);
  hb = tok;
  hb |= rmw;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      if (candidates.has(i, j) && isMutual(i, j))
        hb.add(i, j);
  hb.close();
  isContradictory = !hb.isIrreflexive();
  cause = hb;
  cause |= obs.then(hb);
}

void ExecutionGraph::force() {
  forced = EventRelation(events.size());
  for (auto &[at, place] : places) {
    // A1.
    for (size_t a : place.writes)
      for (size_t b : place.writes) {
        if (a == b && cause.has(a, a))
          isContradictory = true;
        if (a != b && cause.has(a, b))
          forced.add(a, b);
      }
    for (const ReadPart &part : place.parts) {
      // A2, rf: nothing is read before it is written.
      if (part.source && cause.has(part.read, *part.source))
        isContradictory = true;
      for (size_t write : place.writes) {
        // A2, fr: a read sees no write older than one that precedes it.
        if (part.source != write && cause.has(write, part.read)) {
          if (part.source)
            forced.add(write, *part.source);
          else
            isContradictory = true;
        }
      }
      // A3: two atomics do not read from the same write, as neither's own
      // write can be the first behind it. (What an atomic reads from is before
      // its write only if the two are morally strong, A1.)
      auto isBehind = [&](size_t read) {
        return !part.source || isMorallyStrong(*part.source, read);
      };
      if (!partners[part.read] || !isBehind(part.read))
        continue;
      for (const ReadPart &other : place.parts)
        if (other.read != part.read && other.source == part.source &&
            partners[other.read] && isBehind(other.read) &&
            isMorallyStrong(part.read, *partners[other.read]) &&
            isMorallyStrong(*partners[other.read], *partners[part.read]) &&
            isMorallyStrong(other.read, *partners[part.read]))
          isContradictory = true;
    }
  }
  EventRelation closed = forced;
  closed.close();
  isContradictory |= !closed.isIrreflexive();
}

bool ExecutionGraph::isConsistent(const EventRelation &co) const {
  size_t n = events.size();
  EventRelation closed = co;
  closed.close();
  if (!closed.isIrreflexive())
    return false;
  // com ∩ ms, and fr for A2 and A3.
  EventRelation perLocation(n), fr(n);
  for (const auto &[at, place] : places)
    for (const ReadPart &part : place.parts)
      for (size_t write : place.writes)
        if (part.source != write &&
            (!part.source || co.has(*part.source, write)) && part.read != write)
          fr.add(part.read, write);
  for (size_t a = 0; a < n; ++a)
    for (size_t b = 0; b < n; ++b) {
      // A2.
      if (fr.has(a, b) && cause.has(b, a))
        return false;
      if (isMorallyStrong(a, b) &&
          (rf.has(a, b) || co.has(a, b) || fr.has(a, b)))
        perLocation.add(a, b);
      if (tok.has(a, b) && overlaps(a, b))
        perLocation.add(a, b);
    }
  // A3: no write between the read and the write of an atomic.
  for (size_t read = 0; read < n; ++read) {
    if (!isRead(read) || !partners[read])
      continue;
    size_t write = *partners[read];
    for (size_t between = 0; between < n; ++between)
      if (fr.has(read, between) && co.has(between, write) &&
          isMorallyStrong(read, between) && isMorallyStrong(between, write))
        return false;
  }
  // A3, single-copy: no read takes bytes from a write and from an older one.
  for (size_t a = 0; a < n; ++a)
    for (size_t b = 0; b < n; ++b)
      if (fr.has(a, b) && rf.has(b, a) && isMorallyStrong(a, b))
        return false;
  // A4.
  perLocation.close();
  return perLocation.isIrreflexive();
}

bool ExecutionGraph::orderPlace(
    size_t place, EventRelation &co, Coherence &order,
    llvm::function_ref<bool(const Coherence &)> visit) {
  if (place == places.size()) {
    if (!coherencesLeft)
      return false;
    --coherencesLeft;
    return !isConsistent(co) || visit(order);
  }
  const auto &[at, content] = *(places.begin() + place);
  llvm::SmallVector<size_t> &chosen = order[at];
  if (chosen.size() == content.writes.size())
    return orderPlace(place + 1, co, order, visit);
  for (size_t next : content.writes) {
    if (llvm::is_contained(chosen, next))
      continue;
    // All that must come before is there already.
    bool isNext = llvm::none_of(content.writes, [&](size_t other) {
      return other != next && !llvm::is_contained(chosen, other) &&
             (forced.has(other, next) || co.has(other, next));
    });
    if (!isNext)
      continue;
    EventRelation extended = co;
    for (size_t other : content.writes)
      if (other != next && !llvm::is_contained(chosen, other))
        extended.add(next, other);
    order[at].push_back(next);
    bool goesOn = orderPlace(place, extended, order, visit);
    order[at].pop_back();
    if (!goesOn)
      return false;
  }
  return true;
}

uint64_t ExecutionGraph::forEachCoherence(
    llvm::function_ref<bool(const Coherence &)> visit, uint64_t limit) {
  coherencesLeft = limit;
  if (isContradictory)
    return limit;
  EventRelation co(events.size());
  Coherence order;
  for (const auto &[at, place] : places)
    order[at];
  orderPlace(0, co, order, visit);
  return coherencesLeft;
}

std::vector<std::pair<size_t, size_t>> ExecutionGraph::races() const {
  std::vector<std::pair<size_t, size_t>> result;
  const EventRelation &ordered =
      reading == SynchronizesWith::Weakest ? hb : cause;
  for (size_t a = 0; a < events.size(); ++a)
    for (size_t b = a + 1; b < events.size(); ++b)
      if (overlaps(a, b) && (isWrite(a) || isWrite(b)) && partners[a] != b &&
          !ordered.has(a, b) && !ordered.has(b, a) && !isMorallyStrong(a, b))
        result.push_back({a, b});
  return result;
}
