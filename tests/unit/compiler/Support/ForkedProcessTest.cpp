//===- ForkedProcessTest.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Process/ForkedProcess.h"
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tilefuzz;

static ForkedProcess start(llvm::function_ref<int(int)> work,
                           ForkOptions options = {}) {
  return llvm::cantFail(ForkedProcess::start(work, options));
}

static ProcessEnd waitFor(ForkedProcess &process) {
  for (;;) {
    if (std::optional<ProcessEnd> end = process.poll())
      return *end;
    ::usleep(500);
  }
}

TEST(ForkedProcess, SaysHowItEnded) {
  ForkedProcess good = start([](int) { return 0; });
  EXPECT_TRUE(waitFor(good).succeeded());
  ForkedProcess three = start([](int) { return 3; });
  ProcessEnd end = waitFor(three);
  EXPECT_FALSE(end.succeeded());
  EXPECT_EQ(end.describe(), "exit code 3");
  // It is known again and again.
  EXPECT_EQ(three.poll()->exitCode, 3);
  EXPECT_EQ(three.stop().exitCode, 3);
  ForkedProcess dead = start([](int) -> int { std::abort(); });
  EXPECT_EQ(waitFor(dead).describe(), "signal 6 (Aborted)");
  ForkedProcess full = start([](int) { return exitOutOfMemory; });
  EXPECT_EQ(waitFor(full).describe(), "out of memory");
}

TEST(ForkedProcess, ReportsLines) {
  ForkOptions options;
  options.hasReports = true;
  ForkedProcess process = start(
      [](int reports) {
        return ::write(reports, "one\ntwo\nthr", 11) == 11 ? 0 : 1;
      },
      options);
  EXPECT_TRUE(waitFor(process).succeeded());
  EXPECT_EQ(process.readLines(), (std::vector<std::string>{"one", "two"}));
  EXPECT_TRUE(process.areReportsOver());
  EXPECT_TRUE(process.readLines().empty());
}

/// Whether the process with that number ended; nobody may have waited for it.
static bool isGone(pid_t number) {
  std::ifstream file("/proc/" + std::to_string(number) + "/stat");
  std::string text;
  std::getline(file, text);
  size_t name = text.rfind(')');
  return name == std::string::npos || text.substr(name + 2, 1) == "Z";
}

static bool endsSoon(const volatile pid_t *page) {
  for (int i = 0; i < 5000; ++i) {
    if (*page && isGone(*page))
      return true;
    ::usleep(1000);
  }
  return false;
}

TEST(ForkedProcess, WhatItStartedDiesWithIt) {
  auto *page = static_cast<volatile pid_t *>(
      ::mmap(nullptr, sizeof(pid_t), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  auto startOther = [page](int) {
    pid_t other = ::fork();
    if (other == 0)
      for (;;)
        ::pause();
    *page = other;
    return 0;
  };
  {
    ForkedProcess process = start(startOther);
    EXPECT_TRUE(waitFor(process).succeeded());
    EXPECT_TRUE(endsSoon(page));
  }
  *page = 0;
  {
    ForkedProcess process = start([&](int reports) {
      startOther(reports);
      for (;;)
        ::pause();
      return 0;
    });
    while (!*page)
      ::usleep(500);
    EXPECT_FALSE(process.poll());
    EXPECT_EQ(process.stop().signal, SIGKILL);
    EXPECT_TRUE(endsSoon(page));
  }
}

TEST(ForkedProcess, EndsWhenItGoesAway) {
  pid_t number = 0;
  {
    ForkedProcess process = start([](int) -> int {
      for (;;)
        ::pause();
    });
    number = process.pid();
    ForkedProcess moved = std::move(process);
    EXPECT_EQ(moved.pid(), number);
  }
  EXPECT_TRUE(isGone(number));
}

TEST(RunInChild, IsLimited) {
  EXPECT_TRUE(runInChild([] { return 0; }, 10).succeeded());
  EXPECT_EQ(runInChild([] { return 5; }, 10).exitCode, 5);
  ProcessEnd late = runInChild(
      [] {
        for (volatile bool forever = true; forever;)
          ;
        return 0;
      },
      0.02);
  EXPECT_EQ(late.describe(), "out of time");
}
