//===- Journal.cpp - What every worker is doing right now -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Journal.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Files/StorageError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tilefuzz;

struct Journal::Layout {
  std::atomic<uint64_t> next;
  std::atomic<uint64_t> limit, available;
  /// Programs in progress are of the last two epochs.
  std::atomic<uint32_t> epochs[4][std::tuple_size_v<EpochNumbers>];
  std::atomic<uint32_t> stop, pause;
  JournalSlot slots[maxWorkers];
};
static_assert(std::atomic<uint64_t>::is_always_lock_free,
              "the journal is shared between processes");

llvm::StringRef tilefuzz::toString(Phase phase) {
  switch (phase) {
  case Phase::Idle:
    return "idle";
  case Phase::Claim:
    return "claim";
  case Phase::Generate:
    return "generate";
  case Phase::Compile:
    return "compile";
  case Phase::Execute:
    return "execute";
  case Phase::Triage:
    return "triage";
  case Phase::Pair:
    return "pair";
  }
  llvm_unreachable("unknown phase");
}

/// The lock of a parent that was just killed goes with its last child, which
/// may take a moment.
static bool lockFile(int fd) {
  for (int attempt = 0; attempt < 40; ++attempt) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
      return true;
    ::usleep(50'000);
  }
  return false;
}

llvm::Expected<Journal> Journal::map(llvm::StringRef path, bool createFile) {
  auto failure = [&](const char *what, int code) {
    return storageError(path + ": error: " + what + ": " +
                        llvm::sys::StrError(code));
  };
  int flags = O_RDWR | O_CLOEXEC | (createFile ? O_CREAT : 0);
  int fd = ::open(path.str().c_str(), flags, 0644);
  if (fd < 0)
    return failure("cannot open", errno);
  if (createFile) {
    if (!lockFile(fd)) {
      ::close(fd);
      return storageError(path + ": error: another campaign uses the database");
    }
    int code = ::ftruncate(fd, 0) != 0 ? errno : 0;
    // Not a hole: a full disk is noticed here and not by a signal later.
    if (!code)
      code = ::posix_fallocate(fd, 0, sizeof(Layout));
    if (code) {
      ::close(fd);
      return failure("cannot reserve space", code);
    }
  }
  void *memory = ::mmap(nullptr, sizeof(Layout), PROT_READ | PROT_WRITE,
                        MAP_SHARED, fd, 0);
  int code = errno;
  if (memory == MAP_FAILED || !createFile)
    ::close(fd);
  if (memory == MAP_FAILED)
    return failure("cannot map", code);
  // A fresh file is zeros: every member's initial value.
  return Journal(static_cast<Layout *>(memory), createFile ? fd : -1);
}

llvm::Expected<Journal> Journal::create(llvm::StringRef path) {
  return map(path, /*createFile=*/true);
}
llvm::Expected<Journal> Journal::open(llvm::StringRef path) {
  return map(path, /*createFile=*/false);
}
Journal::Journal(Journal &&other) : layout(other.layout), lock(other.lock) {
  other.layout = nullptr;
  other.lock = -1;
}
Journal::~Journal() {
  if (layout)
    ::munmap(layout, sizeof(Layout));
  if (lock >= 0)
    ::close(lock);
}

void Journal::setRange(uint64_t first, uint64_t limit) {
  layout->next = first;
  layout->limit = limit;
  layout->available = limit;
}
void Journal::makeAvailable(uint64_t end) { layout->available = end; }

void Journal::setEpoch(uint64_t epoch, llvm::ArrayRef<uint32_t> numbers) {
  auto &line = layout->epochs[epoch % std::size(layout->epochs)];
  assert(numbers.size() <= std::size(line));
  for (auto [number, place] : llvm::zip_first(numbers, line))
    place = number;
}

Journal::EpochNumbers Journal::numbersOf(uint64_t epoch) const {
  EpochNumbers numbers;
  const auto &line = layout->epochs[epoch % std::size(layout->epochs)];
  llvm::copy(line, numbers.begin());
  return numbers;
}

void Journal::stop() { layout->stop = 1; }
bool Journal::stopped() const { return layout->stop != 0; }
void Journal::pause(bool yes) { layout->pause = yes; }

uint64_t Journal::next() const { return layout->next; }

uint64_t Journal::sizeOfClaim(uint64_t first, uint64_t count) const {
  return std::min<uint64_t>(count, layout->limit - first);
}

std::optional<uint64_t> Journal::claim(unsigned worker, uint64_t count) {
  while (layout->pause && !stopped())
    ::usleep(1000);
  JournalSlot &line = slot(worker);
  uint64_t index = layout->next;
  while (!stopped() && index < layout->limit) {
    if (index + sizeOfClaim(index, count) > layout->available) {
      ::usleep(500);
      index = layout->next;
      continue;
    }
    line.index = index;
    line.phase = Phase::Claim;
    line.claimBegin = index;
    line.claimEnd = index + sizeOfClaim(index, count);
    if (layout->next.compare_exchange_strong(index,
                                             index + sizeOfClaim(index, count)))
      return index;
  }
  line.phase = Phase::Idle;
  return std::nullopt;
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

void Journal::beginPair(unsigned worker) {
  JournalSlot &line = slot(worker);
  line.cpuStart = ownCpuTime();
  line.wallStart = monotonicTime();
  line.phase = Phase::Pair;
}

void Journal::end(unsigned worker) {
  JournalSlot &line = slot(worker);
  line.phase = Phase::Idle;
  ++line.sequence;
}
