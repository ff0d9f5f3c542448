//===- tile-fuzz.cpp - Find miscompilations -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Hands over to the verb; the work is in fuzz/Campaign.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "fuzz/Campaign/Worker.h"
#include "fuzz/Sut/SutWork.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include <csignal>

using namespace tilefuzz;

static const char *const overview =
    "Compiles programs one pass at a time, executes the IR after every pass, "
    "and compares with what the source allows\n\n"
    "Exit codes: 0 no new finding (repro: it no longer shows), 1 bad usage or "
    "input, 2 results cannot be stored (full disk, missing rights, damaged "
    "database), 3 new findings (repro: it or something else shows; nightly "
    "without --fail-on-new: any finding shows), 4 interrupted, and none found "
    "until "
    "then (run, nightly, resume; a shard: whatever it found).\n"
    "  tile-fuzz run --time=20s --jobs=2 --seed=7 --db=FILE --json\n"
    "  tile-fuzz run --programs=300 --inject-bug=select-swapped-arms "
    "--db=FILE\n"
    "  tile-fuzz nightly --time=2h --corpus=corpus --db=FILE --fail-on-new "
    "--junit=FILE.xml --sarif=FILE.sarif\n"
    "  tile-fuzz resume --db=FILE\n"
    "  tile-fuzz nightly --shard=1/4 --programs=100000 --db=FILE\n"
    "  tile-fuzz merge --db=FILE SHARD1.db SHARD2.db\n"
    "  tile-fuzz repro FILE.findings/NAME\n"
    "  tile-fuzz report --db=FILE -o FILE.html\n"
    "  tile-fuzz generate --seed=7 --language=whole > FILE.mlir\n"
    "  tile-fuzz generate --programs=2000 --language=whole --coverage\n";

// clang-format off
static constexpr Verb verbs[] = {
    runRun,
    runNightly,
    runResume,
    runMerge,
    runRepro,
    runReduce,
    runTriage,
    runStats,
    runCorpus,
    runReport,
    runBranches,
    runBugs,
    runGenerate,
    runMutationScore,
    runOracles,
    runCheckChange,
    runLlvm,
    runFences,
    runSut,
    runDoctor,
};
// clang-format on

int main(int argc, char **argv) {
  // Not for people: started by `run`, one per job.
  if (argc == 2 && llvm::StringRef(argv[1]) == "worker") {
    std::signal(SIGXFSZ, SIG_IGN);
    return runWorker(runSutWorker);
  }
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(argc, argv, "tile-fuzz", overview, exitStorage))
    return exitBadUsage;
  invocation().executable = llvm::sys::fs::getMainExecutable(
      argv[0], reinterpret_cast<void *>(&runWorker));
  for (int i = 0; i < argc; ++i)
    invocation().commandLine += (i ? " " : "") + std::string(argv[i]);
  for (Verb verb : verbs)
    if (std::optional<int> status = verb())
      return *status;
  return fail("name a subcommand; --help lists them");
}
