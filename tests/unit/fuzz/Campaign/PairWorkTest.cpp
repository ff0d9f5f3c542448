//===- PairWorkTest.cpp - Pairs of programs in a campaign -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/PairWork.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

/// With forgets-images, the first pair of seed 1 that shows it.
static constexpr uint64_t faultyPair = 127;

static std::optional<Finding> findWithFault() {
  WorkerConfig config;
  config.seed = 1;
  config.pairs = "all";
  config.proofFault = "forgets-images";
  PairWork work(config);
  Counts counters;
  return work.ask(faultyPair, counters);
}

/// What is left by a run under a fault is decided by one without it: the
/// finding says what it was found under.
TEST(PairWork, WhatWasFoundUnderAFaultIsReducedUnderIt) {
  std::optional<Finding> raw = findWithFault();
  ASSERT_TRUE(raw);
  EXPECT_EQ(raw->bugs, std::vector<std::string>{"forgets-images"});
  Finding finding = *raw;
  WorkerConfig config;
  config.seed = 1;
  config.reduceSeconds = 1e6;
  PairWork(config).complete(finding);
  EXPECT_EQ(finding.bugs, raw->bugs);
  EXPECT_TRUE(finding.isSmallest);
  EXPECT_LT(finding.operationCount, raw->operationCount);
  EXPECT_EQ(finding.original, raw->program);
  EXPECT_TRUE(llvm::cantFail(reproducePair(finding, llvm::nulls())));
  // The other way round: nothing was wrong with the proof.
  finding = *raw;
  finding.bugs.clear();
  config.proofFault = "forgets-images";
  PairWork(config).complete(finding);
  EXPECT_TRUE(finding.bugs.empty());
  EXPECT_EQ(finding.operationCount, raw->operationCount);
}

/// Its index is lost where the database is gone: another pair is not taken for
/// it.
TEST(PairWork, WhatNoSeedNamesStaysAsItIs) {
  std::optional<Finding> raw = findWithFault();
  ASSERT_TRUE(raw);
  ASSERT_TRUE(pairOf(*raw));
  Finding finding = *raw;
  finding.programIndex = 12345;
  EXPECT_FALSE(pairOf(finding));
  WorkerConfig config;
  PairWork(config).complete(finding);
  EXPECT_EQ(finding.program, raw->program);
  EXPECT_EQ(finding.after, raw->after);
  EXPECT_EQ(finding.bugs, raw->bugs);
  EXPECT_FALSE(finding.isSmallest);
}

/// Time and memory that ran out are counted as what they are, and are neither
/// findings nor answers; a crash is a finding.
TEST(PairWork, LimitsAreCountedAndSayNothing) {
  WorkerConfig config;
  config.seed = 1;
  PairWork work(config);
  DeathNotice death;
  death.index = 3;
  death.stage = pairStage.str();
  for (auto [kind, reason] :
       {std::pair(FindingKind::Timeout, "out of time in pair"),
        std::pair(FindingKind::OutOfMemory, "out of memory in pair")}) {
    death.kind = kind;
    death.reason = reason;
    death.symptom = Symptom::message(reason);
    Counts counters;
    EXPECT_FALSE(work.take(death, counters)) << reason;
    EXPECT_EQ(counters,
              (Counts{{"pairs", 1}, {"pair:" + std::string(reason), 1}}));
  }
  death.kind = FindingKind::Crash;
  death.reason = "SIGSEGV in pair";
  Counts counters;
  std::optional<Finding> finding = work.take(death, counters);
  ASSERT_TRUE(finding);
  EXPECT_TRUE(isOfPair(*finding));
  EXPECT_EQ(finding->kind, FindingKind::Crash);
  EXPECT_EQ(finding->program, printPair(makePair(1, 3), PairSide::Source));
}
