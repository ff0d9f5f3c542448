//===- Campaigns.cpp - What the verbs that search share -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Campaigns.h"
#include "Commands.h"
#include "compiler/Backend/Backend.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Edges/EdgeFlags.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "fuzz/Campaign/Worker.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Report/ReportFormats.h"
#include "fuzz/Stages/Triage.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

cl::SubCommand &tilefuzz::runCommand() {
  static cl::SubCommand command("run",
                                "compare programs after every stage until the "
                                "time or the programs end");
  return command;
}

cl::SubCommand &tilefuzz::nightlyCommand() {
  static cl::SubCommand command("nightly",
                                "replay the stored findings, then the corpus, "
                                "then random programs; write the report");
  return command;
}

cl::SubCommand &tilefuzz::resumeCommand() {
  static cl::SubCommand command("resume", "go on with a campaign that was "
                                          "killed or interrupted");
  return command;
}

static cl::opt<std::string>
    duration("time", cl::init("60s"), cl::value_desc("DURATION"),
             cl::desc("how long to search: 90, 20s, 5m, 2h (60s); with "
                      "--programs the time is unlimited unless given"),
             cl::cat(toolOptions), cl::sub(runCommand()),
             cl::sub(nightlyCommand()), cl::sub(resumeCommand()));
static cl::opt<unsigned> jobs("jobs", cl::init(0), cl::value_desc("N"),
                              cl::desc("worker processes (one per core)"),
                              cl::cat(toolOptions), cl::sub(runCommand()),
                              cl::sub(nightlyCommand()),
                              cl::sub(resumeCommand()));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("program i is made from this and i only (1)"),
         cl::cat(toolOptions), cl::sub(runCommand()),
         cl::sub(nightlyCommand()));
static cl::opt<std::string>
    database("db", cl::init("campaign.db"), cl::value_desc("FILE"),
             cl::desc("database; findings go to FILE with the extension "
                      "replaced by .findings (campaign.db)"),
             cl::cat(toolOptions), cl::sub(runCommand()),
             cl::sub(nightlyCommand()), cl::sub(resumeCommand()));
static cl::opt<uint64_t>
    programs("programs", cl::value_desc("N"),
             cl::desc("random programs to make, besides the corpus"),
             cl::cat(toolOptions), cl::sub(runCommand()),
             cl::sub(nightlyCommand()));
static cl::opt<std::string>
    language("language", cl::init("mixed"), cl::value_desc("L"),
             cl::desc(languageHelp), cl::cat(toolOptions),
             cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::list<std::string> knobs("knob", cl::value_desc("NAME=N"),
                                   cl::desc(knobHelp()), cl::cat(toolOptions),
                                   cl::sub(runCommand()),
                                   cl::sub(nightlyCommand()));
static cl::opt<bool> noSwarm("no-swarm", cl::desc("as --knob=swarm=0"),
                             cl::cat(toolOptions), cl::sub(runCommand()),
                             cl::sub(nightlyCommand()));
static cl::opt<unsigned>
    size("size", cl::init(GenerateOptions().maxSteps), cl::value_desc("N"),
         cl::desc("steps of a random program, at most; each makes one or a "
                  "few operations"),
         cl::cat(toolOptions), cl::sub(runCommand()),
         cl::sub(nightlyCommand()));
static cl::list<std::string>
    bugs("inject-bug", cl::value_desc("NAME"), cl::CommaSeparated,
         cl::desc("switch a seeded bug on; see `tile-fuzz bugs`"),
         cl::cat(toolOptions), cl::sub(runCommand()),
         cl::sub(nightlyCommand()));
static cl::list<std::string>
    disabled("disable-pattern", cl::value_desc("NAME"), cl::CommaSeparated,
             cl::desc("compile without a named pattern"), cl::cat(toolOptions),
             cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::list<std::string>
    enabled("enable-pattern", cl::value_desc("NAME"), cl::CommaSeparated,
            cl::desc("compile with a named pattern that is off by default"),
            cl::cat(toolOptions), cl::sub(runCommand()),
            cl::sub(nightlyCommand()));
static cl::opt<std::string> target("target", cl::init("sm_90a"),
                                   cl::value_desc("SM"),
                                   cl::desc("what to compile for (sm_90a)"),
                                   cl::cat(toolOptions), cl::sub(runCommand()),
                                   cl::sub(nightlyCommand()));
static cl::opt<std::string>
    stopAfter("stop-after", cl::value_desc("STAGE"),
              cl::desc("compare no further than this stage"),
              cl::cat(toolOptions), cl::sub(runCommand()),
              cl::sub(nightlyCommand()));
static cl::list<std::string>
    corpus("corpus", cl::value_desc("DIR"), cl::CommaSeparated,
           cl::desc("compare the programs of these folders first"),
           cl::cat(toolOptions), cl::sub(runCommand()),
           cl::sub(nightlyCommand()));
static cl::opt<std::string>
    reportFile("report", cl::value_desc("FILE.html"),
               cl::desc("write the report here at the end"),
               cl::cat(toolOptions), cl::sub(runCommand()),
               cl::sub(nightlyCommand()), cl::sub(resumeCommand()));
static cl::opt<bool> noReduce("no-reduce",
                              cl::desc("store findings as they were found"),
                              cl::cat(toolOptions), cl::sub(runCommand()),
                              cl::sub(nightlyCommand()));
static cl::opt<bool> noOrder(
    "no-order", cl::desc("do not check that stages keep the required order"),
    cl::cat(toolOptions), cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<std::string> roundTrips(
    "round-trips", cl::init("16"), cl::value_desc("N"),
    cl::desc("one program in N is stored as text or bytecode, read, executed "
             "and compared, too, in one of the forms (--list-stages of "
             "tile-run); 0: none; all: every program in every form (16)"),
    cl::cat(toolOptions), cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<unsigned> schedules("schedules", cl::init(3),
                                   cl::value_desc("N"),
                                   cl::desc("schedules per tile stage (3)"),
                                   cl::cat(toolOptions), cl::sub(runCommand()),
                                   cl::sub(nightlyCommand()));
static cl::opt<double> programTime("program-time", cl::init(10),
                                   cl::value_desc("SECONDS"),
                                   cl::desc("CPU time for one program (10)"),
                                   cl::cat(toolOptions), cl::sub(runCommand()),
                                   cl::sub(nightlyCommand()));
static cl::opt<double>
    reduceTime("reduce-time", cl::init(20), cl::value_desc("SECONDS"),
               cl::desc("CPU time for reducing one finding (20)"),
               cl::cat(toolOptions), cl::sub(runCommand()),
               cl::sub(nightlyCommand()));
static cl::opt<uint64_t>
    maxFindings("max-findings", cl::init(0), cl::value_desc("N"),
                cl::desc("stop after N new findings; 0: go on (0)"),
                cl::cat(toolOptions), cl::sub(runCommand()),
                cl::sub(nightlyCommand()));
static cl::opt<uint64_t>
    memory("memory", cl::init(4096), cl::value_desc("MIB"),
           cl::desc("address space of a worker; 0: no limit (4096)"),
           cl::cat(toolOptions), cl::sub(runCommand()),
           cl::sub(nightlyCommand()));
static cl::opt<bool> json("json", cl::desc("print one JSON object"),
                          cl::cat(toolOptions), cl::sub(runCommand()),
                          cl::sub(nightlyCommand()), cl::sub(resumeCommand()));

static cl::opt<bool> keepCorpus("keep-corpus",
                                cl::desc("keep programs that add coverage in "
                                         "the database's .corpus folder "
                                         "(nightly does)"),
                                cl::cat(toolOptions), cl::sub(runCommand()));
static cl::opt<std::string>
    junitFile("junit", cl::value_desc("FILE.xml"),
              cl::desc("write the findings as JUnit XML"), cl::cat(toolOptions),
              cl::sub(runCommand()), cl::sub(nightlyCommand()),
              cl::sub(resumeCommand()));
static cl::opt<std::string>
    sarifFile("sarif", cl::value_desc("FILE.sarif"),
              cl::desc("write the findings as SARIF 2.1.0"),
              cl::cat(toolOptions), cl::sub(runCommand()),
              cl::sub(nightlyCommand()), cl::sub(resumeCommand()));
static cl::opt<bool>
    failOnNew("fail-on-new",
              cl::desc("exit with 3 for findings that are new or marked as "
                       "fixed, not for known ones that show again (run and "
                       "resume do)"),
              cl::cat(toolOptions), cl::sub(runCommand()),
              cl::sub(nightlyCommand()), cl::sub(resumeCommand()));

/// A year: what is longer is a mistake, and must not overflow.
static constexpr double maxSeconds = 365.0 * 24 * 3600;

static std::vector<std::string> stageNames() {
  std::vector<std::string> names;
  for (const Stage &stage : getStages())
    names.push_back(stage.name.str());
  return names;
}

llvm::Error tilefuzz::addCorpus(WorkerConfig &worker, llvm::StringRef folder) {
  llvm::SmallString<128> path(folder);
  if (std::error_code code = llvm::sys::fs::make_absolute(path))
    return llvm::createStringError(folder + ": error: " + code.message());
  llvm::Expected<std::vector<std::string>> files = listCorpus(path);
  if (!files)
    return files.takeError();
  llvm::append_range(worker.corpus, *files);
  return llvm::Error::success();
}

/// What a worker is asked to do.
static llvm::Expected<WorkerConfig> workerFromOptions() {
  WorkerConfig worker;
  worker.seed = seed;
  if (llvm::Error error = checkTarget(target))
    return std::move(error);
  worker.target = target;
  if (!stopAfter.empty() && !findStage(stopAfter))
    return llvm::createStringError("no stage is called '" + stopAfter +
                                   "'; `tile-compile --list-stages` lists "
                                   "them");
  worker.stopAfter = stopAfter;
  worker.bugs.assign(bugs.begin(), bugs.end());
  worker.disabledPatterns.assign(disabled.begin(), disabled.end());
  worker.enabledPatterns.assign(enabled.begin(), enabled.end());
  worker.schedules = schedules;
  worker.language = language;
  worker.knobs = allKnobs(knobs, size, noSwarm);
  if (llvm::Expected<GenerateOptions> generate =
          parseGenerateOptions(worker.language, worker.knobs);
      !generate)
    return generate.takeError();
  worker.reduce = !noReduce;
  worker.checkOrder = !noOrder;
  worker.roundTrips = roundTrips;
  for (auto *seconds : {&programTime, &reduceTime})
    if (!(*seconds > 0 && *seconds <= maxSeconds))
      return llvm::createStringError("--" + seconds->ArgStr +
                                     " takes a number of seconds above 0");
  worker.programSeconds = programTime;
  worker.reduceSeconds = reduceTime;
  worker.memoryMiB = memory;
  for (const std::string &folder : corpus)
    if (llvm::Error error = addCorpus(worker, folder))
      return std::move(error);
  // Bad names are found here, not in every worker.
  if (llvm::Expected<ComparisonOptions> comparison =
          comparisonOptionsFor(worker);
      !comparison)
    return comparison.takeError();
  return worker;
}

static unsigned wantedJobs() {
  return jobs ? jobs : llvm::hardware_concurrency().compute_thread_count();
}

/// What is of this process, whatever run it is.
static void setInvocation(CampaignOptions &options) {
  options.database = database;
  options.executable = invocation().executable;
  options.command = invocation().commandLine;
  options.version = versionText();
  options.stageNames = stageNames();
  options.edgesMeasured = EdgeFlags::get().size();
  options.interrupted = catchInterrupts();
}

llvm::Expected<CampaignOptions> tilefuzz::campaignFromOptions() {
  CampaignOptions options;
  llvm::Expected<double> seconds = parseDuration(duration);
  if (!seconds)
    return seconds.takeError();
  options.seconds = *seconds;
  if (programs.getNumOccurrences()) {
    options.programs = programs;
    if (!duration.getNumOccurrences())
      options.seconds = 1e9;
  }
  if (maxFindings)
    options.maxFindings = maxFindings;
  options.jobs = wantedJobs();
  options.keepCorpus = keepCorpus;
  if (options.jobs > 255)
    return llvm::createStringError("at most 255 jobs");
  setInvocation(options);
  llvm::Expected<WorkerConfig> worker = workerFromOptions();
  if (!worker)
    return worker.takeError();
  options.worker = std::move(*worker);
  return options;
}

llvm::Expected<CampaignOptions> tilefuzz::campaignToResume() {
  // Opening for writing would make one.
  if (llvm::Expected<Database> there =
          Database::open(database, Database::Mode::ReadOnly);
      !there)
    return there.takeError();
  llvm::Expected<Database> opened =
      Database::open(database, Database::Mode::ReadWrite);
  if (!opened)
    return opened.takeError();
  llvm::Expected<std::vector<RunInfo>> runs = opened->runs();
  if (!runs)
    return runs.takeError();
  if (runs->empty() || runs->back().seconds >= 0)
    return llvm::createStringError(database +
                                   ": error: the last run is finished; there "
                                   "is nothing to resume");
  const RunInfo &last = runs->back();
  llvm::Expected<llvm::json::Value> stored = llvm::json::parse(last.options);
  if (!stored)
    return stored.takeError();
  llvm::Expected<CampaignOptions> options = parseCampaignOptions(*stored);
  if (!options)
    return options.takeError();
  options->resume = last.id;
  if (jobs.getNumOccurrences())
    options->jobs = wantedJobs();
  if (duration.getNumOccurrences()) {
    llvm::Expected<double> seconds = parseDuration(duration);
    if (!seconds)
      return seconds.takeError();
    options->seconds = *seconds;
  }
  setInvocation(*options);
  return options;
}

//===----------------------------------------------------------------------===//
// Showing
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

llvm::Expected<ReportData> tilefuzz::readReportData(llvm::StringRef database) {
  llvm::Expected<Database> opened =
      Database::open(database, Database::Mode::ReadOnly);
  if (!opened)
    return opened.takeError();
  llvm::Expected<ReportData> data = loadReport(*opened);
  if (data)
    data->stageOrder = stageNames();
  return data;
}

llvm::Error tilefuzz::checkReportFiles(llvm::StringRef database,
                                       const ReportFiles &files) {
  for (llvm::StringRef file : {files.page, files.junit, files.sarif})
    if (!file.empty() &&
        (file == database || llvm::sys::fs::equivalent(file, database)))
      return llvm::createStringError(file + ": error: that is the database");
  return llvm::Error::success();
}

llvm::Error tilefuzz::writeReportFiles(const ReportData &data,
                                       const ReportFiles &files) {
  if (!files.page.empty())
    if (llvm::Error error = writeReportFile(data, files.page))
      return error;
  if (!files.junit.empty())
    if (llvm::Error error = writeJUnitFile(data, files.junit))
      return error;
  if (!files.sarif.empty())
    return writeSARIFFile(data, files.sarif);
  return llvm::Error::success();
}

static llvm::Error writeReports(llvm::StringRef database,
                                const ReportFiles &files) {
  if (files.page.empty() && files.junit.empty() && files.sarif.empty())
    return llvm::Error::success();
  llvm::Expected<ReportData> data = readReportData(database);
  if (!data)
    return data.takeError();
  return writeReportFiles(*data, files);
}

static void show(const CampaignOptions &options, const CampaignSummary &summary,
                 const ReplaySummary *replay, llvm::StringRef page) {
  if (!json) {
    if (replay)
      replay->print(llvm::outs());
    summary.print(llvm::outs());
    if (!page.empty())
      llvm::outs() << "report: " << page << "\n";
    if (summary.interrupted)
      llvm::outs() << "interrupted: `tile-fuzz resume --db=" << options.database
                   << "` goes on\n";
    return;
  }
  llvm::json::Value value = summary.toJSON();
  llvm::json::Object &object = *value.getAsObject();
  object["seed"] = int64_t(options.worker.seed);
  object["database"] = options.database;
  object["report"] = page;
  if (replay)
    object["replay"] = replay->toJSON();
  printJSON(value);
}

std::string tilefuzz::databaseOption() { return database; }
std::string tilefuzz::reportOption() { return reportFile; }

static int exitCodeOf(const CampaignSummary &summary,
                      const ReplaySummary *replay) {
  using Result = ReplayedFinding::Result;
  if (!summary.newFindings.empty() || summary.waiting)
    return exitFindings;
  // Without --fail-on-new, whatever shows fails a nightly run.
  if (replay &&
      (failOnNew ? replay->unsettled() || summary.unsettled
                 : replay->count(Result::Shows) || summary.duplicates))
    return exitFindings;
  // What cannot be replayed may show.
  if (replay && replay->count(Result::Unreadable))
    return exitStorage;
  return summary.interrupted ? exitInterrupted : exitClean;
}

int tilefuzz::runAndShow(const CampaignOptions &options,
                         const ReplaySummary *replay, llvm::StringRef page) {
  ReportFiles files = {page, junitFile, sarifFile};
  if (llvm::Error error = checkReportFiles(options.database, files))
    return fail(std::move(error));
  double nextLine = 0;
  llvm::Expected<CampaignSummary> summary =
      runCampaign(options, [&](const CampaignSummary &now) {
        printProgress(now, nextLine);
      });
  if (llvm::errs().is_displayed())
    llvm::errs() << "\n";
  if (!summary) {
    bool goesOn = summary.errorIsA<UnfinishedRun>();
    int code = fail(summary.takeError());
    if (goesOn)
      llvm::errs() << "tile-fuzz: what was found is kept; when that is put "
                      "right, `tile-fuzz resume --db="
                   << options.database << "` goes on\n";
    return code;
  }
  if (llvm::Error error = writeReports(options.database, files))
    return fail(std::move(error));
  show(options, *summary, replay, page);
  return exitCodeOf(*summary, replay);
}
