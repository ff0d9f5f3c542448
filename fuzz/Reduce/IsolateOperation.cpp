//===- IsolateOperation.cpp - A program of one operation and its operands -===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/IsolateOperation.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/Program/ElementTypes.h"
#include "interp/Tile/DecodedProgram.h"
#include "interp/Tile/Machine.h"
#include "interp/TileTypes/TileTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

/// Of an operation in a loop, or of several blocks: the first runs.
static constexpr unsigned maxRuns = 12;
/// Larger tiles are not read from a list.
static constexpr int64_t maxElements = 4096;
/// What is put into one program before halves of it are tried.
static constexpr size_t unitsPerProgram = 12;
static constexpr uint64_t maxSteps = 200'000;

namespace {
/// Null: not a tile.
using Tile = Shared<const TileValue>;

/// What operations were given.
class Recorder : public MachineObserver {
public:
  struct Run {
    llvm::SmallVector<Tile, 4> operands;
  };

  Flow evaluate(Machine &machine, const Instruction &in) override {
    llvm::SmallVector<Run, 1> &runs = recorded[in.op];
    if (runs.size() < maxRuns) {
      Run run;
      for (unsigned slot : in.operands)
        run.operands.push_back(machine.slots[slot].tile);
      if (runs.empty() || !isSame(runs.back(), run)) {
        if (runs.empty())
          order.push_back(in.op);
        runs.push_back(std::move(run));
      }
    }
    return in.evaluate(machine, in);
  }

  /// Null: that is not known.
  Tile operand(OpOperand &use, unsigned run) const {
    auto found = recorded.find(use.getOwner());
    if (found == recorded.end())
      return nullptr;
    const llvm::SmallVector<Run, 1> &runs = found->second;
    const Run &one = runs[std::min<size_t>(run, runs.size() - 1)];
    return use.getOperandNumber() < one.operands.size()
               ? one.operands[use.getOperandNumber()]
               : nullptr;
  }
  unsigned numRuns(Operation *op) const {
    auto found = recorded.find(op);
    return found == recorded.end() ? 0 : found->second.size();
  }

  /// Those that ran, as they ran first.
  std::vector<Operation *> order;

private:
  static bool isSame(const Run &one, const Run &other) {
    return llvm::equal(
        one.operands, other.operands, [](const Tile &left, const Tile &right) {
          if (left == right || !left || !right)
            return left == right;
          return left->bits.size() == right->bits.size() &&
                 left->buffers == right->buffers &&
                 !std::memcmp(left->bits.data(), right->bits.data(),
                              left->bits.size() * left->bits.bytesPerElement());
        });
  }

  llvm::DenseMap<Operation *, llvm::SmallVector<Run, 1>> recorded;
};

/// One run of an operation.
struct Unit {
  Operation *op;
  unsigned run;
};

/// A program of some units.
class Extraction {
public:
  Extraction(const Program &source, const Recorder &recorder);
  /// False: its operands cannot be made. The program is then of no use.
  bool add(Unit unit);
  Program finish();

private:
  mlir::Value take(mlir::Value value, Tile tile, unsigned run);
  mlir::Value takeByDefinition(mlir::Value value, unsigned run);
  /// The numbers, out of memory, or as a parameter.
  mlir::Value read(TileType type, const TileValue *tile);
  void keep(mlir::Value result);
  mlir::Value addressesOf(TileType type, mlir::Value first);
  mlir::Value addParameter(Type type, ArgSpec arg);
  mlir::Value addBuffer(TileType type, ElementKind kind, std::string init);

  const Program &source;
  const Recorder &recorder;
  Program made;
  Operation *entry = nullptr;
  OpBuilder builder;
  Location loc;
  /// Of the unit.
  IRMapping mapping;
  llvm::DenseMap<mlir::Value, mlir::Value> parameters;
};
} // namespace

static Operation *entryOf(const Program &program) {
  Operation *found = nullptr;
  program.module.get()->walk([&](ct::EntryOp entry) {
    if (!found || entry.getSymName() == program.launch.kernel)
      found = entry;
  });
  return found;
}

static bool writesMemory(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<ct::StorePtrTkoOp, ct::StoreViewTkoOp, ct::AtomicRMWTkoOp,
                   ct::AtomicCASTkoOp, ct::AtomicRedViewTkoOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Of tiles whose elements memory holds one by one.
static std::optional<ElementKind> kindInMemory(Type type) {
  auto tile = dyn_cast<TileType>(type);
  if (!tile || tile.getNumElements() > maxElements)
    return std::nullopt;
  std::optional<ElementKind> kind = elementKindOf(tile.getElementType());
  return kind && elementsPerByteGroup(*kind) == 1 ? kind : std::nullopt;
}

static bool isUnit(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || isa<ct::ConstantOp>(op))
    return false;
  return writesMemory(op) || llvm::any_of(op->getResultTypes(), [](Type type) {
           return kindInMemory(type).has_value();
         });
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Extraction::Extraction(const Program &source, const Recorder &recorder)
    : source(source), recorder(recorder), made(source.clone()),
      entry(entryOf(made)), builder(entry->getContext()),
      loc(builder.getUnknownLoc()) {
  Block &body = entry->getRegion(0).front();
  while (!body.empty())
    body.back().erase();
  body.eraseArguments(0, body.getNumArguments());
  entry->removeAttr("arg_attrs");
  builder.setInsertionPointToStart(&body);
  // Random contents are of a buffer's index, so all stay where they are.
  made.launch.args.clear();
  made.launch.grid = {1, 1, 1};
  made.launch.devices.clear();
}

mlir::Value Extraction::addParameter(Type type, ArgSpec arg) {
  made.launch.args.push_back(std::move(arg));
  return entry->getRegion(0).front().addArgument(type, loc);
}

mlir::Value Extraction::addBuffer(TileType type, ElementKind kind,
                                  std::string init) {
  ArgSpec arg;
  arg.buffer = made.launch.buffers.size();
  std::string name;
  for (unsigned i = arg.buffer; name.empty(); ++i) {
    name = "b" + std::to_string(i);
    for (const BufferSpec &other : made.launch.buffers)
      if (other.name == name)
        name.clear();
  }
  made.launch.buffers.push_back({std::move(name), kind,
                                 uint64_t(type.getNumElements()),
                                 std::move(init)});
  return addParameter(
      TileType::get({}, ct::PointerType::get(type.getElementType())), arg);
}

mlir::Value Extraction::addressesOf(TileType type, mlir::Value first) {
  Type pointer = ct::PointerType::get(type.getElementType());
  int64_t count = type.getNumElements();
  mlir::Value vector =
      ct::ReshapeOp::create(builder, loc, TileType::get({1}, pointer), first);
  if (count > 1) {
    vector = ct::BroadcastOp::create(builder, loc,
                                     TileType::get({count}, pointer), vector);
    mlir::Value lanes = ct::IotaOp::create(
        builder, loc, TileType::get({count}, builder.getI32Type()));
    vector =
        ct::OffsetOp::create(builder, loc, vector.getType(), vector, lanes);
  }
  return vector;
}

static ct::MemoryOrderingAttr weak(OpBuilder &builder) {
  return ct::MemoryOrderingAttr::get(builder.getContext(),
                                     ct::MemoryOrdering::Weak);
}

mlir::Value Extraction::read(TileType type, const TileValue *tile) {
  ElementKind kind = *kindInMemory(type);
  unsigned shift = storageShift(type.getElementType());
  auto textOf = [&](size_t i) {
    return "0x" + llvm::utohexstr(tile ? tile->bits[i] << shift : 0);
  };
  if (type.getRank() == 0) {
    ArgSpec arg;
    arg.scalar = textOf(0);
    return addParameter(type, std::move(arg));
  }
  size_t count = type.getNumElements();
  bool isSplat = true;
  for (size_t i = 1; tile && i < count; ++i)
    isSplat &= tile->bits[i] == tile->bits[0];
  std::string init;
  if (isSplat) {
    init = "fill(" + textOf(0) + ")";
  } else {
    for (size_t i = 0; i < count; ++i)
      init += (i ? "," : "list(") + textOf(i);
    init += ")";
  }
  mlir::Value addresses =
      addressesOf(type, addBuffer(type, kind, std::move(init)));
  Type vector = TileType::get({type.getNumElements()}, type.getElementType());
  auto load = ct::LoadPtrTkoOp::create(
      builder, loc, vector, ct::TokenType::get(builder.getContext()), addresses,
      mlir::Value(), mlir::Value(), mlir::Value(), weak(builder), nullptr,
      nullptr);
  return type == vector
             ? load.getResult()
             : ct::ReshapeOp::create(builder, loc, type, load.getResult())
                   .getResult();
}

void Extraction::keep(mlir::Value result) {
  std::optional<ElementKind> kind = kindInMemory(result.getType());
  if (!kind)
    return;
  auto type = cast<TileType>(result.getType());
  mlir::Value addresses =
      addressesOf(type, addBuffer(type, *kind, "fill(0x0)"));
  Type vector = TileType::get({type.getNumElements()}, type.getElementType());
  if (type != vector)
    result = ct::ReshapeOp::create(builder, loc, vector, result);
  ct::StorePtrTkoOp::create(
      builder, loc, ct::TokenType::get(builder.getContext()), addresses, result,
      mlir::Value(), mlir::Value(), weak(builder), nullptr, nullptr);
}

mlir::Value Extraction::takeByDefinition(mlir::Value value, unsigned run) {
  Operation *definition = value.getDefiningOp();
  // What a loop carries, or a region gives, is not followed.
  if (!definition || definition->getNumRegions())
    return {};
  for (OpOperand &operand : definition->getOpOperands())
    if (!take(operand.get(), recorder.operand(operand, run), run))
      return {};
  builder.clone(*definition, mapping);
  return mapping.lookupOrNull(value);
}

mlir::Value Extraction::take(mlir::Value value, Tile tile, unsigned run) {
  if (mlir::Value known = mapping.lookupOrNull(value))
    return known;
  mlir::Value taken;
  auto parameter = dyn_cast<BlockArgument>(value);
  if (isa<ct::TokenType>(value.getType())) {
    taken = ct::MakeTokenOp::create(builder, loc, value.getType());
  } else if (isa_and_nonnull<ct::ConstantOp>(value.getDefiningOp())) {
    taken = takeByDefinition(value, run);
  } else if (kindInMemory(value.getType())) {
    taken = read(cast<TileType>(value.getType()), tile.get());
  } else if (parameter &&
             parameter.getOwner()->getParentOp() == entryOf(source)) {
    mlir::Value &made = parameters[value];
    if (!made)
      made = addParameter(value.getType(),
                          source.launch.args[parameter.getArgNumber()]);
    taken = made;
  } else {
    taken = takeByDefinition(value, run);
  }
  if (taken)
    mapping.map(value, taken);
  return taken;
}

bool Extraction::add(Unit unit) {
  mapping.clear();
  llvm::SetVector<mlir::Value> outside;
  getUsedValuesDefinedAbove(unit.op->getRegions(), outside);
  for (OpOperand &operand : unit.op->getOpOperands())
    if (!take(operand.get(), recorder.operand(operand, unit.run), unit.run))
      return false;
  for (mlir::Value value : outside) {
    Tile tile;
    for (OpOperand &use : value.getUses())
      if (!tile && unit.op->isProperAncestor(use.getOwner()))
        tile = recorder.operand(use, 0);
    if (!take(value, tile, unit.run))
      return false;
  }
  Operation *op = builder.clone(*unit.op, mapping);
  for (mlir::Value result : op->getResults())
    keep(result);
  return true;
}

Program Extraction::finish() {
  ct::ReturnOp::create(builder, loc);
  cast<ct::EntryOp>(entry).setFunctionType(builder.getFunctionType(
      entry->getRegion(0).front().getArgumentTypes(), {}));
  return std::move(made);
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

static bool runs(const Program &program, MachineObserver *observer) {
  llvm::Expected<DecodedProgram> decoded =
      DecodedProgram::decode(program.module.get(), program.launch.kernel);
  if (!decoded) {
    llvm::consumeError(decoded.takeError());
    return false;
  }
  TileRunOptions options;
  options.stepLimit = maxSteps;
  options.observer = observer;
  llvm::Expected<Outcome> outcome = decoded->run(program.launch, options);
  if (!outcome) {
    llvm::consumeError(outcome.takeError());
    return false;
  }
  return outcome->completed();
}

namespace {
class Search {
public:
  Search(const Program &source, const Recorder &recorder,
         const std::function<bool(const Program &)> &isInteresting)
      : source(source), recorder(recorder), isInteresting(isInteresting) {}

  /// None of the units is to blame if there is no answer.
  std::optional<Program> find(llvm::ArrayRef<Unit> units) const {
    std::optional<Program> program = build(units);
    // One that cannot be made, or breaks a rule, says nothing of the others.
    bool isUsable = program && runs(*program, nullptr);
    if (isUsable && !isInteresting(*program))
      return std::nullopt;
    if (units.size() == 1)
      return isUsable ? std::move(program) : std::nullopt;
    size_t half = units.size() / 2;
    if (std::optional<Program> found = find(units.take_front(half)))
      return found;
    return find(units.drop_front(half));
  }

private:
  std::optional<Program> build(llvm::ArrayRef<Unit> units) const {
    Extraction extraction(source, recorder);
    for (Unit unit : units)
      if (!extraction.add(unit))
        return std::nullopt;
    Program program = extraction.finish();
    if (failed(verify(program.module.get())))
      return std::nullopt;
    return program;
  }

  const Program &source;
  const Recorder &recorder;
  const std::function<bool(const Program &)> &isInteresting;
};
} // namespace

std::optional<Program> tilefuzz::extractOperation(
    const Program &program,
    const std::function<bool(const Program &)> &isInteresting) {
  if (!entryOf(program))
    return std::nullopt;
  ScopedDiagnosticHandler silence(program.module.get().getContext(),
                                  [](Diagnostic &) { return success(); });
  Recorder recorder;
  if (!runs(program, &recorder))
    return std::nullopt;
  std::vector<Unit> units;
  // What is wrong with an operation inside of another is its own.
  for (bool withRegions : {false, true})
    for (unsigned run = 0; run < maxRuns; ++run)
      for (Operation *op : recorder.order)
        if (run < recorder.numRuns(op) && isUnit(op) &&
            (op->getNumRegions() != 0) == withRegions)
          units.push_back({op, run});
  Search search(program, recorder, isInteresting);
  for (llvm::ArrayRef<Unit> left = units; !left.empty();) {
    llvm::ArrayRef<Unit> group =
        left.take_front(std::min(left.size(), unitsPerProgram));
    if (std::optional<Program> found = search.find(group))
      return found;
    left = left.drop_front(group.size());
  }
  return std::nullopt;
}
