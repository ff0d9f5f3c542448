//===- Fences.cpp - Checks of the fences of tensor memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tools/tile-verify-order/Fences.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/Transforms/NVVMEvents.h"
#include "oracle/Fences/FenceCheck.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

static constexpr llvm::StringLiteral stageName = "tileas-inject-tcgen05-fence";

namespace {
/// A function as it is after a stage.
struct CheckedFunction {
  std::string name;
  unsigned numFences = 0, numNeedless = 0;
  std::vector<std::string> faults, needless;
};

/// Checks the functions ahead of the stage and behind it.
class FenceObserver : public Observer {
public:
  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override;

  std::vector<CheckedFunction> before, after;
  bool hasUse = false, isFenced = false;
  std::string refusal;
};
} // namespace

static std::string describe(const FunctionEvents &function,
                            const FenceFault &fault) {
  mlir::Operation *op = function.operations[fault.block][fault.event];
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto loc = op->getLoc()->findInstanceOf<mlir::FileLineColLoc>())
    os << loc.getLine() << ':' << loc.getColumn() << ": ";
  os << op->getName() << ' ' << stringify(fault.problem);
  return text;
}

mlir::LogicalResult FenceObserver::afterStage(const Stage &stage,
                                              mlir::ModuleOp module) {
  isFenced = stage.name == stageName;
  if (!isFenced &&
      getStageIndex(stage) + 1 != getStageIndex(*findStage(stageName)))
    return mlir::success();
  BugSet none;
  ModuleEvents events(module, none);
  hasUse = events.hasUse();
  std::vector<CheckedFunction> &checked = isFenced ? after : before;
  auto walked = module.walk([&](mlir::FunctionOpInterface function) {
    if (function.isExternal())
      return mlir::WalkResult::advance();
    mlir::FailureOr<FunctionEvents> found = events.build(function);
    if (failed(found))
      return mlir::WalkResult::interrupt();
    CheckedFunction &result = checked.emplace_back();
    result.name = function.getName().str();
    for (const EventBlock &block : found->graph.blocks)
      result.numFences += llvm::count_if(block.events, [](const EventNode &n) {
        return n.kind >= TensorEvent::WaitLoads &&
               n.kind <= TensorEvent::AfterFence;
      });
    for (const FenceFault &fault : findFaults(found->graph))
      result.faults.push_back(describe(*found, fault));
    for (const FenceFault &fault : findNeedless(found->graph))
      result.needless.push_back(describe(*found, fault));
    return mlir::WalkResult::advance();
  });
  return mlir::failure(walked.wasInterrupted());
}

static bool report(const CheckedFunction &before,
                   const CheckedFunction &after) {
  bool isNeedless = after.needless.size() > before.needless.size();
  llvm::outs() << llvm::formatv("@{0}: {1} fences and waits put in", after.name,
                                after.numFences - before.numFences);
  if (after.faults.empty() && !isNeedless) {
    llvm::outs() << ": ordered\n";
    return true;
  }
  llvm::outs() << '\n';
  for (const std::string &fault : after.faults)
    llvm::outs() << "  after " << stageName << ": " << fault << '\n';
  if (isNeedless)
    for (const std::string &fault : after.needless)
      llvm::outs() << "  after " << stageName << ": " << fault << '\n';
  return false;
}

llvm::Expected<bool> tilefuzz::verifyFences(mlir::ModuleOp module,
                                            llvm::StringRef target,
                                            const BugSet &bugs) {
  llvm::Expected<TargetVariant> variant = parseTarget(target);
  if (!variant)
    return variant.takeError();
  CompileOptions options;
  options.target = target.str();
  options.bugs = bugs;
  options.stopAfter = stageName.str();
  FenceObserver observer;
  std::string error;
  bool isCompiled;
  {
    mlir::ScopedDiagnosticHandler handler(
        module.getContext(), [&](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error &&
              error.empty())
            error = diagnostic.str();
          return mlir::success();
        });
    isCompiled = succeeded(compile(module, options, &observer));
  }
  if (!isCompiled && observer.hasUse && !variant->hasTcgen05()) {
    llvm::outs() << "refused: " << error << '\n';
    return true;
  }
  if (!isCompiled || !observer.isFenced)
    return llvm::createStringError("the program does not reach " + stageName +
                                   ": " + error);
  if (observer.hasUse && !variant->hasTcgen05()) {
    llvm::outs() << "after " << stageName << ": a use of tensor memory for "
                 << target << ", which has none\n";
    return false;
  }
  bool isOrdered = true;
  for (auto [before, after] : llvm::zip(observer.before, observer.after))
    isOrdered &= report(before, after);
  return isOrdered;
}
