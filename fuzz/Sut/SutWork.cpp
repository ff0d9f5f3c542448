//===- SutWork.cpp - What a campaign asks its workers to do ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutWork.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/ProgramEpochs.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Findings/KnownFindings.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Sut/SutBatch.h"
#include "fuzz/Sut/ToolFinding.h"
#include <csignal>
#include <unistd.h>

using namespace tilefuzz;
namespace json = llvm::json;

std::string tilefuzz::printSutWork(const SutDescription &sut,
                                   const SutOptions &options) {
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(
      json::Object{{"description", json::fixUTF8(sut.text)},
                   {"inputs", int64_t(options.inputs)},
                   {"maxOperations", int64_t(options.maxOperations)},
                   {"operation", json::fixUTF8(options.operation)},
                   {"isWhole", options.isWhole},
                   {"kernelShare", int64_t(options.kernelShare)},
                   {"feedback", options.feedback},
                   {"invalid", options.invalid},
                   {"runs", json::Array(options.runs)},
                   {"runsPerProgram", int64_t(options.runsPerProgram)},
                   {"corpus", json::Array(options.corpus)},
                   {"releases", json::Array(options.releases)},
                   {"output", json::fixUTF8(options.output)}});
  return text;
}

llvm::Expected<SutWork> tilefuzz::parseSutWork(const WorkerConfig &config) {
  llvm::Expected<json::Value> value = json::parse(config.tool);
  if (!value)
    return value.takeError();
  SutWork work;
  std::string description;
  json::Path::Root root("tool");
  json::ObjectMapper map(*value, root);
  if (!map || !map.map("description", description) ||
      !map.map("inputs", work.options.inputs) ||
      !map.map("maxOperations", work.options.maxOperations) ||
      !map.map("operation", work.options.operation) ||
      !map.map("isWhole", work.options.isWhole) ||
      !map.map("runs", work.options.runs) ||
      !map.mapOptional("runsPerProgram", work.options.runsPerProgram) ||
      !map.mapOptional("corpus", work.options.corpus) ||
      !map.mapOptional("kernelShare", work.options.kernelShare) ||
      !map.mapOptional("releases", work.options.releases) ||
      !map.mapOptional("invalid", work.options.invalid) ||
      !map.mapOptional("feedback", work.options.feedback) ||
      !map.map("output", work.options.output))
    return root.getError();
  llvm::Expected<SutDescription> sut = parseSutDescription(description);
  if (!sut)
    return sut.takeError();
  work.sut = std::move(*sut);
  work.options.seed = config.seed;
  work.options.reduce = config.reduce;
  work.options.batch = std::max<unsigned>(1, unsigned(config.batch));
  llvm::Expected<GenerateOptions> generate =
      parseGenerateOptions(config.language, config.knobs);
  if (!generate)
    return generate.takeError();
  work.options.generate = *generate;
  if (work.options.isWhole)
    work.options.generate.wholeOneIn = 1;
  return work;
}

//===----------------------------------------------------------------------===//
// The worker
//===----------------------------------------------------------------------===//

static volatile sig_atomic_t isAskedToEnd = 0;

namespace {
class SutWorker {
public:
  SutWorker(const WorkerConfig &config, Journal &journal, SutWork &work)
      : config(config), journal(journal), work(work), store(config.findings),
        kept(work.options.output + "/kept/" + std::to_string(config.run)) {}

  void tryBatch(uint64_t first);
  void triagePending();

private:
  [[noreturn]] void fail(llvm::Error error);
  void checkAim(const SutCounts &counts);

  const WorkerConfig &config;
  Journal &journal;
  SutWork &work;
  FindingStore store;
  KeptPrograms kept;
  uint64_t programs = 0, made = 0;
};
} // namespace

/// What ends the whole run.
static void sendFailure(llvm::Error error) {
  WorkerMessage message;
  message.kind = error.isA<StorageError>() ? WorkerMessage::Kind::Error
                                           : WorkerMessage::Kind::Refused;
  message.text = llvm::toString(std::move(error));
  message.send();
}

void SutWorker::fail(llvm::Error error) {
  sendFailure(std::move(error));
  ::_exit(1);
}

/// A search without programs would look like a clean one.
void SutWorker::checkAim(const SutCounts &counts) {
  programs += counts.programs;
  made += counts.made;
  if (!work.options.operation.empty() && made == 0 && programs >= 50)
    fail(noProgramHas(work.options.operation));
}

static Counts countersOf(const SutCounts &counts) {
  Counts counters;
  auto add = [&](const std::string &name, uint64_t value) {
    if (value)
      counters[name] += value;
  };
  add("programs", counts.programs);
  add("made", counts.made);
  add("mutants", counts.mutants);
  for (const auto &[run, value] : counts.changedPerRun)
    add("changed:" + run, value);
  for (const auto &[run, gains] : counts.gainsPerRun)
    for (const auto &[operation, value] : gains)
      add("gains:" + run + " " + operation, value);
  add("processes", counts.processes);
  add("comparisons", counts.comparisons);
  add("elements", counts.observed);
  // Also runs of which nothing could be compared.
  for (const auto &[run, value] : counts.comparisonsPerRun)
    counters["comparisons:" + run] = value;
  for (const auto &[reason, value] : counts.skipped)
    add("skip:" + reason, value);
  return counters;
}

/// A program with all operations of a known finding, and, if the tool says
/// something, what it says of that one, most likely shows it: one in eight is
/// looked at.
static bool isKnownAsItIs(const SutDescription &sut, const SutHit &hit) {
  if (hit.program % 8 == 0)
    return false;
  FindingKind kind = hit.result.kind;
  if (!hasMessage(kind))
    return !sut.knownFinding(*hit.run, kind, "", hit.operations(), hit.pass)
                .empty();
  // The operations of a whole program say little of where a tool fails.
  SutDescription withText = sut;
  llvm::erase_if(withText.limits,
                 [](const SutLimit &limit) { return limit.text.empty(); });
  return !withText
              .knownFinding(*hit.run, kind, hit.result.errors, hit.operations(),
                            hit.pass)
              .empty();
}

void SutWorker::tryBatch(uint64_t first) {
  if (config.done.contains(first))
    return;
  journal.begin(config.worker, first, first);
  journal.slot(config.worker).phase = Phase::Execute;
  WorkerMessage message;
  message.program = first;
  message.count = journal.sizeOfClaim(first, config.batch);
  SutBatch batch(
      work.sut, work.options,
      work.options.output + "/scratch/" + std::to_string(config.worker), &kept);
  if (config.epochBase)
    if (llvm::Error error =
            kept.lookAt(ProgramEpochs{config.epochBase}.visibleTo(first)))
      fail(std::move(error));
  if (llvm::Error error = batch.run(first, unsigned(message.count)))
    fail(std::move(error));
  checkAim(batch.counts);
  message.counters = countersOf(batch.counts);
  for (const SutHit &hit : batch.hits) {
    if (isKnownAsItIs(work.sut, hit)) {
      ++message.counters["known-again"];
      continue;
    }
    llvm::Expected<std::string> pending = store.addPending(
        describeHit(work.sut, hit, config.run, work.options.seed));
    if (!pending)
      fail(pending.takeError());
    message.folders.push_back(*pending);
  }
  if (isAskedToEnd)
    message.kind = WorkerMessage::Kind::Partial;
  message.send();
  journal.end(config.worker);
}

void SutWorker::triagePending() {
  llvm::Expected<Finding> finding = readFindingFolder(config.triage);
  if (!finding)
    fail(asStorageError(finding.takeError()));
  journal.begin(config.worker, finding->programIndex, finding->programSeed);
  journal.slot(config.worker).phase = Phase::Triage;
  if (llvm::Error error = completeToolFinding(
          *finding, work.options, work.options.output + "/scratch/reduction"))
    fail(std::move(error));
  llvm::Expected<Database> database =
      Database::open(config.database, Database::Mode::ReadOnly);
  if (!database)
    fail(database.takeError());
  llvm::Expected<std::vector<FindingRow>> rows = database->findings();
  if (!rows)
    fail(rows.takeError());
  KnownFindings known(std::move(*rows));
  WorkerMessage message;
  if (const FindingRow *same = known.find(*finding)) {
    message.kind = WorkerMessage::Kind::Duplicate;
    message.text = same->finding.signature;
  } else {
    llvm::Expected<std::string> folder = store.addFinal(*finding);
    if (!folder)
      fail(folder.takeError());
    message.kind = WorkerMessage::Kind::Found;
    message.text = *folder;
  }
  message.send();
  journal.end(config.worker);
}

int tilefuzz::runSutWorker(const WorkerConfig &config, Journal &journal) {
  struct sigaction action = {};
  action.sa_handler = [](int) { isAskedToEnd = 1; };
  ::sigaction(SIGTERM, &action, nullptr);
  llvm::Expected<SutWork> work = parseSutWork(config);
  if (!work) {
    sendFailure(work.takeError());
    return 1;
  }
  work->options.interrupted = &isAskedToEnd;
  SutWorker worker(config, journal, *work);
  if (!config.triage.empty()) {
    worker.triagePending();
    return 0;
  }
  if (config.retry)
    worker.tryBatch(*config.retry);
  while (!isAskedToEnd) {
    std::optional<uint64_t> first = journal.claim(config.worker, config.batch);
    if (!first)
      break;
    worker.tryBatch(*first);
  }
  return 0;
}
