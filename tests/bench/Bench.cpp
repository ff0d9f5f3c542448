//===- Bench.cpp - Programs per second, seconds per proof -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Stages/StageComparison.h"
#include "interp/Execute/Executor.h"
#include <benchmark/benchmark.h>

using namespace tilefuzz;

static void generation(benchmark::State &state) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  uint64_t seed = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        llvm::cantFail(generateProgram(*context, seed++ % 200)).module.get());
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(generation)->Unit(benchmark::kMicrosecond);

/// A whole comparison; the argument says whether the machine level runs.
static void comparison(benchmark::State &state) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  ComparisonOptions options;
  if (!state.range(0))
    options.withoutExecutors.insert(&simtExecutor);
  uint64_t seed = 0;
  for (auto _ : state) {
    Program program = llvm::cantFail(generateProgram(*context, seed++ % 200));
    benchmark::DoNotOptimize(compareStages(program, options).comparisons());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(comparison)
    ->ArgName("simt")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);

void registerProofBenchmarks();
void registerPtxBenchmarks();
void registerReduceBenchmarks();
void registerSimtBenchmarks();
void registerStageBenchmarks();
void registerInterpreterBenchmarks();
void registerSpeedBenchmarks();
void registerWorkerBenchmarks(const char *argv0);

int main(int argc, char **argv) {
  registerProofBenchmarks();
  registerPtxBenchmarks();
  registerReduceBenchmarks();
  registerSimtBenchmarks();
  registerStageBenchmarks();
  registerInterpreterBenchmarks();
  registerSpeedBenchmarks();
  registerWorkerBenchmarks(argv[0]);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
