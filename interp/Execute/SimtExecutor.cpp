//===- SimtExecutor.cpp - LLVM IR, thread by thread -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "interp/Execute/ThreadExecution.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;

namespace {
class SimtExecution : public ThreadExecution {
public:
  SimtExecution(const llvm::Module *machine, const Launch &launch,
                const ExecuteOptions &options)
      : ThreadExecution(launch, options), machine(machine) {}

  /// The llvm dialect means what its translation means.
  llvm::Error translate(mlir::ModuleOp module, llvm::StringRef target) {
    context = std::make_unique<llvm::LLVMContext>();
    // The translation attaches the target to what it translates.
    mlir::OwningOpRef<mlir::ModuleOp> copy(module.clone());
    mlir::FailureOr<std::unique_ptr<llvm::Module>> translated =
        translateToLLVM(copy.get(), *context, target);
    if (failed(translated))
      return llvm::createStringError(
          "the llvm dialect cannot be translated to LLVM IR");
    owned = std::move(*translated);
    machine = owned.get();
    return llvm::Error::success();
  }

protected:
  llvm::Expected<Outcome> execute(const Launch &launch,
                                  const SimtOptions &options) const override {
    return runSimt(*machine, launch, options);
  }

private:
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> owned;
  const llvm::Module *machine;
};
} // namespace

static llvm::Expected<std::unique_ptr<Execution>>
prepare(const StagedProgram &program, const Launch &launch,
        const ExecuteOptions &options) {
  auto execution =
      std::make_unique<SimtExecution>(program.machine, launch, options);
  if (program.stage->level == Level::LLVMDialect)
    if (llvm::Error error =
            execution->translate(program.module, options.target))
      return std::move(error);
  return execution;
}

static std::string nameOfRun(const Schedule &schedule) {
  return "simt(" + std::to_string(schedule.seed) + ")" +
         schedule.nameOfResults();
}

const Executor tilefuzz::simtExecutor = {
    "simt",
    "the SIMT machine, one thread at a time",
    /*isObservable=*/false,
    scheduleThreads,
    nameOfRun,
    prepare};
