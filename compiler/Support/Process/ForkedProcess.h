//===- ForkedProcess.h - A process of ours ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one engine of processes: what runs a piece of work that may die, a worker
// of a campaign, or another program (ExternalProcess.h). LLVM's ExecuteAndWait
// measures time with the one alarm that a process has, and does not know what
// the program started. (The GPU runner, which has no LLVM, has its own.)
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_PROCESS_FORKEDPROCESS_H
#define TILEFUZZ_COMPILER_SUPPORT_PROCESS_FORKEDPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tilefuzz {

/// How a process ended. `signal` is 0 for a normal exit.
struct ProcessEnd {
  int exitCode = 0;
  int signal = 0;
  bool timedOut = false;
  /// Processor time of it and of those of its children that it waited for.
  double cpuSeconds = 0;
  /// The most memory that one of them had.
  uint64_t peakMiB = 0;

  bool succeeded() const { return exitCode == 0 && signal == 0 && !timedOut; }
  /// E.g. `signal 11 (Segmentation fault)`, `exit code 3`.
  std::string describe() const;
};

/// Exit code of a worker that met its memory limit.
constexpr int exitOutOfMemory = 77;

struct ForkOptions {
  /// It has a process group of its own: what it started is killed when it ends,
  /// and an interrupt of the terminal does not reach it.
  bool hasOwnGroup = true;
  /// The work gets the writing end of a pipe, whose reading end is reports().
  bool hasReports = false;
};

/// A forked process. It dies with its parent, and when this goes away.
class ForkedProcess {
public:
  /// Runs `work` in a copy of this process; its result is the exit code. `work`
  /// gets the pipe for reports (-1: there is none). A crash is an answer:
  /// signals have their default again, and there is no core file. Of several
  /// threads only the caller's is there: `work` may do no more than what is
  /// safe then, as calling exec.
  static llvm::Expected<ForkedProcess>
  start(llvm::function_ref<int(int reports)> work, ForkOptions options = {});

  ForkedProcess(ForkedProcess &&other);
  ForkedProcess &operator=(ForkedProcess &&other);
  ~ForkedProcess();

  pid_t pid() const { return process; }
  int reports() const { return fd; }
  /// The complete lines that were reported; never waits.
  std::vector<std::string> readLines();
  /// Whether no more can be reported: readLines found the pipe closed.
  bool areReportsOver() const { return isClosed; }

  /// How it ended; none: it still runs. What it started is killed then.
  std::optional<ProcessEnd> poll();
  /// Sends it alone a SIGTERM, so that it can end in good order.
  void interrupt();
  /// Asks that it ends; poll() says when it has.
  void kill();
  /// Kills it, if it still runs, and waits for its end.
  ProcessEnd stop();

private:
  ForkedProcess(pid_t process, int fd, bool hasOwnGroup)
      : process(process), fd(fd), hasOwnGroup(hasOwnGroup) {}
  ProcessEnd reap();

  pid_t process = -1;
  int fd = -1;
  bool hasOwnGroup = true, isClosed = false;
  std::string partialLine;
  std::optional<ProcessEnd> end;
};

/// Runs `work` in a forked process and waits for it. It is killed after
/// `cpuSeconds` of CPU time or ten times that of wall time. The caller must be
/// single-threaded. Without a process the end is that of one without memory.
ProcessEnd runInChild(llvm::function_ref<int()> work, double cpuSeconds);

/// In a worker: limits address space, makes a failed allocation exit with
/// exitOutOfMemory, and switches core files off.
void limitMemory(uint64_t mebibytes);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_PROCESS_FORKEDPROCESS_H
