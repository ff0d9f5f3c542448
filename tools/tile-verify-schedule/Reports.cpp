//===- Reports.cpp - What tile-verify-schedule tells ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace json = llvm::json;
using namespace tilefuzz;

static json::Value toJSON(const ScheduleReport &report) {
  json::Array violations;
  for (const Violation &violation : report.violations)
    violations.push_back(
        json::Object{{"kind", toString(violation.kind)},
                     {"breaks_programs", breaksPrograms(violation.kind)},
                     {"what", violation.what}});
  json::Object loop{{"loop", report.name},
                    {"scheduler", report.scheduler},
                    {"operations", int64_t(report.operations)},
                    {"tick", report.tick},
                    {"interval", report.interval},
                    {"stages", report.stages},
                    {"violations", std::move(violations)}};
  if (report.explored) {
    const PipelineExploration &sum = report.explored->sum;
    loop["explored"] = json::Object{{"variants", report.explored->variants},
                                    {"ways", sum.ways},
                                    {"protocols", sum.protocols},
                                    {"states", sum.states},
                                    {"unknown", json::Array(sum.open)}};
  }
  if (report.optimum)
    loop["optimum"] = json::Object{{"at_least", report.optimum->atLeast},
                                   {"at_most", report.optimum->atMost},
                                   {"unknown", report.optimum->unknown}};
  return loop;
}

static void print(const ScheduleReport &report) {
  llvm::outs() << report.name << ": ";
  if (!report.scheduler.empty())
    llvm::outs() << llvm::formatv("{0}, {1} operations, interval {2}, {3} "
                                  "stages: ",
                                  report.scheduler, report.operations,
                                  report.interval * report.tick, report.stages);
  else if (report.states)
    llvm::outs() << llvm::formatv(
        "{0} protocols, {1} states: ", report.operations, report.states);
  bool isOpen = report.explored && !report.explored->sum.open.empty();
  llvm::outs() << (!report.violations.empty() ? "not legal"
                   : isOpen                   ? "unknown"
                                              : "legal");
  if (report.optimum) {
    const Optimum &best = *report.optimum;
    llvm::outs() << ", optimum " << best.atLeast * report.tick;
    if (!best.isKnown())
      llvm::outs() << " to " << best.atMost * report.tick << " ("
                   << best.unknown << ')';
  }
  llvm::outs() << '\n';
  if (report.explored) {
    const PipelineExploration &sum = report.explored->sum;
    llvm::outs() << llvm::formatv(
        "  explored: {0} variants, {1} ways through them, {2} protocols, {3} "
        "states\n",
        report.explored->variants, sum.ways, sum.protocols, sum.states);
  }
  for (const Violation &violation : report.violations)
    llvm::outs() << "  " << toString(violation.kind) << ": " << violation.what
                 << '\n';
  if (isOpen)
    llvm::outs() << llvm::formatv("  unknown, {0} times: {1}\n",
                                  report.explored->sum.open.size(),
                                  report.explored->sum.open.front());
}

namespace {
struct GapSummary {
  size_t loops = 0, illegal = 0, breaking = 0, known = 0, best = 0;
  /// Of schedules to the best; to a lower bound where that is not known.
  std::vector<double> gaps;

  double median() const { return gaps.empty() ? 1 : gaps[gaps.size() / 2]; }
  double worst() const { return gaps.empty() ? 1 : gaps.back(); }
};
} // namespace

static GapSummary summarize(llvm::ArrayRef<ScheduleReport> reports) {
  GapSummary summary;
  summary.loops = reports.size();
  for (const ScheduleReport &report : reports) {
    summary.illegal += !report.violations.empty();
    summary.breaking +=
        llvm::any_of(report.violations, [](const Violation &violation) {
          return breaksPrograms(violation.kind);
        });
    if (!report.optimum)
      continue;
    summary.known +=
        report.optimum->isKnown() || report.optimum->atMost < report.interval;
    summary.best +=
        report.optimum->isKnown() && report.optimum->atMost == report.interval;
    summary.gaps.push_back(double(report.interval) /
                           double(report.optimum->atLeast));
  }
  llvm::sort(summary.gaps);
  return summary;
}

void tilefuzz::printReports(llvm::ArrayRef<ScheduleReport> reports,
                            size_t programs, const ScheduleReportStyle &style) {
  GapSummary summary = summarize(reports);
  if (style.asJSON) {
    json::Array loops;
    for (const ScheduleReport &report : reports)
      loops.push_back(toJSON(report));
    json::Object numbers{{"loops", int64_t(summary.loops)},
                         {"not_legal", int64_t(summary.illegal)},
                         {"breaking", int64_t(summary.breaking)}};
    if (style.hasOptima) {
      numbers["known"] = int64_t(summary.known);
      numbers["best"] = int64_t(summary.best);
      numbers["median_gap"] = summary.median();
      numbers["worst_gap"] = summary.worst();
    }
    llvm::outs() << llvm::formatv(
        "{0:2}\n", json::Value(json::Object{{"loops", std::move(loops)},
                                            {"summary", std::move(numbers)}}));
    return;
  }
  for (auto [index, report] : llvm::enumerate(reports))
    if (index < programs || style.isVerbose || !report.violations.empty())
      print(report);
  llvm::outs() << llvm::formatv(
      "{0} {4}: {1} legal, {2} not ({3} of them would break programs)\n",
      summary.loops, summary.loops - summary.illegal, summary.illegal,
      summary.breaking, style.what);
  if (style.hasOptima)
    llvm::outs() << llvm::formatv(
        "gap to the optimum: median {0:f3}, worst {1:f3}; {2} are the best, "
        "{3} of {4} known\n",
        summary.median(), summary.worst(), summary.best, summary.known,
        summary.gaps.size());
}
