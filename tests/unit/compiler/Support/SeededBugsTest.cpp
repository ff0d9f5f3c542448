//===- SeededBugsTest.cpp - Canaries of the seeded bugs -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir;
using namespace tilefuzz;

namespace {
/// A select whose condition is constant, and a comparison of two arguments.
constexpr llvm::StringLiteral program = R"(
  cuda_tile.module @kernels {
    entry @kernel(%p: tile<ptr<i32>>, %a: tile<i32>, %b: tile<i32>) {
      %true = constant <i1: true> : tile<i1>
      %less = cmpi less_than %a, %b, SIGNEDNESS : tile<i32> -> tile<i1>
      %one = select %true, %a, %b : tile<i1>, tile<i32>
      %two = select %less, %one, %b : tile<i1>, tile<i32>
      %t = store_ptr_tko weak %p, %two : tile<ptr<i32>>, tile<i32> -> token
      return
    }
  })";

class SeededBugs : public ::testing::Test {
protected:
  SeededBugs() {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  void compileWith(BugSet bugs, StringRef signedness) {
    std::string text = program.str();
    text.replace(text.find("SIGNEDNESS"), 10, signedness.str());
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, ParserConfig(&context));
    ASSERT_TRUE(bool(module));
    CompileOptions options;
    options.bugs = bugs;
    options.bugs.canaries = &canaries;
    options.stopAfter = "tileaa-canonicalize";
    canaries.clear();
    ASSERT_TRUE(succeeded(compile(module.get(), options)));
  }

  MLIRContext context;
  BugCanaries canaries;
};
} // namespace

TEST_F(SeededBugs, ReachedWithoutBeingOn) {
  compileWith({}, "unsigned");
  EXPECT_GT(canaries.reached(SeededBug::SelectSwappedArms), 0u);
  EXPECT_GT(canaries.reached(SeededBug::CompareSignedness), 0u);
  EXPECT_EQ(canaries.reached(SeededBug::JoinDropsToken), 0u);
  for (const SeededBugInfo &info : getSeededBugs())
    EXPECT_EQ(canaries.fired(info.bug), 0u) << info.name.str();
}

TEST_F(SeededBugs, PatternFires) {
  compileWith(SeededBug::SelectSwappedArms, "signed");
  EXPECT_GT(canaries.fired(SeededBug::SelectSwappedArms), 0u);
}

TEST_F(SeededBugs, SiteFiresOnlyWhereItDiffers) {
  compileWith(SeededBug::CompareSignedness, "signed");
  EXPECT_GT(canaries.reached(SeededBug::CompareSignedness), 0u);
  EXPECT_EQ(canaries.fired(SeededBug::CompareSignedness), 0u);
  compileWith(SeededBug::CompareSignedness, "unsigned");
  EXPECT_EQ(canaries.fired(SeededBug::CompareSignedness), 1u);
}

TEST_F(SeededBugs, CountsFromThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 10000; ++j)
        canaries.countReached(SeededBug::MissingBarrier);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(canaries.reached(SeededBug::MissingBarrier), 40000u);
}

TEST_F(SeededBugs, EachHasAStage) {
  for (const SeededBugInfo &info : getSeededBugs())
    EXPECT_NE(getStageIndex(getStageOf(info)), 0u) << info.name.str();
}
