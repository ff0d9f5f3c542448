//===- PtxExecutor.cpp - PTX text, thread by thread -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Execute/Executor.h"
#include "interp/Simt/PtxProgram.h"

using namespace tilefuzz;

namespace {
class PtxExecution : public Execution {
public:
  PtxExecution(std::unique_ptr<PtxProgram> program, const Launch &launch,
               const ExecuteOptions &options)
      : program(std::move(program)), launch(launch) {
    runOptions.stepLimit = options.maxInstructions;
    runOptions.tripLimit = options.tripLimit;
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
    return program->run(launch, options);
  }

private:
  std::unique_ptr<PtxProgram> program;
  const Launch &launch;
  SimtOptions runOptions;
};
} // namespace

static llvm::Expected<std::unique_ptr<Execution>>
prepare(const StagedProgram &program, const Launch &launch,
        const ExecuteOptions &options) {
  llvm::Expected<std::unique_ptr<PtxProgram>> decoded =
      PtxProgram::create(program.code, launch, program.machine);
  if (!decoded)
    return decoded.takeError();
  return std::make_unique<PtxExecution>(std::move(*decoded), launch, options);
}

/// One: as of LLVM IR.
static std::vector<Schedule> schedules(unsigned, uint64_t seed) {
  return {{Schedule::Kind::Random, seed}};
}

static std::string nameOfRun(const Schedule &schedule) {
  return "ptx(" + std::to_string(schedule.seed) + ")" +
         schedule.nameOfResults();
}

const Executor tilefuzz::ptxExecutor = {"ptx",
                                        "the SIMT machine on PTX",
                                        /*isObservable=*/false,
                                        schedules,
                                        nameOfRun,
                                        prepare};
