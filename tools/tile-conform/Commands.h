//===- Commands.h - What tile-conform can do --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILECONFORM_COMMANDS_H
#define TILEFUZZ_TOOLS_TILECONFORM_COMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// Exit codes of tile-conform, besides 0.
namespace conform_exit {
inline constexpr int badInput = 1, finding = 3, notCompared = 4;
}

struct BuildRequest {
  llvm::ArrayRef<std::string> programs;
  /// One PTX file per program.
  llvm::ArrayRef<std::string> ptxFiles;
  std::string output;
  std::string target;
};

/// Writes the bundle. Programs that cannot be packed, for whatever reason, are
/// left out, each with a line on the error stream; the code is `notCompared`
/// then, and `badInput` if none can be packed. What our compiler does not take
/// is packed without code, with its outcome.
int buildBundle(const BuildRequest &request);

struct RunRequest {
  std::string bundle, output;
  /// A file, or `simulated`. Empty: the GPU's where there is one, else the
  /// simulated one.
  std::string driver;
  /// Of the runner, without dashes.
  std::vector<std::string> options;
  /// Of this tool, beside which the runner lies.
  std::string executable;
};
/// Starts tile-conform-run, says which driver it has, and returns its exit
/// code.
int runBundle(const RunRequest &request);
/// Prints one verdict per case, as lines or as one JSON object. The results may
/// be in several files, one for each shard of the run.
int checkResults(const std::string &bundle, llvm::ArrayRef<std::string> results,
                 bool json);
/// Prints what a bundle holds; as JSON, all of it.
int showBundle(const std::string &bundle, bool json);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILECONFORM_COMMANDS_H
