//===- BenchStages.cpp - Milliseconds per stage of the compiler -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "interp/Program/Program.h"
#include <benchmark/benchmark.h>
#include <chrono>

using namespace tilefuzz;
using Clock = std::chrono::steady_clock;

namespace {
/// Measures from the stage before to the stage.
class StageTimer : public Observer {
public:
  explicit StageTimer(const Stage &wanted) : wanted(wanted) {}
  mlir::LogicalResult afterStage(const Stage &stage, mlir::ModuleOp) override {
    return passed(stage);
  }
  mlir::LogicalResult afterStage(const Stage &stage, llvm::Module &) override {
    return passed(stage);
  }
  mlir::LogicalResult afterStage(const Stage &stage, llvm::StringRef) override {
    return passed(stage);
  }
  double seconds = 0;

private:
  mlir::LogicalResult passed(const Stage &stage) {
    Clock::time_point now = Clock::now();
    if (&stage == &wanted)
      seconds = std::chrono::duration<double>(now - last).count();
    last = now;
    return mlir::success();
  }
  const Stage &wanted;
  Clock::time_point last = Clock::now();
};
} // namespace

static void compileStage(benchmark::State &state, const Stage *stage) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(
      readProgram(TILEFUZZ_CORPUS "/kernels/in_place_swap.mlir", *context));
  CompileOptions options;
  options.stopAfter = stage->name.str();
  for (auto _ : state) {
    mlir::OwningOpRef<mlir::ModuleOp> module(program.module.get().clone());
    StageTimer timer(*stage);
    if (failed(compile(module.get(), options, &timer))) {
      state.SkipWithError("the stage failed");
      return;
    }
    state.SetIterationTime(timer.seconds);
  }
}

/// The attention kernel through every pass, those over nv_tileas on request
/// included, to PTX.
static void compileAttention(benchmark::State &state) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  Program program = llvm::cantFail(
      readProgram(TILEFUZZ_CORPUS "/kernels/online_attention.mlir", *context));
  CompileOptions options;
  options.target = "sm_90a";
  for (const Stage &stage : getStages())
    if (stage.level == Level::TileAS && stage.isOnRequest)
      options.enabledPatterns.push_back(stage.name.str());
  for (auto _ : state) {
    mlir::OwningOpRef<mlir::ModuleOp> module(program.module.get().clone());
    if (failed(compile(module.get(), options)))
      return state.SkipWithError("it does not compile");
  }
}
BENCHMARK(compileAttention)
    ->Name("compile/all/online_attention")
    ->Unit(benchmark::kMillisecond);

void registerStageBenchmarks() {
  for (const Stage &stage : getStages().drop_front())
    benchmark::RegisterBenchmark(("compile/" + stage.name.str()).c_str(),
                                 compileStage, &stage)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}
