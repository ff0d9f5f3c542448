//===- Report.cpp - The database as a page and as JSON --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Report.h"
#include "fuzz/Campaign/Campaign.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace tilefuzz;
namespace json = llvm::json;

static constexpr llvm::StringLiteral styleSheet = R"css(
:root{color-scheme:light dark;--line:#3367d6;--soft:#8884;--left:#d9300026;--right:#1a8f3c26}
body{font:15px/1.5 system-ui,sans-serif;max-width:1200px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.2rem}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--soft);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
code,pre,.diff td{font:12.5px/1.45 ui-monospace,monospace}
pre{overflow:auto;background:var(--soft);padding:.6rem;border-radius:4px}
.tiles{display:flex;flex-wrap:wrap;gap:1rem}.tiles div{padding:.7rem 1.1rem;background:var(--soft);border-radius:6px}
.tiles b{display:block;font-size:1.4rem;font-variant-numeric:tabular-nums}
svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:currentColor}
.bar{fill:var(--line)}.line{fill:none;stroke:var(--line);stroke-width:2}.grid{stroke:var(--soft)}
.diff{table-layout:fixed}.diff td{white-space:pre-wrap;overflow-wrap:anywhere;border:0;padding:0 .5rem;width:50%}
.diff .l{background:var(--left)}.diff .r{background:var(--right)}
details{margin:.6rem 0;border:1px solid var(--soft);border-radius:6px;padding:.4rem .8rem}
summary{cursor:pointer;font-weight:600}
)css";

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

static uint64_t lookUp(const Counts &counts, const char *name) {
  auto it = counts.find(name);
  return it == counts.end() ? 0 : it->second;
}

static double totalSeconds(const ReportData &data) {
  double seconds = 0;
  for (const RunInfo &run : data.runs)
    seconds += std::max(run.seconds, 0.0);
  return seconds;
}

//===----------------------------------------------------------------------===//
// HTML
//===----------------------------------------------------------------------===//

static void writeSummary(const ReportData &data, llvm::raw_ostream &os) {
  uint64_t programs = lookUp(data.counters, "programs");
  double seconds = totalSeconds(data);
  os << "<div class=\"tiles\">\n";
  auto tile = [&](llvm::StringRef label, const std::string &value) {
    os << "<div><b>" << value << "</b>" << label << "</div>\n";
  };
  tile("programs", std::to_string(programs));
  tile("comparisons", std::to_string(lookUp(data.counters, "comparisons")));
  tile("programs skipped", std::to_string(lookUp(data.counters, "skipped")));
  tile("findings", std::to_string(data.findings.size()));
  tile("seconds", llvm::formatv("{0:f1}", seconds).str());
  if (seconds > 0)
    tile("programs per second",
         llvm::formatv("{0:f1}", programs / seconds).str());
  os << "</div>\n";
}

static void writeRuns(const ReportData &data, llvm::raw_ostream &os) {
  os << "<h2>Runs</h2>\n<table><tr><th class=\"n\">#</th><th>started</th>"
        "<th class=\"n\">seconds</th><th class=\"n\">seed</th><th "
        "class=\"n\">jobs</th><th>target</th><th>seeded bugs</th><th>version"
        "</th><th>command</th></tr>\n";
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
  os << "</table>\n";
}

static void writeCountTable(llvm::StringRef title, const Counts &counts,
                            llvm::raw_ostream &os) {
  os << "<h2>" << title << "</h2>\n";
  if (counts.empty()) {
    os << "<p>None.</p>\n";
    return;
  }
  os << "<table><tr><th>reason</th><th class=\"n\">count</th></tr>\n";
  for (const auto &[name, value] : counts)
    os << "<tr><td>" << escapeHTML(name) << "</td><td class=\"n\">" << value
       << "</td></tr>\n";
  os << "</table>\n";
}

static void writeDiff(const Finding &finding, llvm::raw_ostream &os) {
  if (finding.before.empty() && finding.after.empty())
    return;
  os << "<table class=\"diff\"><tr><th>after "
     << escapeHTML(finding.previousStage) << "</th><th>after "
     << escapeHTML(finding.stage) << "</th></tr>\n";
  std::vector<DiffLine> lines = diffLines(finding.before, finding.after);
  for (size_t i = 0; i < lines.size();) {
    if (lines[i].side == DiffLine::Side::Both) {
      std::string text = escapeHTML(lines[i++].text);
      os << "<tr><td>" << text << "</td><td>" << text << "</td></tr>\n";
      continue;
    }
    // A block of changed lines: removed ones face added ones.
    llvm::SmallVector<llvm::StringRef> left, right;
    for (; i < lines.size() && lines[i].side != DiffLine::Side::Both; ++i)
      (lines[i].side == DiffLine::Side::Left ? left : right)
          .push_back(lines[i].text);
    for (size_t row = 0; row < std::max(left.size(), right.size()); ++row) {
      os << "<tr>";
      if (row < left.size())
        os << "<td class=\"l\">" << escapeHTML(left[row]) << "</td>";
      else
        os << "<td></td>";
      if (row < right.size())
        os << "<td class=\"r\">" << escapeHTML(right[row]) << "</td></tr>\n";
      else
        os << "<td></td></tr>\n";
    }
  }
  os << "</table>\n";
}

static void writeBlock(llvm::StringRef title, llvm::StringRef text,
                       llvm::raw_ostream &os) {
  if (!text.empty())
    os << "<details><summary>" << title << "</summary><pre>" << escapeHTML(text)
       << "</pre></details>\n";
}

static void writeFindings(const ReportData &data, llvm::raw_ostream &os) {
  os << "<h2>Findings</h2>\n";
  if (data.findings.empty()) {
    os << "<p>No finding.</p>\n";
    return;
  }
  os << "<table><tr><th class=\"n\">#</th><th>kind</th><th>stage</th><th>"
        "pattern</th><th class=\"n\">operations</th><th class=\"n\">met "
        "again</th><th>what differs</th></tr>\n";
  for (const auto &[index, row] : llvm::enumerate(data.findings)) {
    const Finding &finding = row.finding;
    os << llvm::formatv(
        "<tr><td class=\"n\"><a href=\"#f{0}\">{0}</a></td><td>{1}</td><td>{2}"
        "</td><td>{3}</td><td class=\"n\">{4}</td><td class=\"n\">{5}</td>"
        "<td>{6}</td></tr>\n",
        index + 1, toString(finding.kind), escapeHTML(finding.stage),
        escapeHTML(finding.pattern), finding.operationCount, row.duplicates,
        escapeHTML(finding.reason));
  }
  os << "</table>\n";
  for (const auto &[index, row] : llvm::enumerate(data.findings)) {
    const Finding &finding = row.finding;
    os << llvm::formatv(
        "<details id=\"f{0}\" open><summary>{0}. {1}</summary>"
        "\n<p>{2}</p>\n<p>From {3}, seed {4}, schedule {5}. "
        "Folder <code>{6}</code>. Again: <code>{7}</code></p>\n",
        index + 1, escapeHTML(finding.signature), escapeHTML(finding.reason),
        escapeHTML(finding.origin), finding.programSeed,
        escapeHTML(finding.schedule), escapeHTML(row.folder),
        escapeHTML(finding.command));
    writeDiff(finding, os);
    writeBlock("program", finding.program, os);
    writeBlock("outcome that the source allows", finding.expected, os);
    writeBlock("outcome after the stage", finding.actual, os);
    os << "</details>\n";
  }
}

static void writeCharts(const ReportData &data, llvm::raw_ostream &os) {
  std::vector<std::pair<double, double>> programs = {{0, 0}};
  for (const ProgressPoint &point : data.progress)
    programs.push_back({point.seconds, double(point.programs)});
  os << "<h2>Programs over time (last run)</h2>\n"
     << lineChart(programs, "seconds", "programs");

  Counts comparisons = groupCounters(data.counters, "comparisons");
  std::vector<Bar> stages;
  for (const std::string &stage : data.stageOrder)
    stages.push_back({stage, double(lookUp(comparisons, stage.c_str()))});
  for (const auto &[stage, value] : comparisons)
    if (!llvm::is_contained(data.stageOrder, stage))
      stages.push_back({stage, double(value)});
  os << "<h2>Comparisons per stage</h2>\n" << barChart(stages, false);

  std::vector<Bar> patterns;
  for (const auto &[pattern, value] : data.firings)
    patterns.push_back({pattern, double(value)});
  os << "<h2>Pattern firings</h2>\n";
  if (patterns.empty())
    os << "<p>No named pattern fired.</p>\n";
  else
    os << barChart(patterns, true);

  auto milliseconds = [&](llvm::StringRef prefix, llvm::StringRef title) {
    std::vector<Bar> bars;
    for (const auto &[stage, value] : groupCounters(data.counters, prefix))
      bars.push_back({stage, value * 1e-6});
    if (!bars.empty())
      os << "<h2>" << title << "</h2>\n" << barChart(bars, true);
  };
  milliseconds("compile-us", "Seconds compiling, per stage");
  milliseconds("execute-us", "Seconds executing, per stage");
}

void tilefuzz::writeReportHTML(const ReportData &data, llvm::raw_ostream &os) {
  os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>tilefuzz report</title>\n<style>"
     << styleSheet << "</style></head><body>\n<h1>tilefuzz report</h1>\n<p>"
     << escapeHTML(data.database) << "</p>\n";
  writeSummary(data, os);
  writeFindings(data, os);
  writeCharts(data, os);
  writeCountTable("Programs skipped, by reason",
                  groupCounters(data.counters, "skip"), os);
  writeCountTable("Stages not compared, by reason",
                  groupCounters(data.counters, "stage-skip"), os);
  writeRuns(data, os);
  os << "</body></html>\n";
}

llvm::Error tilefuzz::writeReportFile(const ReportData &data,
                                      llvm::StringRef path) {
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    writeReportHTML(data, os);
    return llvm::Error::success();
  });
  if (!error)
    return error;
  return llvm::createStringError(
      path + ": error: " + llvm::toString(std::move(error)));
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
