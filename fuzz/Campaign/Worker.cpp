//===- Worker.cpp - One process that compiles and compares ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Worker.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Files/SyncedFile.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/DeviceBatch.h"
#include "fuzz/Campaign/Journal.h"
#include "fuzz/Campaign/KeptCompilers.h"
#include "fuzz/Campaign/LastStage.h"
#include "fuzz/Campaign/LevelBudget.h"
#include "fuzz/Campaign/LlvmSampling.h"
#include "fuzz/Campaign/PairWork.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/RequestSampling.h"
#include "fuzz/Campaign/RoundTripSampling.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Findings/KnownFindings.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Stages/Bisect.h"
#include "fuzz/Stages/Features.h"
#include "fuzz/Stages/StageOracle.h"
#include "fuzz/Stages/Triage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace tilefuzz;

/// Which oracles were asked about the stage, and which had no answer.
static void countAnswers(const StageRecord &record, Counts &counts) {
  for (const StageOracle *oracle : getStageOracles()) {
    OracleAnswer answer = record.answerOf(*oracle);
    if (oracle->counter.empty() || answer == OracleAnswer::NotAsked)
      continue;
    std::string suffix = ":" + record.stage->name.str();
    counts[oracle->counter.str() + suffix] += 1;
    if (answer == OracleAnswer::Open)
      counts[oracle->counter.str() + "-unmatched" + suffix] += 1;
  }
}

Counts tilefuzz::countersOf(const ComparisonReport &report) {
  Counts counts;
  counts["programs"] = 1;
  if (report.skipped()) {
    counts["skipped"] = 1;
    // The operation or condition, without what follows it.
    counts["skip:" + normalizeMessage(report.skipReason)] = 1;
  }
  if (report.isFullyOrdered)
    counts["closed"] = 1;
  if (report.orderPairs)
    counts["order-pairs"] = report.orderPairs;
  for (const StageRecord &record : report.stages) {
    std::string stage = record.stage->name.str();
    counts["compile-us:" + stage] += uint64_t(record.compileSeconds * 1e6);
    counts["execute-us:" + stage] += uint64_t(record.executeSeconds * 1e6);
    if (report.skipped())
      continue;
    counts["reached:" + stage] += 1;
    if (record.unchanged)
      counts["unchanged:" + stage] += 1;
    if (!record.unchanged && &record != &report.stages.front())
      countAnswers(record, counts);
    if (record.runs && record.verdict) {
      counts["comparisons:" + stage] += record.runs;
      counts["comparisons"] += record.runs;
    }
    if (record.verdict && !record.verdict->isFinding() &&
        record.verdict->kind != ComparisonKind::Equal)
      counts["stage-skip:" + stage + ": " +
             toString(record.verdict->kind).str() + ": " +
             normalizeMessage(record.verdict->reason)] += 1;
  }
  return counts;
}

llvm::Expected<ComparisonOptions>
tilefuzz::comparisonOptionsFor(const WorkerConfig &config) {
  ComparisonOptions options;
  options.compile.target = config.target;
  options.compile.stopAfter = config.stopAfter;
  if (llvm::Error error =
          addByName(options.compile, config.bugs, config.disabledPatterns,
                    config.enabledPatterns))
    return std::move(error);
  options.schedules = config.schedules;
  for (const std::string &name : config.withoutOracles) {
    const StageOracle *oracle = findStageOracle(name);
    if (!oracle)
      return llvm::createStringError("no oracle is called '" + name + "'");
    options.withoutOracles.insert(oracle);
  }
  if (!RoundTripSampling::parse(config.roundTrips))
    return llvm::createStringError("no number of programs, nor 'all', is '" +
                                   config.roundTrips + "'");
  if (!LlvmSampling::parse(config.llvmStages))
    return llvm::createStringError("no number of programs, nor 'all', is '" +
                                   config.llvmStages + "'");
  if (auto shares = parseLevelShares(config.levels); !shares)
    return shares.takeError();
  if (!PairSampling::parse(config.pairs))
    return llvm::createStringError("no number of programs, nor 'all', is '" +
                                   config.pairs + "'");
  if (!config.proofFault.empty() && !parseProofFault(config.proofFault))
    return llvm::createStringError("no fault of the proof is called '" +
                                   config.proofFault + "'");
  if (config.gpu.empty())
    return options;
  llvm::Expected<DeviceAddress> address = parseDeviceAddress(config.gpu);
  if (!address)
    return address.takeError();
  options.device = std::make_shared<DeviceClient>(std::move(*address));
  return options;
}

namespace {
class Worker {
public:
  Worker(const WorkerConfig &config, Journal &journal,
         const ComparisonOptions &comparison)
      : config(config), journal(journal), source(config),
        store(config.findings), compilers(comparison.compile), pairs(config) {
    triage.comparison = comparison;
    // What comparisonOptionsFor made of the configuration.
    if (comparison.device)
      batch = std::make_shared<DeviceBatch>(
          std::static_pointer_cast<DeviceClient>(comparison.device));
    roundTrips = *RoundTripSampling::parse(config.roundTrips);
    requests.oneIn = config.requests;
    llvmStages = *LlvmSampling::parse(config.llvmStages);
    hasBudget = llvm::cantFail(parseLevelShares(config.levels)).has_value();
    triage.reduce = config.reduce;
    triage.reduceSeconds = config.reduceSeconds;
    JournalSlot &slot = journal.slot(config.worker);
    triage.comparison.onStage = [&slot](const Stage &stage, bool executing) {
      slot.stage = getStageIndex(stage);
      if (slot.phase != Phase::Triage)
        slot.phase = executing ? Phase::Execute : Phase::Compile;
    };
  }

  llvm::Error loadCoverage();
  /// `deathOfPair`: an earlier worker came as far as the program's pair.
  void compareProgram(uint64_t index, const DeathNotice *deathOfPair = nullptr);
  void recordDeath(const DeathNotice &death);
  /// Asks the device about the programs that wait for it, and reports them.
  void askDevice();
  /// Decides about the pending finding of the configuration.
  void triagePending();

private:
  void sendResult(WorkerMessage::Kind kind, std::string text);
  [[noreturn]] void fail(llvm::Error error);
  /// Ends the run if the device cannot be reached.
  void checkDevice();
  ComparisonReport compareAlone(uint64_t index);
  /// How far a random program goes; none: to the end.
  std::optional<unsigned> lastLevelOf(uint64_t index) const;
  /// Names the pending folder in `message`, with what is new about the finding.
  void storeRaw(uint64_t index, const StageFinding &raw,
                WorkerMessage &message);
  /// What the program is compared with, stages on request included.
  ComparisonOptions comparisonFor(uint64_t programSeed) const {
    ComparisonOptions options = triage.comparison;
    for (std::string &stage : requests.stagesFor(programSeed))
      if (!llvm::is_contained(options.compile.enabledPatterns, stage))
        options.compile.enabledPatterns.push_back(std::move(stage));
    return options;
  }
  /// The pending folder of what was found about the program's pair, or nothing.
  std::string askPair(uint64_t index, const DeathNotice *death,
                      Counts &counters);
  void triagePair(Finding &finding);
  void keepInCorpus(uint64_t index);
  /// The program that was compared: compiling changed it.
  Program makeAgain(uint64_t index);
  llvm::Expected<Program> programOf(const Finding &finding);
  bool sendIfKnown(const Finding &finding, bool isReduced);
  void setOrigin(Finding &finding, uint64_t index) const;
  JournalSlot &slot() { return journal.slot(config.worker); }

  const WorkerConfig &config;
  Journal &journal;
  ProgramSource source;
  FindingStore store;
  TriageOptions triage;
  RoundTripSampling roundTrips;
  RequestSampling requests;
  LlvmSampling llvmStages;
  bool hasBudget = false;
  FeatureTracker features;
  /// For the source's context, and gone before it; they count in `firings`.
  FiringCounts firings;
  KeptCompilers compilers;
  PairWork pairs;
  /// Null: there is no device.
  std::shared_ptr<DeviceBatch> batch;
};
} // namespace

void Worker::sendResult(WorkerMessage::Kind kind, std::string text) {
  WorkerMessage message;
  message.kind = kind;
  message.text = std::move(text);
  message.send();
}

void Worker::fail(llvm::Error error) {
  sendResult(WorkerMessage::Kind::Error, llvm::toString(std::move(error)));
  ::_exit(1);
}

void Worker::setOrigin(Finding &finding, uint64_t index) const {
  finding.origin = source.originOf(index);
  finding.run = config.run;
  finding.campaignSeed = config.seed;
  finding.programIndex = index;
  finding.programSeed = source.seedOf(index);
}

llvm::Error Worker::loadCoverage() {
  llvm::Expected<Database> database =
      Database::open(config.database, Database::Mode::ReadOnly);
  if (!database)
    return database.takeError();
  llvm::Expected<Counts> known = database->coverage();
  if (!known)
    return known.takeError();
  // What this run had first is met again: another worker's program may be a
  // later one than ours, and the first one counts.
  for (auto it = known->begin(); it != known->end();)
    it = int64_t(it->second) == config.run ? known->erase(it) : std::next(it);
  features.add(*known);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

void Worker::compareProgram(uint64_t index, const DeathNotice *deathOfPair) {
  if (config.done.contains(index))
    return;
  journal.begin(config.worker, index, source.seedOf(index));
  if (source.isContextUsedUp()) {
    compilers.clear();
    features.forgetContext();
  }
  WorkerMessage message;
  message.program = index;
  llvm::Expected<Program> program = source.get(index);
  if (!program) {
    llvm::Error error = program.takeError();
    // It may be there again for the next worker.
    if (error.isA<StorageError>())
      fail(std::move(error));
    message.counters = {{"programs", 1}, {"skipped", 1}};
    message.counters["skip:no program: " +
                     normalizeMessage(llvm::toString(std::move(error)))] = 1;
    message.send();
    journal.end(config.worker);
    return;
  }
  firings = {};
  ComparisonOptions options = comparisonFor(source.seedOf(index));
  options.compile.firings = &firings;
  options.roundTrips =
      roundTrips.roundTripsFor(source.seedOf(index), config.stopAfter);
  options.executesLlvm =
      index < config.corpus.size() || llvmStages.isPicked(source.seedOf(index));
  std::optional<unsigned> lastLevel = lastLevelOf(index);
  if (lastLevel)
    options.compile.stopAfter =
        lastStageOf(*lastLevel, options.compile, options.roundTrips);
  options.compiler = &compilers.get(options);
  if (batch)
    options.device = batch;
  slot().phase = Phase::Compile;
  EdgeFlags::get().clear();
  features.meetProgram(*program->module);
  FeatureTracker::clearBranches();
  ComparisonReport report = compareStagesInPlace(*program, options);
  features.meetBranches();
  message.counters = countersOf(report);
  if (lastLevel)
    message.counters[("last-level:" + budgetLevels[*lastLevel]).str()] = 1;
  for (const auto &entry : firings.counts)
    message.firings[entry.getKey().str()] = entry.getValue();
  if (report.skipped())
    features.takeBack();
  else
    message.features = features.meetRun(message.firings);
  if (report.finding)
    storeRaw(index, *report.finding, message);
  // A program has one finding: where it is wrong itself its pair is not asked
  // about.
  else if (pairs.isPicked(index, source.seedOf(index)))
    message.text = askPair(index, deathOfPair, message.counters);
  // What was found to be wrong is a feature, too: otherwise only a worker that
  // has not met the others keeps the program, and the parent leaves it there.
  if (!message.features.empty())
    keepInCorpus(index);
  if (!report.deferred.empty() && message.text.empty()) {
    batch->add(index, std::move(report.deferred), std::move(message));
    return journal.end(config.worker);
  }
  // Last: a program counts once everything about it is stored.
  message.send();
  journal.end(config.worker);
}

void Worker::checkDevice() {
  std::string reason =
      triage.comparison.device ? triage.comparison.device->failure() : "";
  if (reason.empty())
    return;
  sendResult(WorkerMessage::Kind::Refused, std::move(reason));
  ::_exit(1);
}

/// By a process of its own on the device.
ComparisonReport Worker::compareAlone(uint64_t index) {
  journal.begin(config.worker, index, source.seedOf(index));
  Program program = makeAgain(index);
  ComparisonOptions options = comparisonFor(source.seedOf(index));
  options.executesLlvm = false;
  return compareStagesInPlace(program, options);
}

void Worker::askDevice() {
  if (!batch)
    return;
  // The device has its own deadlines, and the programs wait for all of them.
  llvm::Expected<std::vector<DeviceBatch::Entry>> entries = batch->ask();
  if (!entries)
    llvm::consumeError(entries.takeError());
  checkDevice();
  for (DeviceBatch::Entry &entry : *entries) {
    if (entry.isOpen) {
      ComparisonReport report = compareAlone(entry.index);
      checkDevice();
      DeviceBatch::countAlone(report, entry.message.counters);
      if (report.finding)
        storeRaw(entry.index, *report.finding, entry.message);
    }
    entry.message.send();
    journal.end(config.worker);
  }
}

std::string Worker::askPair(uint64_t index, const DeathNotice *death,
                            Counts &counters) {
  journal.beginPair(config.worker);
  std::optional<Finding> finding =
      death ? pairs.take(*death, counters) : pairs.ask(index, counters);
  if (!finding)
    return "";
  finding->run = config.run;
  finding->programSeed = source.seedOf(index);
  llvm::Expected<std::string> pending = store.addPending(*finding);
  if (!pending)
    fail(pending.takeError());
  return *pending;
}

Program Worker::makeAgain(uint64_t index) {
  llvm::Expected<Program> program = source.make(index);
  // A file of the corpus that went away in the meantime.
  if (!program)
    fail(program.takeError());
  return std::move(*program);
}

void Worker::keepInCorpus(uint64_t index) {
  if (config.corpusFolder.empty() || index < config.corpus.size())
    return;
  // The parent drops it again if a program before it has the same features.
  llvm::SmallString<128> path(config.corpusFolder);
  llvm::sys::path::append(path, "run" + std::to_string(config.run) + "-" +
                                    std::to_string(index) + ".mlir");
  if (llvm::Error error = replaceSynced(path, makeAgain(index).toString()))
    fail(std::move(error));
}

std::optional<unsigned> Worker::lastLevelOf(uint64_t index) const {
  if (!hasBudget || index < config.corpus.size())
    return std::nullopt;
  uint64_t epoch =
      (index - config.corpus.size()) / LevelBudget::programsPerEpoch;
  Journal::EpochNumbers numbers = journal.numbersOf(epoch);
  LevelReach reach;
  llvm::copy(llvm::ArrayRef(numbers).take_front(reach.size()), reach.begin());
  return tilefuzz::lastLevelOf(source.seedOf(index), reach);
}

void Worker::storeRaw(uint64_t index, const StageFinding &raw,
                      WorkerMessage &message) {
  slot().phase = Phase::Triage;
  Program program = makeAgain(index);
  ComparisonOptions options = comparisonFor(source.seedOf(index));
  Finding finding = describe(program, raw, options);
  setOrigin(finding, index);
  llvm::Expected<std::string> pending = store.addPending(finding);
  if (!pending)
    fail(pending.takeError());
  // So that most of those that are known need no triage.
  blamePattern(finding, program, raw, options);
  if (!finding.pattern.empty())
    if (llvm::Error error = replaceFindingFile(finding, *pending))
      fail(std::move(error));
  message.text = *pending;
  std::string what =
      (wrongFeature + finding.stage + " " +
       (finding.pattern.empty() ? toString(finding.kind) : finding.pattern))
          .str();
  if (features.meetOther(what))
    message.features.push_back(std::move(what));
}

void Worker::recordDeath(const DeathNotice &death) {
  // The program itself was well, and is counted as it would have been.
  if (death.stage == pairStage)
    return compareProgram(death.index, &death);
  journal.begin(config.worker, death.index, source.seedOf(death.index));
  slot().phase = Phase::Triage;
  // The program is made again by triage: making it may be what kills us.
  Finding finding;
  finding.kind = death.kind;
  finding.stage = death.stage;
  finding.previousStage = death.previousStage;
  finding.symptom = death.symptom;
  finding.reason = death.reason;
  setOrigin(finding, death.index);
  finding.bugs = bugNames(triage.comparison.compile.bugs);
  ComparisonOptions options = comparisonFor(finding.programSeed);
  finding.enabledPatterns.assign(options.compile.enabledPatterns.begin(),
                                 options.compile.enabledPatterns.end());
  finding.signature = signatureOf(finding);
  llvm::Expected<std::string> pending = store.addPending(finding);
  if (!pending)
    fail(pending.takeError());
  WorkerMessage message;
  message.program = death.index;
  message.counters = {{"programs", 1}};
  message.text = *pending;
  message.send();
  journal.end(config.worker);
}

//===----------------------------------------------------------------------===//
// Triage
//===----------------------------------------------------------------------===//

bool Worker::sendIfKnown(const Finding &finding, bool isReduced) {
  llvm::Expected<Database> database =
      Database::open(config.database, Database::Mode::ReadOnly);
  if (!database)
    fail(database.takeError());
  llvm::Expected<std::vector<FindingRow>> rows = database->findings();
  if (!rows)
    fail(rows.takeError());
  KnownFindings known(std::move(*rows));
  const FindingRow *same = isReduced
                               ? known.find(finding)
                               : known.recognize(finding, /*mayReduce=*/false);
  if (same)
    sendResult(WorkerMessage::Kind::Duplicate, same->finding.signature);
  return same;
}

llvm::Expected<Program> Worker::programOf(const Finding &finding) {
  if (finding.program.empty())
    return source.get(finding.programIndex);
  return parseProgram(finding.program, "program.mlir", source.getContext());
}

void Worker::triagePair(Finding &finding) {
  if (!sendIfKnown(finding, /*isReduced=*/false)) {
    if (config.reduce)
      pairs.complete(finding);
    llvm::Expected<std::string> folder = store.addFinal(finding);
    if (!folder)
      fail(folder.takeError());
    sendResult(WorkerMessage::Kind::Found, *folder);
  }
  journal.end(config.worker);
}

void Worker::triagePending() {
  llvm::Expected<Finding> finding = readFindingFolder(config.triage);
  if (!finding)
    fail(finding.takeError());
  journal.begin(config.worker, finding->programIndex, finding->programSeed);
  slot().phase = Phase::Triage;
  if (isOfPair(*finding))
    return triagePair(*finding);
  triage.comparison = comparisonFor(finding->programSeed);
  triage.comparison.roundTrips = roundTripCalled(finding->stage);
  if (finding->kind != FindingKind::Device)
    triage.comparison.device = nullptr;
  bool died = isDeath(finding->kind);
  llvm::Expected<Program> program = programOf(*finding);
  if (!program) {
    // It stands without one: the seed says which it is.
    llvm::consumeError(program.takeError());
  } else if (died) {
    finding->operations = operationNames(program->module.get());
    if (sendIfKnown(*finding, /*isReduced=*/false))
      return journal.end(config.worker);
    completeCrash(*finding, *program, triage);
  } else {
    ComparisonReport report = compareStages(*program, triage.comparison);
    checkDevice();
    if (report.finding && report.finding->kind == finding->kind &&
        report.finding->stage->name == finding->stage)
      completeFinding(*finding, *program, *report.finding, triage);
    // Reduced, it may turn out to be a known one.
    finding->signature = signatureOf(*finding);
    if (sendIfKnown(*finding, /*isReduced=*/true))
      return journal.end(config.worker);
  }
  llvm::Expected<std::string> folder = store.addFinal(*finding);
  if (!folder)
    fail(folder.takeError());
  sendResult(WorkerMessage::Kind::Found, *folder);
  journal.end(config.worker);
}

int tilefuzz::runWorker(ToolWorker toolWorker) {
  auto refuse = [](llvm::Error error) {
    llvm::errs() << "tile-fuzz worker: error: "
                 << llvm::toString(std::move(error)) << "\n";
    return 1;
  };
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input)
    return refuse(llvm::errorCodeToError(input.getError()));
  llvm::Expected<WorkerConfig> config =
      parseWorkerConfig((*input)->getBuffer());
  if (!config)
    return refuse(config.takeError());
  llvm::Expected<Journal> journal = Journal::open(config->journal);
  if (!journal)
    return refuse(journal.takeError());
  if (!config->tool.empty())
    return toolWorker(*config, *journal);
  llvm::Expected<ComparisonOptions> comparison = comparisonOptionsFor(*config);
  if (!comparison)
    return refuse(comparison.takeError());
  limitMemory(config->memoryMiB);
  Worker worker(*config, *journal, *comparison);
  if (!config->triage.empty()) {
    worker.triagePending();
    return 0;
  }
  if (llvm::Error error = worker.loadCoverage())
    return refuse(std::move(error));
  if (config->death)
    worker.recordDeath(*config->death);
  auto isOfDead = [&](uint64_t index) {
    return config->death && config->death->index == index;
  };
  if (config->retry) {
    uint64_t end = std::max(config->retryEnd, *config->retry + 1);
    for (uint64_t index = *config->retry; index < end; ++index)
      if (!config->retryEnd || !isOfDead(index))
        worker.compareProgram(index);
  }
  worker.askDevice();
  uint64_t count = config->gpu.empty() ? 1 : programsPerDeviceBatch;
  while (std::optional<uint64_t> first =
             journal->claim(config->worker, count)) {
    uint64_t end = *first + journal->sizeOfClaim(*first, count);
    for (uint64_t index = *first; index < end; ++index)
      worker.compareProgram(index);
    worker.askDevice();
  }
  return 0;
}
