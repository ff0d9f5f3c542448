//===- SummaryTest.cpp - The score from results ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/ScoreSummary.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

static UnitResult makeResult(const char *bug, std::optional<uint64_t> seed) {
  UnitResult result;
  result.unit = {bug, seed};
  return result;
}

TEST(ScoreSummary, FastestOracleCountsAndProofsCountForEverySeed) {
  UnitResult proof = makeResult("select-swapped-arms", std::nullopt);
  proof.detections.push_back({ScoreOracle::Proof, 5, 2.0, "p", true, "r"});
  UnitResult one = makeResult("select-swapped-arms", 1);
  one.reached = one.fired = 3;
  one.detections.push_back({ScoreOracle::Order, 9, 0.5, "p", false, "r"});
  UnitResult two = makeResult("select-swapped-arms", 2);
  two.falseAlarms = 3;
  UnitResult lost = makeResult("missing-barrier", 1);
  ScoreSummary summary = summarize({proof, one, two, lost});
  ASSERT_EQ(summary.bugs.size(), 2u);
  const BugScore &bug = summary.bugs.front();
  EXPECT_EQ(bug.caught, 2u);
  EXPECT_EQ(bug.worstSeconds, 2.0);
  EXPECT_EQ(bug.medianSeconds, 0.5);
  EXPECT_EQ(bug.attributed, 2u);
  EXPECT_EQ(bug.fired, 1u);
  EXPECT_EQ(bug.oracles[unsigned(ScoreOracle::Order)].seeds, 1u);
  EXPECT_EQ(bug.oracles[unsigned(ScoreOracle::Proof)].seeds, 2u);
  EXPECT_EQ(summary.caught(), 2u);
  EXPECT_EQ(summary.total(), 3u);
  EXPECT_FALSE(summary.isPerfect());
  EXPECT_EQ(summary.falseAlarms(), 3u);
  std::string text;
  llvm::raw_string_ostream os(text);
  summary.print(os);
  EXPECT_NE(text.find("not counted: 3 programs"), std::string::npos);
  ASSERT_EQ(summary.seeds.size(), 2u);
  EXPECT_EQ(summary.seeds[0].caught, 1u);
  EXPECT_EQ(summary.seeds[0].bugs, 2u);
}

static ScoredFinding makeFinding(const char *stage, const char *pattern,
                                 std::vector<std::string> operations) {
  ScoredFinding scored;
  scored.finding.stage = stage;
  scored.finding.pattern = pattern;
  scored.finding.operations = scored.originalOperations = std::move(operations);
  return scored;
}

TEST(ScoreSummary, PairsOfFindings) {
  // Wrong variants of one pattern are one defect; bugs of one pass are not.
  UnitResult one = makeResult("addptr-unit-error", 1);
  one.findings = {makeFinding("s", "p", {}), makeFinding("s", "q", {})};
  UnitResult two = makeResult("addptr-narrow-add", 1);
  two.findings = {makeFinding("s", "p", {})};
  UnitResult three = makeResult("missing-barrier", 1);
  three.findings = {makeFinding("s", "p", {})};
  ScoreSummary summary = summarize({one, two, three});
  EXPECT_EQ(summary.bySignature.findings, 4u);
  EXPECT_EQ(summary.bySignature.defects, 2u);
  EXPECT_EQ(summary.bySignature.sameGroup, 3u);
  EXPECT_EQ(summary.bySignature.sameDefect, 3u);
  EXPECT_EQ(summary.bySignature.both, 1u);
  EXPECT_NEAR(summary.bySignature.precision(), 1.0 / 3, 1e-9);
}

TEST(ScoreSummary, ACampaignPutsLargerProgramsToSmallerOnes) {
  UnitResult one = makeResult("reduce-skips-lane", 1);
  one.findings = {makeFinding("s", "", {"cuda_tile.reduce"}),
                  makeFinding("s", "", {"cuda_tile.divf", "cuda_tile.reduce"})};
  ScoreSummary summary = summarize({one});
  EXPECT_EQ(summary.bySignature.groups, 2u);
  EXPECT_EQ(summary.byCampaign.groups, 1u);
  EXPECT_EQ(summary.byCampaign.recall(), 1.0);
}

TEST(ScoreSummary, ResultsSurviveJSON) {
  UnitResult result = makeResult("select-swapped-arms", 7);
  result.programs = 12;
  result.seconds = 0.25;
  result.reached = 4;
  result.changed = true;
  result.findings = {makeFinding("s", "p", {"a", "b"})};
  result.falseAlarms = 2;
  result.deaths = 1;
  result.lastDeath = "signal 11";
  result.detections.push_back({ScoreOracle::Verifier, 3, 0.5, "p", true, "r"});
  llvm::Expected<UnitResult> back = parseUnitResult(result.toJSON());
  ASSERT_TRUE(bool(back)) << llvm::toString(back.takeError());
  EXPECT_EQ(back->toJSON(), result.toJSON());
  result.unit.seed.reset();
  back = parseUnitResult(result.toJSON());
  ASSERT_TRUE(bool(back));
  EXPECT_FALSE(back->unit.seed.has_value());
  llvm::Expected<UnitResult> wrong =
      parseUnitResult(llvm::json::Object{{"bug", "x"}});
  EXPECT_FALSE(bool(wrong));
  llvm::consumeError(wrong.takeError());
}
