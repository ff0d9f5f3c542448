//===- Machine.h - Values and state of one tile block -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the evaluators of a family share.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_MACHINE_H
#define TILEFUZZ_INTERP_TILE_MACHINE_H

#include "interp/Kernels/Kernels.h"
#include "interp/Memory/Memory.h"
#include "interp/Tile/ElementBits.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace tilefuzz {

/// A tile's elements in row-major order, as raw bits in the low bits. Pointers
/// are byte offsets into the buffer of the same position.
struct TileValue {
  ElementBits bits;
  /// Empty: all elements are specified.
  std::vector<uint8_t> unspecified;
  /// Only for pointers: index of the launch buffer.
  std::vector<int32_t> buffers;
  /// Of inexact floats, what other orders of evaluation may give; `bits` is
  /// one representative. Empty: all elements are exact.
  std::vector<BufferImage::Enclosure> bounds = {};

  bool isInexact(size_t i) const { return !bounds.empty() && !bounds[i].exact; }
  void setBounds(size_t i, const BufferImage::Enclosure &enclosure) {
    bounds.resize(bits.size());
    bounds[i] = enclosure;
  }
  /// Element i becomes the source's element j, but for its bits.
  void copyMarks(size_t i, const TileValue &source, size_t j) {
    if (source.isUnspecified(j))
      markUnspecified(i);
    else if (!unspecified.empty())
      unspecified[i] = 0;
    if (source.isInexact(j))
      setBounds(i, source.bounds[j]);
    else if (!bounds.empty())
      bounds[i] = {};
  }

  bool isUnspecified(size_t i) const {
    return !unspecified.empty() && unspecified[i];
  }
  void markUnspecified(size_t i) {
    unspecified.resize(bits.size());
    unspecified[i] = 1;
  }
};

struct ViewValue {
  int32_t buffer = -1;
  /// Byte offset of element 0.
  int64_t base = 0;
  /// Extents and strides in elements.
  llvm::SmallVector<uint64_t> shape, strides;
};

/// Exactly one member is set; none where the explorer does not know it yet.
struct Value {
  Shared<const TileValue> tile;
  TokenRef token;
  Shared<const ViewValue> view;
};

/// How control leaves an operation.
enum class Flow {
  Next,
  /// To the first operation of a region that was entered.
  Enter,
  // Out of a region, with the operands of its terminator in `carried`.
  Yield,
  Continue,
  Break,
  Return,
  /// The run is over.
  Stop,
  /// The operation cannot go on yet (Machine::wait); it is run again.
  Wait,
  /// Only from `Machine::resume`: another block may run.
  Pause,
};

struct Instruction;
struct DecodedFunction;
using DecodedBlock = std::vector<Instruction>;
class Machine;
using EvaluatorFn = Flow (*)(Machine &, const Instruction &);

struct Instruction {
  EvaluatorFn evaluate = nullptr;
  mlir::Operation *op = nullptr;
  /// Indices into Machine::slots.
  llvm::SmallVector<unsigned, 4> operands, results;
  /// Of an element of each result (ElementBits.h).
  llvm::SmallVector<uint8_t, 4> resultBytes;
  /// If there is a kernel (Elementwise.h): what defines the operation, and what
  /// the kernel asks of its operands.
  Kernel kernel;
  EvaluatorFn definition = nullptr;
  llvm::SmallVector<uint8_t, 4> operandBytes;
  bool kernelNeedsMarksClear = false;
  /// Of a constant: its tile.
  Shared<const TileValue> known;
  /// One block per region (empty for an empty region) and its arguments.
  std::vector<DecodedBlock> regions;
  std::vector<llvm::SmallVector<unsigned, 4>> regionArguments;
  /// Of a call.
  const DecodedFunction *callee = nullptr;
};

/// A function that is called.
struct DecodedFunction {
  mlir::Block *source = nullptr;
  DecodedBlock body;
  llvm::SmallVector<unsigned, 4> arguments;
  /// Those of the function, and of what it calls.
  unsigned firstSlot = 0, endSlot = 0;
};

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

/// One element that an access read or wrote.
struct ElementEvent {
  const Access &access;
  int buffer;
  int64_t offset;
  unsigned size;
  bool isWrite;
  /// As they stand in memory.
  uint64_t bits;
  bool unspecified;
};

/// Elements of one access, in turn, that are specified.
struct ElementRun {
  const Access &access;
  int buffer;
  llvm::ArrayRef<int64_t> offsets;
  unsigned size;
  bool isWrite;
  /// As they stand in memory, one after the other.
  const void *bits;
};

/// Watches or steers a run, operation by operation.
class MachineObserver {
public:
  virtual ~MachineObserver() = default;
  /// Whether it may hear of elements together, when they are done (`onRun`).
  bool takesRuns = false;
  virtual void onRun(Machine &, const Instruction &, const ElementRun &) {}
  /// Runs the operation; the default is its evaluator.
  virtual Flow evaluate(Machine &machine, const Instruction &in) {
    return in.evaluate(machine, in);
  }
  virtual void onElement(Machine &, const Instruction &, const ElementEvent &) {
  }
  /// Before element `i` of an access; false: it is left out.
  virtual bool startElement(Machine &, const Instruction &, size_t) {
    return true;
  }
  /// All elements of the access are done.
  virtual void onAccess(Machine &, const Instruction &, const Access &) {}
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
  /// An inexact value decided something that must be exact: the run goes on
  /// with the representative, but says nothing about other orders.
  void loseExactness() { outcome.unstable = true; }
  AccessSite siteOf(const Instruction &in) const;
  SiteName siteNameOf(const Instruction &in) const;

  Memory &memory;
  Outcome &outcome;
  std::vector<Value> slots;
  /// Operands of the terminator that ended the last region.
  llvm::SmallVector<Value> carried;
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
  Flow runTo(size_t depth);
  /// Leaves regions until one's owner goes on; Next: there is one.
  Flow leaveRegions(Flow flow, size_t depth);
  uint64_t hashQueues() const;
  llvm::SmallVector<Frame, 4> frames;
  /// Of the regions that are being run, innermost last.
  llvm::SmallVector<int> allocations;
};

/// `file:line:col`, or a name. The text belongs to the context.
llvm::StringRef placeOf(mlir::Location location);

/// Turns blocks into instructions, their values into slots.
class BlockDecoder {
public:
  /// Without kernels, definitions run (to compare the two).
  explicit BlockDecoder(bool useKernels = true) : useKernels(useKernels) {}
  /// Errors name the first operation that the interpreter does not know.
  llvm::Error decodeBlock(mlir::Block &block, DecodedBlock &into);
  unsigned slotOf(mlir::Value value) {
    return slots.try_emplace(value, slots.size()).first->second;
  }
  unsigned numSlots() const { return slots.size(); }

private:
  llvm::Error decodeCallee(mlir::Operation &call, Instruction &in);

  bool useKernels;
  llvm::DenseMap<mlir::Value, unsigned> slots;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<DecodedFunction>> functions;
};

/// One row per operation; each family has a table.
struct EvaluatorRow {
  llvm::StringLiteral operation;
  EvaluatorFn evaluate;
};
llvm::ArrayRef<EvaluatorRow> getCudaTileArithEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileShapeEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileMathEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileMemoryEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileAtomicEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileMiscEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileMmaEvaluators();
llvm::ArrayRef<EvaluatorRow> getCudaTileControlFlowEvaluators();
/// nv_tileaa and the scf operations around it.
llvm::ArrayRef<EvaluatorRow> getTileAAEvaluators();
llvm::ArrayRef<EvaluatorRow> getTileAAComputeEvaluators();
llvm::ArrayRef<EvaluatorRow> getTileAAMemoryEvaluators();
/// nv_tileas, and the operations of gpu, math and arith that come with it.
llvm::ArrayRef<EvaluatorRow> getTileASEvaluators();
llvm::ArrayRef<EvaluatorRow> getArithEvaluators();
llvm::ArrayRef<EvaluatorRow> getBorderEvaluators();
/// Code that nv_tileaa only names.
llvm::ArrayRef<EvaluatorRow> getOpaqueEvaluators();
/// The grid and calls of nv_tileaa.
llvm::ArrayRef<EvaluatorRow> getTileAAFunctionEvaluators();
llvm::ArrayRef<EvaluatorRow> getTileAAQueueEvaluators();

/// An operation that no run executes, and why. A run that reaches one ends
/// there, as unsupported.
struct RefusalRow {
  llvm::StringLiteral operation, reason;
  /// The attribute that names what is refused, if any.
  llvm::StringLiteral name;
};
llvm::ArrayRef<RefusalRow> getRefusals();

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_MACHINE_H
