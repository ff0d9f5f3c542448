//===- StageOracleTest.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/StageOracle.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Stages/Bisect.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

TEST(StageOracleTest, KindsAndOraclesBelongTogether) {
  llvm::StringSet<> names;
  for (const StageOracle *oracle : getStageOracles()) {
    EXPECT_TRUE(names.insert(oracle->name).second) << oracle->name.str();
    EXPECT_EQ(findStageOracle(oracle->name), oracle);
    EXPECT_EQ(getStageOracles()[getIndex(*oracle)], oracle);
    EXPECT_FALSE(oracle->kinds.empty()) << oracle->name.str();
    // Two may report one kind; the last of them stands for it.
    for (FindingKind kind : oracle->kinds)
      EXPECT_GE(getIndex(*oracleOf(kind)), getIndex(*oracle))
          << toString(kind).str();
  }
  for (FindingKind kind : getFindingKinds())
    if (const StageOracle *oracle = oracleOf(kind))
      EXPECT_TRUE(llvm::is_contained(oracle->kinds, kind))
          << toString(kind).str();
  EXPECT_EQ(findStageOracle("delphi"), nullptr);
}

/// Every oracle alone finds nothing in a correct compiler, and says of each
/// stage that it was asked about that the stage kept the program.
TEST(StageOracleTest, EveryOracleWorksAlone) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(parseProgram(R"(
// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer in : i32[768] = fill(7)
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.buffer sums : i32[128] = fill(7)
// tilefuzz.args &in &out &sums 6
cuda_tile.module @m {
  entry @e(%q: tile<ptr<i32>>, %p: tile<ptr<i32>>, %r: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = constant <i32: 1> : tile<i32>
    %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token
    %v, %u = load_ptr_tko weak %p token=%t : tile<ptr<i32>> -> tile<i32>, token
    %all = make_tensor_view %q, shape = [768], strides = [1] : tensor_view<768xi32, strides=[1]>
    %view = make_partition_view %all : partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>
    %init = constant <i32: 0> : tile<128xi32>
    %sum = for %i in (%zero to %n, step %a) : tile<i32> iter_values(%acc = %init) -> (tile<128xi32>) {
      %x, %l = load_view_tko weak %view[%i] : partition_view<tile=(128), tensor_view<768xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
      %next = addi %acc, %x : tile<128xi32>
      continue %next : tile<128xi32>
    }
    %place = make_tensor_view %r, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %sums = make_partition_view %place : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %w = store_view_tko weak %sum, %sums[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    %s = store_ptr_tko weak %p, %v token=%u : tile<ptr<i32>>, tile<i32> -> token
    return
  }
})",
                                                "sample", *context));
  for (const StageOracle *alone : getStageOracles()) {
    ComparisonOptions options;
    // Some have nothing to say of most stages.
    for (const char *stage :
         {"tileas-prepare-for-scheduling", "tileas-unspecialized-pipeline",
          "tileas-assign-buffers"})
      options.compile.enabledPatterns.push_back(stage);
    for (const StageOracle *oracle : getStageOracles())
      if (oracle != alone)
        options.withoutOracles.insert(oracle);
    ComparisonReport report = compareStages(program, options);
    ASSERT_FALSE(report.skipped()) << report.skipReason;
    EXPECT_FALSE(report.finding) << report.finding->reason;
    unsigned asked = 0;
    for (const StageRecord &record : report.stages)
      for (const StageOracle *oracle : getStageOracles()) {
        OracleAnswer answer = record.answerOf(*oracle);
        bool isReference = &record == &report.stages.front();
        asked += oracle == alone && !isReference &&
                 answer == OracleAnswer::Kept && !record.unchanged;
        EXPECT_NE(answer, OracleAnswer::Wrong);
        if (oracle != alone && !isReference)
          EXPECT_EQ(answer, OracleAnswer::NotAsked)
              << oracle->name.str() << " " << record.stage->name.str();
      }
    EXPECT_GE(asked, 2u) << alone->name.str();
  }
}

TEST(StageOracleTest, WithoutOraclesNothingIsCompared) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options;
  for (const StageOracle *oracle : getStageOracles())
    options.withoutOracles.insert(oracle);
  Program program = llvm::cantFail(parseProgram(R"(
// tilefuzz.launch grid=1,1,1
cuda_tile.module @m { entry @e() { return } })",
                                                "sample", *context));
  ComparisonReport report = compareStages(program, options);
  EXPECT_FALSE(report.finding);
  EXPECT_EQ(report.comparisons(), 0u);
}

TEST(StageOracleTest, LaterOraclesAreLeftOutOfAFocusedComparison) {
  for (FindingKind kind : getFindingKinds()) {
    ComparisonOptions options;
    leaveOutOraclesAfter(kind, options);
    const StageOracle *reporter = oracleOf(kind);
    for (const StageOracle *oracle : getStageOracles())
      EXPECT_EQ(options.withoutOracles.contains(oracle),
                getIndex(*oracle) > (reporter ? getIndex(*reporter) : 0))
          << toString(kind).str() << " " << oracle->name.str();
  }
}
