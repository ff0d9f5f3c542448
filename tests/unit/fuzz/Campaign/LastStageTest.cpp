//===- LastStageTest.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/LastStage.h"
#include "fuzz/Campaign/LevelBudget.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

/// The names of the budget are those of levels.
TEST(LastStageTest, LevelsHaveTheirNames) {
  for (const Stage &stage : getStages())
    if (stage.level < Level::LLVM || stage.level == Level::PTX)
      EXPECT_EQ(budgetLevels[budgetLevelOf(stage.level)],
                toString(stage.level));
}

TEST(LastStageTest, EndsWithTheLevel) {
  CompileOptions options;
  EXPECT_EQ(lastStageOf(0, options, {}), "cuda-tile-canonicalize");
  EXPECT_EQ(lastStageOf(1, options, {}), "tileaa-canonicalize");
  EXPECT_EQ(lastStageOf(2, options, {}), "convert-tileaa-to-tileas");
  EXPECT_EQ(lastStageOf(3, options, {}), "tileas-inject-tcgen05-fence");
  EXPECT_EQ(lastStageOf(4, options, {}), "");
}

TEST(LastStageTest, HasStagesOnRequest) {
  CompileOptions options;
  options.enabledPatterns = {"loop-split", "tileas-assign-buffers"};
  EXPECT_EQ(lastStageOf(0, options, {}), "loop-split");
  EXPECT_EQ(lastStageOf(2, options, {}), "tileas-assign-buffers");
}

TEST(LastStageTest, GoesToARoundTrip) {
  CompileOptions options;
  const Stage *text = findStage("tileas-as-text");
  EXPECT_EQ(lastStageOf(0, options, text), "tileas-as-text");
  EXPECT_EQ(lastStageOf(3, options, text), "tileas-inject-tcgen05-fence");
}

TEST(LastStageTest, NeverPassesTheEnd) {
  CompileOptions options;
  options.stopAfter = "tileaa-canonicalize";
  EXPECT_EQ(lastStageOf(0, options, {}), "cuda-tile-canonicalize");
  for (unsigned level = 1; level < numBudgetLevels; ++level)
    EXPECT_EQ(lastStageOf(level, options, {}), "tileaa-canonicalize");
  options.stopAfter = "emit-ptx";
  EXPECT_EQ(lastStageOf(4, options, {}), "emit-ptx");
}
