//===- ReportCharts.cpp - Charts and differences as HTML ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/ReportHTML.h"
#include "fuzz/Report/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace tilefuzz;

std::vector<DiffLine> tilefuzz::diffLines(llvm::StringRef left,
                                          llvm::StringRef right) {
  llvm::SmallVector<llvm::StringRef> a, b;
  left.rtrim('\n').split(a, '\n');
  right.rtrim('\n').split(b, '\n');
  std::vector<DiffLine> lines;
  // The table is quadratic; beyond this a person does not compare by eye.
  if (a.size() * b.size() > 4'000'000) {
    for (llvm::StringRef line : a)
      lines.push_back({DiffLine::Side::Left, line});
    for (llvm::StringRef line : b)
      lines.push_back({DiffLine::Side::Right, line});
    return lines;
  }
  // length[i][j]: longest common subsequence of a[i..] and b[j..].
  size_t columns = b.size() + 1;
  std::vector<uint32_t> length((a.size() + 1) * columns, 0);
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;)
      length[i * columns + j] = a[i] == b[j]
                                    ? length[(i + 1) * columns + j + 1] + 1
                                    : std::max(length[(i + 1) * columns + j],
                                               length[i * columns + j + 1]);
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      lines.push_back({DiffLine::Side::Both, a[i]});
      ++i, ++j;
    } else if (j == b.size() ||
               (i < a.size() &&
                length[(i + 1) * columns + j] >= length[i * columns + j + 1])) {
      lines.push_back({DiffLine::Side::Left, a[i++]});
    } else {
      lines.push_back({DiffLine::Side::Right, b[j++]});
    }
  }
  return lines;
}

/// Short: 1234567 as 1.23M.
static std::string number(double value) {
  const char *unit = "";
  for (const char *next : {"k", "M", "G"}) {
    if (std::fabs(value) < 10'000)
      break;
    value /= 1000;
    unit = next;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (value == std::floor(value))
    os << int64_t(value);
  else if (std::fabs(value) >= 100)
    os << llvm::formatv("{0:f0}", value);
  else
    os << llvm::formatv("{0:f2}", value);
  os << unit;
  return text;
}

std::string tilefuzz::barChart(std::vector<Bar> bars, bool sorted) {
  if (sorted)
    llvm::sort(bars, [](const Bar &left, const Bar &right) {
      double a = left.value + left.second, b = right.value + right.second;
      return a != b ? a > b : left.label < right.label;
    });
  constexpr int rowHeight = 22, labelWidth = 270, barWidth = 230;
  double largest = 0;
  for (const Bar &bar : bars)
    largest = std::max(largest, bar.value + bar.second);
  auto widthOf = [&](double value) {
    return largest > 0 ? value / largest * barWidth : 0;
  };
  std::string svg;
  llvm::raw_string_ostream os(svg);
  os << llvm::formatv("<svg role=\"img\" viewBox=\"0 0 {0} {1}\">\n",
                      labelWidth + barWidth + 60, rowHeight * bars.size());
  for (const auto &[row, bar] : llvm::enumerate(bars)) {
    double first = std::max(widthOf(bar.value), 1.0),
           second = widthOf(bar.second);
    int y = int(row) * rowHeight;
    os << llvm::formatv("<text class=\"name\" x=\"{0}\" y=\"{1}\" "
                        "text-anchor=\"end\">{2}</text><rect class=\"bar\" "
                        "x=\"{3}\" y=\"{4}\" width=\"{5:f1}\" height=\"{6}\" "
                        "rx=\"2\"/>",
                        labelWidth - 8, y + 15, escapeHTML(bar.label),
                        labelWidth, y + 4, first, rowHeight - 8);
    if (bar.second > 0)
      os << llvm::formatv("<rect class=\"bar2\" x=\"{0:f1}\" y=\"{1}\" "
                          "width=\"{2:f1}\" height=\"{3}\" rx=\"2\"/>",
                          labelWidth + first, y + 4, second, rowHeight - 8);
    os << llvm::formatv("<text x=\"{0:f1}\" y=\"{1}\">{2}</text>\n",
                        labelWidth + first + second + 6, y + 15,
                        number(bar.value + bar.second));
  }
  os << "</svg>\n";
  return svg;
}

/// 1, 2 or 5 times a power of ten: four to eight of them reach `most`.
static double tickFor(double most) {
  double power = std::pow(10, std::floor(std::log10(most)));
  for (double factor : {0.2, 0.5, 1.0})
    if (most / (power * factor) <= 6)
      return power * factor;
  return power * 2;
}

std::string tilefuzz::lineChart(const LineChart &chart) {
  constexpr double width = 560, height = 220, left = 52, right = 14,
                   bottom = 38, top = 24;
  double xMax = 0, yMax = 0;
  for (auto [x, y] : chart.points) {
    xMax = std::max(xMax, x);
    yMax = std::max(yMax, y);
  }
  xMax = xMax > 0 ? xMax : 1;
  yMax = yMax > 0 ? yMax * 1.05 : 1;
  auto atX = [&](double x) { return left + x / xMax * (width - left - right); };
  auto atY = [&](double y) {
    return height - bottom - y / yMax * (height - bottom - top);
  };
  std::string svg;
  llvm::raw_string_ostream os(svg);
  os << llvm::formatv("<svg role=\"img\" viewBox=\"0 0 {0} {1}\">\n",
                      int(width), int(height));
  for (double y = 0, step = tickFor(yMax); y <= yMax * 1.0001; y += step)
    os << llvm::formatv("<line class=\"grid\" x1=\"{0:f1}\" x2=\"{1:f1}\" "
                        "y1=\"{2:f1}\" y2=\"{2:f1}\"/><text x=\"{3:f1}\" "
                        "y=\"{4:f1}\" text-anchor=\"end\">{5}</text>\n",
                        left, width - right, atY(y), left - 6, atY(y) + 4,
                        number(y));
  for (double x = 0, step = tickFor(xMax); x <= xMax * 1.0001; x += step)
    os << llvm::formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" "
                        "text-anchor=\"middle\">{2}</text>\n",
                        atX(x), height - bottom + 16, number(x));
  std::string line;
  llvm::raw_string_ostream points(line);
  // A day has more points than the picture has columns.
  double previous = 0, drawn = -1;
  for (const auto &[index, point] : llvm::enumerate(chart.points)) {
    auto [x, y] = point;
    if (atX(x) - drawn >= 0.25 || index + 1 == chart.points.size()) {
      if (chart.steps && index)
        points << llvm::formatv("{0:f1},{1:f1} ", atX(x), atY(previous));
      points << llvm::formatv("{0:f1},{1:f1} ", atX(x), atY(y));
      drawn = atX(x);
    }
    previous = y;
  }
  if (!chart.points.empty())
    os << llvm::formatv("<polygon class=\"area\" points=\"{0:f1},{1:f1} {2}"
                        "{3:f1},{1:f1}\"/>\n",
                        atX(chart.points.front().first), atY(0), line,
                        atX(chart.points.back().first));
  os << "<polyline class=\"line\" points=\"" << line << "\"/>\n";
  for (const auto &[point, text] : chart.dots)
    os << llvm::formatv("<circle class=\"dot\" cx=\"{0:f1}\" cy=\"{1:f1}\" "
                        "r=\"4.5\"><title>{2}</title></circle>\n",
                        atX(point.first), atY(point.second), escapeHTML(text));
  os << llvm::formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"end\">{2}"
                      "</text><text x=\"2\" y=\"12\">{3}</text>\n</svg>\n",
                      width - right, height - 4, escapeHTML(chart.xLabel),
                      escapeHTML(chart.yLabel));
  return svg;
}

//===----------------------------------------------------------------------===//
// The page's charts
//===----------------------------------------------------------------------===//

using Points = std::vector<std::pair<double, double>>;

/// Programs per second between points that are far enough apart to say so.
static Points throughputOf(llvm::ArrayRef<ProgressPoint> progress) {
  Points points;
  double total = progress.empty() ? 0 : progress.back().seconds;
  double window = std::max(0.9, total / 60);
  double seconds = 0;
  uint64_t programs = 0;
  for (const ProgressPoint &point : progress) {
    double passed = point.seconds - seconds;
    if (passed < window &&
        !(points.empty() && passed > 0.2 && point.seconds == total))
      continue;
    points.push_back({point.seconds, (point.programs - programs) / passed});
    seconds = point.seconds;
    programs = point.programs;
  }
  if (!points.empty())
    points.insert(points.begin(), {0, points.front().second});
  return points;
}

static void writeCard(llvm::StringRef title, llvm::StringRef says,
                      const std::string &chart, llvm::raw_ostream &os) {
  os << "<div class=\"card\"><h3>" << title << "</h3>";
  if (!says.empty())
    os << "<p class=\"soft\">" << says << "</p>";
  os << chart << "</div>\n";
}

static void writeTimeToFind(const ReportData &data, llvm::raw_ostream &os) {
  // Of the last run, like the other courses.
  std::vector<const FindingRow *> found;
  int64_t run = data.runs.empty() ? 0 : data.runs.back().id;
  for (const FindingRow &row : data.findings)
    if (row.run == run && row.seconds >= 0)
      found.push_back(&row);
  llvm::sort(found, [](const FindingRow *left, const FindingRow *right) {
    return std::tie(left->seconds, left->id) <
           std::tie(right->seconds, right->id);
  });
  if (found.empty())
    return writeCard("Time to find", "The last run found nothing new.", "", os);
  LineChart chart;
  Points points = {{0, 0}};
  for (const FindingRow *row : found) {
    points.push_back({row->seconds, double(points.size())});
    if (chart.dots.size() == mostDetailed)
      continue;
    chart.dots.push_back(
        {points.back(),
         llvm::formatv("{0:f1} s: {1}", row->seconds, row->finding.signature)
             .str()});
  }
  if (!data.progress.empty())
    points.push_back(
        {std::max(data.progress.back().seconds, points.back().first),
         double(found.size())});
  chart.points = points;
  chart.xLabel = "seconds";
  chart.yLabel = "findings";
  chart.steps = true;
  writeCard("Time to find (last run)", "", lineChart(chart), os);
}

/// Serial, by cost, and the lower bound, side by side.
static void writeCycles(const ReportData &data, llvm::raw_ostream &os) {
  if (data.cycles.empty())
    return;
  std::vector<Bar> bars;
  for (const ScheduledCycles &cycles : data.cycles)
    for (auto [name, value] : {std::pair("serial", cycles.serial),
                               {"cost", cycles.cost},
                               {"bound", cycles.bound}})
      bars.push_back({cycles.loop + " " + name, double(value)});
  writeCard("Cycles per iteration of loops",
            "Of the machine model: one operation after the other, as the cost "
            "scheduler overlaps iterations, and what no schedule goes below.",
            barChart(bars, false), os);
}

static void writeFirings(const ReportData &data, llvm::raw_ostream &os) {
  std::vector<Bar> patterns;
  for (const auto &[pattern, value] : data.firings)
    patterns.push_back({pattern, double(value)});
  if (patterns.empty())
    return writeCard("Firings per pattern", "No named pattern fired.", "", os);
  llvm::sort(patterns, [](const Bar &left, const Bar &right) {
    return left.value != right.value ? left.value > right.value
                                     : left.label < right.label;
  });
  // The rest is there for those who ask.
  constexpr size_t shown = 16;
  std::vector<Bar> rest;
  if (patterns.size() > shown + 2) {
    rest.assign(patterns.begin() + shown, patterns.end());
    patterns.resize(shown);
  }
  std::string chart = barChart(std::move(patterns), /*sorted=*/true);
  if (!rest.empty())
    chart += "<details class=\"more\"><summary>" + std::to_string(rest.size()) +
             " that fired less</summary>" + barChart(rest, /*sorted=*/true) +
             "</details>";
  writeCard("Firings per pattern", "", chart, os);
}

void tilefuzz::writeCharts(const ReportData &data, llvm::raw_ostream &os) {
  os << "<h2>Charts</h2>\n<div class=\"charts\">\n";
  Points throughput = throughputOf(data.progress), coverage, edges;
  for (const ProgressPoint &point : data.progress) {
    coverage.push_back({point.seconds, double(point.coverage - point.edges)});
    edges.push_back({point.seconds, double(point.edges)});
  }
  LineChart chart;
  chart.xLabel = "seconds";
  chart.points = throughput;
  chart.yLabel = "programs per second";
  writeCard("Throughput (last run)",
            throughput.empty() ? "Too short to say." : "",
            throughput.empty() ? "" : lineChart(chart), os);
  chart.points = coverage;
  chart.yLabel = "features";
  writeCard("Coverage growth (last run)",
            coverage.empty() ? "No program was run."
                             : "Patterns that fired, pairs of operations, "
                               "operations by element type.",
            coverage.empty() ? "" : lineChart(chart), os);
  if (!edges.empty() && edges.back().second > 0) {
    chart.points = edges;
    chart.yLabel = "edges";
    writeCard("Edges of the compiler (last run)", "", lineChart(chart), os);
  }
  writeTimeToFind(data, os);

  Statistics statistics = statisticsOf(data);
  std::vector<Bar> comparisons, seconds;
  for (const StageStatistics &row : statistics.stages) {
    comparisons.push_back({row.stage, double(row.comparisons)});
    seconds.push_back({row.stage, row.compileSeconds, row.executeSeconds});
  }
  writeCard("Comparisons per stage", "", barChart(comparisons, false), os);
  writeCard(
      "Seconds per stage",
      "Compiling <svg style=\"display:inline;width:.8em\" viewBox=\"0 0 8 "
      "8\"><rect class=\"bar\" width=\"8\" height=\"8\"/></svg>, "
      "executing <svg style=\"display:inline;width:.8em\" viewBox=\"0 0 8 "
      "8\"><rect class=\"bar2\" width=\"8\" height=\"8\"/></svg>, over "
      "all workers.",
      barChart(seconds, false), os);
  writeFirings(data, os);
  writeCycles(data, os);
  os << "</div>\n";
}
