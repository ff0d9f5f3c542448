//===- TensorOrder.cpp - The order of tensor memory -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Fences/TensorOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace tilefuzz;

namespace {
/// Uses, by their place in their thread's events; the second thread's are the
/// upper half.
using UseSet = uint64_t;

struct Message {
  UseSet executed = 0, out = 0;
};

struct ThreadState {
  unsigned next = 0;
  unsigned waits = 0;
  UseSet executed = 0, in = 0, out = 0, pending = 0;
  /// Commits that have not arrived; in order, as each tracks all before it.
  SmallVector<Message, 2> commits;
};

struct State {
  ThreadState threads[2];
  /// In the order in which they arrived.
  SmallVector<Message, 4> arrivals;
};

class Execution {
public:
  Execution(ArrayRef<TensorEvent> first, ArrayRef<TensorEvent> second,
            unsigned count)
      : events{first, second}, count(count) {}

  /// Whether some continuation has an unordered use.
  bool explore(State state);

  std::optional<UnorderedUse> found;

private:
  bool runAlone(ThreadState &thread, unsigned index);
  TensorEvent at(const State &state, unsigned index) const {
    unsigned next = state.threads[index].next;
    return next < events[index].size() ? events[index][next]
                                       : TensorEvent::None;
  }
  static void receive(ThreadState &thread, const Message &message) {
    thread.executed |= message.executed;
    thread.pending |= message.out;
  }

  ArrayRef<TensorEvent> events[2];
  unsigned count;
};
} // namespace

/// As far as a thread comes without the other: its order with the other's
/// events there makes no difference.
bool Execution::runAlone(ThreadState &thread, unsigned index) {
  for (; thread.next != events[index].size(); ++thread.next) {
    switch (events[index][thread.next]) {
    case TensorEvent::Use: {
      if (UseSet lost = thread.executed & ~thread.in) {
        found =
            UnorderedUse{index, thread.next, unsigned(countr_zero(lost)) % 32};
        return false;
      }
      UseSet self = UseSet(1) << (index * 32 + thread.next);
      thread.executed |= self;
      thread.in |= self;
      break;
    }
    case TensorEvent::BeforeFence:
      thread.out = thread.in;
      break;
    case TensorEvent::AfterFence:
      thread.in |= thread.pending;
      break;
    case TensorEvent::Commit:
      thread.out = thread.in;
      thread.commits.push_back({thread.executed, thread.out});
      break;
    default:
      return true;
    }
  }
  return true;
}

bool Execution::explore(State state) {
  for (unsigned t : {0, 1})
    if (!runAlone(state.threads[t], t))
      return true;
  if (at(state, 0) == TensorEvent::Sync && at(state, 1) == TensorEvent::Sync) {
    State after = state;
    for (unsigned t : {0, 1}) {
      const ThreadState &other = state.threads[1 - t];
      receive(after.threads[t], {other.executed, other.out});
      ++after.threads[t].next;
    }
    if (explore(std::move(after)))
      return true;
  }
  for (unsigned t : {0, 1}) {
    const ThreadState &thread = state.threads[t];
    if (!thread.commits.empty()) {
      State after = state;
      after.arrivals.push_back(thread.commits.front());
      after.threads[t].commits.erase(after.threads[t].commits.begin());
      if (explore(std::move(after)))
        return true;
    }
    TensorEvent event = at(state, t);
    if (event == TensorEvent::Arrive) {
      State after = state;
      after.arrivals.push_back({thread.executed, thread.out});
      ++after.threads[t].next;
      if (explore(std::move(after)))
        return true;
    }
    if (event == TensorEvent::Wait &&
        (thread.waits + 1) * count <= state.arrivals.size()) {
      State after = state;
      ThreadState &waiter = after.threads[t];
      // The phase completed behind those before it.
      for (unsigned i = 0; i != (thread.waits + 1) * count; ++i)
        receive(waiter, state.arrivals[i]);
      ++waiter.waits;
      ++waiter.next;
      if (explore(std::move(after)))
        return true;
    }
  }
  return false;
}

std::optional<UnorderedUse>
tilefuzz::findUnorderedUse(ArrayRef<TensorEvent> first,
                           ArrayRef<TensorEvent> second, unsigned count) {
  Execution execution(first, second, count);
  execution.explore({});
  return execution.found;
}

bool ContractState::step(TensorEvent event) {
  switch (event) {
  case TensorEvent::Use:
    ownUnfenced = true;
    return !othersUnfenced;
  case TensorEvent::BeforeFence:
  case TensorEvent::Commit:
    ownUnfenced = false;
    return true;
  case TensorEvent::AfterFence:
    othersUnfenced = false;
    return true;
  case TensorEvent::Sync:
    othersUnfenced = true;
    return !ownUnfenced;
  case TensorEvent::Arrive:
    return !ownUnfenced;
  case TensorEvent::Wait:
    othersUnfenced = true;
    return true;
  default:
    return true;
  }
}

std::optional<unsigned>
tilefuzz::findBrokenContract(ArrayRef<TensorEvent> events) {
  ContractState state;
  for (unsigned i = 0; i != events.size(); ++i)
    if (!state.step(events[i]))
      return i;
  return std::nullopt;
}

static bool arrives(TensorEvent event) {
  return event == TensorEvent::Arrive || event == TensorEvent::Commit;
}

/// Meets the boundaries ahead of `place`. What it uses itself, it hands over
/// from ahead of the one at `acquired`.
static EventList meetBoundaries(ArrayRef<TensorEvent> events, unsigned place,
                                std::optional<unsigned> acquired,
                                unsigned count) {
  EventList witness;
  unsigned arrivals = 0, needed = 0;
  for (unsigned i = 0; i != place; ++i) {
    if (i == acquired)
      witness.append({TensorEvent::Use, TensorEvent::BeforeFence});
    if (events[i] == TensorEvent::Sync)
      witness.push_back(TensorEvent::Sync);
    arrivals += arrives(events[i]);
    if (events[i] != TensorEvent::Wait)
      continue;
    // Whatever its own arrivals leave open.
    needed += count;
    for (; arrivals < needed; ++arrivals)
      witness.push_back(TensorEvent::Arrive);
  }
  return witness;
}

std::optional<Witness> tilefuzz::findWitness(ArrayRef<TensorEvent> events,
                                             unsigned place) {
  auto shows = [&](const Witness &witness) {
    return findUnorderedUse(events, witness.events, witness.count).has_value();
  };
  if (events[place] != TensorEvent::Use) {
    Witness witness{meetBoundaries(events, place, std::nullopt, 1), 1};
    if (events[place] == TensorEvent::Sync)
      witness.events.push_back(TensorEvent::Sync);
    else
      // All phases until then, whoever arrived.
      witness.events.append(
          llvm::count_if(witness.events, arrives) +
              llvm::count_if(events.take_front(place + 1), arrives),
          TensorEvent::Wait);
    witness.events.append({TensorEvent::AfterFence, TensorEvent::Use});
    if (shows(witness))
      return witness;
    return std::nullopt;
  }
  // Behind which boundary it received what no after-fence took in; its own
  // arrivals alone do not complete a phase of more than they are.
  unsigned own = llvm::count_if(events.take_front(place), arrives);
  for (unsigned i = place; i-- != 0 && events[i] != TensorEvent::AfterFence;)
    if (events[i] == TensorEvent::Wait || events[i] == TensorEvent::Sync)
      for (unsigned count = 1; count <= own + 1; ++count) {
        Witness witness{meetBoundaries(events, place, i, count), count};
        if (shows(witness))
          return witness;
      }
  return std::nullopt;
}
