//===- BenchSchedule.cpp - Scheduling, and what it comes to ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "fuzz/Schedules/LoopCycles.h"
#include "fuzz/Schedules/RandomLoops.h"
#include "mlir/Parser/Parser.h"
#include <benchmark/benchmark.h>

using namespace tilefuzz;

/// A random loop of so many operations: graph, schedule and attributes.
static void scheduleLoop(benchmark::State &state) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  RandomLoopOptions limits;
  limits.minOperations = limits.maxOperations = state.range(0);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      makeRandomLoop(1, 0, limits), &context);
  auto loops = findSchedulableLoops(*module);
  auto model = getMachineModel(*module);
  if (loops.size() != 1 || failed(model)) {
    state.SkipWithError("no loop");
    return;
  }
  for (auto _ : state)
    if (failed(generateSchedule(loops.front(), *model, {}))) {
      state.SkipWithError("not scheduled");
      return;
    }
}
BENCHMARK(scheduleLoop)
    ->Name("schedule/loop")
    ->Arg(30)
    ->Arg(100)
    ->Arg(300)
    ->Unit(benchmark::kMillisecond);

/// The loops of a kernel by both schedulers; per loop the cycles from one
/// iteration to the next: serial, by cost, and the lower bound.
static void scheduleKernel(benchmark::State &state, const char *name) {
  std::string path = std::string(TILEFUZZ_CORPUS "/kernels/") + name + ".mlir";
  std::vector<LoopCycles> loops;
  for (auto _ : state) {
    llvm::Expected<std::vector<LoopCycles>> all =
        compareSchedulersOf(path, "sm_90a");
    if (!all)
      return state.SkipWithError(llvm::toString(all.takeError()).c_str());
    loops = std::move(*all);
  }
  for (const LoopCycles &loop : loops) {
    std::string at = loop.loop.substr(loop.loop.rfind(':'));
    state.counters["serial" + at] = double(loop.serial);
    state.counters["cost" + at] = double(loop.cost);
    state.counters["bound" + at] = double(loop.bound);
  }
}
#define SCHEDULED_KERNEL(name)                                                 \
  BENCHMARK_CAPTURE(scheduleKernel, name, #name)                               \
      ->Name("schedule/kernel/" #name)                                         \
      ->Unit(benchmark::kMillisecond);
SCHEDULED_KERNEL(collatz_steps)
SCHEDULED_KERNEL(gemm_bias_relu)
SCHEDULED_KERNEL(gemm_k4096)
SCHEDULED_KERNEL(int8_matmul_requant)
SCHEDULED_KERNEL(online_attention)
SCHEDULED_KERNEL(online_attention_f32)
