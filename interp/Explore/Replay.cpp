//===- Replay.cpp - One block as a function of what it reads --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/Replay.h"
#include "interp/Tile/TileTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

/// splitmix64's finaliser over both.
static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t state = a ^ (b * 0xFF51AFD7ED558CCD);
  return nextRandom(state);
}

//===----------------------------------------------------------------------===//
// RecordedMemory
//===----------------------------------------------------------------------===//

/// Records events instead of performing them.
class BlockReplayer::RecordedMemory : public Memory {
public:
  explicit RecordedMemory(std::vector<BufferImage> images)
      : Memory(Memory::create(std::move(images))) {
    hasSimpleCase = false;
  }

  /// All buffers so far are there in every replay.
  void keepBuffers() { numKept = numBuffers(); }
  void restart(EventTrace &trace, const ReadValues &values,
               GranuleSizes &granules) {
    Memory::restart(numKept);
    this->trace = &trace;
    this->values = &values;
    this->granules = &granules;
    allocations.clear();
    granulesChanged = false;
  }
  void startOperation(EventKey key) {
    operation = key;
    instancesOfOperation = eventsOfInstance = 0;
    readUnknown = false;
  }

  Access begin(uint32_t block, AccessOrdering ordering, AccessScope scope,
               SiteName site, const TokenRef &token) override {
    ++instancesOfOperation;
    eventsOfInstance = 0;
    Access access = Memory::begin(block, ordering, scope, site, token);
    trace->instances.push_back(access);
    return access;
  }
  uint64_t read(Access &access, int buffer, int64_t offset, unsigned size,
                bool &unspecified, BufferImage::Enclosure *) override {
    Event &event = record(Event::Kind::Read, access, buffer, offset, size);
    unsigned granule = granules->lookup(event.buffer);
    unspecified = false;
    lastWasKnown = true;
    uint64_t bits = 0;
    for (unsigned k = 0; k * granule < size; ++k) {
      auto found = values->find({event.key, k});
      if (found == values->end()) {
        lastWasKnown = false;
        break;
      }
      bits |= found->second.bits << (8 * k * granule);
      unspecified |= found->second.unspecified;
    }
    lastRead = bits;
    readUnknown |= !lastWasKnown;
    return lastWasKnown ? bits : 0;
  }
  void write(Access &access, int buffer, int64_t offset, unsigned size,
             uint64_t bits, bool unspecified, const BufferImage::Enclosure *,
             UpdateKind update) override {
    bool isUpdate = update != UpdateKind::None;
    if (update == UpdateKind::OfOld && !lastWasKnown)
      return;
    std::optional<unsigned> read;
    if (isUpdate)
      read = trace->events.size() - 1;
    if (!isUpdate || bits != lastRead)
      ++changes;
    Event &event =
        record(Event::Kind::Write, access, buffer, offset, size, isUpdate);
    event.bits = bits;
    event.unspecified = unspecified;
    event.update = read;
  }
  int allocate(BufferImage image, bool isConstant) override {
    allocations.push_back(mix(operation, 1));
    return Memory::allocate(std::move(image), isConstant);
  }

  Event &record(Event::Kind kind, const Access &access, int buffer,
                int64_t offset, unsigned size, bool isUpdate = false) {
    Event event;
    event.kind = kind;
    event.instance = access.id;
    // An atomic's write is named by its read, as it may not be there yet.
    event.key = isUpdate ? mix(trace->events.back().key, 1)
                         : mix(mix(operation, instancesOfOperation),
                               uint64_t(++eventsOfInstance) << 1);
    if (kind != Event::Kind::Print) {
      event.buffer = keyOf(buffer);
      event.offset = offset;
      event.size = size;
      unsigned &granule = (*granules)[event.buffer];
      if (granule == 0 || size < granule) {
        granulesChanged |= granule != 0;
        granule = size;
      }
    }
    trace->events.push_back(std::move(event));
    return trace->events.back();
  }
  /// Buffers of the launch and globals have small numbers.
  uint64_t keyOf(int buffer) const {
    return size_t(buffer) < numKept ? buffer : allocations[buffer - numKept];
  }
  const BufferImage *find(uint64_t buffer) const {
    return buffer < numKept ? &imageOf(buffer) : nullptr;
  }

  bool readUnknown = false, granulesChanged = false;

private:
  size_t numKept = 0;
  /// Keys of the allocations of this replay.
  std::vector<uint64_t> allocations;
  EventTrace *trace = nullptr;
  const ReadValues *values = nullptr;
  GranuleSizes *granules = nullptr;
  EventKey operation = 0;
  unsigned instancesOfOperation = 0, eventsOfInstance = 0;
  bool lastWasKnown = true;
  uint64_t lastRead = 0;
};

//===----------------------------------------------------------------------===//
// Unknown values
//===----------------------------------------------------------------------===//

/// Operands that decide which of an operation's regions are run.
static std::optional<unsigned> numDeciding(mlir::Operation *op) {
  if (llvm::isa<mlir::cuda_tile::IfOp, mlir::scf::IfOp>(op))
    return 1;
  if (llvm::isa<mlir::cuda_tile::ForOp, mlir::scf::ForOp>(op))
    return 3;
  if (llvm::isa<mlir::cuda_tile::LoopOp, mlir::scf::WhileOp>(op))
    return 0;
  return std::nullopt;
}

namespace {
/// How control may leave an operation other than to the next.
struct Exits {
  bool loop = false, function = false;
};

/// Steps over what depends on reads whose values are not known. An empty slot
/// is an unknown value.
class UnknownValues : public MachineObserver {
public:
  using StartOperation = llvm::function_ref<void(EventKey)>;
  UnknownValues(EventTrace &trace, bool &readUnknown,
                StartOperation startOperation)
      : trace(trace), readUnknown(readUnknown), startOperation(startOperation) {
  }

  Flow evaluate(Machine &machine, const Instruction &in) override {
    EventKey path = uintptr_t(&in);
    for (const Frame &frame : machine.activeFrames())
      path = mix(path, mix(uintptr_t(frame.owner), frame.trip));
    startOperation(path);
    if (in.results.empty() && in.regions.empty() &&
        in.op->hasTrait<mlir::OpTrait::IsTerminator>()) {
      if (!llvm::isa<mlir::scf::ConditionOp>(in.op) ||
          !isUnknown(machine.slots[in.operands[0]]))
        return in.evaluate(machine, in);
      trace.isPartial = true;
      return machine.abandon(/*loopOnly=*/true);
    }
    // A replay runs one agent, which nobody else can wake.
    if (llvm::isa<mlir::nv_tileaa::CreateQueueOp, mlir::nv_tileaa::ExecuteOp>(
            in.op))
      return machine.unsupported(in, "exploring queues and agents");
    if (dependsOnUnknown(machine, in))
      return stepOver(machine, in);

    size_t printed = machine.outcome.printed.size();
    size_t instances = trace.instances.size();
    Flow flow = in.evaluate(machine, in);
    if (readUnknown && flow == Flow::Next) {
      trace.isPartial = true;
      for (unsigned slot : in.results)
        if (!machine.slots[slot].token)
          machine.slots[slot] = {};
    }
    // A print is an event; what assertions say has no order.
    if (trace.instances.size() > instances &&
        machine.outcome.printed.size() > printed) {
      Event event;
      event.kind = Event::Kind::Print;
      event.key = path;
      event.instance = instances;
      event.text = machine.outcome.printed.substr(printed);
      machine.outcome.printed.resize(printed);
      trace.events.push_back(std::move(event));
    }
    return flow;
  }

private:
  static bool isUnknown(const Value &value) {
    return !value.tile && !value.token && !value.view;
  }

  bool dependsOnUnknown(const Machine &machine, const Instruction &in) {
    auto unknown = [&](unsigned slot) {
      return isUnknown(machine.slots[slot]);
    };
    // Whatever the arguments are, the function is entered.
    if (in.callee)
      return false;
    if (in.regions.empty())
      return llvm::any_of(in.operands, unknown);
    if (std::optional<unsigned> deciding = numDeciding(in.op))
      return llvm::any_of(llvm::ArrayRef(in.operands).take_front(*deciding),
                          unknown);
    // A combiner or generator: also what its region uses from outside.
    return llvm::any_of(in.operands, unknown) ||
           llvm::any_of(capturesOf(in), unknown);
  }

  Flow stepOver(Machine &machine, const Instruction &in) {
    trace.isPartial = true;
    if (!in.regions.empty()) {
      Exits exits = exitsOf(in.op);
      if (exits.function || exits.loop)
        return machine.abandon(/*loopOnly=*/!exits.function);
    }
    bool tokenIsKnown = true;
    TokenRef token;
    for (auto [slot, operand] :
         llvm::zip_equal(in.operands, in.op->getOperands()))
      if (isToken(operand)) {
        token = machine.slots[slot].token;
        tokenIsKnown &= token != nullptr;
      }
    for (auto [slot, result] :
         llvm::zip_equal(in.results, in.op->getResults())) {
      machine.slots[slot] = {};
      // The access is not known, but it is there.
      if (isToken(result) && tokenIsKnown && in.regions.empty()) {
        Access access = machine.memory.begin(
            machine.blockIndex, AccessOrdering::Weak, AccessScope::TileBlock,
            machine.siteNameOf(in), token);
        machine.slots[slot].token = machine.memory.end(access);
      }
    }
    return Flow::Next;
  }

  static bool isToken(mlir::Value value) {
    return llvm::isa<mlir::cuda_tile::TokenType, mlir::nv_tileaa::MemTokenType>(
        value.getType());
  }

  const llvm::SmallVector<unsigned> &capturesOf(const Instruction &in) {
    auto [found, isNew] = captures.try_emplace(&in);
    if (isNew) {
      llvm::DenseSet<unsigned> defined;
      llvm::SmallVector<unsigned> used;
      collect(in, defined, used);
      for (unsigned slot : used)
        if (!defined.contains(slot))
          found->second.push_back(slot);
    }
    return found->second;
  }
  static void collect(const Instruction &in, llvm::DenseSet<unsigned> &defined,
                      llvm::SmallVector<unsigned> &used) {
    for (size_t r = 0; r < in.regions.size(); ++r) {
      defined.insert(in.regionArguments[r].begin(),
                     in.regionArguments[r].end());
      for (const Instruction &inner : in.regions[r]) {
        defined.insert(inner.results.begin(), inner.results.end());
        llvm::append_range(used, inner.operands);
        collect(inner, defined, used);
      }
    }
  }

  Exits exitsOf(mlir::Operation *op) {
    auto [found, isNew] = exits.try_emplace(op);
    if (isNew)
      op->walk([&, &into = found->second](mlir::Operation *inner) {
        if (llvm::isa<mlir::cuda_tile::ReturnOp>(inner))
          into.function = true;
        if (llvm::isa<mlir::cuda_tile::BreakOp, mlir::cuda_tile::ContinueOp>(
                inner)) {
          mlir::Operation *loop = inner->getParentOp();
          while (
              !llvm::isa<mlir::cuda_tile::LoopOp, mlir::cuda_tile::ForOp>(loop))
            loop = loop->getParentOp();
          into.loop |= !op->isAncestor(loop);
        }
      });
    return found->second;
  }

  EventTrace &trace;
  bool &readUnknown;
  StartOperation startOperation;
  llvm::DenseMap<const Instruction *, llvm::SmallVector<unsigned>> captures;
  llvm::DenseMap<mlir::Operation *, Exits> exits;
};
} // namespace

//===----------------------------------------------------------------------===//
// BlockReplayer
//===----------------------------------------------------------------------===//

BlockReplayer::BlockReplayer(const LaunchedProgram &program,
                             std::vector<BufferImage> images,
                             uint64_t stepLimit)
    : program(program),
      memory(std::make_unique<RecordedMemory>(std::move(images))),
      stepLimit(stepLimit) {
  program.allocateGlobals(*memory);
  memory->keepBuffers();
}
BlockReplayer::~BlockReplayer() = default;

EventTrace BlockReplayer::replay(uint32_t block, const ReadValues &values,
                                 GranuleSizes &granules,
                                 bool &granulesChanged) {
  EventTrace trace;
  memory->restart(trace, values, granules);
  std::unique_ptr<Machine> machine =
      program.startBlock(*memory, trace.outcome, block);
  auto startOperation = [&](EventKey key) {
    memory->startOperation(mix(key, block));
  };
  UnknownValues unknown(trace, memory->readUnknown, startOperation);
  machine->observer = &unknown;
  machine->stepsLeft = stepLimit;
  machine->resume();
  if (machine->waitsIn) {
    trace.waitsIn = machine->siteOf(*machine->waitsIn);
    for (Event &event : trace.events)
      event.isPoll = event.kind == Event::Kind::Read &&
                     event.instance >= machine->waitsSince;
  }
  granulesChanged = memory->granulesChanged;
  return trace;
}

EventTrace BlockReplayer::replayWhole(uint32_t block, ReadValues values,
                                      GranuleSizes &granules) {
  // Each replay may show reads that hid behind those before: some address or
  // branch depends on them.
  constexpr unsigned mostReplays = 16;
  for (unsigned i = 1;; ++i) {
    bool changed = false, isWhole = true;
    EventTrace trace = replay(block, values, granules, changed);
    for (const Event &event : trace.events)
      if (event.kind == Event::Kind::Read)
        for (unsigned part = 0;
             part * granules.lookup(event.buffer) < event.size; ++part)
          isWhole &= !values.try_emplace({event.key, part}).second;
    if (isWhole || i == mostReplays)
      return trace;
  }
}

GranuleValue BlockReplayer::initial(Granule granule, unsigned size) const {
  const BufferImage *image = memory->find(granule.buffer);
  if (!image)
    return {0, true};
  GranuleValue value;
  for (unsigned i = 0; i < size; ++i) {
    value.bits |= uint64_t(image->bytes[granule.index * size + i]) << (8 * i);
    value.unspecified |= !image->unspecified.empty() &&
                         image->unspecified[granule.index * size + i];
  }
  return value;
}

std::string BlockReplayer::nameOf(uint64_t buffer) const {
  const BufferImage *image = memory->find(buffer);
  return image ? image->name : "alloca";
}
