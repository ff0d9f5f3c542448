//===- WorkerProcess.cpp - The parent's handle of one worker --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/WorkerProcess.h"
#include "llvm/Support/Errno.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilefuzz;

llvm::Expected<WorkerProcess> WorkerProcess::start(llvm::StringRef executable,
                                                   const WorkerConfig &config) {
  auto failure = [](const char *what) {
    int code = errno;
    return llvm::createStringError(std::string("cannot start a worker: ") +
                                   what + ": " + llvm::sys::StrError(code));
  };
  std::string configText;
  llvm::raw_string_ostream(configText) << config.toJSON();
  std::string path = executable.str();
  const char *arguments[] = {path.c_str(), "worker", nullptr};
  int input = ::memfd_create("config", MFD_CLOEXEC);
  if (input < 0 || ::pwrite(input, configText.data(), configText.size(), 0) !=
                       ssize_t(configText.size())) {
    llvm::Error error = failure("configuration");
    if (input >= 0)
      ::close(input);
    return std::move(error);
  }
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    llvm::Error error = failure("pipe");
    ::close(input);
    return std::move(error);
  }
  // Small blocks stay with the thread, and what is freed with the process: the
  // C library's usual limits cost a tenth of a worker's time. Read at exec.
  ::setenv("GLIBC_TUNABLES",
           "glibc.malloc.tcache_count=4000:glibc.malloc.trim_threshold="
           "67108864:glibc.malloc.mmap_threshold=33554432",
           /*overwrite=*/0);
  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child < 0) {
    llvm::Error error = failure("fork");
    ::close(input);
    ::close(ends[0]);
    ::close(ends[1]);
    return std::move(error);
  }
  if (child == 0) {
    // Die with the parent: nobody would read the reports.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
      ::_exit(1);
    // The terminal's interrupt goes to the parent, which ends us orderly.
    std::signal(SIGINT, SIG_IGN);
    ::dup2(input, STDIN_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    ::execv(path.c_str(), const_cast<char *const *>(arguments));
    ::_exit(127);
  }
  ::close(input);
  ::close(ends[1]);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return WorkerProcess(child, ends[0]);
}

WorkerProcess::WorkerProcess(WorkerProcess &&other)
    : process(other.process), fd(other.fd),
      partialLine(std::move(other.partialLine)) {
  other.process = other.fd = -1;
}

WorkerProcess &WorkerProcess::operator=(WorkerProcess &&other) {
  std::swap(process, other.process);
  std::swap(fd, other.fd);
  std::swap(partialLine, other.partialLine);
  return *this;
}

WorkerProcess::~WorkerProcess() {
  if (process > 0) {
    kill();
    ::waitpid(process, nullptr, 0);
  }
  if (fd >= 0)
    ::close(fd);
}

std::vector<std::string> WorkerProcess::readLines() {
  char chunk[65536];
  for (;;) {
    ssize_t size = ::read(fd, chunk, sizeof(chunk));
    if (size > 0)
      partialLine.append(chunk, size);
    else if (size == 0 || errno != EINTR)
      break;
  }
  std::vector<std::string> lines;
  size_t begin = 0;
  for (size_t end; (end = partialLine.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    lines.push_back(partialLine.substr(begin, end - begin));
  partialLine.erase(0, begin);
  return lines;
}

std::optional<ProcessEnd> WorkerProcess::poll() {
  int status = 0;
  if (process <= 0 || ::waitpid(process, &status, WNOHANG) != process)
    return std::nullopt;
  process = -1;
  return ProcessEnd::fromWaitStatus(status);
}

void WorkerProcess::kill() {
  if (process > 0)
    ::kill(process, SIGKILL);
}
