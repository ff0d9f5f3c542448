//===- ThreadClock.cpp - What a thread knows of the others ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/ThreadClock.h"
#include <algorithm>

using namespace tilefuzz;
using namespace tilefuzz::simt;

void simt::join(Clock &into, const Clock &from) {
  into.resize(std::max(into.size(), from.size()));
  for (size_t i = 0, e = from.size(); i < e; ++i)
    into[i] = std::max(into[i], from[i]);
}

Clock ThreadClock::toClock() const {
  Clock clock;
  joinInto(clock);
  return clock;
}

/// What no other thread has.
Clock &ThreadClock::own() {
  if (known->UseCount() != 1)
    known = llvm::makeIntrusiveRefCnt<Entries>(known->clock);
  return known->clock;
}

void ThreadClock::raise(size_t agent, uint32_t to) {
  if ((*this)[agent] >= to)
    return;
  if (agent == index)
    epoch = to;
  else
    own()[agent] = to;
}

void ThreadClock::join(const Clock &other) {
  for (size_t i = 0, e = other.size(); i < e; ++i)
    raise(i, other[i]);
}

void ThreadClock::joinInto(Clock &into) const {
  if (!known)
    return;
  simt::join(into, known->clock);
  into[index] = std::max(into[index], epoch);
}

ThreadClock ThreadClock::startAs(uint32_t to) const {
  ThreadClock other = *this;
  other.index = to;
  other.epoch = 1;
  return other;
}

void ThreadClock::meet(llvm::ArrayRef<ThreadClock *> group) {
  Clock joined;
  const Entries *last = nullptr;
  for (const ThreadClock *clock : group)
    if (clock->known.get() != last) {
      last = clock->known.get();
      simt::join(joined, last->clock);
    }
  for (const ThreadClock *clock : group)
    joined[clock->index] = std::max(joined[clock->index], clock->epoch);
  auto known = llvm::makeIntrusiveRefCnt<Entries>(std::move(joined));
  for (ThreadClock *clock : group) {
    clock->known = known;
    clock->epoch = known->clock[clock->index];
    clock->advance();
  }
}
