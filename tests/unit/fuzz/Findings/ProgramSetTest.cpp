//===- ProgramSetTest.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/ProgramSet.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace tilefuzz;

TEST(ProgramSetTest, IsASet) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    ProgramSet set;
    std::set<uint64_t> model;
    for (int i = 0; i < 60; ++i) {
      uint64_t index = random() % 64;
      EXPECT_EQ(set.insert(index), model.insert(index).second);
    }
    uint64_t frontier = 0;
    for (uint64_t index = 0; index < 70; ++index)
      EXPECT_EQ(set.contains(index), model.count(index) == 1);
    while (model.count(frontier))
      ++frontier;
    EXPECT_EQ(set.frontier(), frontier);
    EXPECT_EQ(set.end(), *model.rbegin() + 1);
    EXPECT_TRUE(*ProgramSet::parse(set.toString()) == set);
  }
}

TEST(ProgramSetTest, RangesAreLikeTheirNumbers) {
  std::mt19937 random(8);
  for (int round = 0; round < 200; ++round) {
    ProgramSet set, other, model;
    for (int i = 0; i < 12; ++i) {
      uint64_t first = random() % 64, end = first + random() % 9;
      (i % 2 ? set : other).insertRange(first, end);
      for (uint64_t index = first; index < end; ++index)
        model.insert(index);
    }
    set.insertAll(other);
    EXPECT_TRUE(set == model) << set.toString() << " " << model.toString();
    uint64_t first = random() % 64, end = first + random() % 20, count = 0;
    ProgramSet part = model.within(first, end);
    for (uint64_t index = 0; index < 80; ++index) {
      bool isIn = index >= first && index < end && model.contains(index);
      EXPECT_EQ(part.contains(index), isIn);
      count += isIn;
    }
    EXPECT_EQ(part.size(), count);
    uint64_t missing = first;
    while (model.contains(missing))
      ++missing;
    EXPECT_EQ(model.firstMissing(first), missing);
  }
}

TEST(ProgramSetTest, TextIsRanges) {
  ProgramSet set;
  EXPECT_EQ(set.toString(), "");
  for (uint64_t index : {5, 0, 1, 3, 2, 9})
    set.insert(index);
  EXPECT_EQ(set.toString(), "0-3,5,9");
  for (const char *bad : {"x", "3-1", "1,1", "4-9,5", "-"})
    EXPECT_FALSE(ProgramSet::parse(bad)) << bad;
}
