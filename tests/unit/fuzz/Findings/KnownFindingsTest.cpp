//===- KnownFindingsTest.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/KnownFindings.h"
#include "fuzz/Findings/Signature.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

static FindingRow rowOf(llvm::StringRef operation) {
  FindingRow row;
  row.finding.stage = "convert-cuda-tile-to-tileaa";
  row.finding.operations = {("cuda_tile." + operation).str(),
                            "cuda_tile.store_ptr_tko"};
  row.finding.essence = {operation.str()};
  row.finding.isSmallest = true;
  row.finding.signature = signatureOf(row.finding);
  return row;
}

/// With the operations of both.
static Finding rawFinding() {
  Finding raw;
  raw.stage = "convert-cuda-tile-to-tileaa";
  raw.operations = {"cuda_tile.cmpi", "cuda_tile.shri",
                    "cuda_tile.store_ptr_tko"};
  return raw;
}

TEST(KnownFindingsTest, WhatLooksKnownIsReducedFirst) {
  KnownFindings known;
  known.add(rowOf("cmpi"));
  EXPECT_EQ(known.recognize(rawFinding()), nullptr);
  // Reduced, it turns out to be another one.
  Finding reduced = rowOf("shri").finding;
  EXPECT_EQ(known.find(reduced), nullptr);
  // Or the known one.
  ASSERT_NE(known.find(rowOf("cmpi").finding), nullptr);
  // When there is no time to reduce.
  ASSERT_NE(known.recognize(rawFinding(), /*mayReduce=*/false), nullptr);
}

TEST(KnownFindingsTest, ACommonOneIsCheckedEverMoreSeldom) {
  KnownFindings known;
  known.add(rowOf("cmpi"));
  std::vector<unsigned> checked;
  for (unsigned i = 0; i < 1024; ++i) {
    if (!known.recognize(rawFinding()))
      checked.push_back(i);
    known.countRepeat(rowOf("cmpi").finding.signature);
  }
  // 16, and 8 of each doubling.
  EXPECT_EQ(checked.size(), 16u + 6 * 8);
  EXPECT_EQ(checked[15], 15u);
  EXPECT_EQ(checked[16], 16u);
  EXPECT_EQ(checked[17], 18u);
  EXPECT_EQ(checked.back(), 960u);
}

TEST(KnownFindingsTest, OneMergedIntoAFixedOneIsNotKnown) {
  FindingRow merged = rowOf("cmpi"), fixed = rowOf("shri");
  merged.id = 1;
  fixed.id = merged.mergedInto = 2;
  KnownFindings known({merged, fixed});
  EXPECT_NE(known.find(merged.finding), nullptr);
  fixed.status = FindingStatus::Fixed;
  known = KnownFindings({merged, fixed});
  EXPECT_EQ(known.find(merged.finding), nullptr);
}

TEST(KnownFindingsTest, APatternSaysItAll) {
  KnownFindings known;
  FindingRow row = rowOf("cmpi");
  row.finding.pattern = "cuda-tile-select-constant-condition";
  known.add(row);
  Finding raw = rawFinding();
  EXPECT_EQ(known.recognize(raw), nullptr);
  raw.pattern = row.finding.pattern;
  EXPECT_NE(known.recognize(raw), nullptr);
  raw.stage = "source";
  EXPECT_EQ(known.recognize(raw), nullptr);
}

TEST(KnownFindingsTest, FixedAndOtherBugsAreNews) {
  FindingRow row = rowOf("cmpi");
  row.status = FindingStatus::Fixed;
  KnownFindings known({row});
  EXPECT_EQ(known.find(row.finding), nullptr);
  EXPECT_EQ(known.recognize(rawFinding(), /*mayReduce=*/false), nullptr);
  row.status = FindingStatus::New;
  known.add(row);
  EXPECT_NE(known.find(row.finding), nullptr);
  row.finding.bugs = {"compare-signedness"};
  EXPECT_EQ(known.find(row.finding), nullptr);
}

TEST(KnownFindingsTest, WhatCouldNotBeReducedHasMoreThanItNeeds) {
  KnownFindings known;
  known.add(rowOf("cmpi"));
  Finding large = rawFinding();
  large.signature = signatureOf(large);
  ASSERT_NE(known.find(large), nullptr);
  large.isSmallest = true;
  EXPECT_EQ(known.find(large), nullptr);
}
