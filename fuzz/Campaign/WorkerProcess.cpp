//===- WorkerProcess.cpp - Starting a worker ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/WorkerProcess.h"
#include "llvm/Support/Errno.h"
#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace tilefuzz;

llvm::Expected<ForkedProcess>
tilefuzz::startWorkerProcess(llvm::StringRef executable,
                             const WorkerConfig &config) {
  std::string configText;
  llvm::raw_string_ostream(configText) << config.toJSON();
  std::string path = executable.str();
  const char *arguments[] = {path.c_str(), "worker", nullptr};
  int input = ::memfd_create("config", MFD_CLOEXEC);
  if (input < 0 || ::pwrite(input, configText.data(), configText.size(), 0) !=
                       ssize_t(configText.size())) {
    int code = errno;
    if (input >= 0)
      ::close(input);
    return llvm::createStringError("cannot start a worker: configuration: " +
                                   llvm::sys::StrError(code));
  }
  // Small blocks stay with the thread, and what is freed with the process: the
  // C library's usual limits cost a tenth of a worker's time. Read at exec.
  ::setenv("GLIBC_TUNABLES",
           "glibc.malloc.tcache_count=4000:glibc.malloc.trim_threshold="
           "67108864:glibc.malloc.mmap_threshold=33554432",
           /*overwrite=*/0);
  ForkOptions options;
  options.hasReports = true;
  // A person's stop signal stops the workers, too.
  options.hasOwnGroup = false;
  llvm::Expected<ForkedProcess> process = ForkedProcess::start(
      [&](int reports) {
        // The terminal's interrupt goes to the parent, which ends us orderly.
        std::signal(SIGINT, SIG_IGN);
        ::dup2(input, STDIN_FILENO);
        ::dup2(reports, STDOUT_FILENO);
        ::execv(path.c_str(), const_cast<char *const *>(arguments));
        return 127;
      },
      options);
  ::close(input);
  if (!process)
    return llvm::createStringError("cannot start a worker: " +
                                   llvm::toString(process.takeError()));
  return process;
}
