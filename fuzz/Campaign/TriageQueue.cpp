//===- TriageQueue.cpp - Raw findings, decided one after the other --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/TriageQueue.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Findings/Signature.h"
#include <csignal>

using namespace tilefuzz;

TriageQueue::TriageQueue(const CampaignOptions &options, Database &database,
                         const FindingStore &store, Journal &journal,
                         CampaignSummary &summary)
    : options(options), database(database), store(store), journal(journal),
      summary(summary) {}

llvm::Error TriageQueue::load() {
  llvm::Expected<std::vector<FindingRow>> rows = database.findings();
  if (!rows)
    return rows.takeError();
  known = KnownFindings(std::move(*rows));
  llvm::Expected<std::vector<RunInfo>> runs = database.runs();
  if (!runs)
    return runs.takeError();
  for (const RunInfo &run : *runs)
    optionsOfRuns[run.id] = run.options;
  return llvm::Error::success();
}

bool TriageQueue::isReady(uint64_t frontier) const {
  if (waiting.empty())
    return false;
  ProgramKey first = waiting.begin()->first;
  return first.run != summary.run || first.index < frontier;
}

llvm::Expected<const FindingRow *> TriageQueue::lookUp(llvm::StringRef folder,
                                                       bool mayReduce) {
  llvm::Expected<Finding> finding = readFindingFolder(folder);
  if (!finding)
    return asStorageError(finding.takeError());
  return known.recognize(*finding, mayReduce);
}

void TriageQueue::countDuplicate(llvm::StringRef signature) {
  ++summary.duplicates;
  ++summary.repeats[signature.str()];
  if (!isSettled(known.countRepeat(signature)))
    ++summary.unsettled;
}

llvm::Error TriageQueue::settleAsDuplicate(ProgramKey program,
                                           llvm::StringRef signature) {
  if (llvm::Error error = database.addDuplicates(signature, 1, program))
    return error;
  countDuplicate(signature);
  // Only now: the folder is what a death in between leaves.
  store.dropPending(waiting[program]);
  waiting.erase(program);
  return llvm::Error::success();
}

llvm::Error TriageQueue::advance(uint64_t frontier, bool mayReduce) {
  if (process)
    if (llvm::Error error = poll())
      return error;
  while (!process && isReady(frontier)) {
    auto [program, folder] = *waiting.begin();
    llvm::Expected<const FindingRow *> same =
        lookUp(folder, /*mayReduce=*/true);
    if (!same)
      return same.takeError();
    if (!*same) {
      if (!mayReduce)
        return llvm::Error::success();
      llvm::Expected<Finding> finding = readFindingFolder(folder);
      if (!finding)
        return asStorageError(finding.takeError());
      if (!isTooMany(*finding))
        return start(program, folder);
      leaveOut(program, std::move(*finding));
      continue;
    }
    std::string signature = (*same)->finding.signature;
    if (llvm::Error error = settleAsDuplicate(program, signature))
      return error;
  }
  return llvm::Error::success();
}

bool TriageQueue::isTooMany(const Finding &finding) {
  // What looks like a known one is bounded otherwise.
  if (!options.maxReductions || known.recognize(finding, /*mayReduce=*/false))
    return false;
  uint64_t &count =
      reductions[{finding.stage, finding.kind, !finding.known.empty()}];
  return count == options.maxReductions || (++count, false);
}

void TriageQueue::leaveOut(ProgramKey program, Finding finding) {
  ++summary.unreduced;
  if (summary.leftOut.size() < CampaignSummary::maxLeftOut)
    summary.leftOut.push_back(std::move(finding));
  store.dropPending(waiting[program]);
  waiting.erase(program);
}

llvm::Error TriageQueue::settleRest() {
  if (llvm::Error error = dropKnown())
    return error;
  while (!waiting.empty()) {
    current = waiting.begin()->first;
    if (llvm::Error error = settleRaw())
      return error;
    // Others may look like it.
    if (llvm::Error error = dropKnown())
      return error;
  }
  return llvm::Error::success();
}

llvm::Error TriageQueue::dropKnown() {
  std::map<ProgramKey, std::string> all = waiting;
  for (const auto &[program, folder] : all) {
    llvm::Expected<const FindingRow *> same =
        lookUp(folder, /*mayReduce=*/false);
    if (!same)
      return same.takeError();
    if (!*same)
      continue;
    std::string signature = (*same)->finding.signature;
    if (llvm::Error error = settleAsDuplicate(program, signature))
      return error;
  }
  return llvm::Error::success();
}

/// What the finding's own run was asked, which may be an earlier one.
llvm::Expected<WorkerConfig> TriageQueue::configFor(ProgramKey program,
                                                    llvm::StringRef folder) {
  WorkerConfig config = options.worker;
  if (!program.run) {
    // Of a fuzzing engine, or of a database that is gone: what was asked of the
    // compiler is with the finding.
    llvm::Expected<Finding> finding = readFindingFolder(folder);
    if (!finding)
      return asStorageError(finding.takeError());
    config.target = finding->target;
    config.stopAfter.clear();
    config.bugs = finding->bugs;
    config.proofFault.clear();
    if (isOfPair(*finding) && !config.bugs.empty()) {
      config.proofFault = config.bugs.front();
      config.bugs.clear();
    }
    config.disabledPatterns = finding->disabledPatterns;
    config.enabledPatterns = finding->enabledPatterns;
    config.withoutOracles = finding->withoutOracles;
  } else if (program.run != summary.run) {
    llvm::Expected<llvm::json::Value> value =
        llvm::json::parse(optionsOfRuns[program.run]);
    if (!value)
      return asStorageError(value.takeError());
    llvm::Expected<CampaignOptions> earlier = parseCampaignOptions(*value);
    if (!earlier)
      return asStorageError(earlier.takeError());
    config = std::move(earlier->worker);
    config.database = options.worker.database;
    config.findings = options.worker.findings;
    config.journal = options.worker.journal;
  }
  config.run = program.run;
  config.worker = options.jobs;
  config.triage = folder.str();
  config.done = ProgramSet();
  return config;
}

llvm::Error TriageQueue::start(ProgramKey program, llvm::StringRef folder) {
  llvm::Expected<WorkerConfig> config = configFor(program, folder);
  if (!config)
    return config.takeError();
  journal.end(options.jobs);
  llvm::Expected<ForkedProcess> started =
      startWorkerProcess(options.executable, *config);
  if (!started)
    return started.takeError();
  process = std::move(*started);
  current = program;
  settled = timedOut = false;
  return llvm::Error::success();
}

llvm::Error TriageQueue::settle(llvm::StringRef finalFolder) {
  llvm::Expected<Finding> finding = readFindingFolder(finalFolder);
  if (!finding)
    return asStorageError(finding.takeError());
  llvm::Expected<bool> isNew = database.addFinding(
      summary.run, *finding, finalFolder, summary.seconds, current);
  if (!isNew)
    return isNew.takeError();
  store.dropPending(waiting[current]);
  waiting.erase(current);
  settled = true;
  if (!*isNew) {
    countDuplicate(finding->signature);
    return llvm::Error::success();
  }
  FindingRow row;
  row.finding = std::move(*finding);
  if (!row.finding.known.empty()) {
    row.status = FindingStatus::Known;
    row.note = row.finding.known;
    if (llvm::Error error =
            database.settle(row.finding.signature, row.status, row.note))
      return error;
    if (llvm::Error error =
            FindingStore::writeTriage(finalFolder, row.status, row.note))
      return error;
  }
  row.folder = finalFolder.str();
  row.run = summary.run;
  row.seconds = summary.seconds;
  summary.newFindings.push_back(row);
  known.add(std::move(row));
  return llvm::Error::success();
}

/// The raw finding is on disk: it stands as it is.
llvm::Error TriageQueue::settleRaw() {
  llvm::Expected<Finding> finding = readFindingFolder(waiting[current]);
  if (!finding)
    return asStorageError(finding.takeError());
  finding->signature = signatureOf(*finding);
  llvm::Expected<std::string> folder = store.addFinal(*finding);
  if (!folder)
    return folder.takeError();
  return settle(*folder);
}

llvm::Error TriageQueue::handle(const WorkerMessage &message) {
  switch (message.kind) {
  case WorkerMessage::Kind::Found:
    return settle(message.text);
  case WorkerMessage::Kind::Duplicate:
    settled = true;
    return settleAsDuplicate(current, message.text);
  case WorkerMessage::Kind::Error:
    return storageError(message.text);
  case WorkerMessage::Kind::Refused:
    return llvm::createStringError(message.text);
  case WorkerMessage::Kind::Partial:
  case WorkerMessage::Kind::Done:
    return llvm::Error::success();
  }
  llvm_unreachable("unknown message");
}

void TriageQueue::enforceLimits() {
  // Triage bounds itself by CPU time; this is for one that hangs.
  double limit =
      options.worker.programSeconds + 2 * options.worker.reduceSeconds + 10;
  JournalSlot &slot = journal.slot(options.jobs);
  if (timedOut || slot.phase == Phase::Idle)
    return;
  std::optional<uint64_t> cpu = cpuTimeOf(process->pid());
  if (!cpu || (*cpu * 1e-9 < limit &&
               (monotonicTime() - slot.wallStart) * 1e-9 < 10 * limit))
    return;
  timedOut = true;
  process->kill();
}

llvm::Error TriageQueue::poll() {
  std::optional<ProcessEnd> end = process->poll();
  for (const std::string &line : process->readLines()) {
    llvm::Expected<WorkerMessage> message = parseWorkerMessage(line);
    if (!message)
      return message.takeError();
    if (llvm::Error error = handle(*message))
      return error;
  }
  if (!end) {
    enforceLimits();
    return llvm::Error::success();
  }
  process.reset();
  if (settled)
    return llvm::Error::success();
  // Killed by somebody else, it is started again.
  if (end->signal == SIGKILL && !timedOut)
    return llvm::Error::success();
  summary.warnings.push_back("triage of " + waiting[current] + " ended: " +
                             (timedOut ? "out of time" : end->describe()));
  return settleRaw();
}

void TriageQueue::kill() { process.reset(); }

void TriageQueue::interrupt() {
  if (process)
    process->interrupt();
}
