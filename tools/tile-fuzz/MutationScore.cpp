//===- MutationScore.cpp - How well the seeded bugs are found -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Score/MutantRun.h"
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
                 "Measures which seeded bugs, or mutants of the compiler, the "
                 "oracles catch, and how fast");

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

static OptionGroup mutantGroup("Mutants instead of seeded bugs");
static cl::opt<bool> withMutants(
    "mutants",
    cl::desc("Tries the mutants of compiler/ that this build holds "
             "(scripts/mutants makes one that does), with the first seed of "
             "--seeds. --time is CPU time for one mutant."),
    inGroup(mutantGroup), cl::sub(scoreCommand));
static cl::opt<uint64_t>
    sample("sample", cl::init(0), cl::value_desc("N"),
           cl::desc("Tries N mutants, of each file its share. Default: all."),
           inGroup(mutantGroup), cl::sub(scoreCommand));
static cl::list<std::string> mutantFiles(
    "files", cl::value_desc("PREFIX"), cl::CommaSeparated,
    cl::desc("Tries mutants of the files whose names begin so, or of a file "
             "one alone: FILE:PLACE."),
    inGroup(mutantGroup), cl::sub(scoreCommand));
static cl::opt<uint64_t> programs(
    "programs", cl::init(MutantSettings().programs), cl::value_desc("N"),
    cl::desc("Records which mutants the first N programs of each language "
             "reach. Default: 1000."),
    inGroup(mutantGroup), cl::sub(scoreCommand));
static cl::opt<uint64_t>
    tries("tries", cl::init(MutantSettings().tries), cl::value_desc("N"),
          cl::desc("Tries a mutant on N programs and instances at most. "
                   "Default: 1000."),
          inGroup(mutantGroup), cl::sub(scoreCommand));
static cl::opt<bool> listMutants("list",
                                 cl::desc("Prints the table of mutants."),
                                 inGroup(mutantGroup), cl::sub(scoreCommand));

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
  if (isQuiet())
    return;
  llvm::errs() << llvm::formatv(
      "{0,5} left  {1,-34} {2,-8} {3}{4}\n", left, result.unit.bug, seed, what,
      result.lastDeath.empty() ? "" : " (died: " + result.lastDeath + ")");
}

//===----------------------------------------------------------------------===//
// Mutants
//===----------------------------------------------------------------------===//

/// Numbers of those that are asked for, in the order of the table.
static llvm::Expected<std::vector<size_t>> wantedMutants(uint64_t seed) {
  MutantRegistry &registry = MutantRegistry::get();
  if (registry.size() == 0)
    return llvm::createStringError(
        "this build holds no mutants; scripts/mutants makes one that does");
  std::vector<size_t> wanted;
  // Positions in `wanted` at which files begin.
  std::vector<size_t> firstOf;
  llvm::StringRef file;
  for (size_t number = 0; number < registry.size(); ++number) {
    Mutant mutant = registry.getMutant(number);
    auto isMeant = [&](llvm::StringRef prefix) {
      return mutant.file.starts_with(prefix) || mutant.name() == prefix;
    };
    if (!mutantFiles.empty() && llvm::none_of(mutantFiles, isMeant))
      continue;
    if (mutant.file != file)
      firstOf.push_back(wanted.size());
    file = mutant.file;
    wanted.push_back(number);
  }
  if (wanted.empty())
    return llvm::createStringError("no mutant is of these files");
  firstOf.push_back(wanted.size());
  if (sample == 0)
    return wanted;
  std::vector<size_t> chosen;
  for (size_t place : sampleMutants(firstOf, sample, seed))
    chosen.push_back(wanted[place]);
  return chosen;
}

static void printMutantTable(llvm::ArrayRef<size_t> numbers) {
  for (size_t number : numbers) {
    Mutant mutant = MutantRegistry::get().getMutant(number);
    llvm::outs() << number << "\t" << mutant.name() << "\t" << mutant.line
                 << "\t" << mutant.mutation << "\t" << mutant.before << "\t"
                 << mutant.after << "\n";
  }
}

static void printMutantProgress(const MutantResult &result, size_t left) {
  std::string what = toString(result.fate()).str();
  if (result.finding)
    what += llvm::formatv(" by {0} on {1}", toString(result.finding->oracle),
                          result.caughtOn);
  if (isQuiet())
    return;
  llvm::errs() << llvm::formatv("{0,5} left  {1,-60} {2,6:f2} s  {3}\n", left,
                                result.mutant, result.seconds, what);
}

/// `score` holds what both kinds of score have in common.
static int runMutantScore(const ScoreOptions &score) {
  MutantOptions options;
  options.settings.seed = score.seeds.front();
  options.settings.programs = programs;
  options.settings.tries = tries;
  options.settings.limitSeconds = score.settings.limitSeconds;
  describeMutants(options.settings);
  options.jobs = score.jobs;
  options.resultsFile = score.resultsFile;
  options.interrupted = score.interrupted;
  llvm::Expected<std::vector<size_t>> numbers =
      wantedMutants(options.settings.seed);
  if (!numbers)
    return fail(numbers.takeError());
  options.mutants = std::move(*numbers);
  if (listMutants) {
    printMutantTable(options.mutants);
    return exitClean;
  }
  auto recorded = [](size_t trials, size_t left) {
    if (left % 5 == 0 && !isQuiet())
      llvm::errs() << llvm::formatv("{0,5} slices left, {1} trials recorded\n",
                                    left, trials);
  };
  llvm::Expected<std::vector<MutantResult>> results =
      runMutants(options, printMutantProgress, recorded);
  if (!results)
    return fail(results.takeError());
  MutantSummary summary = summarizeMutants(
      *results, [](llvm::StringRef name) -> std::optional<Mutant> {
        MutantRegistry &registry = MutantRegistry::get();
        std::optional<size_t> number = registry.find(name);
        if (!number)
          return std::nullopt;
        return registry.getMutant(*number);
      });
  if (asJSON)
    printJSON(summary.toJSON());
  else
    summary.print(llvm::outs());
  return summary.survivors.empty() ? exitClean : exitFindings;
}

std::optional<int> tilefuzz::runMutationScore() {
  if (!scoreCommand)
    return std::nullopt;
  llvm::Expected<ScoreOptions> options = scoreFromOptions();
  if (!options)
    return fail(options.takeError());
  options->interrupted = catchInterrupts();
  if (withMutants)
    return runMutantScore(*options);
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
