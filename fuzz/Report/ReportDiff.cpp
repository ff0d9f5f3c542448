//===- ReportDiff.cpp - Two texts side by side ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/ReportHTML.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

namespace {
/// One row of the table: line numbers from 1, 0 for none.
struct Row {
  size_t leftNumber = 0, rightNumber = 0;
  llvm::StringRef left, right;
  bool same = false;
};
} // namespace

/// Names, numbers and single other characters.
static std::vector<llvm::StringRef> tokensOf(llvm::StringRef line) {
  std::vector<llvm::StringRef> tokens;
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '%' || c == '@' || c == '#';
  };
  while (!line.empty()) {
    size_t size = 1;
    if (isWord(line[0]))
      while (size < line.size() && (isWord(line[size]) || line[size] == '.'))
        ++size;
    else if (line[0] == ' ')
      while (size < line.size() && line[size] == ' ')
        ++size;
    tokens.push_back(line.take_front(size));
    line = line.drop_front(size);
  }
  return tokens;
}

/// A longest common subsequence: which tokens of each side are in it.
static size_t commonTokens(llvm::ArrayRef<llvm::StringRef> a,
                           llvm::ArrayRef<llvm::StringRef> b,
                           std::vector<bool> &inA, std::vector<bool> &inB) {
  size_t columns = b.size() + 1;
  std::vector<uint32_t> length((a.size() + 1) * columns, 0);
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;)
      length[i * columns + j] = a[i] == b[j]
                                    ? length[(i + 1) * columns + j + 1] + 1
                                    : std::max(length[(i + 1) * columns + j],
                                               length[i * columns + j + 1]);
  inA.assign(a.size(), false);
  inB.assign(b.size(), false);
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      inA[i++] = inB[j++] = true;
    else if (length[(i + 1) * columns + j] >= length[i * columns + j + 1])
      ++i;
    else
      ++j;
  }
  return length[0];
}

/// How much of two lines is the same, 0 to 1.
static double likeness(llvm::StringRef left, llvm::StringRef right) {
  std::vector<llvm::StringRef> a = tokensOf(left.ltrim()),
                               b = tokensOf(right.ltrim());
  if (a.empty() || b.empty() || a.size() * b.size() > 250'000)
    return 0;
  std::vector<bool> inA, inB;
  return 2.0 * commonTokens(a, b, inA, inB) / (a.size() + b.size());
}

/// Brings changed lines face to face that are alike; others face nothing.
static void pairLines(llvm::ArrayRef<std::pair<size_t, llvm::StringRef>> left,
                      llvm::ArrayRef<std::pair<size_t, llvm::StringRef>> right,
                      std::vector<Row> &rows) {
  size_t columns = right.size() + 1;
  std::vector<double> best((left.size() + 1) * columns, 0);
  std::vector<double> like(left.size() * right.size() + 1, 0);
  // Comparing all with all is for what a person compares, too.
  bool small = left.size() * right.size() <= 2500;
  for (size_t i = left.size(); i-- > 0;)
    for (size_t j = right.size(); j-- > 0;) {
      double value = small ? likeness(left[i].second, right[j].second) : 0;
      like[i * right.size() + j] = value;
      double pair = value > 0.5 ? best[(i + 1) * columns + j + 1] + value : 0;
      best[i * columns + j] = std::max(
          {pair, best[(i + 1) * columns + j], best[i * columns + j + 1]});
    }
  size_t i = 0, j = 0;
  while (i < left.size() || j < right.size()) {
    bool both = i < left.size() && j < right.size();
    double value = both ? like[i * right.size() + j] : 0;
    if (both && value > 0.5 &&
        best[i * columns + j] == best[(i + 1) * columns + j + 1] + value) {
      rows.push_back({left[i].first, right[j].first, left[i].second,
                      right[j].second, false});
      ++i, ++j;
    } else if (i < left.size() && (!both || best[i * columns + j] ==
                                                best[(i + 1) * columns + j])) {
      rows.push_back({left[i].first, 0, left[i].second, "", false});
      ++i;
    } else {
      rows.push_back({0, right[j].first, "", right[j].second, false});
      ++j;
    }
  }
}

static std::vector<Row> rowsOf(llvm::StringRef left, llvm::StringRef right) {
  std::vector<DiffLine> lines = diffLines(left, right);
  std::vector<Row> rows;
  size_t leftNumber = 0, rightNumber = 0;
  for (size_t i = 0; i < lines.size();) {
    if (lines[i].side == DiffLine::Side::Both) {
      rows.push_back(
          {++leftNumber, ++rightNumber, lines[i].text, lines[i].text, true});
      ++i;
      continue;
    }
    std::vector<std::pair<size_t, llvm::StringRef>> gone, come;
    for (; i < lines.size() && lines[i].side != DiffLine::Side::Both; ++i)
      if (lines[i].side == DiffLine::Side::Left)
        gone.push_back({++leftNumber, lines[i].text});
      else
        come.push_back({++rightNumber, lines[i].text});
    pairLines(gone, come, rows);
  }
  return rows;
}

/// The line with what the other has not in <mark>.
static std::string marked(llvm::ArrayRef<llvm::StringRef> tokens,
                          const std::vector<bool> &same) {
  std::string text;
  for (size_t i = 0; i < tokens.size();) {
    bool common = same[i];
    if (!common)
      text += "<mark>";
    for (; i < tokens.size() && same[i] == common; ++i)
      text += escapeHTML(tokens[i]);
    if (!common)
      text += "</mark>";
  }
  return text;
}

static void writeRow(const Row &row, llvm::raw_ostream &os) {
  std::string left = escapeHTML(row.left), right = escapeHTML(row.right);
  if (!row.same && row.leftNumber && row.rightNumber) {
    std::vector<llvm::StringRef> a = tokensOf(row.left),
                                 b = tokensOf(row.right);
    std::vector<bool> inA, inB;
    commonTokens(a, b, inA, inB);
    left = marked(a, inA);
    right = marked(b, inB);
  }
  auto cell = [&](size_t number, const char *side, const std::string &text) {
    const char *name = row.same || !number ? "" : side;
    // On a phone the sides stand below each other, and this one once.
    const char *twice = row.same && side[0] == 'r' ? " twice" : "";
    os << "<td class=\"k" << twice << "\">"
       << (number ? std::to_string(number) : "") << "</td><td class=\"" << name
       << twice << "\">" << text << "</td>";
  };
  os << "<tr>";
  cell(row.leftNumber, "l", left);
  cell(row.rightNumber, "r", right);
  os << "</tr>\n";
}

void tilefuzz::writeDiff(llvm::StringRef leftTitle, llvm::StringRef left,
                         llvm::StringRef rightTitle, llvm::StringRef right,
                         llvm::raw_ostream &os) {
  std::vector<Row> rows = rowsOf(left, right);
  os << "<table class=\"ir\"><colgroup><col class=\"k\"><col><col "
        "class=\"k\"><col></colgroup><tr><th colspan=\"2\">"
     << escapeHTML(leftTitle) << "</th><th colspan=\"2\">"
     << escapeHTML(rightTitle) << "</th></tr>\n";
  // Long equal stretches are left out, but for a few lines on either side.
  constexpr size_t context = 4, shortest = 4;
  for (size_t i = 0; i < rows.size();) {
    size_t end = i;
    while (end < rows.size() && rows[end].same)
      ++end;
    size_t first = i == 0 ? 0 : i + context;
    size_t last = end == rows.size() ? end : end - std::min(end, context);
    if (rows.size() > 40 && last >= first + shortest) {
      for (; i < first; ++i)
        writeRow(rows[i], os);
      os << "<tr class=\"gap\"><td colspan=\"4\">" << last - first
         << " equal lines</td></tr>\n";
      i = last;
    }
    for (; i < end; ++i)
      writeRow(rows[i], os);
    for (; i < rows.size() && !rows[i].same; ++i)
      writeRow(rows[i], os);
  }
  os << "</table>\n";
}
