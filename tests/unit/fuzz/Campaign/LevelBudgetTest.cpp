//===- LevelBudgetTest.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/LevelBudget.h"
#include <gtest/gtest.h>
#include <numeric>

using namespace tilefuzz;

static LevelShares parse(llvm::StringRef text) {
  return *llvm::cantFail(parseLevelShares(text));
}

static double sum(const LevelShares &shares) {
  return std::accumulate(shares.begin(), shares.end(), 0.0);
}

TEST(LevelBudgetTest, Parses) {
  EXPECT_FALSE(llvm::cantFail(parseLevelShares("all")));
  EXPECT_FALSE(llvm::cantFail(parseLevelShares("")));
  EXPECT_EQ(parse("tileaa=3,ptx=1"), (LevelShares{0, 3, 0, 0, 1}));
  EXPECT_EQ(sum(parse(defaultLevels)), 100);
  for (llvm::StringRef bad :
       {"tileaa", "tileaa=x", "nothing=1", "tileaa=0", "tileaa=-1", "=1"}) {
    auto shares = parseLevelShares(bad);
    EXPECT_FALSE(bool(shares)) << bad.str();
    llvm::consumeError(shares.takeError());
  }
}

TEST(LevelBudgetTest, ReachesEachLevelThatHasAShare) {
  LevelReach reach = reachOf(LevelBudget::normalized(parse(defaultLevels)));
  EXPECT_EQ(reach[0], 0xFFFFFFFFu);
  for (unsigned level = 1; level < numBudgetLevels; ++level) {
    EXPECT_LE(reach[level], reach[level - 1]);
    EXPECT_GT(reach[level], 0u);
  }
  // What stands above a level is passed by all that come to it.
  EXPECT_EQ(reachOf(parse("tileas=1")),
            (LevelReach{0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0}));
  for (uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_EQ(lastLevelOf(seed, reachOf(parse("tileas=1"))), 2u);
}

TEST(LevelBudgetTest, DrawsLastLevelsAsWanted) {
  LevelReach reach = reachOf(LevelBudget::normalized(parse(defaultLevels)));
  std::array<unsigned, numBudgetLevels> came{};
  constexpr unsigned programs = 20'000;
  for (uint64_t seed = 0; seed < programs; ++seed)
    for (unsigned level = lastLevelOf(seed, reach) + 1; level-- > 0;)
      ++came[level];
  for (unsigned level = 0; level < numBudgetLevels; ++level)
    EXPECT_NEAR(double(came[level]) / programs,
                reach[level] / double(0xFFFFFFFF), 0.02)
        << budgetLevels[level].str();
}

TEST(LevelBudgetTest, FollowsWhatIsFound) {
  LevelShares stated = parse("cuda_tile=1,tileaa=1,tileas=1,llvm-dialect=1,"
                             "ptx=1");
  LevelBudget budget(stated, /*learns=*/true);
  ASSERT_EQ(budget.numKnown(), 2u);
  EXPECT_EQ(budget.sharesOf(1), budget.statedShares());
  budget.addEpoch({0, 40, 0, 0, 0});
  ASSERT_EQ(budget.numKnown(), 3u);
  // The programs of the next epoch are on their way already.
  EXPECT_EQ(budget.sharesOf(1), budget.statedShares());
  const LevelShares learnt = budget.sharesOf(2);
  EXPECT_NEAR(sum(learnt), 1, 1e-12);
  EXPECT_GT(learnt[1], 0.3);
  for (double share : learnt)
    EXPECT_GE(share, 0.5 * 0.2);
  // It is forgotten.
  for (int i = 0; i < 20; ++i)
    budget.addEpoch({0, 0, 0, 5, 0});
  EXPECT_GT(budget.sharesOf(21)[3], 0.3);
  EXPECT_LT(budget.sharesOf(21)[1], 0.2);
}

TEST(LevelBudgetTest, StaysAsStated) {
  LevelBudget fixed(parse(defaultLevels), /*learns=*/false);
  fixed.addEpoch({0, 40, 0, 0, 0});
  EXPECT_EQ(fixed.sharesOf(2), fixed.statedShares());
  // As is one that finds nothing at all.
  LevelBudget idle(parse(defaultLevels), /*learns=*/true);
  idle.addEpoch({});
  for (unsigned level = 0; level < numBudgetLevels; ++level)
    EXPECT_NEAR(idle.sharesOf(2)[level], idle.statedShares()[level], 1e-12);
}

TEST(LevelBudgetTest, KnowsTheLevelOfAFeature) {
  auto levelOfStage = [](llvm::StringRef stage) {
    return stage == "emit-ptx" ? std::optional(4u) : std::nullopt;
  };
  auto levelOf = [&](llvm::StringRef feature) {
    return levelOfFeature(feature, levelOfStage);
  };
  EXPECT_EQ(levelOf("branch compiler/CudaTile/A.cpp:1:2 holds"), 0u);
  EXPECT_EQ(levelOf("branch compiler/Conversion/CudaTileToTileAA/A.cpp:1:2 "
                    "fails"),
            1u);
  EXPECT_EQ(levelOf("branch compiler/Conversion/TileASToNVVM/A.cpp:1:2 fails"),
            3u);
  EXPECT_EQ(levelOf("wrong emit-ptx differs"), 4u);
  EXPECT_EQ(levelOf("wrong oracle-pair crash"), std::nullopt);
  EXPECT_EQ(levelOf("pair addi muli"), std::nullopt);
  EXPECT_EQ(levelOf("branch elsewhere/A.cpp:1:2 fails"), std::nullopt);
}
