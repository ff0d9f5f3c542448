//===- ReportTest.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/Report.h"
#include "fuzz/Report/ReportFormats.h"
#include "llvm/Support/FormatVariadic.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

/// `=` for both, `<` for left, `>` for right, then the line.
static std::string show(llvm::StringRef left, llvm::StringRef right) {
  std::string text;
  for (const DiffLine &line : diffLines(left, right)) {
    text += line.side == DiffLine::Side::Both   ? '='
            : line.side == DiffLine::Side::Left ? '<'
                                                : '>';
    text += line.text.str() + " ";
  }
  return text;
}

TEST(ReportTest, DiffKeepsCommonLines) {
  EXPECT_EQ(show("a\nb\nc\n", "a\nx\nc\n"), "=a <b >x =c ");
  EXPECT_EQ(show("a\nb\n", "a\nb\n"), "=a =b ");
  EXPECT_EQ(show("a\nb\nc\nd\n", "b\nd\n"), "<a =b <c =d ");
}

TEST(ReportTest, PageIsSelfContainedAndEscaped) {
  ReportData data;
  data.database = "<c>.db";
  data.counters = {{"programs", 10},
                   {"comparisons", 40},
                   {"comparisons:source", 40},
                   {"pair:proved, kept, same", 7},
                   {"skip:a < b", 2}};
  data.stageOrder = {"source", "later"};
  data.firings = {{"some-pattern", 3}};
  FindingRow row;
  row.finding.signature = "differs | s | ops \"x\"";
  row.finding.before = "tile<4xf32>\n";
  row.finding.after = "tensor<4xf32>\n";
  data.findings.push_back(row);
  std::string page;
  llvm::raw_string_ostream os(page);
  writeReportHTML(data, os);
  for (const char *expected :
       {"&lt;c&gt;.db", "a &lt; b", "ops &quot;x&quot;", "some-pattern",
        "<td>proved, kept, same</td><td class=\"n\">7</td>",
        "<td class=\"l\"><mark>tile</mark>&lt;4xf32&gt;</td><td "
        "class=\"k\">1</td><td "
        "class=\"r\"><mark>tensor</mark>&lt;4xf32&gt;</td>",
        ">later<"})
    EXPECT_NE(page.find(expected), std::string::npos) << expected;
  for (const char *forbidden : {"<script", "http://", "https://", "src="})
    EXPECT_EQ(page.find(forbidden), std::string::npos) << forbidden;
}

TEST(ReportTest, EmptyCampaignHasAPage) {
  std::string page;
  llvm::raw_string_ostream os(page);
  writeReportHTML(ReportData(), os);
  EXPECT_NE(page.find("No finding."), std::string::npos);
  EXPECT_EQ(page.find("nan"), std::string::npos);
  EXPECT_EQ(page.find("inf"), std::string::npos);
}

static bool has(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

TEST(ReportTest, CommandsNameTheFolder) {
  ReportData data;
  FindingRow row;
  row.folder = "night/c.findings/differs-1";
  // As it was where the campaign ran.
  row.finding.command = "tile-fuzz repro differs-1";
  data.findings.push_back(row);
  std::string junit, page;
  llvm::raw_string_ostream junitStream(junit), pageStream(page);
  writeJUnit(data, junitStream);
  writeReportHTML(data, pageStream);
  std::string command = "tile-fuzz repro night/c.findings/differs-1";
  std::string sarif = llvm::formatv("{0}", reportToSARIF(data)).str();
  for (const std::string &text : {junit, page, sarif})
    EXPECT_PRED2(has, text, command);
}

TEST(ReportTest, AnUnfinishedRunIsAnError) {
  ReportData data;
  data.runs.resize(1);
  data.runs[0].id = 7;
  data.runs[0].spent = 2.5;
  for (bool finished : {false, true}) {
    data.runs[0].seconds = finished ? 2.5 : -1;
    std::string junit;
    llvm::raw_string_ostream os(junit);
    writeJUnit(data, os);
    EXPECT_PRED2(has, junit,
                 finished ? "tests=\"0\" failures=\"0\" skipped=\"0\" "
                            "errors=\"0\" time=\"2.500\""
                          : "tests=\"1\" failures=\"0\" skipped=\"0\" "
                            "errors=\"1\" time=\"2.500\"");
    EXPECT_EQ(has(junit, "<error message=\"the run is not finished\"/>"),
              !finished);
  }
}

TEST(ReportTest, ManyFindings) {
  ReportData data;
  for (int i = 0; i < 200; ++i) {
    FindingRow row;
    row.id = i + 1;
    row.status = i < 100 ? FindingStatus::Known : FindingStatus::New;
    row.finding.signature = "signature " + std::to_string(i);
    for (int line = 0; line < 100; ++line)
      row.finding.before += "line " + std::to_string(line) + "\n";
    row.finding.after = row.finding.before + "one more\n";
    row.finding.expected = "{\"buffers\":[{\"name\":\"b\",\"type\":\"i32\","
                           "\"elements\":[\"1\",\"2\",\"3\"]}]}";
    row.finding.actual = "{\"buffers\":[{\"name\":\"b\",\"type\":\"i32\","
                         "\"elements\":[\"1\",\"7\",\"3\"]}]}";
    data.findings.push_back(row);
  }
  std::string page;
  llvm::raw_string_ostream os(page);
  writeReportHTML(data, os);
  auto count = [&](llvm::StringRef text) {
    return llvm::StringRef(page).count(text);
  };
  EXPECT_EQ(count("id=\"f"), 200u);
  // Only a few are open, and those that nobody looked at come first.
  EXPECT_EQ(count("finding\" open"), 3u);
  EXPECT_LT(page.find("signature 100<"), page.find("signature 0<"));
  EXPECT_EQ(count("b: 1 of 3 elements of type i32 differ"), 200u);
  EXPECT_EQ(count("<tr class=\"bad\"><td>[1]</td><td>2</td><td>7</td>"), 200u);
  // Equal stretches are left out.
  EXPECT_EQ(count("equal lines"), 200u);
  EXPECT_LT(page.size(), 2'000'000u);
}

TEST(ReportTest, MoreFindingsThanAnybodyReads) {
  ReportData data;
  data.database = "c.db";
  for (int i = 0; i < 6000; ++i) {
    FindingRow row;
    row.id = i + 1;
    row.status = i < 100 ? FindingStatus::Known : FindingStatus::New;
    row.folder = "c.findings/number-" + std::to_string(i);
    row.run = 1;
    row.seconds = i;
    row.finding.reason = "reason " + std::to_string(i);
    data.findings.push_back(row);
  }
  data.runs.resize(1);
  data.runs[0].id = 1;
  // A day, twice a second.
  for (int i = 0; i < 172'800; ++i)
    data.progress.push_back({i * 0.5, uint64_t(i), uint64_t(i), 0, 7, 0});
  std::string page;
  llvm::raw_string_ostream os(page);
  writeReportHTML(data, os);
  llvm::StringRef text = page;
  EXPECT_EQ(text.count("id=\"f"), mostDetailed);
  EXPECT_EQ(text.count("href=\"#f"), mostDetailed);
  // New ones first; the rest says where it is.
  EXPECT_PRED2(has, page, "number-5099</code>");
  EXPECT_FALSE(has(page, "number-5100</code>"));
  EXPECT_PRED2(has, page,
               "Everything is said of the first 500, 5,000 of 6,000 are "
               "listed; <code>tile-fuzz triage --db=c.db</code> lists all.");
  EXPECT_LT(page.size(), 6'000'000u);
  EXPECT_EQ(displayOrder(data, 3), (std::vector<size_t>{100, 101, 102}));
}
