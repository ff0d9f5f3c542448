//===- Machine.h - State of one tile block ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What evaluators work on (Evaluators.h): the slots of the values, memory, and
// the regions that are being run.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_MACHINE_H
#define TILEFUZZ_INTERP_TILE_MACHINE_H

#include "interp/Tile/MachineObserver.h"
#include "llvm/ADT/StringMap.h"

namespace tilefuzz {

/// Queues and agents (interp/Tile/Queues.h).
struct QueueTable;
struct WaitKind;
/// The body of a put or a get, or an agent, that is being run.
struct OrderedBody {
  /// Every access in it is ordered after this.
  TokenRef before;
  /// The tokens of its accesses, but for those that others stand for.
  std::vector<TokenRef> done;

  void add(TokenRef token);
  TokenRef end() const;
};

/// What a block that is run by itself takes and gives (interp/Tile/BlockRun.h).
struct BlockBorder;

/// A region that is being run.
struct Frame {
  const DecodedBlock *block;
  /// Null: a block that is run by itself.
  const Instruction *owner = nullptr;
  /// What the region's end means to its owner: Enter runs the region again,
  /// Next goes on after the owner, all else leaves the owner in this way too.
  Flow (*leave)(Machine &, Frame &, Flow) = nullptr;
  size_t next = 0;
  /// How many allocations outlive the region.
  size_t allocations = 0;
  /// Of a loop: iterations before this one.
  uint64_t iteration = 0;
  bool isLoop = false;
  /// Of a counted loop: the mathematical range, one bit wider than i64 in
  /// either reading.
  __int128 counter = 0, end = 0, step = 0;
  /// Of an uncounted loop: what this iteration began with. Of a call: what the
  /// function's slots held, if it was active already.
  llvm::SmallVector<Value> initial = {};
  uint64_t changes = 0;
  size_t accesses = 0;
};

/// The state of one tile block, or of one of its agents.
class Machine {
public:
  Machine(Memory &memory, Outcome &outcome, unsigned numSlots)
      : memory(memory), outcome(outcome), slots(numSlots) {}

  /// Runs a block that belongs to no control operation, such as a combiner.
  /// How it ended: by its terminator, or Stop.
  Flow runBlock(const DecodedBlock &block);
  /// Makes `block` what `resume` runs.
  void start(const DecodedBlock &block);
  /// Runs until the block ends (Return), the run ends (Stop), an operation has
  /// accessed memory while `pausesAfterAccess`, `sliceLeft` is used up or the
  /// block waits for others (Pause).
  Flow resume();
  /// For evaluators: goes on in a region.
  Flow enter(Frame frame);
  /// For observers: gives up the innermost loop, or without `loopOnly` the
  /// whole block, as what it does is not known. The loop's results become
  /// empty values.
  Flow abandon(bool loopOnly);
  /// Of all that decides what the block does from here, but for memory.
  uint64_t hashState() const;
  static uint64_t hashOf(const Value &value);
  /// The operation that would run next.
  const Instruction &next() const {
    return (*frames.back().block)[frames.back().next];
  }
  /// The regions that are being run, innermost last.
  llvm::ArrayRef<Frame> activeFrames() const { return frames; }

  /// An allocation that lives until the current block ends.
  int allocate(BufferImage image);

  const TileValue &tile(const Instruction &in, unsigned operand) const {
    return *slots[in.operands[operand]].tile;
  }
  /// Packs the elements as their type asks.
  void setTile(const Instruction &in, unsigned result, TileValue value) {
    value.bits.pack(in.resultBytes[result]);
    if (in.bearsSymbols && !value.bounds.empty())
      bearSymbols(value);
    slots[in.results[result]] = {makeShared<TileValue>(std::move(value)),
                                 nullptr, nullptr};
  }

  /// End the run at the instruction's operation, and `element` of its tiles.
  Flow undefined(const Instruction &in, Undefined condition,
                 std::optional<size_t> element = std::nullopt);
  Flow unsupported(const Instruction &in, llvm::StringRef what);
  /// For evaluators: parks the block until `kind` says that the operation, the
  /// next one again, can go on.
  Flow wait(const Instruction &in, const WaitKind &kind);
  /// The block has ended; false: not as it must, which ends the run.
  bool endBlock();
  /// The agent has ended.
  void endAgent();
  /// An unspecified value decided control flow, an address or definedness.
  Flow unstable(const Instruction &in, llvm::StringRef what);
  /// A value that is not unique reached what no enclosure goes through: the run
  /// goes on with the representative, but says nothing about other values. The
  /// outcome names the first such operation.
  void loseExactness(const Instruction &in);
  AccessSite siteOf(const Instruction &in) const;
  SiteName siteNameOf(const Instruction &in) const;

  Memory &memory;
  Outcome &outcome;
  std::vector<Value> slots;
  /// Operands of the terminator that ended the last region.
  llvm::SmallVector<Value> carried;
  ResultChoice results = ResultChoice::Nearest;
  uint32_t blockIndex = 0;
  std::array<uint32_t, 3> blockId = {0, 0, 0}, grid = {1, 1, 1};
  uint64_t stepsLeft = 0;
  /// How often a loop may go on with another iteration.
  uint64_t tripsLeft = ~uint64_t(0);
  /// Operations until another block gets its turn.
  uint64_t sliceLeft = ~uint64_t(0);
  bool pausesAfterAccess = false;
  /// Set by accesses.
  bool accessed = false;
  /// The loop whose last iteration did the same as the one before and left
  /// memory as it was: until another block changes memory, so will the next.
  const Instruction *waitsIn = nullptr;
  /// The first access of that iteration, as an index into `Memory::accesses`.
  size_t waitsSince = 0;
  /// If it waits for something else than a change of memory: for what.
  const WaitKind *waitKind = nullptr;
  /// False while a region runs that must end at once.
  bool mayWait = true;
  /// Created when needed; shared by the agents of a block.
  std::shared_ptr<QueueTable> queues;
  /// The bodies that are being run, innermost last.
  std::vector<OrderedBody> bodies;
  /// Of an agent: its number, after those of the agents around it.
  std::string agent;
  Machine *parent = nullptr;
  /// The operation whose agents are being run, how many have not ended, and
  /// what the others did.
  const Instruction *executing = nullptr;
  unsigned runningAgents = 0;
  OrderedBody agentsBody;
  /// Agents for the scheduler to take.
  std::vector<std::unique_ptr<Machine>> startedAgents;
  /// Null: nobody watches.
  MachineObserver *observer = nullptr;
  /// Buffers of the module's globals, by symbol.
  const llvm::StringMap<int> *globals = nullptr;
  /// Null when a whole program is run.
  BlockBorder *border = nullptr;

private:
  /// Gives symbols to its inexact elements (Eval/Forms.h).
  void bearSymbols(TileValue &value);
  Flow runTo(size_t depth);
  /// Leaves regions until one's owner goes on; Next: there is one.
  Flow leaveRegions(Flow flow, size_t depth);
  uint64_t hashQueues() const;
  /// The next symbol; of agents, the block's counts.
  uint64_t symbols = 0;
  llvm::SmallVector<Frame, 4> frames;
  /// Of the regions that are being run, innermost last.
  llvm::SmallVector<int> allocations;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_MACHINE_H
