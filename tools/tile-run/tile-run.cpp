//===- tile-run.cpp - Execute a program on the tile interpreter -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Exit codes: 0 completed, 1 bad input, 2 undefined behaviour, a race, a
// deadlock, a limit or an operation that cannot be executed, 3 an exploration
// that is not what the program's file expects.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"
#include "RawBuffers.h"
#include "compiler/Pipeline/Persistence.h"
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Generate/Llvm/LlvmModules.h"
#include "interp/Execute/Executor.h"
#include "interp/Explore/Expectation.h"
#include "interp/Explore/Ptx/ExplorePtx.h"
#include "interp/Invent/InventLaunch.h"
#include "interp/Program/ProgramFile.h"
#include "interp/Simt/ThreadExplainer.h"
#include "interp/Tile/DecodedProgram.h"
#include "interp/Tile/Explain.h"
#include "interp/Tile/ExplainPage.h"
#include "mlir/IR/AsmState.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::opt<std::string> input(cl::Positional, cl::desc("PROGRAM"),
                                  cl::init("-"), cl::cat(toolOptions));
enum class Narration { None, Text, Lines };

static OptionGroup inputGroup("What is executed");
static cl::opt<std::string>
    launchFile("launch",
               cl::desc("Takes the launch lines from FILE instead of PROGRAM. "
                        "Bytecode has none of its own; without this option "
                        "they come from PROGRAM with the extension .launch."),
               cl::value_desc("FILE"), inGroup(inputGroup));
static cl::opt<std::string> inventFrom(
    "invent-launch", cl::ValueOptional, cl::value_desc("SEED"),
    cl::desc("Makes a launch up, under which the program is defined if there "
             "is one to be found: sizes, strides, scalars and contents from "
             "what the first entry, or --kernel, does with its parameters. "
             "Prints it first; with --json, to stderr."),
    inGroup(inputGroup));
static cl::opt<std::string>
    kernel("kernel", cl::value_desc("NAME"),
           cl::desc("Names the entry for --invent-launch."),
           inGroup(inputGroup));
static cl::opt<std::string> at(
    "at", cl::value_desc("STAGE"),
    cl::desc("Compiles up to this stage first, then executes. A module that is "
             "below cuda_tile already is executed as it is. Default: source."),
    cl::init("source"), inGroup(inputGroup));
static cl::opt<bool>
    listStages("list-stages", cl::desc("Lists the stages for --at and exits."),
               inGroup(inputGroup));

static OptionGroup compileGroup("How it is compiled");
static TargetOption target(compileGroup);
static InjectBugOption bugs(compileGroup);
static PipelineStrategyOption strategy(compileGroup);
static PersistentOption persistence(compileGroup);
static EnablePatternOption enabled(compileGroup);

static OptionGroup scheduleGroup("Which order is run");
static cl::opt<std::string> scheduleName(
    "schedule", cl::init("program-order"), cl::value_desc("SCHEDULE"),
    cl::desc(
        "Chooses the order of accesses and blocks, among those that "
        "tokens allow: program-order, reverse, reverse-blocks, "
        "round-robin or random:SEED; with ',least', ',greatest' or ',mixed' "
        "behind it, other legal results of functions and sums than "
        "the nearest. Default: program-order."),
    inGroup(scheduleGroup));
static cl::opt<uint64_t> stepLimit(
    "step-limit",
    cl::desc(
        "Ends the run after N operations; at the LLVM level, of one thread."),
    inGroup(scheduleGroup));

static OptionGroup exploreGroup("Every order at once");
static cl::opt<bool> exploreAll(
    "explore",
    cl::desc(
        "Prints all outcomes that the memory model allows, or all races, and "
        "compares them with the `// tilefuzz.expect` lines, if there are any."),
    inGroup(exploreGroup));
static cl::opt<uint64_t> exploreLimit(
    "explore-limit", cl::init(100'000), cl::value_desc("N"),
    cl::desc("Gives up after N execution graphs. Default: 100000."),
    inGroup(exploreGroup));
static cl::opt<SynchronizesWith> reading(
    "reading", cl::init(SynchronizesWith::Weakest),
    cl::desc("Says what synchronises where the published text is silent:"),
    cl::values(
        clEnumValN(SynchronizesWith::Weakest, "weakest", "the least (default)"),
        clEnumValN(SynchronizesWith::Ptx, "ptx", "all that PTX promises"),
        // Their old names.
        clEnumValN(SynchronizesWith::Weakest, "W", ""),
        clEnumValN(SynchronizesWith::Ptx, "S", "")),
    inGroup(exploreGroup));

static OptionGroup outputGroup("What is printed");
static cl::opt<bool> all(
    "all",
    cl::desc("Prints every element of the buffers instead of the first ones."),
    inGroup(outputGroup));
static JSONOption json(outputGroup);
static cl::opt<std::string>
    rawFolder("raw", cl::value_desc("DIR"),
              cl::desc("Writes each buffer's bytes to DIR/NAME.bin."),
              inGroup(outputGroup));
static cl::opt<Narration> explain(
    "explain", cl::ValueOptional, cl::init(Narration::None),
    cl::desc("Tells every operation with its values, what it reads and writes, "
             "after which accesses, and where the run goes wrong."),
    cl::values(clEnumValN(Narration::Text, "text", "for people (default)"),
               clEnumValN(Narration::Lines, "json", "one object per line"),
               clEnumValN(Narration::Text, "", "")),
    inGroup(outputGroup));
static cl::opt<uint32_t>
    explainBlock("explain-block", cl::value_desc("N"),
                 cl::desc("Tells of block N alone (its linear index)."),
                 inGroup(outputGroup));
static cl::opt<uint32_t> explainThread(
    "explain-thread", cl::value_desc("N"),
    cl::desc("Of PTX: tells of thread N of each block alone (its linear "
             "index)."),
    inGroup(outputGroup));
static cl::opt<std::string> htmlFile(
    "html", cl::value_desc("FILE"),
    cl::desc("With --explain or --explore: writes a page for a browser, on "
             "which accesses, their order, what reads see and races are drawn, "
             "for --explore of each outcome."),
    inGroup(outputGroup));

static int badInput(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  if (!llvm::StringRef(text).contains("error: "))
    text = input + ": error: " + text;
  llvm::errs() << text << '\n';
  return 1;
}

namespace {
/// Executes the program as it is after one stage.
class Runner : public Observer {
public:
  Runner(const Stage &wanted, const Launch &launch, const Schedule &schedule)
      : wanted(wanted), launch(launch), schedule(schedule) {}

  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override {
    return execute({&stage, module});
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::Module &module) override {
    machine = &module;
    StagedProgram program{&stage};
    program.machine = machine;
    return execute(program);
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::StringRef code) override {
    StagedProgram program{&stage};
    program.machine = machine;
    program.code = code;
    return execute(program);
  }

  std::optional<Outcome> outcome;
  /// With --explore, instead.
  std::optional<Exploration> exploration;
  /// Why there is none.
  std::string error;
  /// For the page.
  std::string told;

private:
  mlir::LogicalResult execute(const StagedProgram &program) {
    if (program.stage != &wanted)
      return mlir::success();
    llvm::Error error = run(program);
    if (error)
      this->error = llvm::toString(std::move(error));
    return mlir::success(!error);
  }
  llvm::Error run(const StagedProgram &program);
  llvm::Error exploreAllOf(const StagedProgram &program);

  const Stage &wanted;
  const llvm::Module *machine = nullptr;
  const Launch &launch;
  Schedule schedule;
};
} // namespace

/// What a stage cannot be asked for, and which stages can.
static llvm::Error cannot(llvm::StringRef verb, const Stage &stage,
                          llvm::StringRef participle,
                          llvm::function_ref<bool(const Stage &)> canBe) {
  const Stage *first = llvm::find_if(getStages(), [&](const Stage &other) {
    return !other.isRoundTrip() && !canBe(other);
  });
  return llvm::createStringError("nothing here " + verb + " the level '" +
                                 toString(stage.level) + "'; stages before " +
                                 first->name + " can be " + participle);
}

static bool isObservable(const Stage &stage) {
  llvm::ArrayRef<const Executor *> executors = getExecutors(stage.level);
  return !executors.empty() && executors.front()->isObservable;
}

static constexpr char noPageOfThreads[] =
    "--html draws explorations of PTX, not runs";

static std::optional<ThreadExplainer>
makeThreadExplainer(const Launch &launch) {
  if (explain == Narration::None)
    return std::nullopt;
  ThreadExplainOptions words;
  words.json = explain == Narration::Lines;
  if (explainBlock.getNumOccurrences())
    words.onlyBlock = explainBlock;
  if (explainThread.getNumOccurrences())
    words.onlyThread = explainThread;
  return ThreadExplainer(launch, llvm::outs(), words);
}

llvm::Error Runner::run(const StagedProgram &program) {
  const Stage &stage = *program.stage;
  if (exploreAll)
    return exploreAllOf(program);
  llvm::ArrayRef<const Executor *> executors = getExecutors(stage.level);
  if (executors.empty())
    return cannot("executes", stage, "executed", [](const Stage &other) {
      return !getExecutors(other.level).empty();
    });
  bool isOfThreads = stage.level == Level::PTX;
  if (explain != Narration::None && !isOfThreads && !isObservable(stage))
    return cannot("explains", stage, "explained", isObservable);
  if (isOfThreads && !htmlFile.empty())
    return llvm::createStringError(noPageOfThreads);
  if (!isOfThreads && explainThread.getNumOccurrences())
    return llvm::createStringError("--explain-thread is of PTX alone");
  ExecuteOptions options;
  options.target = target;
  if (stepLimit.getNumOccurrences())
    options.maxOperations = options.maxInstructions = stepLimit;
  llvm::Expected<std::unique_ptr<Execution>> execution =
      executors.front()->prepare(program, launch, options);
  if (!execution)
    return execution.takeError();
  auto finish = [&](llvm::Expected<Outcome> run,
                    auto &explainer) -> llvm::Error {
    if (!run)
      return run.takeError();
    outcome = std::move(*run);
    if (explainer)
      explainer->finish(*outcome);
    return llvm::Error::success();
  };
  if (isOfThreads) {
    std::optional<ThreadExplainer> explainer = makeThreadExplainer(launch);
    return finish(
        (*execution)
            ->observeThreads(schedule, explainer ? &*explainer : nullptr),
        explainer);
  }
  std::optional<Explainer> explainer;
  llvm::raw_string_ostream page(told);
  if (explain != Narration::None) {
    ExplainOptions words;
    words.json = explain == Narration::Lines || !htmlFile.empty();
    words.maxElements = all ? 0 : words.maxElements;
    words.storesAtOnce = schedule.kind == Schedule::Kind::ProgramOrder ||
                         schedule.kind == Schedule::Kind::RoundRobin;
    if (explainBlock.getNumOccurrences())
      words.onlyBlock = explainBlock;
    llvm::raw_ostream *os = &page;
    if (htmlFile.empty())
      os = &llvm::outs();
    explainer.emplace(program.module, *os, words);
  }
  return finish((*execution)->run(schedule, explainer ? &*explainer : nullptr),
                explainer);
}

static ExploreOptions exploreOptions() {
  ExploreOptions options;
  options.graphLimit = exploreLimit;
  options.reading = reading;
  options.wantsGraphs = !htmlFile.empty();
  if (stepLimit.getNumOccurrences())
    options.stepLimit = stepLimit;
  return options;
}

llvm::Error Runner::exploreAllOf(const StagedProgram &program) {
  if (program.stage->level == Level::PTX) {
    llvm::Expected<Exploration> explored =
        explorePtx(program.code, launch, exploreOptions());
    if (!explored)
      return explored.takeError();
    exploration = std::move(*explored);
    return llvm::Error::success();
  }
  // Exploration takes blocks apart as observers do.
  if (!isObservable(*program.stage))
    return cannot("explores", *program.stage, "explored", isObservable);
  llvm::Expected<DecodedProgram> decoded =
      DecodedProgram::decode(program.module, launch.kernel);
  if (!decoded)
    return decoded.takeError();
  ExploreOptions options = exploreOptions();
  llvm::Expected<Exploration> explored =
      tilefuzz::explore(*decoded, launch, options);
  if (!explored)
    return explored.takeError();
  exploration = std::move(*explored);
  return llvm::Error::success();
}

/// Bytecode is no text to show.
static llvm::StringRef programText(const ProgramFile &file) {
  return file.isBytecode() ? llvm::StringRef() : file.contents();
}

static int printStages() {
  for (const Stage &stage : getStages())
    llvm::outs() << llvm::formatv("{0,-30} {1,-13} {2}\n", stage.name,
                                  toString(stage.level), stage.summary);
  return 0;
}

/// The page that --html asks for, if it does.
static llvm::Error
writePage(llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (htmlFile.empty())
    return llvm::Error::success();
  std::string page;
  llvm::raw_string_ostream os(page);
  write(os);
  return writeWholeFile(htmlFile, page);
}

/// The exit code.
static int reportExploration(const Exploration &exploration,
                             const Expectation &expectation,
                             llvm::StringRef program) {
  llvm::Error written = writePage([&](llvm::raw_ostream &os) {
    writeExplorationPage("All outcomes of " + input, program, exploration, os);
  });
  if (written)
    return badInput(std::move(written));
  std::vector<std::string> failures = check(exploration, expectation);
  if (json) {
    llvm::json::Value object = exploration.toJSON();
    if (!expectation.isEmpty())
      (*object.getAsObject())["unexpected"] = llvm::json::Array(failures);
    llvm::outs() << llvm::formatv("{0:2}\n", object);
  } else {
    exploration.print(llvm::outs(), all ? 0 : 16);
    for (const std::string &failure : failures)
      llvm::outs() << "not as expected: " << failure << '\n';
    if (!expectation.isEmpty() && failures.empty())
      llvm::outs() << "as expected\n";
  }
  if (!expectation.isEmpty())
    return failures.empty() ? 0 : 3;
  bool isDefined =
      llvm::all_of(exploration.outcomes, [](const ExploredOutcome &explored) {
        return explored.outcome.completed();
      });
  return exploration.races.empty() && exploration.isComplete() && isDefined ? 0
                                                                            : 2;
}

/// The exit code.
static int print(const Outcome &outcome) {
  if (json)
    llvm::outs() << llvm::formatv("{0:2}\n", outcome.toJSON());
  else
    outcome.print(llvm::outs(), all ? 0 : 16);
  return outcome.completed() ? 0 : 2;
}

/// Instead of the launch of a file; prints it.
static llvm::Error invent(mlir::ModuleOp module, Launch &launch) {
  InventOptions options;
  if (!inventFrom.empty() &&
      llvm::StringRef(inventFrom).getAsInteger(10, options.seed))
    return llvm::createStringError("'" + inventFrom + "' is no seed");
  llvm::Expected<InventedLaunch> invented =
      inventLaunch(module, kernel.getValue(), options);
  if (!invented)
    return invented.takeError();
  if (!invented->trouble.empty())
    llvm::errs() << "tile-run: note: no better launch was found: "
                 << invented->trouble << "\n";
  (json ? llvm::errs() : llvm::outs()) << invented->launch.toString();
  launch = std::move(invented->launch);
  return llvm::Error::success();
}

/// What runs thread by thread.
static int runThreads(const Executor &executor, const StagedProgram &program,
                      const Launch &launch, const Schedule &schedule) {
  ExecuteOptions options;
  if (stepLimit.getNumOccurrences())
    options.maxInstructions = stepLimit;
  llvm::Expected<std::unique_ptr<Execution>> execution =
      executor.prepare(program, launch, options);
  if (!execution)
    return badInput(llvm::createStringError(
        input + ": " + llvm::toString(execution.takeError())));
  std::optional<ThreadExplainer> explainer = makeThreadExplainer(launch);
  llvm::Expected<Outcome> outcome =
      (*execution)->observeThreads(schedule, explainer ? &*explainer : nullptr);
  if (!outcome)
    return badInput(outcome.takeError());
  if (!rawFolder.empty())
    if (llvm::Error error = writeRaw(*outcome, rawFolder))
      return badInput(std::move(error));
  if (!explainer)
    return print(*outcome);
  explainer->finish(*outcome);
  return outcome->completed() ? 0 : 2;
}

/// LLVM IR for NVPTX of any compiler.
static int runLlvm(llvm::StringRef text, const Launch *launch,
                   const Schedule &schedule) {
  if (explain != Narration::None || exploreAll)
    return badInput(llvm::createStringError(
        "LLVM IR can be executed, but neither explored nor explained"));
  llvm::LLVMContext context;
  llvm::Expected<LlvmProgram> parsed = parseLlvmProgram(text, input, context);
  if (!parsed)
    return badInput(parsed.takeError());
  StagedProgram program{findStage("translate-to-llvm")};
  program.machine = parsed->module.get();
  return runThreads(simtExecutor, program, launch ? *launch : parsed->launch,
                    schedule);
}

/// PTX of any compiler, as the stage that emits ours is executed.
static int runPtx(llvm::StringRef text, const Launch &launch,
                  const Expectation &expectation, const Schedule &schedule) {
  if (!htmlFile.empty() && !exploreAll)
    return badInput(
        llvm::createStringError("--html draws explorations of PTX, not runs"));
  if (exploreAll) {
    llvm::Expected<Exploration> explored =
        explorePtx(text, launch, exploreOptions());
    if (!explored)
      return badInput(explored.takeError());
    return reportExploration(*explored, expectation, text);
  }
  StagedProgram program{findStage("emit-ptx")};
  program.code = text;
  return runThreads(ptxExecutor, program, launch, schedule);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-run",
          "Executes a program: a cuda_tile module with its launch in leading "
          "comment lines\n\nExit codes: 0 completed, 1 bad usage or input, 2 "
          "undefined behaviour, a race, a deadlock, a limit or an operation "
          "that cannot be executed, 3 an exploration that is not what the "
          "file expects.\n"
          "  tile-run PROGRAM\n"
          "  tile-run FUNCTIONS.mlir (func.func of arith, math, scf, vector, "
          "tensor; docs/sut.md)\n"
          "  tile-run KERNELS.ptx (launch lines as comments)\n"
          "  tile-run KERNELS.ll (LLVM IR for NVPTX; lines '; // tilefuzz.')\n"
          "  tile-run PROGRAM --explore\n"
          "  tile-run PROGRAM --at=convert-tileaa-to-tileas --json\n"))
    return 1;
  if (listStages)
    return printStages();
  const Stage *stage = findStage(at);
  if (!stage) {
    llvm::errs() << "tile-run: error: no stage is called '" << at
                 << "'; --list-stages lists them\n";
    return 1;
  }
  std::optional<Schedule> schedule = Schedule::parse(scheduleName.getValue());
  if (!schedule) {
    llvm::errs() << "tile-run: error: '" << scheduleName
                 << "' is no schedule: say program-order, reverse, "
                    "reverse-blocks, round-robin or random:SEED\n";
    return 1;
  }
  CompileOptions options;
  options.target = target;
  options.stopAfter = at;
  llvm::Error error = addByName(options, bugs, {}, enabled);
  if (!error)
    error = setPipelineStrategy(options, strategy);
  if (!error)
    error = setPersistence(options, persistence);
  if (error) {
    llvm::errs() << "tile-run: error: " << llvm::toString(std::move(error))
                 << "\n";
    return 1;
  }

  llvm::Expected<ProgramFile> file = ProgramFile::open(input, launchFile);
  if (!file)
    return badInput(file.takeError());
  if (isFileOfFunctions(file->contents()))
    return runFunctions(input, file->contents());
  if (!htmlFile.empty() && !exploreAll && explain == Narration::None)
    return badInput(
        llvm::createStringError("--html goes with --explain or --explore"));
  bool invents = inventFrom.getNumOccurrences();
  if (kernel.getNumOccurrences() && !invents)
    return badInput(
        llvm::createStringError("--kernel goes with --invent-launch"));
  if (invents && launchFile.getNumOccurrences())
    return badInput(llvm::createStringError(
        "--launch and --invent-launch do not go together"));
  if (file->isBytecode() && !file->hasLaunchLines() && !invents)
    return badInput(llvm::createStringError(
        llvm::toString(file->readLaunch().takeError()) +
        "; --launch names one, --invent-launch makes one up"));
  // A module whose entry has no parameters needs no launch lines.
  llvm::StringRef lines =
      invents ? llvm::StringRef() : file->launchText().getBuffer();
  llvm::StringRef linesName = file->launchText().getBufferIdentifier();
  llvm::Expected<Launch> launch = parseLaunch(lines, linesName);
  if (!launch)
    return badInput(launch.takeError());
  llvm::Expected<Expectation> expectation =
      parseExpectation(lines, linesName, *launch);
  if (!expectation)
    return badInput(expectation.takeError());

  llvm::StringRef extension = llvm::sys::path::extension(input);
  if ((extension == ".ptx" || extension == ".ll") && invents)
    return badInput(llvm::createStringError(
        "a launch can be made up for tile programs alone"));
  if (extension == ".ll")
    return runLlvm(file->contents(),
                   launchFile.getNumOccurrences() ? &*launch : nullptr,
                   *schedule);
  if (extension == ".ptx")
    return runPtx(file->contents(), *launch, *expectation, *schedule);
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  context.disableMultithreading();
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module = file->parse(context, sources);
  if (!module)
    return 1;
  if (invents)
    if (llvm::Error error = invent(*module, *launch))
      return badInput(std::move(error));

  Runner runner(*stage, *launch, *schedule);
  mlir::LogicalResult compiled = compile(module.get(), options, &runner);
  if (!runner.error.empty())
    return badInput(llvm::createStringError(runner.error));
  if (failed(compiled))
    return 1;
  if (runner.exploration)
    return reportExploration(*runner.exploration, *expectation,
                             programText(*file));
  if (!rawFolder.empty())
    if (llvm::Error error = writeRaw(*runner.outcome, rawFolder))
      return badInput(std::move(error));
  if (explain != Narration::None && htmlFile.empty())
    return runner.outcome->completed() ? 0 : 2;
  llvm::Error written = writePage([&](llvm::raw_ostream &os) {
    writeExplainPage("A run of " + input, programText(*file), runner.told, os);
  });
  if (written)
    return badInput(std::move(written));
  return print(*runner.outcome);
}
