//===- ForkedProcess.cpp - A process of ours ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Process/ForkedProcess.h"
#include "compiler/Support/Clock/Clock.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace tilefuzz;

std::string ProcessEnd::describe() const {
  if (timedOut)
    return "out of time";
  if (signal)
    return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  if (exitCode == exitOutOfMemory)
    return "out of memory";
  return "exit code " + std::to_string(exitCode);
}

/// In the child.
static void becomeChild(pid_t parent, const ForkOptions &options) {
  if (options.hasOwnGroup)
    ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have died before that.
  if (::getppid() != parent)
    ::_exit(1);
  rlimit none = {0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGPROF,
                     SIGINT, SIGTERM, SIGHUP})
    std::signal(number, SIG_DFL);
}

llvm::Expected<ForkedProcess>
ForkedProcess::start(llvm::function_ref<int(int)> work, ForkOptions options) {
  auto failure = [](const char *what) {
    int code = errno;
    return llvm::createStringError(std::string(what) + ": " +
                                   llvm::sys::StrError(code));
  };
  int ends[2] = {-1, -1};
  if (options.hasReports && ::pipe2(ends, O_CLOEXEC) != 0)
    return failure("pipe");
  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child == 0) {
    becomeChild(parent, options);
    ::_exit(work(ends[1]));
  }
  if (child < 0) {
    llvm::Error error = failure("fork");
    for (int fd : ends)
      if (fd >= 0)
        ::close(fd);
    return std::move(error);
  }
  if (ends[1] >= 0) {
    ::close(ends[1]);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }
  // Both sides do it, whoever is first: the group must exist before it is
  // killed.
  if (options.hasOwnGroup)
    ::setpgid(child, child);
  return ForkedProcess(child, ends[0], options.hasOwnGroup);
}

ForkedProcess::ForkedProcess(ForkedProcess &&other)
    : process(std::exchange(other.process, -1)),
      fd(std::exchange(other.fd, -1)), hasOwnGroup(other.hasOwnGroup),
      isClosed(other.isClosed), partialLine(std::move(other.partialLine)),
      end(other.end) {}

ForkedProcess &ForkedProcess::operator=(ForkedProcess &&other) {
  std::swap(process, other.process);
  std::swap(fd, other.fd);
  std::swap(hasOwnGroup, other.hasOwnGroup);
  std::swap(isClosed, other.isClosed);
  std::swap(partialLine, other.partialLine);
  std::swap(end, other.end);
  return *this;
}

ForkedProcess::~ForkedProcess() {
  stop();
  if (fd >= 0)
    ::close(fd);
}

std::vector<std::string> ForkedProcess::readLines() {
  char chunk[65536];
  while (fd >= 0 && !isClosed) {
    ssize_t size = ::read(fd, chunk, sizeof(chunk));
    if (size > 0)
      partialLine.append(chunk, size);
    else if (size == 0 || errno != EINTR) {
      isClosed = size == 0;
      break;
    }
  }
  std::vector<std::string> lines;
  size_t begin = 0;
  for (size_t end; (end = partialLine.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    lines.push_back(partialLine.substr(begin, end - begin));
  partialLine.erase(0, begin);
  return lines;
}

void ForkedProcess::interrupt() {
  if (process > 0 && !end)
    ::kill(process, SIGTERM);
}

void ForkedProcess::kill() {
  if (process > 0 && !end)
    ::kill(hasOwnGroup ? -process : process, SIGKILL);
}

static double secondsOf(const timeval &time) {
  return double(time.tv_sec) + 1e-6 * double(time.tv_usec);
}

ProcessEnd ForkedProcess::reap() {
  int status = 0;
  rusage used = {};
  ::wait4(process, &status, 0, &used);
  ProcessEnd result;
  if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
  else if (WIFEXITED(status))
    result.exitCode = WEXITSTATUS(status);
  result.cpuSeconds = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
  result.peakMiB = uint64_t(used.ru_maxrss) / 1024;
  end = result;
  return result;
}

std::optional<ProcessEnd> ForkedProcess::poll() {
  if (end || process <= 0)
    return end;
  // It stays to be waited for: until then nobody else gets its number.
  siginfo_t info = {};
  if (::waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != process)
    return std::nullopt;
  kill();
  return reap();
}

ProcessEnd ForkedProcess::stop() {
  if (end || process <= 0)
    return end.value_or(ProcessEnd());
  kill();
  return reap();
}

ProcessEnd tilefuzz::runInChild(llvm::function_ref<int()> work,
                                double cpuSeconds) {
  // An interrupt of the terminal ends it, too.
  ForkOptions options;
  options.hasOwnGroup = false;
  llvm::Expected<ForkedProcess> child =
      ForkedProcess::start([&](int) { return work(); }, options);
  if (!child) {
    llvm::consumeError(child.takeError());
    ProcessEnd end;
    end.exitCode = exitOutOfMemory;
    return end;
  }
  uint64_t wallLimit = monotonicTime() + uint64_t(cpuSeconds * 1e10);
  bool killed = false;
  for (;;) {
    if (std::optional<ProcessEnd> end = child->poll()) {
      end->timedOut = killed;
      return *end;
    }
    std::optional<uint64_t> used = cpuTimeOf(child->pid());
    if (!killed &&
        ((used && *used > cpuSeconds * 1e9) || monotonicTime() > wallLimit)) {
      child->kill();
      killed = true;
    }
    ::usleep(500);
  }
}

static void exitForMemory() { ::_exit(exitOutOfMemory); }

void tilefuzz::limitMemory(uint64_t mebibytes) {
  rlimit none = {0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  std::set_new_handler(exitForMemory);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { exitForMemory(); });
  if (mebibytes == 0)
    return;
#if LLVM_ADDRESS_SANITIZER_BUILD
  // Its shadow alone takes terabytes of addresses.
  return;
#endif
  // What it starts may need more: the hard limit stays.
  rlimit limit;
  if (::getrlimit(RLIMIT_AS, &limit) != 0)
    return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, rlim_t(mebibytes) << 20);
  ::setrlimit(RLIMIT_AS, &limit);
}
