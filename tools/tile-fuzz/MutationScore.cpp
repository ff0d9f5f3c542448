//===- MutationScore.cpp - How well the seeded bugs are found -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Score/ScoreRun.h"
#include "fuzz/Score/ScoreSummary.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    scoreCommand("mutation-score",
                 "Measures which seeded bugs the oracles catch, and how fast");

static OptionGroup whatGroup("What is tried");
static cl::list<std::string>
    bugs("bugs", cl::value_desc("NAME"), cl::CommaSeparated,
         cl::desc("Tries these bugs, or PREFIX*; `tile-fuzz bugs` lists them. "
                  "Default: all."),
         inGroup(whatGroup), cl::sub(scoreCommand));
static cl::opt<std::string>
    seeds("seeds", cl::init("1..10"), cl::value_desc("LIST"),
          cl::desc("Makes random programs from these seeds: 3, 1,2,5 or 1..10. "
                   "Default: 1..10."),
          inGroup(whatGroup), cl::sub(scoreCommand));
static cl::opt<std::string> duration(
    "time", cl::init("60s"), cl::value_desc("DURATION"),
    cl::desc("Spends so much CPU time on a bug and a seed. Default: 60s."),
    inGroup(whatGroup), cl::sub(scoreCommand));
static cl::opt<std::string>
    grace("grace", cl::init("1s"), cl::value_desc("DURATION"),
          cl::desc("Gives the other oracles so long when a program has shown "
                   "the bug. Default: 1s."),
          inGroup(whatGroup), cl::sub(scoreCommand));
static cl::opt<std::string>
    provedTime("proved-time", cl::init("10s"), cl::value_desc("DURATION"),
               cl::desc("Gives the other oracles so long for a bug that a "
                        "proof refutes. Default: 10s."),
               inGroup(whatGroup), cl::sub(scoreCommand));
static cl::opt<unsigned> findings(
    "findings", cl::init(ScoreSettings().findings), cl::value_desc("N"),
    cl::desc(
        "Gives a signature to N findings of a bug and a seed. Default: 2."),
    inGroup(whatGroup), cl::sub(scoreCommand));
static JobsOption jobs(whatGroup, cl::sub(scoreCommand));

static OptionGroup outputGroup("What is written");
static cl::opt<std::string> resultsFile(
    "results", cl::value_desc("FILE.jsonl"),
    cl::desc(
        "Keeps results in this file, and does not make again what is there."),
    inGroup(outputGroup), cl::sub(scoreCommand));
static cl::opt<bool> asMarkdown("markdown",
                                cl::desc("Prints tables in Markdown."),
                                inGroup(outputGroup), cl::sub(scoreCommand));
static JSONOption asJSON(outputGroup, cl::sub(scoreCommand));

static llvm::Expected<std::vector<std::string>> wantedBugs() {
  std::vector<std::string> names;
  for (const SeededBugInfo &info : getSeededBugs())
    if (bugs.empty())
      names.push_back(info.name.str());
  for (llvm::StringRef wanted : bugs) {
    bool isPrefix = wanted.consume_back("*"), known = false;
    for (const SeededBugInfo &info : getSeededBugs()) {
      if (isPrefix ? !info.name.starts_with(wanted) : info.name != wanted)
        continue;
      known = true;
      if (!llvm::is_contained(names, info.name))
        names.push_back(info.name.str());
    }
    if (!known)
      return llvm::createStringError("no seeded bug is called '" + wanted +
                                     "'; `tile-fuzz bugs` lists them");
  }
  return names;
}

static llvm::Expected<std::vector<uint64_t>> wantedSeeds() {
  std::vector<uint64_t> wanted;
  for (llvm::StringRef part : llvm::split(seeds, ',')) {
    auto [low, high] = part.split("..");
    uint64_t first = 0, last = 0;
    if (high.empty() && !part.contains(".."))
      high = low;
    if (low.getAsInteger(10, first) || high.getAsInteger(10, last) ||
        first > last || last - first >= 10000 || last > INT64_MAX)
      return llvm::createStringError("'" + part +
                                     "' is no seed and no range of seeds");
    for (uint64_t seed = first; seed <= last; ++seed)
      if (!llvm::is_contained(wanted, seed))
        wanted.push_back(seed);
  }
  return wanted;
}

static llvm::Expected<ScoreOptions> scoreFromOptions() {
  ScoreOptions options;
  llvm::Expected<std::vector<std::string>> names = wantedBugs();
  if (!names)
    return names.takeError();
  options.bugs = std::move(*names);
  llvm::Expected<std::vector<uint64_t>> numbers = wantedSeeds();
  if (!numbers)
    return numbers.takeError();
  options.seeds = std::move(*numbers);
  for (auto [text, seconds] :
       {std::pair(&duration, &options.settings.limitSeconds),
        std::pair(&provedTime, &options.settings.provedSeconds),
        std::pair(&grace, &options.settings.graceSeconds)}) {
    llvm::Expected<double> parsed = parseDuration(*text);
    if (!parsed)
      return parsed.takeError();
    *seconds = *parsed;
    if (*seconds == 0 && text != &grace)
      return llvm::createStringError("--" + text->ArgStr +
                                     " takes a duration above 0");
  }
  options.settings.findings = findings;
  options.jobs =
      jobs ? jobs : llvm::hardware_concurrency().compute_thread_count();
  options.resultsFile = resultsFile;
  return options;
}

/// What became of a unit, on one line.
static void printProgress(const UnitResult &result, size_t left) {
  const Detection *first = result.fastest();
  std::string seed = result.unit.seed
                         ? "seed " + llvm::Twine(*result.unit.seed).str()
                         : "proof";
  std::string what = first
                         ? llvm::formatv("{0} after {1:f2} s, {2} programs",
                                         toString(first->oracle),
                                         first->seconds, first->programs)
                               .str()
                         : llvm::formatv("not caught in {0:f2} s, {1} programs",
                                         result.seconds, result.programs)
                               .str();
  llvm::errs() << llvm::formatv(
      "{0,5} left  {1,-34} {2,-8} {3}{4}\n", left, result.unit.bug, seed, what,
      result.lastDeath.empty() ? "" : " (died: " + result.lastDeath + ")");
}

std::optional<int> tilefuzz::runMutationScore() {
  if (!scoreCommand)
    return std::nullopt;
  llvm::Expected<ScoreOptions> options = scoreFromOptions();
  if (!options)
    return fail(options.takeError());
  options->interrupted = catchInterrupts();
  llvm::Expected<std::vector<UnitResult>> results =
      runScore(*options, printProgress);
  if (!results)
    return fail(results.takeError());
  ScoreSummary summary = summarize(*results);
  if (asJSON)
    printJSON(summary.toJSON());
  else if (asMarkdown)
    summary.printMarkdown(llvm::outs());
  else
    summary.print(llvm::outs());
  return summary.isPerfect() ? exitClean : exitFindings;
}
