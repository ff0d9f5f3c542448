//===- FeaturesTest.cpp - What a program covers ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/Features.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
std::vector<size_t> setIn(const EdgeFlags &edges) {
  std::vector<size_t> numbers;
  edges.forEachSet([&](size_t number) { numbers.push_back(number); });
  return numbers;
}

TEST(EdgeFlagsTest, RangesFollowEachOtherAndCountOnce) {
  unsigned char first[21] = {}, second[3] = {};
  EdgeFlags edges;
  EXPECT_EQ(edges.size(), 0u);
  for (unsigned i = 0; i < 2; ++i) {
    edges.add(first, first + 21);
    edges.add(second, second + 3);
    edges.add(second, second);
  }
  EXPECT_EQ(edges.size(), 24u);
  EXPECT_TRUE(setIn(edges).empty());
  // Both ends of a word, what is behind the last word, and the other range.
  for (size_t i : {0, 7, 8, 20})
    first[i] = 1;
  second[2] = 255;
  EXPECT_EQ(setIn(edges), (std::vector<size_t>{0, 7, 8, 20, 23}));
  edges.clear();
  EXPECT_TRUE(setIn(edges).empty());
  EXPECT_EQ(first[20] + second[2], 0);
}

TEST(FeatureTrackerTest, WhatWasMetIsNoFeature) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(generateProgram(*context, 1));
  unsigned char flags[12] = {};
  EdgeFlags edges;
  edges.add(flags, flags + 12);
  FeatureTracker tracker;
  tracker.add({{"pattern a", 1}, {"edge 12.4", 1}});
  flags[4] = flags[11] = 1;
  std::vector<std::string> fresh =
      tracker.meet(*program.module, {{"a", 1}, {"b", 2}}, edges);
  EXPECT_TRUE(llvm::is_contained(fresh, "pattern b"));
  EXPECT_TRUE(llvm::is_contained(fresh, "edge 12.11"));
  EXPECT_FALSE(llvm::is_contained(fresh, "pattern a"));
  EXPECT_FALSE(llvm::is_contained(fresh, "edge 12.4"));
  flags[0] = 1;
  EXPECT_EQ(tracker.meet(*program.module, {{"b", 1}}, edges),
            std::vector<std::string>{"edge 12.0"});
  // In two steps it is the same; what is taken back was not met.
  FeatureTracker other;
  other.meetProgram(*program.module);
  other.takeBack();
  FeatureTracker once;
  std::vector<std::string> all = once.meet(*program.module, {{"b", 1}}, edges);
  EXPECT_GT(all.size(), 10u);
  other.meetProgram(*program.module);
  EXPECT_EQ(other.meetRun({{"b", 1}}, edges), all);
  EXPECT_TRUE(other.meet(*program.module, {{"b", 1}}, edges).empty());
  EXPECT_EQ(countEdges({{"edge 12.0", 1}, {"edge 12.4", 1}, {"pair a b", 1}}),
            2u);
}
} // namespace
