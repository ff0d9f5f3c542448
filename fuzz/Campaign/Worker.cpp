//===- Worker.cpp - One process that compiles and compares ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Worker.h"
#include "fuzz/Campaign/Bisect.h"
#include "fuzz/Campaign/FindingStore.h"
#include "fuzz/Campaign/Isolate.h"
#include "fuzz/Campaign/Journal.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/Signature.h"
#include "fuzz/Campaign/Triage.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace tilefuzz;

Counts tilefuzz::countersOf(const ComparisonReport &report) {
  Counts counts;
  counts["programs"] = 1;
  if (report.skipped()) {
    counts["skipped"] = 1;
    // The operation or condition, without what follows it.
    counts["skip:" + normalizeMessage(report.skipReason)] = 1;
  }
  if (report.closed)
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
    if (record.orderChecked)
      counts["order:" + stage] += 1;
    if (record.orderUnmatched)
      counts["order-unmatched:" + stage] += 1;
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
  for (const std::string &name : config.bugs) {
    std::optional<SeededBug> bug = findSeededBug(name);
    if (!bug)
      return llvm::createStringError("no seeded bug is called '" + name +
                                     "'; `tile-fuzz bugs` lists them");
    options.compile.bugs.insert(*bug);
  }
  options.compile.disabledPatterns.assign(config.disabledPatterns.begin(),
                                          config.disabledPatterns.end());
  for (const std::string &name : config.enabledPatterns) {
    if (!isOffByDefault(name))
      return llvm::createStringError("no pattern that is off by default is "
                                     "called '" +
                                     name +
                                     "'; `tile-verify-fold --list` "
                                     "lists the patterns");
    options.compile.enabledPatterns.push_back(name);
  }
  options.schedules = config.schedules;
  options.runPtxas = config.runPtxas;
  options.checkOrder = config.checkOrder;
  return options;
}

namespace {
class Worker {
public:
  Worker(const WorkerConfig &config, Journal &journal,
         const ComparisonOptions &comparison)
      : config(config), journal(journal), source(config),
        store(config.findings) {
    triage.comparison = comparison;
    triage.reduce = config.reduce;
    triage.reduceSeconds = config.reduceSeconds;
    JournalSlot &slot = journal.slot(config.worker);
    triage.comparison.onStage = [&slot](const Stage &stage, bool executing) {
      slot.stage = getStageIndex(stage);
      if (slot.phase != Phase::Triage)
        slot.phase = executing ? Phase::Execute : Phase::Compile;
    };
  }

  void compareProgram(uint64_t index);
  void recordDeath(const DeathNotice &death);

private:
  void send(WorkerMessage::Kind kind, Counts counters, Counts firings,
            std::string text);
  void fail(llvm::Error error);
  void handleFinding(uint64_t index, const Program &program,
                     const StageFinding &raw);
  /// The signature of a stored finding that this one looks like.
  std::optional<std::string> findKnown(const Finding &finding);
  void setOrigin(Finding &finding, uint64_t index) const;
  JournalSlot &slot() { return journal.slot(config.worker); }

  const WorkerConfig &config;
  Journal &journal;
  ProgramSource source;
  FindingStore store;
  TriageOptions triage;
  /// For the source's context; counts in `firings`.
  FiringCounts firings;
  std::unique_ptr<Compiler> compiler;
};
} // namespace

void Worker::send(WorkerMessage::Kind kind, Counts counters, Counts firings,
                  std::string text) {
  WorkerMessage message;
  message.kind = kind;
  message.counters = std::move(counters);
  message.firings = std::move(firings);
  message.text = std::move(text);
  std::string line;
  llvm::raw_string_ostream(line) << message.toJSON() << '\n';
  // One write per line: what was sent survives us.
  llvm::StringRef rest = line;
  while (!rest.empty()) {
    ssize_t size = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (size < 0 && errno != EINTR)
      ::_exit(1);
    rest = rest.drop_front(std::max<ssize_t>(size, 0));
  }
}

void Worker::fail(llvm::Error error) {
  send(WorkerMessage::Kind::Error, {}, {}, llvm::toString(std::move(error)));
  ::_exit(1);
}

void Worker::setOrigin(Finding &finding, uint64_t index) const {
  finding.origin = source.originOf(index);
  finding.campaignSeed = config.seed;
  finding.programIndex = index;
  finding.programSeed = source.seedOf(index);
}

void Worker::compareProgram(uint64_t index) {
  journal.begin(config.worker, index, source.seedOf(index));
  if (source.isContextUsedUp())
    compiler.reset();
  llvm::Expected<Program> program = source.get(index);
  if (!program) {
    Counts counts = {{"programs", 1}, {"skipped", 1}};
    counts["skip:no program: " +
           normalizeMessage(llvm::toString(program.takeError()))] = 1;
    send(WorkerMessage::Kind::Done, counts, {}, "");
    journal.end(config.worker);
    return;
  }
  firings = {};
  ComparisonOptions options = triage.comparison;
  options.compile.firings = &firings;
  if (!compiler)
    compiler = makeCompiler(options);
  options.compiler = compiler.get();
  slot().phase = Phase::Compile;
  ComparisonReport report = compareStages(*program, options);
  Counts fired;
  for (const auto &entry : firings.counts)
    fired[entry.getKey().str()] = entry.getValue();
  if (report.finding)
    handleFinding(index, *program, *report.finding);
  // Last: a program counts once everything about it is stored.
  send(WorkerMessage::Kind::Done, countersOf(report), fired, "");
  journal.end(config.worker);
}

std::optional<std::string> Worker::findKnown(const Finding &finding) {
  llvm::Expected<Database> database =
      Database::open(config.database, Database::Mode::ReadOnly);
  if (!database)
    fail(database.takeError());
  llvm::Expected<std::vector<FindingRow>> rows = database->findings();
  if (!rows)
    fail(rows.takeError());
  for (const FindingRow &row : *rows)
    if ((row.finding.signature == finding.signature ||
         looksLike(row.finding, finding.kind, finding.stage, finding.pattern,
                   finding.operations)) &&
        row.finding.bugs == finding.bugs)
      return row.finding.signature;
  return std::nullopt;
}

void Worker::handleFinding(uint64_t index, const Program &program,
                           const StageFinding &raw) {
  slot().phase = Phase::Triage;
  Finding finding = describe(program, raw, triage.comparison);
  setOrigin(finding, index);
  llvm::Expected<std::string> pending = store.addPending(finding);
  if (!pending)
    fail(pending.takeError());
  finding.pattern = bisectPattern(program, raw, triage.comparison);
  if (std::optional<std::string> known = findKnown(finding)) {
    store.dropPending(*pending);
    send(WorkerMessage::Kind::Duplicate, {}, {}, *known);
    return;
  }
  completeFinding(finding, program, raw, triage);
  // Reduced, it may turn out to be one of those.
  if (std::optional<std::string> known = findKnown(finding)) {
    store.dropPending(*pending);
    send(WorkerMessage::Kind::Duplicate, {}, {}, *known);
    return;
  }
  llvm::Expected<std::string> folder = store.addFinal(finding, *pending);
  if (!folder)
    fail(folder.takeError());
  send(WorkerMessage::Kind::Found, {}, {}, *folder);
}

void Worker::recordDeath(const DeathNotice &death) {
  journal.begin(config.worker, death.index, source.seedOf(death.index));
  slot().phase = Phase::Triage;
  Finding finding;
  finding.kind = death.kind;
  finding.stage = death.stage;
  finding.previousStage = death.previousStage;
  finding.reason = death.reason;
  setOrigin(finding, death.index);
  finding.signature = signatureOf(finding);
  // Stored before the program is made again: making it may be what kills us.
  llvm::Expected<std::string> pending = store.addPending(finding);
  if (!pending)
    fail(pending.takeError());
  llvm::Expected<Program> program = source.get(death.index);
  if (program) {
    finding.operations = operationNames(program->module.get());
    finding.bugs = bugNames(triage.comparison.compile.bugs);
    if (std::optional<std::string> known = findKnown(finding)) {
      store.dropPending(*pending);
      send(WorkerMessage::Kind::Duplicate, {}, {}, *known);
      journal.end(config.worker);
      return;
    }
    completeCrash(finding, *program, triage);
  } else {
    llvm::consumeError(program.takeError());
  }
  llvm::Expected<std::string> folder = store.addFinal(finding, *pending);
  if (!folder)
    fail(folder.takeError());
  send(WorkerMessage::Kind::Found, {}, {}, *folder);
  journal.end(config.worker);
}

int tilefuzz::runWorker(llvm::StringRef configText) {
  auto refuse = [](llvm::Error error) {
    llvm::errs() << "tile-fuzz worker: error: "
                 << llvm::toString(std::move(error)) << "\n";
    return 1;
  };
  llvm::Expected<WorkerConfig> config = parseWorkerConfig(configText);
  if (!config)
    return refuse(config.takeError());
  llvm::Expected<ComparisonOptions> comparison = comparisonOptionsFor(*config);
  if (!comparison)
    return refuse(comparison.takeError());
  llvm::Expected<Journal> journal = Journal::open(config->journal);
  if (!journal)
    return refuse(journal.takeError());
  limitMemory(config->memoryMiB);
  Worker worker(*config, *journal, *comparison);
  if (config->death)
    worker.recordDeath(*config->death);
  if (config->retry)
    worker.compareProgram(*config->retry);
  while (std::optional<uint64_t> index = journal->claim())
    worker.compareProgram(*index);
  return 0;
}
