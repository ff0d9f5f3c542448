//===- RequiredPairs.cpp - Which accesses must stay in order --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/RequiredPairs.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace tilefuzz;

using Kind = OrderEvent::Kind;

llvm::StringRef tilefuzz::toString(OrderRule rule) {
  switch (rule) {
  case OrderRule::Conflict:
    return "conflict";
  case OrderRule::BeforeRelease:
    return "before-release";
  case OrderRule::AfterAcquire:
    return "after-acquire";
  case OrderRule::SamePlace:
    return "same-place";
  case OrderRule::Log:
    return "log";
  }
  llvm_unreachable("unknown rule");
}

static bool hasKind(const BlockOrder &block, unsigned instance, Kind kind) {
  return llvm::any_of(block.eventsOf(instance), [&](const OrderEvent &event) {
    return event.kind == kind;
  });
}

RequiredPairs::RequiredPairs(const BlockOrder &block) : block(block) {
  // Its order was not closed, and nobody asks.
  if (block.isTooLarge())
    return;
  size_t n = block.instances.size();
  conflicts.assign(n, llvm::BitVector(n));
  samePlace.assign(n, llvm::BitVector(n));
  findConflicts();
  findSamePlaces();
  llvm::BitVector active(n), acquires(n), prints(n);
  for (unsigned i = 0; i < n; ++i) {
    active[i] = block.instances[i].numEvents != 0;
    acquires[i] =
        block.instances[i].isAcquire() && hasKind(block, i, Kind::Read);
    prints[i] = hasKind(block, i, Kind::Print);
  }
  for (unsigned i = 0; i < n; ++i) {
    llvm::BitVector &row = rows.emplace_back(conflicts[i]);
    if (!active[i])
      continue;
    if (block.instances[i].isRelease() && hasKind(block, i, Kind::Write))
      row = active;
    row |= samePlace[i];
    row |= acquires;
    if (prints[i])
      row |= prints;
    row &= block.before(i);
  }
}

/// A sweep over the bytes of each buffer.
void RequiredPairs::findConflicts() {
  struct Interval {
    int buffer;
    int64_t start, end;
    unsigned instance;
    bool isWrite;
    bool operator<(const Interval &other) const {
      return std::tie(buffer, start) < std::tie(other.buffer, other.start);
    }
  };
  std::vector<Interval> intervals;
  for (const OrderEvent &event : block.events) {
    if (event.kind == Kind::Print)
      continue;
    bool isWrite = event.kind == Kind::Write;
    if (!intervals.empty()) {
      Interval &last = intervals.back();
      if (last.instance == event.instance && last.buffer == event.buffer &&
          last.isWrite == isWrite && last.end == event.offset) {
        last.end += event.size;
        continue;
      }
    }
    intervals.push_back({event.buffer, event.offset, event.offset + event.size,
                         event.instance, isWrite});
  }
  llvm::sort(intervals);
  std::vector<Interval> active;
  for (const Interval &interval : intervals) {
    llvm::erase_if(active, [&](const Interval &other) {
      return other.buffer != interval.buffer || other.end <= interval.start;
    });
    for (const Interval &other : active)
      if ((other.isWrite || interval.isWrite) &&
          other.instance != interval.instance) {
        conflicts[other.instance].set(interval.instance);
        conflicts[interval.instance].set(other.instance);
      }
    active.push_back(interval);
  }
}

void RequiredPairs::findSamePlaces() {
  std::vector<std::tuple<int, int64_t, unsigned, unsigned>> places;
  for (const OrderEvent &event : block.events)
    if (event.kind != Kind::Print && block.instances[event.instance].isStrong())
      places.push_back(
          {event.buffer, event.offset, event.size, event.instance});
  llvm::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  auto isSame = [&](size_t i, size_t j) {
    return std::get<0>(places[i]) == std::get<0>(places[j]) &&
           std::get<1>(places[i]) == std::get<1>(places[j]) &&
           std::get<2>(places[i]) == std::get<2>(places[j]);
  };
  for (size_t i = 0; i < places.size(); ++i)
    for (size_t j = i + 1; j < places.size() && isSame(i, j); ++j) {
      unsigned a = std::get<3>(places[i]), b = std::get<3>(places[j]);
      samePlace[a].set(b);
      samePlace[b].set(a);
    }
}

OrderRule RequiredPairs::ruleOf(unsigned first, unsigned second) const {
  if (conflicts[first][second])
    return OrderRule::Conflict;
  if (samePlace[first][second])
    return OrderRule::SamePlace;
  if (hasKind(block, first, Kind::Print) && hasKind(block, second, Kind::Print))
    return OrderRule::Log;
  if (block.instances[second].isRelease() &&
      hasKind(block, second, Kind::Write))
    return OrderRule::BeforeRelease;
  return OrderRule::AfterAcquire;
}

std::pair<unsigned, unsigned> RequiredPairs::witnessOf(unsigned first,
                                                       unsigned second) const {
  OrderRule rule = ruleOf(first, second);
  const OrderInstance &a = block.instances[first];
  const OrderInstance &b = block.instances[second];
  for (unsigned i = a.firstEvent; i < a.firstEvent + a.numEvents; ++i)
    for (unsigned j = b.firstEvent; j < b.firstEvent + b.numEvents; ++j)
      if (rule == OrderRule::Conflict
              ? block.events[i].conflicts(block.events[j])
              : rule != OrderRule::SamePlace ||
                    block.events[i].isSameRange(block.events[j]))
        return {i, j};
  return {a.firstEvent, b.firstEvent};
}

uint64_t RequiredPairs::size() const {
  uint64_t count = 0;
  for (const llvm::BitVector &row : rows)
    count += row.count();
  return count;
}
