//===- WorkerProcess.h - The parent's handle of one worker ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_WORKERPROCESS_H
#define TILEFUZZ_FUZZ_CAMPAIGN_WORKERPROCESS_H

#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/WorkerConfig.h"
#include <optional>
#include <sys/types.h>

namespace tilefuzz {

/// Owns the process and its report pipe; killing it on destruction.
class WorkerProcess {
public:
  static llvm::Expected<WorkerProcess> start(llvm::StringRef executable,
                                             const WorkerConfig &config);
  WorkerProcess(WorkerProcess &&other);
  WorkerProcess &operator=(WorkerProcess &&other);
  ~WorkerProcess();

  pid_t pid() const { return process; }
  int readEnd() const { return fd; }

  /// The complete lines that arrived; never waits.
  std::vector<std::string> readLines();
  /// Set once the process ended and was reaped.
  std::optional<ProcessEnd> poll();
  void kill();

private:
  WorkerProcess(pid_t process, int fd) : process(process), fd(fd) {}

  pid_t process = -1;
  int fd = -1;
  std::string partialLine;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_WORKERPROCESS_H
