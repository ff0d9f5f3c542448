//===- Commands.cpp - The subcommands of tile-fuzz ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Campaign/Report.h"
#include "fuzz/Campaign/Reproduce.h"
#include "fuzz/Campaign/Triage.h"
#include "fuzz/Campaign/Worker.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"

using namespace tilefuzz;
namespace json = llvm::json;

static int badUsage(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  if (!llvm::StringRef(text).contains("error: "))
    text = "tile-fuzz: error: " + text;
  llvm::errs() << text << "\n";
  return exitBadUsage;
}

static void printJSON(const json::Value &value) {
  llvm::outs() << llvm::formatv("{0:2}\n", value);
}

bool tilefuzz::parseDuration(llvm::StringRef text, double &seconds) {
  double unit = 1;
  if (text.consume_back("ms"))
    unit = 1e-3;
  else if (text.consume_back("s"))
    unit = 1;
  else if (text.consume_back("m"))
    unit = 60;
  else if (text.consume_back("h"))
    unit = 3600;
  double value = 0;
  if (text.getAsDouble(value) || !(value >= 0) || value > 1e9)
    return false;
  seconds = value * unit;
  return true;
}

//===----------------------------------------------------------------------===//
// run
//===----------------------------------------------------------------------===//

/// One line on a terminal, now and then a line elsewhere.
static void printProgress(const CampaignSummary &summary, double &nextLine) {
  bool terminal = llvm::errs().is_displayed();
  if (!terminal && summary.seconds < nextLine)
    return;
  nextLine = summary.seconds + 10;
  llvm::errs() << llvm::formatv(
      "{0}{1,6:f1} s  {2} programs ({3:f1}/s)  {4} comparisons  {5} skipped  "
      "{6} findings{7}",
      terminal ? "\r" : "", summary.seconds, summary.programs(),
      summary.seconds > 0 ? summary.programs() / summary.seconds : 0.0,
      summary.comparisons(), summary.skipped(), summary.newFindings.size(),
      terminal ? "  " : "\n");
}

static llvm::Error writeReport(llvm::StringRef database,
                               llvm::StringRef output) {
  llvm::Expected<Database> opened =
      Database::open(database, Database::Mode::ReadOnly);
  if (!opened)
    return opened.takeError();
  llvm::Expected<ReportData> data = loadReport(*opened);
  if (!data)
    return data.takeError();
  for (const Stage &stage : getStages())
    data->stageOrder.push_back(stage.name.str());
  return writeReportFile(*data, output);
}

int tilefuzz::runRun(const RunRequest &request) {
  CampaignOptions options;
  options.seconds = request.seconds;
  if (request.maxFindings)
    options.maxFindings = request.maxFindings;
  options.programs = request.programs;
  options.jobs = request.jobs
                     ? request.jobs
                     : llvm::hardware_concurrency().compute_thread_count();
  if (options.jobs > 256)
    return badUsage(llvm::createStringError("at most 256 jobs"));
  options.database = request.database;
  options.executable = request.executable;
  options.command = request.command;
  options.version = versionText();
  options.worker = request.worker;
  options.interrupted = request.interrupted;
  for (const Stage &stage : getStages())
    options.stageNames.push_back(stage.name.str());
  // Bad names are found here, not in every worker.
  llvm::Expected<ComparisonOptions> comparison =
      comparisonOptionsFor(options.worker);
  if (!comparison)
    return badUsage(comparison.takeError());
  if (!request.corpus.empty()) {
    llvm::Expected<std::vector<std::string>> files = listCorpus(request.corpus);
    if (!files)
      return badUsage(files.takeError());
    options.worker.corpus = std::move(*files);
  }
  double nextLine = 0;
  llvm::Expected<CampaignSummary> summary =
      runCampaign(options, [&](const CampaignSummary &now) {
        printProgress(now, nextLine);
      });
  if (llvm::errs().is_displayed())
    llvm::errs() << "\n";
  if (!summary)
    return badUsage(summary.takeError());
  if (!request.reportFile.empty())
    if (llvm::Error error = writeReport(request.database, request.reportFile))
      return badUsage(std::move(error));
  if (request.json) {
    json::Value value = summary->toJSON();
    json::Object &object = *value.getAsObject();
    object["seed"] = int64_t(request.worker.seed);
    object["database"] = request.database;
    object["report"] = request.reportFile;
    printJSON(value);
  } else {
    summary->print(llvm::outs());
    if (!request.reportFile.empty())
      llvm::outs() << "report: " << request.reportFile << "\n";
  }
  return summary->newFindings.empty() ? exitClean : exitFindings;
}

//===----------------------------------------------------------------------===//
// repro, report, bugs
//===----------------------------------------------------------------------===//

int tilefuzz::runRepro(llvm::StringRef folder, bool asJSON) {
  llvm::Expected<Finding> finding = readFindingFolder(folder);
  if (!finding)
    return badUsage(finding.takeError());
  llvm::SmallString<128> name(folder);
  llvm::sys::path::append(name, "program.mlir");
  llvm::Expected<Reproduction> result =
      reproduce(*finding, name, asJSON ? llvm::nulls() : llvm::outs());
  if (!result)
    return badUsage(result.takeError());
  if (asJSON)
    printJSON(result->toJSON());
  else
    llvm::outs() << (result->reproduced ? "reproduced: " : "not reproduced: ")
                 << result->observed << "\n";
  return result->reproduced ? exitFindings : exitClean;
}

int tilefuzz::runReport(llvm::StringRef database, llvm::StringRef output,
                        bool asJSON) {
  if (!output.empty())
    if (llvm::Error error = writeReport(database, output))
      return badUsage(std::move(error));
  if (asJSON) {
    llvm::Expected<Database> opened =
        Database::open(database, Database::Mode::ReadOnly);
    if (!opened)
      return badUsage(opened.takeError());
    llvm::Expected<ReportData> data = loadReport(*opened);
    if (!data)
      return badUsage(data.takeError());
    printJSON(reportToJSON(*data));
  } else if (output.empty()) {
    return badUsage(llvm::createStringError(
        "say where the page goes (-o FILE.html), or --json"));
  }
  return exitClean;
}

int tilefuzz::runBugs(bool asJSON) {
  json::Array rows;
  for (const SeededBugInfo &info : getSeededBugs()) {
    if (asJSON)
      rows.push_back(json::Object{{"name", info.name},
                                  {"class", stringifyBugClass(info.bugClass)},
                                  {"where", info.where},
                                  {"summary", info.summary}});
    else
      llvm::outs() << llvm::formatv("{0,-32} {1,-13} {2,-36} {3}\n", info.name,
                                    stringifyBugClass(info.bugClass),
                                    info.where, info.summary);
  }
  if (asJSON)
    printJSON(std::move(rows));
  return exitClean;
}
