//===- Campaign.cpp - Many programs, many workers, one database -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Campaign/FindingStore.h"
#include "fuzz/Campaign/Journal.h"
#include "fuzz/Campaign/Signature.h"
#include "fuzz/Campaign/WorkerProcess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <poll.h>

using namespace tilefuzz;

namespace {
/// One worker's place: the process that fills it now, and what its next process
/// must do first.
struct Seat {
  std::optional<WorkerProcess> process;
  std::optional<uint64_t> retry;
  std::optional<DeathNotice> death;
  /// Killed by us because of its limits.
  bool timedOut = false;
  bool finished = false;
};

class CampaignRun {
public:
  CampaignRun(const CampaignOptions &options, Database &database,
              FindingStore &store, Journal &journal, int64_t run)
      : options(options), database(database), store(store), journal(journal),
        start(monotonicTime()) {
    summary.run = run;
  }

  llvm::Error
  execute(const std::function<void(const CampaignSummary &)> &onProgress);
  CampaignSummary summary;

private:
  llvm::Error startWorker(unsigned worker);
  void waitForReports();
  llvm::Error readReports(unsigned worker);
  llvm::Error handle(const WorkerMessage &message);
  llvm::Error addFinding(llvm::StringRef folder);
  void enforceLimits(unsigned worker);
  llvm::Error handleEnd(unsigned worker, const ProcessEnd &end);
  llvm::Error handleDeath(unsigned worker, const ProcessEnd &end);
  llvm::Error flush();
  double elapsed() const { return (monotonicTime() - start) * 1e-9; }
  bool interrupted() const {
    return options.interrupted && *options.interrupted;
  }
  void addCounter(llvm::StringRef name) {
    ++summary.counters[name.str()];
    ++unsavedCounters[name.str()];
  }

  const CampaignOptions &options;
  Database &database;
  FindingStore &store;
  Journal &journal;
  uint64_t start;
  std::vector<Seat> seats;
  /// What the database does not have yet.
  Counts unsavedCounters, unsavedFirings;
  /// Worker processes that ended before they did anything, in a row.
  unsigned failedStarts = 0;
};
} // namespace

llvm::Error CampaignRun::startWorker(unsigned worker) {
  Seat &seat = seats[worker];
  WorkerConfig config = options.worker;
  config.worker = worker;
  config.retry = std::exchange(seat.retry, std::nullopt);
  config.death = std::exchange(seat.death, std::nullopt);
  seat.timedOut = false;
  llvm::Expected<WorkerProcess> process =
      WorkerProcess::start(options.executable, config);
  if (!process)
    return process.takeError();
  seat.process = std::move(*process);
  return llvm::Error::success();
}

void CampaignRun::waitForReports() {
  std::vector<pollfd> polls;
  for (Seat &seat : seats)
    if (seat.process)
      polls.push_back({seat.process->readEnd(), POLLIN, 0});
  ::poll(polls.data(), polls.size(), /*milliseconds=*/50);
}

llvm::Error CampaignRun::addFinding(llvm::StringRef folder) {
  llvm::Expected<Finding> finding = readFindingFolder(folder);
  if (!finding)
    return finding.takeError();
  llvm::Expected<bool> isNew =
      database.addFinding(summary.run, *finding, folder);
  if (!isNew)
    return isNew.takeError();
  if (*isNew)
    summary.newFindings.push_back(
        {std::move(*finding), folder.str(), summary.run, 0});
  else
    ++summary.duplicates;
  return llvm::Error::success();
}

llvm::Error CampaignRun::handle(const WorkerMessage &message) {
  for (const auto &[name, value] : message.counters) {
    summary.counters[name] += value;
    unsavedCounters[name] += value;
  }
  for (const auto &[name, value] : message.firings) {
    summary.firings[name] += value;
    unsavedFirings[name] += value;
  }
  switch (message.kind) {
  case WorkerMessage::Kind::Done:
    failedStarts = 0;
    return llvm::Error::success();
  case WorkerMessage::Kind::Found:
    return addFinding(message.text);
  case WorkerMessage::Kind::Duplicate:
    ++summary.duplicates;
    return database.addDuplicates(message.text, 1);
  case WorkerMessage::Kind::Error:
    return llvm::createStringError(message.text);
  }
  llvm_unreachable("unknown message");
}

llvm::Error CampaignRun::readReports(unsigned worker) {
  for (const std::string &line : seats[worker].process->readLines()) {
    llvm::Expected<WorkerMessage> message = parseWorkerMessage(line);
    if (!message)
      return message.takeError();
    if (llvm::Error error = handle(*message))
      return error;
  }
  return llvm::Error::success();
}

void CampaignRun::enforceLimits(unsigned worker) {
  Seat &seat = seats[worker];
  JournalSlot &slot = journal.slot(worker);
  uint64_t sequence = slot.sequence;
  Phase phase = slot.phase;
  if (phase == Phase::Idle || seat.timedOut)
    return;
  // Triage bounds itself by CPU time; this is for a triage that hangs.
  double limit = options.worker.programSeconds;
  if (phase == Phase::Triage)
    limit += 2 * options.worker.reduceSeconds + 10;
  std::optional<uint64_t> cpu = cpuTimeOf(seat.process->pid());
  uint64_t cpuStart = slot.cpuStart, wallStart = slot.wallStart;
  uint64_t now = monotonicTime();
  // Another program began while we read: those times are not this program's.
  if (slot.sequence != sequence || !cpu)
    return;
  bool cpuUp = *cpu > cpuStart && (*cpu - cpuStart) * 1e-9 > limit;
  bool wallUp = now > wallStart && (now - wallStart) * 1e-9 > 10 * limit;
  if (!cpuUp && !wallUp)
    return;
  seat.timedOut = true;
  seat.process->kill();
}

llvm::Error CampaignRun::handleEnd(unsigned worker, const ProcessEnd &end) {
  Seat &seat = seats[worker];
  bool idle = journal.slot(worker).phase == Phase::Idle;
  if (!end.signal && end.exitCode == 0 && idle) {
    seat.finished = true;
    seat.process.reset();
    return llvm::Error::success();
  }
  // Somebody else kills (a person, the kernel short of memory): that passes.
  // A worker that cannot start does not.
  unsigned tolerated = end.signal == SIGKILL ? 100 : 3;
  if (idle && ++failedStarts > tolerated)
    return llvm::createStringError("workers end before they take a program (" +
                                   end.describe() + "); run `" +
                                   options.executable + " worker` to see why");
  if (!idle)
    if (llvm::Error error = handleDeath(worker, end))
      return error;
  seat.process.reset();
  journal.end(worker);
  // A seat with work left over goes on even when the time is up.
  if ((journal.stopped() && !seat.retry && !seat.death) || interrupted()) {
    seat.finished = true;
    return llvm::Error::success();
  }
  return startWorker(worker);
}

/// Decides what the death of a worker in the middle of a program means.
llvm::Error CampaignRun::handleDeath(unsigned worker, const ProcessEnd &end) {
  Seat &seat = seats[worker];
  JournalSlot &slot = journal.slot(worker);
  Phase phase = slot.phase;
  if (phase == Phase::Triage) {
    // The raw finding is on disk: it stands as it is.
    addCounter("skip:triage ended: " +
               (seat.timedOut ? "out of time" : end.describe()));
    llvm::Expected<std::vector<std::string>> folders =
        store.finishPending(slot.index);
    if (!folders)
      return folders.takeError();
    for (const std::string &folder : *folders)
      if (llvm::Error error = addFinding(folder))
        return error;
    return llvm::Error::success();
  }
  if (end.signal == SIGKILL && !seat.timedOut) {
    // Killed from outside: not the program's fault, so it gets another chance.
    addCounter("worker killed from outside");
    if (!interrupted())
      seat.retry = slot.index;
    return llvm::Error::success();
  }
  std::string how = seat.timedOut ? "out of time" : end.describe();
  bool limit = seat.timedOut || end.exitCode == exitOutOfMemory;
  if (limit && phase != Phase::Compile) {
    addCounter("programs");
    addCounter("skipped");
    addCounter("skip:" + how + " (" + toString(phase).str() + ")");
    return llvm::Error::success();
  }
  DeathNotice notice;
  notice.index = slot.index;
  notice.kind = seat.timedOut                     ? FindingKind::Timeout
                : end.exitCode == exitOutOfMemory ? FindingKind::OutOfMemory
                                                  : FindingKind::Crash;
  notice.reason = how + " in " + toString(phase).str();
  notice.stage = options.stageNames.empty()
                     ? toString(phase).str()
                     : options.stageNames[std::min<size_t>(
                           slot.stage, options.stageNames.size() - 1)];
  addCounter("programs");
  seat.death = notice;
  return llvm::Error::success();
}

llvm::Error CampaignRun::flush() {
  ProgressPoint point{elapsed(), summary.programs(), summary.comparisons(),
                      summary.newFindings.size()};
  llvm::Error error =
      database.addProgress(summary.run, unsavedCounters, unsavedFirings, point);
  unsavedCounters.clear();
  unsavedFirings.clear();
  return error;
}

llvm::Error CampaignRun::execute(
    const std::function<void(const CampaignSummary &)> &onProgress) {
  seats.resize(options.jobs);
  for (unsigned worker = 0; worker < options.jobs; ++worker)
    if (llvm::Error error = startWorker(worker))
      return error;
  double lastFlush = 0;
  while (llvm::any_of(seats, [](const Seat &seat) { return !seat.finished; })) {
    waitForReports();
    for (unsigned worker = 0; worker < seats.size(); ++worker) {
      Seat &seat = seats[worker];
      if (seat.finished)
        continue;
      // Reports that came before the end are read after noticing the end.
      std::optional<ProcessEnd> end = seat.process->poll();
      if (llvm::Error error = readReports(worker))
        return error;
      if (!end)
        enforceLimits(worker);
      else if (llvm::Error error = handleEnd(worker, *end))
        return error;
    }
    summary.seconds = elapsed();
    if (summary.seconds > options.seconds || interrupted() ||
        summary.newFindings.size() >= options.maxFindings)
      journal.stop();
    if (summary.seconds - lastFlush > 0.5) {
      lastFlush = summary.seconds;
      if (llvm::Error error = flush())
        return error;
      onProgress(summary);
    }
    // An interrupt does not wait for triage: what is pending is recovered.
    if (interrupted())
      for (Seat &seat : seats)
        if (seat.process)
          seat.process->kill();
  }
  summary.seconds = elapsed();
  return flush();
}

llvm::Expected<CampaignSummary> tilefuzz::runCampaign(
    const CampaignOptions &options,
    const std::function<void(const CampaignSummary &)> &onProgress) {
  llvm::Expected<Database> database =
      Database::open(options.database, Database::Mode::ReadWrite);
  if (!database)
    return database.takeError();
  RunInfo info;
  info.seed = options.worker.seed;
  info.jobs = options.jobs;
  info.target = options.worker.target;
  info.bugs = llvm::join(options.worker.bugs, ",");
  info.version = options.version;
  info.command = options.command;
  llvm::Expected<int64_t> run = database->beginRun(info);
  if (!run)
    return run.takeError();

  FindingStore store(FindingStore::rootFor(options.database));
  llvm::Expected<std::vector<FindingRow>> recovered =
      store.recover(*database, *run);
  if (!recovered)
    return recovered.takeError();

  CampaignOptions adjusted = options;
  adjusted.worker.database = options.database;
  adjusted.worker.findings = store.path();
  adjusted.worker.journal = options.database + ".journal";
  llvm::Expected<Journal> journal = Journal::create(adjusted.worker.journal);
  if (!journal)
    return journal.takeError();
  uint64_t corpusSize = options.worker.corpus.size();
  journal->setLimit(options.programs ? corpusSize + *options.programs
                                     : std::numeric_limits<uint64_t>::max());

  CampaignRun campaign(adjusted, *database, store, *journal, *run);
  campaign.summary.recovered = recovered->size();
  campaign.summary.newFindings = std::move(*recovered);
  llvm::Error error = campaign.execute(onProgress);
  journal->stop();
  if (error)
    return std::move(error);
  // What an interrupt left pending.
  recovered = store.recover(*database, *run);
  if (!recovered)
    return recovered.takeError();
  for (FindingRow &row : *recovered)
    campaign.summary.newFindings.push_back(std::move(row));
  if (llvm::Error error = database->finishRun(*run, campaign.summary.seconds))
    return std::move(error);
  llvm::sys::fs::remove(adjusted.worker.journal);
  return std::move(campaign.summary);
}

llvm::Expected<std::vector<std::string>>
tilefuzz::listCorpus(llvm::StringRef folder) {
  std::vector<std::string> files;
  std::error_code code;
  for (llvm::sys::fs::recursive_directory_iterator it(folder, code), end;
       it != end && !code; it.increment(code)) {
    llvm::StringRef extension = llvm::sys::path::extension(it->path());
    if (extension == ".mlir" || extension == ".tileirbc")
      files.push_back(it->path());
  }
  if (code)
    return llvm::createStringError(folder + ": error: " + code.message());
  llvm::sort(files);
  return files;
}
