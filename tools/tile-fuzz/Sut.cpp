//===- Sut.cpp - The subcommand for other people's compilers --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Stages/Triage.h"
#include "fuzz/Sut/FindTool.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "fuzz/Sut/SutCampaign.h"
#include "fuzz/Sut/SutMatrix.h"
#include "fuzz/Sut/SutSeries.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"
#include <memory>

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand sutCommand("sut", "Compares what an external tool makes "
                                        "of random programs");

static OptionGroup toolGroup("The tool");
static cl::opt<std::string> description(
    "sut", cl::Required, cl::value_desc("TOOL"),
    cl::desc("Names the description of the tool and its runs (docs/sut.md): "
             "FILE.json, or the NAME of one in scripts/sut; NAME=VERSION takes "
             "the tool that scripts/get-tools NAME=VERSION fetched, and, with "
             "--replay, NAME=all each of them."),
    inGroup(toolGroup), cl::sub(sutCommand));
static cl::list<std::string>
    runs("run", cl::value_desc("NAME"), cl::CommaSeparated,
         cl::desc("Tries only these runs of the description."),
         inGroup(toolGroup), cl::sub(sutCommand));
static cl::opt<unsigned>
    runsPerProgram("runs-per-program", cl::init(0), cl::value_desc("N"),
                   cl::desc("Tries each module of LLVM IR, or process of "
                            "programs of cuda_tile, in N of the runs, which "
                            "take turns. Default: in all."),
                   inGroup(toolGroup), cl::sub(sutCommand));
static cl::opt<unsigned>
    jobs("jobs", cl::init(0), cl::value_desc("N"),
         cl::desc("Starts N processes of the tool at once; nothing but times "
                  "depends on it. Default: one per core."),
         inGroup(toolGroup), cl::sub(sutCommand));
static cl::opt<unsigned>
    batch("batch", cl::init(SutOptions().batch), cl::value_desc("N"),
          cl::desc("Gives one process of the tool N programs, if it takes "
                   "several. Default: 100."),
          inGroup(toolGroup), cl::sub(sutCommand));

static OptionGroup searchGroup("What is searched");
static cl::opt<uint64_t>
    programs("programs", cl::value_desc("N"),
             cl::desc("Makes N random functions. Default: 1000, or without "
                      "limit if --time is given."),
             inGroup(searchGroup), cl::sub(sutCommand));
static cl::opt<std::string> duration(
    "time", cl::value_desc("DURATION"),
    cl::desc(
        "Searches for so long; what is found then is stored, not reduced."),
    inGroup(searchGroup), cl::sub(sutCommand));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("Makes program i from this seed and i only. Default: 1."),
         inGroup(searchGroup), cl::sub(sutCommand));
static cl::opt<uint64_t> first("first", cl::init(0), cl::value_desc("N"),
                               cl::desc("Begins with program N. Default: 0."),
                               inGroup(searchGroup), cl::sub(sutCommand));
static cl::list<std::string>
    corpus("corpus", cl::CommaSeparated, cl::value_desc("DIR"),
           cl::desc("Takes programs of cuda_tile from files below these "
                    "folders instead of making them: each as it is, then "
                    "mutants of them."),
           inGroup(searchGroup), cl::sub(sutCommand));
static cl::opt<unsigned> kernels(
    "kernels", cl::init(0), cl::value_desc("N"),
    cl::desc("Makes of 100 programs of cuda_tile N kernels such as people "
             "write: products in nested loops, computed gathers and scatters, "
             "reductions, hints, large tiles. Default: 0."),
    inGroup(searchGroup), cl::sub(sutCommand));
static cl::opt<bool> noFeedback(
    "no-feedback",
    cl::desc("Makes every function from the seed; otherwise half of the later "
             "ones are mutants of those on which a pass of the tool acted."),
    inGroup(searchGroup), cl::sub(sutCommand));
static cl::opt<std::string>
    replay("replay", cl::value_desc("FILE.mlir"),
           cl::desc("Runs the tool on this file and compares the calls (or the "
                    "launch) in its comments."),
           inGroup(searchGroup), cl::sub(sutCommand));

static cl::opt<bool> invalid(
    "invalid",
    cl::desc("Changes each program of cuda_tile so that it breaks a rule; the "
             "tool must refuse it. With --replay: FILE breaks one."),
    inGroup(searchGroup), cl::sub(sutCommand));

static cl::list<std::string> series(
    "series", cl::CommaSeparated, cl::value_desc("FORM"), cl::ValueOptional,
    cl::desc("Gives the tool programs of these forms (default: all) that get "
             "larger, and sees whether its time or memory explodes; with "
             "--replay, FILE's program at other sizes."),
    inGroup(searchGroup), cl::sub(sutCommand));
static cl::opt<unsigned>
    scale("scale", cl::init(1), cl::value_desc("N"),
          cl::desc("Ends series at an Nth of their size. Default: 1."),
          inGroup(searchGroup), cl::sub(sutCommand));

static OptionGroup generatorGroup("Random programs");
static cl::opt<unsigned>
    size("size", cl::init(SutOptions().maxOperations), cl::value_desc("N"),
         cl::desc("Makes functions of about N operations (default: 24), or "
                  "tile programs as `generate --size` does (default: 5)."),
         inGroup(generatorGroup), cl::sub(sutCommand));
static cl::opt<std::string>
    operation("operation", cl::value_desc("NAME"),
              cl::desc("Makes programs with this operation, such as "
                       "arith.addi, or addi of cuda_tile."),
              inGroup(generatorGroup), cl::sub(sutCommand));
static cl::opt<std::string> language("language", cl::init("mixed"),
                                     cl::value_desc("L"),
                                     cl::desc(languageHelp),
                                     inGroup(generatorGroup),
                                     cl::sub(sutCommand));
static cl::list<std::string> knobs("set", cl::value_desc("NAME=N"),
                                   cl::desc(knobHelp()),
                                   inGroup(generatorGroup),
                                   cl::sub(sutCommand));
/// Its old name.
static cl::alias knobAlias("knob", cl::aliasopt(knobs), cl::Hidden);

static OptionGroup findingGroup("Findings");
static cl::opt<std::string>
    output("out", cl::init(SutOptions().output), cl::value_desc("DIR"),
           cl::desc("Stores findings in this folder, of one process at a time. "
                    "Default: sut.findings."),
           inGroup(findingGroup), cl::sub(sutCommand));
static cl::opt<bool> noReduce("no-reduce",
                              cl::desc("Stores findings as they were found."),
                              inGroup(findingGroup), cl::sub(sutCommand));
static cl::opt<unsigned> reductions(
    "reductions", cl::init(SutOptions().maxReductions), cl::value_desc("N"),
    cl::desc("Reduces and stores N findings of one run and kind. Default: 12."),
    inGroup(findingGroup), cl::sub(sutCommand));
static cl::opt<bool> matrix(
    "matrix",
    cl::desc("Tries the program of each new finding, reduced, in all runs of "
             "all releases that scripts/get-tools fetched."),
    inGroup(findingGroup), cl::sub(sutCommand));
static JSONOption asJSON(findingGroup, cl::sub(sutCommand));

/// What is of searches was given with the option.
static llvm::Error checkNoSearch(llvm::StringRef name) {
  // Of a search, but for how and where.
  const cl::Option *ofSearches[] = {&seed,
                                    &programs,
                                    &first,
                                    &duration,
                                    &batch,
                                    &size,
                                    &noReduce,
                                    &noFeedback,
                                    &matrix,
                                    &asJSON,
                                    &language,
                                    &operation,
                                    &kernels,
                                    &reductions,
                                    std::addressof(knobs),
                                    std::addressof(corpus)};
  for (const cl::Option *option : ofSearches)
    if (option->getNumOccurrences())
      return llvm::createStringError("--" + name + " takes no --" +
                                     option->ArgStr);
  return llvm::Error::success();
}

static int runReplay(const SutDescription &sut) {
  std::vector<std::string> names(runs.begin(), runs.end());
  const volatile sig_atomic_t *interrupted = catchInterrupts();
  llvm::Expected<unsigned> differences = (invalid ? replayBroken : replaySut)(
      sut, names, replay, llvm::outs(), interrupted);
  if (!differences) {
    int code = fail(differences.takeError());
    return *interrupted ? exitInterrupted : code;
  }
  return *differences ? exitFindings : exitClean;
}

/// All releases of the tool, as they say what they have.
static llvm::Expected<std::vector<SutDescription>> fitReleases() {
  llvm::Expected<std::vector<SutDescription>> found =
      findReleases(description, invocation().executable);
  if (!found)
    return found.takeError();
  std::vector<SutDescription> releases;
  for (const SutDescription &release : *found) {
    llvm::Expected<SutDescription> fitted =
        fitToTool(release, {}, llvm::errs());
    if (!fitted)
      return fitted.takeError();
    releases.push_back(std::move(*fitted));
  }
  return releases;
}

/// --series.
static int runForms(const SutDescription &sut) {
  if (sut.language != SutLanguage::CudaTile)
    return fail("--series is for tools of cuda_tile");
  if (llvm::Error error = checkNoSearch("series"))
    return fail(std::move(error));
  if (scale == 0)
    return fail("--scale is above 0");
  SeriesOptions options;
  options.file = replay;
  for (const std::string &name : series)
    if (!name.empty())
      options.forms.push_back(name);
  options.scale = scale;
  options.output = output;
  options.version = versionText();
  options.interrupted = catchInterrupts();
  llvm::Expected<unsigned> findings =
      runSeries(sut, std::vector<std::string>(runs.begin(), runs.end()),
                options, llvm::outs());
  if (!findings) {
    int code = fail(findings.takeError());
    return *options.interrupted ? exitInterrupted : code;
  }
  return *findings ? exitFindings : exitClean;
}

static int runReleases() {
  if (replay.empty())
    return fail("all releases are tried with --replay=FILE; a search takes one "
                "of them, and with --matrix the others for what it finds");
  if (llvm::Error error = checkNoSearch("replay"))
    return fail(std::move(error));
  llvm::Expected<std::vector<SutDescription>> releases = fitReleases();
  if (!releases)
    return fail(releases.takeError());
  const volatile sig_atomic_t *interrupted = catchInterrupts();
  llvm::Expected<bool> hasBad = replayMatrix(
      *releases, std::vector<std::string>(runs.begin(), runs.end()), replay,
      llvm::outs(), interrupted);
  if (!hasBad) {
    int code = fail(hasBad.takeError());
    return *interrupted ? exitInterrupted : code;
  }
  return *hasBad ? exitFindings : exitClean;
}

/// The files below the folders that --corpus names.
static llvm::Error findCorpus(const SutDescription &sut, SutOptions &options) {
  if (corpus.empty())
    return llvm::Error::success();
  if (sut.language != SutLanguage::CudaTile)
    return llvm::createStringError("--corpus is for programs of cuda_tile");
  for (const cl::Option *option : std::initializer_list<const cl::Option *>{
           &language, &operation, &size, std::addressof(knobs)})
    if (option->getNumOccurrences())
      return llvm::createStringError("--corpus goes without --" +
                                     option->ArgStr);
  for (const std::string &folder : corpus) {
    llvm::Expected<std::vector<std::string>> files = listCorpus(folder);
    if (!files)
      return files.takeError();
    options.corpus.insert(options.corpus.end(), files->begin(), files->end());
  }
  if (options.corpus.empty())
    return llvm::createStringError("there are no programs in " +
                                   corpus.front());
  return llvm::Error::success();
}

/// What programs are tried: --language, --knob, --size and --operation.
static llvm::Error aim(const SutDescription &sut, SutOptions &options) {
  options.maxOperations = size;
  options.operation = operation;
  if (sut.language == SutLanguage::Llvm) {
    for (const cl::Option *option : std::initializer_list<const cl::Option *>{
             &language, &operation, std::addressof(knobs)})
      if (option->getNumOccurrences())
        return llvm::createStringError(
            "--" + option->ArgStr +
            " is for programs of MLIR; this description takes LLVM IR");
    return llvm::Error::success();
  }
  if (sut.language == SutLanguage::Functions) {
    for (const cl::Option *option : std::initializer_list<const cl::Option *>{
             &language, std::addressof(knobs)})
      if (option->getNumOccurrences())
        return llvm::createStringError(
            "--" + option->ArgStr +
            " is for programs of cuda_tile; this description takes functions");
    if (!operation.empty() && !isFunctionOperation(operation))
      return llvm::createStringError("'" + operation +
                                     "' is no operation of functions");
    return llvm::Error::success();
  }
  unsigned steps = size.getNumOccurrences() ? size : GenerateOptions().maxSteps;
  llvm::Expected<GenerateOptions> generate =
      parseGenerateOptions(language, allKnobs(knobs, steps, /*noSwarm=*/false));
  if (!generate)
    return generate.takeError();
  if (generate->tileAA)
    return llvm::createStringError("a tool of cuda_tile takes no programs of "
                                   "--language=tileaa");
  llvm::StringRef name = operation;
  name.consume_front("cuda_tile.");
  if (!name.empty()) {
    if (!llvm::is_contained(generatedOperations(), name))
      return llvm::createStringError("no operation '" + name +
                                     "' is generated");
    // As `generate` does, unless the language says otherwise.
    if (!language.getNumOccurrences())
      generate->wholeOneIn = 1;
  }
  options.operation = name.str();
  options.isWhole = generate->wholeOneIn == 1;
  options.language = language;
  options.knobs = allKnobs(knobs, steps, /*noSwarm=*/false);
  return llvm::Error::success();
}

std::optional<int> tilefuzz::runSut() {
  if (!sutCommand)
    return std::nullopt;
  if (namesAllReleases(description))
    return runReleases();
  llvm::Expected<SutDescription> named =
      findSut(description, invocation().executable);
  if (!named)
    return fail(named.takeError());
  llvm::Expected<SutDescription> sut = fitToTool(
      *named, std::vector<std::string>(runs.begin(), runs.end()), llvm::errs());
  if (!sut)
    return fail(sut.takeError());
  if (series.getNumOccurrences())
    return runForms(*sut);
  if (invalid && (sut->language != SutLanguage::CudaTile ||
                  sut->format != SutFormat::Bytecode))
    return fail("--invalid is for tools that read bytecode of cuda_tile");
  if (!replay.empty()) {
    if (llvm::Error error = checkNoSearch("replay"))
      return fail(std::move(error));
    return runReplay(*sut);
  }
  SutOptions options;
  options.seed = seed;
  options.firstProgram = first;
  if (!duration.empty()) {
    llvm::Expected<double> seconds = parseDuration(duration);
    if (!seconds)
      return fail(seconds.takeError());
    options.seconds = *seconds;
    options.programs = uint64_t(1) << 40;
  }
  if (programs.getNumOccurrences())
    options.programs = programs;
  // What tries nothing would find nothing.
  if (options.programs == 0 || options.seconds <= 0)
    return fail("--programs and --time are above 0");
  if (options.programs > std::numeric_limits<uint64_t>::max() - first)
    return fail("--first and --programs go beyond the last program");
  if (batch == 0 || batch > 10000 || size == 0 || size > 1000)
    return fail("--batch is 1 to 10000, --size 1 to 1000");
  if (reductions == 0)
    return fail("--reductions is above 0");
  if (jobs > 255)
    return fail("at most 255 jobs");
  options.jobs =
      jobs ? jobs : llvm::hardware_concurrency().compute_thread_count();
  options.batch = batch;
  options.runsPerProgram = runsPerProgram;
  if (llvm::Error error = aim(*sut, options))
    return fail(std::move(error));
  if (llvm::Error error = findCorpus(*sut, options))
    return fail(std::move(error));
  if (matrix) {
    if (sut->language != SutLanguage::CudaTile)
      return fail("--matrix is for programs of cuda_tile");
    // A file describes one release.
    llvm::Expected<std::vector<SutDescription>> releases =
        namesFile(description) ? std::vector<SutDescription>{*sut}
                               : fitReleases();
    if (!releases)
      return fail(releases.takeError());
    for (const SutDescription &release : *releases)
      options.releases.push_back(release.text);
  }
  options.output = output;
  options.runs.assign(runs.begin(), runs.end());
  options.reduce = !noReduce;
  options.invalid = invalid;
  if (kernels > 100 || (kernels && (sut->language != SutLanguage::CudaTile ||
                                    !corpus.empty() || !operation.empty())))
    return fail("--kernels is 0 to 100, of programs of cuda_tile that are made "
                "at random");
  options.kernelShare = kernels;
  options.feedback = !noFeedback;
  options.maxReductions = reductions;
  options.interrupted = catchInterrupts();
  options.executable = invocation().executable;
  options.command = invocation().commandLine;
  options.version = versionText();
  ProgressLine progress("programs");
  llvm::Expected<SutSummary> summary =
      runSutCampaign(*sut, options, [&](const SutSummary &now) {
        progress.show(now.programs, options.programs,
                      options.seconds < 1e9 ? options.seconds : 0,
                      llvm::formatv("{0:f1}/s, {1} comparisons, {2} findings",
                                    now.programs / now.seconds, now.comparisons,
                                    now.findings.size())
                          .str());
      });
  progress.clear();
  if (!summary)
    return fail(summary.takeError());
  if (asJSON)
    printJSON(summary->toJSON());
  else
    summary->print(llvm::outs());
  if (summary->newFindings())
    return exitFindings;
  return *options.interrupted ? exitInterrupted : exitClean;
}
