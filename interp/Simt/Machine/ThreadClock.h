//===- ThreadClock.h - What a thread knows of the others --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_THREADCLOCK_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_THREADCLOCK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <cstdint>
#include <vector>

namespace tilefuzz::simt {

/// By agent, the number of its last epoch that is known.
using Clock = std::vector<uint32_t>;
void join(Clock &into, const Clock &from);

/// The clock of one thread. Threads that have met at a barrier know the same
/// but for their own epochs, which are beside it: a barrier of n threads costs
/// n and not n clocks.
class ThreadClock {
public:
  ThreadClock() = default;
  /// That of agent `index`; `known` has an entry of each.
  ThreadClock(Clock known, uint32_t index)
      : known(llvm::makeIntrusiveRefCnt<Entries>(std::move(known))),
        index(index), epoch(this->known->clock[index]) {}

  size_t size() const { return known ? known->clock.size() : 0; }
  uint32_t operator[](size_t agent) const {
    return agent == index ? epoch : known->clock[agent];
  }
  Clock toClock() const;

  /// Begins the thread's next epoch.
  void advance() { ++epoch; }
  void raise(size_t agent, uint32_t to);
  void join(const Clock &other);
  void joinInto(Clock &into) const;
  /// The clock of thread `to`, which knows the same and is in its first epoch.
  ThreadClock startAs(uint32_t to) const;
  /// All know what any of them does, and begin their next epochs. Clocks of one
  /// size.
  static void meet(llvm::ArrayRef<ThreadClock *> group);

private:
  struct Entries : llvm::RefCountedBase<Entries> {
    explicit Entries(Clock clock) : clock(std::move(clock)) {}
    Clock clock;
  };
  Clock &own();

  /// The thread's own entry is stale.
  llvm::IntrusiveRefCntPtr<Entries> known;
  uint32_t index = 0, epoch = 0;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_THREADCLOCK_H
