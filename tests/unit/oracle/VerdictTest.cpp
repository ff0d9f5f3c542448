//===- VerdictTest.cpp - Combining verdicts -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Verdict.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

TEST(Verdict, NothingUnprovedCombinesToProved) {
  const ProofKind kinds[] = {ProofKind::Proved, ProofKind::Refuted,
                             ProofKind::Unknown, ProofKind::Unsupported,
                             ProofKind::NotApplied};
  for (ProofKind a : kinds)
    for (ProofKind b : kinds) {
      ProofKind both = combine({a, ""}, {b, ""}).kind;
      EXPECT_EQ(both, combine({b, ""}, {a, ""}).kind);
      bool harmless = (a == ProofKind::Proved || a == ProofKind::NotApplied) &&
                      (b == ProofKind::Proved || b == ProofKind::NotApplied);
      if (both == ProofKind::Proved) {
        EXPECT_TRUE(harmless);
      }
      if (a == ProofKind::Refuted) {
        EXPECT_EQ(both, ProofKind::Refuted);
      }
    }
}

TEST(Verdict, FindingsAreDifferencesAndNewUndefinedBehaviour) {
  EXPECT_TRUE((ComparisonVerdict{ComparisonKind::Differs, "", 1}).isFinding());
  EXPECT_TRUE(
      (ComparisonVerdict{ComparisonKind::TargetUndefined, "", 1}).isFinding());
  EXPECT_FALSE(
      (ComparisonVerdict{ComparisonKind::SourceUndefined, "", 1}).isFinding());
  EXPECT_FALSE(
      (ComparisonVerdict{ComparisonKind::Unstable, "", 1}).isFinding());
}
