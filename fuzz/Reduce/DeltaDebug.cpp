//===- DeltaDebug.cpp - The loop of every reduction -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/DeltaDebug.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <chrono>
#include <deque>
#include <set>
#include <unistd.h>

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

DeltaHash tilefuzz::deltaHashOf(llvm::StringRef text) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  return {hash.high64, hash.low64};
}

uint64_t tilefuzz::textMeasureOf(llvm::StringRef text) {
  uint64_t cost = 0;
  bool isNumber = false, isName = false;
  char before = ' ';
  for (char c : text) {
    // Names of values come from the printer: one more constant may lengthen
    // that of another.
    isName = c == '%' || (isName && (llvm::isAlnum(c) || c == '_' || c == '#'));
    cost += isName ? 0 : 4;
    if (!llvm::isDigit(c))
      isNumber = false;
    else if (!llvm::isDigit(before))
      // Digits in names say nothing.
      isNumber = !llvm::isAlpha(before) && before != '_' && before != '%' &&
                 before != '#';
    if (isNumber)
      cost += c == '0' ? 0 : c == '1' ? 1 : 2;
    before = c;
  }
  return cost;
}

std::vector<bool>
DeltaModel::areInteresting(llvm::ArrayRef<DeltaCandidate *> candidates) {
  std::vector<bool> answers;
  for (DeltaCandidate *candidate : candidates)
    answers.push_back(isInteresting(*candidate, 0));
  return answers;
}

namespace {
/// A candidate that was or will be asked about.
struct Question {
  std::unique_ptr<DeltaCandidate> candidate;
  unsigned begin = 0;
  /// Places before this one, back to the last candidate, that gave none.
  uint64_t repeated = 0, unfit = 0;
  /// While it is asked about in a process of its own.
  std::optional<ForkedProcess> child = {};
  unsigned worker = 0;
  Clock::time_point started = {};
  std::optional<bool> answer = {};
};
} // namespace

struct DeltaDebugger::Impl {
  Impl(DeltaModel &model, llvm::ArrayRef<DeltaRow> rows,
       const DeltaOptions &options, DeltaReport &report)
      : model(model), rows(rows), options(options), report(report),
        busy(std::max(options.jobs, 1u)) {}

  /// Tries a row everywhere; true if the subject became smaller.
  bool runRow(unsigned row);
  bool sweep(unsigned row, unsigned level, unsigned size);
  std::optional<Question> prepare(unsigned row, unsigned level, unsigned begin,
                                  unsigned size);
  std::deque<Question> prepareAll(unsigned row, unsigned level);

  void start(Question &question);
  /// Looks which children ended and starts waiting questions.
  void advance();
  bool await(Question &question);
  void askTogether();
  void release(Question &question);
  /// Ends all questions.
  void forget() {
    for (Question &question : asked)
      release(question);
    asked.clear();
  }
  bool hasEnded();
  /// How many questions are there before the first answer is used: more than
  /// run at once, so that none is idle while the first is slow.
  size_t ahead() const {
    return options.isolate ? 2 * busy.size() : model.batchSize();
  }
  /// Counts what `prepare` made nothing of.
  void count(uint64_t newlyRepeated, uint64_t newlyUnfit) {
    report.repeated += newlyRepeated;
    report.unfit += newlyUnfit;
  }

  DeltaModel &model;
  llvm::ArrayRef<DeltaRow> rows;
  const DeltaOptions &options;
  DeltaReport &report;
  Clock::time_point begun = Clock::now();
  bool ended = false;
  /// What was asked about and is not interesting.
  std::set<DeltaHash> refused;
  /// In the order in which answers are used.
  std::deque<Question> asked;
  /// Since the last candidate.
  uint64_t repeated = 0, unfit = 0;
  std::vector<bool> busy;
};

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

std::optional<Question> DeltaDebugger::Impl::prepare(unsigned row,
                                                     unsigned level,
                                                     unsigned begin,
                                                     unsigned size) {
  std::unique_ptr<DeltaCandidate> candidate =
      model.make(row, level, begin, size, unfit);
  if (!candidate)
    return std::nullopt;
  bool isAsked = llvm::any_of(asked, [&](const Question &other) {
    return other.candidate->hash == candidate->hash;
  });
  if (isAsked || refused.count(candidate->hash)) {
    ++repeated;
    return std::nullopt;
  }
  return Question{std::move(candidate), begin, std::exchange(repeated, 0),
                  std::exchange(unfit, 0)};
}

/// The smallest first, of equal ones the first.
std::deque<Question> DeltaDebugger::Impl::prepareAll(unsigned row,
                                                     unsigned level) {
  std::deque<Question> all;
  std::set<DeltaHash> met;
  for (unsigned place = 0, end = model.count(row, level);
       place < end && !hasEnded(); ++place)
    if (std::optional<Question> question = prepare(row, level, place, 1)) {
      if (met.insert(question->candidate->hash).second)
        all.push_back(std::move(*question));
      else
        ++repeated;
    }
  llvm::sort(all, [](const Question &a, const Question &b) {
    if (a.candidate->measure < b.candidate->measure)
      return true;
    return !(b.candidate->measure < a.candidate->measure) && a.begin < b.begin;
  });
  return all;
}

void DeltaDebugger::Impl::start(Question &question) {
  auto idle = llvm::find(busy, false);
  if (idle == busy.end())
    return;
  *idle = true;
  question.worker = idle - busy.begin();
  question.started = Clock::now();
  // In a process of its own; the answer is whether it succeeds.
  llvm::Expected<ForkedProcess> process = ForkedProcess::start([&](int) {
    return model.isInteresting(*question.candidate, question.worker) ? 0 : 1;
  });
  if (process) {
    question.child = std::move(*process);
    return;
  }
  // There is no process, and so no answer.
  llvm::consumeError(process.takeError());
  question.answer = false;
  *idle = false;
}

void DeltaDebugger::Impl::release(Question &question) {
  if (!question.child)
    return;
  question.child.reset();
  busy[question.worker] = false;
}

void DeltaDebugger::Impl::advance() {
  for (Question &question : asked) {
    if (question.answer)
      continue;
    if (!question.child)
      start(question);
    if (!question.child)
      continue;
    if (std::optional<ProcessEnd> end = question.child->poll())
      question.answer = end->succeeded();
    if (!question.answer && options.questionSeconds > 0 &&
        secondsSince(question.started) > options.questionSeconds)
      question.answer = false;
    if (question.answer)
      release(question);
  }
}

void DeltaDebugger::Impl::askTogether() {
  std::vector<DeltaCandidate *> candidates;
  for (Question &question : asked)
    if (!question.answer)
      candidates.push_back(question.candidate.get());
  std::vector<bool> answers = model.areInteresting(candidates);
  auto next = answers.begin();
  for (Question &question : asked)
    if (!question.answer)
      question.answer = *next++;
}

bool DeltaDebugger::Impl::await(Question &question) {
  if (!question.answer && !options.isolate)
    askTogether();
  for (unsigned waits = 0; !question.answer; ++waits) {
    advance();
    if (question.answer)
      break;
    // An answer that comes too late is not used.
    if (hasEnded() && report.end != ReduceEnd::Tries)
      return false;
    ::usleep(waits < 20 ? 100 : 1000);
  }
  return *question.answer;
}

bool DeltaDebugger::Impl::hasEnded() {
  if (ended)
    return true;
  ended = true;
  if (options.isInterrupted && options.isInterrupted())
    report.end = ReduceEnd::Interrupted;
  else if (options.seconds > 0 && secondsSince(begun) > options.seconds)
    report.end = ReduceEnd::Time;
  else if (model.spent(report.tries) >= options.maxTries)
    report.end = ReduceEnd::Tries;
  else
    ended = false;
  return ended;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Answers are used in the order of the questions, as if each were asked after
/// the one before was refused; children and batches only work ahead.
bool DeltaDebugger::Impl::sweep(unsigned row, unsigned level, unsigned size) {
  RowReport &rowReport = report.rows[row];
  bool isSorted = rows[row].order == DeltaRow::Order::Smallest;
  std::deque<Question> sorted;
  if (isSorted)
    sorted = prepareAll(row, level);
  bool progress = false;
  unsigned next = isSorted ? sorted.size() : model.count(row, level);
  while (!hasEnded()) {
    while (next > 0 && asked.size() < ahead() &&
           model.spent(report.tries) + asked.size() < options.maxTries) {
      unsigned begin = next > size ? next - size : 0;
      std::optional<Question> question;
      if (isSorted) {
        question = std::move(sorted.front());
        sorted.pop_front();
      } else {
        question = prepare(row, level, begin, next - begin);
      }
      next = begin;
      if (!question)
        continue;
      asked.push_back(std::move(*question));
      if (options.isolate)
        start(asked.back());
    }
    if (asked.empty())
      break;
    Question &first = asked.front();
    bool isYes = await(first);
    if (!first.answer)
      break;
    ++report.tries;
    ++rowReport.tries;
    count(first.repeated, first.unfit);
    if (isYes) {
      ++rowReport.successes;
      report.seconds = secondsSince(begun);
      unsigned begin = first.begin;
      model.keep(std::move(first.candidate), rowReport);
      progress = true;
      forget();
      repeated = unfit = 0;
      if (isSorted)
        break;
      next = std::min(begin, model.count(row, level));
      continue;
    }
    refused.insert(first.candidate->hash);
    asked.pop_front();
  }
  forget();
  count(std::exchange(repeated, 0), std::exchange(unfit, 0));
  return progress;
}

bool DeltaDebugger::Impl::runRow(unsigned row) {
  bool progress = false;
  Clock::time_point began = Clock::now();
  for (unsigned level = 0; level < model.levels(row) && !hasEnded(); ++level) {
    if (rows[row].order == DeltaRow::Order::Smallest) {
      while (sweep(row, level, 1))
        progress = true;
      continue;
    }
    unsigned size = 1;
    if (rows[row].sizes != DeltaRow::Sizes::One)
      size = model.count(row, level);
    if (rows[row].sizes == DeltaRow::Sizes::Half)
      size /= 2;
    size = std::max(size, 1u);
    for (;; size /= 2) {
      progress |= sweep(row, level, size);
      if (size == 1)
        break;
    }
  }
  report.rows[row].seconds += secondsSince(began);
  return progress;
}

DeltaDebugger::DeltaDebugger(DeltaModel &model, llvm::ArrayRef<DeltaRow> rows,
                             const DeltaOptions &options, DeltaReport &report)
    : impl(std::make_unique<Impl>(model, rows, options, report)) {
  for (const DeltaRow &row : rows) {
    report.rows.emplace_back();
    report.rows.back().name = row.name;
  }
}

DeltaDebugger::~DeltaDebugger() = default;

void DeltaDebugger::run() {
  bool progress = true;
  while (progress && !hasEnded()) {
    progress = false;
    for (unsigned row = 0; row < impl->rows.size(); ++row)
      progress |= impl->runRow(row);
  }
  impl->report.seconds = seconds();
}

bool DeltaDebugger::ask(std::unique_ptr<DeltaCandidate> candidate,
                        RowReport &rowReport) {
  impl->asked.emplace_back();
  Question &question = impl->asked.back();
  question.candidate = std::move(candidate);
  if (impl->options.isolate)
    impl->start(question);
  bool isYes = impl->await(question);
  impl->forget();
  ++impl->report.tries;
  ++rowReport.tries;
  return isYes;
}

bool DeltaDebugger::hasEnded() { return impl->hasEnded(); }

double DeltaDebugger::seconds() const { return secondsSince(impl->begun); }
