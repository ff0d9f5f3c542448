//===- ScoreRun.cpp - Run the oracles on many seeded bugs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/ScoreRun.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Score/ResultLines.h"
#include "fuzz/Score/ScoreUnit.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tilefuzz;
namespace json = llvm::json;

/// After so many deaths a unit is over.
static constexpr unsigned maxDeaths = 5;
/// Wall time that a process may take, in CPU time that it was given.
static constexpr double wallFactor = 20;

/// Gives each result of the file to `results`.
static auto addTo(std::vector<UnitResult> &results) {
  return [&results](const json::Value &line) -> llvm::Error {
    llvm::Expected<UnitResult> result = parseUnitResult(line);
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
    return llvm::Error::success();
  };
}

llvm::Expected<std::vector<UnitResult>>
tilefuzz::readScoreResults(llvm::StringRef file,
                           const ScoreSettings &settings) {
  std::vector<UnitResult> results;
  if (llvm::Error error =
          readResultLines(file, settings.toJSON(), addTo(results)))
    return error;
  return results;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

namespace {
/// A unit and the process that works on it.
struct Job {
  UnitResult result;
  std::optional<ForkedProcess> process;
  UnitPlace *place = nullptr;
  uint64_t wallLimit = 0;
};

class Scheduler {
public:
  Scheduler(const ScoreOptions &options,
            const std::function<void(const UnitResult &, size_t)> &done)
      : options(options), done(done) {}
  ~Scheduler();

  llvm::Error run(std::deque<ScoreUnit> units);
  std::vector<UnitResult> results;
  ResultLines file;

private:
  double limitOf(const ScoreUnit &unit) const;
  llvm::Error start(Job &job);
  /// In the process.
  void work(Job &job, int fd);
  void take(Job &job, llvm::StringRef line);
  /// The process ended; true if the unit did, too.
  bool finish(Job &job, const ProcessEnd &end);

  const ScoreOptions &options;
  const std::function<void(const UnitResult &, size_t)> &done;
  std::vector<std::unique_ptr<Job>> jobs;
};
} // namespace

Scheduler::~Scheduler() {
  for (std::unique_ptr<Job> &job : jobs) {
    job->process.reset();
    ::munmap(job->place, sizeof(UnitPlace));
  }
}

double Scheduler::limitOf(const ScoreUnit &unit) const {
  const ScoreSettings &settings = options.settings;
  bool isProved =
      unit.seed && llvm::any_of(results, [&](const UnitResult &result) {
        return result.unit.bug == unit.bug && result.find(ScoreOracle::Proof);
      });
  return isProved ? std::min(settings.provedSeconds, settings.limitSeconds)
                  : settings.limitSeconds;
}

void Scheduler::work(Job &job, int fd) {
  limitMemory(options.settings.memoryMiB);
  ScoreSettings settings = options.settings;
  settings.limitSeconds = limitOf(job.result.unit);
  runUnit(job.result, settings, *job.place, [fd](const UnitResult &result) {
    if (!writeLine(fd, result.toJSON()))
      ::_exit(1);
  });
}

llvm::Error Scheduler::start(Job &job) {
  job.place->inTriage = false;
  job.place->programs = job.result.programs;
  job.place->seconds = job.result.seconds;
  job.wallLimit = monotonicTime() +
                  uint64_t(wallFactor * 1e9 * options.settings.limitSeconds);
  ForkOptions fork;
  fork.hasReports = true;
  llvm::Expected<ForkedProcess> process = ForkedProcess::start(
      [&](int reports) {
        work(job, reports);
        return 0;
      },
      fork);
  if (!process)
    return llvm::createStringError("cannot start a process for " +
                                   job.result.unit.bug + ": " +
                                   llvm::toString(process.takeError()));
  job.process = std::move(*process);
  return llvm::Error::success();
}

void Scheduler::take(Job &job, llvm::StringRef line) {
  llvm::Expected<json::Value> value = json::parse(line);
  llvm::Expected<UnitResult> result =
      value ? parseUnitResult(*value)
            : llvm::Expected<UnitResult>(value.takeError());
  if (result)
    job.result = std::move(*result);
  else
    llvm::consumeError(result.takeError());
}

bool Scheduler::finish(Job &job, const ProcessEnd &end) {
  if (!end.signal && end.exitCode == 0)
    return true;
  UnitResult &result = job.result;
  result.programs = job.place->programs;
  result.seconds = std::max(result.seconds, job.place->seconds.load());
  bool late = end.signal == SIGPROF;
  // The time that the other oracles got is over.
  if (late && result.fastest() && !job.place->inTriage)
    return true;
  ++result.deaths;
  result.lastDeath = late ? "out of time" : end.describe();
  if (late && !job.place->inTriage)
    result.seconds += options.settings.programSeconds;
  // A slow program need not be the compiler's fault, and a process may be
  // killed from outside.
  bool isCrash = end.signal && !late && end.signal != SIGKILL;
  if (isCrash && result.unit.seed && !job.place->inTriage &&
      !result.find(ScoreOracle::Death))
    result.detections.push_back({ScoreOracle::Death, result.programs,
                                 result.seconds, "", false, result.lastDeath});
  return !result.unit.seed || result.deaths >= maxDeaths ||
         result.seconds >= limitOf(result.unit);
}

llvm::Error Scheduler::run(std::deque<ScoreUnit> units) {
  while (!units.empty() || !jobs.empty()) {
    if (options.interrupted && *options.interrupted)
      return llvm::Error::success();
    while (!units.empty() && jobs.size() < options.jobs) {
      void *page = ::mmap(nullptr, sizeof(UnitPlace), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
      if (page == MAP_FAILED)
        return llvm::createStringError(
            std::error_code(errno, std::generic_category()),
            "no page of shared memory for a unit");
      Job &job = *jobs.emplace_back(std::make_unique<Job>());
      job.place = new (page) UnitPlace;
      job.result.unit = std::move(units.front());
      units.pop_front();
      if (llvm::Error error = start(job))
        return error;
    }
    std::vector<pollfd> polls;
    for (const std::unique_ptr<Job> &job : jobs)
      polls.push_back({job->process->reports(), POLLIN, 0});
    ::poll(polls.data(), polls.size(), /*ms=*/200);
    for (size_t i = polls.size(); i-- > 0;) {
      Job &job = *jobs[i];
      if (monotonicTime() > job.wallLimit)
        job.process->kill();
      // Reports that came before the end are read after noticing the end.
      std::optional<ProcessEnd> end = job.process->poll();
      for (const std::string &line : job.process->readLines())
        take(job, line);
      if (!end)
        continue;
      job.process.reset();
      if (!finish(job, *end)) {
        if (llvm::Error error = start(job))
          return error;
        continue;
      }
      if (llvm::Error error = file.append(job.result.toJSON()))
        return error;
      ::munmap(job.place, sizeof(UnitPlace));
      results.push_back(std::move(job.result));
      jobs.erase(jobs.begin() + ptrdiff_t(i));
      done(results.back(), units.size() + jobs.size());
    }
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<UnitResult>> tilefuzz::runScore(
    const ScoreOptions &options,
    const std::function<void(const UnitResult &, size_t left)> &done) {
  // Also the order of the results.
  std::vector<ScoreUnit> order;
  for (const std::string &bug : options.bugs)
    order.push_back({bug, std::nullopt});
  for (uint64_t seed : options.seeds)
    for (const std::string &bug : options.bugs)
      order.push_back({bug, seed});
  auto isOf = [](const ScoreUnit &unit) {
    return [&unit](const UnitResult &result) {
      return result.unit.bug == unit.bug && result.unit.seed == unit.seed;
    };
  };
  Scheduler scheduler(options, done);
  if (!options.resultsFile.empty()) {
    if (llvm::Error error =
            scheduler.file.open(options.resultsFile, options.settings.toJSON(),
                                addTo(scheduler.results)))
      return error;
  }
  // What the proofs say decides how long the others may take.
  for (bool isProof : {true, false}) {
    std::deque<ScoreUnit> units;
    for (const ScoreUnit &unit : order)
      if (unit.seed.has_value() != isProof &&
          llvm::none_of(scheduler.results, isOf(unit)))
        units.push_back(unit);
    if (llvm::Error error = scheduler.run(std::move(units)))
      return error;
  }
  std::vector<UnitResult> results;
  for (const ScoreUnit &unit : order) {
    auto found = llvm::find_if(scheduler.results, isOf(unit));
    if (found != scheduler.results.end())
      results.push_back(std::move(*found));
  }
  return results;
}
