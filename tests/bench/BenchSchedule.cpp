//===- BenchSchedule.cpp - Milliseconds per scheduled loop ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/GenerateSchedule.h"
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
