//===- FenceTrial.cpp - The fences put into one random function -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Fences/FenceTrial.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/Transforms/InjectTcgen05Fence.h"
#include "compiler/Transforms/NVVMEvents.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "oracle/Fences/FenceCheck.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tilefuzz;

static constexpr unsigned maxProgramsOfContext = 1000;

static std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  return std::make_unique<MLIRContext>(registry,
                                       MLIRContext::Threading::DISABLED);
}

FenceTrials::FenceTrials() : context(makeContext()) {}
FenceTrials::~FenceTrials() = default;

namespace {
class Trial {
public:
  Trial(const FenceProgram &program, const BugSet &bugs, MLIRContext &context)
      : program(program), bugs(bugs), context(context) {}

  FenceTrialResult run();

private:
  bool runStage(ModuleOp module);
  void checkFunctions();
  void checkAgain();
  void report(StringRef kind, const Twine &reason);

  const FenceProgram &program;
  const BugSet &bugs;
  MLIRContext &context;
  OwningOpRef<ModuleOp> module;
  /// What the program had before.
  llvm::DenseSet<Operation *> own;
  FenceTrialResult result;
  std::string message;
};
} // namespace

void Trial::report(StringRef kind, const Twine &reason) {
  if (llvm::none_of(result.findings,
                    [&](const FenceFinding &f) { return f.kind == kind; }))
    result.findings.push_back({kind.str(), reason.str()});
}

bool Trial::runStage(ModuleOp stageModule) {
  InjectTcgen05FenceOptions options;
  options.target = program.target;
  options.bugs = bugs;
  PassManager manager(&context);
  manager.addPass(createInjectTcgen05FencePass(options));
  return succeeded(manager.run(stageModule));
}

static unsigned countOperations(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *) { ++count; });
  return count;
}

static std::string describe(Operation *op, FenceProblem problem) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << loc.getLine() << ':' << loc.getColumn() << ": ";
  os << op->getName() << ' ' << stringify(problem);
  return text;
}

void Trial::checkFunctions() {
  BugSet none;
  ModuleEvents events(*module, none);
  module->walk([&](FunctionOpInterface function) {
    if (function.isExternal())
      return;
    FailureOr<FunctionEvents> found = events.build(function);
    if (failed(found))
      return report("failure", message);
    auto at = [&](const FenceFault &fault) {
      return found->operations[fault.block][fault.event];
    };
    for (const FenceFault &fault : findFaults(found->graph))
      report("order", describe(at(fault), fault.problem));
    // What the program had may well be needless, and so may what makes its own
    // fences good.
    auto isForOwnFence = [&](const FenceFault &fault) {
      for (unsigned i = fault.event;; ++i) {
        ArrayRef<EventNode> list = found->graph.blocks[fault.block].events;
        if (i == list.size() || list[i].kind == TensorEvent::BeforeFence)
          return i != list.size() &&
                 own.contains(found->operations[fault.block][i]);
        if (list[i].kind != TensorEvent::WaitLoads &&
            list[i].kind != TensorEvent::WaitStores)
          return false;
      }
    };
    for (const FenceFault &fault : findNeedless(found->graph))
      if (!own.contains(at(fault)) && !isForOwnFence(fault))
        report("needless", describe(at(fault), fault.problem));
  });
}

/// The stage's own answer is complete to it.
void Trial::checkAgain() {
  unsigned before = countOperations(*module);
  if (!runStage(*module))
    return report("failure", "the stage fails on what it left: " + message);
  unsigned more = countOperations(*module) - before;
  if (more)
    report("repeated",
           llvm::formatv("{0} more are put in by a second run", more).str());
}

FenceTrialResult Trial::run() {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  module = parseSourceString<ModuleOp>(program.text, &context);
  if (!module) {
    report("failure", "the function is not valid: " + message);
    return std::move(result);
  }
  module->walk([&](Operation *op) { own.insert(op); });
  BugSet none;
  bool hasUse = ModuleEvents(*module, none).hasUse();
  bool isTaken = llvm::cantFail(parseTarget(program.target)).hasTcgen05();
  bool isCompiled = runStage(*module);
  if (hasUse && !isTaken) {
    result.isRefused = !isCompiled;
    if (isCompiled)
      report("target", "a use of tensor memory is no error for " +
                           program.target + ", which has none");
    return std::move(result);
  }
  if (!isCompiled) {
    report("failure", message);
    return std::move(result);
  }
  result.numFences = countOperations(*module) - own.size();
  // X2: without a use nothing is handed over.
  if (!hasUse && !result.numFences)
    return std::move(result);
  checkFunctions();
  checkAgain();
  return std::move(result);
}

FenceTrialResult FenceTrials::run(const FenceProgram &program,
                                  const BugSet &bugs) {
  if (numSeen++ == maxProgramsOfContext) {
    context = makeContext();
    numSeen = 1;
  }
  return Trial(program, bugs, *context).run();
}
