//===- Terminal.h - What people see while a tool works ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// --quiet and --color, which every tool has that calls setHelp.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TERMINAL_H
#define TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TERMINAL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tilefuzz {

/// Makes the two options. Called by setHelp.
void addTerminalOptions();

/// --quiet
bool isQuiet();

/// --color; if it leaves the choice, a terminal has colors unless NO_COLOR is
/// set. LLVM's and MLIR's diagnostics follow it, too.
bool hasColors(const llvm::raw_ostream &os);

enum class Tint { Good, Bad, Doubtful };
/// The text in a color, if the stream has colors.
std::string tinted(const llvm::raw_ostream &os, Tint tint,
                   llvm::StringRef text);

/// How far a tool is, with an estimate of what is left, on the error stream:
/// one line that changes on a terminal, a line every ten seconds elsewhere,
/// nothing in the first two seconds and nothing with --quiet.
class ProgressLine {
public:
  /// `things` are counted.
  explicit ProgressLine(llvm::StringRef things);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  /// `total`: 0, if it is not known. `limit`: seconds after which it ends
  /// at the latest; 0: none. `more`: what else is to be said.
  void show(uint64_t done, uint64_t total, double limit = 0,
            llvm::StringRef more = "");
  /// Takes the line away.
  void clear();

  /// The line after so many seconds, in which `fresh` of those that are done
  /// were done.
  static std::string lineFor(llvm::StringRef things, double seconds,
                             uint64_t fresh, uint64_t done, uint64_t total,
                             double limit, llvm::StringRef more);

private:
  std::string things;
  std::chrono::steady_clock::time_point start;
  /// Seconds at which the next line is due.
  double next = 2;
  bool isShown = false;
  /// What was done before, when the first is shown.
  std::optional<uint64_t> before;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TERMINAL_H
