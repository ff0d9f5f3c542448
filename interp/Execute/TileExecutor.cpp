//===- TileExecutor.cpp - Tiles, on the tile interpreter ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Execute/Executor.h"
#include "interp/Tile/DecodedProgram.h"

using namespace tilefuzz;

namespace {
class TileExecution : public Execution {
public:
  TileExecution(DecodedProgram program, const Launch &launch,
                const ExecuteOptions &options)
      : program(std::move(program)), launch(launch) {
    runOptions.stepLimit = options.maxOperations;
    runOptions.tripLimit = options.tripLimit;
    runOptions.initial = options.initial;
  }

  llvm::Expected<Outcome> run(const Schedule &schedule,
                              MachineObserver *observer) const override {
    TileRunOptions options = runOptions;
    options.schedule = schedule;
    options.observer = observer;
    return program.run(launch, options);
  }

private:
  DecodedProgram program;
  const Launch &launch;
  TileRunOptions runOptions;
};
} // namespace

static llvm::Expected<std::unique_ptr<Execution>>
prepare(const StagedProgram &program, const Launch &launch,
        const ExecuteOptions &options) {
  llvm::Expected<DecodedProgram> decoded =
      DecodedProgram::decode(program.module, launch.kernel, options.mayFuse);
  if (!decoded)
    return decoded.takeError();
  return std::make_unique<TileExecution>(std::move(*decoded), launch, options);
}

/// Program order, reverse, then random ones: linear extensions of the token
/// order.
static std::vector<Schedule> schedules(unsigned count, uint64_t seed) {
  std::vector<Schedule> schedules = {{Schedule::Kind::ProgramOrder, 0},
                                     {Schedule::Kind::Reverse, 0}};
  while (schedules.size() < count)
    schedules.push_back({Schedule::Kind::Random, seed + schedules.size() - 2});
  schedules.resize(std::max(count, 1u));
  return schedules;
}

static std::string nameOfRun(const Schedule &schedule) {
  return schedule.toString();
}

const Executor tilefuzz::tileExecutor = {
    "tile", "the tile interpreter", /*isObservable=*/true, schedules, nameOfRun,
    prepare};
