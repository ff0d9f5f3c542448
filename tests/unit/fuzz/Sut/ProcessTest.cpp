//===- ProcessTest.cpp - Processes of external tools ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/Process.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <atomic>
#include <chrono>
#include <thread>

using namespace tilefuzz;
using End = SutProcess::End;

namespace {
SutDescription shell(std::string script) {
  SutDescription sut;
  sut.command = {"sh", "-c", std::move(script), "{passes}", "{in}", "{out}"};
  sut.timeoutSeconds = 1;
  return sut;
}
SutProcess runShell(std::string script, const std::string &output = "unused") {
  return runSut(shell(std::move(script)), SutRun(), "unused", output);
}

/// For the time of a test.
struct TestFolder {
  TestFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("sut", path));
  }
  ~TestFolder() { llvm::sys::fs::remove_directories(path); }
  std::string str() const { return path.str().str(); }
  llvm::SmallString<128> path;
};

TEST(SutProcess, EndsAreTold) {
  EXPECT_EQ(runShell("true").end, End::Success);
  SutProcess refused = runShell("echo f.mlir:1:2: error: no >&2; exit 3");
  EXPECT_EQ(refused.end, End::Refused);
  EXPECT_EQ(refused.exitCode, 3);
  EXPECT_EQ(refused.kind(), FindingKind::CompileFailure);
  EXPECT_EQ(refused.message(), "error: no");
  SutProcess crashed = runShell("kill -SEGV $$");
  EXPECT_EQ(crashed.end, End::Crashed);
  EXPECT_EQ(crashed.message(), "signal 11");
  SutDescription absent = shell("");
  absent.command.front() = "no-such-tool-anywhere";
  EXPECT_EQ(runSut(absent, SutRun(), "", "").end, End::NotStarted);
  EXPECT_EQ(runShell("no-such-tool-anywhere").end, End::NotStarted);
  EXPECT_EQ(runShell("exit 126").message(),
            "the tool did not start: exit code 126");
}

TEST(SutProcess, InternalErrorsAndLackOfMemoryAreTold) {
  SutDescription sut = shell("echo error: failed >&2; exit 5");
  EXPECT_EQ(runSut(sut, SutRun(), "unused", "unused").kind(),
            FindingKind::CompileFailure);
  sut.internal = {4, 5};
  SutProcess internal = runSut(sut, SutRun(), "unused", "unused");
  EXPECT_EQ(internal.end, End::Refused);
  EXPECT_EQ(internal.kind(), FindingKind::InternalError);
  EXPECT_EQ(internal.message(), "error: failed");
  for (const char *script :
       {"echo LLVM ERROR: out of memory >&2; kill -ABRT $$",
        "echo what: std::bad_alloc >&2; exit 5"}) {
    sut = shell(script);
    sut.internal = {5};
    sut.memoryMiB = 100;
    SutProcess process = runSut(sut, SutRun(), "unused", "unused");
    EXPECT_EQ(process.kind(), FindingKind::OutOfMemory) << script;
    EXPECT_EQ(process.message(), "out of memory, with 100 MiB");
  }
  // One that goes on needs no more.
  EXPECT_EQ(runShell("echo out of memory >&2").end, End::Success);
  EXPECT_EQ(runShell("echo out of memory >&2").outOfMiB, 0u);
}

TEST(SutProcess, WhatItTookIsTold) {
  SutProcess process = runShell("x=$(head -c 50000000 /dev/zero | tr '\\0' a)");
  EXPECT_EQ(process.end, End::Success);
  EXPECT_GE(process.peakMiB, 48u);
  EXPECT_GT(process.cpuSeconds, 0);
}

TEST(SutProcess, PatienceTellsSlowFromEndless) {
  const char *slow = "[ $(ulimit -t) -gt 1 ] || while :; do :; done";
  SutDescription sut = shell(slow);
  EXPECT_EQ(runSut(sut, SutRun(), "unused", "unused").message(), "too long");
  sut.patience = 3;
  SutProcess process = runSut(sut, SutRun(), "unused", "unused");
  EXPECT_EQ(process.end, End::TimedOut);
  EXPECT_EQ(process.kind(), FindingKind::Timeout);
  EXPECT_EQ(process.message(), "slow: ends within 3 times its time");
  sut = shell("while :; do :; done");
  sut.patience = 2;
  EXPECT_EQ(runSut(sut, SutRun(), "unused", "unused").message(),
            "does not end within 2 times its time");
}

TEST(SutProcess, TimeIsLimited) {
  SutProcess busy = runShell("while :; do :; done");
  EXPECT_EQ(busy.end, End::TimedOut);
  EXPECT_EQ(busy.message(), "too long");
}

/// Neither a tool that ignores the first signal crashes, nor one whose process
/// a shell reports on.
TEST(SutProcess, TimeIsLimitedHoweverItEnds) {
  for (const char *script : {"trap '' XCPU; while :; do :; done",
                             "sh -c 'while :; do :; done'; exit $?"})
    EXPECT_EQ(runShell(script).end, End::TimedOut) << script;
  EXPECT_EQ(runShell("sh -c 'kill -SEGV $$'; exit $?").end, End::Crashed);
}

/// What does not stop writing is not read for ever.
TEST(SutProcess, TimeIsLimitedForOneThatTalks) {
  auto start = std::chrono::steady_clock::now();
  SutProcess talks =
      runShell("for i in 1 2 3 4; do yes >&2 & done; sleep 1000");
  EXPECT_EQ(talks.end, End::TimedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

/// A person or the kernel did it, not the tool.
TEST(SutProcess, KillsFromOutsideAreNoCrashes) {
  TestFolder folder;
  std::string once = folder.str() + "/once";
  EXPECT_EQ(
      runShell("test -e " + once + " || { touch " + once + "; kill -KILL $$; }")
          .end,
      End::Success);
  SutProcess always = runShell("kill -TERM $$");
  EXPECT_EQ(always.end, End::Killed);
  EXPECT_NE(always.message().find("somebody kills it, by signal 15"),
            std::string::npos);
}

/// What one program's process left must not be taken for another's output.
TEST(SutProcess, OutputsOfEarlierOnesAreRemoved) {
  TestFolder folder;
  std::string output = folder.str() + "/out";
  for (const char *script : {"mkdir -p OUT/x", "mkfifo OUT", "ln -s / OUT"}) {
    std::string command = script;
    command.replace(command.find("OUT"), 3, output);
    EXPECT_EQ(runShell(command, output).message(),
              "the output is no regular file")
        << script;
    EXPECT_EQ(runShell("echo text > " + output, output).end, End::Success)
        << script;
  }
}

TEST(SutProcess, MemoryIsLimited) {
  SutDescription sut = shell("x=$(head -c 100000000 /dev/zero | tr '\\0' a)");
  sut.memoryMiB = 32;
  EXPECT_NE(runSut(sut, SutRun(), "unused", "unused").end, End::Success);
  sut.memoryMiB = 2048;
  EXPECT_EQ(runSut(sut, SutRun(), "unused", "unused").end, End::Success);
}

/// What the tool started goes with it, also if the tool itself ends.
TEST(SutProcess, WhatItStartedIsKilled) {
  auto start = std::chrono::steady_clock::now();
  SutProcess process = runShell("sleep 1000 >&2 & echo $! >&2");
  EXPECT_EQ(process.end, End::Success);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  pid_t child = 0;
  ASSERT_FALSE(llvm::StringRef(process.errors).trim().getAsInteger(10, child));
  // Whoever adopts it may take a moment to collect it.
  bool isGone = false;
  for (unsigned i = 0; i < 1000 && !isGone; ++i) {
    std::string name = llvm::formatv("/proc/{0}/stat", child);
    auto status = llvm::MemoryBuffer::getFileAsStream(name);
    isGone = !status || (*status)->getBuffer().contains(") Z ");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(isGone);
}

TEST(SutProcess, InterruptsEndItAtOnce) {
  volatile sig_atomic_t interrupted = 0;
  SutDescription sut = shell("echo started >&2; sleep 1000");
  sut.timeoutSeconds = 1000;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    interrupted = 1;
  });
  SutProcess process = runSut(sut, SutRun(), "unused", "unused", &interrupted);
  other.join();
  EXPECT_EQ(process.end, End::Interrupted);
  EXPECT_EQ(runSut(sut, SutRun(), "unused", "unused", &interrupted).end,
            End::Interrupted);
}

TEST(SutProcess, WordsAreBounded) {
  SutProcess process = runShell("yes | head -c 1000000 >&2; exit 1");
  EXPECT_EQ(process.end, End::Refused);
  EXPECT_EQ(process.errors.size(), 65536u);
}

TEST(SutProcess, ThreadsMayRunMany) {
  std::vector<std::thread> threads;
  std::atomic<unsigned> right = 0;
  for (unsigned i = 0; i < 8; ++i)
    threads.emplace_back([&right, i] {
      for (unsigned k = 0; k < 5; ++k) {
        unsigned code = (i * 5 + k) % 7;
        SutProcess process =
            runShell(llvm::formatv("echo {0} >&2; exit {1}", i, code));
        right += process.exitCode == int(code) &&
                 process.errors == std::to_string(i) + "\n";
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 40u);
}
} // namespace
