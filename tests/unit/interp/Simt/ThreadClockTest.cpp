//===- ThreadClockTest.cpp - Clocks that share what they know -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/ThreadClock.h"
#include "gtest/gtest.h"
#include <random>

using namespace tilefuzz::simt;

namespace {
/// Each thread has a vector of its own.
struct Model {
  std::vector<Clock> clocks;

  void meet(const std::vector<uint32_t> &group) {
    Clock joined;
    for (uint32_t thread : group)
      join(joined, clocks[thread]);
    for (uint32_t thread : group) {
      clocks[thread] = joined;
      ++clocks[thread][thread];
    }
  }
};
} // namespace

TEST(ThreadClockTest, SharedClocksAreWhatOwnOnesAre) {
  // Behind the threads, agents that are none.
  constexpr uint32_t threads = 6, agents = 9;
  unsigned meetings = 0;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    std::mt19937_64 random(seed);
    ThreadClock nothing(Clock(agents), 0);
    std::vector<ThreadClock> clocks;
    Model model;
    for (uint32_t i = 0; i < threads; ++i) {
      clocks.push_back(nothing.startAs(i));
      model.clocks.push_back(Clock(agents));
      model.clocks[i][i] = 1;
    }
    Clock released, expectedRelease;
    for (unsigned step = 0; step < 60; ++step) {
      uint32_t thread = random() % threads;
      switch (random() % 6) {
      case 0: {
        std::vector<uint32_t> group;
        std::vector<ThreadClock *> pointers;
        for (uint32_t i = 0; i < threads; ++i)
          if (i == thread || random() % 4) {
            group.push_back(i);
            pointers.push_back(&clocks[i]);
          }
        ThreadClock::meet(pointers);
        model.meet(group);
        ++meetings;
        break;
      }
      case 1:
        clocks[thread].joinInto(released);
        clocks[thread].advance();
        join(expectedRelease, model.clocks[thread]);
        ++model.clocks[thread][thread];
        break;
      case 2:
        clocks[thread].join(released);
        join(model.clocks[thread], expectedRelease);
        break;
      case 3: {
        uint32_t agent = threads + random() % (agents - threads);
        uint32_t number = random() % 8;
        clocks[thread].raise(agent, number);
        uint32_t &expected = model.clocks[thread][agent];
        expected = std::max(expected, number);
        break;
      }
      case 4: {
        // A warp's clock stands in for a thread's for a while.
        ThreadClock kept = clocks[thread];
        clocks[thread] = ThreadClock(clocks[thread].toClock(), thread);
        clocks[thread].raise(agents - 1, 100);
        clocks[thread] = std::move(kept);
        break;
      }
      default:
        clocks[thread].advance();
        ++model.clocks[thread][thread];
        break;
      }
      ASSERT_EQ(released, expectedRelease) << "seed " << seed;
      for (uint32_t i = 0; i < threads; ++i) {
        ASSERT_EQ(clocks[i].size(), agents);
        ASSERT_EQ(clocks[i].toClock(), model.clocks[i])
            << "seed " << seed << ", step " << step << ", thread " << i;
        for (uint32_t agent = 0; agent < agents; ++agent)
          ASSERT_EQ(clocks[i][agent], model.clocks[i][agent]);
      }
    }
  }
  EXPECT_GT(meetings, 10000u);
}
