//===- Report.cpp - The database as a page and as JSON --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/Report.h"
#include "compiler/Support/Files/WholeFile.h"
#include "fuzz/Report/ReportHTML.h"
#include "fuzz/Report/ReportStyle.h"
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
  auto findings = database.findings();
  if (!findings)
    return findings.takeError();
  data.findings = std::move(*findings);
  llvm::erase_if(data.findings,
                 [](const FindingRow &row) { return row.mergedInto != 0; });
  for (FindingRow &row : data.findings) {
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
  auto coverage = database.coverage();
  if (!coverage)
    return coverage.takeError();
  data.coverage = std::move(*coverage);
  return data;
}

//===----------------------------------------------------------------------===//
// HTML
//===----------------------------------------------------------------------===//

/// 1234567 as 1,234,567.
static std::string grouped(uint64_t value) {
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
  uint64_t fresh = 0;
  for (const FindingRow &row : data.findings)
    fresh += row.status == FindingStatus::New;
  tile("findings, " + std::to_string(fresh) + " of them new",
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

static void writeRuns(const ReportData &data, llvm::raw_ostream &os) {
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
  os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>tilefuzz report</title>\n<style>"
     << reportStyle << "</style></head><body><main>\n<h1>tilefuzz report</h1>\n"
     << "<p class=\"soft\">" << escapeHTML(data.database);
  if (!data.runs.empty())
    os << ", " << data.runs.size()
       << (data.runs.size() == 1 ? " run, of " : " runs, the last one of ")
       << escapeHTML(data.runs.back().started) << ", "
       << escapeHTML(data.runs.back().version);
  os << "</p>\n";
  writeSummary(data, statisticsOf(data), os);
  writeFindings(data, os);
  writeCharts(data, os);
  writeCountTable("Programs skipped, by reason",
                  groupCounters(data.counters, "skip"), os);
  writeCountTable("Stages not compared, by reason",
                  groupCounters(data.counters, "stage-skip"), os);
  writeCountTable("Pairs of small programs, by what proof, auditor and "
                  "explorer say",
                  groupCounters(data.counters, "pair"), os);
  writeRuns(data, os);
  os << "</main></body></html>\n";
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
  for (const RunInfo &run : data.runs)
    runs.push_back(json::Object{{"id", run.id},
                                {"seed", std::to_string(run.seed)},
                                {"jobs", int64_t(run.jobs)},
                                {"target", run.target},
                                {"bugs", run.bugs},
                                {"version", run.version},
                                {"started", run.started},
                                {"seconds", run.seconds}});
  for (const FindingRow &row : data.findings)
    findings.push_back(json::Object{{"finding", row.finding.toJSON()},
                                    {"folder", row.folder},
                                    {"run", row.run},
                                    {"duplicates", int64_t(row.duplicates)}});
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
