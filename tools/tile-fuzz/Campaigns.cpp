//===- Campaigns.cpp - What the verbs that search share -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Campaigns.h"
#include "Commands.h"
#include "GpuOption.h"
#include "compiler/Backend/Backend.h"
#include "compiler/Pipeline/Persistence.h"
#include "compiler/Support/Edges/EdgeFlags.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Campaign/LastStage.h"
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
                                "Compares programs after every stage until the "
                                "time or the programs end");
  return command;
}

cl::SubCommand &tilefuzz::nightlyCommand() {
  static cl::SubCommand command("nightly",
                                "Replays the stored findings, then the corpus, "
                                "then random programs; writes the report");
  return command;
}

cl::SubCommand &tilefuzz::resumeCommand() {
  static cl::SubCommand command("resume", "Goes on with a campaign that was "
                                          "killed or interrupted");
  return command;
}

static OptionGroup searchGroup("What is searched");
static cl::opt<std::string> duration(
    "time", cl::init("60s"), cl::value_desc("DURATION"),
    cl::desc("Searches for so long: 90, 20s, 5m, 2h. With --programs there is "
             "no limit unless this option is given. Default: 60s."),
    inGroup(searchGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()),
    cl::sub(resumeCommand()));
static cl::opt<uint64_t>
    programs("programs", cl::value_desc("N"),
             cl::desc("Makes N random programs, besides the corpus."),
             inGroup(searchGroup), cl::sub(runCommand()),
             cl::sub(nightlyCommand()));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("Makes program i from this seed and i only. Default: 1."),
         inGroup(searchGroup), cl::sub(runCommand()),
         cl::sub(nightlyCommand()));
static cl::opt<std::string>
    shard("shard", cl::value_desc("I/N"),
          cl::desc("Compares the I-th of N parts of the programs, which "
                   "`tile-fuzz merge` makes one run of; goes on where an "
                   "earlier attempt was killed. Takes --programs of all."),
          inGroup(searchGroup), cl::sub(nightlyCommand()));
static cl::list<std::string>
    corpus("corpus", cl::value_desc("DIR"), cl::CommaSeparated,
           cl::desc("Compares the programs of these folders first."),
           inGroup(searchGroup), cl::sub(runCommand()),
           cl::sub(nightlyCommand()));
static cl::opt<bool>
    keepCorpus("keep-corpus",
               cl::desc("Keeps programs that add coverage in the database's "
                        ".corpus folder, as nightly does."),
               inGroup(searchGroup), cl::sub(runCommand()));

static OptionGroup generatorGroup("Random programs");
static cl::opt<std::string>
    language("language", cl::init("mixed"), cl::value_desc("L"),
             cl::desc(languageHelp), inGroup(generatorGroup),
             cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<unsigned>
    size("size", cl::init(GenerateOptions().maxSteps), cl::value_desc("N"),
         cl::desc("Makes a program in at most N steps; each makes one or a few "
                  "operations. Default: 5."),
         inGroup(generatorGroup), cl::sub(runCommand()),
         cl::sub(nightlyCommand()));
static cl::list<std::string> knobs("set", cl::value_desc("NAME=N"),
                                   cl::desc(knobHelp()),
                                   inGroup(generatorGroup),
                                   cl::sub(runCommand()),
                                   cl::sub(nightlyCommand()));
/// Its old name.
static cl::alias knobAlias("knob", cl::aliasopt(knobs), cl::Hidden);
static cl::opt<bool> noSwarm("no-swarm",
                             cl::desc("Means the same as --set=swarm=0."),
                             inGroup(generatorGroup), cl::sub(runCommand()),
                             cl::sub(nightlyCommand()));

static OptionGroup compileGroup("How they are compiled");
static TargetOption target(compileGroup, cl::sub(runCommand()),
                           cl::sub(nightlyCommand()));
static PipelineStrategyOption strategy(compileGroup, cl::sub(runCommand()),
                                       cl::sub(nightlyCommand()));
static PersistentOption persistence(compileGroup, cl::sub(runCommand()),
                                    cl::sub(nightlyCommand()));
static EnablePatternOption enabled(compileGroup, cl::sub(runCommand()),
                                   cl::sub(nightlyCommand()));
static DisablePatternOption disabled(compileGroup, cl::sub(runCommand()),
                                     cl::sub(nightlyCommand()));
static InjectBugOption bugs(compileGroup, cl::sub(runCommand()),
                            cl::sub(nightlyCommand()));

static OptionGroup compareGroup("What is compared");
static cl::opt<std::string>
    stopAfter("stop-after", cl::value_desc("STAGE"),
              cl::desc("Compares no further than this stage."),
              inGroup(compareGroup), cl::sub(runCommand()),
              cl::sub(nightlyCommand()));
static cl::opt<unsigned>
    schedules("schedules", cl::init(3), cl::value_desc("N"),
              cl::desc("Runs N schedules of each tile stage. Default: 3."),
              inGroup(compareGroup), cl::sub(runCommand()),
              cl::sub(nightlyCommand()));
static cl::list<std::string> withoutOracles(
    "without-oracle", cl::value_desc("NAME"),
    cl::desc("Does not ask the oracle about any stage: outcome (what runs end "
             "with), order (what the source requires of accesses) or schedule "
             "(when and where operations run)."),
    inGroup(compareGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<bool>
    noOrder("no-order", cl::desc("Does the same as --without-oracle=order."),
            inGroup(compareGroup), cl::sub(runCommand()),
            cl::sub(nightlyCommand()));
static cl::opt<std::string> roundTrips(
    "round-trips", cl::init("16"), cl::value_desc("N"),
    cl::desc(
        "Stores one program in N as text or bytecode as well, in one of the "
        "forms (`tile-run --list-stages`), reads it, executes it and compares. "
        "0 means none; all means every program in every form. Default: 16."),
    inGroup(compareGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<unsigned>
    requests("requests", cl::init(0), cl::value_desc("N"),
             cl::desc("Lets one program in N go through some of the "
                      "stages of nv_tileas on request, too, which its seed "
                      "says: preparation, schedules, pipelines. Default: 0, "
                      "which means none."),
             inGroup(compareGroup), cl::sub(runCommand()),
             cl::sub(nightlyCommand()));
static cl::opt<std::string> llvmStages(
    "llvm-stages", cl::init("16"), cl::value_desc("N"),
    cl::desc("Executes one random program in N after passes over LLVM IR, and "
             "those of --corpus, of those that come so far. 0 means none; all "
             "means every program. Default: 16."),
    inGroup(compareGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()));

static cl::opt<std::string> levels(
    "levels", cl::value_desc("LEVEL=N,..."),
    cl::desc("Lets random programs go so far that the levels get these shares "
             "of the time; half of it goes where new branches and findings "
             "are. all means every program goes to the end, as it does with "
             "--gpu. Default: cuda_tile=15,tileaa=20,tileas=15,"
             "llvm-dialect=30,ptx=20."),
    inGroup(compareGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<bool> fixedLevels(
    "fixed-levels",
    cl::desc("Leaves the shares of --levels as they are, as --shard does."),
    inGroup(compareGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<std::string>
    pairs("pairs", cl::init("1024"), cl::value_desc("N"),
          cl::desc("Asks proof, auditor and explorer about a pair of small "
                   "programs after one random program in N, as `tile-fuzz "
                   "oracles` does. 0 means never; all means after every "
                   "program. Default: 1024."),
          inGroup(compareGroup), cl::sub(runCommand()),
          cl::sub(nightlyCommand()));
static cl::opt<std::string>
    proofFault("proof-fault", cl::value_desc("NAME"),
               cl::desc("Gives the proof that is asked about pairs a defect "
                        "back that it had: forgets-images, forgets-origins, "
                        "pairs-by-likeness or crashes."),
               inGroup(compareGroup), cl::sub(runCommand()),
               cl::sub(nightlyCommand()));

static GpuOption gpu(compareGroup, cl::sub(runCommand()),
                     cl::sub(nightlyCommand()));

static OptionGroup findingGroup("Findings");
static DatabaseOption database(findingGroup, cl::sub(runCommand()),
                               cl::sub(nightlyCommand()),
                               cl::sub(resumeCommand()));
static cl::opt<uint64_t> maxFindings(
    "max-findings", cl::init(0), cl::value_desc("N"),
    cl::desc("Stops after N new findings. 0 means never. Default: 0."),
    inGroup(findingGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<bool> noReduce("no-reduce",
                              cl::desc("Stores findings as they were found."),
                              inGroup(findingGroup), cl::sub(runCommand()),
                              cl::sub(nightlyCommand()));
static cl::opt<double> reduceTime(
    "reduce-time", cl::init(20), cl::value_desc("SECONDS"),
    cl::desc("Spends so much CPU time on reducing one finding. Default: 20."),
    inGroup(findingGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()));
static cl::opt<bool> failOnNew(
    "fail-on-new",
    cl::desc("Exits with 3 for findings that are new or marked as fixed, not "
             "for known ones that show again, as run and resume do."),
    inGroup(findingGroup), cl::sub(runCommand()), cl::sub(nightlyCommand()),
    cl::sub(resumeCommand()));

static cl::opt<bool>
    runTool("run-tool",
            cl::desc("Goes on with a search in an external tool, by the "
                     "commands that the database holds."),
            inGroup(findingGroup), cl::sub(resumeCommand()));

static OptionGroup workerGroup("Workers");
static JobsOption jobs(workerGroup, cl::sub(runCommand()),
                       cl::sub(nightlyCommand()), cl::sub(resumeCommand()));
static cl::opt<double>
    programTime("program-time", cl::init(10), cl::value_desc("SECONDS"),
                cl::desc("Gives one program so much CPU time. Default: 10."),
                inGroup(workerGroup), cl::sub(runCommand()),
                cl::sub(nightlyCommand()));
static cl::opt<uint64_t>
    memory("memory", cl::init(4096), cl::value_desc("MIB"),
           cl::desc("Gives a worker so much address space. 0 means no limit. "
                    "Default: 4096."),
           inGroup(workerGroup), cl::sub(runCommand()),
           cl::sub(nightlyCommand()));

static OptionGroup outputGroup("What is written");
static cl::opt<std::string>
    reportFile("report", cl::value_desc("FILE.html"),
               cl::desc("Writes the HTML report to this file at the end."),
               inGroup(outputGroup), cl::sub(runCommand()),
               cl::sub(nightlyCommand()), cl::sub(resumeCommand()));
static JUnitOption junitFile(outputGroup, cl::sub(runCommand()),
                             cl::sub(nightlyCommand()),
                             cl::sub(resumeCommand()));
static SARIFOption sarifFile(outputGroup, cl::sub(runCommand()),
                             cl::sub(nightlyCommand()),
                             cl::sub(resumeCommand()));
static JSONOption json(outputGroup, cl::sub(runCommand()),
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
  CompileOptions compile;
  if (llvm::Error error = setPipelineStrategy(compile, strategy))
    return std::move(error);
  if (llvm::Error error = setPersistence(compile, persistence))
    return std::move(error);
  llvm::append_range(worker.enabledPatterns, compile.enabledPatterns);
  worker.schedules = schedules;
  worker.language = language;
  worker.knobs = allKnobs(knobs, size, noSwarm);
  if (llvm::Expected<GenerateOptions> generate =
          parseGenerateOptions(worker.language, worker.knobs);
      !generate)
    return generate.takeError();
  worker.reduce = !noReduce;
  worker.withoutOracles.assign(withoutOracles.begin(), withoutOracles.end());
  if (noOrder)
    worker.withoutOracles.push_back("order");
  worker.roundTrips = roundTrips;
  worker.requests = requests;
  worker.llvmStages = llvmStages;
  worker.levels = levels;
  // What the device runs is PTX.
  if (!levels.getNumOccurrences() && gpu.empty())
    worker.levels = defaultLevels;
  worker.pairs = pairs;
  worker.proofFault = proofFault;
  worker.gpu = gpu;
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

bool tilefuzz::isShardWanted() { return shard.getNumOccurrences(); }

llvm::Error tilefuzz::makeShard(CampaignOptions &options) {
  llvm::Expected<Shard> parsed = parseShard(shard);
  if (!parsed)
    return parsed.takeError();
  if (!options.programs)
    return llvm::createStringError("--shard goes with --programs");
  if (maxFindings)
    return llvm::createStringError("--max-findings does not go with --shard: "
                                   "findings are decided when shards are "
                                   "merged");
  options.shard = *parsed;
  options.learnsLevels = false;
  llvm::Expected<std::string> digest = digestOfFiles(options.worker.corpus);
  if (!digest)
    return digest.takeError();
  options.corpusDigest = std::move(*digest);
  // Opening it for writing would make one.
  if (!llvm::sys::fs::exists(options.database))
    return llvm::Error::success();
  llvm::Expected<Database> opened =
      Database::open(options.database, Database::Mode::ReadWrite);
  if (!opened)
    return opened.takeError();
  llvm::Expected<std::vector<RunInfo>> runs = opened->runs();
  if (!runs)
    return runs.takeError();
  // Killed before it began.
  if (runs->empty())
    return llvm::Error::success();
  llvm::Expected<llvm::json::Value> stored =
      llvm::json::parse(runs->back().options);
  if (!stored)
    return stored.takeError();
  llvm::Expected<CampaignOptions> earlier = parseCampaignOptions(*stored);
  if (!earlier)
    return earlier.takeError();
  if (!earlier->shard || !(*earlier->shard == *options.shard) ||
      identityOf(*earlier, runs->back().version) !=
          identityOf(options, options.version))
    return llvm::createStringError(options.database +
                                   ": error: the database has a run, and not "
                                   "of this shard; name another file with "
                                   "--db");
  options.resume = runs->back().id;
  return llvm::Error::success();
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
  for (const Stage &stage : getStages())
    options.stageLevels.push_back(budgetLevelOf(stage.level));
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
  options.learnsLevels = !fixedLevels;
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
  if (options->mergedOf)
    return llvm::createStringError(
        database + ": error: the last run is merged of shards; run those that "
                   "are missing and merge them, or merge with --incomplete");
  if (!options->worker.tool.empty() && !runTool)
    return llvm::createStringError(
        database + ": error: the last run is a search in an external tool; "
                   "--run-tool runs the commands that the database holds");
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

static void showProgress(ProgressLine &progress, const CampaignOptions &options,
                         const CampaignSummary &summary) {
  auto [first, end] = options.programRange();
  bool isEndless = end == std::numeric_limits<uint64_t>::max();
  progress.show(
      summary.programs(), isEndless ? 0 : end - first,
      options.seconds < 1e9 ? options.seconds : 0,
      llvm::formatv(
          "{0:f1}/s, {1} comparisons, {2} skipped, {3} findings",
          summary.seconds > 0 ? summary.programs() / summary.seconds : 0.0,
          summary.comparisons(), summary.skipped(), summary.newFindings.size())
          .str());
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

static int exitCodeOf(const CampaignOptions &options,
                      const CampaignSummary &summary,
                      const ReplaySummary *replay) {
  using Result = ReplayedFinding::Result;
  // Raw findings of a shard wait for a merge at any rate; what placed it must
  // know that it is not done.
  if (options.shard && summary.interrupted)
    return exitInterrupted;
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
  ProgressLine progress("programs");
  llvm::Expected<CampaignSummary> summary =
      runCampaign(options, [&](const CampaignSummary &now) {
        showProgress(progress, options, now);
      });
  progress.clear();
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
  return exitCodeOf(options, *summary, replay);
}
