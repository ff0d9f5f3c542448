//===- StageComparisonTest.cpp --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/StageComparison.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Stages/Bisect.h"
#include "fuzz/Stages/StageOracle.h"
#include "fuzz/Stages/Triage.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

/// Stores a select with a constant condition.
static Program sample(mlir::MLIRContext &context, llvm::StringRef body = "") {
  std::string text = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %c = constant <i1: true> : tile<i1>
    %a = constant <i32: 1> : tile<i32>
    %b = constant <i32: 2> : tile<i32>
)" + body.str() + R"(
    %s = select %c, %a, %b : tile<i1>, tile<i32>
    %t = store_ptr_tko weak %p, %s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
})";
  return llvm::cantFail(parseProgram(text, "sample", context));
}

TEST(StageComparisonTest, TheCorrectCompilerAgrees) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonReport report = compareStages(sample(*context), {});
  EXPECT_FALSE(report.finding);
  EXPECT_FALSE(report.skipped()) << report.skipReason;
  EXPECT_TRUE(report.isFullyOrdered);
  // All stages but the assembler and round trips, which are left out unless
  // asked for.
  ASSERT_EQ(
      report.stages.size(),
      size_t(llvm::count_if(getStages().drop_back(), [](const Stage &stage) {
        return !stage.isRoundTrip() && !stage.isOnRequest;
      })));
  for (const StageRecord &stage : report.stages)
    if (stage.verdict)
      EXPECT_EQ(stage.verdict->kind, ComparisonKind::Equal)
          << stage.stage->name.str();
  ASSERT_TRUE(report.stages[1].verdict);
  EXPECT_EQ(report.stages[1].verdict->kind, ComparisonKind::Equal);
  EXPECT_GE(report.comparisons(), 1u);
}

/// A program with six outcomes.
static Program exchanging(mlir::MLIRContext &context) {
  std::string path = TILEFUZZ_CORPUS "/regressions/unsampled-outcome.mlir";
  auto file = llvm::MemoryBuffer::getFile(path);
  EXPECT_TRUE(file) << path;
  return llvm::cantFail(
      parseProgram((*file)->getBuffer(), "unsampled-outcome", context));
}

TEST(StageComparisonTest, ASourceWithManyOutcomesGivesNoFalseAlarm) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = exchanging(*context);
  for (uint64_t seed = 0; seed < 40; ++seed) {
    ComparisonOptions options;
    options.scheduleSeed = seed;
    ComparisonReport report = compareStages(program, options);
    EXPECT_FALSE(report.skipped()) << report.skipReason;
    EXPECT_FALSE(report.isFullyOrdered);
    EXPECT_FALSE(report.finding) << seed << ": " << report.finding->reason;
  }
}

/// One iteration; 2^31 of a loop that compares after its sum has wrapped.
static constexpr char lastTrip[] = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %low = constant <i32: 0x7FFFFFFE> : tile<i32>
    %high = constant <i32: 0x7FFFFFFF> : tile<i32>
    %step = constant <i32: 2> : tile<i32>
    %n = for %i in (%low to %high, step %step) : tile<i32> iter_values(%k = %low) -> (tile<i32>) {
      %next = addi %k, %step : tile<i32>
      continue %next : tile<i32>
    }
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
})";

TEST(StageComparisonTest, ATargetThatDoesNotEndIsFound) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program =
      llvm::cantFail(parseProgram(lastTrip, "lastTrip", *context));
  EXPECT_FALSE(compareStages(program, {}).finding);
  ComparisonOptions options;
  options.compile.bugs.insert(*findSeededBug("loop-bound-wraps"));
  ComparisonReport report = compareStages(program, options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->kind, FindingKind::Differs);
  EXPECT_EQ(report.finding->stage->name, "convert-tileas-to-nvvm");
  EXPECT_NE(report.finding->reason.find("the target does not: step-limit: "
                                        "too-many-trips"),
            std::string::npos)
      << report.finding->reason;
}

/// No iteration; 2^31 of a loop that compares signed numbers.
static constexpr char noTrip[] = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %low = constant <i32: 0x80000000> : tile<i32>
    %high = constant <i32: 5> : tile<i32>
    %step = constant <i32: 1> : tile<i32>
    %n = for unsigned %i in (%low to %high, step %step) : tile<i32> iter_values(%k = %low) -> (tile<i32>) {
      %next = addi %k, %step : tile<i32>
      continue %next : tile<i32>
    }
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
})";

TEST(StageComparisonTest, ATileProgramThatDoesNotEndIsFound) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(parseProgram(noTrip, "noTrip", *context));
  EXPECT_FALSE(compareStages(program, {}).finding);
  ComparisonOptions options;
  options.compile.bugs.insert(*findSeededBug("for-always-signed"));
  ComparisonReport report = compareStages(program, options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->stage->name, "convert-cuda-tile-to-tileaa");
  EXPECT_NE(report.finding->reason.find("too-many-trips"), std::string::npos)
      << report.finding->reason;
}

TEST(StageComparisonTest, LargeTilesTakeNoTrips) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(readProgram(
      TILEFUZZ_CORPUS "/regressions/iota-makes-no-trips.mlir", *context));
  ComparisonReport report = compareStages(program, {});
  EXPECT_FALSE(report.finding) << report.finding->reason;
  EXPECT_FALSE(report.skipped());
  std::string compared;
  for (const StageRecord &record : report.stages)
    if (record.verdict && record.verdict->kind == ComparisonKind::Equal)
      compared += record.stage->name.str() + " ";
  for (llvm::StringRef stage :
       {"convert-tileaa-to-tileas", "convert-tileas-to-nvvm", "optimize-llvm"})
    EXPECT_NE(compared.find(stage.str()), std::string::npos) << compared;
}

TEST(StageComparisonTest, PassesOverLlvmNeedNotBeExecuted) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(readProgram(
      TILEFUZZ_CORPUS "/regressions/iota-makes-no-trips.mlir", *context));
  ComparisonOptions options;
  options.executesLlvm = false;
  ComparisonReport report = compareStages(program, options);
  EXPECT_FALSE(report.finding) << report.finding->reason;
  bool isMachineExecuted = false, isReached = false;
  for (const StageRecord &record : report.stages) {
    isMachineExecuted |=
        record.verdict && record.stage->name == "convert-tileas-to-nvvm";
    isReached |= record.stage->name == "optimize-llvm";
    if (record.stage->level == Level::LLVM)
      EXPECT_FALSE(record.verdict) << record.stage->name.str();
  }
  EXPECT_TRUE(isMachineExecuted);
  EXPECT_TRUE(isReached);
}

TEST(StageComparisonTest, ABugInASourceWithManyOutcomesIsFound) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options;
  options.compile.bugs.insert(*findSeededBug("select-swapped-arms"));
  ComparisonReport report = compareStages(exchanging(*context), options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->kind, FindingKind::Differs);
}

TEST(StageComparisonTest, ARefusalIsCountedAndIsNoFinding) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(parseProgram(R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : f32[1] = fill(7)
// tilefuzz.args &out 1.0
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>, %x: tile<f32>) {
    %storage = alloca num_elem = 16384, alignment = 4 : tile<ptr<f32>>
    %s = store_ptr_tko weak %storage, %x : tile<ptr<f32>>, tile<f32> -> token
    %t = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token
    return
  }
})",
                                                "refused", *context));
  ComparisonReport report = compareStages(program, {});
  EXPECT_FALSE(report.finding);
  ASSERT_FALSE(report.stages.empty());
  const StageRecord &last = report.stages.back();
  EXPECT_EQ(last.stage->name, "convert-tileas-to-nvvm");
  ASSERT_TRUE(last.verdict);
  EXPECT_EQ(last.verdict->kind, ComparisonKind::Unsupported);
  EXPECT_EQ(last.verdict->reason,
            "'nv_tileaa.alloca' brings the storage of a block to more than "
            "32768 bytes of shared memory, which the lowering to NVVM does not "
            "support");
}

TEST(StageComparisonTest, ASeededBugIsFoundAndBlamed) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options;
  options.compile.bugs = SeededBug::SelectSwappedArms;
  Program program = sample(*context);
  ComparisonReport report = compareStages(program, options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->kind, FindingKind::Differs);
  EXPECT_EQ(report.finding->stage->name, "cuda-tile-canonicalize");
  EXPECT_EQ(bisectPattern(program, *report.finding, options),
            "cuda-tile-select-constant-condition");
  Finding finding = describe(program, *report.finding, options);
  EXPECT_EQ(finding.bugs, std::vector<std::string>{"select-swapped-arms"});
  EXPECT_EQ(finding.operationCount, 6u);
  EXPECT_FALSE(finding.expected.empty());
  EXPECT_FALSE(finding.actual.empty());
}

TEST(StageComparisonTest, LostOrderIsAFindingThoughNoRunDiffers) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(parseProgram(R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer out : i32[1] = fill(7)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %a = constant <i32: 1> : tile<i32>
    %r = store_ptr_tko release device %p, %a : tile<ptr<i32>>, tile<i32> -> token
    return
  }
})",
                                                "release", *context));
  ComparisonOptions options;
  options.compile.bugs.insert(*findSeededBug("access-loses-ordering"));
  ComparisonReport report = compareStages(program, options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->kind, FindingKind::Order);
  EXPECT_EQ(report.finding->stage->name, "convert-cuda-tile-to-tileaa");
  EXPECT_EQ(report.finding->reason.find("weakened: cuda_tile.store_ptr_tko"),
            0u)
      << report.finding->reason;
  options.withoutOracles.insert(&orderOracle);
  EXPECT_FALSE(compareStages(program, options).finding);
}

TEST(StageComparisonTest, UndefinedSourcesExcuse) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options;
  options.compile.bugs = SeededBug::SelectSwappedArms;
  ComparisonReport report =
      compareStages(sample(*context, "%z = constant <i32: 0> : tile<i32>\n"
                                     "%q = divi %a, %z signed : tile<i32>\n"),
                    options);
  EXPECT_FALSE(report.finding);
  EXPECT_EQ(report.skipReason.find("source undefined: "), 0u)
      << report.skipReason;
  EXPECT_EQ(report.comparisons(), 0u);
}

TEST(StageComparisonTest, AFailingStageIsAFinding) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options;
  // Not a compute capability: the conversion refuses it.
  options.compile.target = "sm_nonsense";
  ComparisonReport report = compareStages(sample(*context), options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->kind, FindingKind::CompileFailure);
  EXPECT_EQ(report.finding->stage->name, "convert-cuda-tile-to-tileaa");
  EXPECT_NE(report.finding->reason.find("error: "), std::string::npos);
}

TEST(StageComparisonTest, TheProgramIsLeftAlone) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = sample(*context);
  std::string before = program.toString();
  compareStages(program, {});
  EXPECT_EQ(program.toString(), before);
  EXPECT_NE(printStage(program, {}, *findStage("convert-cuda-tile-to-tileaa"))
                .find("nv_tileaa"),
            std::string::npos);
}

TEST(BisectTest, ThePassIsToBlameWhenNoPatternIs) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options;
  options.compile.target = "sm_nonsense";
  Program program = sample(*context);
  ComparisonReport report = compareStages(program, options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(bisectPattern(program, *report.finding, options), "");
}

/// Swapped arms let a masked lane decide whether a quotient is defined, so that
/// two stages cannot be compared; in the third it is a number again.
static Program hiding(mlir::MLIRContext &context) {
  return llvm::cantFail(parseProgram(R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer in : i32[1] = fill(0)
// tilefuzz.buffer out : i64[1] = fill(0)
// tilefuzz.args &in &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>, %q: tile<ptr<i64>>) {
    %a = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = reshape %q : tile<ptr<i64>> -> tile<1xptr<i64>>
    %no = constant <i1: false> : tile<1xi1>
    %zero = constant <i32: 0> : tile<1xi32>
    %one = constant <i64: 1> : tile<1xi64>
    %v, %t = load_ptr_tko weak %a, %no : tile<1xptr<i32>>, tile<1xi1> -> tile<1xi32>, token
    %s = select %no, %v, %zero : tile<1xi1>, tile<1xi32>
    %w = exti %s signed : tile<1xi32> -> tile<1xi64>
    %d = divi %w, %one signed : tile<1xi64>
    %u = store_ptr_tko weak %b, %d : tile<1xptr<i64>>, tile<1xi64> -> token
    return
  }
})",
                                     "hiding", context));
}

TEST(BisectTest, StagesThatCannotBeComparedAreNotRight) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options;
  options.compile.bugs = SeededBug::SelectSwappedArms;
  Program program = hiding(*context);
  EXPECT_FALSE(compareStages(program, {}).finding);
  ComparisonReport report = compareStages(program, options);
  ASSERT_TRUE(report.finding);
  EXPECT_EQ(report.finding->stage->name, "tileaa-canonicalize");
  ASSERT_TRUE(report.finding->previous);
  EXPECT_EQ(report.finding->previous->name, "source");
  Finding finding = describe(program, *report.finding, options);
  blamePattern(finding, program, *report.finding, options);
  EXPECT_EQ(finding.pattern, "cuda-tile-select-constant-condition");
  EXPECT_EQ(finding.pass, "cuda-tile-canonicalize");
  // What makes it show is not to blame.
  options.compile.disabledPatterns.push_back("tileaa-masked-load");
  EXPECT_FALSE(compareStages(program, options).finding);
}
