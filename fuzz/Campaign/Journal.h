//===- Journal.h - What every worker is doing right now ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A small file mapped by the parent and all workers. It hands out program
// indices and holds, per worker, the program in progress, so that a death of
// any process leaves behind which program it was and how far it came. The pages
// belong to the file: they survive every process.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_JOURNAL_H
#define TILEFUZZ_FUZZ_CAMPAIGN_JOURNAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace tilefuzz {

enum class Phase : uint32_t {
  Idle,
  Claim,
  Generate,
  Compile,
  Execute,
  Triage,
  /// Our oracles are asked about the program's pair.
  Pair
};
llvm::StringRef toString(Phase phase);

/// One worker's line of the journal. Written by its worker only, except that
/// the parent clears it after a death.
struct alignas(128) JournalSlot {
  std::atomic<uint64_t> index;
  std::atomic<uint64_t> programSeed;
  /// CPU time of the worker when the program began, nanoseconds.
  std::atomic<uint64_t> cpuStart;
  /// CLOCK_MONOTONIC when it began, nanoseconds.
  std::atomic<uint64_t> wallStart;
  std::atomic<Phase> phase;
  /// Index into getStages() of the last stage that was reached.
  std::atomic<uint32_t> stage;
  /// Counts the programs; odd while one is in progress.
  std::atomic<uint64_t> sequence;
  /// Of the programs that were claimed last: the first, and the one behind the
  /// last.
  std::atomic<uint64_t> claimBegin, claimEnd;
};

class Journal {
public:
  static constexpr unsigned maxWorkers = 256;

  /// Creates (truncates) the file for a run. Refused while another campaign
  /// has it.
  static llvm::Expected<Journal> create(llvm::StringRef path);
  /// Maps an existing file, in a worker.
  static llvm::Expected<Journal> open(llvm::StringRef path);

  Journal(Journal &&other);
  Journal &operator=(Journal &&) = delete;
  ~Journal();

  /// Program indices from `first` and below `limit` are handed out once each.
  void setRange(uint64_t first, uint64_t limit);
  /// Those from `end` on wait; all are available at first.
  void makeAvailable(uint64_t end);
  /// What programs of an epoch share (LevelBudget.h). The last few epochs are
  /// kept.
  using EpochNumbers = std::array<uint32_t, 8>;
  void setEpoch(uint64_t epoch, llvm::ArrayRef<uint32_t> numbers);
  EpochNumbers numbersOf(uint64_t epoch) const;
  /// The next program, or none: the limit is reached or the run stops. Waits
  /// while the run pauses. The worker's slot names the program before it is
  /// taken, so that a death right after that does not lose it.
  /// With `count`, so many programs from there on, as far as there are.
  std::optional<uint64_t> claim(unsigned worker, uint64_t count = 1);
  /// How many programs from `first` on make a claim of `count`.
  uint64_t sizeOfClaim(uint64_t first, uint64_t count) const;
  /// Programs below this were handed out.
  uint64_t next() const;
  /// Whether programs are held back.
  void pause(bool yes);
  void stop();
  bool stopped() const;

  JournalSlot &slot(unsigned worker);

  void begin(unsigned worker, uint64_t index, uint64_t programSeed);
  /// Goes on with the program's pair, which has as much time as the program.
  void beginPair(unsigned worker);
  void end(unsigned worker);

private:
  struct Layout;
  Journal(Layout *layout, int lock) : layout(layout), lock(lock) {}
  static llvm::Expected<Journal> map(llvm::StringRef path, bool createFile);

  Layout *layout;
  /// Held by the process that created the file.
  int lock = -1;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_JOURNAL_H
