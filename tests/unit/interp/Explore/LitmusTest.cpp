//===- LitmusTest.cpp - The litmus catalogue ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every program of corpus/litmus: the explorer finds exactly the outcomes and
// races that the file lists, and every run under a schedule shows one of them.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "interp/Explore/Expectation.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
std::vector<std::string> litmusFiles() {
  std::vector<std::string> files;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(TILEFUZZ_LITMUS, code), end;
       it != end && !code; it.increment(code))
    if (llvm::StringRef(it->path()).ends_with(".mlir"))
      files.push_back(llvm::sys::path::stem(it->path()).str());
  llvm::sort(files);
  return files;
}

class Litmus : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    std::string path =
        std::string(TILEFUZZ_LITMUS) + "/" + GetParam() + ".mlir";
    auto file = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(file) << path;
    text = (*file)->getBuffer().str();
    llvm::Expected<Launch> parsed = parseLaunch(text, path);
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    launch = std::move(*parsed);
    llvm::Expected<Expectation> expected = parseExpectation(text, path, launch);
    ASSERT_TRUE(bool(expected)) << llvm::toString(expected.takeError());
    expectation = std::move(*expected);
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context, path);
    ASSERT_TRUE(module);
    llvm::Expected<DecodedProgram> decoded =
        DecodedProgram::decode(*module, launch.kernel);
    ASSERT_TRUE(bool(decoded)) << llvm::toString(decoded.takeError());
    program.emplace(std::move(*decoded));
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string text;
  Launch launch;
  Expectation expectation;
  std::optional<DecodedProgram> program;
};
} // namespace

TEST_P(Litmus, ExploresToWhatIsListed) {
  ASSERT_FALSE(expectation.isEmpty());
  llvm::Expected<Exploration> all = explore(*program, launch);
  ASSERT_TRUE(bool(all)) << llvm::toString(all.takeError());
  for (const std::string &failure : check(*all, expectation))
    ADD_FAILURE() << failure;
}

TEST_P(Litmus, RunsShowOnlyWhatIsListed) {
  std::vector<Schedule> schedules = {{Schedule::Kind::ProgramOrder, 0},
                                     {Schedule::Kind::Reverse, 0},
                                     {Schedule::Kind::RoundRobin, 0}};
  for (uint64_t seed = 0; seed < 40; ++seed)
    schedules.push_back({Schedule::Kind::Random, seed});
  for (const Schedule &schedule : schedules) {
    TileRunOptions options;
    options.schedule = schedule;
    llvm::Expected<Outcome> outcome = program->run(launch, options);
    ASSERT_TRUE(bool(outcome)) << llvm::toString(outcome.takeError());
    for (const RaceReport &race : outcome->races) {
      std::string pair = std::min(race.first.location, race.second.location) +
                         "/" +
                         std::max(race.first.location, race.second.location);
      EXPECT_TRUE(expectation.races.count(pair))
          << schedule.toString() << ": " << pair;
    }
    if (!expectation.races.empty())
      continue;
    std::string seen = observe(*outcome, expectation.observed);
    EXPECT_TRUE(expectation.allowed.count(seen))
        << schedule.toString() << ": " << seen;
    // A closed run has the only outcome (Proposition 1).
    if (outcome->isFullyOrdered && outcome->printed.empty())
      EXPECT_EQ(expectation.allowed.size(), 1u) << schedule.toString();
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, Litmus, testing::ValuesIn(litmusFiles()),
                         [](const auto &info) { return info.param; });

TEST(LitmusCatalogue, IsThere) { EXPECT_GE(litmusFiles().size(), 104u); }
