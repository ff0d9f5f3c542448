//===- ProtocolMachine.cpp - Every interleaving of a protocol -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/ProtocolMachine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace tilefuzz;

llvm::StringRef tilefuzz::toString(ProtocolStep step) {
  switch (step) {
  case ProtocolStep::Acquire:
    return "acquire";
  case ProtocolStep::Write:
    return "write";
  case ProtocolStep::Store:
    return "store";
  case ProtocolStep::Commit:
    return "commit";
  case ProtocolStep::Wait:
    return "wait";
  case ProtocolStep::Read:
    return "read";
  case ProtocolStep::Release:
    return "release";
  }
  llvm_unreachable("unknown step");
}

llvm::StringRef tilefuzz::toString(ProtocolFault fault) {
  switch (fault) {
  case ProtocolFault::Deadlock:
    return "deadlock";
  case ProtocolFault::WrongTile:
    return "wrong tile";
  case ProtocolFault::Overwritten:
    return "overwritten";
  case ProtocolFault::Arrivals:
    return "arrivals";
  }
  llvm_unreachable("unknown fault");
}

void tilefuzz::addTiles(std::vector<ProtocolEvent> &agent, uint8_t ring,
                        uint8_t depth, llvm::ArrayRef<ProtocolStep> steps,
                        uint8_t firstTile, uint8_t endTile) {
  for (unsigned tile = firstTile; tile < endTile; ++tile)
    for (ProtocolStep step : steps) {
      unsigned parity = (tile / depth) & 1;
      // The first acquire of a slot passes.
      if (step == ProtocolStep::Acquire)
        parity ^= 1;
      agent.push_back(
          {step, ring, uint8_t(tile % depth), uint8_t(parity), uint8_t(tile)});
    }
}

namespace {
constexpr uint8_t nothing = 255;

/// What a slot holds, and its two barriers.
struct Slot {
  uint8_t tile = nothing;
  /// Copies that are not complete.
  uint8_t pending = 0;
  /// Writers that have begun their part of the tile.
  uint8_t parts = 0;
  /// Phases that are complete.
  uint8_t full = 0, empty = 0;
  /// Arrivals in the phase that is not.
  uint8_t commits = 0, releases = 0;
  /// Readers between wait and release.
  uint8_t holders = 0;
};

/// Everything that what comes depends on, as bytes.
using State = std::string;

class Explorer {
public:
  Explorer(const Protocol &protocol, uint64_t maxStates)
      : protocol(protocol), maxStates(maxStates) {
    for (const ProtocolRing &ring : protocol.rings) {
      firstSlot.push_back(numSlots);
      numSlots += ring.depth;
      writers.resize(numSlots, ring.writers);
    }
  }
  ProtocolAnswer explore();

private:
  Slot getSlot(const State &state, unsigned index) const {
    Slot slot;
    memcpy(&slot, state.data() + protocol.agents.size() + index * sizeof(Slot),
           sizeof(Slot));
    return slot;
  }
  void setSlot(State &state, unsigned index, const Slot &slot) const {
    memcpy(state.data() + protocol.agents.size() + index * sizeof(Slot), &slot,
           sizeof(Slot));
  }
  const ProtocolEvent *next(const State &state, size_t agent) const {
    uint8_t at = state[agent];
    return at < protocol.agents[agent].size() ? &protocol.agents[agent][at]
                                              : nullptr;
  }
  /// False: the agent waits.
  bool advance(State &state, size_t agent, std::optional<ProtocolFault> &fault);
  static void completePhases(Slot &slot, unsigned writers);
  std::string describe(size_t agent, const ProtocolEvent &event) const;

  const Protocol &protocol;
  uint64_t maxStates;
  std::vector<unsigned> firstSlot;
  /// By slot.
  std::vector<uint8_t> writers;
  unsigned numSlots = 0;
};
} // namespace

/// A full phase is over when every writer has committed and no copy is pending.
void Explorer::completePhases(Slot &slot, unsigned writers) {
  if (slot.commits >= writers && !slot.pending) {
    slot.commits -= writers;
    ++slot.full;
  }
}

bool Explorer::advance(State &state, size_t agent,
                       std::optional<ProtocolFault> &fault) {
  const ProtocolEvent &event = *next(state, agent);
  unsigned index = firstSlot[event.ring] + event.slot;
  Slot slot = getSlot(state, index);
  const ProtocolRing &ring = protocol.rings[event.ring];
  switch (event.step) {
  case ProtocolStep::Acquire:
    // The phase that is not complete has the other parity.
    if ((slot.empty & 1) == event.parity)
      return false;
    break;
  case ProtocolStep::Write:
  case ProtocolStep::Store: {
    bool isOther = slot.tile != event.tile;
    if (slot.holders ||
        (slot.pending && (isOther || slot.parts >= ring.writers)))
      fault = ProtocolFault::Overwritten;
    slot.parts = isOther ? 1 : slot.parts + 1;
    slot.tile = event.tile;
    slot.pending += event.step == ProtocolStep::Write;
    break;
  }
  case ProtocolStep::Commit:
    // So many arrivals are a phase; one more before it is over is too many.
    if (slot.commits >= ring.writers)
      fault = ProtocolFault::Arrivals;
    ++slot.commits;
    completePhases(slot, ring.writers);
    break;
  case ProtocolStep::Wait:
    if ((slot.full & 1) == event.parity)
      return false;
    ++slot.holders;
    break;
  case ProtocolStep::Read:
    if (slot.tile != event.tile || slot.pending || !slot.holders ||
        slot.parts < ring.writers)
      fault = ProtocolFault::WrongTile;
    break;
  case ProtocolStep::Release:
    if (slot.holders)
      --slot.holders;
    if (++slot.releases == ring.readers) {
      slot.releases = 0;
      ++slot.empty;
    }
    break;
  }
  setSlot(state, index, slot);
  ++state[agent];
  return true;
}

std::string Explorer::describe(size_t agent, const ProtocolEvent &event) const {
  return llvm::formatv("agent {0}: {1} ring {2} slot {3}, tile {4}", agent,
                       toString(event.step), event.ring, event.slot, event.tile)
      .str();
}

ProtocolAnswer Explorer::explore() {
  ProtocolAnswer answer;
  State start(protocol.agents.size() + numSlots * sizeof(Slot), '\0');
  for (unsigned slot = 0; slot < numSlots; ++slot)
    setSlot(start, slot, Slot());
  // How each state was reached first.
  struct Arrival {
    const State *from = nullptr;
    std::string what;
  };
  std::map<State, Arrival> seen;
  std::vector<const State *> open;
  auto add = [&](State &&state, const State *from, std::string what) {
    auto [it, isNew] = seen.try_emplace(std::move(state));
    if (!isNew)
      return;
    it->second = {from, std::move(what)};
    open.push_back(&it->first);
  };
  auto tell = [&](const State *state, ProtocolFault fault,
                  std::string last = {}) {
    answer.fault = fault;
    if (!last.empty())
      answer.trace.push_back(std::move(last));
    for (; state; state = seen[*state].from)
      if (!seen[*state].what.empty())
        answer.trace.push_back(seen[*state].what);
    std::reverse(answer.trace.begin(), answer.trace.end());
  };
  add(std::move(start), nullptr, {});
  // Breadth first: the first trace is a shortest one.
  for (size_t at = 0; at < open.size() && !answer.fault; ++at) {
    const State &state = *open[at];
    if (seen.size() > maxStates) {
      answer.isComplete = false;
      break;
    }
    bool moves = false, isOver = true;
    for (size_t agent = 0; agent < protocol.agents.size(); ++agent) {
      const ProtocolEvent *event = next(state, agent);
      if (!event)
        continue;
      isOver = false;
      State after = state;
      std::optional<ProtocolFault> fault;
      if (!advance(after, agent, fault))
        continue;
      moves = true;
      if (fault) {
        tell(&state, *fault, describe(agent, *event));
        break;
      }
      add(std::move(after), &state, describe(agent, *event));
    }
    for (unsigned index = 0; index < numSlots && !answer.fault; ++index) {
      Slot slot = getSlot(state, index);
      if (!slot.pending)
        continue;
      moves = true;
      --slot.pending;
      completePhases(slot, writers[index]);
      State after = state;
      setSlot(after, index, slot);
      add(std::move(after), &state,
          llvm::formatv("the copy of tile {0} is complete", slot.tile).str());
    }
    if (!answer.fault && !moves && !isOver)
      tell(&state, ProtocolFault::Deadlock);
  }
  answer.states = seen.size();
  return answer;
}

ProtocolAnswer tilefuzz::exploreProtocol(const Protocol &protocol,
                                         uint64_t maxStates) {
  return Explorer(protocol, maxStates).explore();
}
