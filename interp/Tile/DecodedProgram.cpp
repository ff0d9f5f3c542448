//===- DecodedProgram.cpp - A tile program, decoded once ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/DecodedProgram.h"
#include "interp/Tile/BlockDecoder.h"
#include "interp/Tile/BlockScheduler.h"
#include "interp/Tile/LaunchedProgram.h"
#include "interp/TileTypes/TileTypes.h"
#include "interp/TileTypes/Unspecified.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace tilefuzz;

namespace {
/// A module's static array, of either level.
struct Global {
  llvm::StringRef name;
  mlir::DenseElementsAttr value;
  bool isConstant;
};
} // namespace

struct DecodedProgram::Implementation {
  llvm::SmallVector<mlir::Type> argumentTypes;
  DecodedBlock body;
  llvm::SmallVector<unsigned> arguments;
  BlockDecoder decoder;
  std::vector<Global> globals;
  /// Unspecified elements are poison, not some value (Unspecified.h).
  bool hasPoison = false;
};

DecodedProgram::DecodedProgram(std::unique_ptr<Implementation> implementation)
    : implementation(std::move(implementation)) {}
DecodedProgram::DecodedProgram(DecodedProgram &&) = default;
DecodedProgram::~DecodedProgram() = default;

bool tilefuzz::isKernel(mlir::FunctionOpInterface function) {
  if (auto lowered = llvm::dyn_cast<mlir::nv_tileaa::FuncOp>(*function))
    return lowered.isKernel();
  return llvm::isa<mlir::cuda_tile::EntryOp>(*function);
}

llvm::Expected<mlir::FunctionOpInterface>
tilefuzz::findEntry(mlir::ModuleOp module, llvm::StringRef kernel) {
  llvm::SmallVector<mlir::FunctionOpInterface> entries;
  module.walk<mlir::WalkOrder::PreOrder>(
      [&](mlir::FunctionOpInterface function) {
        if (isKernel(function) &&
            (kernel.empty() || function.getName() == kernel))
          entries.push_back(function);
        return mlir::WalkResult::skip();
      });
  if (entries.empty())
    return llvm::createStringError(kernel.empty()
                                       ? llvm::Twine("the module has no entry")
                                       : "the module has no entry @" + kernel);
  if (entries.size() > 1)
    return llvm::createStringError(
        "the module has several entries; the launch must name one with "
        "kernel=@NAME");
  return entries.front();
}

llvm::Expected<DecodedProgram> DecodedProgram::decode(mlir::ModuleOp module,
                                                      llvm::StringRef kernel,
                                                      bool mayFuse) {
  llvm::Expected<mlir::FunctionOpInterface> entry = findEntry(module, kernel);
  if (!entry)
    return entry.takeError();
  auto result = std::make_unique<Implementation>();
  result->decoder = BlockDecoder(/*useKernels=*/true, mayFuse);
  // Neither functions nor globals stand in a function.
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    auto add = [&](auto global) {
      result->globals.push_back(
          {global.getSymName(), global.getDense(), global.getConstant()});
    };
    if (auto global = llvm::dyn_cast<mlir::cuda_tile::GlobalOp>(op))
      add(global);
    else if (auto lowered = llvm::dyn_cast<mlir::nv_tileaa::GlobalOp>(op))
      add(lowered);
    return llvm::isa<mlir::FunctionOpInterface>(op)
               ? mlir::WalkResult::skip()
               : mlir::WalkResult::advance();
  });
  result->hasPoison = makesPoison(*entry);
  mlir::Block &body = entry->getFunctionBody().front();
  for (mlir::BlockArgument argument : body.getArguments()) {
    result->arguments.push_back(result->decoder.slotOf(argument));
    result->argumentTypes.push_back(argument.getType());
  }
  if (llvm::Error error = result->decoder.decodeBlock(body, result->body))
    return std::move(error);
  return DecodedProgram(std::move(result));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// False: a launch cannot give it.
static bool findElementKind(mlir::Type type, ElementKind &kind) {
  if (type.isF32()) {
    kind = ElementKind::F32;
    return true;
  }
  if (type.isSignlessInteger(32)) {
    kind = ElementKind::I32;
    return true;
  }
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return parseElementKind(name, kind);
}

/// The value of entry parameter `type` that the launch gives.
static llvm::Expected<TileValue> bindArgument(const ArgSpec &arg,
                                              mlir::Type type) {
  mlir::Type element = tileShapeOf(type).element;
  if (pointeeOf(element)) {
    if (arg.buffer < 0)
      return llvm::createStringError("a pointer parameter needs a buffer, got "
                                     "'" +
                                     arg.scalar + "'");
    return TileValue{{uint64_t(arg.offset)}, {}, {arg.buffer}};
  }
  ElementKind kind;
  if (!findElementKind(element, kind)) {
    std::string name;
    llvm::raw_string_ostream(name) << element;
    return llvm::createStringError("parameters of type " + name +
                                   " cannot be launched");
  }
  llvm::Expected<uint64_t> bits = scalarBits(arg, kind);
  if (!bits)
    return bits.takeError();
  return TileValue{{*bits >> storageShift(element)}, {}, {}};
}

/// A global's initial contents.
static llvm::Expected<BufferImage> imageOf(const Global &global) {
  mlir::DenseElementsAttr dense = global.value;
  std::string name;
  llvm::raw_string_ostream(name) << dense.getElementType();
  BufferImage image;
  image.name = ("@" + global.name).str();
  if (llvm::StringRef reason = unsupportedTileReason(dense.getType());
      !reason.empty())
    return llvm::createStringError("global " + image.name + " " + reason);
  if (!parseElementKind(name, image.kind))
    return llvm::createStringError("global " + image.name + " of type " + name +
                                   " cannot be launched");
  unsigned size = byteSize(image.kind);
  unsigned perGroup = elementsPerByteGroup(image.kind), inGroup = 0;
  auto add = [&](const llvm::APInt &number) {
    uint64_t bits = number.getZExtValue()
                    << storageShift(dense.getElementType());
    if (inGroup == 0)
      image.bytes.resize(image.bytes.size() + size);
    bits <<= inGroup * storageBits(image.kind);
    for (unsigned byte = 0; byte < size; ++byte)
      image.bytes[image.bytes.size() - size + byte] |=
          uint8_t(bits >> (8 * byte));
    inGroup = (inGroup + 1) % perGroup;
  };
  if (llvm::isa<mlir::FloatType>(dense.getElementType()))
    for (const llvm::APFloat &value : dense.getValues<llvm::APFloat>())
      add(value.bitcastToAPInt());
  else
    for (const llvm::APInt &value : dense.getValues<llvm::APInt>())
      add(value);
  return image;
}

llvm::Expected<LaunchedProgram>
LaunchedProgram::create(const DecodedProgram &decoded, const Launch &launch) {
  const DecodedProgram::Implementation &program = *decoded.implementation;
  llvm::ArrayRef<mlir::Type> types = program.argumentTypes;
  if (launch.args.size() != types.size())
    return llvm::createStringError(
        "the entry has " + llvm::Twine(types.size()) +
        " parameters, but the launch gives " + llvm::Twine(launch.args.size()));
  if (launch.block[0] || launch.sharedBytes)
    return llvm::createStringError(
        "the launch says 'block' or 'shared', which tile programs do not have");
  LaunchedProgram result;
  result.program = &program;
  result.grid = launch.grid;
  result.arguments.reserve(types.size());
  for (auto [i, arg] : llvm::enumerate(launch.args)) {
    llvm::Expected<TileValue> value = bindArgument(arg, types[i]);
    if (!value)
      return llvm::createStringError("argument " + llvm::Twine(i) + ": " +
                                     llvm::toString(value.takeError()));
    result.arguments.push_back(
        {makeShared<TileValue>(std::move(*value)), nullptr, nullptr});
  }
  for (const Global &global : program.globals) {
    llvm::Expected<BufferImage> image = imageOf(global);
    if (!image)
      return image.takeError();
    // Globals follow the launch's buffers.
    result.globals[global.name] = launch.buffers.size() + result.images.size();
    result.images.push_back({std::move(*image), global.isConstant});
  }
  return std::move(result);
}

void LaunchedProgram::allocateGlobals(Memory &memory) const {
  for (const auto &[image, isConstant] : images)
    memory.allocate(image, isConstant);
}

std::unique_ptr<Machine> LaunchedProgram::startBlock(Memory &memory,
                                                     Outcome &outcome,
                                                     uint32_t block) const {
  auto machine =
      std::make_unique<Machine>(memory, outcome, program->decoder.numSlots());
  machine->blockIndex = block;
  machine->blockId = {block % grid[0], block / grid[0] % grid[1],
                      block / grid[0] / grid[1]};
  machine->grid = grid;
  machine->globals = &globals;
  for (auto [slot, value] : llvm::zip_equal(program->arguments, arguments))
    machine->slots[slot] = value;
  machine->start(program->body);
  return machine;
}

llvm::Expected<Outcome>
DecodedProgram::run(const Launch &launch, const TileRunOptions &options) const {
  llvm::Expected<LaunchedProgram> launched =
      LaunchedProgram::create(*this, launch);
  if (!launched)
    return launched.takeError();
  llvm::Expected<Memory> memory =
      options.initial ? Memory::create(*options.initial, options.schedule)
                      : Memory::create(launch, options.schedule);
  if (!memory)
    return memory.takeError();
  memory->devices = launch.devices;
  launched->allocateGlobals(*memory);

  Outcome outcome;
  outcome.printedLines.isKept = true;
  auto startBlock = [&](uint32_t block) {
    std::unique_ptr<Machine> machine =
        launched->startBlock(*memory, outcome, block);
    machine->observer = options.observer;
    machine->results = options.schedule.results;
    return machine;
  };
  BlockScheduler scheduler(*memory, outcome, launched->numBlocks(),
                           options.schedule, options.stepLimit, startBlock);
  if (options.tripLimit)
    scheduler.tripsLeft = options.tripLimit;
  scheduler.run();
  outcome.steps = options.stepLimit - scheduler.stepsLeft;
  outcome.loads = memory->loads;
  outcome.stores = memory->stores;
  outcome.isFullyOrdered = memory->isFullyOrdered;
  outcome.races = std::move(memory->races);
  // A racy program is undefined as a whole (memory model, 1.7).
  if (!outcome.races.empty() && outcome.completed()) {
    outcome.status = RunStatus::Race;
    outcome.condition = "data-race";
    outcome.site = outcome.races.front().second;
  }
  // What is computed from poison is poison.
  outcome.derivesUnspecified &= !implementation->hasPoison;
  outcome.unstable |= memory->lostEnclosure;
  outcome.unstable |= outcome.showsOrderOfSums && !outcome.isFullyOrdered;
  outcome.buffers = memory->takeImages();
  return outcome;
}
