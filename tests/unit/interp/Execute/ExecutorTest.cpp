//===- ExecutorTest.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Execute/Executor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace tilefuzz;

TEST(ExecutorTest, EveryRowTakesAStage) {
  llvm::StringSet<> names;
  for (const Executor *executor : getExecutors()) {
    EXPECT_TRUE(names.insert(executor->name).second) << executor->name.str();
    EXPECT_EQ(findExecutor(executor->name), executor);
    EXPECT_TRUE(llvm::any_of(getStages(),
                             [&](const Stage &stage) {
                               return llvm::is_contained(
                                   getExecutors(stage.level), executor);
                             }))
        << executor->name.str() << " takes no stage: see getExecutors(Level)";
  }
  EXPECT_EQ(findExecutor("abacus"), nullptr);
}

TEST(ExecutorTest, EveryStageTakesExecutorsOfTheTable) {
  for (const Stage &stage : getStages())
    for (const Executor *executor : getExecutors(stage.level))
      EXPECT_TRUE(llvm::is_contained(getExecutors(), executor))
          << stage.name.str();
  EXPECT_FALSE(getExecutors(getStages().front().level).empty())
      << "nothing executes the source";
}

TEST(ExecutorTest, TheTableOfLevelsNamesEveryRow) {
  // touch.test has a copy with one more.
  const char *copy = std::getenv("TILEFUZZ_DOCS");
  std::string path = copy && *copy ? copy : TILEFUZZ_DOCS;
  path += "/architecture.md";
  auto file = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(file) << path;
  llvm::StringRef table =
      (*file)->getBuffer().split("| level |").second.split("\n\n").first;
  for (const Executor *executor : getExecutors())
    EXPECT_TRUE(table.contains(("`" + executor->name + "`").str()))
        << executor->name.str();
}

TEST(ExecutorTest, SchedulesAreAFunctionOfTheSeed) {
  for (const Executor *executor : getExecutors())
    for (unsigned count : {0u, 1u, 2u, 5u}) {
      auto namesOf = [&](uint64_t seed) {
        std::vector<std::string> names;
        for (const Schedule &schedule : executor->schedules(count, seed))
          names.push_back(executor->nameOfRun(schedule));
        return names;
      };
      std::vector<std::string> names = namesOf(7);
      ASSERT_FALSE(names.empty()) << executor->name.str();
      EXPECT_LE(names.size(), std::max(count, 1u)) << executor->name.str();
      EXPECT_EQ(names, namesOf(7));
      // Blame by the first schedule: it is the same however many there are.
      EXPECT_EQ(names.front(),
                executor->nameOfRun(executor->schedules(1, 7).front()));
    }
}
