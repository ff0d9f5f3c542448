//===- MutantScoreTest.cpp - The score of mutants -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Mutants/Mutants.h"
#include "fuzz/Score/MutantRun.h"
#include "fuzz/Score/ResultLines.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace tilefuzz;
namespace json = llvm::json;

namespace {
/// What tile-mutate writes into a file, by hand: two files, of which the one
/// that comes later in the order of names announces itself first.
namespace b {
unsigned char reached[3];
unsigned active;
const MutantRow rows[] = {{7, "relational", "a < b", "a <= b"},
                          {9, "statement", "f()", ""}};
MutatedFile file("compiler/B.cpp", rows, 2, reached, &active);
} // namespace b
namespace a {
unsigned char reached[2];
unsigned active;
const MutantRow rows[] = {{3, "constant", "1", "2"}};
MutatedFile file("compiler/A.cpp", rows, 1, reached, &active);
} // namespace a
} // namespace

TEST(Mutants, AreNumberedByFileAndPlace) {
  MutantRegistry &registry = MutantRegistry::get();
  ASSERT_EQ(registry.size(), 3u);
  EXPECT_EQ(registry.getMutant(0).name(), "compiler/A.cpp:1");
  EXPECT_EQ(registry.getMutant(2).name(), "compiler/B.cpp:2");
  EXPECT_EQ(registry.getMutant(2).before, "f()");
  EXPECT_EQ(registry.find("compiler/B.cpp:1"), 1u);
  EXPECT_EQ(registry.find("compiler/B.cpp:3"), std::nullopt);
  EXPECT_EQ(registry.find("compiler/B.cpp:0"), std::nullopt);
  EXPECT_EQ(registry.find("compiler/C.cpp:1"), std::nullopt);
}

TEST(Mutants, OneIsOnAtMost) {
  MutantRegistry &registry = MutantRegistry::get();
  {
    ActiveMutant active(2);
    EXPECT_EQ(b::active, 2u);
    EXPECT_EQ(a::active, 0u);
    registry.activate(0);
    EXPECT_EQ(b::active, 0u);
    EXPECT_EQ(a::active, 1u);
  }
  EXPECT_EQ(a::active, 0u);
}

TEST(Mutants, WhatWasReachedIsTakenOnce) {
  MutantRegistry &registry = MutantRegistry::get();
  b::reached[2] = 1;
  llvm::BitVector reached = registry.takeReached();
  EXPECT_FALSE(reached.test(0));
  EXPECT_FALSE(reached.test(1));
  EXPECT_TRUE(reached.test(2));
  EXPECT_TRUE(registry.takeReached().none());
  registry.addReached(reached);
  EXPECT_EQ(registry.takeReached(), reached);
}

static MutantResult resultOf(llvm::StringRef mutant, MutantFate fate,
                             double seconds = 0) {
  MutantResult result;
  result.mutant = mutant.str();
  result.seconds = seconds;
  result.reached = fate != MutantFate::NotReached;
  result.tried = result.reached;
  result.changed = fate >= MutantFate::Survived;
  if (fate == MutantFate::Caught) {
    result.finding = TrialFinding{ScoreOracle::Order, "emit-ptx", "lost"};
    result.caughtOn = "lowered:3";
  }
  return result;
}

TEST(MutantScore, IsOfThoseWithAnEffect) {
  std::vector<MutantResult> results = {
      resultOf("compiler/A.cpp:1", MutantFate::Caught, 2),
      resultOf("compiler/B.cpp:1", MutantFate::Survived),
      resultOf("compiler/B.cpp:2", MutantFate::NoEffect),
      resultOf("compiler/Z.cpp:9", MutantFate::Survived)};
  auto find = [](llvm::StringRef name) -> std::optional<Mutant> {
    std::optional<size_t> number = MutantRegistry::get().find(name);
    if (!number)
      return std::nullopt;
    return MutantRegistry::get().getMutant(*number);
  };
  MutantSummary summary = summarizeMutants(results, find);
  // The last one is of no mutant of this build.
  EXPECT_EQ(summary.all.total(), 3u);
  EXPECT_EQ(summary.all.score(), 0.5);
  EXPECT_EQ(summary.byFile["compiler/A.cpp"].score(), 1);
  EXPECT_EQ(summary.byFile["compiler/B.cpp"].score(), 0);
  EXPECT_EQ(summary.byMutation["statement"].noEffect, 1u);
  EXPECT_EQ(summary.byOracle["order"], 1u);
  EXPECT_EQ(summary.byTrial["lowered"], 1u);
  EXPECT_EQ(summary.medianSeconds, 2);
  ASSERT_EQ(summary.survivors.size(), 1u);
  EXPECT_EQ(summary.survivors.front().first.name(), "compiler/B.cpp:1");
}

TEST(MutantScore, ResultsAreReadAsTheyAreWritten) {
  for (MutantFate fate : {MutantFate::NotReached, MutantFate::NoEffect,
                          MutantFate::Survived, MutantFate::Caught}) {
    MutantResult result = resultOf("compiler/A.cpp:1", fate, 1.5);
    llvm::Expected<MutantResult> read = parseMutantResult(result.toJSON());
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
    EXPECT_EQ(read->fate(), fate);
    EXPECT_EQ(read->toJSON(), result.toJSON());
  }
}

TEST(MutantScore, RecordedTrialsAreReadAsTheyAreWritten) {
  RecordedTrial trial;
  trial.id = {TrialKind::Lowered, 12};
  trial.print = 0xfedcba9876543210;
  trial.reached.resize(19);
  trial.reached.set(0);
  trial.reached.set(18);
  llvm::Expected<RecordedTrial> read = parseRecordedTrial(trial.toJSON(), 19);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->print, trial.print);
  EXPECT_EQ(read->id, trial.id);
  EXPECT_EQ(read->reached, trial.reached);
  llvm::Expected<RecordedTrial> other = parseRecordedTrial(trial.toJSON(), 40);
  EXPECT_FALSE(bool(other));
  llvm::consumeError(other.takeError());
}

TEST(MutantScore, KindsOfTrialsTakeTurns) {
  std::vector<RecordedTrial> recorded;
  for (TrialId id :
       {TrialId{TrialKind::Mixed, 0}, TrialId{TrialKind::Mixed, 1},
        TrialId{TrialKind::Mixed, 2}, TrialId{TrialKind::Lowered, 5}}) {
    recorded.push_back({id, 0, 0, llvm::BitVector(2)});
    if (id.index != 1)
      recorded.back().reached.set(1);
  }
  uint64_t reached = 0;
  std::vector<const RecordedTrial *> trials =
      trialsFor(1, recorded, /*tries=*/2, reached);
  EXPECT_EQ(reached, 3u);
  ASSERT_EQ(trials.size(), 2u);
  EXPECT_EQ(trials[0]->id.name(), "mixed:0");
  EXPECT_EQ(trials[1]->id.name(), "lowered:5");
  EXPECT_TRUE(trialsFor(0, recorded, 10, reached).empty());
}

TEST(MutantScore, TrialsHaveNames) {
  for (unsigned kind = 0; kind < numTrialKinds; ++kind) {
    TrialId id{TrialKind(kind), 7};
    std::optional<TrialId> read = parseTrialId(id.name());
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, id);
  }
  EXPECT_FALSE(parseTrialId("mixed"));
  EXPECT_FALSE(parseTrialId("other:1"));
}

TEST(CompilerPrints, SayWhereTheyDiffer) {
  CompilerPrints right(true), wrong(true), shorter(true);
  for (CompilerPrints *prints : {&right, &wrong, &shorter})
    prints->add("first", "a\nb\n");
  shorter.add("second", "c\nd\n");
  right.add("second", "c\nd\n");
  wrong.add("second", "c\n  e\n");
  EXPECT_NE(right.hash(), wrong.hash());
  EXPECT_EQ(right.hash(), shorter.hash());
  EXPECT_EQ(right.describeDifference(wrong), "second: d | e");
  EXPECT_EQ(right.describeDifference(shorter), "");
  shorter.add("diagnostic", "failed");
  EXPECT_EQ(right.describeDifference(shorter), "more: diagnostic: failed");
  EXPECT_EQ(shorter.describeDifference(right), "less: diagnostic: failed");
}

// A mutant of one that no trial goes through would count as not reached.
TEST(MutantTrials, GoThroughEachStageOnRequest) {
  MutantTrials trials(1);
  std::vector<CompilerPrints> seen;
  for (uint64_t index = 0; index < 12; ++index) {
    ASSERT_TRUE(trials.select({TrialKind::Requested, index}));
    trials.compile(std::nullopt, seen.emplace_back(/*isKept=*/true));
  }
  for (const Stage &stage : getStages())
    if (stage.level == Level::TileAS && stage.isOnRequest)
      EXPECT_TRUE(llvm::any_of(seen, [&](const CompilerPrints &prints) {
        return prints.has(stage.name);
      })) << stage.name.str();
}

TEST(MutantScore, ASampleTakesOfEachFileItsShare) {
  // Files of 10, 30 and 60 mutants.
  size_t firstOf[] = {0, 10, 40, 100};
  std::vector<size_t> sample = sampleMutants(firstOf, 20, 1);
  ASSERT_EQ(sample.size(), 20u);
  EXPECT_TRUE(llvm::is_sorted(sample));
  auto countBelow = [&](size_t end) {
    return llvm::count_if(sample, [&](size_t number) { return number < end; });
  };
  EXPECT_EQ(countBelow(10), 2);
  EXPECT_EQ(countBelow(40), 8);
  EXPECT_NE(sample, sampleMutants(firstOf, 20, 2));
  EXPECT_EQ(sample, sampleMutants(firstOf, 20, 1));
  EXPECT_EQ(sampleMutants(firstOf, 200, 1).size(), 100u);
  EXPECT_TRUE(sampleMutants({}, 5, 1).empty());
}

TEST(ResultLines, HalfALineIsMadeAgain) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("results", "jsonl", path));
  auto readAll = [&](const json::Value &settings,
                     std::vector<json::Value> &lines) {
    ResultLines file;
    return file.open(path.str().str(), settings,
                     [&](const json::Value &line) -> llvm::Error {
                       lines.push_back(line);
                       return llvm::Error::success();
                     });
  };
  json::Value settings = json::Object{{"seed", 1}};
  {
    ResultLines file;
    auto none = [](const json::Value &) { return llvm::Error::success(); };
    ASSERT_FALSE(bool(file.open(path.str().str(), settings, none)));
    ASSERT_FALSE(bool(file.append(json::Object{{"a", 1}})));
  }
  {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error, llvm::sys::fs::OF_Append);
    os << "{\"b\":";
  }
  std::vector<json::Value> lines;
  ASSERT_FALSE(bool(readAll(settings, lines)));
  EXPECT_EQ(lines, std::vector<json::Value>{(json::Object{{"a", 1}})});
  llvm::Error other = readAll(json::Object{{"seed", 2}}, lines);
  EXPECT_TRUE(bool(other));
  EXPECT_NE(llvm::toString(std::move(other)).find("other settings"),
            std::string::npos);
  llvm::sys::fs::remove(path);
}

TEST(OrderedRange, GoesBothWays) {
  std::vector<int> values = {1, 2, 3}, seen;
  for (int value : inOrder(false, values))
    seen.push_back(value);
  EXPECT_EQ(seen, values);
  seen.clear();
  for (int value : inOrder(true, std::vector<int>{1, 2, 3}))
    seen.push_back(value);
  EXPECT_EQ(seen, (std::vector<int>{3, 2, 1}));
  // What is changed in place is the range itself.
  for (int &value : inOrder(true, values))
    value *= 2;
  EXPECT_EQ(values, (std::vector<int>{2, 4, 6}));
}

/// The last test: the registry keeps the file.
TEST(Mutants, TheEnvironmentNamesOne) {
  static unsigned char reached[2];
  static unsigned active, otherActive;
  static const MutantRow rows[] = {{1, "boolean", "true", "false"}};
  ASSERT_EQ(::setenv("TILEFUZZ_MUTANT", "compiler/Y.cpp:1", 1), 0);
  static MutatedFile file("compiler/Y.cpp", rows, 1, reached, &active);
  static MutatedFile other("compiler/Z.cpp", rows, 1, reached, &otherActive);
  ::unsetenv("TILEFUZZ_MUTANT");
  EXPECT_EQ(active, 1u);
  EXPECT_EQ(otherActive, 0u);
}
