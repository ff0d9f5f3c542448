//===- SimtExecutor.cpp - LLVM IR, thread by thread -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "interp/Execute/Executor.h"
#include "interp/Simt/Simt.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;

namespace {
class SimtExecution : public Execution {
public:
  SimtExecution(const llvm::Module *machine, const Launch &launch,
                const ExecuteOptions &options)
      : machine(machine), launch(launch) {
    runOptions.stepLimit = options.maxInstructions;
    runOptions.tripLimit = options.tripLimit;
  }

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

  llvm::Expected<Outcome> run(const Schedule &schedule,
                              MachineObserver *) const override {
    return observeThreads(schedule, nullptr);
  }

  llvm::Expected<Outcome>
  observeThreads(const Schedule &schedule,
                 simt::ThreadObserver *observer) const override {
    SimtOptions options = runOptions;
    options.schedule = schedule.seed;
    options.results = schedule.results;
    options.observer = observer;
    return runSimt(*machine, launch, options);
  }

private:
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> owned;
  const llvm::Module *machine;
  const Launch &launch;
  SimtOptions runOptions;
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

/// One: a schedule is a seed that decides how threads interleave, and takes
/// longer than the runs of all other levels together.
static std::vector<Schedule> schedules(unsigned, uint64_t seed) {
  return {{Schedule::Kind::Random, seed}};
}

static std::string nameOfRun(const Schedule &schedule) {
  return "simt(" + std::to_string(schedule.seed) + ")" +
         schedule.nameOfResults();
}

const Executor tilefuzz::simtExecutor = {
    "simt",
    "the SIMT machine, one thread at a time",
    /*isObservable=*/false,
    schedules,
    nameOfRun,
    prepare};
