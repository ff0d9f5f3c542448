//===- LlvmCampaign.cpp - Many random modules of LLVM IR ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Llvm/LlvmCampaign.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <poll.h>
#include <unistd.h>

using namespace tilefuzz;
using namespace llvm;

static LlvmProgram makeProgram(const LlvmCampaignOptions &options,
                               uint64_t index, unsigned steps,
                               LLVMContext &context) {
  // What passes say is compared, not printed.
  context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
  return generateLlvm(context, {options.seed, index, steps, options.wide});
}

static LlvmTrialResult tryIndex(const LlvmCampaignOptions &options,
                                uint64_t index, unsigned steps) {
  LLVMContext context;
  LlvmTrialOptions trial = options.trial;
  trial.turn = index;
  return tryLlvmProgram(makeProgram(options, index, steps, context), trial);
}

static json::Array toJSON(const std::vector<LlvmFinding> &findings) {
  json::Array rows;
  for (const LlvmFinding &finding : findings)
    rows.push_back(json::Object{{"where", finding.where},
                                {"kind", finding.kind},
                                {"reason", finding.reason},
                                {"symptom", finding.symptom.toJSON()},
                                {"pass", finding.pass}});
  return rows;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

namespace {
/// A process that tries the modules of a range, and what it has reported.
struct Worker {
  /// The first index that nothing was said about, and the end of the range.
  uint64_t next = 0, end = 0;
  std::optional<ForkedProcess> process;
};

class Campaign {
public:
  explicit Campaign(const LlvmCampaignOptions &options) : options(options) {}
  Expected<LlvmSummary> run();

private:
  Error start(Worker &worker);
  void read(Worker &worker);
  void add(uint64_t index, const LlvmFinding &finding);
  Error finish();
  bool isOver() const {
    return (options.interrupted && *options.interrupted) ||
           (options.maxFindings &&
            summary.findings.size() >= options.maxFindings);
  }

  const LlvmCampaignOptions &options;
  LlvmSummary summary;
};
} // namespace

Error Campaign::start(Worker &worker) {
  ForkOptions fork;
  fork.hasReports = true;
  Expected<ForkedProcess> process = ForkedProcess::start(
      [&](int reports) {
        for (uint64_t index = worker.next; index < worker.end; ++index) {
          LlvmTrialResult result = tryIndex(options, index, options.steps);
          json::Object line = result.counts.toJSON();
          line["index"] = int64_t(index);
          line["findings"] = toJSON(result.findings);
          std::string text =
              formatv("{0}\n", json::Value(std::move(line))).str();
          for (StringRef rest = text; !rest.empty();) {
            ssize_t written = ::write(reports, rest.data(), rest.size());
            if (written <= 0)
              return 1;
            rest = rest.drop_front(written);
          }
        }
        return 0;
      },
      fork);
  if (!process)
    return process.takeError();
  worker.process.emplace(std::move(*process));
  return Error::success();
}

/// Of several modules that show a defect the first is named.
void Campaign::add(uint64_t index, const LlvmFinding &finding) {
  for (LlvmSummary::Met &met : summary.findings)
    if (met.finding.signature() == finding.signature()) {
      ++met.times;
      if (index < met.index) {
        met.index = index;
        met.finding = finding;
      }
      return;
    }
  summary.findings.push_back({finding, index, options.steps, 1, "", ""});
}

void Campaign::read(Worker &worker) {
  for (const std::string &text : worker.process->readLines()) {
    Expected<json::Value> value = json::parse(text);
    json::Object *line = value ? value->getAsObject() : nullptr;
    if (!line) {
      consumeError(value.takeError());
      continue;
    }
    uint64_t index = line->getInteger("index").value_or(worker.next);
    worker.next = index + 1;
    line->erase("index");
    summary.counts.add(parseLlvmCounts(*line));
    for (const json::Value &row : *line->getArray("findings")) {
      const json::Object &one = *row.getAsObject();
      add(index, {one.getString("where")->str(), one.getString("kind")->str(),
                  one.getString("reason")->str(),
                  parseSymptom(*one.get("symptom")).value_or(Symptom()),
                  one.getString("pass")->str()});
    }
  }
}

/// The fewest statements with which the module of the index shows the same.
static unsigned smallest(const LlvmCampaignOptions &options,
                         const LlvmSummary::Met &met) {
  if (met.finding.kind == "death")
    return met.steps;
  for (unsigned steps = 1; steps < met.steps; ++steps)
    for (const LlvmFinding &finding :
         tryIndex(options, met.index, steps).findings)
      if (finding.signature() == met.finding.signature())
        return steps;
  return met.steps;
}

Error Campaign::finish() {
  llvm::sort(summary.findings,
             [](const LlvmSummary::Met &a, const LlvmSummary::Met &b) {
               return std::pair(a.index, a.finding.signature()) <
                      std::pair(b.index, b.finding.signature());
             });
  if (!options.store.empty())
    if (std::error_code code = sys::fs::create_directories(options.store))
      return createStringError(options.store + ": " + code.message());
  for (LlvmSummary::Met &met : summary.findings) {
    met.steps = smallest(options, met);
    if (options.store.empty() && !options.known)
      continue;
    LLVMContext context;
    LlvmProgram program = makeProgram(options, met.index, met.steps, context);
    if (options.known)
      met.known = options.known(met.finding, *program.module);
    if (options.store.empty())
      continue;
    std::string name = std::to_string(met.index) + "-" + met.finding.where +
                       "-" + met.finding.kind + ".ll";
    for (char &c : name)
      if (!isAlnum(c) && c != '.')
        c = '-';
    met.file = options.store + "/" + name;
    std::string text =
        "; " + met.finding.signature() + "\n" + program.toString();
    if (Error error = writeWholeFile(met.file, text))
      return error;
  }
  return Error::success();
}

Expected<LlvmSummary> Campaign::run() {
  uint64_t begin = monotonicTime();
  std::vector<Worker> workers(std::max(1u, options.jobs));
  for (auto [i, worker] : enumerate(workers)) {
    worker.next = options.first + options.modules * i / workers.size();
    worker.end = options.first + options.modules * (i + 1) / workers.size();
    if (worker.next < worker.end)
      if (Error error = start(worker))
        return std::move(error);
  }
  while (!isOver()) {
    std::vector<pollfd> waiting;
    for (const Worker &worker : workers)
      if (worker.process)
        waiting.push_back({worker.process->reports(), POLLIN, 0});
    if (waiting.empty())
      break;
    ::poll(waiting.data(), waiting.size(), 100);
    uint64_t left = 0;
    for (const Worker &worker : workers)
      left += worker.end - worker.next;
    options.progress(options.modules - left);
    for (Worker &worker : workers) {
      if (!worker.process)
        continue;
      read(worker);
      if (!worker.process->areReportsOver())
        continue;
      ProcessEnd end = worker.process->stop();
      worker.process.reset();
      if (worker.next >= worker.end)
        continue;
      add(worker.next, {"llvm",
                        "death",
                        end.describe(),
                        Symptom::message(end.describe()),
                        {}});
      ++worker.next;
      if (worker.next < worker.end)
        if (Error error = start(worker))
          return std::move(error);
    }
  }
  workers.clear();
  if (Error error = finish())
    return std::move(error);
  summary.seconds = (monotonicTime() - begin) * 1e-9;
  return std::move(summary);
}

Expected<LlvmSummary>
tilefuzz::runLlvmModules(const LlvmCampaignOptions &options) {
  return Campaign(options).run();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

size_t LlvmSummary::newFindings() const {
  return llvm::count_if(findings,
                        [](const Met &met) { return met.known.empty(); });
}

json::Value LlvmSummary::toJSON() const {
  json::Object object = counts.toJSON();
  json::Array rows;
  for (const Met &met : findings)
    rows.push_back(json::Object{{"where", met.finding.where},
                                {"kind", met.finding.kind},
                                {"reason", met.finding.reason},
                                {"pass", met.finding.pass},
                                {"known", met.known},
                                {"index", int64_t(met.index)},
                                {"steps", int64_t(met.steps)},
                                {"times", int64_t(met.times)},
                                {"file", met.file}});
  object["findings"] = std::move(rows);
  object["newFindings"] = int64_t(newFindings());
  object["knownFindings"] = int64_t(findings.size() - newFindings());
  object["seconds"] = seconds;
  return object;
}

void LlvmSummary::print(raw_ostream &os) const {
  for (const auto &[name, number] : counts.numbers)
    os << formatv("{0,-20} {1}\n", name, number);
  for (const auto &[name, number] : counts.comparisons)
    os << formatv("compared after {0,-60} {1}\n", name, number);
  for (const auto &[reason, number] : counts.skips)
    os << formatv("skipped {0,8}  {1}\n", number, reason);
  for (const Met &met : findings) {
    os << formatv("{0}: {1} (module {2}, {3} steps, {4} times): {5}\n",
                  met.known.empty() ? "finding" : "known finding",
                  met.finding.signature(), met.index, met.steps, met.times,
                  met.finding.reason);
    if (!met.known.empty())
      os << "  " << met.known << "\n";
  }
  if (size_t known = findings.size() - newFindings())
    os << "known: " << known << "\n";
  os << formatv("{0} findings, {1:f1} s\n", newFindings(), seconds);
}
