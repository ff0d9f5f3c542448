//===- BenchProofs.cpp - Seconds for the proofs of patterns and folds -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/Folds.h"
#include "oracle/Patterns/PatternProof.h"
#include <benchmark/benchmark.h>

using namespace tilefuzz;

static std::vector<std::string> allNames() {
  std::vector<std::string> names = patternNames();
  llvm::append_range(names, foldNames());
  return names;
}

static void proof(benchmark::State &state, const std::string &pattern) {
  for (auto _ : state)
    benchmark::DoNotOptimize(provePattern(pattern).instances.size());
}

/// All of both dialects, on two cores. Seconds of patterns and folds stand
/// beside the time: aims are 60 s for all, a median of 0.2 s, and 5 s at the
/// 95th percentile.
static void allProofs(benchmark::State &state) {
  std::vector<ProofTask> tasks;
  for (const std::string &name : allNames())
    tasks.push_back({name, {}});
  std::vector<PatternProof> proofs;
  for (auto _ : state)
    proofs = provePatterns(tasks, /*threads=*/2);
  std::vector<double> seconds;
  for (const PatternProof &proof : proofs) {
    ++state.counters[toString(proof.verdict.kind).str()].value;
    state.counters["instances"].value += proof.instances.size();
    seconds.push_back(proof.seconds);
  }
  llvm::sort(seconds);
  state.counters["median"] = seconds[seconds.size() / 2];
  state.counters["p95"] = seconds[seconds.size() * 95 / 100];
  state.counters["longest"] = seconds.back();
}

void registerProofBenchmarks() {
  for (const std::string &pattern : allNames())
    benchmark::RegisterBenchmark(("proof/" + pattern).c_str(), proof, pattern)
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1);
  benchmark::RegisterBenchmark("proofs", allProofs)
      ->Unit(benchmark::kSecond)
      ->UseRealTime()
      ->Iterations(1);
}
