//===- ChangeCheck.cpp - Try what a change touches ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Change/ChangeCheck.h"
#include "compiler/Branches/Branches.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Process/ExternalProcess.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Score/MutantRun.h"
#include "fuzz/Score/ResultLines.h"
#include "fuzz/Score/ScoreRun.h"
#include "oracle/Patterns/PatternProof.h"
#include "oracle/Patterns/SystematicTemplates.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <poll.h>
#include <set>
#include <unistd.h>

using namespace tilefuzz;
namespace json = llvm::json;

// Shares of the time. What is left of one goes to those that follow; programs
// come last and have the rest.
static constexpr double proofShare = 0.35, bugShare = 0.15, mutantShare = 0.15,
                        trialShare = 0.15, collectShare = 0.25;
static constexpr double bugSeconds = 8, mutantSeconds = 5;
static constexpr size_t maxMutants = 10;

llvm::StringRef tilefuzz::toString(ChangeAnswer answer) {
  switch (answer) {
  case ChangeAnswer::Clean:
    return "clean";
  case ChangeAnswer::Open:
    return "open";
  case ChangeAnswer::Wrong:
    return "wrong";
  }
  llvm_unreachable("unknown answer");
}

namespace {
class Checker {
public:
  Checker(const ChangeChoice &choice, const ChangeCheckOptions &options,
          const std::function<void(const ChangeResult &)> &done)
      : choice(choice), options(options), done(done), start(now()) {}

  llvm::Expected<ChangeReport> run();

private:
  static double now() { return double(monotonicTime()) * 1e-9; }
  double left() const { return options.seconds - (now() - start); }
  bool isInterrupted() const {
    return options.interrupted && *options.interrupted;
  }
  void add(ChangeResult result) {
    report.results.push_back(std::move(result));
    done(report.results.back());
  }
  /// This one has not been tried, nor so many more.
  void addUntried(llvm::StringRef kind, llvm::StringRef name, size_t more);

  llvm::Error prove();
  ChangeResult parseProof(llvm::StringRef line) const;
  llvm::Error tryBugs();
  llvm::Error tryMutants();
  void tryTrials();
  llvm::Error tryPrograms();
  llvm::Error compare(double seconds);
  void addUnreached(const llvm::BitVector &entered);

  const ChangeChoice &choice;
  const ChangeCheckOptions &options;
  const std::function<void(const ChangeResult &)> &done;
  const double start;
  ChangeReport report;
};
} // namespace

void Checker::addUntried(llvm::StringRef kind, llvm::StringRef name,
                         size_t more) {
  add({kind.str(), name.str(), ChangeAnswer::Open,
       llvm::formatv("not tried, nor {0} more: out of time", more)});
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

namespace {
struct ChangeProof {
  /// Of the pattern, and as it is reported.
  std::string pattern, name;
  /// Empty: the pattern's templates.
  std::vector<PatternInstance> instances;
  /// Branches that are touched and not covered; none: what the proof says.
  std::optional<unsigned> uncovered;
};
} // namespace

/// Templates of all come first: combinations take longer.
static std::vector<ChangeProof> proofsFor(const ChangeChoice &choice) {
  std::vector<ChangeProof> proofs;
  for (const Chosen &chosen : choice.patterns) {
    if (isOffByDefault(chosen.name))
      continue;
    ChangeProof &proof = proofs.emplace_back();
    proof.pattern = proof.name = chosen.name;
    auto conversion = choice.conversions.find(chosen.name);
    if (conversion == choice.conversions.end())
      continue;
    proof.instances = conversion->second.instances;
    proof.uncovered = conversion->second.uncovered;
  }
  for (size_t i = 0, end = proofs.size(); i < end; ++i) {
    const std::string pattern = proofs[i].pattern;
    auto known = choice.combinations.find(pattern);
    std::vector<PatternInstance> instances = known == choice.combinations.end()
                                                 ? combinationsOf(pattern)
                                                 : known->second;
    if (!instances.empty())
      proofs.push_back(
          {pattern, pattern + ", combinations", std::move(instances), 0});
  }
  return proofs;
}

/// In another process: the compiler may be broken.
static json::Value proveForReport(const ChangeProof &asked, unsigned threads) {
  PatternProofOptions options;
  options.refinement.timeoutMs = 3000;
  options.searchTries = 400;
  PatternProof proof =
      provePatterns({ProofTask{asked.pattern, options, asked.instances}},
                    threads)
          .front();
  std::string reason = proof.verdict.reason;
  for (const InstanceProof &instance : proof.instances)
    if (instance.verdict.kind == proof.verdict.kind &&
        proof.verdict.kind != ProofKind::Proved) {
      reason = instance.instance + ": " + instance.verdict.reason;
      break;
    }
  unsigned uncovered = asked.uncovered.value_or(proof.coverage.unexplained());
  return json::Object{{"name", asked.name},
                      {"verdict", toString(proof.verdict.kind)},
                      {"isProved", proof.verdict.kind == ProofKind::Proved},
                      {"isRefuted", proof.verdict.kind == ProofKind::Refuted},
                      {"instances", int64_t(proof.count(ProofKind::Proved))},
                      {"uncovered", int64_t(uncovered)},
                      {"reason", reason},
                      {"seconds", proof.seconds}};
}

ChangeResult Checker::parseProof(llvm::StringRef line) const {
  ChangeResult result;
  result.kind = "proof";
  llvm::Expected<json::Value> value = json::parse(line);
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    if (!value)
      llvm::consumeError(value.takeError());
    result.answer = ChangeAnswer::Open;
    result.text = "no answer";
    return result;
  }
  result.name = object->getString("name").value_or("").str();
  result.seconds = object->getNumber("seconds").value_or(0);
  int64_t uncovered = object->getInteger("uncovered").value_or(0);
  if (object->getBoolean("isProved").value_or(false)) {
    result.answer = uncovered ? ChangeAnswer::Open : ChangeAnswer::Clean;
    result.text = llvm::formatv("proved{0} on {1} instances",
                                uncovered ? ", partly covered," : "",
                                object->getInteger("instances").value_or(0));
    return result;
  }
  result.answer = object->getBoolean("isRefuted").value_or(false)
                      ? ChangeAnswer::Wrong
                      : ChangeAnswer::Open;
  result.text = object->getString("verdict").value_or("").str() + ", " +
                object->getString("reason").value_or("").str();
  return result;
}

llvm::Error Checker::prove() {
  std::vector<ChangeProof> proofs = proofsFor(choice);
  double end = now() + left() * proofShare;
  size_t next = 0;
  while (next < proofs.size() && now() < end && !isInterrupted()) {
    ForkOptions fork;
    fork.hasReports = true;
    llvm::Expected<ForkedProcess> process = ForkedProcess::start(
        [&](int reports) {
          for (size_t i = next; i < proofs.size() && now() < end; ++i)
            if (!writeLine(reports, proveForReport(proofs[i], options.jobs)))
              return 1;
          return 0;
        },
        fork);
    if (!process)
      return process.takeError();
    std::optional<ProcessEnd> ended;
    while (!ended) {
      pollfd report = {process->reports(), POLLIN, 0};
      ::poll(&report, 1, /*ms=*/200);
      ended = process->poll();
      for (const std::string &line : process->readLines()) {
        add(parseProof(line));
        ++next;
      }
      // One pattern may take long.
      if (!ended && (now() > end + 30 || isInterrupted()))
        process->kill();
    }
    if (ended->succeeded())
      break;
    if (next == proofs.size() || isInterrupted())
      break;
    bool isLate = now() > end;
    add({"proof", proofs[next].name,
         isLate ? ChangeAnswer::Open : ChangeAnswer::Wrong,
         isLate ? "out of time" : "the process ended: " + ended->describe()});
    ++next;
  }
  if (next < proofs.size())
    addUntried("proof", proofs[next].name, proofs.size() - next - 1);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Seeded bugs and mutants
//===----------------------------------------------------------------------===//

llvm::Error Checker::tryBugs() {
  double end = now() + left() * bugShare;
  size_t next = 0;
  for (; next < choice.bugs.size() && now() < end && !isInterrupted(); ++next) {
    const Chosen &bug = choice.bugs[next];
    ScoreOptions score;
    score.bugs = {bug.name};
    score.seeds = {options.seed};
    score.settings.limitSeconds = bugSeconds;
    score.settings.provedSeconds = 0.1;
    score.settings.graceSeconds = 0;
    score.settings.findings = 0;
    score.interrupted = options.interrupted;
    llvm::Expected<std::vector<UnitResult>> results =
        runScore(score, [](const UnitResult &, size_t) {});
    if (!results)
      return results.takeError();
    const Detection *first = nullptr;
    double seconds = 0;
    for (const UnitResult &result : *results) {
      seconds += result.seconds;
      const Detection *found = result.fastest();
      if (found && (!first || found->seconds < first->seconds))
        first = found;
    }
    ChangeResult result{"seeded bug", bug.name, ChangeAnswer::Clean, "",
                        seconds};
    if (first) {
      result.text = llvm::formatv("caught by {0}, {1} programs or instances",
                                  toString(first->oracle), first->programs);
    } else {
      result.answer = ChangeAnswer::Open;
      result.text = llvm::formatv("not caught in {0:f0} s", bugSeconds);
    }
    add(std::move(result));
  }
  if (next < choice.bugs.size())
    addUntried("seeded bug", choice.bugs[next].name,
               choice.bugs.size() - next - 1);
  return llvm::Error::success();
}

llvm::Error Checker::tryMutants() {
  if (choice.mutants.empty() || isInterrupted())
    return llvm::Error::success();
  MutantOptions mutants;
  mutants.settings.seed = options.seed;
  mutants.settings.programs = 100;
  mutants.settings.tries = 100;
  mutants.settings.limitSeconds =
      std::min(mutantSeconds, left() * mutantShare / maxMutants);
  describeMutants(mutants.settings);
  for (size_t place :
       sampleMutants({0, choice.mutants.size()}, maxMutants, options.seed))
    mutants.mutants.push_back(choice.mutants[place]);
  mutants.jobs = options.jobs;
  mutants.interrupted = options.interrupted;
  llvm::Expected<std::vector<MutantResult>> results = runMutants(
      mutants, [](const MutantResult &, size_t) {}, [](size_t, size_t) {});
  if (!results)
    return results.takeError();
  for (const MutantResult &mutant : *results)
    add({"mutant", mutant.mutant,
         mutant.fate() == MutantFate::Caught ? ChangeAnswer::Clean
                                             : ChangeAnswer::Open,
         toString(mutant.fate()).str(), mutant.seconds});
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Other trials
//===----------------------------------------------------------------------===//

void Checker::tryTrials() {
  for (const Chosen &trial : choice.trials) {
    ExternalProcessOptions process;
    process.program = options.executable;
    std::string seed = "--seed=" + std::to_string(options.seed);
    std::string jobs = "--jobs=" + std::to_string(options.jobs);
    process.words = {"tile-fuzz"};
    if (trial.name == "modules")
      llvm::append_range(
          process.words,
          std::vector<std::string>{"llvm", "--modules=200", seed, jobs});
    else if (trial.name == "fences")
      llvm::append_range(
          process.words,
          std::vector<std::string>{"fences", "--functions=2000", seed});
    else
      llvm::append_range(
          process.words,
          std::vector<std::string>{"oracles", "--pairs=500", seed, jobs});
    process.seconds = std::max(10.0, left() * trialShare);
    process.interrupted = options.interrupted;
    llvm::SmallString<128> output(options.folder);
    llvm::sys::path::append(output, trial.name + ".txt");
    process.output = output.str().str();
    double before = now();
    ExternalProcess ended = runExternalProcess(process);
    ChangeResult result{trial.name, "", ChangeAnswer::Open, "", now() - before};
    bool exited = ended.end == ExternalProcess::End::Exited;
    if (exited && ended.number == 0)
      result.answer = ChangeAnswer::Clean;
    else if (ended.end == ExternalProcess::End::Signalled ||
             (exited && ended.number == 3))
      result.answer = ChangeAnswer::Wrong;
    for (const std::string &word : process.words)
      result.text += (result.text.empty() ? "" : " ") + word;
    if (result.answer == ChangeAnswer::Wrong)
      result.text += ": see " + process.output;
    else if (result.answer == ChangeAnswer::Open)
      result.text += exited ? ": exit code " + std::to_string(ended.number)
                            : ": out of time";
    add(std::move(result));
  }
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Functions of the change that nothing ran: of them nothing is known.
void Checker::addUnreached(const llvm::BitVector &entered) {
  const BranchTable &table = BranchTable::get();
  // Of a template, one instance is enough: others are seeded bugs.
  auto placeOf = [&](unsigned i) {
    const BranchFunction &function = table.functions()[i];
    return std::tuple(function.file, function.firstLine, function.lastLine);
  };
  std::set<std::tuple<llvm::StringRef, unsigned, unsigned>> reached;
  for (unsigned i : choice.functions.set_bits())
    if (entered.test(i) ||
        (i < choice.onInstances.size() && choice.onInstances.test(i)))
      reached.insert(placeOf(i));
  std::vector<llvm::StringRef> names;
  for (unsigned i : choice.functions.set_bits()) {
    const BranchFunction &function = table.functions()[i];
    // Without counters it is not linked: nothing calls it.
    if (!reached.count(placeOf(i)) && function.counters &&
        !llvm::is_contained(names, function.name))
      names.push_back(function.name);
  }
  if (names.empty())
    return;
  add({"program", names.front().str(), ChangeAnswer::Open,
       names.size() == 1
           ? "no program and no instance comes to it"
           : llvm::formatv("no program and no instance comes to it, nor to "
                           "{0} more functions of the change",
                           names.size() - 1)
                 .str()});
}

llvm::Error Checker::tryPrograms() {
  if (choice.stages.empty() || isInterrupted())
    return llvm::Error::success();
  ReachingOptions reaching;
  reaching.seed = options.seed;
  reaching.maxTried = options.maxTried;
  reaching.seconds = std::max(5.0, left() * collectShare);
  reaching.files = options.files;
  llvm::SmallString<128> folder(options.folder);
  llvm::sys::path::append(folder, "programs");
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return storageError(folder + ": " + code.message());
  reaching.folder = folder.str().str();
  llvm::Expected<ReachingPrograms> reached =
      collectReachingPrograms(choice, reaching);
  if (!reached)
    return reached.takeError();
  report.programsTried = reached->tried;
  report.programsReaching = reached->kept;
  if (!choice.isAnyProgram)
    addUnreached(reached->entered);
  if (!reached->kept) {
    add({"program", "", ChangeAnswer::Open,
         llvm::formatv("none of {0} comes to the change", reached->tried)});
    return llvm::Error::success();
  }
  return compare(std::max(10.0, left()));
}

llvm::Error Checker::compare(double seconds) {
  double before = now();
  CampaignOptions campaign;
  campaign.seconds = seconds;
  campaign.programs = 0;
  campaign.maxFindings = 3;
  campaign.jobs = options.jobs;
  llvm::SmallString<128> database(options.folder);
  llvm::sys::path::append(database, "change.db");
  campaign.database = database.str().str();
  campaign.executable = options.executable;
  campaign.command = options.command;
  campaign.version = options.version;
  for (const Stage &stage : getStages())
    campaign.stageNames.push_back(stage.name.str());
  campaign.interrupted = options.interrupted;
  campaign.worker.seed = options.seed;
  campaign.worker.pairs = "0";
  campaign.worker.reduceSeconds = 5;
  // Programs that are read already went through text.
  bool hasRoundTrips = llvm::any_of(choice.stages, [](const Chosen &stage) {
    return findStage(stage.name)->isRoundTrip();
  });
  campaign.worker.roundTrips = hasRoundTrips ? "all" : "16";
  llvm::SmallString<128> folder(options.folder);
  llvm::sys::path::append(folder, "programs");
  llvm::Expected<std::vector<std::string>> files = listCorpus(folder);
  if (!files)
    return files.takeError();
  campaign.worker.corpus = std::move(*files);
  llvm::Expected<CampaignSummary> summary =
      runCampaign(campaign, [](const CampaignSummary &) {});
  if (!summary)
    return summary.takeError();
  report.programsCompared = summary->programs() - summary->skipped();
  report.comparisons = summary->comparisons();
  double spent = now() - before;
  for (const FindingRow &row : summary->newFindings)
    add({"program", row.finding.signature, ChangeAnswer::Wrong,
         row.finding.reason + ": tile-fuzz repro " + row.folder, spent});
  if (summary->waiting)
    add({"program", "", ChangeAnswer::Wrong,
         llvm::formatv("{0} findings wait: tile-fuzz resume --db={1}",
                       summary->waiting, campaign.database),
         spent});
  if (summary->newFindings.empty() && !summary->waiting)
    add({"program", "",
         report.programsCompared ? ChangeAnswer::Clean : ChangeAnswer::Open,
         llvm::formatv("{0} of {1} compared after every stage, {2} comparisons",
                       report.programsCompared, report.programsReaching,
                       report.comparisons),
         spent});
  return llvm::Error::success();
}

llvm::Expected<ChangeReport> Checker::run() {
  for (auto step : {&Checker::prove, &Checker::tryBugs, &Checker::tryMutants})
    if (llvm::Error error = (this->*step)())
      return std::move(error);
  tryTrials();
  if (llvm::Error error = tryPrograms())
    return std::move(error);
  if (isInterrupted())
    add({"program", "", ChangeAnswer::Open, "interrupted"});
  report.seconds = now() - start;
  return std::move(report);
}

llvm::Expected<ChangeReport>
tilefuzz::checkChange(const ChangeChoice &choice,
                      const ChangeCheckOptions &options,
                      const std::function<void(const ChangeResult &)> &done) {
  return Checker(choice, options, done).run();
}

ChangeAnswer ChangeReport::answer() const {
  ChangeAnswer worst = ChangeAnswer::Clean;
  for (const ChangeResult &result : results)
    worst = std::max(worst, result.answer);
  return worst;
}

json::Object ChangeReport::toJSON() const {
  json::Array rows;
  for (const ChangeResult &result : results)
    rows.push_back(json::Object{{"kind", result.kind},
                                {"name", result.name},
                                {"answer", toString(result.answer)},
                                {"text", result.text},
                                {"seconds", result.seconds}});
  return json::Object{{"answer", toString(answer())},
                      {"results", std::move(rows)},
                      {"programsTried", int64_t(programsTried)},
                      {"programsReaching", int64_t(programsReaching)},
                      {"programsCompared", int64_t(programsCompared)},
                      {"comparisons", int64_t(comparisons)},
                      {"seconds", seconds}};
}

void ChangeReport::print(llvm::raw_ostream &os) const {
  unsigned counts[3] = {};
  for (const ChangeResult &result : results)
    ++counts[unsigned(result.answer)];
  os << llvm::formatv("{0}: {1} clean, {2} open, {3} wrong; {4} programs "
                      "tried, {5} come to the change, {6} compared; {7:f1} s\n",
                      toString(answer()), counts[0], counts[1], counts[2],
                      programsTried, programsReaching, programsCompared,
                      seconds);
}
