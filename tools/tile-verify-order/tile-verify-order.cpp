//===- tile-verify-order.cpp - Is required memory order kept? -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Compares the token order of two programs, of every stage of a compilation
// with its source, or looks at one program.
//
// Exit codes: 0 all required order is kept, 1 bad input, 3 some is not (or, of
// one program, it races), 4 the programs could not be matched.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Support/FileUtilities.h"
#include "oracle/Fences/FenceEnumeration.h"
#include "oracle/Fences/PipelineFences.h"
#include "oracle/Order/OrderVerdict.h"
#include "oracle/Order/OutcomeSets.h"
#include "tools/tile-verify-order/Fences.h"
#include "tools/tile-verify-order/Inputs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::list<std::string>
    inputs(cl::Positional, cl::desc("PROGRAM [TARGET]"), cl::cat(toolOptions));

static OptionGroup targetGroup("What PROGRAM is compared with");
static cl::opt<bool>
    stages("stages",
           cl::desc("Compiles PROGRAM and compares every stage with it."),
           inGroup(targetGroup));
static cl::opt<std::string>
    optCommand("opt-command", cl::value_desc("CMD"),
               cl::desc("Makes TARGET of PROGRAM with this shell command, in "
                        "which {in} and {out} stand for the files."),
               inGroup(targetGroup));
static CommandSecondsOption optSeconds(targetGroup);

static OptionGroup fenceGroup("Fences of tensor memory");
static cl::opt<bool> allFences(
    "fences",
    cl::desc("Puts the fences of PROGRAM in, of the llvm and nvvm dialects, "
             "and says whether they suffice and are needed. Without PROGRAM: "
             "those of all small programs."),
    inGroup(fenceGroup));
static cl::opt<unsigned> fenceEvents(
    "fence-events", cl::init(8), cl::value_desc("N"),
    cl::desc("Of straight lines: up to N events of two threads in all."),
    inGroup(fenceGroup));
static cl::opt<unsigned>
    fenceTreeEvents("fence-tree-events", cl::init(5), cl::value_desc("N"),
                    cl::desc("Of trees one deep: up to N events."),
                    inGroup(fenceGroup));
static cl::opt<unsigned>
    fenceDeepEvents("fence-deep-events", cl::init(5), cl::value_desc("N"),
                    cl::desc("Of trees two deep: up to N events."),
                    inGroup(fenceGroup));
static cl::opt<bool> fenceEachTree(
    "fence-each-tree",
    cl::desc("Asks about every tree, not about one of each order of events "
             "that control flow can have: with many events very slow."),
    inGroup(fenceGroup));

static cl::opt<bool> fencePipelines(
    "fence-pipelines",
    cl::desc("Asks about the agents of pipelines together, not about all small "
             "programs."),
    inGroup(fenceGroup));

static OptionGroup compileGroup("How it is compiled");
static TargetOption target(compileGroup);
static InjectBugOption bugs(compileGroup);

static OptionGroup launchGroup("How it is launched");
static cl::list<std::string>
    launchFiles("launch", cl::value_desc("FILE"),
                cl::desc("Takes the launch lines from FILE instead of PROGRAM. "
                         "Every FILE is a comparison of its own."),
                inGroup(launchGroup));

static OptionGroup outputGroup("What is printed");
static JSONOption json(outputGroup);

namespace {
/// One comparison, of a stage or launch of that name.
struct Comparison : OrderVerdict {
  std::string name;
};
} // namespace

static int badInput(llvm::Error error) {
  llvm::errs() << "tile-verify-order: error: "
               << llvm::toString(std::move(error)) << '\n';
  return 1;
}

static void print(const Comparison &comparison) {
  llvm::outs() << llvm::formatv(
      "{0,-30} {1} required pairs, {2} strong accesses: ", comparison.name,
      comparison.numPairs, comparison.numStrong);
  if (!comparison.cannotMatch.empty())
    llvm::outs() << "cannot match: " << comparison.cannotMatch << '\n';
  else if (!comparison.losses.empty())
    llvm::outs() << comparison.losses.size() << " lost\n";
  else if (comparison.isLost())
    llvm::outs() << "lost in other runs\n";
  else if (!comparison.onlyRuns.empty())
    llvm::outs() << "kept in the runs that were made: " << comparison.onlyRuns
                 << '\n';
  else if (!comparison.lostElsewhere.empty())
    llvm::outs() << "kept in this launch, which does not show "
                 << comparison.lostElsewhere.size() << " lost\n";
  else
    llvm::outs() << "kept\n";
  for (const auto *losses : {&comparison.losses, &comparison.lostElsewhere})
    for (const OrderLoss &loss : *losses)
      llvm::outs() << "  " << loss.toString() << '\n';
  if (!comparison.newOutcome.empty())
    llvm::outs() << "  new outcome: " << comparison.newOutcome << '\n';
  if (!comparison.losses.empty() && comparison.hasNoNewOutcome)
    llvm::outs() << "  (no outcome of this launch is new)\n";
}

static llvm::json::Array toJSON(llvm::ArrayRef<OrderLoss> losses) {
  llvm::json::Array list;
  for (const OrderLoss &loss : losses)
    list.push_back(loss.toJSON());
  return list;
}

static int finish(llvm::ArrayRef<Comparison> comparisons) {
  int code = 0;
  llvm::json::Array list;
  for (const Comparison &comparison : comparisons) {
    if (comparison.isLost())
      code = 3;
    else if (!comparison.cannotMatch.empty() && code == 0)
      code = 4;
    if (!json) {
      print(comparison);
      continue;
    }
    list.push_back(
        llvm::json::Object{{"name", comparison.name},
                           {"requiredPairs", int64_t(comparison.numPairs)},
                           {"strongAccesses", int64_t(comparison.numStrong)},
                           {"cannotMatch", comparison.cannotMatch},
                           {"newOutcome", comparison.newOutcome},
                           {"onlyRuns", comparison.onlyRuns},
                           {"lostElsewhere", toJSON(comparison.lostElsewhere)},
                           {"losses", toJSON(comparison.losses)}});
  }
  if (json)
    llvm::outs() << llvm::formatv("{0:2}\n",
                                  llvm::json::Value(std::move(list)));
  return code;
}

/// With the launch, where there are several.
static std::string nameFor(llvm::StringRef what, const NamedLaunch &launch) {
  return what.str() + (launch.name.empty() ? "" : ", " + launch.name);
}

namespace {
/// Compares each stage that the tile interpreter executes.
class StageObserver : public Observer {
public:
  StageObserver(mlir::ModuleOp source, llvm::ArrayRef<NamedLaunch> launches)
      : source(source), launches(launches) {}

  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override {
    if (!isTileLevel(stage.level))
      return mlir::failure();
    if (getStageIndex(stage) == 0)
      return mlir::success();
    for (const NamedLaunch &launch : launches) {
      Comparison comparison;
      comparison.name = nameFor(stage.name, launch);
      if (llvm::Error error =
              compareOrder(source, module, launch.launch, comparison))
        comparison.cannotMatch = llvm::toString(std::move(error));
      comparisons.push_back(std::move(comparison));
    }
    return mlir::success();
  }

  std::vector<Comparison> comparisons;

private:
  mlir::ModuleOp source;
  llvm::ArrayRef<NamedLaunch> launches;
};
} // namespace

static llvm::Error addBugs(BugSet &set) {
  for (const std::string &name : bugs) {
    std::optional<SeededBug> bug = findSeededBug(name);
    if (!bug)
      return llvm::createStringError("no seeded bug is called '" + name +
                                     "'; `tile-fuzz bugs` lists them");
    set.insert(*bug);
  }
  return llvm::Error::success();
}

static int proveFences() {
  FenceEnumerationOptions options;
  options.numEvents = fenceEvents;
  options.numTreeEvents = fenceTreeEvents;
  options.numDeepEvents = fenceDeepEvents;
  options.eachTree = fenceEachTree;
  if (llvm::Error error = addBugs(options.bugs))
    return badInput(std::move(error));
  bool isFine = fencePipelines ? checkPipelineFences(options.bugs, llvm::outs())
                               : enumerateFences(options, llvm::outs());
  return isFine ? 0 : 3;
}

static int checkProgramFences(mlir::ModuleOp module) {
  BugSet set;
  if (llvm::Error error = addBugs(set))
    return badInput(std::move(error));
  llvm::Expected<bool> isOrdered = verifyFences(module, target, set);
  if (!isOrdered)
    return badInput(isOrdered.takeError());
  return *isOrdered ? 0 : 3;
}

static int compareStages(mlir::ModuleOp module,
                         llvm::ArrayRef<NamedLaunch> launches) {
  CompileOptions options;
  options.target = target;
  if (llvm::Error error = addBugs(options.bugs))
    return badInput(std::move(error));
  mlir::OwningOpRef<mlir::ModuleOp> compiled(module.clone());
  StageObserver observer(module, launches);
  std::string error;
  {
    mlir::ScopedDiagnosticHandler handler(
        module.getContext(), [&](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error &&
              error.empty())
            error = diagnostic.str();
          return mlir::success();
        });
    // The observer ends the compilation below the tile levels.
    (void)compile(compiled.get(), options, &observer);
  }
  int code = finish(observer.comparisons);
  if (!error.empty())
    llvm::errs() << "tile-verify-order: note: the compilation ends there: "
                 << error << '\n';
  return code;
}

/// Races, and what each token edge carries.
static int lint(mlir::ModuleOp module, const Launch &launch) {
  llvm::Expected<DecodedProgram> program =
      DecodedProgram::decode(module, launch.kernel);
  if (!program)
    return badInput(program.takeError());
  std::map<std::string, TokenEdge> edges;
  std::vector<RaceReport> races;
  auto addRace = [&](const RaceReport &race) {
    if (llvm::none_of(races, [&](const RaceReport &known) {
          return known.first.location == race.first.location &&
                 known.second.location == race.second.location;
        }))
      races.push_back(race);
  };
  std::string onlyRuns;
  bool isClosed = true;
  for (const Schedule &schedule : orderSchedules()) {
    llvm::Expected<TracedRun> run = traceOrder(*program, launch, schedule);
    if (!run)
      return badInput(run.takeError());
    isClosed &= run->outcome.isFullyOrdered;
    llvm::for_each(run->outcome.races, addRace);
    for (TokenEdge &edge : weighTokenEdges(run->trace)) {
      TokenEdge &known =
          edges
              .try_emplace(edge.from.location + " " + edge.to.location,
                           TokenEdge{edge.from, edge.to, 0})
              .first->second;
      known.carries += edge.carries;
    }
  }
  if (!isClosed && races.empty()) {
    Exploration all = exploreBriefly(*program, launch);
    llvm::for_each(all.races, addRace);
    onlyRuns = all.incomplete;
  }
  if (json) {
    llvm::json::Array list, pairs;
    for (const auto &[key, edge] : edges)
      list.push_back(llvm::json::Object{{"from", edge.from.location},
                                        {"to", edge.to.location},
                                        {"carries", int64_t(edge.carries)}});
    for (const RaceReport &race : races)
      pairs.push_back(llvm::json::Object{{"first", race.first.location},
                                         {"second", race.second.location}});
    llvm::outs() << llvm::formatv(
        "{0:2}\n",
        llvm::json::Value(llvm::json::Object{{"edges", std::move(list)},
                                             {"onlyRuns", onlyRuns},
                                             {"races", std::move(pairs)}}));
    return races.empty() ? 0 : 3;
  }
  for (const RaceReport &race : races)
    llvm::outs() << describe(race) << '\n';
  for (const auto &[key, edge] : edges) {
    llvm::outs() << edge.from.operation << " (" << edge.from.location << ") -> "
                 << edge.to.operation << " (" << edge.to.location << "): ";
    if (edge.carries)
      llvm::outs() << "carries " << edge.carries << " required pairs\n";
    else
      llvm::outs() << "redundant in these runs\n";
  }
  llvm::outs() << edges.size() << " token edges, " << races.size() << " races";
  if (races.empty() && !onlyRuns.empty())
    llvm::outs() << " in the runs that were made: " << onlyRuns;
  llvm::outs() << '\n';
  return races.empty() ? 0 : 3;
}

/// From --launch, the program's own lines, or the side file of bytecode; if
/// there are none, made up.
static llvm::Expected<std::vector<NamedLaunch>>
findLaunches(InputProgram &program) {
  std::vector<NamedLaunch> launches;
  for (const std::string &path : launchFiles) {
    std::string message;
    std::unique_ptr<llvm::MemoryBuffer> file =
        mlir::openInputFile(path, &message);
    if (!file)
      return llvm::createStringError(message);
    llvm::Expected<std::vector<NamedLaunch>> some = readLaunches(*file);
    if (!some)
      return some.takeError();
    if (some->empty())
      return llvm::createStringError("'" + path + "' has no launch lines");
    for (NamedLaunch &launch : *some) {
      if (launchFiles.size() > 1)
        launch.name = path + (launch.name.empty() ? "" : " " + launch.name);
      launches.push_back(std::move(launch));
    }
  }
  if (!launchFiles.empty())
    return launches;
  llvm::Expected<std::vector<NamedLaunch>> own =
      readLaunches(program.file.launchText());
  if (!own || !own->empty())
    return own;
  llvm::Expected<std::vector<NamedLaunch>> invented =
      inventLaunches(program.module.get());
  if (invented) {
    llvm::errs() << "tile-verify-order: note: the program has no launch; what "
                    "follows holds for one that was made up, and says nothing "
                    "of other launches\n";
    for (const NamedLaunch &launch : *invented)
      llvm::errs() << launch.launch.toString();
  }
  return invented;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-verify-order",
          "Checks that a target keeps the memory order that its source "
          "requires\n\n"
          "Exit codes: 0 kept, 1 bad usage or input, 3 lost (or races, of one "
          "program), 4 the programs cannot be matched.\n"
          "  tile-verify-order PROGRAM TARGET\n"
          "  tile-verify-order PROGRAM --stages\n"
          "  tile-verify-order PROGRAM --opt-command='TOOL {in} -o {out}'\n"
          "  tile-verify-order PROGRAM\n"
          "  tile-verify-order PROGRAM --fences --target=sm_100a\n"
          "  tile-verify-order --fences\n"))
    return 1;
  if (allFences && inputs.empty())
    return proveFences();
  bool makesTarget = stages || !optCommand.empty();
  if (inputs.empty() || inputs.size() > (makesTarget ? 1 : 2) ||
      (stages && !optCommand.empty()))
    return badInput(llvm::createStringError(
        "expected PROGRAM, PROGRAM --stages, PROGRAM --opt-command=CMD or "
        "PROGRAM TARGET"));
  if (optCommand.getNumOccurrences() && optCommand.empty())
    return badInput(llvm::createStringError("--opt-command names no command"));
  if (optSeconds.getNumOccurrences() && optCommand.empty())
    return badInput(
        llvm::createStringError("--opt-seconds goes with --opt-command"));
  if (!bugs.empty() && !stages && !allFences)
    return badInput(
        llvm::createStringError("--inject-bug goes with --stages or --fences"));
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  context.disableMultithreading();
  llvm::Expected<InputProgram> source = readInput(inputs[0], context);
  if (!source)
    return badInput(source.takeError());
  if (allFences)
    return checkProgramFences(source->module.get());
  llvm::Expected<std::vector<NamedLaunch>> launches = findLaunches(*source);
  if (!launches)
    return badInput(launches.takeError());
  if (stages)
    return compareStages(source->module.get(), *launches);
  if (inputs.size() == 1 && optCommand.empty()) {
    int code = 0;
    for (const NamedLaunch &launch : *launches) {
      if (!launch.name.empty() && !json)
        llvm::outs() << launch.name << ":\n";
      code = std::max(code, lint(source->module.get(), launch.launch));
      if (code == 1)
        break;
    }
    return code;
  }
  std::string targetPath = optCommand.empty() ? inputs[1] : "";
  llvm::SmallString<128> temporary;
  if (!optCommand.empty()) {
    if (std::error_code code = llvm::sys::fs::createTemporaryFile(
            "tile-verify-order", "mlir", temporary))
      return badInput(
          llvm::createStringError("no temporary file: " + code.message()));
    targetPath = temporary.str().str();
  }
  llvm::FileRemover remover(temporary);
  if (!optCommand.empty())
    if (llvm::Error error =
            runOptimizer(optCommand, inputs[0], targetPath, optSeconds))
      return badInput(std::move(error));
  llvm::Expected<InputProgram> other = readInput(targetPath, context);
  if (!other)
    return badInput(other.takeError());
  std::vector<Comparison> comparisons;
  for (const NamedLaunch &launch : *launches) {
    Comparison &comparison = comparisons.emplace_back();
    comparison.name = nameFor(
        optCommand.empty() ? inputs[1] : std::string(optCommand), launch);
    if (llvm::Error error =
            compareOrder(source->module.get(), other->module.get(),
                         launch.launch, comparison))
      return badInput(std::move(error));
  }
  return finish(comparisons);
}
