//===- Child.cpp - A question asked in a process of its own ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Child.h"
#include <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilefuzz;

Child::Child(llvm::function_ref<bool()> work) {
  process = ::fork();
  if (process < 0) {
    // No process, no answer: that counts as no.
    ended = true;
    return;
  }
  if (process == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A crash is an answer: no stack trace, no core file.
    rlimit none = {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
                       SIGINT, SIGTERM, SIGHUP})
      std::signal(number, SIG_DFL);
    ::_exit(work() ? 0 : 1);
  }
  // Both sides do it, whoever is first: the group must exist before it is
  // killed.
  ::setpgid(process, process);
}

std::optional<bool> Child::poll() {
  if (ended)
    return wasYes;
  // It stays to be waited for: until then nobody else gets its number.
  siginfo_t info = {};
  if (::waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != process)
    return std::nullopt;
  wasYes = info.si_code == CLD_EXITED && info.si_status == 0;
  kill();
  return wasYes;
}

void Child::kill() {
  if (process <= 0 || ended)
    return;
  ::kill(-process, SIGKILL);
  int status = 0;
  ::waitpid(process, &status, 0);
  ended = true;
}
