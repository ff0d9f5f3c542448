//===- ForkedProcess.cpp - A piece of work that may die -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Process/ForkedProcess.h"
#include "compiler/Support/Clock/Clock.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <cstring>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilefuzz;

ProcessEnd ProcessEnd::fromWaitStatus(int status) {
  ProcessEnd end;
  if (WIFSIGNALED(status))
    end.signal = WTERMSIG(status);
  else if (WIFEXITED(status))
    end.exitCode = WEXITSTATUS(status);
  return end;
}

std::string ProcessEnd::describe() const {
  if (timedOut)
    return "out of time";
  if (signal)
    return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  if (exitCode == exitOutOfMemory)
    return "out of memory";
  return "exit code " + std::to_string(exitCode);
}

ProcessEnd tilefuzz::runInChild(llvm::function_ref<int()> work,
                                double cpuSeconds) {
  pid_t child = ::fork();
  if (child < 0) {
    ProcessEnd end;
    end.exitCode = exitOutOfMemory;
    return end;
  }
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A crash is an answer here: no stack trace, no core file.
    for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP})
      std::signal(number, SIG_DFL);
    ::_exit(work());
  }
  uint64_t wallLimit = monotonicTime() + uint64_t(cpuSeconds * 1e10);
  bool killed = false;
  for (;;) {
    int status = 0;
    pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) {
      ProcessEnd end = ProcessEnd::fromWaitStatus(status);
      end.timedOut = killed;
      return end;
    }
    std::optional<uint64_t> used = cpuTimeOf(child);
    if (!killed &&
        ((used && *used > cpuSeconds * 1e9) || monotonicTime() > wallLimit)) {
      ::kill(child, SIGKILL);
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
  rlim_t bytes = rlim_t(mebibytes) << 20;
  rlimit limit = {bytes, bytes};
  ::setrlimit(RLIMIT_AS, &limit);
}
