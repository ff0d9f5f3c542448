//===- tile-verify-schedule.cpp - Are schedules of loops legal? -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Checks the schedules that programs carry, or those that
// tileas-generate-schedule makes for programs and for random loops, and how far
// they are from the best.
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Schedule/PrepareForScheduling.h"
#include "compiler/Schedule/QueueToPipeline.h"
#include "compiler/Schedule/UnspecializedPipeline.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Schedules/LoopCycles.h"
#include "fuzz/Schedules/PipelineVariants.h"
#include "fuzz/Schedules/RandomLoops.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "oracle/Schedule/CheckPreparation.h"
#include "oracle/Schedule/CheckSchedule.h"
#include "oracle/Schedule/OptimalInterval.h"
#include "oracle/Schedule/PipelineProtocol.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::list<std::string> inputs(cl::Positional, cl::desc("[PROGRAM...]"),
                                    cl::cat(toolOptions));

static OptionGroup whatGroup("What is checked");
static cl::opt<unsigned>
    randomLoops("random", cl::value_desc("N"), cl::init(0),
                cl::desc("Schedules N random loops and checks them, too."),
                inGroup(whatGroup));
static cl::opt<uint64_t> seed("seed", cl::value_desc("N"), cl::init(1),
                              cl::desc("Of the random loops. Default: 1."),
                              inGroup(whatGroup));
static cl::opt<unsigned>
    operations("operations", cl::value_desc("N"), cl::init(24),
               cl::desc("Random loops have up to N operations. Default: 24."),
               inGroup(whatGroup));
static cl::opt<unsigned> onlyLoop(
    "print", cl::value_desc("INDEX"),
    cl::desc("Prints the random loop of this index, scheduled, and exits."),
    inGroup(whatGroup));

static OptionGroup howGroup("How loops without a schedule are scheduled");
static TargetOption target(howGroup);
static cl::opt<std::string>
    scheduler("scheduler", cl::value_desc("NAME"), cl::init("cost"),
              cl::desc("Uses this scheduler: serial or cost. Default: cost."),
              inGroup(howGroup));
static cl::opt<unsigned>
    threshold("rrt-size-threshold", cl::value_desc("N"), cl::init(4096),
              cl::desc("Rows of the reservation table. Default: 4096."),
              inGroup(howGroup));
static cl::opt<bool>
    prepare("prepare",
            cl::desc("Prepares functions instead, and checks what that makes "
                     "of them."),
            inGroup(howGroup));
static cl::opt<bool> pipelines(
    "pipelines",
    cl::desc("Pipelines loops instead, and checks how slots are handed on: "
             "tokens on every path, and every interleaving of both sides and "
             "of threads, for 2 and 3 slots and 0 to 4 iterations."),
    inGroup(howGroup));
static cl::opt<unsigned> maxStates(
    "max-states", cl::value_desc("N"), cl::init(200000),
    cl::desc(
        "Says \"unknown\" of pipelines with more states. Default: 200000."),
    inGroup(howGroup));
static cl::list<std::string> bugs(
    "inject-bug", cl::value_desc("NAME"), cl::CommaSeparated,
    cl::desc("Switches seeded bugs of schedulers on; --list-bugs lists them."),
    inGroup(howGroup));

static OptionGroup optimumGroup("Whether a smaller interval exists");
static cl::opt<bool>
    optimum("optimum",
            cl::desc("Asks the solver for every smaller interval, and prints "
                     "the gap between schedules and the best."),
            inGroup(optimumGroup));
static cl::opt<unsigned> optimumOperations(
    "optimum-operations", cl::value_desc("N"), cl::init(24),
    cl::desc("Does not ask about loops of more operations. Default: 24."),
    inGroup(optimumGroup));
static cl::opt<unsigned> optimumIntervals(
    "optimum-intervals", cl::value_desc("N"), cl::init(128),
    cl::desc("Does not ask where more intervals are smaller. Default: 128."),
    inGroup(optimumGroup));
static cl::opt<unsigned> solverSteps(
    "solver-steps", cl::value_desc("N"), cl::init(2000000),
    cl::desc("Gives the solver so many of its steps for each interval. "
             "Default: 2000000."),
    inGroup(optimumGroup));

static OptionGroup tellGroup("What is printed");
static cl::opt<bool> compare(
    "compare",
    cl::desc("Prints, of each loop of the programs, the cycles from one "
             "iteration to the next that the serial scheduler, the cost-based "
             "one and the lower bound have."),
    inGroup(tellGroup));
static JSONOption asJSON(tellGroup);
static cl::opt<bool> verbose("v",
                             cl::desc("Tells of random loops, too, that are "
                                      "legal."),
                             inGroup(tellGroup));
static cl::opt<bool> listBugs("list-bugs",
                              cl::desc("Lists the seeded bugs of schedulers "
                                       "and exits."),
                              inGroup(tellGroup));
static cl::opt<bool>
    printModels("machine-model",
                cl::desc("Prints the machine models with the source of each "
                         "number and exits."),
                inGroup(tellGroup));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tile-verify-schedule: error: " << message << '\n';
  return 1;
}

namespace {
class Session {
public:
  Session(const ScheduleBugSet &bugs, const BugSet &pipelineBugs)
      : pipelineBugs(pipelineBugs) {
    registerCompilerDialects(registry);
    context = std::make_unique<mlir::MLIRContext>(registry);
    context->disableMultithreading();
    context->loadAllAvailableDialects();
    options.scheduler = scheduler;
    options.rrtSizeThreshold = threshold;
    options.bugs = bugs;
  }

  llvm::Error readProgram(llvm::StringRef path);
  /// Prints the schedules of both schedulers side by side.
  llvm::Error compareSchedulers(llvm::StringRef path);
  llvm::Error tryRandom(uint64_t index);
  llvm::Error printRandom(uint64_t index);

  std::vector<ScheduleReport> reports;

private:
  /// As nv_tileas.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> parse(llvm::StringRef path);
  llvm::Error generate(mlir::ModuleOp module);
  /// Before `generate`: what is said of the variants of its functions.
  llvm::Error explore(mlir::ModuleOp module);
  llvm::Error check(mlir::ModuleOp module, llvm::StringRef name);
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> parseRandom(uint64_t index);

  mlir::DialectRegistry registry;
  std::unique_ptr<mlir::MLIRContext> context;
  void checkPipelines(mlir::nv_tileaa::FuncOp function, llvm::StringRef name);

  GenerateScheduleOptions options;
  BugSet pipelineBugs;
  /// Of the program that is looked at.
  ExploredFunctions explored;
};
} // namespace

/// Tiles have no layouts yet.
static bool isTileAA(mlir::ModuleOp module) {
  return module
      .walk([](mlir::nv_tileaa::FuncOp function) {
        return function.walk([](mlir::Operation *op) {
          for (mlir::Type type : op->getResultTypes())
            if (auto tile = llvm::dyn_cast<mlir::RankedTensorType>(type);
                tile && !tile.getEncoding())
              return mlir::WalkResult::interrupt();
          return mlir::WalkResult::advance();
        });
      })
      .wasInterrupted();
}

llvm::Error Session::explore(mlir::ModuleOp module) {
  VariantOptions variants;
  variants.limits.states = maxStates;
  variants.bugs = pipelineBugs;
  variants.schedule = options;
  for (auto exploreAll : {explorePipelinedLoops, exploreScheduledLoops}) {
    llvm::Expected<ExploredFunctions> found = exploreAll(module, variants);
    if (!found)
      return found.takeError();
    for (auto &[name, function] : *found)
      explored[name] = std::move(function);
  }
  return llvm::Error::success();
}

llvm::Error Session::generate(mlir::ModuleOp module) {
  mlir::PassManager manager(context.get());
  if (pipelines) {
    mlir::WalkResult queues =
        module.walk([&](mlir::nv_tileaa::FuncOp function) {
          return mlir::WalkResult(
              convertQueuesToPipelines(function, pipelineBugs, options.bugs));
        });
    if (queues.wasInterrupted())
      return llvm::createStringError("the queues cannot be compiled");
    UnspecializedPipelineOptions rings;
    rings.numStages = 4;
    rings.bugs = pipelineBugs;
    manager.addPass(createUnspecializedPipelinePass(rings));
  } else if (prepare) {
    manager.addPass(createPrepareForSchedulingPass({options.bugs, {}}));
  } else {
    manager.addPass(createGenerateSchedulePass(options));
  }
  if (failed(manager.run(module)))
    return llvm::createStringError(pipelines ? "the loops cannot be pipelined"
                                   : prepare
                                       ? "the functions cannot be prepared"
                                       : "the loops cannot be scheduled");
  return llvm::Error::success();
}

/// Both sides of each ring, with up to three slots and four tiles.
void Session::checkPipelines(mlir::nv_tileaa::FuncOp function,
                             llvm::StringRef name) {
  ScheduleReport report;
  report.name = (name + ":" + function.getSymName()).str();
  report.violations = checkTokens(function);
  for (auto check : {checkBarrierSlots, checkSharedRings})
    llvm::append_range(report.violations, check(function));
  if (auto found = explored.find(function.getSymName().str());
      found != explored.end()) {
    report.explored = std::move(found->second);
    llvm::append_range(report.violations, report.explored->sum.violations);
  }
  for (const RingProtocol &sides : findRingProtocols(function)) {
    ++report.operations;
    bool isWrong = false;
    for (uint8_t depth = 1; depth <= 3 && !isWrong; ++depth)
      for (uint8_t tiles = 0; tiles <= 4 && !isWrong; ++tiles) {
        ProtocolAnswer answer =
            exploreProtocol(makeProtocol(sides, depth, tiles));
        report.states += answer.states;
        isWrong = answer.fault || !answer.isComplete;
        if (!isWrong)
          continue;
        std::string what = llvm::formatv(
            "{0} slots, {1} tiles: {2}", depth, tiles,
            answer.fault ? toString(*answer.fault) : "too many states");
        for (const std::string &line : answer.trace)
          what += "\n    " + line;
        report.violations.push_back({ViolationKind::Protocol, what});
      }
  }
  if (report.operations || report.explored || !report.violations.empty())
    reports.push_back(std::move(report));
}

llvm::Error Session::check(mlir::ModuleOp module, llvm::StringRef name) {
  llvm::Error problem = llvm::Error::success();
  module.walk([&](mlir::nv_tileaa::FuncOp function) {
    if (pipelines)
      checkPipelines(function, name);
    if (!isPrepared(function))
      return;
    ScheduleReport report;
    report.name = (name + ":" + function.getSymName()).str();
    report.violations = checkPreparation(function);
    reports.push_back(std::move(report));
  });
  module.walk([&](mlir::scf::ForOp loop) {
    if (problem || !hasSchedule(loop))
      return;
    mlir::FailureOr<MachineModel> model = getMachineModel(loop);
    if (failed(model)) {
      problem = llvm::createStringError(name + ": no machine model");
      return;
    }
    llvm::Expected<ScheduledLoop> read = readScheduledLoop(loop, *model);
    ScheduleReport report;
    report.name = nameLoop(name, loop);
    if (!read) {
      report.violations.push_back(
          {ViolationKind::Form, llvm::toString(read.takeError())});
      reports.push_back(std::move(report));
      return;
    }
    report.scheduler = read->scheduler;
    report.tick = read->tick;
    report.interval = read->interval;
    report.stages = read->stages;
    report.operations = read->operations.size();
    report.violations = checkSchedule(*read);
    if (optimum && report.violations.empty())
      report.optimum = findOptimum(
          *read, {optimumOperations, optimumIntervals, solverSteps});
    reports.push_back(std::move(report));
  });
  return problem;
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
Session::parse(llvm::StringRef path) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(path, &message);
  if (!file)
    return llvm::createStringError(message);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, context.get());
  mlir::OwningOpRef<mlir::ModuleOp> module = parseModuleFile(sources, *context);
  if (!module)
    return llvm::createStringError(path + ": cannot be read");
  if (!module->getOps<mlir::cuda_tile::ModuleOp>().empty() ||
      isTileAA(*module)) {
    CompileOptions compilation;
    compilation.target = target;
    compilation.bugs = pipelineBugs;
    compilation.stopAfter = "convert-tileaa-to-tileas";
    if (failed(compile(*module, compilation)))
      return llvm::createStringError(path + ": cannot be compiled");
  }
  return std::move(module);
}

llvm::Error Session::compareSchedulers(llvm::StringRef path) {
  auto module = parse(path);
  if (!module)
    return module.takeError();
  llvm::Expected<std::vector<LoopCycles>> all =
      tilefuzz::compareSchedulers(**module, path, options);
  if (!all)
    return all.takeError();
  for (const LoopCycles &cycles : *all)
    llvm::outs() << llvm::formatv("{0,-48} {1,6} {2,6} {3,6} {4,6:f2}\n",
                                  cycles.loop, cycles.serial, cycles.cost,
                                  cycles.bound, cycles.gain());
  return llvm::Error::success();
}

llvm::Error Session::readProgram(llvm::StringRef path) {
  auto parsed = parse(path);
  if (!parsed)
    return parsed.takeError();
  mlir::OwningOpRef<mlir::ModuleOp> module = std::move(*parsed);
  bool isDone =
      module
          ->walk([](mlir::Operation *op) {
            auto loop = llvm::dyn_cast<mlir::scf::ForOp>(op);
            return (loop && hasSchedule(loop)) ||
                           (pipelines &&
                            llvm::isa<mlir::nv_tileas::CreatePipelineOp>(op))
                       ? mlir::WalkResult::interrupt()
                       : mlir::WalkResult::advance();
          })
          .wasInterrupted();
  explored.clear();
  if (pipelines)
    if (llvm::Error error = explore(*module))
      return error;
  if (!isDone || prepare)
    if (llvm::Error error = generate(*module))
      return error;
  // What has its rings from elsewhere, as it stands.
  if (pipelines && explored.empty())
    explored = exploreFunctions(*module, {{}, maxStates});
  return check(*module, path);
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
Session::parseRandom(uint64_t index) {
  RandomLoopOptions limits;
  limits.maxOperations = std::max(2u, unsigned(operations));
  limits.runs = pipelines;
  std::string text = makeRandomLoop(seed, index, limits);
  mlir::ScopedDiagnosticHandler handler(
      context.get(), [](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          llvm::errs() << diagnostic << '\n';
        return mlir::success();
      });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  if (!module)
    return llvm::createStringError("random loop %s cannot be read",
                                   std::to_string(index).c_str());
  return std::move(module);
}

llvm::Error Session::tryRandom(uint64_t index) {
  auto module = parseRandom(index);
  if (!module)
    return module.takeError();
  explored.clear();
  if (pipelines)
    if (llvm::Error error = explore(**module))
      return error;
  if (llvm::Error error = generate(**module))
    return error;
  return check(**module, llvm::formatv("random {0}", index).str());
}

llvm::Error Session::printRandom(uint64_t index) {
  auto module = parseRandom(index);
  if (!module)
    return module.takeError();
  if (llvm::Error error = generate(**module))
    return error;
  llvm::outs() << **module << '\n';
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-verify-schedule",
          "Checks schedules of loops: those that programs carry, or those that "
          "are made for them and for random loops\n\n"
          "Exit codes: 0 all are legal, 1 bad usage or input, 3 some are "
          "not.\n"
          "  tile-verify-schedule PROGRAM --optimum\n"
          "  tile-verify-schedule --random=1000 --seed=7 --optimum\n"
          "  tile-verify-schedule PROGRAM --inject-bug=wrong-modulo\n"
          "  tile-verify-schedule PROGRAM --pipelines\n"))
    return 1;
  if (listBugs) {
    for (const ScheduleBugInfo &info : getScheduleBugs())
      llvm::outs() << llvm::formatv("{0,-26} {1}\n", info.name, info.summary);
    return 0;
  }
  if (printModels) {
    printMachineModels(llvm::outs());
    return 0;
  }
  ScheduleBugSet wrong;
  BugSet pipelineBugs;
  for (const std::string &name : bugs) {
    if (std::optional<SeededBug> bug = findSeededBug(name); bug && pipelines) {
      pipelineBugs.insert(*bug);
      continue;
    }
    std::optional<ScheduleBug> bug = findScheduleBug(name);
    if (!bug)
      return fail("no seeded bug of schedulers is called '" + name +
                  "'; --list-bugs lists them");
    wrong.insert(*bug);
  }
  if (scheduler != "serial" && scheduler != "cost")
    return fail("no scheduler is called '" + scheduler + "'");
  Session session(wrong, pipelineBugs);
  if (onlyLoop.getNumOccurrences()) {
    if (llvm::Error error = session.printRandom(onlyLoop))
      return fail(llvm::toString(std::move(error)));
    return 0;
  }
  if (inputs.empty() && !randomLoops)
    return fail("nothing to check; --help says what can be");
  if (compare) {
    llvm::outs() << llvm::formatv("{0,-48} {1,6} {2,6} {3,6} {4,6}\n", "loop",
                                  "serial", "cost", "bound", "gain");
    for (const std::string &path : inputs)
      if (llvm::Error error = session.compareSchedulers(path))
        return fail(llvm::toString(std::move(error)));
    return 0;
  }
  for (const std::string &path : inputs)
    if (llvm::Error error = session.readProgram(path))
      return fail(llvm::toString(std::move(error)));
  size_t programs = session.reports.size();
  for (uint64_t index = 0; index < randomLoops; ++index)
    if (llvm::Error error = session.tryRandom(index))
      return fail(llvm::toString(std::move(error)));
  printReports(
      session.reports, programs,
      {asJSON, verbose, optimum, prepare || pipelines ? "functions" : "loops"});
  return llvm::any_of(session.reports,
                      [](const ScheduleReport &report) {
                        return !report.violations.empty();
                      })
             ? 3
             : 0;
}
