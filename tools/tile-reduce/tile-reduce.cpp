//===- tile-reduce.cpp - Make a program smaller ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Questions.h"
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/RoundTripSampling.h"
#include "fuzz/Campaign/Worker.h"
#include "fuzz/Reduce/Reductions.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <unistd.h>

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::opt<std::string> input(cl::Positional,
                                  cl::desc("PROGRAM|FINDING|FILE"),
                                  cl::cat(toolOptions));

static OptionGroup questionGroup("What is interesting");
static cl::list<std::string> bugs(
    "inject-bug", cl::value_desc("NAME"), cl::CommaSeparated,
    cl::desc(
        "Keeps, without --test, what the compiler with this seeded bug still "
        "miscompiles at the same stage; `tile-fuzz bugs` lists them."),
    inGroup(questionGroup));
static cl::opt<std::string> test(
    "test", cl::value_desc("COMMAND"),
    cl::desc("Keeps what this shell command exits with 0 for. {in} stands for "
             "the file (else it comes last), {passes} for the pipeline."),
    inGroup(questionGroup));
static cl::opt<double>
    testTimeout("test-timeout", cl::init(60), cl::value_desc("SECONDS"),
                cl::desc("Counts a question that takes longer than this as not "
                         "interesting. Default: 60."),
                inGroup(questionGroup));
static cl::opt<std::string>
    passes("passes", cl::value_desc("PIPELINE"),
           cl::desc("Reduces this pass pipeline, which stands for {passes}, "
                    "too, and prints it at the end."),
           inGroup(questionGroup));
static cl::opt<bool> allowUndefined(
    "allow-undefined",
    cl::desc("Asks --test about candidates with undefined behaviour as well."),
    inGroup(questionGroup));

static OptionGroup effortGroup("How long it may take");
static JobsOption jobs(effortGroup);
static cl::opt<uint64_t> maxTries("max-tries",
                                  cl::init(ReduceOptions().maxTries),
                                  cl::value_desc("N"),
                                  cl::desc("Asks about at most N programs."),
                                  inGroup(effortGroup));
static cl::opt<double> timeLimit(
    "time-limit", cl::init(0), cl::value_desc("SECONDS"),
    cl::desc("Stops after this wall time. 0 means no limit. Default: 0."),
    inGroup(effortGroup));
static cl::opt<bool> list("list", cl::desc("Lists the reductions and exits."),
                          inGroup(effortGroup));

static OptionGroup outputGroup("What is written");
static OutputOption output(outputGroup);
static cl::opt<bool> generic("generic",
                             cl::desc("Prints programs in generic form."),
                             inGroup(outputGroup));
static cl::opt<bool>
    progress("progress", cl::desc("Prints a line on stderr for every success."),
             inGroup(outputGroup));
static cl::opt<bool> json("json",
                          cl::desc("Prints the report as JSON on stderr."),
                          inGroup(outputGroup));
static cl::opt<std::string>
    report("report", cl::value_desc("FILE"),
           cl::desc("Writes the report as JSON to this file."),
           inGroup(outputGroup));

static int fail(const llvm::Twine &message) {
  llvm::errs() << message << '\n';
  return 1;
}

static std::atomic<bool> interrupted{false};

/// The first signal ends the reduction, the second the process.
static void interrupt(int number) {
  interrupted = true;
  std::signal(number, SIG_DFL);
}

static std::string print(const Subject &subject, const Input &input,
                         bool isGeneric) {
  std::string text = input.isLaunched ? subject.launch.toString() : input.calls;
  llvm::raw_string_ostream os(text);
  mlir::OpPrintingFlags flags;
  if (isGeneric)
    flags.printGenericOpForm();
  subject.module.get()->print(os, flags);
  os << "\n";
  return text;
}

static void printProgress(const ReduceReport &soFar) {
  bool isTerminal = ::isatty(STDERR_FILENO);
  if (isQuiet() || (!progress && !isTerminal))
    return;
  llvm::errs() << llvm::formatv(
      "{0}{1} operations -> {2}, {3} tries, {4:f1} s{5}",
      isTerminal ? "\r" : "", soFar.operationsBefore, soFar.operationsAfter,
      soFar.tries, soFar.seconds, isTerminal ? "  " : "\n");
}

static bool askOnce(const InterestingFn &isInteresting,
                    const Subject &subject) {
  llvm::Expected<ForkedProcess> child = ForkedProcess::start(
      [&](int) { return isInteresting(subject, 0) ? 0 : 1; });
  if (!child) {
    llvm::consumeError(child.takeError());
    return false;
  }
  auto start = std::chrono::steady_clock::now();
  for (;;) {
    if (std::optional<ProcessEnd> end = child->poll())
      return end->succeeded();
    std::chrono::duration<double> taken =
        std::chrono::steady_clock::now() - start;
    if (testTimeout > 0 && taken.count() > testTimeout)
      return false;
    ::usleep(500);
  }
}

static llvm::Expected<ComparisonOptions>
comparisonFor(const std::optional<Finding> &finding) {
  WorkerConfig config;
  if (finding) {
    config.target = finding->target;
    config.bugs = finding->bugs;
    config.disabledPatterns = finding->disabledPatterns;
    config.withoutOracles = finding->withoutOracles;
    if (const Stage *stage = findStage(finding->stage))
      config.stopAfter = stopAfterToReach(*stage);
  }
  config.bugs.insert(config.bugs.end(), bugs.begin(), bugs.end());
  llvm::Expected<ComparisonOptions> options = comparisonOptionsFor(config);
  if (options)
    options->roundTrips = finding
                              ? roundTripCalled(finding->stage)
                              : RoundTripSampling::parse("all")->roundTripsFor(
                                    /*programSeed=*/0, config.stopAfter);
  return options;
}

/// What holds the smallest program so far; else it gets the last one.
static bool isFile(llvm::StringRef path) {
  return path != "-" && !isWrittenThrough(path);
}

static int finish(const Reduced &reduced, const std::string &text) {
  const ReduceReport &result = reduced.report;
  std::string summary = llvm::formatv("{0:2}", result.toJSON());
  if (!isFile(output))
    if (llvm::Error error = writeWholeFile(output, text))
      return fail(llvm::toString(std::move(error)));
  if (!report.empty())
    if (llvm::Error error = writeWholeFile(report, summary + "\n"))
      return fail(llvm::toString(std::move(error)));
  if (::isatty(STDERR_FILENO))
    llvm::errs() << "\r";
  if (json)
    llvm::errs() << summary << "\n";
  else
    llvm::errs() << llvm::formatv(
        "{0} operations -> {1}, {2} programs tried, {3:f1} s{4}\n",
        result.operationsBefore, result.operationsAfter, result.tries,
        result.seconds,
        result.end == ReduceEnd::Smallest
            ? ""
            : (", ended by " + toString(result.end)).str());
  if (!passes.empty())
    llvm::errs() << "passes: " << reduced.subject.passes << "\n";
  return result.end == ReduceEnd::Interrupted ? 3 : 0;
}

static int run(const Input &read, const Command *command) {
  Subject subject(read.program.clone(), passes);
  // Where text is what is wrong, it is no form to write the program in.
  std::vector<const Stage *> iterations =
      read.finding ? roundTripCalled(read.finding->stage)
                   : std::vector<const Stage *>();
  bool isGeneric = generic || (!iterations.empty() &&
                               iterations.front()->form == StoredForm::Text);
  auto printed = [&](const Subject &candidate) {
    return print(candidate, read, isGeneric);
  };
  InterestingFn isInteresting;
  if (command) {
    std::string undefined =
        read.isLaunched && !allowUndefined ? whyUndefined(subject) : "";
    if (!undefined.empty())
      llvm::errs() << input << ": warning: " << undefined
                   << "; candidates are not checked\n";
    isInteresting =
        askCommand(*command, printed,
                   read.isLaunched && !allowUndefined && undefined.empty());
  } else {
    llvm::Expected<ComparisonOptions> comparison = comparisonFor(read.finding);
    if (!comparison)
      return fail("tile-reduce: error: " +
                  llvm::toString(comparison.takeError()));
    isInteresting = askComparison(subject, *comparison, read.finding);
  }
  bool isYes = isInteresting && askOnce(isInteresting, subject);
  // The command may look for operations as they stand in generic form.
  if (!isYes && command && !isGeneric) {
    isGeneric = true;
    isYes = askOnce(isInteresting, subject);
  }
  if (!isYes) {
    fail(input + ": not interesting: " +
         (command ? "the command does not accept it"
                  : "the compiler agrees with the source"));
    return 2;
  }
  if (isFile(output))
    if (llvm::Error error = writeWholeFile(output, printed(subject)))
      return fail(llvm::toString(std::move(error)));
  ReduceOptions options;
  options.maxTries = maxTries;
  options.seconds = timeLimit;
  options.questionSeconds = testTimeout;
  options.isolate = true;
  options.extract = read.isLaunched;
  options.jobs =
      jobs ? jobs : llvm::hardware_concurrency().compute_thread_count();
  options.print = [&](const Subject &candidate) {
    return candidate.passes + "\n" + printed(candidate);
  };
  options.isInterrupted = [] { return interrupted.load(); };
  std::string error;
  options.onImprovement = [&](const Subject &best, const ReduceReport &soFar) {
    if (isFile(output))
      if (llvm::Error failure = writeWholeFile(output, printed(best)))
        error = llvm::toString(std::move(failure));
    printProgress(soFar);
  };
  for (int number : {SIGINT, SIGTERM, SIGHUP})
    std::signal(number, interrupt);
  Reduced reduced = reduce(subject, isInteresting, options);
  if (!error.empty())
    return fail(error);
  return finish(reduced, printed(reduced.subject));
}

/// What is wrong with the options; empty: nothing.
static std::string whyUnusable() {
  if (test.getNumOccurrences() && test.empty())
    return "--test names no command";
  if (test.empty()) {
    for (const cl::Option *option :
         std::initializer_list<const cl::Option *>{&passes, &allowUndefined})
      if (option->getNumOccurrences())
        return ("--" + option->ArgStr + " goes with --test").str();
  } else if (!bugs.empty()) {
    return "--inject-bug is of the compiler here, not of the command of --test";
  }
  if (!isPassList(passes))
    return "'" + passes + "' is no list of passes";
  if (!passes.empty() && !llvm::StringRef(test).contains("{passes}"))
    return "the command of --test has no {passes}";
  for (const auto *seconds : {&timeLimit, &testTimeout})
    if (!(*seconds >= 0 && *seconds <= 1e9))
      return ("--" + seconds->ArgStr + " takes a number of seconds").str();
  return jobs > 255 ? "at most 255 jobs" : "";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-reduce",
          "Makes a program smaller while it stays interesting\n\n"
          "  tile-reduce PROGRAM --inject-bug=select-swapped-arms\n"
          "  tile-reduce FINDING-FOLDER -o SMALL\n"
          "  tile-reduce ANY.mlir --test='./shows-my-bug {in}' -o SMALL\n\n"
          "Any MLIR file can be reduced by a command: dialects that are not\n"
          "linked in generic form. A program with a launch stays defined.\n\n"
          "Exit codes: 0 reduced (or already smallest, or out of budget), 1 "
          "bad usage or input, or a file cannot be written (full disk), 2 not "
          "interesting to begin with, 3 interrupted (the smallest so far is "
          "written).\n"))
    return 1;
  if (list) {
    for (const Reduction &row : getReductions())
      llvm::outs() << llvm::formatv("{0,-22} {1}\n", row.name, row.summary);
    llvm::outs() << llvm::formatv(
        "{0,-22} {1}\n", "extract",
        "first of all: one operation, with the numbers it was given in a run "
        "(programs of cuda_tile with a launch)");
    return 0;
  }
  if (input.empty())
    return fail("tile-reduce: error: no program; see --help");
  if (std::string why = whyUnusable(); !why.empty())
    return fail("tile-reduce: error: " + why);
  std::unique_ptr<mlir::MLIRContext> context = createReduceContext();
  llvm::Expected<Input> read = readInput(input, *context, !test.empty());
  if (!read)
    return fail(llvm::toString(read.takeError()));
  if (test.empty())
    return run(*read, nullptr);
  llvm::Expected<Command> command = Command::create(test);
  if (!command)
    return fail("tile-reduce: error: " + llvm::toString(command.takeError()));
  return run(*read, &*command);
}
