//===- MutantRun.cpp - Try the mutants of this build ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/MutantRun.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Score/ResultLines.h"
#include "fuzz/Score/ScoreUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tilefuzz;
namespace json = llvm::json;

/// Trials that one process records.
static constexpr uint64_t trialsPerSlice = 100;
/// Wall time that a process may take, in CPU time that it was given.
static constexpr double wallFactor = 20;

//===----------------------------------------------------------------------===//
// In a process
//===----------------------------------------------------------------------===//

namespace {
enum class Phase : int { Outside, Compiling, Judging };

/// In memory that parent and child share: what stands when the child dies.
struct MutantPlace {
  std::atomic<uint64_t> at = 0, tried = 0, changed = 0;
  /// Position of the first trial that left something else, from 1.
  std::atomic<uint64_t> firstChanged = 0;
  std::atomic<double> seconds = 0;
  std::atomic<Phase> phase = Phase::Outside;
  /// How the first trial differs; written before `firstChanged`.
  char difference[400] = {};
};

/// Tries one mutant on a list of trials, from where `place` is.
class MutantWork {
public:
  MutantWork(size_t mutant, const MutantSettings &settings, MutantPlace &place)
      : mutant(mutant), settings(settings), place(place), trials(settings.seed),
        right(settings.seed) {}

  /// Gives what caught it.
  std::optional<TrialFinding> run(llvm::ArrayRef<const RecordedTrial *> list);

private:
  std::optional<TrialFinding> tryOn(const RecordedTrial &record);
  /// Whether the right compiler leaves what was recorded in this process, too.
  /// Keeps what it does not leave with the mutant.
  bool isRepeatable(const RecordedTrial &record);

  size_t mutant;
  const MutantSettings &settings;
  MutantPlace &place;
  MutantTrials trials, right;
};
} // namespace

bool MutantWork::isRepeatable(const RecordedTrial &record) {
  CompilerPrints expected(/*isKept=*/true), actual(/*isKept=*/true);
  if (!right.select(record.id))
    return false;
  right.compile(std::nullopt, expected);
  if (expected.hash() != record.print)
    return false;
  place.phase = Phase::Compiling;
  trials.compile(mutant, actual);
  place.phase = Phase::Outside;
  std::string text = expected.describeDifference(actual);
  text.resize(std::min(text.size(), sizeof(place.difference) - 1));
  llvm::copy(text, place.difference);
  return true;
}

std::optional<TrialFinding> MutantWork::tryOn(const RecordedTrial &record) {
  if (!trials.select(record.id))
    return std::nullopt;
  ++place.tried;
  limitTime(std::min(settings.trialSeconds, 1 + 50 * record.seconds));
  place.phase = Phase::Compiling;
  bool isSame = trials.compile(mutant) == record.print;
  place.phase = Phase::Outside;
  limitTime(settings.trialSeconds);
  if (isSame || (!place.changed && !isRepeatable(record)))
    return std::nullopt;
  if (place.changed++ == 0)
    place.firstChanged = place.at + 1;
  place.phase = Phase::Judging;
  std::optional<TrialFinding> finding = trials.judge(mutant);
  place.phase = Phase::Outside;
  limitTime(0);
  // What the right compiler does as well is not the mutant's.
  if (finding && right.select(record.id) && right.judge(std::nullopt))
    return std::nullopt;
  return finding;
}

std::optional<TrialFinding>
MutantWork::run(llvm::ArrayRef<const RecordedTrial *> list) {
  uint64_t start = ownCpuTime();
  double earlier = place.seconds;
  for (; place.at < list.size() && place.seconds < settings.limitSeconds;
       ++place.at) {
    std::optional<TrialFinding> finding = tryOn(*list[place.at]);
    limitTime(0);
    place.seconds = earlier + (ownCpuTime() - start) * 1e-9;
    if (finding)
      return finding;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

namespace {
struct Slice {
  TrialKind kind;
  uint64_t begin, end;
  std::string name() const {
    return (toString(kind) + ":" + llvm::Twine(begin) + ".." + llvm::Twine(end))
        .str();
  }
};

/// One process and what it works on.
struct MutantJob {
  std::optional<ForkedProcess> process;
  uint64_t wallLimit = 0;
  // Recording.
  Slice slice = {};
  // Trying.
  size_t mutant = 0;
  std::vector<const RecordedTrial *> trials;
  MutantPlace *place = nullptr;
  MutantResult result;

  ~MutantJob() {
    process.reset();
    if (place)
      ::munmap(place, sizeof(MutantPlace));
  }
};

class MutantScheduler {
public:
  explicit MutantScheduler(const MutantOptions &options)
      : options(options), settings(options.settings) {}

  llvm::Error open();
  llvm::Error record(const std::function<void(size_t, size_t)> &told);
  llvm::Error
  tryAll(const std::function<void(const MutantResult &, size_t)> &told);
  std::vector<MutantResult> results;

private:
  using JobPtr = std::unique_ptr<MutantJob>;
  /// Starts what `next` gives until it gives null; `end` takes a process that
  /// ended and says whether its job did.
  llvm::Error
  run(llvm::function_ref<llvm::Expected<JobPtr>()> next,
      llvm::function_ref<void(MutantJob &, llvm::StringRef line)> take,
      llvm::function_ref<llvm::Expected<bool>(MutantJob &, const ProcessEnd &)>
          end);
  llvm::Error start(MutantJob &job, double seconds,
                    llvm::function_ref<void(int fd)> work);
  llvm::Error startMutant(MutantJob &job);
  /// True: the mutant is done.
  bool finishMutant(MutantJob &job, const ProcessEnd &end);
  bool isInterrupted() const {
    return options.interrupted && *options.interrupted;
  }

  const MutantOptions &options;
  const MutantSettings &settings;
  ResultLines file;
  std::vector<RecordedTrial> recorded;
  /// Names of slices that are recorded.
  llvm::StringSet<> slices;
};
} // namespace

llvm::Error MutantScheduler::open() {
  if (options.resultsFile.empty())
    return llvm::Error::success();
  return file.open(options.resultsFile, settings.toJSON(),
                   [&](const json::Value &line) -> llvm::Error {
                     const json::Object *object = line.getAsObject();
                     if (object && object->get("trial")) {
                       llvm::Expected<RecordedTrial> trial =
                           parseRecordedTrial(line, settings.mutants);
                       if (!trial)
                         return trial.takeError();
                       recorded.push_back(std::move(*trial));
                       return llvm::Error::success();
                     }
                     if (object && object->getString("slice")) {
                       slices.insert(*object->getString("slice"));
                       return llvm::Error::success();
                     }
                     llvm::Expected<MutantResult> result =
                         parseMutantResult(line);
                     if (!result)
                       return result.takeError();
                     results.push_back(std::move(*result));
                     return llvm::Error::success();
                   });
}

llvm::Error MutantScheduler::start(MutantJob &job, double seconds,
                                   llvm::function_ref<void(int fd)> work) {
  job.wallLimit = monotonicTime() + uint64_t(wallFactor * 1e9 * seconds);
  ForkOptions fork;
  fork.hasReports = true;
  llvm::Expected<ForkedProcess> process = ForkedProcess::start(
      [&](int reports) {
        limitMemory(settings.memoryMiB);
        work(reports);
        return 0;
      },
      fork);
  if (!process)
    return process.takeError();
  job.process = std::move(*process);
  return llvm::Error::success();
}

llvm::Error MutantScheduler::run(
    llvm::function_ref<llvm::Expected<JobPtr>()> next,
    llvm::function_ref<void(MutantJob &, llvm::StringRef)> take,
    llvm::function_ref<llvm::Expected<bool>(MutantJob &, const ProcessEnd &)>
        end) {
  std::vector<JobPtr> jobs;
  bool hasMore = true;
  while ((hasMore || !jobs.empty()) && !isInterrupted()) {
    while (hasMore && jobs.size() < options.jobs) {
      llvm::Expected<JobPtr> job = next();
      if (!job)
        return job.takeError();
      hasMore = bool(*job);
      if (*job)
        jobs.push_back(std::move(*job));
    }
    std::vector<pollfd> polls;
    for (const JobPtr &job : jobs)
      polls.push_back({job->process->reports(), POLLIN, 0});
    ::poll(polls.data(), polls.size(), /*ms=*/200);
    for (size_t i = jobs.size(); i-- > 0;) {
      MutantJob &job = *jobs[i];
      if (monotonicTime() > job.wallLimit)
        job.process->kill();
      // Reports that came before the end are read after noticing the end.
      std::optional<ProcessEnd> ended = job.process->poll();
      for (const std::string &line : job.process->readLines())
        take(job, line);
      if (!ended)
        continue;
      job.process.reset();
      llvm::Expected<bool> isOver = end(job, *ended);
      if (!isOver)
        return isOver.takeError();
      if (*isOver)
        jobs.erase(jobs.begin() + ptrdiff_t(i));
    }
  }
  return llvm::Error::success();
}

llvm::Error
MutantScheduler::record(const std::function<void(size_t, size_t)> &told) {
  uint64_t instances = *MutantTrials(settings.seed).count(TrialKind::Instance);
  std::deque<Slice> left;
  for (unsigned kind = 0; kind < numTrialKinds; ++kind) {
    uint64_t count = numTrials(TrialKind(kind), settings, instances);
    for (uint64_t begin = 0; begin < count; begin += trialsPerSlice) {
      Slice slice{TrialKind(kind), begin,
                  std::min(begin + trialsPerSlice, count)};
      if (!slices.contains(slice.name()))
        left.push_back(slice);
    }
  }
  // Half a slice that was kept is recorded again.
  llvm::erase_if(recorded, [&](const RecordedTrial &trial) {
    return llvm::any_of(left, [&](const Slice &slice) {
      return slice.kind == trial.id.kind && slice.begin <= trial.id.index &&
             trial.id.index < slice.end;
    });
  });
  auto startSlice = [&](MutantJob &job) {
    double seconds = settings.trialSeconds * double(trialsPerSlice);
    return start(job, seconds, [&](int fd) {
      recordTrials(settings, job.slice.kind, job.slice.begin, job.slice.end,
                   fd);
    });
  };
  uint64_t running = 0;
  auto next = [&]() -> llvm::Expected<JobPtr> {
    if (left.empty())
      return nullptr;
    auto job = std::make_unique<MutantJob>();
    job->slice = left.front();
    left.pop_front();
    ++running;
    if (llvm::Error error = startSlice(*job))
      return error;
    return job;
  };
  llvm::Error failure = llvm::Error::success();
  auto take = [&](MutantJob &job, llvm::StringRef line) {
    llvm::Expected<json::Value> value = json::parse(line);
    llvm::Expected<RecordedTrial> trial =
        value ? parseRecordedTrial(*value, settings.mutants)
              : llvm::Expected<RecordedTrial>(value.takeError());
    if (!trial) {
      llvm::consumeError(trial.takeError());
      return;
    }
    job.slice.begin = trial->id.index + 1;
    if (llvm::Error error = file.append(*value))
      failure = llvm::joinErrors(std::move(failure), std::move(error));
    recorded.push_back(std::move(*trial));
  };
  auto end = [&](MutantJob &job,
                 const ProcessEnd &ended) -> llvm::Expected<bool> {
    if (failure)
      return std::move(failure);
    // The right compiler does not survive it: no trial for mutants.
    if (!ended.succeeded() && ++job.slice.begin < job.slice.end) {
      if (llvm::Error error = startSlice(job))
        return error;
      return false;
    }
    --running;
    uint64_t begin = (job.slice.end - 1) / trialsPerSlice * trialsPerSlice;
    Slice whole{job.slice.kind, begin, job.slice.end};
    if (llvm::Error error = file.append(json::Object{{"slice", whole.name()}}))
      return error;
    told(recorded.size(), left.size() + running);
    return true;
  };
  llvm::Error error = run(next, take, end);
  return llvm::joinErrors(std::move(failure), std::move(error));
}

llvm::Error MutantScheduler::startMutant(MutantJob &job) {
  return start(job, settings.limitSeconds, [&](int fd) {
    std::optional<TrialFinding> finding =
        MutantWork(job.mutant, settings, *job.place).run(job.trials);
    if (!finding)
      return;
    MutantResult caught;
    caught.finding = std::move(finding);
    (void)writeLine(fd, caught.toJSON());
  });
}

bool MutantScheduler::finishMutant(MutantJob &job, const ProcessEnd &end) {
  MutantPlace &place = *job.place;
  MutantResult &result = job.result;
  bool isLate = end.signal == SIGPROF;
  if (isLate)
    place.seconds = place.seconds + settings.trialSeconds;
  if (!end.succeeded() && place.phase != Phase::Outside &&
      end.signal != SIGKILL) {
    // A solver may take long for what is right, too.
    bool isSolver = place.phase == Phase::Judging &&
                    job.trials[place.at]->id.kind == TrialKind::Instance;
    if (!isSolver)
      result.finding = {ScoreOracle::Death, "",
                        isLate ? "out of time" : end.describe()};
  }
  bool isOver = end.succeeded() || result.finding;
  if (!isOver && ++place.at < job.trials.size() &&
      place.seconds < settings.limitSeconds)
    return false;
  result.tried = place.tried;
  result.changed = place.changed;
  result.seconds = place.seconds;
  if (place.firstChanged)
    result.firstChanged = job.trials[place.firstChanged - 1]->id.name();
  result.difference = place.difference;
  if (result.finding) {
    result.caughtOn = job.trials[place.at]->id.name();
    result.changed = std::max<uint64_t>(result.changed, 1);
  } else {
    result.isCutShort = place.at < job.trials.size();
  }
  return true;
}

llvm::Error MutantScheduler::tryAll(
    const std::function<void(const MutantResult &, size_t)> &told) {
  llvm::StringSet<> known;
  for (const MutantResult &result : results)
    known.insert(result.mutant);
  MutantRegistry &registry = MutantRegistry::get();
  std::deque<size_t> left;
  for (size_t mutant : options.mutants)
    if (!known.contains(registry.getMutant(mutant).name()))
      left.push_back(mutant);
  // Not file after file: what a run that is stopped has is a sample, too.
  llvm::sort(left, [](uint64_t a, uint64_t b) {
    auto keyOf = [](uint64_t number) {
      return std::pair(number * 0x9E3779B97F4A7C15, number);
    };
    return keyOf(a) < keyOf(b);
  });
  size_t running = 0;
  auto finish = [&](MutantResult &result) -> llvm::Error {
    if (llvm::Error error = file.append(result.toJSON()))
      return error;
    results.push_back(std::move(result));
    told(results.back(), left.size() + running);
    return llvm::Error::success();
  };
  auto next = [&]() -> llvm::Expected<JobPtr> {
    while (!left.empty()) {
      auto job = std::make_unique<MutantJob>();
      job->mutant = left.front();
      left.pop_front();
      job->result.mutant = registry.getMutant(job->mutant).name();
      job->trials =
          trialsFor(job->mutant, recorded, settings.tries, job->result.reached);
      if (job->trials.empty()) {
        if (llvm::Error error = finish(job->result))
          return error;
        continue;
      }
      void *page = ::mmap(nullptr, sizeof(MutantPlace), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
      if (page == MAP_FAILED)
        return llvm::createStringError(
            std::error_code(errno, std::generic_category()),
            "no page of shared memory for a mutant");
      job->place = new (page) MutantPlace;
      ++running;
      if (llvm::Error error = startMutant(*job))
        return error;
      return job;
    }
    return nullptr;
  };
  auto take = [](MutantJob &job, llvm::StringRef line) {
    llvm::Expected<json::Value> value = json::parse(line);
    llvm::Expected<MutantResult> result =
        value ? parseMutantResult(*value)
              : llvm::Expected<MutantResult>(value.takeError());
    if (result)
      job.result.finding = std::move(result->finding);
    else
      llvm::consumeError(result.takeError());
  };
  auto end = [&](MutantJob &job,
                 const ProcessEnd &ended) -> llvm::Expected<bool> {
    if (!finishMutant(job, ended)) {
      job.place->phase = Phase::Outside;
      if (llvm::Error error = startMutant(job))
        return error;
      return false;
    }
    --running;
    if (llvm::Error error = finish(job.result))
      return error;
    return true;
  };
  return run(next, take, end);
}

llvm::Expected<std::vector<MutantResult>> tilefuzz::runMutants(
    const MutantOptions &options,
    const std::function<void(const MutantResult &, size_t left)> &done,
    const std::function<void(size_t trials, size_t left)> &recorded) {
  MutantScheduler scheduler(options);
  if (llvm::Error error = scheduler.open())
    return error;
  if (llvm::Error error = scheduler.record(recorded))
    return error;
  if (llvm::Error error = scheduler.tryAll(done))
    return error;
  // Of those that are asked for, in their order.
  std::vector<MutantResult> results;
  for (size_t mutant : options.mutants) {
    std::string name = MutantRegistry::get().getMutant(mutant).name();
    auto found =
        llvm::find_if(scheduler.results, [&](const MutantResult &result) {
          return result.mutant == name;
        });
    if (found != scheduler.results.end())
      results.push_back(*found);
  }
  return results;
}
