//===- Report.cpp - The database as a page and as JSON --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/Report.h"
#include "compiler/Support/Files/WholeFile.h"
#include "fuzz/Report/ReportHTML.h"
#include "fuzz/Report/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace tilefuzz;
namespace json = llvm::json;

llvm::Expected<ReportData> tilefuzz::loadReport(Database &database) {
  ReportData data;
  data.database = database.path().str();
  auto runs = database.runs();
  if (!runs)
    return runs.takeError();
  data.runs = std::move(*runs);
  if (!data.runs.empty()) {
    auto progress = database.progress(data.runs.back().id);
    if (!progress)
      return progress.takeError();
    data.progress = std::move(*progress);
  }
  auto features = database.featureCounts();
  if (!features)
    return features.takeError();
  for (const auto &[run, count] : *features) {
    data.features.features += count.features;
    data.features.edges += count.edges;
  }
  for (const RunInfo &run : data.runs) {
    auto counters = database.counters(run.id);
    if (!counters)
      return counters.takeError();
    data.totals.push_back({(*counters)["programs"], (*counters)["comparisons"],
                           (*features)[run.id].features});
  }
  auto findings = database.findings();
  if (!findings)
    return findings.takeError();
  data.findings = std::move(*findings);
  llvm::erase_if(data.findings,
                 [](const FindingRow &row) { return row.mergedInto != 0; });
  for (size_t index : displayOrder(data, mostDetailed)) {
    FindingRow &row = data.findings[index];
    // A folder that was moved away leaves the row's fields.
    if (llvm::Expected<Finding> full = readFindingFolder(row.folder))
      row.finding = std::move(*full);
    else
      llvm::consumeError(full.takeError());
  }
  auto counters = database.counters();
  if (!counters)
    return counters.takeError();
  data.counters = std::move(*counters);
  auto firings = database.firings();
  if (!firings)
    return firings.takeError();
  data.firings = std::move(*firings);
  return data;
}

//===----------------------------------------------------------------------===//
// HTML
//===----------------------------------------------------------------------===//

std::string tilefuzz::grouped(uint64_t value) {
  std::string text = std::to_string(value);
  for (size_t at = text.size(); at > 3; at -= 3)
    text.insert(at - 3, ",");
  return text;
}

static void writeSummary(const ReportData &data, const Statistics &statistics,
                         llvm::raw_ostream &os) {
  os << "<div class=\"tiles\">\n";
  auto tile = [&](llvm::StringRef label, const std::string &value,
                  llvm::StringRef name = "") {
    os << "<div class=\"card " << name << "\"><b>" << value << "</b><span>"
       << label << "</span></div>\n";
  };
  uint64_t fresh = 0, back = 0;
  for (const FindingRow &row : data.findings) {
    fresh += row.status == FindingStatus::New;
    back += row.isBack();
  }
  tile("findings, " + std::to_string(fresh) + " of them new" +
           (back ? ", " + std::to_string(back) + " back again" : ""),
       grouped(data.findings.size()), fresh ? "alarm" : "calm");
  tile("programs", grouped(statistics.programs));
  tile("comparisons", grouped(statistics.comparisons));
  tile("programs skipped", grouped(statistics.skipped));
  tile("programs per second",
       llvm::formatv("{0:f1}", statistics.programsPerSecond()).str());
  tile("features covered", grouped(statistics.coverage - statistics.edges));
  if (statistics.edges)
    tile("edges of the compiler", grouped(statistics.edges));
  os << "</div>\n";
}

static void writeCountTable(llvm::StringRef title, const Counts &counts,
                            llvm::raw_ostream &os) {
  os << "<h2>" << title << "</h2>\n";
  if (counts.empty()) {
    os << "<p class=\"card\">None.</p>\n";
    return;
  }
  std::vector<std::pair<std::string, uint64_t>> sorted(counts.begin(),
                                                       counts.end());
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  os << "<div class=\"card wide\"><table><tr><th>reason</th><th class=\"n\">"
        "count</th></tr>\n";
  for (const auto &[name, value] : sorted)
    os << "<tr><td>" << escapeHTML(name) << "</td><td class=\"n\">"
       << grouped(value) << "</td></tr>\n";
  os << "</table></div>\n";
}

void tilefuzz::writeReportHTML(const ReportData &data, llvm::raw_ostream &os) {
  beginPage("tilefuzz report", filterStyle(data), os);
  os << "<p class=\"soft\">" << escapeHTML(data.database);
  if (!data.runs.empty())
    os << ", " << data.runs.size()
       << (data.runs.size() == 1 ? " run, of " : " runs, the last one of ")
       << escapeHTML(data.runs.back().started) << ", "
       << escapeHTML(data.runs.back().version);
  os << "</p>\n";
  writeSummary(data, statisticsOf(data), os);
  writeFindings(data, os);
  writeTrend(data, os);
  writeCharts(data, os);
  writeCountTable("Programs skipped, by reason",
                  groupCounters(data.counters, "skip"), os);
  writeCountTable("Stages not compared, by reason",
                  groupCounters(data.counters, "stage-skip"), os);
  writeCountTable("Pairs of small programs, by what proof, auditor and "
                  "explorer say",
                  groupCounters(data.counters, "pair"), os);
  writeRuns(data, os);
  endPage(os);
}

llvm::Error tilefuzz::writeReportFile(const ReportData &data,
                                      llvm::StringRef path) {
  std::string page;
  llvm::raw_string_ostream os(page);
  writeReportHTML(data, os);
  return writeWholeFile(path, page);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

json::Value tilefuzz::reportToJSON(const ReportData &data) {
  auto toObject = [](const Counts &counts) {
    json::Object object;
    for (const auto &[name, value] : counts)
      object[name] = int64_t(value);
    return object;
  };
  json::Array runs, findings, progress;
  for (const auto &[index, run] : llvm::enumerate(data.runs)) {
    RunTotals totals =
        index < data.totals.size() ? data.totals[index] : RunTotals();
    runs.push_back(json::Object{{"id", run.id},
                                {"programs", int64_t(totals.programs)},
                                {"newFeatures", int64_t(totals.newFeatures)},
                                {"seed", std::to_string(run.seed)},
                                {"jobs", int64_t(run.jobs)},
                                {"target", run.target},
                                {"bugs", run.bugs},
                                {"version", run.version},
                                {"started", run.started},
                                {"seconds", run.seconds}});
  }
  for (const FindingRow &row : data.findings) {
    json::Array history;
    for (const StatusChange &change : row.history)
      history.push_back(json::Object{{"status", toString(change.status)},
                                     {"run", change.run},
                                     {"at", change.at}});
    findings.push_back(json::Object{{"finding", row.finding.toJSON()},
                                    {"folder", row.folder},
                                    {"run", row.run},
                                    {"status", toString(row.status)},
                                    {"isBack", row.isBack()},
                                    {"history", std::move(history)},
                                    {"duplicates", int64_t(row.duplicates)}});
  }
  for (const ProgressPoint &point : data.progress)
    progress.push_back(json::Object{{"seconds", point.seconds},
                                    {"programs", int64_t(point.programs)},
                                    {"comparisons", int64_t(point.comparisons)},
                                    {"findings", int64_t(point.findings)}});
  return json::Object{{"database", data.database},
                      {"runs", std::move(runs)},
                      {"findings", std::move(findings)},
                      {"progress", std::move(progress)},
                      {"counters", toObject(data.counters)},
                      {"firings", toObject(data.firings)}};
}
