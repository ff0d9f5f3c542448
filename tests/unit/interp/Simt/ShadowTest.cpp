//===- ShadowTest.cpp - Races by words against races by bytes -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Random accesses of every size and alignment, recorded as the machine does and
// in a list for each byte, have the same first conflict.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Races.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace tilefuzz::simt;

namespace {
/// A list for each byte, which nothing but a plain write shortens.
struct ByteLists {
  std::vector<std::vector<Access>> lists;

  static bool conflict(const Access &a, const Access &b, const Clock &clock) {
    if (!(a.isWrite || b.isWrite) || a.thread == b.thread ||
        a.clock <= clock[a.thread])
      return false;
    bool isSameRange = a.offset == b.offset && a.bytes == b.bytes;
    bool isStrong = a.isAtomic && b.isAtomic && isSameRange &&
                    a.reach.includes(b.reach) && b.reach.includes(a.reach);
    bool isRepeated = b.isEqual && a.isWrite && !a.isAtomic && isSameRange;
    return !isStrong && !isRepeated;
  }
  bool races(const Access &access, const Clock &clock) {
    for (uint32_t i = 0; i < access.bytes; ++i)
      for (const Access &earlier : lists[access.offset + i])
        if (conflict(earlier, access, clock))
          return true;
    for (uint32_t i = 0; i < access.bytes; ++i) {
      std::vector<Access> &list = lists[access.offset + i];
      if (access.isWrite && !access.isAtomic && !access.isEqual)
        list.clear();
      list.push_back(access);
    }
    return false;
  }
};
} // namespace

TEST(ShadowTest, WordsTellWhatBytesTell) {
  constexpr uint32_t bytes = 43, threads = 4;
  unsigned races = 0, accesses = 0;
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    std::mt19937_64 random(seed);
    Allocation object;
    object.bytes.resize(bytes);
    ByteLists naive;
    naive.lists.resize(bytes);
    std::vector<Clock> clocks(threads, Clock(threads));
    for (uint32_t i = 0; i < threads; ++i)
      clocks[i][i] = 1;
    for (unsigned step = 0; step < 100; ++step) {
      uint32_t thread = random() % threads;
      // Some meet, as at a barrier; or one releases and another acquires.
      if (random() % 2) {
        uint32_t other = random() % threads;
        join(clocks[thread], clocks[other]);
        // Twice: all of them know what each knew.
        if (random() % 8)
          for (unsigned k = 0; k < 2 * threads; ++k)
            join(clocks[(k + 1) % threads], clocks[k % threads]);
        for (uint32_t i = 0; i < threads; ++i)
          ++clocks[i][i];
        continue;
      }
      Access access;
      access.thread = thread;
      access.clock = clocks[thread][thread];
      access.bytes = 1u << random() % 5;
      access.offset = random() % (bytes - access.bytes + 1);
      if (random() % 4)
        access.offset -= access.offset % access.bytes;
      access.isWrite = random() % 6 == 0;
      access.isAtomic = random() % 4 == 0;
      access.isEqual = access.isWrite && !access.isAtomic && random() % 4 == 0;
      access.reach = {thread / 2, 0,
                      random() % 2 ? tilefuzz::simt::Scope::Cta
                                   : tilefuzz::simt::Scope::System};
      ++accesses;
      bool expected = naive.races(access, clocks[thread]);
      bool found = recordAccess(object, access,
                                ThreadClock(clocks[thread], thread)) != nullptr;
      ASSERT_EQ(found, expected) << "seed " << seed << ", step " << step;
      if (found) {
        ++races;
        break;
      }
    }
  }
  llvm::outs() << "ShadowTest: " << accesses << " accesses, " << races
               << " races\n";
  EXPECT_GT(races, 500u);
  EXPECT_GT(accesses, 15 * races);
}
