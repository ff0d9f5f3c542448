//===- BenchWorker.cpp - How long a worker takes to start -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Processor time of a `tile-fuzz worker` with one program to compare, and how
// much of it had passed when the worker took that program: before it, there are
// loading, dialects and the database; the first program also builds the sets of
// patterns.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Journal.h"
#include "fuzz/Campaign/WorkerProcess.h"
#include "fuzz/Findings/Database.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <benchmark/benchmark.h>
#include <poll.h>
#include <sys/resource.h>

using namespace tilefuzz;

static double childTime() {
  rusage usage;
  ::getrusage(RUSAGE_CHILDREN, &usage);
  auto seconds = [](timeval time) { return time.tv_sec + time.tv_usec * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static void workerStart(benchmark::State &state,
                        const std::string &executable) {
  llvm::SmallString<128> folder;
  if (llvm::sys::fs::createUniqueDirectory("tile-bench", folder))
    return state.SkipWithError("no temporary folder");
  WorkerConfig config;
  config.database = (folder + "/c.db").str();
  config.journal = (folder + "/c.db.journal").str();
  config.findings = (folder + "/c.findings").str();
  config.stopAfter = "tileaa-canonicalize";
  llvm::cantFail(
      Database::open(config.database, Database::Mode::ReadWrite).takeError());
  Journal journal = llvm::cantFail(Journal::create(config.journal));
  double before = 0;
  for (auto _ : state) {
    journal.setRange(0, 1);
    double start = childTime();
    ForkedProcess worker =
        llvm::cantFail(startWorkerProcess(executable, config));
    std::optional<ProcessEnd> end;
    while (!(end = worker.poll())) {
      pollfd reports = {worker.reports(), POLLIN, 0};
      ::poll(&reports, 1, 1);
      worker.readLines();
    }
    if (end->signal || end->exitCode) {
      state.SkipWithError("the worker failed");
      break;
    }
    state.SetIterationTime(childTime() - start);
    before += journal.slot(0).cpuStart * 1e-6;
  }
  state.counters["before_first_ms"] =
      benchmark::Counter(before, benchmark::Counter::kAvgIterations);
  llvm::sys::fs::remove_directories(folder);
}

void registerWorkerBenchmarks(const char *argv0) {
  llvm::SmallString<128> path(llvm::sys::fs::getMainExecutable(
      argv0, reinterpret_cast<void *>(&registerWorkerBenchmarks)));
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, "tile-fuzz");
  benchmark::RegisterBenchmark("worker_start", workerStart, path.str().str())
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}
