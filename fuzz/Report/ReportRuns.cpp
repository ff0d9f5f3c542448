//===- ReportRuns.cpp - The runs of a database, one after the other -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/ReportHTML.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

/// `2026-11-27T02:21:21Z` as `2026-11-27 02:21`.
static std::string shortTime(llvm::StringRef time) {
  if (time.size() < 16)
    return time.str();
  return (time.take_front(10) + " " + time.slice(11, 16)).str();
}

std::string tilefuzz::lifeOf(const FindingRow &row) {
  std::string text;
  for (const auto &[index, change] : llvm::enumerate(row.history)) {
    llvm::StringRef what = toString(change.status);
    if (index == 0)
      what = "found";
    else if (change.status == FindingStatus::New)
      what = "back again";
    text += llvm::formatv("{0}{1} {2}", index ? "; " : "", what,
                          change.at.empty() ? "at an unknown time"
                                            : shortTime(change.at))
                .str();
    if (index == 0 || change.status == FindingStatus::New)
      text += " (run " + std::to_string(change.run) + ")";
  }
  return text;
}

namespace {
/// Findings at the time when a run began, by what was known of them then.
struct Standing {
  uint64_t open = 0, settled = 0, fixed = 0;
};
} // namespace

/// At the end of a run. What a run found, it says itself; what a person said
/// counts for the last run that had begun (`next` begins the next one).
static Standing standingAfter(const ReportData &data, const RunInfo &run,
                              const RunInfo *next) {
  Standing standing;
  for (const FindingRow &row : data.findings) {
    const StatusChange *last = nullptr;
    for (const StatusChange &change : row.history)
      if (change.status == FindingStatus::New
              ? change.run <= run.id
              : last && (!next || change.at < next->started))
        last = &change;
    if (!last)
      continue;
    if (last->status == FindingStatus::New)
      ++standing.open;
    else if (last->status == FindingStatus::Fixed)
      ++standing.fixed;
    else
      ++standing.settled;
  }
  return standing;
}

static double secondsOf(const RunInfo &run) {
  return run.seconds < 0 ? run.spent : run.seconds;
}

static void writeTrendChart(llvm::StringRef title, llvm::StringRef says,
                            llvm::StringRef unit,
                            llvm::ArrayRef<std::pair<double, double>> points,
                            llvm::ArrayRef<std::string> hints,
                            llvm::raw_ostream &os) {
  LineChart chart;
  chart.points = points;
  chart.xLabel = "run";
  chart.yLabel = unit;
  for (const auto &[point, hint] : llvm::zip_equal(points, hints))
    chart.dots.push_back({point, hint});
  os << "<div class=\"card\"><h3>" << title << "</h3><p class=\"soft\">" << says
     << "</p>" << lineChart(chart) << "</div>\n";
}

void tilefuzz::writeTrend(const ReportData &data, llvm::raw_ostream &os) {
  if (data.runs.size() < 2 || data.totals.size() != data.runs.size())
    return;
  std::vector<std::pair<double, double>> throughput, coverage, open;
  std::vector<std::string> throughputHints, coverageHints, openHints;
  uint64_t features = 0;
  for (const auto &[index, run] : llvm::enumerate(data.runs)) {
    const RunTotals &totals = data.totals[index];
    double number = double(run.id), seconds = secondsOf(run);
    std::string when =
        llvm::formatv("run {0}, {1}", run.id, shortTime(run.started));
    // A run of stored findings alone makes no programs.
    if (seconds > 0 && totals.programs) {
      throughput.push_back({number, totals.programs / seconds});
      throughputHints.push_back(llvm::formatv("{0}: {1} programs in {2:f1} s",
                                              when, totals.programs, seconds));
    }
    features += totals.newFeatures;
    coverage.push_back({number, double(features)});
    coverageHints.push_back(
        llvm::formatv("{0}: {1} new", when, totals.newFeatures));
    Standing standing = standingAfter(
        data, run,
        index + 1 < data.runs.size() ? &data.runs[index + 1] : nullptr);
    open.push_back({number, double(standing.open)});
    openHints.push_back(llvm::formatv("{0}: {1} open, {2} settled, {3} fixed",
                                      when, standing.open, standing.settled,
                                      standing.fixed));
  }
  os << "<h2>Run after run</h2>\n<div class=\"charts\">\n";
  writeTrendChart("Open findings",
                  "At the end of each run; point at a run for "
                  "those that were settled or fixed.",
                  "findings", open, openHints, os);
  if (throughput.size() > 1)
    writeTrendChart("Throughput", "Over all workers of a run.",
                    "programs per second", throughput, throughputHints, os);
  writeTrendChart("Coverage", "Features that any run had so far.", "features",
                  coverage, coverageHints, os);
  os << "</div>\n";
}

void tilefuzz::writeRuns(const ReportData &data, llvm::raw_ostream &os) {
  os << "<h2>Runs</h2>\n<div class=\"card wide\"><table><tr><th class=\"n\">#"
        "</th><th>started</th><th class=\"n\">seconds</th><th "
        "class=\"n\">seed</th><th class=\"n\">jobs</th><th>target</th>"
        "<th>seeded bugs</th><th>version</th><th>command</th></tr>\n";
  for (const RunInfo &run : data.runs)
    os << llvm::formatv(
        "<tr><td class=\"n\">{0}</td><td>{1}</td><td class=\"n\">{2}</td>"
        "<td class=\"n\">{3}</td><td class=\"n\">{4}</td><td>{5}</td><td>{6}"
        "</td><td>{7}</td><td><code>{8}</code></td></tr>\n",
        run.id, escapeHTML(run.started),
        run.seconds < 0 ? std::string("not finished")
                        : llvm::formatv("{0:f1}", run.seconds).str(),
        run.seed, run.jobs, escapeHTML(run.target),
        run.bugs.empty() ? "none" : escapeHTML(run.bugs),
        escapeHTML(run.version), escapeHTML(run.command));
  os << "</table></div>\n";
}
