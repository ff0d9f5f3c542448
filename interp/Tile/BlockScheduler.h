//===- BlockScheduler.h - Which tile block runs next ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Interleaves the blocks of one launch, and the agents of a block, fairly
// (memory model, 3.1): every one is run again and again. A block that polls is
// left alone until another one has changed memory; when all that are left poll,
// the run is a deadlock. When blocks keep changing memory but all comes back to
// an earlier state, they do so for ever: a livelock.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_BLOCKSCHEDULER_H
#define TILEFUZZ_INTERP_TILE_BLOCKSCHEDULER_H

#include "interp/Tile/Machine.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace tilefuzz {

class BlockScheduler {
public:
  using StartBlock =
      llvm::function_ref<std::unique_ptr<Machine>(uint32_t block)>;

  /// `start` makes block n ready to be resumed. `stepLimit` counts the
  /// operations of all blocks together.
  BlockScheduler(Memory &memory, Outcome &outcome, uint64_t numBlocks,
                 const Schedule &schedule, uint64_t stepLimit,
                 StartBlock start);
  /// Until all blocks have ended, or one has ended the run.
  void run();
  uint64_t stepsLeft;
  /// Of all blocks together.
  uint64_t tripsLeft = ~uint64_t(0);

private:
  struct Resident {
    std::unique_ptr<Machine> machine;
    /// Waits for memory to become other than after this many changes.
    std::optional<uint64_t> waitsSince;
  };
  bool isReady(const Resident &resident) const;
  bool canStart() const { return numStarted < numBlocks; }
  /// The resident that runs next, started for it perhaps; nullopt: all wait.
  std::optional<size_t> choose();
  std::optional<size_t> chooseInOrder();
  std::optional<size_t> chooseNextInTurn();
  std::optional<size_t> chooseAtRandom();
  size_t startNext();
  /// Agents are residents of their own.
  void takeAgents(Machine &machine);
  WaitingBlock waitOf(const Machine &machine, const Instruction &in) const;
  void reportDeadlock();
  /// Whether a state of all blocks and memory has come back (Brent's cycle
  /// search); only asked late in a run, as it looks at everything.
  bool hasCycled();
  uint64_t stateHash() const;
  void reportLivelock();

  Memory &memory;
  Outcome &outcome;
  const uint64_t numBlocks;
  const Schedule schedule;
  const uint64_t stepLimit;
  StartBlock start;
  uint64_t randomState;
  /// The order in which blocks start; empty: by number.
  std::vector<uint32_t> order;
  uint64_t numStarted = 0;
  /// Started and not ended.
  std::vector<Resident> residents;
  /// Who ran last, and whether it was stopped in the middle of its work.
  size_t last = 0;
  bool wasSliced = false;
  /// Of the cycle search: turns so far, when the saved state is replaced next,
  /// and the saved state's hash.
  uint64_t turns = 0, nextSaved = 1, saved = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_BLOCKSCHEDULER_H
