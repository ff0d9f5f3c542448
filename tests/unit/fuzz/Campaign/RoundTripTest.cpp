//===- RoundTripTest.cpp - Programs that are stored and read again --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/RoundTrip.h"
#include "fuzz/Campaign/LlvmSampling.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/RoundTripSampling.h"
#include "fuzz/Stages/Bisect.h"
#include "fuzz/Stages/StageOracle.h"
#include "fuzz/Stages/Triage.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

static Program read(llvm::StringRef file, mlir::MLIRContext &context) {
  return llvm::cantFail(readProgram(file, context));
}

static ComparisonOptions withAll() {
  ComparisonOptions options;
  options.roundTrips =
      RoundTripSampling::parse("all")->roundTripsFor(/*programSeed=*/0, "");
  return options;
}

static const StageRecord *recordOf(const ComparisonReport &report,
                                   llvm::StringRef stage) {
  for (const StageRecord &record : report.stages)
    if (record.stage->name == stage)
      return &record;
  return nullptr;
}

TEST(RoundTripTest, EveryRowIsExecutedAndComparedAndItsOrderChecked) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program =
      read(TILEFUZZ_CORPUS "/kernels/in_place_swap.mlir", *context);
  ComparisonReport report = compareStages(program, withAll());
  EXPECT_FALSE(report.finding) << report.finding->reason;
  unsigned rows = 0;
  for (const Stage &stage : getStages()) {
    if (!stage.isRoundTrip())
      continue;
    ++rows;
    const StageRecord *record = recordOf(report, stage.name);
    ASSERT_TRUE(record && record->verdict) << stage.name.str();
    EXPECT_EQ(record->verdict->kind, ComparisonKind::Equal)
        << record->verdict->reason;
    EXPECT_GE(record->runs, 1u) << stage.name.str();
    // The machine level has no tokens any more.
    EXPECT_EQ(record->answerOf(orderOracle),
              getExecutors(stage.level).front()->isObservable
                  ? OracleAnswer::Kept
                  : OracleAnswer::NotAsked)
        << stage.name.str();
  }
  EXPECT_EQ(rows, 12u);
}

TEST(RoundTripTest, RowsAreOffTheCompilePath) {
  struct Everything : Observer {
    bool wants(const Stage &) override { return wantsAll; }
    bool wantsAll = false;
  };
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  std::string text[2];
  for (bool all : {false, true}) {
    Program program =
        read(TILEFUZZ_CORPUS "/kernels/in_place_swap.mlir", *context);
    Everything observer;
    observer.wantsAll = all;
    mlir::FailureOr<CompileResult> result =
        compile(*program.module, {}, &observer);
    ASSERT_TRUE(succeeded(result));
    text[all] = result->ptx;
  }
  EXPECT_FALSE(text[0].empty());
  EXPECT_EQ(text[0], text[1]);
}

TEST(RoundTripTest, ATargetThatIsReadAsSomethingElseIsFound) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options = withAll();
  options.compile.bugs = SeededBug::PrinterDropsContinue;
  Program program =
      read(TILEFUZZ_CORPUS "/regressions/bare-continue.mlir", *context);
  ComparisonReport report = compareStages(program, options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->kind, FindingKind::Differs);
  EXPECT_EQ(report.finding->stage->name, "source-as-text");
  ASSERT_TRUE(report.finding->previous);
  EXPECT_EQ(report.finding->previous->name, "source");
  // The row alone, as triage and the reducer ask for it; no pattern is to
  // blame.
  ComparisonOptions focused = focusOn(*report.finding, options);
  focused.roundTrips.clear();
  EXPECT_TRUE(isSame(compareStages(program, focused), *report.finding));
  EXPECT_EQ(bisectPattern(program, *report.finding, options), "");
  // What is stored reads back as the program that was wrong, although it is the
  // text that is.
  Finding finding = describe(program, *report.finding, options);
  Program again =
      llvm::cantFail(parseProgram(finding.program, "program.mlir", *context));
  EXPECT_TRUE(isSame(compareStages(again, focused), *report.finding));
  // Where the row is not made, nothing is found.
  options.roundTrips.clear();
  EXPECT_FALSE(compareStages(program, options).finding);
}

TEST(RoundTripTest, TextThatDoesNotParseIsAFailureOfTheRow) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options = withAll();
  options.compile.bugs = SeededBug::PrinterDropsContinue;
  ComparisonReport report = compareStages(
      read(TILEFUZZ_CORPUS "/regressions/bare-continue-of-results.mlir",
           *context),
      options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->kind, FindingKind::CompileFailure);
  EXPECT_EQ(report.finding->stage->name, "source-as-text");
  EXPECT_EQ(report.finding->previous->name, "source");
}

/// A loop that compares unsigned, which bytecode 13.1 cannot say.
static Program unsignedLoop(mlir::MLIRContext &context) {
  return read(TILEFUZZ_CORPUS "/../tests/bugs/bytecode-drops-unsigned.mlir",
              context);
}

TEST(RoundTripTest, WhatAVersionLacksIsCountedAndIsNoFinding) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonReport report = compareStages(unsignedLoop(*context), withAll());
  EXPECT_FALSE(report.finding);
  const StageRecord *first = recordOf(report, "source-as-bytecode-13.1");
  ASSERT_TRUE(first && first->verdict);
  EXPECT_EQ(first->verdict->kind, ComparisonKind::Unsupported);
  EXPECT_NE(first->verdict->reason.find("requires bytecode version 13.2+"),
            std::string::npos)
      << first->verdict->reason;
  const StageRecord *second = recordOf(report, "source-as-bytecode-13.2");
  ASSERT_TRUE(second && second->verdict);
  EXPECT_EQ(second->verdict->kind, ComparisonKind::Equal);
  // The compilation goes on.
  EXPECT_EQ(report.stages.back().stage->level, Level::PTX);
}

TEST(RoundTripTest, AWriterThatLeavesSomethingOutIsFound) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options = withAll();
  options.compile.bugs = SeededBug::BytecodeDropsUnsigned;
  ComparisonReport report = compareStages(unsignedLoop(*context), options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->kind, FindingKind::Differs);
  EXPECT_EQ(report.finding->stage->name, "source-as-bytecode-13.1");
}

TEST(RoundTripSamplingTest, OneProgramInSoManyMakesOne) {
  RoundTripSampling sampling;
  std::map<std::string, unsigned> made;
  unsigned programs = 0;
  for (uint64_t index = 0; index < 160'000; ++index) {
    uint64_t seed = programSeed(/*campaignSeed=*/1, index);
    std::vector<const Stage *> trips =
        sampling.roundTripsFor(seed, "tileaa-as-generic-text");
    EXPECT_EQ(trips, sampling.roundTripsFor(seed, "tileaa-as-generic-text"));
    ASSERT_LE(trips.size(), 1u);
    programs += trips.size();
    for (const Stage *stage : trips)
      ++made[stage->name.str()];
  }
  EXPECT_NEAR(programs, 10'000, 500);
  // None of what is not reached.
  EXPECT_EQ(made.size(), 8u);
  for (const auto &[name, count] : made)
    EXPECT_NEAR(count, 10'000 / 8, 200) << name;
}

TEST(LlvmSamplingTest, OneProgramInSoMany) {
  LlvmSampling sampling = *LlvmSampling::parse("16");
  unsigned picked = 0;
  for (uint64_t index = 0; index < 160'000; ++index) {
    uint64_t seed = programSeed(/*campaignSeed=*/1, index);
    picked += sampling.isPicked(seed);
    EXPECT_TRUE(LlvmSampling::parse("all")->isPicked(seed));
    EXPECT_TRUE(LlvmSampling::parse("")->isPicked(seed));
    EXPECT_FALSE(LlvmSampling::parse("0")->isPicked(seed));
  }
  EXPECT_NEAR(picked, 10'000, 500);
  for (llvm::StringRef wrong : {"-1", "many", "16x"})
    EXPECT_FALSE(LlvmSampling::parse(wrong)) << wrong.str();
}

TEST(RoundTripSamplingTest, AllAndNone) {
  EXPECT_TRUE(RoundTripSampling::parse("0")->roundTripsFor(5, "").empty());
  EXPECT_EQ(RoundTripSampling::parse("1")->roundTripsFor(5, "").size(), 1u);
  EXPECT_EQ(RoundTripSampling::parse("all")->roundTripsFor(5, "").size(), 12u);
  EXPECT_EQ(RoundTripSampling::parse("all")->roundTripsFor(5, "source").size(),
            0u);
  for (llvm::StringRef wrong : {"", "-1", "many", "16x"})
    EXPECT_FALSE(RoundTripSampling::parse(wrong)) << wrong.str();
  EXPECT_TRUE(roundTripCalled("cuda-tile-canonicalize").empty());
  EXPECT_EQ(roundTripCalled("source-as-text").size(), 1u);
}
