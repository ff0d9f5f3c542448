//===- Schedules.cpp - The runs that a tile stage gets --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/Schedules.h"

using namespace tilefuzz;

std::vector<Schedule> tilefuzz::schedulesFor(unsigned count, uint64_t seed) {
  std::vector<Schedule> schedules = {{Schedule::Kind::ProgramOrder, 0},
                                     {Schedule::Kind::Reverse, 0}};
  while (schedules.size() < count)
    schedules.push_back({Schedule::Kind::Random, seed + schedules.size() - 2});
  schedules.resize(std::max(count, 1u));
  return schedules;
}

llvm::Expected<TileExecutor>
TileExecutor::create(mlir::ModuleOp module, const Launch &launch,
                     const std::vector<BufferImage> &initial,
                     uint64_t maxSteps) {
  llvm::Expected<DecodedProgram> program =
      DecodedProgram::decode(module, launch.kernel);
  if (!program)
    return program.takeError();
  return TileExecutor(std::move(*program), launch, initial, maxSteps);
}

llvm::Expected<Outcome> TileExecutor::run(const Schedule &schedule,
                                          MachineObserver *observer) const {
  TileRunOptions options;
  options.stepLimit = maxSteps;
  options.tripLimit = tripLimit;
  options.schedule = schedule;
  options.observer = observer;
  options.initial = initial;
  return program.run(*launch, options);
}
