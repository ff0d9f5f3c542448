//===- Journal.cpp - What every worker is doing right now -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Journal.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

using namespace tilefuzz;

struct Journal::Layout {
  std::atomic<uint64_t> next;
  std::atomic<uint64_t> limit;
  std::atomic<uint32_t> stop;
  JournalSlot slots[maxWorkers];
};
static_assert(std::atomic<uint64_t>::is_always_lock_free,
              "the journal is shared between processes");

llvm::StringRef tilefuzz::toString(Phase phase) {
  switch (phase) {
  case Phase::Idle:
    return "idle";
  case Phase::Generate:
    return "generate";
  case Phase::Compile:
    return "compile";
  case Phase::Execute:
    return "execute";
  case Phase::Triage:
    return "triage";
  }
  llvm_unreachable("unknown phase");
}

llvm::Expected<Journal> Journal::map(llvm::StringRef path, bool createFile) {
  auto failure = [&](const char *what) {
    int code = errno;
    return llvm::createStringError(path + ": error: " + what + ": " +
                                   llvm::sys::StrError(code));
  };
  int flags = O_RDWR | O_CLOEXEC | (createFile ? O_CREAT | O_TRUNC : 0);
  int fd = ::open(path.str().c_str(), flags, 0644);
  if (fd < 0)
    return failure("cannot open");
  if (createFile && ::ftruncate(fd, sizeof(Layout)) != 0) {
    llvm::Error error = failure("cannot reserve space");
    ::close(fd);
    return std::move(error);
  }
  void *memory = ::mmap(nullptr, sizeof(Layout), PROT_READ | PROT_WRITE,
                        MAP_SHARED, fd, 0);
  ::close(fd);
  if (memory == MAP_FAILED)
    return failure("cannot map");
  // A fresh file is zeros: every member's initial value.
  return Journal(static_cast<Layout *>(memory));
}

llvm::Expected<Journal> Journal::create(llvm::StringRef path) {
  return map(path, /*createFile=*/true);
}
llvm::Expected<Journal> Journal::open(llvm::StringRef path) {
  return map(path, /*createFile=*/false);
}
Journal::Journal(Journal &&other) : layout(other.layout) {
  other.layout = nullptr;
}
Journal::~Journal() {
  if (layout)
    ::munmap(layout, sizeof(Layout));
}

void Journal::setLimit(uint64_t limit) { layout->limit = limit; }
void Journal::stop() { layout->stop = 1; }
bool Journal::stopped() const { return layout->stop != 0; }

std::optional<uint64_t> Journal::claim() {
  if (stopped())
    return std::nullopt;
  uint64_t index = layout->next.fetch_add(1);
  if (index >= layout->limit)
    return std::nullopt;
  return index;
}

JournalSlot &Journal::slot(unsigned worker) { return layout->slots[worker]; }

void Journal::begin(unsigned worker, uint64_t index, uint64_t programSeed) {
  JournalSlot &line = slot(worker);
  line.index = index;
  line.programSeed = programSeed;
  line.cpuStart = ownCpuTime();
  line.wallStart = monotonicTime();
  line.stage = 0;
  line.phase = Phase::Generate;
  ++line.sequence;
}

void Journal::end(unsigned worker) {
  JournalSlot &line = slot(worker);
  line.phase = Phase::Idle;
  ++line.sequence;
}

static uint64_t readClock(clockid_t clock) {
  timespec time;
  if (::clock_gettime(clock, &time) != 0)
    return 0;
  return uint64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

uint64_t tilefuzz::ownCpuTime() { return readClock(CLOCK_PROCESS_CPUTIME_ID); }
uint64_t tilefuzz::monotonicTime() { return readClock(CLOCK_MONOTONIC); }

std::optional<uint64_t> tilefuzz::cpuTimeOf(int pid) {
  clockid_t clock;
  if (::clock_getcpuclockid(pid, &clock) != 0)
    return std::nullopt;
  return readClock(clock);
}
