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
  int status = 0;
  if (::waitpid(process, &status, WNOHANG) != process)
    return std::nullopt;
  ended = true;
  wasYes = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return wasYes;
}

void Child::kill() {
  if (process <= 0)
    return;
  if (!ended) {
    ::kill(-process, SIGKILL);
    int status = 0;
    ::waitpid(process, &status, 0);
    ended = true;
  }
}
