//===- ScorePrint.cpp - The score for people and programs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/ScoreSummary.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
namespace json = llvm::json;

static json::Value toJSON(const BugScore &score) {
  json::Object oracles;
  for (unsigned i = 0; i < numScoreOracles; ++i)
    if (const OracleScore &oracle = score.oracles[i]; oracle.seeds)
      oracles[toString(ScoreOracle(i))] =
          json::Object{{"seeds", int64_t(oracle.seeds)},
                       {"medianSeconds", oracle.medianSeconds},
                       {"medianPrograms", int64_t(oracle.medianPrograms)}};
  return json::Object{
      {"name", score.bug->name},
      {"class", stringifyBugClass(score.bug->bugClass)},
      {"where", score.bug->where},
      {"seeds", int64_t(score.seeds)},
      {"caught", int64_t(score.caught)},
      {"oracles", std::move(oracles)},
      {"medianSeconds", score.medianSeconds},
      {"medianPrograms", int64_t(score.medianPrograms)},
      {"worstSeconds", score.worstSeconds},
      {"canaries", json::Object{{"reached", int64_t(score.reached)},
                                {"fired", int64_t(score.fired)},
                                {"changed", int64_t(score.changed)},
                                {"observed", int64_t(score.observed)},
                                {"attributed", int64_t(score.attributed)}}}};
}

static json::Value toJSON(const SignatureScore &score) {
  return json::Object{{"findings", int64_t(score.findings)},
                      {"groups", int64_t(score.groups)},
                      {"defects", int64_t(score.defects)},
                      {"precision", score.precision()},
                      {"recall", score.recall()}};
}

json::Value ScoreSummary::toJSON() const {
  json::Array bugRows, seedRows;
  for (const BugScore &score : bugs)
    bugRows.push_back(::toJSON(score));
  for (const SeedScore &score : seeds)
    seedRows.push_back(json::Object{{"seed", int64_t(score.seed)},
                                    {"bugs", int64_t(score.bugs)},
                                    {"caught", int64_t(score.caught)},
                                    {"medianSeconds", score.medianSeconds},
                                    {"worstSeconds", score.worstSeconds}});
  return json::Object{{"caught", int64_t(caught())},
                      {"total", int64_t(total())},
                      {"falseAlarms", int64_t(falseAlarms())},
                      {"medianSeconds", medianSeconds},
                      {"worstSeconds", worstSeconds},
                      {"bugs", std::move(bugRows)},
                      {"seeds", std::move(seedRows)},
                      {"signatures", ::toJSON(bySignature)},
                      {"deduplication", ::toJSON(byCampaign)}};
}

/// `stage 10/10 0.02 s 12`: seeds, median time, median programs.
static std::string describe(const BugScore &score, ScoreOracle oracle) {
  const OracleScore &one = score.oracles[unsigned(oracle)];
  return llvm::formatv("{0} {1}/{2} {3:f2} s {4}", toString(oracle), one.seeds,
                       score.seeds, one.medianSeconds, one.medianPrograms);
}

static std::string describeOracles(const BugScore &score) {
  std::string text;
  for (unsigned i = 0; i < numScoreOracles; ++i)
    if (score.oracles[i].seeds)
      text += (text.empty() ? "" : ", ") + describe(score, ScoreOracle(i));
  return text.empty() ? "not caught" : text;
}

static void printSignatures(llvm::raw_ostream &os, llvm::StringRef title,
                            const SignatureScore &score) {
  os << llvm::formatv("{0}: precision {1:f3}, recall {2:f3} ({3} findings of "
                      "{4} defects in {5} groups)\n",
                      title, score.precision(), score.recall(), score.findings,
                      score.defects, score.groups);
}

void ScoreSummary::print(llvm::raw_ostream &os) const {
  os << llvm::formatv("{0,-34} {1,-8} {2,8} {3,8}  {4,-16} {5}\n", "bug",
                      "caught", "median", "worst", "r/f/c/o/a", "oracles");
  for (const BugScore &score : bugs)
    os << llvm::formatv(
        "{0,-34} {1,-8} {2,6:f2} s {3,6:f2} s  {4,-16} {5}\n", score.bug->name,
        llvm::formatv("{0}/{1}", score.caught, score.seeds).str(),
        score.medianSeconds, score.worstSeconds,
        llvm::formatv("{0}/{1}/{2}/{3}/{4}", score.reached, score.fired,
                      score.changed, score.observed, score.attributed)
            .str(),
        describeOracles(score));
  for (const SeedScore &score : seeds)
    os << llvm::formatv(
        "seed {0}: {1} of {2} caught, median {3:f2} s, worst {4:f2} s\n",
        score.seed, score.caught, score.bugs, score.medianSeconds,
        score.worstSeconds);
  printSignatures(os, "signatures", bySignature);
  printSignatures(os, "deduplication", byCampaign);
  os << llvm::formatv(
      "score: {0} of {1} caught, median {2:f2} s, worst {3:f2} s\n", caught(),
      total(), medianSeconds, worstSeconds);
  if (uint64_t count = falseAlarms())
    os << "not counted: " << count
       << " programs that show the same without the bug\n";
}

void ScoreSummary::printMarkdown(llvm::raw_ostream &os) const {
  os << "| seed | caught | median s | worst s |\n|---|---|---|---|\n";
  for (const SeedScore &score : seeds)
    os << llvm::formatv("| {0} | {1}/{2} | {3:f2} | {4:f2} |\n", score.seed,
                        score.caught, score.bugs, score.medianSeconds,
                        score.worstSeconds);
  os << llvm::formatv("| all | {0}/{1} | {2:f2} | {3:f2} |\n\n", caught(),
                      total(), medianSeconds, worstSeconds);
  os << "| bug | caught | median s | worst s |";
  for (unsigned i = 0; i < numScoreOracles; ++i)
    os << ' ' << toString(ScoreOracle(i)) << " |";
  os << " r/f/c/o/a |\n|---|---|---|---|";
  for (unsigned i = 0; i < numScoreOracles; ++i)
    os << "---|";
  os << "---|\n";
  for (const BugScore &score : bugs) {
    os << llvm::formatv("| {0} | {1}/{2} | {3:f2} | {4:f2} |", score.bug->name,
                        score.caught, score.seeds, score.medianSeconds,
                        score.worstSeconds);
    for (const OracleScore &oracle : score.oracles)
      if (oracle.seeds)
        os << llvm::formatv(" {0}: {1:f2} s, {2} |", oracle.seeds,
                            oracle.medianSeconds, oracle.medianPrograms);
      else
        os << " |";
    os << llvm::formatv(" {0}/{1}/{2}/{3}/{4} |\n", score.reached, score.fired,
                        score.changed, score.observed, score.attributed);
  }
}
