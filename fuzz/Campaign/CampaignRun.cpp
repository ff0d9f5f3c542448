//===- CampaignRun.cpp - The parent of a campaign at work -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/CampaignRun.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/ProgramEpochs.h"
#include <csignal>
#include <poll.h>

using namespace tilefuzz;

CampaignRun::CampaignRun(const CampaignOptions &options, Database &database,
                         FindingStore &store, Journal &journal, int64_t run)
    : options(options), database(database), store(store), journal(journal),
      queue(options, database, store, journal, summary),
      start(monotonicTime()) {
  summary.run = run;
  // Somebody who reads the options has checked them.
  if (auto shares = llvm::cantFail(parseLevelShares(options.worker.levels)))
    budget.emplace(*shares, options.learnsLevels);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

std::optional<unsigned> CampaignRun::levelOfStage(llvm::StringRef stage) const {
  for (auto [name, level] : llvm::zip(options.stageNames, options.stageLevels))
    if (name == stage)
      return level;
  return std::nullopt;
}

std::map<uint64_t, LevelGains> CampaignRun::gainsByEpoch() const {
  std::map<uint64_t, LevelGains> gains;
  uint64_t begin = options.worker.corpus.size();
  for (const auto &[feature, program] : summary.coverage) {
    if (program < begin)
      continue;
    std::optional<unsigned> level = levelOfFeature(
        feature, [&](llvm::StringRef stage) { return levelOfStage(stage); });
    bool isFinding = llvm::StringRef(feature).starts_with(wrongFeature);
    if (level)
      gains[(program - begin) / LevelBudget::programsPerEpoch][*level] +=
          isFinding ? worthOfFinding : 1;
  }
  return gains;
}

void CampaignRun::shareOut() {
  if (uint64_t base = options.worker.epochBase)
    journal.makeAvailable(ProgramEpochs{base}.availableAt(done.frontier()));
  if (!budget)
    return;
  constexpr uint64_t size = LevelBudget::programsPerEpoch;
  uint64_t begin = options.worker.corpus.size(), frontier = done.frontier();
  uint64_t complete = frontier < begin ? 0 : (frontier - begin) / size;
  uint64_t added = budget->numKnown() - 2;
  if (added < complete) {
    // Of complete epochs nothing changes any more, whatever other programs have
    // done by now.
    std::map<uint64_t, LevelGains> gains = gainsByEpoch();
    for (; added < complete; ++added)
      budget->addEpoch(gains[added]);
  }
  for (uint64_t epoch : {added, added + 1})
    journal.setEpoch(epoch, reachOf(budget->sharesOf(epoch)));
  journal.makeAvailable(begin + budget->numKnown() * size);
}

std::vector<LevelUse> CampaignRun::levelsUsed() const {
  std::vector<LevelUse> levels;
  if (!budget)
    return levels;
  for (auto [index, name] : llvm::enumerate(budgetLevels))
    levels.push_back({name, summary.count(("last-level:" + name).str()),
                      budget->statedShares()[index],
                      budget->sharesOf(budget->numKnown() - 1)[index]});
  for (llvm::StringRef kind : {"compile-us", "execute-us"})
    for (const auto &[stage, time] : summary.group(kind))
      if (std::optional<unsigned> level = levelOfStage(stage))
        levels[*level].seconds += time * 1e-6;
  return levels;
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

/// What a slot must do stays there until it is done: the next process may die,
/// too.
void CampaignRun::dropDoneWork(WorkerSlot &workerSlot) {
  while (workerSlot.retry && *workerSlot.retry + 1 < workerSlot.retryEnd &&
         done.contains(*workerSlot.retry))
    ++*workerSlot.retry;
  if (workerSlot.retry && done.contains(*workerSlot.retry))
    workerSlot.retry.reset();
  if (workerSlot.death && done.contains(workerSlot.death->index))
    workerSlot.death.reset();
}

/// Programs that waited for the device went with the worker that had them.
void CampaignRun::redoClaim(unsigned worker) {
  JournalSlot &slot = journal.slot(worker);
  uint64_t end = std::min<uint64_t>(slot.claimEnd, journal.next());
  if (options.worker.gpu.empty() || slot.claimBegin >= end)
    return;
  workerSlots[worker].retry = slot.claimBegin;
  workerSlots[worker].retryEnd = end;
}

llvm::Error CampaignRun::startWorker(unsigned worker) {
  WorkerSlot &workerSlot = workerSlots[worker];
  WorkerConfig config = options.worker;
  config.worker = worker;
  config.done = done;
  dropDoneWork(workerSlot);
  config.retry = workerSlot.retry;
  config.retryEnd = workerSlot.retryEnd;
  config.death = workerSlot.death;
  workerSlot.timedOut = false;
  llvm::Expected<ForkedProcess> process =
      startWorkerProcess(options.executable, config);
  if (!process)
    return process.takeError();
  workerSlot.process = std::move(*process);
  return llvm::Error::success();
}

void CampaignRun::waitForReports() {
  std::vector<pollfd> polls;
  for (WorkerSlot &workerSlot : workerSlots)
    if (workerSlot.process)
      polls.push_back({workerSlot.process->reports(), POLLIN, 0});
  if (queue.busy())
    polls.push_back({queue.readEnd(), POLLIN, 0});
  ::poll(polls.data(), polls.size(), /*milliseconds=*/50);
}

llvm::Error CampaignRun::finishProgram(const WorkerMessage &message) {
  // Its worker was killed after it had said so, and the next one did it again.
  bool isNew = true;
  for (uint64_t i = 0; i < message.count; ++i)
    isNew &= done.insert(message.program + i);
  if (!isNew) {
    if (!message.text.empty() &&
        !queue.contains({summary.run, message.program}))
      store.dropPending(message.text);
    return addFolders(message);
  }
  hasUnsaved = true;
  addCounters(message, /*isSaved=*/true);
  if (llvm::Error error = addFolders(message))
    return error;
  for (const auto &[name, value] : message.firings) {
    summary.firings[name] += value;
    unsaved.firings[name] += value;
  }
  for (const std::string &feature : message.features) {
    if (knownCoverage.count(feature))
      continue;
    auto [it, isNew] = summary.coverage.insert({feature, message.program});
    if (!isNew && it->second <= message.program)
      continue;
    it->second = message.program;
    unsaved.coverage[feature] = message.program;
  }
  if (!message.text.empty())
    queue.add({summary.run, message.program}, message.text);
  return llvm::Error::success();
}

void CampaignRun::addCounters(const WorkerMessage &message, bool isSaved) {
  for (const auto &[name, value] : message.counters) {
    summary.counters[name] += value;
    if (isSaved)
      unsaved.counters[name] += value;
  }
}

llvm::Error CampaignRun::addFolders(const WorkerMessage &message) {
  for (const std::string &folder : message.folders) {
    std::optional<ProgramKey> key = FindingStore::keyOf(folder);
    if (!key || queue.contains(*key))
      continue;
    // A part of it was reported before, and is done again.
    llvm::Expected<bool> isDecided = database.isDecided(*key);
    if (!isDecided)
      return isDecided.takeError();
    if (*isDecided)
      store.dropPending(folder);
    else
      queue.add(*key, folder);
  }
  return llvm::Error::success();
}

/// What `resume` does again is not counted twice.
llvm::Error CampaignRun::addPart(const WorkerMessage &message) {
  addCounters(message, /*isSaved=*/!interrupted());
  hasUnsaved = true;
  return addFolders(message);
}

llvm::Error CampaignRun::handle(const WorkerMessage &message) {
  switch (message.kind) {
  case WorkerMessage::Kind::Done:
    failedStarts = 0;
    return finishProgram(message);
  case WorkerMessage::Kind::Partial:
    return addPart(message);
  case WorkerMessage::Kind::Error:
    return storageError(message.text);
  case WorkerMessage::Kind::Refused:
    return llvm::createStringError(message.text);
  case WorkerMessage::Kind::Found:
  case WorkerMessage::Kind::Duplicate:
    return llvm::createStringError("a worker sent a message of triage");
  }
  llvm_unreachable("unknown message");
}

llvm::Error CampaignRun::readReports(unsigned worker) {
  for (const std::string &line : workerSlots[worker].process->readLines()) {
    llvm::Expected<WorkerMessage> message = parseWorkerMessage(line);
    if (!message)
      return message.takeError();
    if (llvm::Error error = handle(*message))
      return error;
  }
  return llvm::Error::success();
}

void CampaignRun::enforceLimits(unsigned worker) {
  WorkerSlot &workerSlot = workerSlots[worker];
  JournalSlot &slot = journal.slot(worker);
  uint64_t sequence = slot.sequence;
  Phase phase = slot.phase;
  if (phase == Phase::Idle || phase == Phase::Claim || workerSlot.timedOut)
    return;
  double limit = options.worker.programSeconds;
  // Bisection compares the program a few times more.
  if (phase == Phase::Triage)
    limit = 2 * limit + 10;
  std::optional<uint64_t> cpu = cpuTimeOf(workerSlot.process->pid());
  uint64_t cpuStart = slot.cpuStart, wallStart = slot.wallStart;
  uint64_t now = monotonicTime();
  // Another program began while we read: those times are not this program's.
  if (slot.sequence != sequence || !cpu)
    return;
  bool cpuUp = *cpu > cpuStart && (*cpu - cpuStart) * 1e-9 > limit;
  bool wallUp = now > wallStart && (now - wallStart) * 1e-9 > 10 * limit;
  if (!cpuUp && !wallUp)
    return;
  workerSlot.timedOut = true;
  workerSlot.process->kill();
}

llvm::Error CampaignRun::handleEnd(unsigned worker, const ProcessEnd &end) {
  WorkerSlot &workerSlot = workerSlots[worker];
  JournalSlot &slot = journal.slot(worker);
  // A program that was reported is done, whatever came after.
  bool idle = slot.phase == Phase::Idle || done.contains(slot.index);
  if (!end.signal && end.exitCode == 0 && idle) {
    workerSlot.finished = true;
    workerSlot.process.reset();
    return llvm::Error::success();
  }
  // Somebody else kills (a person, the kernel short of memory): that passes.
  // A worker that cannot start does not.
  unsigned tolerated = end.signal == SIGKILL ? 100 : 3;
  if (idle && ++failedStarts > tolerated)
    return llvm::createStringError(
        "workers end before they take a program (" + end.describe() + ")" +
        (end.exitCode == exitOutOfMemory
             ? "; they get --memory=" + std::to_string(options.worker.memoryMiB)
             : ""));
  if (!idle)
    if (llvm::Error error = handleDeath(worker, end))
      return error;
  workerSlot.process.reset();
  journal.end(worker);
  redoClaim(worker);
  dropDoneWork(workerSlot);
  // A slot with work left over goes on even when the time is up.
  if ((journal.stopped() && !workerSlot.retry && !workerSlot.death) ||
      interrupted()) {
    workerSlot.finished = true;
    return llvm::Error::success();
  }
  return startWorker(worker);
}

/// Decides what the death of a worker in the middle of a program means.
llvm::Error CampaignRun::handleDeath(unsigned worker, const ProcessEnd &end) {
  WorkerSlot &workerSlot = workerSlots[worker];
  JournalSlot &slot = journal.slot(worker);
  Phase phase = slot.phase;
  // Not handed out after all.
  if (phase == Phase::Claim && slot.index >= journal.next())
    return llvm::Error::success();
  if (phase == Phase::Claim ||
      (end.signal == SIGKILL && !workerSlot.timedOut)) {
    // Killed from outside: not the program's fault, so it gets another chance.
    // If in doubt who took it, two do it, and the second one changes nothing.
    addCounter("worker killed from outside");
    if (!workerSlot.death || workerSlot.death->index != slot.index)
      workerSlot.retry = slot.index;
    return llvm::Error::success();
  }
  std::string how = workerSlot.timedOut ? "out of time" : end.describe();
  if (!options.worker.tool.empty())
    return skipBatch(slot.index, how);
  if (phase == Phase::Triage) {
    // What is wrong with the program is known; what is wrong with its bisection
    // is the next thing to know.
    if (std::string folder = store.pending()[{summary.run, slot.index}];
        !folder.empty()) {
      addCounter("skip:bisection ended: " + how);
      WorkerMessage message;
      message.program = slot.index;
      message.counters = {{"programs", 1}};
      message.text = folder;
      return finishProgram(message);
    }
  }
  bool limit = workerSlot.timedOut || end.exitCode == exitOutOfMemory;
  // What a program's pair ended is told by the next worker, which compares the
  // program once more: what it showed went with this one.
  bool isPair = phase == Phase::Pair;
  if (limit && phase != Phase::Compile && !isPair) {
    WorkerMessage message;
    message.program = slot.index;
    message.counters = {{"programs", 1}, {"skipped", 1}};
    message.counters["skip:" + how + " (" + toString(phase).str() + ")"] = 1;
    return finishProgram(message);
  }
  DeathNotice notice;
  notice.index = slot.index;
  notice.kind = workerSlot.timedOut               ? FindingKind::Timeout
                : end.exitCode == exitOutOfMemory ? FindingKind::OutOfMemory
                                                  : FindingKind::Crash;
  notice.reason = how + " in " + toString(phase).str();
  notice.symptom = Symptom::message(notice.reason);
  notice.stage = isPair ? pairStage.str()
                 : options.stageNames.empty()
                     ? toString(phase).str()
                     : options.stageNames[std::min<size_t>(
                           slot.stage, options.stageNames.size() - 1)];
  workerSlot.death = notice;
  return llvm::Error::success();
}

/// Reading what a tool wrote may be what a worker dies of: that is about us.
llvm::Error CampaignRun::skipBatch(uint64_t first, llvm::StringRef how) {
  WorkerMessage message;
  message.program = first;
  message.count = journal.sizeOfClaim(first, options.worker.batch);
  message.counters["programs"] = message.count;
  message.counters["skip:a worker ended: " + how.str()] = message.count;
  summary.warnings.push_back(("a worker ended (" + how + ") at programs " +
                              llvm::Twine(first) + " to " +
                              llvm::Twine(first + message.count - 1) +
                              "; --first with --batch=1 tells at which")
                                 .str());
  return finishProgram(message);
}

llvm::Error CampaignRun::flush(bool addPoint) {
  if (!hasUnsaved && !addPoint)
    return llvm::Error::success();
  unsaved.done = done;
  unsaved.point.reset();
  if (addPoint)
    unsaved.point =
        ProgressPoint{elapsed(),
                      summary.programs(),
                      summary.comparisons(),
                      summary.newFindings.size(),
                      summary.knownCoverage + summary.coverage.size(),
                      summary.edges()};
  llvm::Error error = database.addProgress(summary.run, unsaved);
  unsaved = ProgressUpdate();
  hasUnsaved = false;
  return error;
}

llvm::Error CampaignRun::resume(const RunInfo &info) {
  llvm::Expected<Counts> counters = database.counters(info.id);
  if (!counters)
    return counters.takeError();
  llvm::Expected<Counts> firings = database.firings(info.id);
  if (!firings)
    return firings.takeError();
  llvm::Expected<Counts> coverage = database.coverage(info.id);
  if (!coverage)
    return coverage.takeError();
  llvm::Expected<std::vector<ProgressPoint>> points =
      database.progress(info.id);
  if (!points)
    return points.takeError();
  llvm::Expected<std::vector<FindingRow>> findings = database.findings();
  if (!findings)
    return findings.takeError();
  summary.counters = std::move(*counters);
  summary.firings = std::move(*firings);
  summary.coverage = std::move(*coverage);
  if (!points->empty())
    earlierSeconds = points->back().seconds;
  for (FindingRow &row : *findings)
    if (row.run == info.id && !row.mergedInto)
      summary.newFindings.push_back(std::move(row));
  return llvm::Error::success();
}

/// One that cannot be read stays where it is, and stops nothing else.
void CampaignRun::addPending(ProgramKey program, llvm::StringRef folder) {
  llvm::Expected<Finding> finding = readFindingFolder(folder);
  if (finding)
    queue.add(program, folder);
  else
    summary.warnings.push_back(llvm::toString(finding.takeError()));
}

bool CampaignRun::mayReduce() const {
  if (askedToEnd)
    return false;
  // Triage may end after the time, but not for ever.
  double grace = 2 * options.worker.reduceSeconds + 10;
  return !interrupted() && elapsed() < options.seconds + grace &&
         summary.newFindings.size() < options.maxFindings;
}

llvm::Error CampaignRun::runTriage() {
  // Who merges the shards knows what stands before them.
  if (options.shard)
    return llvm::Error::success();
  journal.pause(queue.size() > 64);
  uint64_t frontier = done.frontier();
  // What is decided about a program comes after the program in the database.
  if (queue.isReady(frontier))
    if (llvm::Error error = flush(/*addPoint=*/false))
      return error;
  return queue.advance(frontier, mayReduce());
}

llvm::Error CampaignRun::poll() {
  waitForReports();
  for (unsigned worker = 0; worker < workerSlots.size(); ++worker) {
    WorkerSlot &workerSlot = workerSlots[worker];
    if (workerSlot.finished)
      continue;
    // Reports that came before the end are read after noticing the end.
    std::optional<ProcessEnd> end = workerSlot.process->poll();
    if (llvm::Error error = readReports(worker))
      return error;
    if (!end)
      enforceLimits(worker);
    else if (llvm::Error error = handleEnd(worker, *end))
      return error;
  }
  shareOut();
  summary.seconds = elapsed();
  if (summary.seconds > options.seconds || interrupted() ||
      summary.newFindings.size() >= options.maxFindings)
    journal.stop();
  if (summary.seconds - lastTriage < 0.02)
    return llvm::Error::success();
  lastTriage = summary.seconds;
  return runTriage();
}

bool CampaignRun::isWorking() const {
  if (llvm::any_of(workerSlots, [](const WorkerSlot &workerSlot) {
        return !workerSlot.finished;
      }))
    return true;
  if (options.shard)
    return false;
  return queue.busy() || (queue.size() && mayReduce());
}

/// An interrupt does not wait: what is pending stays so. Workers that wait for
/// a tool are asked, as they know what they have until then, and are not waited
/// for when the time is over either.
void CampaignRun::endAtOnce() {
  bool isOfTool = !options.worker.tool.empty();
  if (!interrupted() && !(isOfTool && summary.seconds > options.seconds))
    return;
  constexpr uint64_t grace = 20'000'000'000;
  uint64_t now = monotonicTime();
  if (isOfTool && (!askedToEnd || now - *askedToEnd < grace)) {
    if (!askedToEnd) {
      askedToEnd = now;
      queue.interrupt();
      for (WorkerSlot &workerSlot : workerSlots)
        if (workerSlot.process)
          workerSlot.process->interrupt();
    }
    return;
  }
  queue.kill();
  for (WorkerSlot &workerSlot : workerSlots)
    if (workerSlot.process)
      workerSlot.process->kill();
}

llvm::Error CampaignRun::execute(
    const std::function<void(const CampaignSummary &)> &onProgress) {
  llvm::Expected<Counts> coverage = database.coverage();
  if (!coverage)
    return coverage.takeError();
  for (auto &[feature, run] : *coverage)
    if (int64_t(run) != summary.run)
      knownCoverage[feature] = run;
  summary.knownCoverage = knownCoverage.size();
  summary.knownEdges = countEdges(knownCoverage);
  summary.edgesMeasured = options.edgesMeasured;
  if (llvm::Error error = queue.load())
    return error;
  for (const auto &[program, folder] : store.pending())
    if (program.run != summary.run || done.contains(program.index))
      addPending(program, folder);
  shareOut();
  workerSlots.resize(options.jobs);
  for (unsigned worker = 0; worker < options.jobs; ++worker)
    if (llvm::Error error = startWorker(worker))
      return error;
  while (isWorking()) {
    if (llvm::Error error = poll())
      return error;
    if (summary.seconds - lastPoint > 0.5) {
      lastPoint = summary.seconds;
      if (llvm::Error error = flush(/*addPoint=*/true))
        return error;
      onProgress(summary);
    }
    endAtOnce();
  }
  summary.seconds = elapsed();
  summary.levels = levelsUsed();
  summary.interrupted = interrupted();
  if (!options.worker.tool.empty()) {
    if (llvm::Error error = queue.settleRest())
      return error;
  } else if (!interrupted() && !options.shard) {
    if (llvm::Error error = queue.dropKnown())
      return error;
  }
  summary.waiting = queue.size();
  return flush(/*addPoint=*/true);
}
