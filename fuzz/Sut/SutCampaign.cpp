//===- SutCampaign.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Threads try batches in any order; what they show is looked at in the order of
// the programs, by one thread at a time. So nothing but times depends on their
// number.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutCampaign.h"
#include "compiler/Support/Files/WholeFile.h"
#include "fuzz/Generate/ToolText.h"
#include "fuzz/Sut/FunctionReducer.h"
#include "fuzz/Sut/ModuleTrial.h"
#include "fuzz/Sut/SutBatch.h"
#include "fuzz/Sut/TileTrial.h"
#include "interp/Function/FunctionCalls.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/xxhash.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <unistd.h>

using namespace tilefuzz;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

namespace {
/// Decides about hits, one after the other.
class Recorder {
public:
  Recorder(const SutDescription &sut, const SutOptions &options)
      : sut(sut), options(options) {
    summary.sut = sut.name;
  }

  /// Errors: a finding cannot be stored.
  llvm::Error record(const SutBatch &batch);
  SutSummary summary;

private:
  SutFinding *findSimilar(const SutHit &hit,
                          llvm::ArrayRef<std::string> operations);
  bool isMetAgain(const SutHit &hit);
  llvm::Error record(const SutHit &hit);
  llvm::Error recordFunction(const SutHit &hit, SutFinding finding);
  llvm::Error recordTile(const SutHit &hit, SutFinding finding);
  llvm::Error recordModule(const SutHit &hit, SutFinding finding);
  llvm::Expected<bool> store(SutFinding finding, llvm::StringRef text,
                             llvm::StringRef batch = "");
  bool isStopped() const { return options.interrupted && *options.interrupted; }
  llvm::StringRef suffix() const {
    return sut.language == SutLanguage::Llvm ? ".ll" : ".mlir";
  }
  std::string folder() const { return options.output + "/scratch/reduction"; }

  const SutDescription &sut;
  const SutOptions &options;
  /// By run and kind: new ones, and those that look like an earlier one.
  std::map<std::string, unsigned> reductions, again;
};
} // namespace

static std::string textOf(const ReducedFunction &reduced) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const std::vector<FunctionValue> &input : reduced.function.inputs)
    os << printFunctionCall("f", input);
  reduced.module.get()->print(os);
  os << "\n";
  return text;
}

/// The finding of this run that the tool's message, or the program's
/// operations, point to.
SutFinding *Recorder::findSimilar(const SutHit &hit,
                                  llvm::ArrayRef<std::string> operations) {
  TrialKind kind = hit.result.kind;
  for (SutFinding &other : summary.findings) {
    // A pass is the same in whatever pipeline it stands.
    if (!hit.pass.empty()) {
      if (other.kind == kind && other.pass == hit.pass &&
          other.isFoundIn(operations))
        return &other;
      continue;
    }
    if (other.run != hit.run->name || other.kind != kind)
      continue;
    bool isSimilar = hasMessage(kind) ? other.message == hit.result.detail
                                      : other.isFoundIn(operations);
    if (isSimilar)
      return &other;
  }
  return nullptr;
}

/// Reducing is dear. A tool's message says enough; a program with all
/// operations of a finding most likely shows that one, so that only one in
/// eight is looked at, and a few at all. They have a number of their own: what
/// is met again must not use up what is for others.
bool Recorder::isMetAgain(const SutHit &hit) {
  TrialKind kind = hit.result.kind;
  std::string place = hit.run->name + "|" + toString(kind).str();
  std::vector<std::string> operations = hit.operations();
  SutFinding *similar = findSimilar(hit, operations);
  bool isKnown =
      !hasMessage(kind) &&
      !sut.knownFinding(*hit.run, kind, "", operations, hit.pass).empty();
  if (similar || isKnown) {
    bool isLookedAt = !hasMessage(kind) && hit.program % 8 == 0 && !isStopped();
    if (isLookedAt && again[place] < options.maxReductions) {
      ++again[place];
      return false;
    }
    if (similar)
      ++similar->times;
    else
      ++summary.knownAgain;
    return true;
  }
  unsigned &done = reductions[place];
  if (done >= options.maxReductions) {
    ++summary.unreduced;
    if (summary.leftOut.size() < SutSummary::maxLeftOut)
      summary.leftOut.push_back(
          {hit.run->name, kind, hit.result.detail, hit.program});
    return true;
  }
  ++done;
  return false;
}

/// False if the finding was met before.
llvm::Expected<bool> Recorder::store(SutFinding finding, llvm::StringRef text,
                                     llvm::StringRef batch) {
  bool hasPass = !finding.pass.empty();
  for (SutFinding &other : summary.findings)
    if ((hasPass ? other.pass == finding.pass : other.run == finding.run) &&
        other.kind == finding.kind && other.operations == finding.operations) {
      ++other.times;
      return false;
    }
  std::string key = finding.run + finding.pass + toString(finding.kind).str();
  for (const std::string &name : finding.operations)
    key += name;
  finding.folder = llvm::formatv("{0}/{1}-{2}-{3:x-16}", options.output,
                                 toString(finding.kind), finding.run,
                                 llvm::xxh3_64bits(key));
  if (std::error_code code = llvm::sys::fs::create_directories(finding.folder))
    return storageError(finding.folder + ": error: " + code.message());
  if (llvm::Error error =
          writeWholeFile(finding.folder + "/reproducer" + suffix().str(), text))
    return std::move(error);
  if (!batch.empty())
    if (llvm::Error error =
            writeWholeFile(finding.folder + "/batch.mlir", batch))
      return std::move(error);
  json::Value record =
      json::Object{{"sut", sut.name},
                   {"run", finding.run},
                   {"kind", toString(finding.kind)},
                   {"detail", finding.detail},
                   {"seed", int64_t(options.seed)},
                   {"program", int64_t(finding.program)},
                   {"reduced", finding.reduced},
                   {"operations", json::Array(finding.operations)}};
  if (hasPass)
    (*record.getAsObject())["pass"] = finding.pass;
  if (llvm::Error error =
          writeWholeFile(finding.folder + "/finding.json",
                         llvm::formatv("{0:2}\n", record).str()))
    return std::move(error);
  summary.findings.push_back(std::move(finding));
  return true;
}

llvm::Error Recorder::recordFunction(const SutHit &hit, SutFinding finding) {
  FunctionTrial trial(sut, *hit.run, folder(), options.interrupted);
  ReducedFunction reduced =
      reduceFunction(trial, hit.function, hit.result,
                     options.reduce ? maxReductionTries(finding.kind) : 0);
  finding.reduced = options.reduce && !isStopped();
  finding.operations = operationsOf(reduced.function.function);
  // The tool's word on the reduced program alone.
  trial.keepOutput = true;
  TrialResult alone = trial.tryAll(reduced.function).front();
  finding.detail =
      (alone.kind == TrialKind::Same ? "together with other functions only: "
                                     : "") +
      reduced.result.detail;
  // Or, if there is no time for that, on the program as it was found.
  finding.known = sut.knownFinding(
      *hit.run, finding.kind,
      alone.interrupted ? hit.result.errors : alone.errors, finding.operations);
  llvm::Expected<bool> isNew = store(std::move(finding), textOf(reduced));
  if (!isNew || !*isNew || alone.interrupted)
    return isNew.takeError();
  return writeWholeFile(summary.findings.back().folder + "/output.mlir",
                        trial.lastOutput);
}

llvm::Error Recorder::recordTile(const SutHit &hit, SutFinding finding) {
  // Alone it shows nothing.
  bool isOfBatch = !hit.result.batch.empty();
  Program small = options.reduce && !isOfBatch
                      ? reduceTileProgram(sut, *hit.run, folder(), *hit.tile,
                                          finding.kind, options.interrupted)
                      : hit.tile->clone();
  finding.reduced = options.reduce && !isOfBatch && !isStopped();
  TrialResult result = isOfBatch ? hit.result
                                 : tryTileProgram(sut, *hit.run, folder(),
                                                  small, options.interrupted);
  // Without time nothing is said of the reduced one.
  if (result.interrupted)
    result.errors = hit.result.errors;
  finding.detail = result.isFinding() ? result.detail : finding.message;
  finding.operations = tileOperationsOf(small);
  finding.known = sut.knownFinding(*hit.run, finding.kind, result.errors,
                                   finding.operations);
  return store(std::move(finding), toToolText(small), hit.result.batch)
      .takeError();
}

llvm::Error Recorder::recordModule(const SutHit &hit, SutFinding finding) {
  ModuleTrial trial(sut, *hit.run, folder(), options.interrupted);
  ModuleSubject found = llvm::cantFail(prepareModule(hit.llvm, "found"));
  auto context = std::make_unique<llvm::LLVMContext>();
  LlvmProgram small =
      trial.reduce(found, finding.kind, hit.pass,
                   options.reduce && !isStopped() ? 600 : 0, *context);
  ModuleSubject subject = prepareModule(std::move(context), std::move(small));
  TrialResult alone = trial.tryOne(subject);
  finding.reduced = options.reduce && !isStopped();
  finding.detail = alone.isFinding() ? alone.detail : finding.message;
  finding.operations = moduleOperationsOf(*subject.program.module);
  finding.pass = hit.pass;
  finding.known =
      sut.knownFinding(*hit.run, finding.kind,
                       alone.interrupted ? hit.result.errors : alone.errors,
                       finding.operations, finding.pass);
  llvm::Expected<bool> isNew =
      store(std::move(finding), subject.program.toString());
  if (!isNew || !*isNew || alone.interrupted)
    return isNew.takeError();
  return writeWholeFile(summary.findings.back().folder + "/output.ll",
                        trial.lastOutput);
}

llvm::Error Recorder::record(const SutHit &hit) {
  if (isMetAgain(hit))
    return llvm::Error::success();
  SutFinding finding;
  finding.run = hit.run->name;
  finding.kind = hit.result.kind;
  finding.message = hit.result.detail;
  finding.program = hit.program;
  if (!hit.llvm.empty())
    return recordModule(hit, std::move(finding));
  return hit.tile ? recordTile(hit, std::move(finding))
                  : recordFunction(hit, std::move(finding));
}

llvm::Error Recorder::record(const SutBatch &batch) {
  summary.add(batch.counts);
  // Also after an interrupt: then nothing is reduced.
  for (const SutHit &hit : batch.hits)
    if (llvm::Error error = record(hit))
      return error;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

namespace {
class Campaign {
public:
  Campaign(const SutDescription &sut, const SutOptions &given,
           llvm::function_ref<void(const SutSummary &)> progress)
      : sut(sut), given(given), options(given), progress(progress),
        recorder(sut, options) {
    options.interrupted = &isStopped;
  }

  ~Campaign();

  llvm::Expected<SutSummary> run();

private:
  llvm::Error prepareFolder();
  void work(unsigned worker);
  std::optional<uint64_t> takeBatch();
  std::unique_ptr<SutBatch> tryBatch(uint64_t number, unsigned worker);
  void recordReady(std::unique_lock<std::mutex> &lock);
  void stop(llvm::Error error);
  llvm::Error writeSummary() const;
  llvm::Error checkAim() const;
  void watch();
  bool isOver() const;
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         begin)
        .count();
  }

  const SutDescription &sut;
  const SutOptions &given;
  /// With what stops all that depends on them: an interrupt or the time.
  SutOptions options;
  volatile sig_atomic_t isStopped = 0;
  llvm::function_ref<void(const SutSummary &)> progress;
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();
  /// Of the thread that sets `isRecording`.
  Recorder recorder;
  int lock = -1;

  /// Guards what follows.
  std::mutex mutex;
  std::condition_variable changed;
  uint64_t taken = 0, recorded = 0;
  std::map<uint64_t, std::unique_ptr<SutBatch>> ready;
  bool isRecording = false, stopped = false, hasEnded = false;
  llvm::Error failure = llvm::Error::success();
};
} // namespace

bool Campaign::isOver() const {
  return stopped || isStopped || taken * options.batch >= options.programs;
}

/// A thread of its own, as all others may be waiting for the tool.
void Campaign::watch() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!hasEnded && !isStopped) {
    if (seconds() > given.seconds || (given.interrupted && *given.interrupted))
      isStopped = 1;
    changed.wait_for(lock, std::chrono::milliseconds(20));
  }
}

/// None: there are no more. Waits while the one that records is far behind.
std::optional<uint64_t> Campaign::takeBatch() {
  std::unique_lock<std::mutex> lock(mutex);
  constexpr uint64_t ahead = 4;
  while (true) {
    recordReady(lock);
    if (!isOver() && taken < recorded + ahead * options.jobs)
      return taken++;
    // What others try is recorded by whoever is last.
    if (isOver())
      return std::nullopt;
    changed.wait_for(lock, std::chrono::milliseconds(200));
  }
}

void Campaign::stop(llvm::Error error) {
  // The first one: a list of errors has no kind.
  if (failure)
    llvm::consumeError(std::move(error));
  else
    failure = std::move(error);
  stopped = true;
}

/// Records what can be, unless another thread does.
void Campaign::recordReady(std::unique_lock<std::mutex> &lock) {
  if (isRecording)
    return;
  isRecording = true;
  while (!stopped && !ready.empty() && ready.begin()->first == recorded) {
    std::unique_ptr<SutBatch> batch = std::move(ready.begin()->second);
    ready.erase(ready.begin());
    lock.unlock();
    llvm::Error error = recorder.record(*batch);
    recorder.summary.seconds = seconds();
    if (!error)
      error = writeSummary();
    if (!error)
      error = checkAim();
    progress(recorder.summary);
    batch.reset();
    lock.lock();
    ++recorded;
    if (error)
      stop(std::move(error));
    changed.notify_all();
  }
  isRecording = false;
}

std::unique_ptr<SutBatch> Campaign::tryBatch(uint64_t number, unsigned worker) {
  uint64_t first = number * options.batch;
  unsigned count =
      unsigned(std::min<uint64_t>(options.batch, options.programs - first));
  auto batch = std::make_unique<SutBatch>(
      sut, options, options.output + "/scratch/" + std::to_string(worker));
  if (llvm::Error error = batch->run(options.firstProgram + first, count)) {
    std::unique_lock<std::mutex> lock(mutex);
    stop(std::move(error));
  }
  return batch;
}

void Campaign::work(unsigned worker) {
  while (std::optional<uint64_t> number = takeBatch()) {
    std::unique_ptr<SutBatch> batch = tryBatch(*number, worker);
    std::unique_lock<std::mutex> lock(mutex);
    ready[*number] = std::move(batch);
    changed.notify_all();
  }
}

llvm::Error Campaign::writeSummary() const {
  return writeWholeFile(
      options.output + "/summary.json",
      llvm::formatv("{0:2}\n", recorder.summary.toJSON()).str());
}

/// A search without programs would look like a clean one.
llvm::Error Campaign::checkAim() const {
  const SutSummary &summary = recorder.summary;
  if (options.operation.empty() || summary.made != 0 || isStopped ||
      summary.programs < std::min<uint64_t>(options.programs, 50))
    return llvm::Error::success();
  return llvm::createStringError("no program of this run has the operation '" +
                                 options.operation + "'");
}

Campaign::~Campaign() {
  if (lock >= 0)
    ::close(lock);
}

/// Two runs that share a folder would take each other's files for their own.
llvm::Error Campaign::prepareFolder() {
  std::vector<std::string> folders = {"reduction"};
  for (unsigned i = 0; i < options.jobs; ++i)
    folders.push_back(std::to_string(i));
  for (const std::string &name : folders) {
    std::string folder = options.output + "/scratch/" + name;
    if (std::error_code code = llvm::sys::fs::create_directories(folder))
      return storageError(folder + ": error: " + code.message());
  }
  std::string file = options.output + "/scratch/lock";
  if (std::error_code code = llvm::sys::fs::openFileForWrite(
          file, lock, llvm::sys::fs::CD_OpenAlways))
    return storageError(file + ": error: " + code.message());
  if (llvm::sys::fs::tryLockFile(lock))
    return storageError(options.output +
                        ": error: another process uses this folder");
  return llvm::Error::success();
}

llvm::Expected<SutSummary> Campaign::run() {
  if (llvm::Error error = prepareFolder()) {
    llvm::consumeError(std::move(failure));
    return std::move(error);
  }
  // The workers, which wait for processes most of the time, and who watches
  // them.
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(options.jobs + 1));
  std::shared_future<void> watching = pool.async([this] { watch(); });
  std::vector<std::shared_future<void>> working;
  for (unsigned i = 0; i < std::max(1u, options.jobs); ++i)
    working.push_back(pool.async([this, i] { work(i); }));
  for (std::shared_future<void> &one : working)
    one.wait();
  {
    std::unique_lock<std::mutex> lock(mutex);
    hasEnded = true;
    changed.notify_all();
  }
  watching.wait();
  if (failure)
    return std::move(failure);
  recorder.summary.seconds = seconds();
  if (llvm::Error error = writeSummary())
    return std::move(error);
  return std::move(recorder.summary);
}

llvm::Expected<SutSummary> tilefuzz::runSutCampaign(
    const SutDescription &sut, const SutOptions &options,
    llvm::function_ref<void(const SutSummary &)> progress) {
  if (auto runs = sut.selectRuns(options.runs); !runs)
    return runs.takeError();
  return Campaign(sut, options, progress).run();
}
