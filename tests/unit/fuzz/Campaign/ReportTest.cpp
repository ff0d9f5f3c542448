//===- ReportTest.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Report.h"
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
        "<td class=\"l\">tile&lt;4xf32&gt;</td><td "
        "class=\"r\">tensor&lt;4xf32&gt;</td>",
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
