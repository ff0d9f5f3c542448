//===- Mbarrier.h - The state of one mbarrier object ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier":
// phases, expected and pending arrivals, the tx-count, and waiting by parity.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_MBARRIER_H
#define TILEFUZZ_INTERP_SEMANTICS_MBARRIER_H

#include <cstdint>

namespace tilefuzz {

class Mbarrier {
public:
  /// Both counts are limited to 20 bits.
  static constexpr int64_t maxCount = (1 << 20) - 1;

  enum class Error : uint8_t {
    None,
    /// More arrivals in a phase than were expected of it.
    ArriveOverflow,
    /// The tx-count left its range.
    TransactionImbalance,
    /// init with a count that is none, or a use before it.
    Lifetime,
  };

  /// Phase 0 expects `count` arrivals, and so does every later one.
  Error init(int64_t count) {
    if (count < 1 || count > maxCount)
      return Error::Lifetime;
    isAlive = true;
    expected = pending = count;
    transactions = 0;
    completed = 0;
    return Error::None;
  }
  /// One arrival more that the current phase waits for.
  Error expectArrival() {
    if (!isAlive)
      return Error::Lifetime;
    if (pending == maxCount)
      return Error::ArriveOverflow;
    ++pending;
    return Error::None;
  }
  Error arrive(int64_t count = 1) {
    if (!isAlive)
      return Error::Lifetime;
    if (count < 1 || count > pending)
      return Error::ArriveOverflow;
    pending -= count;
    advance();
    return Error::None;
  }
  /// arrive_drop: later phases expect so many arrivals less.
  Error arriveAndDrop(int64_t count = 1) {
    if (!isAlive)
      return Error::Lifetime;
    if (count < 1 || count > pending)
      return Error::ArriveOverflow;
    expected -= count;
    return arrive(count);
  }
  /// Bytes whose arrival the current phase waits for, too.
  Error expectTransactions(int64_t bytes) { return transact(bytes); }
  Error completeTransactions(int64_t bytes) { return transact(-bytes); }

  /// try_wait.parity: the phase of this parity is the one before the current.
  /// Of a fresh barrier that holds for parity 1. (The instruction may also
  /// fail without a reason.)
  bool test(bool parity) const { return isAlive && parity != (completed & 1); }

  /// Number of the phase that is not complete yet.
  uint64_t currentPhase() const { return completed; }
  int64_t pendingArrivals() const { return pending; }
  int64_t pendingTransactions() const { return transactions; }

private:
  Error transact(int64_t bytes) {
    if (!isAlive)
      return Error::Lifetime;
    if (bytes < -maxCount || bytes > maxCount ||
        transactions + bytes < -maxCount || transactions + bytes > maxCount)
      return Error::TransactionImbalance;
    transactions += bytes;
    advance();
    return Error::None;
  }
  void advance() {
    if (pending || transactions)
      return;
    ++completed;
    pending = expected;
  }

  bool isAlive = false;
  int64_t expected = 0, pending = 0, transactions = 0;
  uint64_t completed = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_SEMANTICS_MBARRIER_H
