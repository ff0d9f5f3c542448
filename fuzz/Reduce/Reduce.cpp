//===- Reduce.cpp - The smallest program that still shows it --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Programs for the engine of DeltaDebug.h; what is known of operations is in
// IsolateOperation.h and Reductions.h.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reduce.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Reduce/IsolateOperation.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include <chrono>
#include <unistd.h>

using namespace mlir;
using namespace tilefuzz;

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
struct Candidate : DeltaCandidate {
  explicit Candidate(Subject subject) : subject(std::move(subject)) {}
  Subject subject;
};

class ProgramModel : public DeltaModel {
public:
  ProgramModel(const Subject &subject, InterestingFn question,
               const ReduceOptions &options)
      : options(options), question(std::move(question)),
        best(std::make_unique<Candidate>(subject.clone())) {
    measure(*best);
    report.operationsBefore = report.operationsAfter =
        countAllOperations(best->subject.module.get());
  }

  Reduced run();

  unsigned levels(unsigned row) override {
    return getReductions()[row].levels(best->subject);
  }
  unsigned count(unsigned row, unsigned level) override {
    return getReductions()[row].count(best->subject, level);
  }
  std::unique_ptr<DeltaCandidate> make(unsigned row, unsigned level,
                                       unsigned begin, unsigned size,
                                       uint64_t &unfit) override;
  void keep(std::unique_ptr<DeltaCandidate> candidate,
            RowReport &rowReport) override;
  bool isInteresting(DeltaCandidate &candidate, unsigned worker) override {
    return question(static_cast<Candidate &>(candidate).subject, worker);
  }

private:
  void takeOneOperation(DeltaDebugger &debugger);
  bool verifies(ModuleOp module, bool isRisky) const;
  void measure(Candidate &candidate) const {
    const Subject &subject = candidate.subject;
    std::string text = options.print
                           ? options.print(subject)
                           : subject.passes + "\n" + subject.toString();
    candidate.measure = {structureOf(subject), textMeasureOf(text)};
    candidate.hash = deltaHashOf(text);
  }

  const ReduceOptions &options;
  InterestingFn question;
  std::unique_ptr<Candidate> best;
  /// What was given, while `best` is one operation of it that is no smaller.
  std::unique_ptr<Candidate> larger;
  ReduceReport report;
};
} // namespace

bool ProgramModel::verifies(ModuleOp module, bool isRisky) const {
  if (options.allowInvalid)
    return true;
  if (!isRisky)
    return succeeded(verify(module));
  llvm::Expected<ForkedProcess> child = ForkedProcess::start(
      [&](int) { return succeeded(verify(module)) ? 0 : 1; });
  if (!child) {
    // There is no process, and so no answer.
    llvm::consumeError(child.takeError());
    return false;
  }
  while (true) {
    if (std::optional<ProcessEnd> end = child->poll())
      return end->succeeded();
    ::usleep(100);
  }
}

std::unique_ptr<DeltaCandidate> ProgramModel::make(unsigned row, unsigned level,
                                                   unsigned begin,
                                                   unsigned size,
                                                   uint64_t &unfit) {
  const Reduction &reduction = getReductions()[row];
  auto candidate = std::make_unique<Candidate>(best->subject.clone());
  Subject &subject = candidate->subject;
  ScopedDiagnosticHandler silence(subject.module->getContext(),
                                  [](Diagnostic &) { return success(); });
  if (!reduction.apply(subject, level, begin, size))
    return nullptr;
  if (structureOf(subject) > best->measure.structure ||
      !verifies(subject.module.get(), reduction.risky)) {
    ++unfit;
    return nullptr;
  }
  measure(*candidate);
  if (!(candidate->measure < best->measure)) {
    ++unfit;
    return nullptr;
  }
  return candidate;
}

void ProgramModel::keep(std::unique_ptr<DeltaCandidate> candidate,
                        RowReport &rowReport) {
  best.reset(static_cast<Candidate *>(candidate.release()));
  unsigned operations = countAllOperations(best->subject.module.get());
  rowReport.operationsLess +=
      int64_t(report.operationsAfter) - int64_t(operations);
  report.operationsAfter = operations;
  if (larger && best->measure < larger->measure)
    larger.reset();
  if (options.onImprovement && !larger)
    options.onImprovement(best->subject, report);
}

void ProgramModel::takeOneOperation(DeltaDebugger &debugger) {
  using Clock = std::chrono::steady_clock;
  RowReport &rowReport = report.rows.back();
  Clock::time_point began = Clock::now();
  std::optional<Program> one =
      extractOperation(best->subject, [&](const Program &program) {
        return !debugger.hasEnded() &&
               debugger.ask(std::make_unique<Candidate>(
                                Subject(program.clone(), best->subject.passes)),
                            rowReport);
      });
  rowReport.seconds +=
      std::chrono::duration<double>(Clock::now() - began).count();
  if (!one)
    return;
  auto candidate = std::make_unique<Candidate>(
      Subject(std::move(*one), best->subject.passes));
  measure(*candidate);
  larger = std::move(best);
  ++rowReport.successes;
  report.seconds = debugger.seconds();
  keep(std::move(candidate), rowReport);
}

Reduced ProgramModel::run() {
  std::vector<DeltaRow> rows;
  for (const Reduction &row : getReductions())
    rows.push_back(
        {row.name, row.ranged ? DeltaRow::Sizes::Half : DeltaRow::Sizes::One});
  DeltaDebugger debugger(*this, rows, options, report);
  report.rows.push_back({"extract"});
  if (options.extract)
    takeOneOperation(debugger);
  debugger.run();
  if (larger) {
    best = std::move(larger);
    report.operationsAfter = countAllOperations(best->subject.module.get());
    debugger.run();
  }
  return Reduced{std::move(best->subject), std::move(report)};
}

Reduced tilefuzz::reduce(const Subject &subject, InterestingFn isInteresting,
                         const ReduceOptions &options) {
  return ProgramModel(subject, std::move(isInteresting), options).run();
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
