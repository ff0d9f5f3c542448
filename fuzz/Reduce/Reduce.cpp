//===- Reduce.cpp - The smallest program that still shows it --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The engine; what it knows of operations is in Extract.h and Reductions.h.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reduce.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Reduce/IsolateOperation.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/xxhash.h"
#include <chrono>
#include <deque>
#include <set>
#include <unistd.h>

using namespace mlir;
using namespace tilefuzz;
using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

llvm::StringRef tilefuzz::toString(ReduceEnd end) {
  switch (end) {
  case ReduceEnd::Smallest:
    return "smallest";
  case ReduceEnd::Tries:
    return "tries";
  case ReduceEnd::Time:
    return "time";
  case ReduceEnd::Interrupted:
    return "interrupted";
  }
  llvm_unreachable("unknown end");
}

llvm::json::Value ReduceReport::toJSON() const {
  llvm::json::Array passes;
  for (const RowReport &row : rows)
    passes.push_back(llvm::json::Object{
        {"name", row.name},
        {"tries", int64_t(row.tries)},
        {"successes", int64_t(row.successes)},
        {"operationsLess", row.operationsLess},
        {"seconds", row.seconds},
    });
  return llvm::json::Object{
      {"end", toString(end)},
      {"before", operationsBefore},
      {"after", operationsAfter},
      {"tries", int64_t(tries)},
      {"repeated", int64_t(repeated)},
      {"unfit", int64_t(unfit)},
      {"seconds", seconds},
      {"passes", std::move(passes)},
  };
}

namespace {
using Hash = std::pair<uint64_t, uint64_t>;

struct Candidate {
  Subject subject;
  Measure measure;
  Hash hash;
  unsigned begin;
  /// Places before this one, back to the last candidate, that gave none.
  uint64_t repeated, unfit;
  /// While it is asked about in a process of its own.
  std::optional<ForkedProcess> child = {};
  unsigned worker = 0;
  Clock::time_point started = {};
  std::optional<bool> answer = {};
};

class Reducer {
public:
  Reducer(const Subject &subject, InterestingFn isInteresting,
          const ReduceOptions &options)
      : options(options), isInteresting(std::move(isInteresting)),
        best(subject.clone()), measure(measureOf(best).first),
        busy(std::max(options.jobs, 1u)) {
    report.operationsBefore = report.operationsAfter =
        countAllOperations(best.module.get());
    for (const Reduction &row : getReductions())
      report.rows.push_back({row.name});
    report.rows.push_back({"extract"});
  }

  Reduced run();

private:
  void takeOneOperation();
  void runRows();
  /// Tries a row everywhere; true if the subject became smaller.
  bool runRow(const Reduction &row, RowReport &rowReport);
  bool sweep(const Reduction &row, unsigned level, unsigned size,
             RowReport &rowReport);
  std::optional<Candidate> prepare(const Reduction &row, unsigned level,
                                   unsigned begin, unsigned size);
  bool verifies(ModuleOp module, bool isRisky) const;
  std::pair<Measure, Hash> measureOf(const Subject &subject) const;
  std::string print(const Subject &subject) const {
    return options.print ? options.print(subject)
                         : subject.passes + "\n" + subject.toString();
  }

  void ask(Candidate &candidate);
  /// Looks which children ended and starts waiting candidates.
  void advance();
  bool await(Candidate &candidate);
  void release(Candidate &candidate);
  /// Ends all questions.
  void forget() {
    for (Candidate &candidate : asked)
      release(candidate);
    asked.clear();
  }

  /// Counts what `prepare` made nothing of.
  void count(uint64_t newlyRepeated, uint64_t newlyUnfit) {
    report.repeated += newlyRepeated;
    report.unfit += newlyUnfit;
  }
  void keep(Candidate &candidate, RowReport &rowReport);
  /// Whether a budget is used up; the first reason stays.
  bool hasEnded();

  const ReduceOptions &options;
  InterestingFn isInteresting;
  Subject best;
  Measure measure;
  /// What was given, while `best` is one operation of it that is no smaller.
  std::optional<Subject> larger;
  Measure measureOfLarger;
  ReduceReport report;
  Clock::time_point start = Clock::now();
  bool ended = false;
  /// What was asked about and is not interesting.
  std::set<Hash> refused;
  /// In the order in which answers are used.
  std::deque<Candidate> asked;
  /// Since the last candidate.
  uint64_t repeated = 0, unfit = 0;
  std::vector<bool> busy;
};
} // namespace

std::pair<Measure, Hash> Reducer::measureOf(const Subject &subject) const {
  std::string text = print(subject);
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  return {{structureOf(subject), textMeasureOf(text)},
          {hash.high64, hash.low64}};
}

/// In a process of its own; the answer is whether it succeeds. None: there is
/// no process, and so no answer.
static std::optional<ForkedProcess>
startQuestion(llvm::function_ref<bool()> question) {
  llvm::Expected<ForkedProcess> process =
      ForkedProcess::start([&](int) { return question() ? 0 : 1; });
  if (process)
    return std::move(*process);
  llvm::consumeError(process.takeError());
  return std::nullopt;
}

bool Reducer::verifies(ModuleOp module, bool isRisky) const {
  if (options.allowInvalid)
    return true;
  if (!isRisky)
    return succeeded(verify(module));
  std::optional<ForkedProcess> child =
      startQuestion([&] { return succeeded(verify(module)); });
  while (child) {
    if (std::optional<ProcessEnd> end = child->poll())
      return end->succeeded();
    ::usleep(100);
  }
  return false;
}

std::optional<Candidate> Reducer::prepare(const Reduction &row, unsigned level,
                                          unsigned begin, unsigned size) {
  Subject subject = best.clone();
  ScopedDiagnosticHandler silence(subject.module->getContext(),
                                  [](Diagnostic &) { return success(); });
  if (!row.apply(subject, level, begin, size))
    return std::nullopt;
  if (structureOf(subject) > measure.structure ||
      !verifies(subject.module.get(), row.risky)) {
    ++unfit;
    return std::nullopt;
  }
  Measure candidateMeasure;
  Hash hash;
  std::tie(candidateMeasure, hash) = measureOf(subject);
  if (!(candidateMeasure < measure)) {
    ++unfit;
    return std::nullopt;
  }
  bool isAsked = llvm::any_of(
      asked, [&](const Candidate &other) { return other.hash == hash; });
  if (isAsked || refused.count(hash)) {
    ++repeated;
    return std::nullopt;
  }
  return Candidate{
      std::move(subject),         candidateMeasure,       hash, begin,
      std::exchange(repeated, 0), std::exchange(unfit, 0)};
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

void Reducer::ask(Candidate &candidate) {
  if (!options.isolate) {
    candidate.answer = isInteresting(candidate.subject, 0);
    return;
  }
  auto idle = llvm::find(busy, false);
  if (idle == busy.end())
    return;
  *idle = true;
  candidate.worker = idle - busy.begin();
  candidate.started = Clock::now();
  candidate.child = startQuestion(
      [&] { return isInteresting(candidate.subject, candidate.worker); });
  if (!candidate.child) {
    candidate.answer = false;
    *idle = false;
  }
}

void Reducer::release(Candidate &candidate) {
  if (!candidate.child)
    return;
  candidate.child.reset();
  busy[candidate.worker] = false;
}

void Reducer::advance() {
  for (Candidate &candidate : asked) {
    if (candidate.answer)
      continue;
    if (!candidate.child)
      ask(candidate);
    if (!candidate.child)
      continue;
    if (std::optional<ProcessEnd> end = candidate.child->poll())
      candidate.answer = end->succeeded();
    if (!candidate.answer && options.questionSeconds > 0 &&
        secondsSince(candidate.started) > options.questionSeconds)
      candidate.answer = false;
    if (candidate.answer)
      release(candidate);
  }
}

bool Reducer::await(Candidate &candidate) {
  for (unsigned waits = 0; !candidate.answer; ++waits) {
    advance();
    if (candidate.answer)
      break;
    // An answer that comes too late is not used.
    if (hasEnded() && report.end != ReduceEnd::Tries)
      return false;
    ::usleep(waits < 20 ? 100 : 1000);
  }
  return *candidate.answer;
}

bool Reducer::hasEnded() {
  if (ended)
    return true;
  ended = true;
  if (options.interrupted && options.interrupted->load())
    report.end = ReduceEnd::Interrupted;
  else if (options.seconds > 0 && secondsSince(start) > options.seconds)
    report.end = ReduceEnd::Time;
  else if (report.tries >= options.maxTries)
    report.end = ReduceEnd::Tries;
  else
    ended = false;
  return ended;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void Reducer::keep(Candidate &candidate, RowReport &rowReport) {
  best = std::move(candidate.subject);
  measure = candidate.measure;
  unsigned operations = countAllOperations(best.module.get());
  rowReport.operationsLess +=
      int64_t(report.operationsAfter) - int64_t(operations);
  ++rowReport.successes;
  report.operationsAfter = operations;
  report.seconds = secondsSince(start);
  if (larger && measure < measureOfLarger)
    larger.reset();
  if (options.onImprovement && !larger)
    options.onImprovement(best, report);
}

void Reducer::takeOneOperation() {
  RowReport &rowReport = report.rows.back();
  Clock::time_point began = Clock::now();
  auto isEnough = [&](const Program &program) {
    if (hasEnded())
      return false;
    asked.push_back(
        Candidate{Subject(program.clone(), best.passes), {}, {}, 0, 0, 0});
    ask(asked.back());
    bool isYes = await(asked.back());
    forget();
    ++report.tries;
    ++rowReport.tries;
    return isYes;
  };
  std::optional<Program> one = extractOperation(best, isEnough);
  rowReport.seconds += secondsSince(began);
  if (!one)
    return;
  Candidate candidate{Subject(std::move(*one), best.passes), {}, {}, 0, 0, 0};
  std::tie(candidate.measure, candidate.hash) = measureOf(candidate.subject);
  larger = std::move(best);
  measureOfLarger = measure;
  keep(candidate, rowReport);
}

/// Answers are used in the order of the places, as if each were asked about
/// after the one before was refused; children only work ahead.
bool Reducer::sweep(const Reduction &row, unsigned level, unsigned size,
                    RowReport &rowReport) {
  bool progress = false;
  // From the end: users go before what they use.
  unsigned next = row.count(best, level);
  // More than run at once, so that none is idle while the first is slow.
  size_t ahead = options.isolate ? 2 * busy.size() : 1;
  while (!hasEnded()) {
    while (next > 0 && asked.size() < ahead &&
           report.tries + asked.size() < options.maxTries) {
      unsigned begin = next > size ? next - size : 0;
      if (std::optional<Candidate> candidate =
              prepare(row, level, begin, next - begin)) {
        asked.push_back(std::move(*candidate));
        ask(asked.back());
      }
      next = begin;
    }
    if (asked.empty())
      break;
    Candidate &first = asked.front();
    bool isYes = await(first);
    if (!first.answer)
      break;
    ++report.tries;
    ++rowReport.tries;
    count(first.repeated, first.unfit);
    if (isYes) {
      keep(first, rowReport);
      next = std::min(first.begin, row.count(best, level));
      progress = true;
      forget();
      repeated = unfit = 0;
      continue;
    }
    refused.insert(first.hash);
    asked.pop_front();
  }
  forget();
  count(std::exchange(repeated, 0), std::exchange(unfit, 0));
  return progress;
}

bool Reducer::runRow(const Reduction &row, RowReport &rowReport) {
  bool progress = false;
  Clock::time_point began = Clock::now();
  for (unsigned level = 0; level < row.levels(best) && !hasEnded(); ++level) {
    unsigned size = row.ranged ? std::max(row.count(best, level) / 2, 1u) : 1;
    for (;; size /= 2) {
      progress |= sweep(row, level, size, rowReport);
      if (size == 1)
        break;
    }
  }
  rowReport.seconds += secondsSince(began);
  return progress;
}

void Reducer::runRows() {
  bool progress = true;
  while (progress && !hasEnded()) {
    progress = false;
    for (auto [row, rowReport] : llvm::zip(getReductions(), report.rows))
      progress |= runRow(row, rowReport);
  }
}

Reduced Reducer::run() {
  if (options.extract)
    takeOneOperation();
  runRows();
  if (larger) {
    best = std::move(*larger);
    larger.reset();
    measure = measureOfLarger;
    report.operationsAfter = countAllOperations(best.module.get());
    runRows();
  }
  report.seconds = secondsSince(start);
  return Reduced{std::move(best), std::move(report)};
}

Reduced tilefuzz::reduce(const Subject &subject, InterestingFn isInteresting,
                         const ReduceOptions &options) {
  return Reducer(subject, std::move(isInteresting), options).run();
}

Program
tilefuzz::reduceProgram(const Program &program,
                        std::function<bool(const Program &)> isInteresting,
                        const ReduceOptions &options) {
  return reduce(
             Subject(program.clone()),
             [&](const Subject &candidate, unsigned) {
               return isInteresting(candidate);
             },
             options)
      .subject;
}
