//===- Report.h - The database as a page and as JSON ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One self-contained HTML file: no script, style or image from elsewhere, so it
// can be mailed and opened anywhere. The JSON form holds the same data.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REPORT_REPORT_H
#define TILEFUZZ_FUZZ_REPORT_REPORT_H

#include "compiler/Support/Html/Html.h"
#include "fuzz/Findings/Database.h"
#include <map>

namespace tilefuzz {

/// What a run came to, beside the others.
struct RunTotals {
  uint64_t programs = 0, comparisons = 0;
  /// Features that no earlier run had.
  uint64_t newFeatures = 0;
};

/// A loop of a kernel, in cycles of the machine model from one iteration to the
/// next.
struct ScheduledCycles {
  std::string loop;
  int64_t serial = 0, cost = 0, bound = 0;
};

struct ReportData {
  std::string database;
  std::vector<RunInfo> runs;
  /// As many as there are runs.
  std::vector<RunTotals> totals;
  /// Of the last run.
  std::vector<ProgressPoint> progress;
  /// File contents included, of the first that are shown (`mostDetailed`) and
  /// where the folder still exists.
  std::vector<FindingRow> findings;
  Counts counters, firings;
  /// Of all runs.
  FeatureCount features;
  /// In pipeline order; stages without a counter are shown with zero.
  std::vector<std::string> stageOrder;
  /// By the finding's number: its accesses and their order, as HTML.
  std::map<int64_t, std::string> pictures;
  /// Of kernels that somebody asked for.
  std::vector<ScheduledCycles> cycles;
};

/// Of so many findings the page says everything, of so many it has a line. No
/// browser shows a hundred thousand, and nobody reads them.
constexpr size_t mostDetailed = 500, mostListed = 5000;

llvm::Expected<ReportData> loadReport(Database &database);
/// Indices of the first findings as they are shown: what nobody has looked at
/// comes first.
std::vector<size_t> displayOrder(const ReportData &data, size_t most);
void writeReportHTML(const ReportData &data, llvm::raw_ostream &os);
llvm::json::Value reportToJSON(const ReportData &data);

/// Writes the page to `path`, atomically.
llvm::Error writeReportFile(const ReportData &data, llvm::StringRef path);

/// The pieces, for reuse and tests.
struct DiffLine {
  /// Same on both sides, or only left, or only right.
  enum class Side { Both, Left, Right } side;
  llvm::StringRef text;
};
/// Longest common subsequence of lines; very long texts are cut into "all left,
/// then all right".
std::vector<DiffLine> diffLines(llvm::StringRef left, llvm::StringRef right);

struct Bar {
  std::string label;
  double value;
  /// Drawn after it, in another colour.
  double second = 0;
};
/// An inline SVG of horizontal bars, widest first if `sorted`.
std::string barChart(std::vector<Bar> bars, bool sorted);

struct LineChart {
  llvm::ArrayRef<std::pair<double, double>> points;
  llvm::StringRef xLabel, yLabel;
  /// Marked points and what they say when pointed at.
  std::vector<std::pair<std::pair<double, double>, std::string>> dots;
  /// Each value holds until the next one.
  bool steps = false;
};
/// An inline SVG of a line over time.
std::string lineChart(const LineChart &chart);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REPORT_REPORT_H
