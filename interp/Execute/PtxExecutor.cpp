//===- PtxExecutor.cpp - PTX text, thread by thread -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Execute/ThreadExecution.h"
#include "interp/Simt/PtxProgram.h"

using namespace tilefuzz;

namespace {
class PtxExecution : public ThreadExecution {
public:
  PtxExecution(std::unique_ptr<PtxProgram> program, const Launch &launch,
               const ExecuteOptions &options)
      : ThreadExecution(launch, options), program(std::move(program)) {}

protected:
  llvm::Expected<Outcome> execute(const Launch &launch,
                                  const SimtOptions &options) const override {
    return program->run(launch, options);
  }

private:
  std::unique_ptr<PtxProgram> program;
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

static std::string nameOfRun(const Schedule &schedule) {
  return "ptx(" + std::to_string(schedule.seed) + ")" +
         schedule.nameOfResults();
}

const Executor tilefuzz::ptxExecutor = {"ptx",
                                        "the SIMT machine on PTX",
                                        /*isObservable=*/false,
                                        scheduleThreads,
                                        nameOfRun,
                                        prepare};
