//===- AccessPictures.cpp - Findings' accesses, drawn ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AccessPictures.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "interp/Execute/Executor.h"
#include "interp/Tile/Explain.h"
#include "interp/Tile/ExplainPage.h"
#include "mlir/IR/Diagnostics.h"
#include <chrono>
#include <thread>
#include <unistd.h>

using namespace tilefuzz;

/// Findings that get one: a page is for people.
static constexpr unsigned mostPictures = 40;
static constexpr double secondsForOne = 10;
static constexpr uint64_t memoryForOne = 2048;

/// The accesses of a run after the stage; none if it cannot be watched.
static std::optional<AccessGraph> graphAfter(llvm::StringRef stageName,
                                             llvm::StringRef text,
                                             const Launch &launch,
                                             const Schedule &schedule,
                                             mlir::MLIRContext &context) {
  StagedProgram staged{findStage(stageName)};
  if (!staged.stage)
    return std::nullopt;
  llvm::ArrayRef<const Executor *> executors =
      getExecutors(staged.stage->level);
  if (executors.empty() || !executors.front()->isObservable)
    return std::nullopt;
  llvm::Expected<Program> program =
      parseProgram(launch.toString() + text.str(), stageName, context);
  if (!program) {
    llvm::consumeError(program.takeError());
    return std::nullopt;
  }
  staged.module = program->module.get();
  ExecuteOptions options;
  options.maxOperations = 20'000;
  llvm::Expected<std::unique_ptr<Execution>> execution =
      executors.front()->prepare(staged, launch, options);
  if (!execution) {
    llvm::consumeError(execution.takeError());
    return std::nullopt;
  }
  std::string lines;
  llvm::raw_string_ostream os(lines);
  ExplainOptions words;
  words.json = true;
  words.maxElements = 1;
  words.storesAtOnce = schedule.kind == Schedule::Kind::ProgramOrder ||
                       schedule.kind == Schedule::Kind::RoundRobin;
  Explainer explainer(staged.module, os, words);
  if (llvm::Expected<Outcome> outcome = (*execution)->run(schedule, &explainer))
    explainer.finish(*outcome);
  else
    llvm::consumeError(outcome.takeError());
  return accessGraphOf(lines);
}

/// On one line, as a report is; empty: there is nothing to draw.
static std::string draw(const Finding &finding) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  mlir::ScopedDiagnosticHandler silence(
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<Launch> launch = parseLaunch(finding.program, "program");
  if (!launch) {
    llvm::consumeError(launch.takeError());
    return "";
  }
  Schedule schedule = Schedule::parse(finding.schedule).value_or(Schedule());
  std::optional<AccessGraph> before = graphAfter(
      finding.previousStage, finding.before, *launch, schedule, *context);
  std::optional<AccessGraph> after =
      graphAfter(finding.stage, finding.after, *launch, schedule, *context);
  if (!before && !after)
    return "";
  if (before && after)
    markLostOrder(*before, *after);
  std::string html = "<h4>Accesses and their order</h4><div class=\"pair\">";
  auto add = [&](llvm::StringRef stage, std::optional<AccessGraph> &graph) {
    if (!graph)
      return;
    graph->reduceOrder();
    html += "<div><h4>" +
            (stage == "source" ? stage.str() : "after " + escapeHTML(stage)) +
            "</h4>" + drawAccessGraph(*graph) + "</div>";
  };
  add(finding.previousStage, before);
  add(finding.stage, after);
  html += "</div>";
  for (char &c : html)
    if (c == '\n')
      c = ' ';
  return html;
}

static std::string drawInChild(const Finding &finding) {
  ForkOptions options;
  options.hasReports = true;
  llvm::Expected<ForkedProcess> child = ForkedProcess::start(
      [&](int reports) {
        limitMemory(memoryForOne);
        std::string line = draw(finding) + "\n";
        for (llvm::StringRef rest = line; !rest.empty();) {
          ssize_t written = ::write(reports, rest.data(), rest.size());
          if (written <= 0)
            return 1;
          rest = rest.drop_front(written);
        }
        return 0;
      },
      options);
  if (!child) {
    llvm::consumeError(child.takeError());
    return "";
  }
  auto deadline = std::chrono::steady_clock::now() +
                  std::chrono::duration<double>(secondsForOne);
  std::string picture;
  while (std::chrono::steady_clock::now() < deadline) {
    std::optional<ProcessEnd> end = child->poll();
    for (const std::string &line : child->readLines())
      picture = line;
    if (end)
      return end->succeeded() ? picture : "";
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return "";
}

void tilefuzz::drawAccesses(ReportData &data) {
  unsigned count = 0;
  for (size_t index : displayOrder(data, mostDetailed)) {
    const FindingRow &row = data.findings[index];
    const Finding &finding = row.finding;
    bool isAboutOrder = finding.kind == FindingKind::Order ||
                        finding.symptom.isWrongOrder() ||
                        finding.symptom.kind == Symptom::Kind::Weakened ||
                        finding.symptom.kind == Symptom::Kind::Gone ||
                        finding.symptom.kind == Symptom::Kind::Added;
    if (!isAboutOrder || count >= mostPictures)
      continue;
    std::string picture = drawInChild(finding);
    if (picture.empty())
      continue;
    data.pictures[row.id] = std::move(picture);
    ++count;
  }
}
