//===- RandomLitmusTest.cpp - The explorer against the definition ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Random litmus programs: the explorer finds exactly the outcomes and the races
// that the memory model gives, and it says that it is complete, unless an
// execution with an apparent cycle might end in another way. The second
// enumerator shares no code with it (LitmusEnumerator.h).
//
// TILEFUZZ_LITMUS_PROGRAMS and TILEFUZZ_LITMUS_SEED make the run longer, or
// another.
//
//===----------------------------------------------------------------------===//

#include "LitmusEnumerator.h"
#include "compiler/Pipeline/Pipeline.h"
#include "interp/Explore/Explore.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace tilefuzz;

namespace {
uint64_t numberFrom(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

class RandomLitmus : public testing::Test {
protected:
  Exploration exploreProgram(const litmus::Program &program) {
    std::string text = litmus::toText(program);
    Launch launch = llvm::cantFail(parseLaunch(text, "litmus"));
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    if (!module)
      return {};
    DecodedProgram decoded =
        llvm::cantFail(DecodedProgram::decode(*module, launch.kernel));
    return llvm::cantFail(explore(decoded, launch));
  }

  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    return registry;
  }
  mlir::MLIRContext context{makeRegistry(),
                            mlir::MLIRContext::Threading::DISABLED};
};

std::set<litmus::Result> resultsOf(const Exploration &all) {
  std::set<litmus::Result> results;
  for (const ExploredOutcome &explored : all.outcomes) {
    litmus::Result values;
    for (const BufferImage &buffer : explored.outcome.buffers)
      for (size_t at = 0; at < buffer.bytes.size(); at += 4) {
        int32_t value;
        std::memcpy(&value, &buffer.bytes[at], 4);
        values.push_back(value);
      }
    results.insert(std::move(values));
  }
  return results;
}

std::string print(const std::set<litmus::Result> &results) {
  std::string text;
  for (const litmus::Result &result : results) {
    text += "  (";
    for (int32_t value : result)
      text += " " + std::to_string(value);
    text += " )\n";
  }
  return text;
}
} // namespace

TEST_F(RandomLitmus, AgreesWithTheDefinition) {
  uint64_t count = numberFrom("TILEFUZZ_LITMUS_PROGRAMS", 3000);
  uint64_t seed = numberFrom("TILEFUZZ_LITMUS_SEED", 1);
  unsigned compared = 0, racy = 0, several = 0, cyclic = 0, undecided = 0,
           cautious = 0, failures = 0;
  // By seed and number: those that the two once did not agree on come last.
  const std::pair<uint64_t, uint64_t> known[] = {{8, 15'654}, {21, 113'477}};
  for (uint64_t at = 0; at < count + std::size(known) && failures < 5; ++at) {
    auto [drawnFrom, i] = at < count ? std::pair(seed, at) : known[at - count];
    std::mt19937_64 random(drawnFrom * 1'000'003 + i);
    litmus::Program program = litmus::drawProgram(random);
    litmus::Enumeration expected = litmus::enumerate(program);
    if (expected.isTooLarge)
      continue;
    ++compared;
    Exploration all = exploreProgram(program);
    std::set<std::pair<std::string, std::string>> races;
    for (const RaceReport &race : all.races)
      races.insert(std::minmax(race.first.location, race.second.location));
    racy += !races.empty();
    several += all.outcomes.size() > 1;
    cyclic += expected.hasCycles;
    undecided += expected.isUndecided;
    std::string where = "seed " + std::to_string(drawnFrom) + ", program " +
                        std::to_string(i) + "\n" + litmus::toText(program);
    bool isRight = races == expected.races &&
                   all.isReadingDependent == expected.isReadingDependent;
    if (races.empty()) {
      isRight &= resultsOf(all) == expected.results;
      // Only cycles may make it incomplete; an apparent one must.
      isRight &= all.isComplete() ? !expected.isUndecided : expected.hasCycles;
      cautious += !all.isComplete() && !expected.isUndecided;
    }
    if (isRight)
      continue;
    ++failures;
    ADD_FAILURE() << where << "expected\n"
                  << print(expected.results) << "explored\n"
                  << print(resultsOf(all)) << "expected races "
                  << expected.races.size() << ", explored " << races.size()
                  << "; reading-dependent " << expected.isReadingDependent
                  << ", explored " << all.isReadingDependent << "; cycles "
                  << expected.hasCycles << ", undecided "
                  << expected.isUndecided << "; explored '" << all.incomplete
                  << "'";
  }
  llvm::outs() << compared << " programs: " << racy << " racy, " << several
               << " with several outcomes, " << cyclic
               << " with cycles of dependence, " << undecided << " undecided, "
               << cautious << " of others called incomplete\n";
  EXPECT_GE(compared, count * 8 / 10);
  EXPECT_GE(several, compared / 5);
  EXPECT_GE(racy, compared / 20);
  EXPECT_LE(cautious * 200, compared);
}

/// A load behind a branch on another load, and a store of what it returns to
/// where that one reads: whether the first load may read it depends on whether
/// the branch does depend on it (memory model, 1.6, A5).
TEST_F(RandomLitmus, ForeseesReadsBehindBranches) {
  for (bool isApparent : {true, false})
    for (bool hasOtherWriter : {false, true}) {
      litmus::Program program;
      program.memory = {0, 2};
      litmus::Operation first, second, third, other;
      first.places = {0};
      second.places = {1};
      second.hasCondition = true;
      second.condition.op = 0;
      second.condition.isErased = isApparent;
      third.kind = other.kind = litmus::Kind::Store;
      third.places = {0};
      third.values = {{}};
      third.values[0].op = 1;
      // So that the branch is taken where the load reads what is stored.
      third.values[0].constant = isApparent ? 0 : -2;
      other.places = {1};
      other.values = {{}};
      other.values[0].constant = 3;
      program.blocks = {{first, second, third}};
      if (hasOtherWriter)
        program.blocks.push_back({other});
      program.devices.resize(program.blocks.size());
      litmus::Enumeration expected = litmus::enumerate(program);
      Exploration all = exploreProgram(program);
      std::string text = litmus::toText(program);
      EXPECT_TRUE(expected.hasCycles) << text;
      EXPECT_EQ(expected.isUndecided, isApparent) << text;
      EXPECT_EQ(all.isComplete(), !isApparent) << text;
      EXPECT_TRUE(all.races.empty()) << text;
      EXPECT_EQ(resultsOf(all), expected.results) << text;
    }
}
