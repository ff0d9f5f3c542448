//===- SentencesTest.cpp - Nobody reads what people read ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every witness of a seeded bug is found, its sentence is replaced, and triage
// goes on: blame, reduction, essence and signature must be what they are with
// the right one.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/RoundTripSampling.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Stages/Bisect.h"
#include "fuzz/Stages/StageOracle.h"
#include "fuzz/Stages/Triage.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>
#include <set>

using namespace tilefuzz;

namespace {
struct Witness {
  std::string bug, text;
};

std::vector<Witness> readWitnesses() {
  std::vector<Witness> witnesses;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(TILEFUZZ_BUGS, code), end;
       it != end && !code; it.increment(code)) {
    llvm::StringRef path = it->path();
    if (!path.ends_with(".mlir"))
      continue;
    auto file = llvm::MemoryBuffer::getFile(path);
    if (file)
      witnesses.push_back(
          {llvm::sys::path::stem(path).str(), (*file)->getBuffer().str()});
  }
  llvm::sort(witnesses,
             [](const Witness &a, const Witness &b) { return a.bug < b.bug; });
  return witnesses;
}

/// All but the sentence.
std::string withoutReason(Finding finding) {
  finding.reason.clear();
  std::string text;
  llvm::raw_string_ostream(text)
      << finding.toJSON() << finding.program << finding.before << finding.after;
  return text;
}
} // namespace

namespace {
class SentencesTest : public ::testing::Test {
protected:
  /// Compares with the named oracle alone, and goes on with and without the
  /// right sentence.
  /// False: it sees nothing.
  bool triageTwice(const Witness &witness, const StageOracle &oracle);
  bool triageTwice(const Witness &witness) {
    unsigned count = 0;
    for (const StageOracle *oracle : getStageOracles())
      count += triageTwice(witness, *oracle);
    return count != 0;
  }

  /// Kinds of symptoms that were reduced.
  std::set<Symptom::Kind> reduced;
};
} // namespace

bool SentencesTest::triageTwice(const Witness &witness,
                                const StageOracle &oracle) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  TriageOptions options;
  SeededBug bug = *findSeededBug(witness.bug);
  options.comparison.compile.bugs.insert(bug);
  // It shows where a stage on request is asked for.
  requestFor(options.comparison.compile, bug);
  if (const Stage &own = getStageOf(getInfo(bug)); own.isOnRequest)
    options.comparison.compile.enabledPatterns = {own.name.str()};
  options.comparison.roundTrips =
      RoundTripSampling::parse("all")->roundTripsFor(/*programSeed=*/0, "");
  for (const StageOracle *other : getStageOracles())
    if (other != &oracle)
      options.comparison.withoutOracles.insert(other);
  Program program =
      llvm::cantFail(parseProgram(witness.text, witness.bug, *context));
  ComparisonReport report = compareStages(program, options.comparison);
  if (!report.finding)
    return false;
  StageFinding plain = *report.finding, worded = plain;
  worded.reason = "target: race: data-race at a.b; weakened: c: d -> e";
  EXPECT_TRUE(isSame(report, worded)) << witness.bug;
  // One of each kind is reduced, too, which takes longer.
  options.reduce = reduced.insert(plain.symptom.kind).second;
  options.reduceSeconds = 1000;
  auto triage = [&](const StageFinding &raw) {
    Finding finding = describe(program, raw, options.comparison);
    blamePattern(finding, program, raw, options.comparison);
    completeFinding(finding, program, raw, options);
    return finding;
  };
  EXPECT_EQ(withoutReason(triage(plain)), withoutReason(triage(worded)))
      << witness.bug;
  return true;
}

TEST_F(SentencesTest, TriageDoesNotReadThem) {
  std::vector<Witness> witnesses = readWitnesses();
  ASSERT_GT(witnesses.size(), 50u);
  for (const Witness &witness : witnesses)
    EXPECT_TRUE(triageTwice(witness)) << witness.bug;
  using Kind = Symptom::Kind;
  // Of lost edges there is no witness: random programs show them.
  WorkerConfig config;
  config.seed = 1;
  config.knobs = "whole=2";
  ProgramSource source(config);
  for (uint64_t index = 0; index < 300 && !reduced.count(Kind::LostOrder);
       ++index)
    if (llvm::Expected<Program> program = source.get(index))
      triageTwice({"join-drops-token", program->toString()}, orderOracle);
    else
      llvm::consumeError(program.takeError());
  for (Kind kind : {Kind::WrongValue, Kind::Undefined, Kind::Race,
                    Kind::LostOrder, Kind::Weakened, Kind::Added})
    EXPECT_TRUE(reduced.count(kind)) << unsigned(kind);
}
