//===- ExternalProcess.h - One process of another program -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A ForkedProcess that becomes another program, under limits.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_PROCESS_EXTERNALPROCESS_H
#define TILEFUZZ_COMPILER_SUPPORT_PROCESS_EXTERNALPROCESS_H

#include "llvm/ADT/StringRef.h"
#include <csignal>
#include <string>
#include <vector>

namespace tilefuzz {

struct ExternalProcessOptions {
  /// Its path, and the command line with the program's name first.
  std::string program;
  std::vector<std::string> words;
  /// `NAME=VALUE`, all that it gets; empty: ours.
  std::vector<std::string> environment;
  /// Limits; 0: none. Seconds by the clock and of processor time, and what it
  /// may allocate and write to one file.
  double seconds = 0;
  unsigned cpuSeconds = 0;
  uint64_t memoryMiB = 0, fileMiB = 0;
  /// Where its standard output goes.
  std::string output = "/dev/null";
  /// Its standard error is kept, up to 64 KiB; else it is ours.
  bool keepErrors = false;
  /// It is killed as soon as this, if given, is set.
  const volatile sig_atomic_t *interrupted = nullptr;
};

struct ExternalProcess {
  enum class End {
    /// With `number` as exit code, or by this signal.
    Exited,
    Signalled,
    TimedOut,
    /// By a signal that programs do not send themselves, from a person or the
    /// kernel short of memory: that says nothing about the program.
    KilledFromOutside,
    Interrupted,
    /// `errors` says why.
    NotStarted,
  };
  End end = End::Exited;
  int number = 0;
  std::string errors;
  /// Of it and of what it waited for: processor time, and the most memory that
  /// one process had.
  double cpuSeconds = 0;
  uint64_t peakMiB = 0;
};

/// Runs it with nothing on its standard input, in a process group of its own,
/// which is killed when it ends. What a shell says of a program of its own that
/// a signal ended (exit codes above 128) is taken for that signal. Threads may
/// call this at the same time.
ExternalProcess runExternalProcess(const ExternalProcessOptions &options);

/// Makes room for a file: removes whatever is there, also folders and pipes.
/// False if it stays.
bool removeWhatever(llvm::StringRef path);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_PROCESS_EXTERNALPROCESS_H
