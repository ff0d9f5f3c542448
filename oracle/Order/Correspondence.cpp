//===- Correspondence.cpp - Which access stands for which -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/Correspondence.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <tuple>
#include <unordered_map>

using namespace tilefuzz;

bool tilefuzz::isAsStrong(const OrderInstance &source,
                          const OrderInstance &target) {
  if (!source.isStrong())
    return true;
  return ordersAll(target.ordering, source.ordering) &&
         target.scope >= source.scope;
}

namespace {
using Place = std::tuple<OrderEvent::Kind, int, int64_t, unsigned>;
Place placeOf(const OrderEvent &event) {
  return {event.kind, event.buffer, event.offset, event.size};
}

/// What an instance does, whatever the order of its elements.
struct Digest {
  /// Without and with the values.
  uint64_t places = 0, all = 0;
};

Digest digestOf(const BlockOrder &block, unsigned instance) {
  const OrderInstance &of = block.instances[instance];
  Digest digest = {llvm::hash_value(of.textWithoutFloats),
                   llvm::hash_value(of.text)};
  for (const OrderEvent &event : block.eventsOf(instance)) {
    uint64_t place = llvm::hash_combine(event.kind, event.isAtomic,
                                        event.buffer, event.offset, event.size);
    digest.places += place;
    digest.all += llvm::hash_combine(place, event.value);
  }
  return digest;
}

/// The instances of one block, by what they do.
struct Index {
  std::unordered_map<uint64_t, std::vector<unsigned>> byAll, byPlaces;
  llvm::StringMap<std::vector<unsigned>> byLocation;
  std::vector<Digest> digests;

  explicit Index(const BlockOrder &block) {
    for (unsigned i = 0; i < block.instances.size(); ++i) {
      digests.push_back(digestOf(block, i));
      if (!block.instances[i].numEvents)
        continue;
      byAll[digests[i].all].push_back(i);
      byPlaces[digests[i].places].push_back(i);
      llvm::StringRef location = block.instances[i].site.location;
      if (!location.empty())
        byLocation[location].push_back(i);
    }
  }
};

class Matcher {
public:
  Matcher(const BlockOrder &source, const BlockOrder &target,
          const RequiredPairs &required,
          llvm::function_ref<size_t(const Correspondence &)> lossesOf,
          llvm::function_ref<bool(unsigned)> mayReadOther)
      : source(source), target(target), required(required), lossesOf(lossesOf),
        mayReadOther(mayReadOther), sources(source), targets(target),
        chosen(target.instances.size(), -1), takers(source.instances.size()) {}

  Correspondence run();

private:
  static constexpr unsigned mostNodes = 20'000, mostLeaves = 64;
  /// Of more than these, the iterations of a long loop mostly, the first
  /// pairing stands.
  static constexpr size_t mostOpen = 256;

  void findCandidates();
  void openContested();
  bool contains(unsigned outer, unsigned inner, bool withValues) const;
  void choose(unsigned instance, unsigned as) {
    chosen[instance] = as;
    takers[as].push_back(instance);
  }
  void undo(unsigned instance) {
    takers[chosen[instance]].pop_back();
    chosen[instance] = -1;
  }
  /// Required order that this choice loses against the choices so far.
  unsigned violations(unsigned instance, unsigned as) const;
  bool isReread(unsigned instance) const;
  bool areAlike(unsigned a, unsigned b);
  void chooseGreedily();
  bool search(size_t depth);
  Correspondence build() const;
  void mapEvents(Correspondence &result, unsigned instance, unsigned as,
                 std::vector<bool> &isTaken) const;
  void mapSingly(Correspondence &result, unsigned instance,
                 std::vector<bool> &isTaken) const;

  const BlockOrder &source, &target;
  const RequiredPairs &required;
  llvm::function_ref<size_t(const Correspondence &)> lossesOf;
  llvm::function_ref<bool(unsigned)> mayReadOther;
  Index sources, targets;
  /// By target instance: the source's.
  std::vector<int> chosen;
  /// By source instance.
  std::vector<llvm::SmallVector<unsigned, 1>> takers;
  /// Target instances that several source instances may stand for, and those.
  std::vector<std::pair<unsigned, llvm::SmallVector<unsigned>>> open;
  /// Of those, the ones that may also stand for parts of several instances:
  /// others want the only one that is like them.
  llvm::BitVector isContested;
  /// The source's events, once an instance is not paired as a whole.
  mutable std::multimap<Place, unsigned> places;
  /// The transposed required pairs.
  std::vector<llvm::BitVector> after;
  unsigned nodes = 0, leaves = 0;
  std::optional<std::pair<size_t, Correspondence>> best;
};
} // namespace

bool Matcher::contains(unsigned outer, unsigned inner, bool withValues) const {
  std::map<std::pair<Place, uint64_t>, int> counts;
  auto keyOf = [&](const OrderEvent &event) {
    return std::pair(placeOf(event), withValues ? event.value : 0);
  };
  if (!source.instances[outer].mayPrint(target.instances[inner]))
    return false;
  for (const OrderEvent &event : source.eventsOf(outer))
    ++counts[keyOf(event)];
  return llvm::all_of(target.eventsOf(inner), [&](const OrderEvent &event) {
    return --counts[keyOf(event)] >= 0;
  });
}

bool Matcher::isReread(unsigned instance) const {
  return !target.instances[instance].isStrong() &&
         llvm::all_of(target.eventsOf(instance), [](const OrderEvent &event) {
           return event.kind == OrderEvent::Kind::Read;
         });
}

void Matcher::findCandidates() {
  std::vector<bool> isClaimed(source.instances.size());
  using Candidates = llvm::SmallVector<unsigned>;
  auto filter = [](llvm::ArrayRef<unsigned> from, auto &&predicate) {
    Candidates result;
    for (unsigned instance : from)
      if (predicate(instance))
        result.push_back(instance);
    return result;
  };
  auto lookUp = [](const auto &map, uint64_t key) {
    auto found = map.find(key);
    return found == map.end() ? llvm::ArrayRef<unsigned>()
                              : llvm::ArrayRef(found->second);
  };
  auto settle = [&](unsigned instance, Candidates candidates) {
    if (candidates.size() == 1)
      choose(instance, candidates[0]);
    else
      open.push_back({instance, std::move(candidates)});
  };
  // What has the values comes first, and alone if those are certain.
  auto addOthers = [&](unsigned instance, Candidates &candidates,
                       llvm::ArrayRef<unsigned> ofPlaces) {
    bool isFirst = candidates.empty();
    for (unsigned s : ofPlaces)
      if (isFirst || (mayReadOther && mayReadOther(s) &&
                      sources.digests[s].all != targets.digests[instance].all))
        candidates.push_back(s);
  };
  std::vector<unsigned> rest;
  for (unsigned i = 0; i < target.instances.size(); ++i) {
    if (!target.instances[i].numEvents)
      continue;
    auto tagged = sources.byLocation.find(target.instances[i].site.location);
    if (tagged == sources.byLocation.end()) {
      rest.push_back(i);
      continue;
    }
    Candidates candidates = filter(tagged->second, [&](unsigned s) {
      return sources.digests[s].all == targets.digests[i].all;
    });
    Candidates ofPlaces = filter(tagged->second, [&](unsigned s) {
      return sources.digests[s].places == targets.digests[i].places &&
             source.instances[s].mayPrint(target.instances[i]);
    });
    addOthers(i, candidates, ofPlaces);
    // Some elements are gone.
    for (bool withValues : {true, false})
      if (candidates.empty())
        candidates = filter(tagged->second, [&](unsigned s) {
          return contains(s, i, withValues);
        });
    if (candidates.empty()) {
      rest.push_back(i);
      continue;
    }
    for (unsigned s : candidates)
      isClaimed[s] = true;
    settle(i, std::move(candidates));
  }
  for (unsigned i : rest) {
    auto isFree = [&](unsigned s) { return !isClaimed[s]; };
    llvm::ArrayRef<unsigned> equal =
        lookUp(sources.byAll, targets.digests[i].all);
    Candidates candidates = filter(equal, isFree);
    if (candidates.empty())
      candidates.assign(equal.begin(), equal.end());
    // Other values: what is of the place, then.
    Candidates ofPlaces = filter(
        lookUp(sources.byPlaces, targets.digests[i].places), [&](unsigned s) {
          return isFree(s) && source.instances[s].mayPrint(target.instances[i]);
        });
    addOthers(i, candidates, ofPlaces);
    if (!candidates.empty())
      settle(i, std::move(candidates));
  }
}

/// Several target instances that are like one of the source, as a part of
/// another may be: none has a better claim.
void Matcher::openContested() {
  isContested.resize(target.instances.size());
  for (unsigned s = 0; s < source.instances.size(); ++s) {
    if (takers[s].size() < 2 ||
        llvm::all_of(takers[s], [&](unsigned i) { return isReread(i); }))
      continue;
    llvm::SmallVector<unsigned, 1> claimants = takers[s];
    for (unsigned i : llvm::reverse(claimants))
      undo(i);
    for (unsigned i : claimants) {
      open.push_back({i, {s}});
      isContested.set(i);
    }
  }
}

unsigned Matcher::violations(unsigned instance, unsigned as) const {
  unsigned count =
      !isAsStrong(source.instances[as], target.instances[instance]);
  for (unsigned before : required.before(as).set_bits())
    for (unsigned other : takers[before])
      count += other != instance && !target.isOrdered(other, instance);
  for (unsigned later : after[as].set_bits())
    for (unsigned other : takers[later])
      count += other != instance && !target.isOrdered(instance, other);
  return count;
}

/// Whether exchanging two source instances changes nothing required.
bool Matcher::areAlike(unsigned a, unsigned b) {
  const OrderInstance &first = source.instances[a];
  const OrderInstance &second = source.instances[b];
  return first.op == second.op && first.ordering == second.ordering &&
         first.scope == second.scope &&
         required.before(a) == required.before(b) && after[a] == after[b];
}

void Matcher::chooseGreedily() {
  for (auto &[instance, candidates] : open) {
    std::optional<unsigned> chosenSource;
    unsigned fewest = ~0u;
    for (unsigned s : candidates) {
      if (!takers[s].empty())
        continue;
      unsigned count = open.size() > mostOpen ? 0 : violations(instance, s);
      if (count < fewest) {
        fewest = count;
        chosenSource = s;
      }
      if (count == 0)
        break;
    }
    if (!chosenSource && isReread(instance))
      chosenSource = candidates.front();
    if (chosenSource)
      choose(instance, *chosenSource);
  }
}

/// Whether the search is over.
bool Matcher::search(size_t depth) {
  if (depth == open.size()) {
    Correspondence result = build();
    size_t losses = lossesOf(result);
    if (!best || losses < best->first)
      best.emplace(losses, std::move(result));
    return losses == 0 || ++leaves >= mostLeaves;
  }
  unsigned instance = open[depth].first;
  llvm::ArrayRef<unsigned> candidates = open[depth].second;
  llvm::SmallVector<unsigned> tried;
  auto attempt = [&](unsigned s) {
    if (violations(instance, s))
      return false;
    choose(instance, s);
    bool isDone = search(depth + 1);
    undo(instance);
    return isDone;
  };
  for (unsigned s : candidates) {
    if (!takers[s].empty())
      continue;
    if (++nodes > mostNodes)
      return true;
    if (llvm::any_of(tried, [&](unsigned other) { return areAlike(other, s); }))
      continue;
    if (attempt(s))
      return true;
    tried.push_back(s);
  }
  if (isReread(instance))
    for (unsigned s : candidates)
      if (!takers[s].empty()) {
        if (++nodes > mostNodes || attempt(s))
          return true;
      }
  return isContested[instance] && (++nodes > mostNodes || search(depth + 1));
}

/// Pairs the events of one instance with those of another, equal values first.
void Matcher::mapEvents(Correspondence &result, unsigned instance, unsigned as,
                        std::vector<bool> &isTaken) const {
  std::multimap<Place, unsigned> places;
  const OrderInstance &of = source.instances[as];
  for (unsigned i = 0; i < of.numEvents; ++i)
    places.emplace(placeOf(source.events[of.firstEvent + i]),
                   of.firstEvent + i);
  bool mayRepeat = isReread(instance);
  unsigned event = target.instances[instance].firstEvent;
  for (unsigned i = 0; i < target.instances[instance].numEvents; ++i, ++event) {
    auto range = places.equal_range(placeOf(target.events[event]));
    std::optional<unsigned> found;
    for (bool withValues : {true, false})
      for (auto at = range.first; at != range.second && !found; ++at)
        if ((!isTaken[at->second] || mayRepeat) &&
            (!withValues ||
             source.events[at->second].value == target.events[event].value))
          found = at->second;
    if (!found) {
      result.added.push_back(event);
      continue;
    }
    isTaken[*found] = true;
    result.images[*found].push_back(event);
  }
}

/// Pairs the events of an instance that no single one stands for.
void Matcher::mapSingly(Correspondence &result, unsigned instance,
                        std::vector<bool> &isTaken) const {
  if (places.empty())
    for (unsigned i = 0; i < source.events.size(); ++i)
      places.emplace(placeOf(source.events[i]), i);
  const OrderInstance &of = target.instances[instance];
  for (unsigned event = of.firstEvent; event < of.firstEvent + of.numEvents;
       ++event) {
    auto range = places.equal_range(placeOf(target.events[event]));
    auto isEqual = [&](unsigned s) {
      return source.events[s].value == target.events[event].value &&
             source.instances[source.events[s].instance].mayPrint(of);
    };
    // What is free and has the value; then what has it; then what is free.
    std::optional<unsigned> found;
    unsigned ways = 0;
    for (auto at = range.first; at != range.second; ++at)
      if (!isTaken[at->second] && isEqual(at->second)) {
        ++ways;
        if (!found)
          found = at->second;
      }
    for (auto at = range.first; at != range.second && isReread(instance); ++at)
      if (!found && isEqual(at->second)) {
        found = at->second;
        ways = 2;
      }
    for (auto at = range.first; at != range.second; ++at)
      if (!found && !isTaken[at->second] &&
          std::get<0>(at->first) != OrderEvent::Kind::Print) {
        found = at->second;
        ways = 2;
      }
    if (!found) {
      result.added.push_back(event);
      continue;
    }
    if (ways > 1)
      result.isDoubtful.set(instance);
    isTaken[*found] = true;
    result.images[*found].push_back(event);
  }
}

Correspondence Matcher::build() const {
  Correspondence result;
  result.images.resize(source.events.size());
  result.instances.resize(source.instances.size());
  result.isDoubtful.resize(target.instances.size());
  std::vector<bool> isTaken(source.events.size());
  for (unsigned i = 0; i < target.instances.size(); ++i) {
    if (chosen[i] < 0)
      continue;
    // The usual case: the same elements in the same order.
    const OrderInstance &of = source.instances[chosen[i]];
    const OrderInstance &by = target.instances[i];
    bool isSame = of.numEvents == by.numEvents;
    for (unsigned k = 0; isSame && k < of.numEvents; ++k)
      isSame = !isTaken[of.firstEvent + k] &&
               placeOf(source.events[of.firstEvent + k]) ==
                   placeOf(target.events[by.firstEvent + k]);
    if (!isSame) {
      mapEvents(result, i, chosen[i], isTaken);
      continue;
    }
    for (unsigned k = 0; k < of.numEvents; ++k) {
      isTaken[of.firstEvent + k] = true;
      result.images[of.firstEvent + k].push_back(by.firstEvent + k);
    }
  }
  for (unsigned i = 0; i < target.instances.size(); ++i)
    if (target.instances[i].numEvents && chosen[i] < 0)
      mapSingly(result, i, isTaken);
  for (auto [event, images] : llvm::enumerate(result.images))
    for (unsigned image : images) {
      auto &instances = result.instances[source.events[event].instance];
      unsigned instance = target.events[image].instance;
      if (!llvm::is_contained(instances, instance))
        instances.push_back(instance);
    }
  return result;
}

Correspondence Matcher::run() {
  size_t n = source.instances.size();
  after.assign(n, llvm::BitVector(n));
  for (unsigned later = 0; later < n; ++later)
    for (unsigned before : required.before(later).set_bits())
      after[before].set(later);
  findCandidates();
  openContested();
  chooseGreedily();
  Correspondence first = build();
  if (open.empty() || lossesOf(first) == 0)
    return first;
  best.emplace(lossesOf(first), std::move(first));
  auto giveUp = [&] {
    llvm::BitVector alike(source.instances.size());
    for (auto &entry : open)
      for (unsigned s : entry.second)
        alike.set(s);
    llvm::append_range(best->second.undecided, alike.set_bits());
    return std::move(best->second);
  };
  if (open.size() > mostOpen) {
    // With locations, iterations correspond in their order.
    if (llvm::any_of(open, [&](const auto &entry) {
          return target.instances[entry.first].site.location !=
                 source.instances[entry.second.front()].site.location;
        }))
      return giveUp();
    return std::move(best->second);
  }
  for (auto &entry : open)
    if (chosen[entry.first] >= 0)
      llvm::erase(takers[chosen[entry.first]], entry.first);
  for (auto &entry : open)
    chosen[entry.first] = -1;
  search(0);
  if (best->first && (nodes > mostNodes || leaves >= mostLeaves))
    return giveUp();
  return std::move(best->second);
}

Correspondence tilefuzz::findCorrespondence(
    const BlockOrder &source, const BlockOrder &target,
    const RequiredPairs &required,
    llvm::function_ref<size_t(const Correspondence &)> lossesOf,
    llvm::function_ref<bool(unsigned)> mayReadOther) {
  return Matcher(source, target, required, lossesOf, mayReadOther).run();
}
