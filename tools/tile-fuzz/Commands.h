//===- Commands.h - The verbs of tile-fuzz ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One file per verb, with its options beside it. A verb prints errors as one
// line and returns the exit code; none if the command line names another verb.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_FUZZ_COMMANDS_H
#define TILEFUZZ_TOOLS_TILE_FUZZ_COMMANDS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <csignal>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

/// The same for every verb; --help says them.
constexpr int exitClean = 0, exitBadUsage = 1, exitStorage = 2,
              exitFindings = 3, exitInterrupted = 4;

using Verb = std::optional<int> (*)();
std::optional<int> runBranches();
std::optional<int> runBugs();
std::optional<int> runCheckChange();
std::optional<int> runCorpus();
std::optional<int> runDoctor();
std::optional<int> runFences();
std::optional<int> runGenerate();
std::optional<int> runLlvm();
std::optional<int> runMerge();
std::optional<int> runMutationScore();
std::optional<int> runNightly();
std::optional<int> runOracles();
std::optional<int> runReduce();
std::optional<int> runReport();
std::optional<int> runRepro();
std::optional<int> runResume();
std::optional<int> runRun();
std::optional<int> runStats();
std::optional<int> runTriage();
/// For other people's compilers.
std::optional<int> runSut();

/// How this process was called.
struct Invocation {
  std::string executable, commandLine;
};
Invocation &invocation();

/// Prints the error and returns exitStorage for a StorageError, else
/// exitBadUsage.
int fail(llvm::Error error);
int fail(const llvm::Twine &message);
/// Indented, with a newline.
void printJSON(const llvm::json::Value &value);
/// From now on SIGINT and SIGTERM set what is returned.
const volatile sig_atomic_t *catchInterrupts();

/// What --language and --knob say of random programs.
extern const char *const languageHelp;
const char *knobHelp();
/// For parseGenerateOptions; knobs win over --size.
std::string allKnobs(const std::vector<std::string> &knobs, unsigned size,
                     bool noSwarm);
/// `90`, `20s`, `5m`, `2h` in seconds.
llvm::Expected<double> parseDuration(llvm::StringRef text);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_FUZZ_COMMANDS_H
