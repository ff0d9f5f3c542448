//===- Process.h - One process of an external tool --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_PROCESS_H
#define TILEFUZZ_FUZZ_SUT_PROCESS_H

#include "fuzz/Sut/Description.h"
#include <csignal>

namespace tilefuzz {

/// How the tool's process ended.
struct SutProcess {
  enum class End {
    Success,
    Refused,
    Crashed,
    TimedOut,
    /// Also if it ends with 126 or 127, as a shell does that cannot start it.
    NotStarted,
    /// Again and again, by somebody else.
    Killed,
    Interrupted,
  };
  End end = End::Success;
  /// Of a crash the signal, below 0.
  int exitCode = 0;
  /// What it wrote to standard error, up to 64 KiB; of a crash without a word
  /// the signal.
  std::string errors;
  /// It says that it found no memory; what it might take then.
  unsigned outOfMiB = 0;
  /// Its exit code is one of the description's `internal`.
  bool isInternal = false;
  /// Processor time of it and of what it waited for, and the most memory of one
  /// process.
  double cpuSeconds = 0;
  uint64_t peakMiB = 0;
  /// Of one that took too long, if the description has patience: whether it
  /// ends at all.
  std::string whether;

  /// Of one that failed: the kind of finding, and what distinguishes it, which
  /// names no file.
  FindingKind kind() const;
  std::string message() const;
};

/// The environment of the tool's processes: ours, with its folder first in the
/// PATH, changed as the description says.
std::vector<std::string> environmentOf(const SutDescription &sut,
                                       llvm::StringRef output);

/// The text with the file in place of `{out}`.
std::string withOutput(std::string text, llvm::StringRef output);

/// Runs the tool with nothing on its standard input, in a process group of its
/// own, which is killed when it ends. It has the description's seconds of
/// processor time and, as others may use the machine, three times that by the
/// clock; its MiB of memory; and may write files of 256 MiB. It is killed as
/// soon as `interrupted`, if given, is set. What is at `output` is removed
/// first. Threads may call this at the same time.
///
/// If the time is over, it runs again with the description's `patience` times
/// as much, if that is more.
SutProcess runSut(const SutDescription &sut, const SutRun &run,
                  llvm::StringRef input, llvm::StringRef output,
                  const volatile sig_atomic_t *interrupted = nullptr);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_PROCESS_H
