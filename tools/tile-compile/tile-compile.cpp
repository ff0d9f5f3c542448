//===- tile-compile.cpp - The reference compiler as a command -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Pipeline/Persistence.h"
#include "compiler/Pipeline/Remarks.h"
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::opt<std::string> input(cl::Positional, cl::desc("MODULE"),
                                  cl::init("-"), cl::cat(toolOptions));

static OptionGroup resultGroup("What is made");
static OutputOption output(resultGroup);
static cl::opt<std::string> emit(
    "emit", cl::value_desc("LEVEL"),
    cl::desc("Prints the program at the end of this level: cuda_tile, tileaa, "
             "tileas, llvm-dialect, llvm, ptx or cubin. Default: ptx."),
    inGroup(resultGroup));
static cl::opt<bool> listStages("list-stages",
                                cl::desc("Lists the stages and exits."),
                                inGroup(resultGroup));

static OptionGroup compileGroup("How it is compiled");
static TargetOption target(compileGroup);
static cl::opt<bool>
    listTargets("list-targets",
                cl::desc("Lists the targets and what they have, and exits."),
                inGroup(compileGroup));
static cl::opt<unsigned> numWarps("num-warps", cl::init(4), cl::value_desc("N"),
                                  cl::desc("Gives a CTA N warps. Default: 4."),
                                  inGroup(compileGroup));
static cl::opt<unsigned>
    numCtas("num-ctas", cl::init(1), cl::value_desc("N"),
            cl::desc("Has a cluster of N CTAs execute a block, where the "
                     "target has clusters. Default: 1."),
            inGroup(compileGroup));
static cl::list<std::string> llvmStages(
    "llvm-stages", cl::CommaSeparated, cl::value_desc("STAGES"),
    cl::desc("Runs these stages over LLVM IR, in this order, instead of those "
             "of the list. An order that breaks a rule is refused."),
    inGroup(compileGroup));
static cl::opt<std::string> selectedKernels(
    "select-kernels", cl::value_desc("WHICH"),
    cl::desc("Keeps these kernels only: kernel=NAME and range=FIRST-LAST, "
             "separated by semicolons."),
    inGroup(compileGroup));
static PipelineStrategyOption strategy(compileGroup);
static PersistentOption persistence(compileGroup);
static EnablePatternOption enabled(compileGroup);
static DisablePatternOption disabled(compileGroup);
static InjectBugOption bugs(compileGroup);

static OptionGroup tellGroup("What is said on stderr");
static cl::opt<std::string> remarks(
    "remarks", cl::value_desc("REGEX"),
    cl::desc("Says, on the operation, what was chosen and why: remarks whose "
             "name matches. Names: tier (of a loop), product-unit (of a "
             "product outside of agents), bulk-store (of a store)."),
    inGroup(tellGroup));
static cl::opt<bool>
    printFirings("print-firings",
                 cl::desc("Says how often each named pattern fired."),
                 inGroup(tellGroup));
static cl::opt<bool>
    printCanaries("print-canaries",
                  cl::desc("Says how often each seeded bug's code was reached, "
                           "and how often a bug that is on fired."),
                  inGroup(tellGroup));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tile-compile: error: " << message << '\n';
  return 1;
}

namespace {
/// Keeps the program as it is after one stage.
class KeepingObserver : public Observer {
public:
  explicit KeepingObserver(const Stage &wanted) : wanted(wanted) {}

  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override {
    if (&stage == &wanted)
      llvm::raw_string_ostream(text) << module << '\n';
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::Module &module) override {
    if (&stage == &wanted) {
      llvm::raw_string_ostream os(text);
      module.print(os, nullptr);
    }
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::StringRef code) override {
    if (&stage == &wanted)
      text = code.str();
    return mlir::success();
  }

  std::string text;

private:
  const Stage &wanted;
};
} // namespace

static int printStages() {
  for (const Stage &stage : getStages())
    llvm::outs() << llvm::formatv("{0,-30} {1,-13} {2}\n", stage.name,
                                  toString(stage.level), stage.summary);
  return 0;
}

/// The stage that --stop-after or --emit asks for; null after an error.
static const Stage *wantedStage(const std::string &stopAfter) {
  if (!stopAfter.empty()) {
    const Stage *stage = findStage(stopAfter);
    if (!stage)
      fail("no stage is called '" + stopAfter + "'; --list-stages lists them");
    return stage;
  }
  const Stage *last = nullptr;
  for (const Stage &stage : getStages())
    if (!stage.isRoundTrip() && !stage.isOnRequest &&
        (emit.empty() ? stage.level != Level::Cubin
                      : toString(stage.level) == emit))
      last = &stage;
  if (!last)
    fail("no level is called '" + emit + "'; --help lists them");
  return last;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // LLVM's code generator has a --stop-after of its own.
  removeLibraryOption("stop-after");
  cl::opt<std::string> stopAfter(
      "stop-after", cl::value_desc("STAGE"),
      cl::desc("Prints the program as it is after this stage."),
      inGroup(resultGroup));
  if (!parseToolOptions(
          argc, argv, "tile-compile",
          "Compiles a cuda_tile module, text or bytecode, as far as it is "
          "asked "
          "to\n\n"
          "Exit codes: 0 compiled, 1 bad usage, bad input or an operation that "
          "cannot be lowered.\n"
          "  tile-compile MODULE --target=sm_100a -o MODULE.ptx\n"
          "  tile-compile MODULE --emit=tileaa\n"
          "  tile-compile MODULE --stop-after=cuda-tile-canonicalize\n"))
    return 1;
  if (listStages)
    return printStages();
  if (listTargets) {
    printTargets(llvm::outs());
    return 0;
  }
  const Stage *stage = wantedStage(stopAfter);
  if (!stage)
    return 1;

  CompileOptions options;
  FiringCounts firings;
  options.target = target;
  options.numWarps = numWarps;
  options.numCtas = numCtas;
  options.stopAfter = stage->name.str();
  options.firings = &firings;
  options.llvmStages.assign(llvmStages.begin(), llvmStages.end());
  llvm::Expected<KernelSelection> kernels =
      parseKernelSelection(selectedKernels);
  if (!kernels)
    return fail(llvm::toString(kernels.takeError()));
  options.kernels = *kernels;
  BugCanaries canaries;
  if (printCanaries)
    options.bugs.canaries = &canaries;
  if (llvm::Error error = addByName(options, bugs, disabled, enabled))
    return fail(llvm::toString(std::move(error)));
  if (llvm::Error error = setPipelineStrategy(options, strategy))
    return fail(llvm::toString(std::move(error)));
  if (llvm::Error error = setPersistence(options, persistence))
    return fail(llvm::toString(std::move(error)));

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(input, &message);
  if (!file)
    return fail(message);
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  context.disableMultithreading();
  if (!remarks.empty())
    if (llvm::Error error = enableChoiceRemarks(context, remarks))
      return fail(llvm::toString(std::move(error)));
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module = parseModuleFile(sources, context);
  if (!module)
    return 1;

  KeepingObserver observer(*stage);
  if (failed(compile(module.get(), options, &observer)))
    return 1;
  if (llvm::Error error = writeWholeFile(output, observer.text)) {
    llvm::errs() << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  if (printFirings)
    for (const auto &entry : firings.counts)
      llvm::errs() << llvm::formatv("{0,-40} {1}\n", entry.getKey(),
                                    entry.getValue());
  if (printCanaries)
    for (const SeededBugInfo &info : getSeededBugs())
      if (uint64_t reached = canaries.reached(info.bug))
        llvm::errs() << llvm::formatv("{0,-40} reached {1}, fired {2}\n",
                                      info.name, reached,
                                      canaries.fired(info.bug));
  return 0;
}
