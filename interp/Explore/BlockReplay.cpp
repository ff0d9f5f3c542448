//===- BlockReplay.cpp - One block as a function of what it reads ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Explore/RecordedMemory.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace tilefuzz;

EventKey tilefuzz::updateKeyOf(EventKey read) { return mix(read, 1); }

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

} // namespace

/// Accesses whose operands' elements are those of the tile that is accessed.
static bool isElementwiseAccess(mlir::Operation *op) {
  namespace ct = mlir::cuda_tile;
  namespace aa = mlir::nv_tileaa;
  return llvm::isa<ct::LoadPtrTkoOp, ct::StorePtrTkoOp, ct::AtomicRMWTkoOp,
                   ct::AtomicCASTkoOp, ct::StoreViewTkoOp, aa::LoadOp,
                   aa::StoreOp, aa::AtomicRMWOp, aa::AtomicCASOp,
                   aa::TiledStoreOp>(op);
}

/// Operands of an atomic, from the second on, that say what it writes.
static unsigned numArguments(mlir::Operation *op) {
  if (llvm::isa<mlir::cuda_tile::AtomicRMWTkoOp, mlir::nv_tileaa::AtomicRMWOp>(
          op))
    return 1;
  if (llvm::isa<mlir::cuda_tile::AtomicCASTkoOp, mlir::nv_tileaa::AtomicCASOp>(
          op))
    return 2;
  return 0;
}

/// Steps over what depends on reads whose values are not known. An empty slot
/// is an unknown value; of some tiles only some elements are unknown.
class BlockReplayer::UnknownValues : public MachineObserver {
public:
  UnknownValues(EventTrace &trace, RecordedMemory &memory, uint32_t block)
      : trace(trace), memory(memory), block(block) {}

  bool startElement(Machine &, const Instruction &, size_t i) override {
    memory.startElement(i);
    return skipped.empty() || !skipped[i];
  }

  Flow evaluate(Machine &machine, const Instruction &in) override {
    EventKey path = uintptr_t(&in);
    for (const Frame &frame : machine.activeFrames())
      path = mix(path, mix(uintptr_t(frame.owner), frame.iteration));
    memory.startOperation(mix(path, block));
    if (in.results.empty() && in.regions.empty() &&
        in.op->hasTrait<mlir::OpTrait::IsTerminator>()) {
      if (!llvm::isa<mlir::scf::ConditionOp>(in.op) ||
          !isUnknown(machine.slots[in.operands[0]]))
        return in.evaluate(machine, in);
      trace.isPartial = true;
      return machine.abandon(/*loopOnly=*/true);
    }
    // A replay runs one agent, which nobody else can wake.
    if (llvm::isa<mlir::nv_tileaa::CreateQueueOp, mlir::nv_tileaa::ExecuteOp,
                  mlir::nv_tileas::AgentSwitchOp>(in.op))
      return machine.unsupported(in, "exploring queues and agents");
    Elements arguments;
    if (!numArguments(in.op))
      return evaluateKnown(machine, in, path, arguments);
    llvm::SmallVector<Value> operands;
    for (unsigned slot : in.operands)
      operands.push_back(machine.slots[slot]);
    fillArguments(machine, in, arguments);
    Flow flow = evaluateKnown(machine, in, path, arguments);
    for (auto [slot, value] : llvm::zip_equal(in.operands, operands))
      machine.slots[slot] = value;
    return flow;
  }

private:
  /// Which elements of a tile are not known; empty: none.
  using Elements = llvm::SmallBitVector;

  /// What an atomic writes is no dependence of its read (memory model, 1.6,
  /// A5): any values stand for those that are not known, and the writes are
  /// left out.
  void fillArguments(Machine &machine, const Instruction &in,
                     Elements &unknown) {
    for (unsigned k = 1; k <= numArguments(in.op); ++k) {
      Value &value = machine.slots[in.operands[k]];
      const Elements *of = unknownOf(value);
      if (!isUnknown(value) && !of)
        continue;
      Elements elements(tileShapeOf(in.op->getOperand(k)).numElements(),
                        /*t=*/!of);
      if (of)
        elements = *of;
      unknown.resize(elements.size());
      unknown |= elements;
      TileValue any;
      any.bits.resize(elements.size());
      if (!isUnknown(value))
        any = *value.tile;
      value = {makeShared<TileValue>(std::move(any)), nullptr, nullptr};
    }
  }

  Flow evaluateKnown(Machine &machine, const Instruction &in, EventKey path,
                     const Elements &arguments) {
    if (dependsOnUnknown(machine, in))
      return makesTile(machine, in) ? evaluatePartly(machine, in)
                                    : stepOver(machine, in);
    memory.unknownArguments = arguments;
    trace.isPartial |= arguments.any();
    if (in.regions.empty() && !in.callee &&
        llvm::any_of(in.operands, [&](unsigned slot) {
          return unknownOf(machine.slots[slot]);
        }))
      return evaluatePartly(machine, in);

    size_t printed = machine.outcome.printed.size();
    size_t instances = trace.instances.size();
    Flow flow = in.evaluate(machine, in);
    if (flow == Flow::Next)
      markResults(machine, in, Elements());
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

  static bool isUnknown(const Value &value) {
    return !value.tile && !value.token && !value.view;
  }
  const Elements *unknownOf(const Value &value) const {
    auto found = partial.find(value.tile.get());
    return found == partial.end() ? nullptr : &found->second.unknown;
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
    auto partlyUnknown = [&](unsigned slot) {
      return unknown(slot) || unknownOf(machine.slots[slot]);
    };
    return llvm::any_of(in.operands, partlyUnknown) ||
           llvm::any_of(capturesOf(in), partlyUnknown);
  }

  /// Whether some elements of the result may be known although a whole operand
  /// is not: a tile is put together, say.
  static bool makesTile(const Machine &machine, const Instruction &in) {
    auto isTile = [](mlir::Type type) {
      return llvm::isa<mlir::cuda_tile::TileType, mlir::RankedTensorType>(
                 type) ||
             type.isIntOrIndexOrFloat();
    };
    return in.regions.empty() && mlir::isMemoryEffectFree(in.op) &&
           llvm::all_of(in.op->getOperandTypes(), isTile) &&
           llvm::all_of(in.op->getResultTypes(), isTile) &&
           llvm::any_of(in.op->getResultTypes(),
                        [](mlir::Type type) {
                          return tileShapeOf(type).numElements() > 1;
                        }) &&
           llvm::any_of(in.operands, [&](unsigned slot) {
             return !isUnknown(machine.slots[slot]);
           });
  }

  /// Results become unknown in these elements, and in those that read what is
  /// not known.
  void markResults(Machine &machine, const Instruction &in, Elements unknown) {
    if (unknown.none() && memory.unknownElements.empty())
      return;
    trace.isPartial = true;
    for (unsigned slot : in.results) {
      Value &value = machine.slots[slot];
      if (value.token)
        continue;
      Elements of = unknown;
      size_t size = value.tile ? value.tile->bits.size() : 0;
      of.resize(size);
      for (size_t i : memory.unknownElements)
        if (i < size)
          of.set(i);
      setUnknown(value, std::move(of));
    }
  }
  void setUnknown(Value &value, Elements unknown) {
    if (!value.tile || unknown.all())
      value = {};
    else if (unknown.any())
      partial[value.tile.get()] = {value.tile, std::move(unknown)};
  }

  /// An operation with an operand of which only some elements are known.
  Flow evaluatePartly(Machine &machine, const Instruction &in) {
    if (isElementwiseAccess(in.op))
      return accessPartly(machine, in);
    if (!mlir::isMemoryEffectFree(in.op))
      return stepOver(machine, in);
    // What is unspecified follows the elements through every operation; so
    // does what is unknown, if it is called unspecified.
    llvm::SmallVector<Value> operands, filled, marked, results;
    for (auto [slot, operand] :
         llvm::zip_equal(in.operands, in.op->getOperands())) {
      const Value &value = machine.slots[slot];
      operands.push_back(value);
      filled.push_back(value);
      marked.push_back(value);
      const Elements *unknown = unknownOf(value);
      if (!isUnknown(value) && !unknown)
        continue;
      TileValue any;
      if (unknown)
        any = *value.tile;
      else
        any = anyTile(operand.getType());
      filled.back().tile = makeShared<TileValue>(any);
      for (size_t i = 0; i < any.bits.size(); ++i)
        if (!unknown || (*unknown)[i])
          any.markUnspecified(i);
      marked.back().tile = makeShared<TileValue>(std::move(any));
    }
    auto assign = [&](llvm::ArrayRef<unsigned> slots,
                      llvm::ArrayRef<Value> values) {
      for (auto [slot, value] : llvm::zip_equal(slots, values))
        machine.slots[slot] = value;
    };
    Outcome before = machine.outcome;
    auto giveUp = [&] {
      assign(in.operands, operands);
      machine.outcome = before;
      return stepOver(machine, in);
    };
    assign(in.operands, filled);
    if (in.evaluate(machine, in) != Flow::Next)
      return giveUp();
    for (unsigned slot : in.results)
      results.push_back(machine.slots[slot]);
    Outcome after = machine.outcome;
    assign(in.operands, marked);
    if (in.evaluate(machine, in) != Flow::Next)
      return giveUp();
    assign(in.operands, operands);
    machine.outcome = std::move(after);
    trace.isPartial = true;
    for (auto [slot, value] : llvm::zip_equal(in.results, results)) {
      Shared<const TileValue> other = machine.slots[slot].tile;
      machine.slots[slot] = value;
      if (!other || !value.tile)
        return giveUp();
      Elements unknown(other->bits.size());
      for (size_t i = 0; i < unknown.size(); ++i)
        unknown[i] = other->isUnspecified(i) && !value.tile->isUnspecified(i);
      setUnknown(machine.slots[slot], std::move(unknown));
    }
    return Flow::Next;
  }

  /// Zeros of a type, packed as operations leave them.
  static TileValue anyTile(mlir::Type type) {
    TileShape shape = tileShapeOf(type);
    TileValue value;
    unsigned bytes = pointeeOf(shape.element)
                         ? sizeof(uint64_t)
                         : ElementBits::bytesFor(widthOf(shape.element));
    value.bits = ElementBits::zeros(shape.numElements(), bytes);
    if (pointeeOf(shape.element))
      value.buffers.assign(shape.numElements(), -1);
    return value;
  }

  Flow accessPartly(Machine &machine, const Instruction &in) {
    size_t numElements = 0;
    for (unsigned slot : in.operands)
      if (const Shared<const TileValue> &tile = machine.slots[slot].tile)
        numElements = std::max(numElements, tile->bits.size());
    Elements unknown(numElements);
    for (unsigned slot : in.operands)
      if (const Elements *of = unknownOf(machine.slots[slot])) {
        if (of->size() != numElements)
          return stepOver(machine, in);
        unknown |= *of;
      }
    // Two elements that share a byte are one event.
    for (mlir::Value operand : in.op->getOperands())
      if (mlir::Type element = elementOf(operand);
          element && element.isIntOrFloat() && isHalfByte(element))
        return stepOver(machine, in);
    skipped = unknown;
    Flow flow = in.evaluate(machine, in);
    skipped.clear();
    if (flow == Flow::Next)
      markResults(machine, in, std::move(unknown));
    return flow;
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

  /// Kept alive: values are told apart by their tiles.
  struct PartialTile {
    Shared<const TileValue> tile;
    Elements unknown;
  };

  EventTrace &trace;
  RecordedMemory &memory;
  uint32_t block;
  /// By tile, in which elements it is not known.
  llvm::DenseMap<const TileValue *, PartialTile> partial;
  /// Elements that the current access leaves out.
  Elements skipped;
  llvm::DenseMap<const Instruction *, llvm::SmallVector<unsigned>> captures;
  llvm::DenseMap<mlir::Operation *, Exits> exits;
};

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
  UnknownValues unknown(trace, *memory, block);
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
                                      GranuleSizes &granules,
                                      llvm::function_ref<uint64_t()> fill) {
  // Each replay may show reads that hid behind those before: some address or
  // branch depends on them.
  constexpr unsigned mostReplays = 16;
  for (unsigned i = 1;; ++i) {
    bool changed = false, isWhole = true;
    EventTrace trace = replay(block, values, granules, changed);
    for (const Event &event : trace.events)
      if (event.kind == Event::Kind::Read) {
        unsigned granule = granules.lookup(event.buffer);
        for (unsigned part = 0; part * granule < event.size; ++part)
          if (values.try_emplace({event.key, part}).second) {
            values[{event.key, part}].bits = fill() & maskOf(granule);
            isWhole = false;
          }
      }
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
