//===- Clock.cpp - Time that passed and time that was used ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Clock/Clock.h"
#include <sys/types.h>
#include <time.h>

using namespace tilefuzz;

static uint64_t readClock(clockid_t clock) {
  timespec time;
  if (::clock_gettime(clock, &time) != 0)
    return 0;
  return uint64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

uint64_t tilefuzz::ownCpuTime() { return readClock(CLOCK_PROCESS_CPUTIME_ID); }

std::optional<uint64_t> tilefuzz::cpuTimeOf(int pid) {
  clockid_t clock;
  if (::clock_getcpuclockid(pid, &clock) != 0)
    return std::nullopt;
  return readClock(clock);
}

uint64_t tilefuzz::monotonicTime() { return readClock(CLOCK_MONOTONIC); }
