//===- RequestSamplingTest.cpp --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/RequestSampling.h"
#include "compiler/Pipeline/Pipeline.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <map>

using namespace tilefuzz;

TEST(RequestSamplingTest, NoneUnlessAskedFor) {
  for (uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_TRUE(RequestSampling().stagesFor(seed).empty());
}

TEST(RequestSamplingTest, EveryStageIsDrawnAndTheOrderIsTheTables) {
  RequestSampling sampling;
  sampling.oneIn = 2;
  std::map<std::string, unsigned> drawn;
  unsigned picked = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    std::vector<std::string> stages = sampling.stagesFor(seed);
    EXPECT_EQ(stages, sampling.stagesFor(seed));
    picked += !stages.empty();
    std::vector<unsigned> places;
    for (const std::string &name : stages) {
      EXPECT_TRUE(isOffByDefault(name)) << name;
      ++drawn[name];
      places.push_back(getStageIndex(*findStage(name)));
    }
    EXPECT_TRUE(llvm::is_sorted(places));
  }
  EXPECT_GT(picked, 150u);
  EXPECT_LT(picked, 250u);
  for (const Stage &stage : getStages())
    if (stage.level == Level::TileAS && stage.isOnRequest)
      EXPECT_GT(drawn[stage.name.str()], 50u) << stage.name.str();
}
