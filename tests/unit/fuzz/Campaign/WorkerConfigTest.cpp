//===- WorkerConfigTest.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/WorkerConfig.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <set>

using namespace tilefuzz;

static std::string print(const llvm::json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

TEST(WorkerConfigTest, RoundTrip) {
  WorkerConfig config;
  config.worker = 3;
  config.seed = ~uint64_t(0);
  config.bugs = {"a", "b"};
  config.corpus = {"x.mlir"};
  config.reduce = false;
  config.programSeconds = 1.5;
  config.retry = 9;
  config.run = 5;
  config.triage = "folder";
  config.withoutOracles = {"order"};
  for (uint64_t index : {0, 1, 7})
    config.done.insert(index);
  config.death =
      DeathNotice{7,   FindingKind::Timeout,        "s",
                  "p", Symptom::message("no time"), "out of \"time\""};
  WorkerConfig read = llvm::cantFail(parseWorkerConfig(print(config.toJSON())));
  EXPECT_EQ(read.toJSON(), config.toJSON());
  EXPECT_EQ(read.seed, ~uint64_t(0));
  EXPECT_TRUE(read.done == config.done);
  EXPECT_EQ(read.death->kind, FindingKind::Timeout);
  EXPECT_EQ(read.death->symptom.key(), "no time");
}

/// Databases of earlier versions hold the options of their runs.
TEST(WorkerConfigTest, ReadsTheOldNameOfTheOrderOracle) {
  llvm::json::Value value = WorkerConfig().toJSON();
  auto without = [&] {
    return llvm::cantFail(parseWorkerConfig(print(value))).withoutOracles;
  };
  EXPECT_TRUE(without().empty());
  (*value.getAsObject())["order"] = true;
  EXPECT_TRUE(without().empty());
  (*value.getAsObject())["order"] = false;
  EXPECT_EQ(without(), std::vector<std::string>{"order"});
}

TEST(WorkerConfigTest, MessageRoundTrip) {
  WorkerMessage message;
  message.kind = WorkerMessage::Kind::Duplicate;
  message.text = "sig\twith\ttabs\n and \\n, \\t\\";
  message.counters = {{"programs", 1}};
  message.counters["skip:a\tb \\ 3"] = ~uint64_t(0);
  message.firings = {{"p", 2}};
  message.program = 12;
  message.features = {"pair a b", "", "\\"};
  std::string text;
  llvm::raw_string_ostream os(text);
  message.print(os);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  WorkerMessage read = llvm::cantFail(parseWorkerMessage(text));
  EXPECT_EQ(read.kind, message.kind);
  EXPECT_EQ(read.text, message.text);
  EXPECT_EQ(read.program, 12u);
  EXPECT_EQ(read.features, message.features);
  EXPECT_EQ(read.counters, message.counters);
  EXPECT_EQ(read.firings, message.firings);
}

TEST(WorkerConfigTest, BadLinesAreErrors) {
  for (const char *line : {"", "{}", "party\t1", "done", "done\t", "done\tx",
                           "done\t1\tx", "done\t1\tcx y", "done\t1\t\tc1 y"}) {
    auto message = parseWorkerMessage(line);
    EXPECT_FALSE(bool(message)) << line;
    llvm::consumeError(message.takeError());
  }
}

TEST(WorkerConfigTest, SeedsDoNotRepeat) {
  std::set<uint64_t> seeds;
  for (uint64_t campaign = 0; campaign < 20; ++campaign)
    for (uint64_t index = 0; index < 200; ++index)
      seeds.insert(programSeed(campaign, index));
  EXPECT_EQ(seeds.size(), 4000u);
}
