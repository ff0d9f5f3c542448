//===- Executor.h - Who executes a program at a stage -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The seam between stages and engines. An executor takes the program of some
// levels, makes it ready once, and runs it under any number of schedules; each
// run ends in the one outcome type. One file per engine, one row each in
// Executors.def; stage comparison, tile-run, bisection and tests walk the
// table and name no engine.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXECUTE_EXECUTOR_H
#define TILEFUZZ_INTERP_EXECUTE_EXECUTOR_H

#include "compiler/Pipeline/Pipeline.h"
#include "interp/Memory/Schedule.h"
#include "interp/Program/Launch.h"
#include "interp/Program/Outcome.h"
#include <memory>

namespace tilefuzz {

class Device;
class MachineObserver;
namespace simt {
class ThreadObserver;
}

/// A program as it stands after a stage: of what the stage's level consists is
/// set, the rest is null or empty. It refers to what somebody else keeps.
struct StagedProgram {
  const Stage *stage = nullptr;
  /// The levels of MLIR.
  mlir::ModuleOp module = {};
  /// Level::LLVM. At Level::PTX, what the text was made from, where that is
  /// known: its kernels' parameters have types.
  const llvm::Module *machine = nullptr;
  /// PTX text, or the bytes of a cubin.
  llvm::StringRef code = {};
};

struct ExecuteOptions {
  /// As CompileOptions::target.
  std::string target = "sm_90a";
  /// Before a run ends with RunStatus::StepLimit: operations of all tile
  /// blocks, for an engine that executes tiles; instructions of all threads,
  /// for one that executes threads.
  uint64_t maxOperations = 10'000'000;
  uint64_t maxInstructions = 100'000'000;
  /// Iterations through loops before a run ends so with the condition
  /// `tooManyIterations`; 0: any number. What they are counted over is the
  /// engine's (TileRunOptions, SimtOptions).
  uint64_t tripLimit = 0;
  /// Memory::initialImages of the launch, for a caller that runs it often;
  /// null: they are made.
  const std::vector<BufferImage> *initial = nullptr;
  /// For engines that are devices; null: they execute nothing.
  Device *device = nullptr;
  /// Whether runs of tiles enclose what fuse-fma may make of the program, too.
  bool mayFuse = false;
};

/// A program that an engine is ready to run. Program, launch and initial images
/// must outlive it.
class Execution {
public:
  virtual ~Execution();
  /// `observer` is told of every operation if the executor is observable; null:
  /// nobody is. Errors are mistakes of the launch (argument count or type).
  virtual llvm::Expected<Outcome>
  run(const Schedule &schedule, MachineObserver *observer = nullptr) const = 0;
  /// As run(), by an engine that executes threads; the others tell nobody.
  virtual llvm::Expected<Outcome>
  observeThreads(const Schedule &schedule,
                 simt::ThreadObserver *observer) const {
    return run(schedule);
  }
  /// Of the runs that were made: whether their outcomes are not the same,
  /// though nothing was asked of them that is another from run to run.
  virtual bool differsFromRunToRun() const { return false; }
  /// It is run later, beside others, by who gave the device.
  virtual bool isDeferred() const { return false; }
};

struct Executor {
  /// As findings, tools and tests call it, e.g. "tile".
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  /// Whether runs tell a MachineObserver of the accesses that tokens order.
  bool isObservable;
  /// The schedules that a stage gets if it gets `count`; at least one.
  std::vector<Schedule> (*schedules)(unsigned count, uint64_t seed);
  /// How findings call a run under the schedule.
  std::string (*nameOfRun)(const Schedule &schedule);
  /// The error names what it cannot execute.
  llvm::Expected<std::unique_ptr<Execution>> (*prepare)(
      const StagedProgram &program, const Launch &launch,
      const ExecuteOptions &options);
  /// It needs ExecuteOptions::device, and gives no other results than the
  /// device's.
  bool isDevice = false;
};

#define EXECUTOR(constant) extern const Executor constant;
#include "interp/Execute/Executors.def"

/// The whole table.
llvm::ArrayRef<const Executor *> getExecutors();
/// Those that take programs of the level, the one that is asked by default
/// first; none: nothing here executes it.
llvm::ArrayRef<const Executor *> getExecutors(Level level);
const Executor *findExecutor(llvm::StringRef name);

/// The program of a stage means what the next stage's does, because the level
/// is executed by translation to that one: what is compared after one need not
/// be compared after the other.
bool isExecutedAsTheNext(Level level);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXECUTE_EXECUTOR_H
