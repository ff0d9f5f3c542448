//===- ProofChoiceTest.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/ProofChoice.h"
#include "compiler/Branches/Branches.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

static BugProof prove(SeededBug bug, bool goesOn = true) {
  PatternProofOptions options;
  options.combines = true;
  return proveBug(getInfo(bug), options, [=] { return goesOn; });
}

/// Nobody says which operation a bug of the lowering is in.
TEST(ProofChoiceTest, BugsChooseTheirConversions) {
  const std::pair<SeededBug, const char *> rows[] = {
      {SeededBug::CompareSignedness, "convert:cuda_tile.cmpi"},
      {SeededBug::JoinDropsToken, "convert:cuda_tile.join_tokens"},
      {SeededBug::NegPromisesUnsigned, "convert:cuda_tile.negi"},
      {SeededBug::PermuteInverse, "convert:cuda_tile.permute"}};
  for (const auto &[bug, conversion] : rows) {
    BugProof proof = prove(bug);
    EXPECT_EQ(proof.pattern, conversion);
    EXPECT_EQ(proof.verdict.kind, ProofKind::Refuted) << proof.verdict.reason;
    EXPECT_FALSE(proof.instance.empty());
    EXPECT_GT(proof.tried, 1000u);
    EXPECT_LE(proof.proved, proof.changed);
    // Of the others no instance changes, and none is proved.
    EXPECT_LT(proof.changed, 60u);
    EXPECT_GE(proof.fired, proof.changed);
    EXPECT_GE(proof.reached, proof.fired);
  }
}

/// Of a pattern all instances are of its own, the combinations among them.
TEST(ProofChoiceTest, BugsOfPatternsHaveCombinations) {
  const SeededBugInfo &bug = getInfo(SeededBug::SimplifyShareOtherReading);
  EXPECT_EQ(proofsOf(bug), std::vector<std::string>{bug.where.str()});
  BugProof proof = prove(bug.bug);
  EXPECT_EQ(proof.verdict.kind, ProofKind::Refuted) << proof.verdict.reason;
  EXPECT_EQ(proof.pattern, bug.where);
}

TEST(ProofChoiceTest, NothingIsProvedWithoutNeed) {
  // No time.
  BugProof late = prove(SeededBug::JoinDropsToken, /*goesOn=*/false);
  EXPECT_EQ(late.proved, 0u);
  EXPECT_GT(late.changed, 0u);
  EXPECT_EQ(late.verdict.kind, ProofKind::NotApplied);
  // No proofs.
  EXPECT_TRUE(proofsOf(getInfo(SeededBug::MissingBarrier)).empty());
  EXPECT_EQ(prove(SeededBug::MissingBarrier).tried, 0u);
}

/// By the table of branches.
TEST(ProofChoiceTest, InstancesThatEnterAFunction) {
  const BranchTable &table = BranchTable::get();
  if (!table.problem().empty())
    GTEST_SKIP() << table.problem().str();
  llvm::BitVector functions(table.functions().size());
  for (auto [i, function] : llvm::enumerate(table.functions()))
    if (function.name == "AddPtrChain::matchAndRewrite")
      functions.set(i);
  ASSERT_TRUE(functions.any());
  std::vector<PatternRun> runs =
      runPatterns({"tileaa-addptr-chain", "convert:cuda_tile.negi"}, functions,
                  /*ofCombinations=*/false);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_GT(runs[0].entering.size(), 10u);
  EXPECT_TRUE(runs[1].entering.empty());
  EXPECT_TRUE(runs[1].branches.entered.any());
}
