//===- ReportCharts.cpp - Charts and differences as HTML ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace tilefuzz;

std::string tilefuzz::escapeHTML(llvm::StringRef text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    default:
      escaped += c;
    }
  }
  return escaped;
}

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

/// Integers as they are, others with three significant digits.
static std::string number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15)
    return std::to_string(int64_t(value));
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:f2}", value);
  return text;
}

std::string tilefuzz::barChart(std::vector<Bar> bars, bool sorted) {
  if (sorted)
    llvm::sort(bars, [](const Bar &left, const Bar &right) {
      return left.value != right.value ? left.value > right.value
                                       : left.label < right.label;
    });
  constexpr int rowHeight = 22, labelWidth = 330, barWidth = 420;
  double largest = 0;
  for (const Bar &bar : bars)
    largest = std::max(largest, bar.value);
  std::string svg;
  llvm::raw_string_ostream os(svg);
  os << llvm::formatv("<svg role=\"img\" viewBox=\"0 0 {0} {1}\" "
                      "width=\"{0}\" height=\"{1}\">\n",
                      labelWidth + barWidth + 110, rowHeight * bars.size());
  for (const auto &[row, bar] : llvm::enumerate(bars)) {
    double width = largest > 0 ? bar.value / largest * barWidth : 0;
    int y = int(row) * rowHeight;
    os << llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{2}"
                        "</text><rect class=\"bar\" x=\"{3}\" y=\"{4}\" "
                        "width=\"{5:f1}\" height=\"{6}\"/><text x=\"{7:f1}\" "
                        "y=\"{1}\">{8}</text>\n",
                        labelWidth - 8, y + 15, escapeHTML(bar.label),
                        labelWidth, y + 3, std::max(width, 1.0), rowHeight - 6,
                        labelWidth + width + 6, number(bar.value));
  }
  os << "</svg>\n";
  return svg;
}

std::string
tilefuzz::lineChart(llvm::ArrayRef<std::pair<double, double>> points,
                    llvm::StringRef xLabel, llvm::StringRef yLabel) {
  constexpr double width = 760, height = 220, left = 70, bottom = 36, top = 12;
  double xMax = 0, yMax = 0;
  for (auto [x, y] : points) {
    xMax = std::max(xMax, x);
    yMax = std::max(yMax, y);
  }
  xMax = xMax > 0 ? xMax : 1;
  yMax = yMax > 0 ? yMax : 1;
  auto atX = [&](double x) { return left + x / xMax * (width - left - 20); };
  auto atY = [&](double y) {
    return height - bottom - y / yMax * (height - bottom - top);
  };
  std::string svg;
  llvm::raw_string_ostream os(svg);
  os << llvm::formatv("<svg role=\"img\" viewBox=\"0 0 {0} {1}\" "
                      "width=\"{0}\" height=\"{1}\">\n",
                      int(width), int(height));
  for (double part : {0.0, 0.25, 0.5, 0.75, 1.0})
    os << llvm::formatv(
        "<line class=\"grid\" x1=\"{0:f1}\" x2=\"{1:f1}\" y1=\"{2:f1}\" "
        "y2=\"{2:f1}\"/><text x=\"{3:f1}\" y=\"{4:f1}\" "
        "text-anchor=\"end\">{5}</text><text x=\"{6:f1}\" y=\"{7:f1}\" "
        "text-anchor=\"middle\">{8}</text>\n",
        left, width - 20, atY(part * yMax), left - 6, atY(part * yMax) + 4,
        number(part * yMax), atX(part * xMax), height - bottom + 16,
        number(part * xMax));
  os << "<polyline class=\"line\" points=\"";
  for (auto [x, y] : points)
    os << llvm::formatv("{0:f1},{1:f1} ", atX(x), atY(y));
  os << llvm::formatv("\"/>\n<text x=\"{0:f1}\" y=\"{1:f1}\" "
                      "text-anchor=\"middle\">{2}</text><text x=\"4\" "
                      "y=\"{3:f1}\">{4}</text>\n</svg>\n",
                      (left + width) / 2, height - 4, escapeHTML(xLabel),
                      top + 2, escapeHTML(yLabel));
  return svg;
}
