//===- PtxLitmusTest.cpp - The explorer of PTX against the definition -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Random litmus programs of PTX: the explorer finds exactly the outcomes and
// the races that the PTX model gives. The second enumerator shares no code with
// it (PtxEnumerator.h).
//
// TILEFUZZ_LITMUS_PROGRAMS and TILEFUZZ_LITMUS_SEED make the run longer, or
// another.
//
//===----------------------------------------------------------------------===//

#include "PtxEnumerator.h"
#include "compiler/Pipeline/Pipeline.h"
#include "interp/Explore/Expectation.h"
#include "interp/Explore/Ptx/ExplorePtx.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>

using namespace tilefuzz;

static uint64_t numberFrom(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

static std::set<ptxlitmus::Result> resultsOf(const Exploration &all) {
  std::set<ptxlitmus::Result> results;
  for (const ExploredOutcome &explored : all.outcomes) {
    ptxlitmus::Result values;
    for (auto [i, buffer] : llvm::enumerate(explored.outcome.buffers)) {
      size_t count = buffer.numElements();
      // The last one of `out` is nobody's.
      for (size_t at = 0; at + i < count; ++at) {
        uint64_t bits = buffer.bitsOf(at);
        values.push_back(i == 0 ? int64_t(bits) : int32_t(bits));
      }
    }
    results.insert(std::move(values));
  }
  return results;
}

static std::string print(const std::set<ptxlitmus::Result> &results) {
  std::string text;
  for (const ptxlitmus::Result &result : results) {
    text += "  (";
    for (int64_t value : result)
      text += " " + std::to_string(value);
    text += " )\n";
  }
  return text;
}

TEST(PtxLitmus, AgreesWithTheDefinition) {
  uint64_t count = numberFrom("TILEFUZZ_LITMUS_PROGRAMS", 400);
  uint64_t seed = numberFrom("TILEFUZZ_LITMUS_SEED", 1);
  unsigned compared = 0, racy = 0, mixed = 0, several = 0, failures = 0;
  for (uint64_t i = 0; i < count && failures < 5; ++i) {
    std::mt19937_64 random(seed * 1'000'003 + i);
    ptxlitmus::Program program = ptxlitmus::drawProgram(random);
    ptxlitmus::Enumeration expected = ptxlitmus::enumerate(program);
    if (expected.isTooLarge)
      continue;
    ++compared;
    std::string text = ptxlitmus::toText(program);
    Launch launch = llvm::cantFail(parseLaunch(text, "litmus"));
    llvm::Expected<Exploration> all = explorePtx(text, launch);
    if (!all) {
      ADD_FAILURE() << text << llvm::toString(all.takeError());
      ++failures;
      continue;
    }
    std::set<std::pair<std::string, std::string>> races;
    for (const RaceReport &race : all->races)
      races.insert(std::minmax(race.first.location, race.second.location));
    racy += !races.empty();
    mixed += expected.hasMixedRace;
    several += expected.results.size() > 1;
    bool isRight = all->isComplete() && races == expected.races &&
                   all->racesAreDefined == !expected.hasMixedRace;
    if (!expected.hasMixedRace)
      isRight &= resultsOf(*all) == expected.results;
    if (isRight)
      continue;
    ++failures;
    std::string found;
    for (auto &[a, b] : races)
      found += " " + a + "/" + b;
    std::string wanted;
    for (auto &[a, b] : expected.races)
      wanted += " " + a + "/" + b;
    ADD_FAILURE() << "seed " << seed << ", program " << i << "\n"
                  << text << "expected\n"
                  << print(expected.results) << "explored\n"
                  << print(resultsOf(*all)) << "expected races" << wanted
                  << "\nexplored" << found << "\n"
                  << all->incomplete;
  }
  std::printf("%u compared, %u with races, %u of mixed size, %u with several "
              "outcomes\n",
              compared, racy, mixed, several);
  // What is drawn is not all alike.
  EXPECT_GT(compared, count * 8 / 10);
  EXPECT_GT(racy, compared / 5);
  EXPECT_LT(racy, compared * 9 / 10);
  EXPECT_GT(mixed, compared / 100);
  EXPECT_GT(several, compared / 2);
}

namespace {
std::vector<std::string> filesOf(llvm::StringRef folder,
                                 llvm::StringRef extension) {
  std::vector<std::string> files;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(folder, code), end;
       it != end && !code; it.increment(code))
    if (llvm::sys::path::extension(it->path()) == extension)
      files.push_back(it->path());
  llvm::sort(files);
  return files;
}

/// A program of the corpus with its launch and what it must show.
struct LitmusFile {
  std::string text;
  Launch launch;
  Expectation expectation;

  explicit LitmusFile(const std::string &path) {
    auto file = llvm::MemoryBuffer::getFile(path);
    EXPECT_TRUE(bool(file)) << path;
    text = (*file)->getBuffer().str();
    launch = llvm::cantFail(parseLaunch(text, path));
    expectation = llvm::cantFail(parseExpectation(text, path, launch));
  }
};
} // namespace

TEST(PtxLitmus, CorpusExploresToWhatIsListed) {
  std::vector<std::string> files = filesOf(TILEFUZZ_LITMUS "/ptx", ".ptx");
  EXPECT_GE(files.size(), 100u);
  for (const std::string &path : files) {
    LitmusFile file(path);
    EXPECT_FALSE(file.expectation.isEmpty()) << path;
    llvm::Expected<Exploration> all = explorePtx(file.text, file.launch);
    ASSERT_TRUE(bool(all)) << path << llvm::toString(all.takeError());
    for (const std::string &failure : check(*all, file.expectation))
      ADD_FAILURE() << path << ": " << failure;
  }
}

namespace {
/// The text of one stage.
class CodeOf : public Observer {
public:
  explicit CodeOf(llvm::StringRef stage) : wanted(stage) {}
  mlir::LogicalResult afterStage(const Stage &stage, mlir::ModuleOp) override {
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage, llvm::Module &) override {
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::StringRef code) override {
    if (stage.name == wanted)
      text = code.str();
    return mlir::success();
  }
  llvm::StringRef wanted;
  std::string text;
};

/// PTX of a litmus program of the tile level, or why there is none.
std::string compileToPtx(const LitmusFile &file, const std::string &path,
                         llvm::StringRef bug, std::string &refusal) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &said) {
    if (refusal.empty() &&
        said.getSeverity() == mlir::DiagnosticSeverity::Error)
      refusal = said.str();
    return mlir::success();
  });
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(file.text, &context, path);
  EXPECT_TRUE(module) << path;
  CompileOptions options;
  options.numWarps = 1;
  options.stopAfter = "emit-ptx";
  std::vector<std::string> bugs;
  if (!bug.empty())
    bugs.push_back(bug.str());
  llvm::cantFail(addByName(options, bugs, {}, {}));
  CodeOf code("emit-ptx");
  if (failed(compile(module.get(), options, &code)) && refusal.empty())
    refusal = "no reason";
  return code.text;
}

/// Outcomes that the program's file does not allow; or why the PTX is not
/// explored.
std::vector<std::string> forbiddenOutcomes(const LitmusFile &file,
                                           llvm::StringRef ptx,
                                           std::string &refusal) {
  ExploreOptions options;
  // The largest of the corpus needs 400.
  options.graphLimit = 5000;
  llvm::Expected<Exploration> all = explorePtx(ptx, file.launch, options);
  if (!all) {
    refusal = llvm::toString(all.takeError());
    return {};
  }
  if (!all->isComplete()) {
    refusal = all->incomplete;
    return {};
  }
  std::vector<std::string> found;
  if (!all->racesAreDefined)
    found.push_back("a race of mixed size");
  for (const ExploredOutcome &explored : all->outcomes) {
    std::string seen = observe(explored.outcome, file.expectation.observed);
    if (!file.expectation.allowed.count(seen))
      found.push_back(seen);
  }
  return found;
}
} // namespace

// What our compiler makes of the programs of the tile level has no outcome that
// they do not have. What a race leaves undefined says nothing.
TEST(PtxLitmus, CompiledProgramsShowNothingNew) {
  std::map<std::string, unsigned> refusals;
  unsigned explored = 0, racy = 0;
  for (const std::string &path : filesOf(TILEFUZZ_LITMUS, ".mlir")) {
    LitmusFile file(path);
    if (!file.expectation.races.empty()) {
      ++racy;
      continue;
    }
    std::string refusal;
    std::string ptx = compileToPtx(file, path, "", refusal);
    std::vector<std::string> forbidden;
    if (!ptx.empty()) {
      refusal.clear();
      forbidden = forbiddenOutcomes(file, ptx, refusal);
    }
    if (!refusal.empty() || ptx.empty()) {
      ++refusals[refusal];
      continue;
    }
    ++explored;
    for (const std::string &outcome : forbidden)
      ADD_FAILURE() << path << ": " << outcome;
  }
  std::printf("%u explored, %u with races\n", explored, racy);
  for (const auto &[reason, count] : refusals)
    std::printf("%u: %s\n", count, reason.c_str());
  EXPECT_GE(explored, 40u);
}

// A bug of the back end that loses order is an outcome that the source forbids.
// A release that is lost is none by itself: the fence that stands before the
// store makes a release pattern of the relaxed one, too (PTX model, 2.3).
TEST(PtxLitmus, LostOrderIsANewOutcome) {
  std::string path = TILEFUZZ_LITMUS "/M02.mlir", refusal;
  LitmusFile file(path);
  using Outcomes = std::vector<std::string>;
  for (const char *bug : {"ptx-load-loses-acquire", "ptx-narrows-scope"})
    EXPECT_EQ(forbiddenOutcomes(file, compileToPtx(file, path, bug, refusal),
                                refusal),
              Outcomes{"(1,0)"})
        << bug;
  std::string relaxed =
      compileToPtx(file, path, "ptx-store-loses-release", refusal);
  EXPECT_NE(relaxed.find("st.relaxed.gpu"), std::string::npos);
  EXPECT_EQ(forbiddenOutcomes(file, relaxed, refusal), Outcomes{});
  size_t fence = relaxed.find("fence.acq_rel.gpu;");
  ASSERT_NE(fence, std::string::npos);
  relaxed.erase(fence, std::string("fence.acq_rel.gpu;").size());
  EXPECT_EQ(forbiddenOutcomes(file, relaxed, refusal), Outcomes{"(1,0)"});
  EXPECT_EQ(refusal, "");
}
