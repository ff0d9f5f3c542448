//===- BenchPtx.cpp - PTX per second --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Lane instructions per second of the kernels in tests/bench/ptx: with all
// checks; with none; and thread by thread, as the reference does.
//
//===----------------------------------------------------------------------===//

#include "interp/Program/Launch.h"
#include "interp/Program/Outcome.h"
#include "interp/Simt/Machine/SimtOptions.h"
#include "interp/Simt/PtxProgram.h"
#include "llvm/Support/MemoryBuffer.h"
#include <benchmark/benchmark.h>

using namespace tilefuzz;

static SimtOptions checked() { return {}; }
static SimtOptions unchecked() {
  SimtOptions options;
  options.detectRaces = false;
  options.keepsEnclosures = false;
  return options;
}
static SimtOptions oneByOne() {
  SimtOptions options;
  options.lockstep = false;
  return options;
}

static void runKernel(benchmark::State &state, const char *name,
                      const SimtOptions &options) {
  std::string path = std::string(TILEFUZZ_BENCH_PTX) + "/" + name + ".ptx";
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return state.SkipWithError(path.c_str());
  llvm::StringRef text = (*file)->getBuffer();
  Launch launch = llvm::cantFail(parseLaunch(text, path));
  std::unique_ptr<PtxProgram> program =
      llvm::cantFail(PtxProgram::create(text, launch));
  uint64_t steps = 0;
  for (auto _ : state) {
    Outcome outcome = program->run(launch, options);
    if (!outcome.completed())
      return state.SkipWithError(outcome.summary().c_str());
    steps += outcome.steps;
  }
  state.SetItemsProcessed(steps);
}

void registerPtxBenchmarks() {
  struct {
    const char *name;
    SimtOptions (*options)();
  } ways[] = {
      {"checked", checked}, {"unchecked", unchecked}, {"one-by-one", oneByOne}};
  for (const char *kernel : {"integer", "float", "memory", "gemm-mma"})
    for (const auto &way : ways)
      benchmark::RegisterBenchmark(
          (std::string("ptx/") + kernel + "/" + way.name).c_str(),
          [kernel, options = way.options](benchmark::State &state) {
            runKernel(state, kernel, options());
          })
          ->Unit(benchmark::kMillisecond);
}
