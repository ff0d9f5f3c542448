//===- Commands.h - The subcommands of tile-fuzz ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each returns the exit code and prints errors as one line.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_FUZZ_COMMANDS_H
#define TILEFUZZ_TOOLS_TILE_FUZZ_COMMANDS_H

#include "fuzz/Campaign/Campaign.h"
#include <csignal>

namespace tilefuzz {

constexpr int exitClean = 0, exitBadUsage = 1, exitFindings = 3;

/// What the command line of `run` asks for; see --help.
struct RunRequest {
  double seconds = 60;
  std::optional<uint64_t> programs;
  /// 0: no limit.
  uint64_t maxFindings = 0;
  /// 0: one per core.
  unsigned jobs = 0;
  std::string database, corpus, reportFile, executable, command;
  bool json = false;
  WorkerConfig worker;
  const volatile sig_atomic_t *interrupted = nullptr;
};
/// What the command line of `generate` asks for.
struct GenerateRequest {
  uint64_t seed = 1, programs = 1;
  unsigned wholeOneIn = 5;
  std::string operation;
  unsigned size = 0;
  bool coverage = false, list = false, measure = false;
};
int runGenerate(const GenerateRequest &request);
int runRun(const RunRequest &request);
int runRepro(llvm::StringRef folder, bool json);
int runReport(llvm::StringRef database, llvm::StringRef output, bool json);
int runBugs(bool json);
/// `sut`, whose options are in Sut.cpp; none if it was not asked for.
std::optional<int> runSut(const volatile sig_atomic_t *interrupted);

/// `mixed`, `lowered` or `whole` as GenerateOptions::wholeOneIn.
bool parseLanguage(llvm::StringRef text, unsigned &wholeOneIn);
/// `90`, `20s`, `5m`, `2h`; false if `text` is none.
bool parseDuration(llvm::StringRef text, double &seconds);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_FUZZ_COMMANDS_H
