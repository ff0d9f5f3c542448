//===- tile-fuzz.cpp - Find miscompilations -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Options to calls; the work is in fuzz/Campaign.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/ToolOptions.h"
#include "fuzz/Campaign/Worker.h"
#include "fuzz/Generate/Generate.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include <csignal>

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand runCommand("run", "compare programs after every stage "
                                        "until the time or the programs end");
static cl::SubCommand reproCommand("repro", "show a stored finding again");
static cl::SubCommand reportCommand("report", "write the report of a database");
static cl::SubCommand bugsCommand("bugs", "list the seeded bugs");
static cl::SubCommand generateCommand("generate", "print random programs");

static cl::opt<std::string>
    duration("time", cl::init("60s"), cl::value_desc("DURATION"),
             cl::desc("how long to search: 90, 20s, 5m, 2h (60s); with "
                      "--programs the time is unlimited unless given"),
             cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<unsigned> jobs("jobs", cl::init(0), cl::value_desc("N"),
                              cl::desc("worker processes (one per core)"),
                              cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("program i is made from this and i only (1)"),
         cl::cat(toolOptions), cl::sub(runCommand), cl::sub(generateCommand));
static cl::opt<std::string>
    database("db", cl::init("campaign.db"), cl::value_desc("FILE"),
             cl::desc("database; findings go to FILE with the extension "
                      "replaced by .findings (campaign.db)"),
             cl::cat(toolOptions), cl::sub(runCommand), cl::sub(reportCommand));
static cl::opt<uint64_t>
    programs("programs", cl::value_desc("N"),
             cl::desc("random programs to make, besides the corpus"),
             cl::cat(toolOptions), cl::sub(runCommand),
             cl::sub(generateCommand));
static cl::opt<std::string>
    language("language", cl::init("mixed"), cl::value_desc("L"),
             cl::desc("of random programs: lowered, what every level of the "
                      "compiler takes; whole, all of cuda_tile; mixed, one in "
                      "five whole (mixed)"),
             cl::cat(toolOptions), cl::sub(runCommand),
             cl::sub(generateCommand));
static cl::opt<std::string>
    operation("operation", cl::value_desc("NAME"),
              cl::desc("programs with this operation of the whole language"),
              cl::cat(toolOptions), cl::sub(generateCommand));
static cl::opt<bool>
    coverage("coverage",
             cl::desc("print what the programs contain instead: operations by "
                      "element type, and attribute values"),
             cl::cat(toolOptions), cl::sub(generateCommand));
static cl::opt<bool>
    measure("measure",
            cl::desc("print instead how many of the programs are defined, "
                     "agree with themselves and have no dead operation, and "
                     "how fast they are made"),
            cl::cat(toolOptions), cl::sub(generateCommand));
static cl::opt<unsigned>
    size("size", cl::init(GenerateOptions().maxSteps), cl::value_desc("N"),
         cl::desc("steps of a random program, at most; each makes one or a "
                  "few operations"),
         cl::cat(toolOptions), cl::sub(runCommand), cl::sub(generateCommand));
static cl::opt<bool>
    listOperations("list",
                   cl::desc("print every operation of cuda_tile, and "
                            "whether it is generated, evaluated, "
                            "encoded in bytecode and lowered"),
                   cl::cat(toolOptions), cl::sub(generateCommand));
static cl::list<std::string>
    bugs("inject-bug", cl::value_desc("NAME"), cl::CommaSeparated,
         cl::desc("switch a seeded bug on; see `tile-fuzz bugs`"),
         cl::cat(toolOptions), cl::sub(runCommand));
static cl::list<std::string>
    disabled("disable-pattern", cl::value_desc("NAME"), cl::CommaSeparated,
             cl::desc("compile without a named pattern"), cl::cat(toolOptions),
             cl::sub(runCommand));
static cl::list<std::string>
    enabled("enable-pattern", cl::value_desc("NAME"), cl::CommaSeparated,
            cl::desc("compile with a named pattern that is off by default"),
            cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<std::string> target("target", cl::init("sm_90a"),
                                   cl::value_desc("SM"),
                                   cl::desc("what to compile for (sm_90a)"),
                                   cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<std::string>
    stopAfter("stop-after", cl::value_desc("STAGE"),
              cl::desc("compare no further than this stage"),
              cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<std::string>
    corpus("corpus", cl::value_desc("DIR"),
           cl::desc("compare the programs of this folder first"),
           cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<std::string>
    reportFile("report", cl::value_desc("FILE.html"),
               cl::desc("write the report here at the end"),
               cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<bool> noReduce("no-reduce",
                              cl::desc("store findings as they were found"),
                              cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<bool>
    noOrder("no-order",
            cl::desc("do not check that stages keep the required order"),
            cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<unsigned> schedules("schedules", cl::init(3),
                                   cl::value_desc("N"),
                                   cl::desc("schedules per tile stage (3)"),
                                   cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<double> programTime("program-time", cl::init(10),
                                   cl::value_desc("SECONDS"),
                                   cl::desc("CPU time for one program (10)"),
                                   cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<double>
    reduceTime("reduce-time", cl::init(20), cl::value_desc("SECONDS"),
               cl::desc("CPU time for reducing one finding (20)"),
               cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<uint64_t>
    maxFindings("max-findings", cl::init(0), cl::value_desc("N"),
                cl::desc("stop after N new findings; 0: go on (0)"),
                cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<uint64_t>
    memory("memory", cl::init(4096), cl::value_desc("MIB"),
           cl::desc("address space of a worker; 0: no limit (4096)"),
           cl::cat(toolOptions), cl::sub(runCommand));
static cl::opt<bool> json("json", cl::desc("print one JSON object"),
                          cl::cat(toolOptions), cl::sub(runCommand),
                          cl::sub(reproCommand), cl::sub(bugsCommand),
                          cl::sub(reportCommand));
static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("FOLDER"), cl::cat(toolOptions),
                                   cl::sub(reproCommand));
static cl::opt<std::string> output("o", cl::value_desc("FILE.html"),
                                   cl::desc("where the page goes"),
                                   cl::cat(toolOptions),
                                   cl::sub(reportCommand));

static volatile sig_atomic_t interrupted = 0;
static void interrupt(int) { interrupted = 1; }

static const char *const overview =
    "compiles programs one pass at a time, executes the IR after every pass, "
    "and compares with what the source allows\n\n"
    "Exit codes: 0 no new finding (repro: it no longer shows), 1 bad usage or "
    "input, 3 new findings (repro: it shows again).\n"
    "  tile-fuzz run --time=20s --jobs=2 --seed=7 --db=FILE --json\n"
    "  tile-fuzz run --programs=300 --inject-bug=select-swapped-arms "
    "--db=FILE\n"
    "  tile-fuzz repro FILE.findings/NAME\n"
    "  tile-fuzz report --db=FILE -o FILE.html\n"
    "  tile-fuzz generate --seed=7 --language=whole > FILE.mlir\n"
    "  tile-fuzz generate --programs=2000 --language=whole --coverage\n";

static int badLanguage() {
  llvm::errs() << "tile-fuzz: error: '" << language
               << "' is no language; write mixed, lowered or whole\n";
  return 1;
}

static int runGenerateCommand() {
  GenerateRequest request;
  request.seed = seed;
  if (programs.getNumOccurrences())
    request.programs = programs;
  if (!parseLanguage(language, request.wholeOneIn))
    return badLanguage();
  request.operation = operation;
  if (!operation.empty())
    request.wholeOneIn = 1;
  request.coverage = coverage;
  request.measure = measure;
  request.size = std::max(1u, unsigned(size));
  request.list = listOperations;
  return runGenerate(request);
}

static int runCampaignCommand(int argc, char **argv) {
  RunRequest request;
  if (!parseDuration(duration, request.seconds)) {
    llvm::errs() << "tile-fuzz: error: '" << duration
                 << "' is no duration; write 90, 20s, 5m or 2h\n";
    return 1;
  }
  if (programs.getNumOccurrences()) {
    request.programs = programs;
    if (!duration.getNumOccurrences())
      request.seconds = 1e9;
  }
  request.jobs = jobs;
  request.maxFindings = maxFindings;
  request.database = database;
  request.corpus = corpus;
  request.reportFile = reportFile;
  request.json = json;
  request.interrupted = &interrupted;
  request.executable = llvm::sys::fs::getMainExecutable(
      argv[0], reinterpret_cast<void *>(&interrupt));
  for (int i = 0; i < argc; ++i)
    request.command += (i ? " " : "") + std::string(argv[i]);
  WorkerConfig &worker = request.worker;
  worker.seed = seed;
  worker.target = target;
  if (!stopAfter.empty() && !findStage(stopAfter)) {
    llvm::errs() << "tile-fuzz: error: no stage is called '" << stopAfter
                 << "'; `tile-compile --list-stages` lists them\n";
    return 1;
  }
  worker.stopAfter = stopAfter;
  worker.bugs.assign(bugs.begin(), bugs.end());
  worker.disabledPatterns.assign(disabled.begin(), disabled.end());
  worker.enabledPatterns.assign(enabled.begin(), enabled.end());
  worker.schedules = schedules;
  worker.maxSteps = std::max(1u, unsigned(size));
  worker.reduce = !noReduce;
  worker.checkOrder = !noOrder;
  worker.programSeconds = programTime;
  worker.reduceSeconds = reduceTime;
  worker.memoryMiB = memory;
  if (!parseLanguage(language, worker.wholeOneIn))
    return badLanguage();
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  return runRun(request);
}

int main(int argc, char **argv) {
  // Not for people: started by `run`, one per job. Before anything else, so
  // that its configuration is not parsed as options.
  if (argc == 3 && llvm::StringRef(argv[1]) == "worker")
    return runWorker(argv[2]);
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(argc, argv, "tile-fuzz", overview))
    return 1;
  if (runCommand)
    return runCampaignCommand(argc, argv);
  std::signal(SIGINT, interrupt);
  if (std::optional<int> status = runSut(&interrupted))
    return *status;
  std::signal(SIGINT, SIG_DFL);
  if (reproCommand)
    return runRepro(folder, json);
  if (reportCommand)
    return runReport(database, output, json);
  if (bugsCommand)
    return runBugs(json);
  if (generateCommand)
    return runGenerateCommand();
  llvm::errs() << "tile-fuzz: error: name a subcommand: run, repro, report, "
                  "bugs, generate or sut; --help says more\n";
  return 1;
}
