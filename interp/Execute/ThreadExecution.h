//===- ThreadExecution.h - A program, thread by thread ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXECUTE_THREADEXECUTION_H
#define TILEFUZZ_INTERP_EXECUTE_THREADEXECUTION_H

#include "interp/Execute/Executor.h"
#include "interp/Simt/Simt.h"

namespace tilefuzz {

/// What the SIMT machine executes, whatever language it is decoded from.
class ThreadExecution : public Execution {
public:
  ThreadExecution(const Launch &launch, const ExecuteOptions &options)
      : launch(launch) {
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
    return execute(launch, options);
  }

protected:
  virtual llvm::Expected<Outcome> execute(const Launch &launch,
                                          const SimtOptions &options) const = 0;

private:
  const Launch &launch;
  SimtOptions runOptions;
};

/// One: a schedule is a seed that decides how threads interleave, and takes
/// longer than the runs of the tile levels together.
inline std::vector<Schedule> scheduleThreads(unsigned, uint64_t seed) {
  return {{Schedule::Kind::Random, seed}};
}

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXECUTE_THREADEXECUTION_H
