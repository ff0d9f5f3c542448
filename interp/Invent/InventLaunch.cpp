//===- InventLaunch.cpp - Launches for modules without any ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Invent/InventLaunch.h"
#include "interp/Invent/EntryUses.h"
#include "interp/Program/ElementTypes.h"
#include "interp/Program/UndefinedBehaviors.h"
#include "interp/Tile/DecodedProgram.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;

namespace {
/// What one attempt assumes.
struct Guess {
  /// Blocks along each axis that is asked for, and tiles along each dimension.
  int64_t blocks = 2, tiles = 2;
  /// As many times that many tiles, for indices that are computed.
  int64_t factor = 1;
  /// The last tile of a dimension is not full.
  bool isRagged = true;
  /// A pointer, as many sizes and as many strides follow each other among the
  /// parameters, as cuTile passes arrays.
  bool hasArrays = true;
  /// Of scalars of which nothing is known.
  int64_t scalar = 16;
};

/// A launch from a guess.
class Inventor {
public:
  Inventor(mlir::FunctionOpInterface entry, const EntryUses &uses,
           const InventOptions &options)
      : entry(entry), uses(uses), options(options) {}

  llvm::Expected<Launch> invent(const Guess &guess);

private:
  std::optional<int64_t> fit(unsigned parameter, int64_t value) const;
  bool isFree(unsigned parameter) {
    return parameter < scalars.size() && !scalars[parameter] &&
           llvm::isa<mlir::IntegerType>(
               elementOf(entry.getArgument(parameter)));
  }
  void set(unsigned parameter, int64_t value);
  int64_t sizeOf(const DimensionUse &dimension) const;
  int64_t guessSize(const DimensionUse &dimension) const;
  int64_t guessScalar(unsigned parameter) const;
  void setViewSizes();
  void setViewStrides();
  void setArrays();
  std::string contentsOf(unsigned parameter, ElementKind kind) const;

  mlir::FunctionOpInterface entry;
  const EntryUses &uses;
  const InventOptions &options;
  Guess guess;
  std::vector<std::optional<int64_t>> scalars;
  /// Elements that views and arrays need behind a pointer.
  std::vector<int64_t> counts;
};
} // namespace

/// The value, made what is assumed of the parameter.
std::optional<int64_t> Inventor::fit(unsigned parameter, int64_t value) const {
  const ParameterUse &use = uses.parameters[parameter];
  if (use.lowest)
    value = std::max(value, *use.lowest);
  value =
      llvm::divideCeil(std::max<int64_t>(value, 0), use.divisor) * use.divisor;
  if (use.highest && value > *use.highest)
    value = *use.highest / int64_t(use.divisor) * int64_t(use.divisor);
  return value;
}

void Inventor::set(unsigned parameter, int64_t value) {
  scalars[parameter] = fit(parameter, value);
}

int64_t Inventor::guessSize(const DimensionUse &dimension) const {
  int64_t tiles =
      dimension.constantIndices ? dimension.constantIndices : guess.tiles;
  if (dimension.axis >= 0 && !dimension.constantIndices)
    tiles = guess.blocks;
  if (!dimension.constantIndices)
    tiles *= guess.factor;
  int64_t size = (tiles - 1) * dimension.step + dimension.tile;
  if (guess.isRagged)
    size -= dimension.tile / 4;
  return size;
}

int64_t Inventor::sizeOf(const DimensionUse &dimension) const {
  if (dimension.size)
    return *dimension.size;
  return evaluate(dimension.sizeValue, scalars).value_or(guess.scalar);
}

/// A parameter that is a size of several views is the largest.
void Inventor::setViewSizes() {
  for (const EntryViewUse &view : uses.views)
    for (const DimensionUse &dimension : view.dimensions)
      if (dimension.sizeValue)
        if (std::optional<unsigned> parameter =
                parameterOf(dimension.sizeValue))
          set(*parameter,
              std::max(scalars[*parameter].value_or(0), guessSize(dimension)));
}

/// Strides as of arrays without gaps, the last dimension innermost.
void Inventor::setViewStrides() {
  for (const EntryViewUse &view : uses.views) {
    int64_t extent = 1;
    for (const DimensionUse &dimension : view.dimensions)
      if (dimension.stride)
        extent = std::max(extent, *dimension.stride * sizeOf(dimension));
    int64_t last = 0;
    for (const DimensionUse &dimension : llvm::reverse(view.dimensions)) {
      std::optional<int64_t> stride = dimension.stride;
      if (!stride) {
        std::optional<unsigned> parameter = parameterOf(dimension.strideValue);
        if (parameter && isFree(*parameter))
          set(*parameter, extent);
        stride =
            evaluate(dimension.strideValue, scalars).value_or(guess.scalar);
      }
      extent = std::max(extent, *stride * sizeOf(dimension));
      last += *stride * std::max<int64_t>(sizeOf(dimension) - 1, 0);
    }
    int64_t &count = counts[view.parameter];
    count = std::max(count, last + 1);
    // What is in front of the view is not known; that of one block for each.
    if (!view.isAtStart)
      count = std::max(count, (last + 1) * guess.blocks * guess.tiles);
  }
}

int64_t Inventor::guessScalar(unsigned parameter) const {
  const Reach &reach = uses.parameters[parameter].reach;
  if (reach.shiftAmount)
    return 3;
  if (reach.comparedExtent > 1)
    return guess.blocks * reach.comparedExtent -
           (guess.isRagged ? reach.comparedExtent / 4 : 0);
  if (reach.loopBound)
    return reach.loopStep > 1 ? guess.tiles * reach.loopStep : guess.tiles + 1;
  return guess.scalar;
}

void Inventor::setArrays() {
  for (unsigned i = 0; i < scalars.size(); ++i) {
    if (!pointeeOf(elementOf(entry.getArgument(i))))
      continue;
    unsigned end = i + 1;
    while (isFree(end))
      ++end;
    unsigned rank = (end - i - 1) / 2;
    int64_t stride = 1;
    for (unsigned k = rank; k-- > 0;) {
      unsigned size = i + 1 + k;
      set(size, guessScalar(size));
      set(size + rank, stride);
      stride = *scalars[size + rank] * *scalars[size];
    }
    if (rank)
      counts[i] = std::max(counts[i], stride);
  }
}

std::string Inventor::contentsOf(unsigned parameter, ElementKind kind) const {
  const ParameterUse &use = uses.parameters[parameter];
  // What counts, locks or sums begins with nothing; also what is written only.
  if (use.isAtomic || !use.isLoaded)
    if (use.isAtomic || use.isStored)
      return kind == ElementKind::F8E8M0FNU ? "fill(1)" : "fill(0)";
  if (kind == ElementKind::I1)
    return "uniform(0, 1)";
  if (kind == ElementKind::F8E8M0FNU)
    return "list(1, 2, 0.5)";
  if (isFloat(kind))
    return "uniform(-2, 2)";
  // Each row or column once, so that blocks do not meet.
  if (use.loaded.address)
    return kind == ElementKind::I8 ? "uniform(0, 15)" : "permutation()";
  if (use.loaded.loopBound)
    return "iota(0, 3)";
  return use.hasPointerAccesses && use.loaded.comparedExtent
             ? "uniform(-3, 30)"
             : "uniform(-8, 60)";
}

llvm::Expected<Launch> Inventor::invent(const Guess &attempt) {
  guess = attempt;
  unsigned count = entry.getNumArguments();
  scalars.assign(count, std::nullopt);
  counts.assign(count, 0);
  setViewSizes();
  setViewStrides();
  if (guess.hasArrays)
    setArrays();
  Launch launch;
  launch.kernel = entry.getName().str();
  launch.seed = options.seed;
  bool asks = false;
  for (int axis = 0; axis < 3; ++axis) {
    launch.grid[axis] = uses.usesAxis[axis] ? guess.blocks : 1;
    asks |= uses.usesAxis[axis];
  }
  // Lower levels ask in other words.
  if (!asks && !llvm::isa<mlir::cuda_tile::EntryOp>(*entry))
    launch.grid[0] = guess.blocks;
  for (unsigned i = 0; i < count; ++i) {
    mlir::Type element = elementOf(entry.getArgument(i));
    mlir::Type pointee = pointeeOf(element);
    std::optional<ElementKind> kind =
        elementKindOf(pointee ? pointee : element);
    if (!kind) {
      std::string name;
      llvm::raw_string_ostream(name) << (pointee ? pointee : element);
      return llvm::createStringError(
          "no launch can be made up for a parameter of type " + name +
          "; give one with --launch");
    }
    ArgSpec &arg = launch.args.emplace_back();
    if (!pointee) {
      if (isFloat(*kind)) {
        arg.scalar = "0.5";
        continue;
      }
      if (!scalars[i])
        set(i, *kind == ElementKind::I1 ? 1 : guessScalar(i));
      arg.scalar = std::to_string(*scalars[i]);
      continue;
    }
    arg.buffer = launch.buffers.size();
    BufferSpec &buffer = launch.buffers.emplace_back();
    buffer.name = "arg" + std::to_string(i);
    buffer.kind = *kind;
    buffer.count = std::max<int64_t>(counts[i], 1);
    if (!counts[i])
      buffer.count = 256;
    buffer.count = llvm::alignTo(buffer.count, elementsPerByteGroup(*kind));
    buffer.init = contentsOf(i, *kind);
  }
  return launch;
}

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

namespace {
/// Runs launches, and remembers the best.
class Trials {
public:
  Trials(const DecodedProgram &program, const InventOptions &options)
      : program(program), options(options) {}

  /// Tries it, with buffers that grow to where they are left. The condition
  /// under which the last run ended; empty: all is well, or it was tried.
  llvm::Expected<std::string> attempt(Launch launch);

  /// How good a run is.
  enum Rank { Nothing, Undefined, Racy, Open, Idle, Best };
  Rank rank = Nothing;
  InventedLaunch best;

private:
  Rank rankOf(const Outcome &outcome, const Launch &launch) const;
  bool grow(Launch &launch, const Outcome &outcome) const;

  const DecodedProgram &program;
  const InventOptions &options;
  llvm::StringSet<> seen;
};
} // namespace

Trials::Rank Trials::rankOf(const Outcome &outcome,
                            const Launch &launch) const {
  if (outcome.status == RunStatus::Race)
    return Racy;
  if (!outcome.completed())
    return Undefined;
  bool changes = !outcome.printed.empty();
  for (auto [i, image] : llvm::enumerate(outcome.buffers)) {
    if (llvm::is_contained(image.unspecified, true))
      return Open;
    llvm::Expected<std::vector<uint8_t>> before = initialContents(launch, i);
    if (before)
      changes |= *before != image.bytes;
    else
      llvm::consumeError(before.takeError());
  }
  if (outcome.unstable)
    return Open;
  return changes ? Best : Idle;
}

/// False: nothing was left that could grow.
bool Trials::grow(Launch &launch, const Outcome &outcome) const {
  if (outcome.status != RunStatus::UndefinedBehaviour ||
      outcome.condition != toString(tilefuzz::Undefined::OutOfBounds))
    return false;
  for (auto [number, buffer] : llvm::enumerate(launch.buffers)) {
    if (buffer.name != outcome.site.buffer)
      continue;
    uint64_t bytes = buffer.count * byteSize(buffer.kind);
    uint64_t wanted = bytes * 2;
    if (outcome.site.offset < 0) {
      // In front: the pointer moves, and what is behind it moves along.
      uint64_t shift =
          llvm::PowerOf2Ceil(std::max<uint64_t>(-outcome.site.offset, 64));
      wanted = bytes + shift;
      for (ArgSpec &arg : launch.args)
        if (arg.buffer == int(number))
          arg.offset += shift;
    } else {
      wanted = std::max(wanted, llvm::PowerOf2Ceil(outcome.site.offset + 64));
    }
    if (wanted > options.maxBytes)
      return false;
    buffer.count = wanted / byteSize(buffer.kind);
    return true;
  }
  return false;
}

llvm::Expected<std::string> Trials::attempt(Launch launch) {
  while (seen.insert(launch.toString()).second) {
    TileRunOptions run;
    run.stepLimit = options.stepLimit;
    llvm::Expected<Outcome> outcome = program.run(launch, run);
    if (!outcome)
      return outcome.takeError();
    ++best.tried;
    Rank rank = rankOf(*outcome, launch);
    if (rank > this->rank) {
      this->rank = rank;
      best.launch = launch;
      best.isDefined = rank >= Open;
      best.trouble = rank == Best   ? ""
                     : rank == Idle ? "it changes nothing"
                     : rank == Open ? "what it stores is not determined"
                                    : outcome->summary();
    }
    if (!grow(launch, *outcome))
      return outcome->condition;
  }
  return std::string();
}

llvm::Expected<InventedLaunch>
tilefuzz::inventLaunch(mlir::ModuleOp module, mlir::FunctionOpInterface entry,
                       const InventOptions &options) {
  llvm::Expected<DecodedProgram> program =
      DecodedProgram::decode(module, entry.getName());
  if (!program)
    return program.takeError();
  EntryUses uses = findUses(entry);
  Inventor inventor(entry, uses, options);
  Trials trials(*program, options);
  // Sizes from the seed; the usual ones first if there is none.
  int64_t usual = options.seed ? 2 + options.seed % 3 : 2;
  bool raggedFirst = !(options.seed & 4);
  for (int64_t blocks : {usual, int64_t(1)})
    for (bool hasArrays : {true, false})
      for (int64_t scalar : {16, 1, 4, 64, 0})
        for (bool ragged : {raggedFirst, !raggedFirst}) {
          Guess guess;
          guess.blocks = blocks;
          guess.tiles = usual;
          guess.isRagged = ragged;
          guess.hasArrays = hasArrays;
          guess.scalar = scalar;
          for (; guess.factor <= 8; guess.factor *= 2) {
            llvm::Expected<Launch> launch = inventor.invent(guess);
            if (!launch)
              return launch.takeError();
            llvm::Expected<std::string> condition =
                trials.attempt(std::move(*launch));
            if (!condition)
              return condition.takeError();
            if (trials.rank == Trials::Best)
              return std::move(trials.best);
            if (*condition != toString(Undefined::ViewIndex))
              break;
          }
        }
  return std::move(trials.best);
}

std::vector<mlir::FunctionOpInterface>
tilefuzz::findEntries(mlir::ModuleOp module) {
  std::vector<mlir::FunctionOpInterface> entries;
  module.walk([&](mlir::FunctionOpInterface function) {
    if (isKernel(function))
      entries.push_back(function);
  });
  return entries;
}

llvm::Expected<InventedLaunch>
tilefuzz::inventLaunch(mlir::ModuleOp module, llvm::StringRef kernel,
                       const InventOptions &options) {
  for (mlir::FunctionOpInterface entry : findEntries(module))
    if (kernel.empty() || entry.getName() == kernel)
      return inventLaunch(module, entry, options);
  return llvm::createStringError(
      kernel.empty() ? std::string("the program has no entry")
                     : "the program has no entry @" + kernel.str());
}
