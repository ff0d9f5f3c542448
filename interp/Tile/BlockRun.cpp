//===- BlockRun.cpp - Run a block by itself -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/BlockRun.h"
#include "interp/Tile/BlockDecoder.h"
#include "interp/Tile/Evaluators.h"
#include "interp/Tile/Machine.h"
#include "interp/TileTypes/Tiling.h"

using namespace tilefuzz;

struct tilefuzz::BlockBorder {
  const BlockInputs &inputs;
  std::vector<BlockTrace::Observed> &observed;
};

namespace {
/// Remembers which bytes each access touches, if asked to.
class WatchedMemory : public Memory {
public:
  WatchedMemory(Memory &&memory, bool recordsBytes)
      : Memory(std::move(memory)), recordsBytes(recordsBytes) {
    hasSimpleCase &= !recordsBytes;
  }
  uint64_t read(Access &access, int buffer, int64_t offset, unsigned size,
                bool &unspecified,
                BufferImage::Enclosure *enclosure = nullptr) override {
    if (recordsBytes && buffer == 0)
      for (unsigned k = 0; k < size; ++k)
        record(access, offset + k, /*isWrite=*/false);
    return Memory::read(access, buffer, offset, size, unspecified, enclosure);
  }
  void write(Access &access, int buffer, int64_t offset, unsigned size,
             uint64_t bits, bool unspecified,
             const BufferImage::Enclosure *enclosure = nullptr,
             UpdateKind update = UpdateKind::None) override {
    if (recordsBytes && buffer == 0)
      for (unsigned k = 0; k < size; ++k)
        record(access, offset + k, /*isWrite=*/true);
    Memory::write(access, buffer, offset, size, bits, unspecified, enclosure,
                  update);
  }

  /// By access.
  std::map<uint32_t, std::set<int64_t>> bytesRead, bytesWritten;
  bool choseOrder = false;

private:
  void record(const Access &access, int64_t byte, bool isWrite);

  bool recordsBytes;
  /// Accesses that touched a byte, and whether they wrote it.
  std::map<int64_t, std::set<std::pair<uint32_t, bool>>> known;
};
} // namespace

void WatchedMemory::record(const Access &access, int64_t byte, bool isWrite) {
  auto &bytes = isWrite ? bytesWritten : bytesRead;
  bool isNew = bytes[access.id].insert(byte).second;
  // Two elements of one write or update.
  choseOrder |= isWrite && !isNew;
  if (!isNew)
    return;
  for (auto [other, wrote] : known[byte])
    if ((isWrite || wrote) && other != access.id)
      choseOrder |= !isOrderedBefore(accesses()[other], access.before);
  known[byte].insert({access.id, isWrite});
}

static std::vector<std::string> namesOf(const Memory &memory) {
  llvm::StringMap<unsigned> executions;
  std::vector<std::string> names;
  for (const Access &access : memory.accesses()) {
    unsigned number = ++executions[access.site.location];
    names.push_back(access.site.location.str() +
                    (number > 1 ? " #" + std::to_string(number) : ""));
  }
  return names;
}
static std::vector<std::string> accessesBefore(const Memory &memory,
                                               const TokenRef &token) {
  std::vector<std::string> before, names = namesOf(memory);
  for (auto [access, name] : llvm::zip_equal(memory.accesses(), names))
    if (Memory::isOrderedBefore(access, token))
      before.push_back(name);
  return before;
}

static Flow evalViewInput(Machine &machine, const Instruction &in,
                          llvm::StringRef name, const StridedShape &type) {
  auto read = [&](const llvm::Twine &part) {
    auto found = machine.border->inputs.elements.find((name + part).str());
    return found == machine.border->inputs.elements.end()
               ? 0
               : found->second.getZExtValue();
  };
  auto view = makeShared<ViewValue>();
  view->buffer = 0;
  view->base = read(".base");
  for (auto [list, part, values] :
       {std::tuple(type.shape, ".size", &view->shape),
        std::tuple(type.strides, ".stride", &view->strides)})
    for (auto [k, known] : llvm::enumerate(list)) {
      bool isDynamic = mlir::ShapedType::isDynamic(known);
      values->push_back(isDynamic ? read(part + llvm::Twine(k)) : known);
      if (values->back() == 0)
        return machine.undefined(in, Undefined::ZeroExtentOrStride);
    }
  machine.slots[in.results[0]] = {nullptr, nullptr, std::move(view)};
  return Flow::Next;
}

static Flow evalInput(Machine &machine, const Instruction &in) {
  auto name = in.op->getAttrOfType<mlir::StringAttr>("name");
  if (!machine.border || !name || in.results.size() != 1)
    return machine.unsupported(in, "an input outside of a proof");
  mlir::Type type = in.op->getResult(0).getType();
  if (llvm::isa<mlir::cuda_tile::TokenType, mlir::nv_tileaa::MemTokenType>(
          type)) {
    Access earlier = machine.memory.begin(
        machine.blockIndex, AccessOrdering::Weak, AccessScope::TileBlock,
        {name.getValue(), "an earlier access"}, nullptr);
    machine.slots[in.results[0]] = {nullptr, machine.memory.end(earlier),
                                    nullptr};
    return Flow::Next;
  }
  if (llvm::isa<mlir::nv_tileaa::QueueType>(type))
    return machine.unsupported(in, "a queue that is an input");
  if (std::optional<StridedShape> strided = stridedShapeOf(type))
    return evalViewInput(machine, in, name.getValue(), *strided);
  TileShape shape = tileShapeOf(type);
  TileValue value;
  auto whole = machine.border->inputs.tiles.find(name.getValue());
  if (whole != machine.border->inputs.tiles.end()) {
    if (whole->second.size() != shape.numElements())
      return machine.unsupported(in, "an input of another size");
    for (uint64_t bits : whole->second)
      value.bits.push_back(bits);
    machine.setTile(in, 0, std::move(value));
    return Flow::Next;
  }
  llvm::SmallVector<size_t> unspecified;
  for (size_t i = 0, n = shape.numElements(); i < n; ++i) {
    std::string element = name.getValue().str();
    if (!shape.shape.empty())
      element += "[" + std::to_string(i) + "]";
    auto found = machine.border->inputs.elements.find(element);
    value.bits.push_back(found == machine.border->inputs.elements.end()
                             ? 0
                             : found->second.getZExtValue());
    if (machine.border->inputs.unspecified.contains(element))
      unspecified.push_back(i);
  }
  for (size_t i : unspecified)
    value.markUnspecified(i);
  if (pointeeOf(shape.element))
    value.buffers.assign(value.bits.size(), 0);
  machine.setTile(in, 0, std::move(value));
  return Flow::Next;
}

static Flow evalObserve(Machine &machine, const Instruction &in) {
  if (!machine.border)
    return machine.unsupported(in, "an observation outside of a proof");
  for (auto [i, operand] : llvm::enumerate(in.operands)) {
    const Value &value = machine.slots[operand];
    BlockTrace::Observed &seen = machine.border->observed.emplace_back();
    seen.type = in.op->getOperand(i).getType();
    if (value.token)
      seen.ordered = accessesBefore(machine.memory, value.token);
    if (!value.tile)
      continue;
    seen.bits = value.tile->bits;
    seen.bounds = value.tile->bounds;
    for (size_t k = 0; k < seen.bits.size(); ++k)
      seen.unspecified.push_back(value.tile->isUnspecified(k));
  }
  return Flow::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"tilefuzz.input", evalInput},
    {"tilefuzz.observe", evalObserve},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getBorderEvaluators() { return rows; }

llvm::Expected<BlockTrace> tilefuzz::runBlock(mlir::Block &block,
                                              const BlockInputs &inputs,
                                              const BlockRunOptions &options) {
  BlockDecoder decoder(options.useKernels);
  DecodedBlock decoded;
  if (llvm::Error error = decoder.decodeBlock(block, decoded))
    return std::move(error);
  BufferImage image;
  image.name = "memory";
  image.kind = ElementKind::I8;
  image.bytes = inputs.memory;
  std::vector<BufferImage> images;
  images.push_back(std::move(image));
  WatchedMemory memory(Memory::create(std::move(images)), options.recordsBytes);

  BlockTrace trace;
  BlockBorder border{inputs, trace.observed};
  Machine machine(memory, trace.outcome, decoder.numSlots());
  machine.border = &border;
  machine.stepsLeft = options.stepLimit;
  for (unsigned axis = 0; axis < 3; ++axis) {
    auto number = [&](const char *name) {
      auto found = inputs.elements.find(name + std::to_string(axis));
      return found == inputs.elements.end() ? 0 : found->second.getZExtValue();
    };
    machine.blockId[axis] = number("block ");
    machine.grid[axis] = std::max<uint64_t>(number("grid "), 1);
  }
  // Nothing else runs, so that it would poll for ever.
  if (machine.runBlock(decoded) == Flow::Pause) {
    trace.outcome.status = RunStatus::Deadlock;
    trace.outcome.condition = "endless-loop";
    if (machine.waitsIn)
      trace.outcome.site = machine.siteOf(*machine.waitsIn);
  }
  memory.performHeldBack(machine.blockIndex);
  std::vector<std::string> names = namesOf(memory);
  for (auto [access, name] : llvm::zip_equal(memory.accesses(), names))
    trace.accesses.push_back({name, access.ordering, access.scope,
                              accessesBefore(memory, access.before),
                              memory.bytesRead[access.id],
                              memory.bytesWritten[access.id]});
  trace.choseOrder = memory.choseOrder;
  trace.outcome.races = memory.races;
  trace.outcome.unstable |= memory.lostEnclosure;
  trace.outcome.buffers = memory.takeImages();
  return trace;
}
