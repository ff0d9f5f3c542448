//===- ProtocolMachineTest.cpp - Every interleaving of a protocol ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/ProtocolMachine.h"
#include "compiler/Support/Random/Random.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using Step = ProtocolStep;

static const std::vector<Step> producer = {Step::Acquire, Step::Write,
                                           Step::Commit};
static const std::vector<Step> consumer = {Step::Wait, Step::Read,
                                           Step::Release};

/// A ring, its producer and its readers.
static Protocol makeRing(uint8_t depth, uint8_t tiles, uint8_t readers) {
  Protocol protocol;
  protocol.rings.push_back({depth, readers});
  protocol.agents.resize(1 + readers);
  addTiles(protocol.agents[0], 0, depth, producer, 0, tiles);
  for (uint8_t reader = 0; reader < readers; ++reader)
    addTiles(protocol.agents[1 + reader], 0, depth, consumer, 0, tiles);
  return protocol;
}

TEST(ProtocolMachine, WhatIsRightHasNoFault) {
  for (uint8_t depth = 1; depth <= 3; ++depth)
    for (uint8_t tiles = 0; tiles <= 4; ++tiles)
      for (uint8_t readers = 1; readers <= 2; ++readers) {
        ProtocolAnswer answer =
            exploreProtocol(makeRing(depth, tiles, readers));
        EXPECT_TRUE(answer.isComplete);
        EXPECT_FALSE(answer.fault)
            << toString(*answer.fault).str() << " " << int(depth) << " "
            << int(tiles) << " " << int(readers);
      }
}

/// Threads of a CTA: each writes its part, and reads what all have written.
static Protocol makeThreads(uint8_t depth, uint8_t tiles) {
  Protocol protocol;
  protocol.rings.push_back({depth, 2, 2});
  protocol.agents.resize(2);
  for (std::vector<ProtocolEvent> &thread : protocol.agents)
    for (uint8_t tile = 0; tile < tiles; ++tile)
      for (const std::vector<Step> &side : {producer, consumer})
        addTiles(thread, 0, depth, side, tile, tile + 1);
  return protocol;
}

TEST(ProtocolMachine, ThreadsWaitForEachOther) {
  for (uint8_t depth = 1; depth <= 3; ++depth)
    for (uint8_t tiles = 0; tiles <= 4; ++tiles) {
      Protocol threads = makeThreads(depth, tiles);
      ProtocolAnswer answer = exploreProtocol(threads);
      EXPECT_TRUE(answer.isComplete);
      EXPECT_FALSE(answer.fault) << toString(*answer.fault).str() << " "
                                 << int(depth) << " " << int(tiles);
      // Full as soon as one has written, or empty as soon as one has read.
      if (!tiles)
        continue;
      threads.rings[0].writers = 1;
      EXPECT_TRUE(exploreProtocol(threads).fault);
      if (tiles <= depth)
        continue;
      threads.rings[0].writers = 2;
      threads.rings[0].readers = 1;
      EXPECT_TRUE(exploreProtocol(threads).fault);
    }
}

/// Stores are complete at once: there is no other state for them.
TEST(ProtocolMachine, StoresArePendingForNobody) {
  Protocol copies = makeRing(2, 4, 1), stores = copies;
  for (ProtocolEvent &event : stores.agents[0])
    if (event.step == Step::Write)
      event.step = Step::Store;
  ProtocolAnswer answer = exploreProtocol(stores);
  EXPECT_FALSE(answer.fault);
  EXPECT_LT(answer.states, exploreProtocol(copies).states);
}

/// One side takes the phases from the ring's second round on for the others.
TEST(ProtocolMachine, InvertedParityHasATrace) {
  for (Step side : {Step::Acquire, Step::Wait}) {
    Protocol ring = makeRing(2, 4, 1);
    for (std::vector<ProtocolEvent> &agent : ring.agents)
      for (ProtocolEvent &event : agent)
        if (event.step == side && event.tile >= 2)
          event.parity ^= 1;
    ProtocolAnswer answer = exploreProtocol(ring);
    ASSERT_TRUE(answer.fault);
    EXPECT_FALSE(answer.trace.empty());
  }
}

/// An agent in the middle reads one ring and fills the next.
TEST(ProtocolMachine, ChainsHaveNoFault) {
  for (uint8_t depth = 1; depth <= 2; ++depth) {
    Protocol chain;
    chain.rings = {{depth, 1}, {1, 1}};
    chain.agents.resize(3);
    addTiles(chain.agents[0], 0, depth, producer, 0, 3);
    for (uint8_t tile = 0; tile < 3; ++tile) {
      addTiles(chain.agents[1], 0, depth, consumer, tile, tile + 1);
      addTiles(chain.agents[1], 1, 1, producer, tile, tile + 1);
    }
    addTiles(chain.agents[2], 1, 1, consumer, 0, 3);
    EXPECT_FALSE(exploreProtocol(chain).fault);
  }
}

/// Two agents that each first wait for the other.
TEST(ProtocolMachine, ACircleIsADeadlock) {
  Protocol circle;
  circle.rings = {{1, 1}, {1, 1}};
  circle.agents.resize(2);
  for (uint8_t agent = 0; agent < 2; ++agent) {
    addTiles(circle.agents[agent], agent, 1, consumer, 0, 1);
    addTiles(circle.agents[agent], 1 - agent, 1, producer, 0, 1);
  }
  EXPECT_EQ(exploreProtocol(circle).fault, ProtocolFault::Deadlock);
}

//===----------------------------------------------------------------------===//
// Against runs in a random order, by another engine
//===----------------------------------------------------------------------===//

namespace {
struct Random {
  uint64_t state;
  uint64_t below(uint64_t end) { return nextRandom(state) % end; }
};

/// One run: tiles are numbers in places, and barriers count.
struct Run {
  struct Place {
    int tile = -1, coming = -1, full = 0, empty = 0, commits = 0, releases = 0;
    int held = 0;
  };
  std::vector<std::vector<Place>> places;
  std::vector<size_t> at;
  bool isWrong = false;

  explicit Run(const Protocol &protocol) : at(protocol.agents.size()) {
    for (const ProtocolRing &ring : protocol.rings)
      places.emplace_back(ring.depth);
  }
  void settle(Place &place) {
    if (place.coming < 0 && place.commits > 0) {
      --place.commits;
      ++place.full;
    }
  }
  bool step(const ProtocolEvent &event, int readers) {
    Place &place = places[event.ring][event.slot];
    if (event.step == Step::Acquire)
      return place.empty % 2 != event.parity;
    if (event.step == Step::Wait) {
      if (place.full % 2 == event.parity)
        return false;
      ++place.held;
    } else if (event.step == Step::Write) {
      isWrong |= place.held > 0 || place.coming >= 0;
      place.coming = event.tile;
    } else if (event.step == Step::Commit) {
      isWrong |= place.commits > 0;
      ++place.commits;
      settle(place);
    } else if (event.step == Step::Read) {
      isWrong |= place.coming >= 0 || place.tile != event.tile || !place.held;
    } else {
      place.held -= place.held > 0;
      place.releases = (place.releases + 1) % readers;
      place.empty += place.releases == 0;
    }
    return true;
  }
};
} // namespace

/// Whether a run in the order that `random` draws goes wrong.
static bool goesWrong(const Protocol &protocol, Random &random) {
  Run run(protocol);
  while (!run.isWrong) {
    // Agents first, then copies; those that wait drop out.
    std::vector<int> choices;
    bool isOver = true;
    for (size_t agent = 0; agent < run.at.size(); ++agent)
      if (run.at[agent] < protocol.agents[agent].size()) {
        choices.push_back(int(agent));
        isOver = false;
      }
    int place = 0;
    for (auto &ring : run.places)
      for (Run::Place &slot : ring) {
        --place;
        if (slot.coming >= 0)
          choices.push_back(place);
      }
    bool moved = false;
    while (!choices.empty() && !moved) {
      size_t index = random.below(choices.size());
      int choice = choices[index];
      choices.erase(choices.begin() + index);
      if (choice >= 0) {
        const ProtocolEvent &event = protocol.agents[choice][run.at[choice]];
        moved = run.step(event, protocol.rings[event.ring].readers);
        run.at[choice] += moved;
        continue;
      }
      int at = 0;
      for (auto &ring : run.places)
        for (Run::Place &slot : ring)
          if (--at == choice) {
            slot.tile = slot.coming;
            slot.coming = -1;
            run.settle(slot);
            moved = true;
          }
    }
    if (!moved)
      return !isOver;
  }
  return true;
}

/// One thing is wrong with it: something is left out, done twice, swapped with
/// what follows, or waited for with the other parity.
static Protocol breakProtocol(Protocol protocol, Random &random) {
  std::vector<ProtocolEvent> &agent =
      protocol.agents[random.below(protocol.agents.size())];
  size_t at = random.below(agent.size());
  switch (random.below(4)) {
  case 0:
    agent.erase(agent.begin() + at);
    break;
  case 1:
    agent.insert(agent.begin() + at, agent[at]);
    break;
  case 2:
    if (at + 1 < agent.size())
      std::swap(agent[at], agent[at + 1]);
    break;
  default:
    agent[at].parity ^= 1;
  }
  return protocol;
}

TEST(ProtocolMachine, WhatARunMeetsIsFound) {
  Random random{7};
  unsigned wrong = 0, right = 0, unmet = 0;
  for (unsigned trial = 0; trial < 300; ++trial) {
    Protocol protocol = breakProtocol(
        makeRing(1 + random.below(3), 1 + random.below(4), 1 + random.below(2)),
        random);
    ProtocolAnswer answer = exploreProtocol(protocol);
    ASSERT_TRUE(answer.isComplete);
    bool isMet = false;
    for (unsigned run = 0; run < 200 && !isMet; ++run)
      isMet = goesWrong(protocol, random);
    EXPECT_TRUE(answer.fault || !isMet) << trial;
    wrong += answer.fault.has_value();
    right += !answer.fault;
    // What random orders miss; few, since the protocols are small.
    unmet += answer.fault && !isMet;
  }
  EXPECT_GT(wrong, 100u);
  EXPECT_GT(right, 20u);
  EXPECT_LT(unmet, 15u);
}
