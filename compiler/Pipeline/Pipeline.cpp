//===- Pipeline.cpp - How to run stages -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Backend/Backend.h"
#include "compiler/Backend/PtxBugs.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/ModuleVerifier.h"
#include "compiler/Support/Refusal.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace mlir;
using namespace tilefuzz;

/// Has nothing to do where no kernels are named.
static constexpr llvm::StringLiteral selectKernelsStage = "select-kernels";

Observer::~Observer() = default;
bool Observer::wants(const Stage &) { return false; }
void Observer::beforeStage(const Stage &) {}
void Observer::afterInexpressible(const Stage &, llvm::StringRef) {}
LogicalResult Observer::afterStage(const Stage &, ModuleOp) {
  return success();
}
LogicalResult Observer::afterStage(const Stage &, llvm::Module &) {
  return success();
}
LogicalResult Observer::afterStage(const Stage &, llvm::StringRef) {
  return success();
}

namespace {
/// One compilation: the program goes from stage to stage.
class Compilation {
public:
  Compilation(ModuleOp module, const CompileOptions &options,
              Observer &observer,
              MutableArrayRef<std::unique_ptr<PassManager>> managers,
              ModuleVerifier &verifier)
      : module(module), options(options), observer(observer),
        managers(managers), verifier(verifier) {}

  /// Does the work that leads to `stage`.
  LogicalResult reach(const Stage &stage);
  /// Shows the program after it; false if the observer wants no more.
  bool show(const Stage &stage);
  /// Does both for a round trip, which leaves the program as it is. One that is
  /// `required` must be possible.
  FailureOr<bool> showRoundTrip(const Stage &stage, bool isRequired);

  CompileResult result;

private:
  LogicalResult runPass(unsigned index, PassMaker makePass);
  LogicalResult verifyMachine(const Stage &stage);
  LogicalResult emitPTXText();
  LogicalResult assembleCubin();
  LogicalResult fail(llvm::Error error) {
    return module.emitError() << llvm::toString(std::move(error));
  }

  ModuleOp module;
  const CompileOptions &options;
  Observer &observer;
  MutableArrayRef<std::unique_ptr<PassManager>> managers;
  ModuleVerifier &verifier;
  /// Made when a program gets that far.
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> machine;
};
} // namespace

LogicalResult Compilation::runPass(unsigned index, PassMaker makePass) {
  std::unique_ptr<PassManager> &manager = managers[index];
  if (!manager) {
    manager = std::make_unique<PassManager>(module->getContext(),
                                            ModuleOp::getOperationName());
    // It is done here.
    manager->enableVerifier(false);
    manager->addPass(makePass(options));
  }
  if (failed(manager->run(module)))
    return failure();
  return options.verifyEach ? verifier.verify(module) : success();
}

LogicalResult Compilation::verifyMachine(const Stage &stage) {
  std::string message;
  llvm::raw_string_ostream os(message);
  if (!llvm::verifyModule(*machine, &os))
    return success();
  return module.emitError()
         << "invalid LLVM IR after '" << stage.name << "': " << message;
}

LogicalResult Compilation::emitPTXText() {
  llvm::Expected<std::string> text = emitPTX(*machine, options.target);
  if (!text)
    return fail(text.takeError());
  result.ptx = applyPtxBugs(std::move(*text), options.bugs);
  return success();
}

LogicalResult Compilation::assembleCubin() {
  AssembleResult assembled = assemble(result.ptx, options.target);
  if (assembled.status != AssembleStatus::Assembled)
    return module.emitError() << assembled.diagnostic;
  result.cubin = std::move(assembled.cubin);
  return success();
}

LogicalResult Compilation::reach(const Stage &stage) {
  if (PassMaker makePass = stage.makePass)
    return runPass(getStageIndex(stage), makePass);
  switch (stage.level) {
  case Level::LLVM: {
    if (stage.runLlvm) {
      LlvmStageContext stageContext{options, {}};
      if (llvm::Error error = stage.runLlvm(*machine, stageContext))
        return fail(std::move(error));
      for (const std::string &remark : stageContext.remarks)
        module.emitRemark() << remark;
      return options.verifyEach ? verifyMachine(stage) : success();
    }
    context = std::make_unique<llvm::LLVMContext>();
    FailureOr<std::unique_ptr<llvm::Module>> translated =
        translateToLLVM(module, *context, options.target);
    if (failed(translated))
      return failure();
    machine = std::move(*translated);
    return success();
  }
  case Level::PTX:
    return emitPTXText();
  case Level::Cubin:
    return assembleCubin();
  case Level::CudaTile:
  case Level::TileAA:
  case Level::TileAS:
  case Level::LLVMDialect:
    return success();
  }
  llvm_unreachable("unknown level");
}

bool Compilation::show(const Stage &stage) {
  result.reached = &stage;
  switch (stage.level) {
  case Level::LLVM:
    return succeeded(observer.afterStage(stage, *machine));
  case Level::PTX:
    return succeeded(observer.afterStage(stage, llvm::StringRef(result.ptx)));
  case Level::Cubin:
    return succeeded(observer.afterStage(stage, llvm::StringRef(result.cubin)));
  case Level::CudaTile:
  case Level::TileAA:
  case Level::TileAS:
  case Level::LLVMDialect:
    return succeeded(observer.afterStage(stage, module));
  }
  llvm_unreachable("unknown level");
}

FailureOr<bool> Compilation::showRoundTrip(const Stage &stage,
                                           bool isRequired) {
  RoundTrip trip = makeRoundTrip(module, stage.form, options.bugs);
  if (!trip.inexpressible.empty()) {
    if (isRequired) {
      refuse(module) << "cannot be stored in this form: " << trip.inexpressible;
      return failure();
    }
    observer.afterInexpressible(stage, trip.inexpressible);
    return true;
  }
  if (!trip.module || failed(verifier.verify(*trip.module)))
    return failure();
  result.reached = &stage;
  return succeeded(observer.afterStage(stage, *trip.module));
}

/// Not for programs that begin at a lower level.
static bool isOfPublicDialect(const Stage &stage) {
  if (stage.isRoundTrip())
    return isBytecode(stage.form);
  return getStageIndex(stage) > 0 &&
         getStageBefore(stage).level == Level::CudaTile;
}

/// PTX, if nothing else is asked for.
static const Stage *lastStage(const CompileOptions &options) {
  if (!options.stopAfter.empty())
    return findStage(options.stopAfter);
  return llvm::find_if(getStages(), [](const Stage &stage) {
    return stage.level == Level::PTX;
  });
}

Compiler::Compiler(CompileOptions options)
    : options(std::move(options)), managers(getStages().size()),
      verifier(std::make_unique<ModuleVerifier>()) {}

Compiler::~Compiler() = default;

llvm::Expected<std::vector<const Stage *>> Compiler::path() const {
  const Stage *last = lastStage(options);
  if (!last)
    return llvm::createStringError("no stage is called '" + options.stopAfter +
                                   "'");
  std::vector<const Stage *> path;
  auto isNamed = [&](const Stage &stage) {
    return &stage == last ||
           llvm::is_contained(options.enabledPatterns, stage.name);
  };
  for (const Stage &stage : getStages()) {
    bool isReplaced = stage.runLlvm && !options.llvmStages.empty();
    bool isAsked =
        !stage.isOnRequest || isNamed(stage) ||
        llvm::any_of(getStages(),
                     [&](const Stage &asked) {
                       return asked.isOnRequest && isNamed(asked) &&
                              isNeededBy(stage, asked);
                     }) ||
        (stage.name == selectKernelsStage && !options.kernels.isAll());
    if (!isReplaced && isAsked)
      path.push_back(&stage);
    if (&stage == last && !isReplaced)
      break;
    if (stage.level != Level::LLVM || stage.runLlvm)
      continue;
    for (const std::string &name : options.llvmStages) {
      const Stage *named = findStage(name);
      if (!named || !named->runLlvm)
        return llvm::createStringError("no stage over LLVM IR is called '" +
                                       name + "'");
      path.push_back(named);
      if (named == last)
        break;
    }
    if (path.back() == last)
      break;
  }
  if (path.back() != last)
    return llvm::createStringError("stage '" + last->name +
                                   "' is not among those that are to run");
  if (llvm::Error error = checkStageOrder(path))
    return std::move(error);
  return std::move(path);
}

FailureOr<CompileResult> Compiler::run(ModuleOp module, Observer *observer) {
  llvm::Expected<std::vector<const Stage *>> stages = path();
  if (!stages)
    return module.emitError() << llvm::toString(stages.takeError());
  const Stage *last = stages->back();
  Observer ignorant;
  Compilation compilation(module, options, observer ? *observer : ignorant,
                          managers, *verifier);
  bool isConverted = module.getOps<cuda_tile::ModuleOp>().empty();
  for (const Stage *next : *stages) {
    const Stage &stage = *next;
    if (isConverted && isOfPublicDialect(stage))
      continue;
    if (stage.isRoundTrip()) {
      bool isRequired = &stage == last;
      if (!isRequired && !(observer && observer->wants(stage)))
        continue;
      if (observer)
        observer->beforeStage(stage);
      FailureOr<bool> goesOn = compilation.showRoundTrip(stage, isRequired);
      if (failed(goesOn))
        return failure();
      if (!*goesOn)
        break;
      continue;
    }
    if (observer)
      observer->beforeStage(stage);
    if (failed(compilation.reach(stage)))
      return failure();
    if (!compilation.show(stage))
      break;
  }
  return std::move(compilation.result);
}

FailureOr<CompileResult> tilefuzz::compile(ModuleOp module,
                                           const CompileOptions &options,
                                           Observer *observer) {
  return Compiler(options).run(module, observer);
}
