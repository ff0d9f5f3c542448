//===- FamilyReduce.cpp - Reductions and scans ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 7.7. Elements are combined in the order of their indices; sums and
// products of floats are enclosed over every other order.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CombinedArguments.h"
#include "interp/Tile/Eval/Combiners.h"
#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace tilefuzz;

namespace {
/// The lines of a tile along one dimension.
struct Lines {
  Lines(const Instruction &in, unsigned dim) {
    TileShape type = tileShapeOf(in.op->getOperand(0));
    for (size_t d = dim + 1; d < type.shape.size(); ++d)
      stride *= type.shape[d];
    length = type.shape[dim];
    count = type.numElements() / length;
  }
  size_t element(size_t line, size_t j) const {
    return line / stride * length * stride + line % stride + j * stride;
  }
  size_t stride = 1, length, count;
};
} // namespace

static Value scalarOf(const TileValue &tile, size_t i) {
  auto value = makeShared<TileValue>();
  value->bits = ElementBits::uninitialized(1, sizeof(uint64_t));
  value->bits.set(0, tile.bits[i]);
  if (tile.isUnspecified(i))
    value->markUnspecified(0);
  if (tile.isInexact(i))
    value->copyMarks(0, tile, i);
  return Value{std::move(value), nullptr, nullptr};
}

/// Elements `position` of every operand.
static llvm::SmallVector<Value>
elementsAt(Machine &machine, const Instruction &in, size_t position) {
  llvm::SmallVector<Value> elements;
  for (unsigned k = 0; k < in.operands.size(); ++k)
    elements.push_back(scalarOf(machine.tile(in, k), position));
  return elements;
}

/// Combines `elements`, one per operand, with the accumulators in `carried`;
/// the first are the accumulators themselves, as an identity need never be
/// combined. Yield: went well.
static Flow combine(Machine &machine, const Instruction &in,
                    llvm::SmallVector<Value> elements, bool isFirst) {
  llvm::SmallVector<Value> accumulators = std::move(machine.carried);
  machine.carried = std::move(elements);
  if (isFirst)
    return Flow::Yield;
  CombinedArguments roles(in.op);
  for (unsigned k = 0; k < in.operands.size(); ++k) {
    machine.slots[in.regionArguments[0][roles.element(k)]] =
        std::move(machine.carried[k]);
    machine.slots[in.regionArguments[0][roles.accumulator(k)]] =
        std::move(accumulators[k]);
  }
  machine.carried.clear();
  return machine.runBlock(in.regions[0]);
}

static void takeCombined(Machine &machine, std::vector<TileValue> &values,
                         size_t at) {
  for (unsigned k = 0; k < values.size(); ++k) {
    const TileValue &value = *machine.carried[k].tile;
    values[k].bits[at] = value.bits[0];
    if (value.isUnspecified(0) || value.isInexact(0))
      values[k].copyMarks(at, value, 0);
  }
}

static std::vector<TileValue> emptyTiles(size_t count, size_t elements) {
  std::vector<TileValue> values(count);
  for (TileValue &value : values)
    value.bits.resize(elements);
  return values;
}

/// What has no enclosure: rounded otherwise, and in proofs where another order
/// may show.
static void giveUpOnOrder(Machine &machine, const Instruction &in,
                          const CombinedBody &body) {
  if (body.has(Combiner::Rounded) ||
      (body.has(Combiner::Chosen) && machine.border))
    machine.loseExactness(in);
}

//===----------------------------------------------------------------------===//
// Combiners with a kernel
//===----------------------------------------------------------------------===//

namespace {
/// A combiner of one operation, which has a kernel, and its yield.
class KernelCombiner {
public:
  KernelCombiner(const Machine &machine, const Instruction &in, Lines &lines)
      : lines(lines) {
    const DecodedBlock &body = in.regions[0];
    if (in.operands.size() != 1 || body.size() != 2 ||
        body.back().operands != body.front().results)
      return;
    const Instruction &combine = body.front();
    llvm::ArrayRef<unsigned> arguments = in.regionArguments[0];
    source = &machine.tile(in, 0);
    unsigned bytes = source->bits.bytesPerElement();
    // Observers see every operation that is run.
    if (!combine.kernel || machine.observer || combine.operands.size() != 2 ||
        !source->unspecified.empty() || !source->bounds.empty() ||
        combine.operandBytes[0] != bytes || combine.resultBytes[0] != bytes)
      return;
    CombinedArguments roles(in.op);
    unsigned element = arguments[roles.element(0)],
             accumulator = arguments[roles.accumulator(0)];
    elementFirst = combine.operands[0] == element;
    if (combine.operands[0] != (elementFirst ? element : accumulator) ||
        combine.operands[1] != (elementFirst ? accumulator : element))
      return;
    steps = 2 * (lines.length - 1) * lines.count;
    if (machine.stepsLeft < steps)
      return;
    isUsable = true;
    kernel = &combine.kernel;
    isAssociative = combine.op->getNumOperands() == 2 && isOfIntegers(combine);
  }
  explicit operator bool() const { return isUsable; }
  /// As many as the definition would take.
  uint64_t stepCount() const { return steps; }

  /// False: the definition must say what is undefined.
  bool reduce(ElementBits &results) const {
    size_t bytes = results.bytesPerElement();
    if (lines.stride == 1 && isAssociative && lines.length > chunk &&
        lines.length % chunk == 0)
      return reduceInChunks(results);
    std::vector<char> scratch[2];
    for (std::vector<char> &buffer : scratch)
      buffer.resize(lines.stride * bytes);
    for (size_t outer = 0; outer < lines.count / lines.stride; ++outer) {
      size_t first = outer * lines.length * lines.stride;
      const void *accumulator = place(source->bits, first);
      for (size_t j = 1; j < lines.length; ++j) {
        void *next = scratch[j & 1].data();
        if (!combine(lines.stride,
                     place(source->bits, first + j * lines.stride), accumulator,
                     next))
          return false;
        accumulator = next;
      }
      std::memcpy(place(results, outer * lines.stride), accumulator,
                  lines.stride * bytes);
    }
    return true;
  }

  bool scan(ElementBits &results, bool reverse) const {
    size_t bytes = results.bytesPerElement();
    for (size_t outer = 0; outer < lines.count / lines.stride; ++outer)
      for (size_t j = 0; j < lines.length; ++j) {
        auto at = [&](size_t j) {
          size_t row = reverse ? lines.length - 1 - j : j;
          return (outer * lines.length + row) * lines.stride;
        };
        if (j == 0)
          std::memcpy(place(results, at(0)), place(source->bits, at(0)),
                      lines.stride * bytes);
        else if (!combine(lines.stride, place(source->bits, at(j)),
                          place(results, at(j - 1)), place(results, at(j))))
          return false;
      }
    return true;
  }

private:
  /// Lanes of an accumulator whose order does not matter.
  static constexpr size_t chunk = 64;

  static const void *place(const ElementBits &bits, size_t i) {
    return static_cast<const char *>(bits.data()) + i * bits.bytesPerElement();
  }
  static void *place(ElementBits &bits, size_t i) {
    return static_cast<char *>(bits.data()) + i * bits.bytesPerElement();
  }
  bool combine(size_t count, const void *element, const void *accumulator,
               void *result) const {
    const void *operands[2] = {elementFirst ? element : accumulator,
                               elementFirst ? accumulator : element};
    return (*kernel)(count, operands, result);
  }
  bool reduceInChunks(ElementBits &results) const {
    size_t bytes = results.bytesPerElement();
    std::vector<char> scratch[2];
    for (std::vector<char> &buffer : scratch)
      buffer.resize(chunk * bytes);
    for (size_t line = 0; line < lines.count; ++line) {
      size_t first = line * lines.length;
      const void *accumulator = place(source->bits, first);
      unsigned turn = 0;
      for (size_t j = chunk; j < lines.length; j += chunk) {
        void *next = scratch[turn ^= 1].data();
        if (!combine(chunk, place(source->bits, first + j), accumulator, next))
          return false;
        accumulator = next;
      }
      for (size_t lanes = chunk / 2; lanes > 0; lanes /= 2) {
        void *next = scratch[turn ^= 1].data();
        if (!combine(lanes,
                     static_cast<const char *>(accumulator) + lanes * bytes,
                     accumulator, next))
          return false;
        accumulator = next;
      }
      std::memcpy(place(results, line), accumulator, bytes);
    }
    return true;
  }

  const Lines &lines;
  const TileValue *source = nullptr;
  const Kernel *kernel = nullptr;
  uint64_t steps = 0;
  bool isUsable = false, elementFirst = true, isAssociative = false;
};
} // namespace

/// What a sum or product of floats may be in another order.
static void encloseLines(Machine &machine, const Instruction &in,
                         const CombinedBody &body, const Lines &lines,
                         unsigned k, TileValue &results) {
  if (lines.length == 1 || !body.isEnclosed(k))
    return;
  const TileValue &source = machine.tile(in, k);
  for (size_t line = 0; line < lines.count; ++line) {
    OrderEnclosure enclosure(body, in, k);
    for (size_t j = 0; j < lines.length; ++j)
      enclosure.add(source, lines.element(line, j));
    enclosure.set(results, line);
  }
}

/// False: there is no kernel, or it gave up.
static bool reduceByKernel(Machine &machine, const Instruction &in,
                           const CombinedBody &body, Lines &lines) {
  KernelCombiner byKernel(machine, in, lines);
  if (!byKernel)
    return false;
  TileValue result;
  result.bits = ElementBits::uninitialized(lines.count, in.resultBytes[0]);
  if (!byKernel.reduce(result.bits))
    return false;
  encloseLines(machine, in, body, lines, 0, result);
  machine.stepsLeft -= byKernel.stepCount();
  machine.setTile(in, 0, std::move(result));
  return true;
}
static bool scanByKernel(Machine &machine, const Instruction &in,
                         const CombinedBody &body, Lines &lines, bool reverse) {
  // Of sums and products, every prefix is enclosed.
  if (body.hasEnclosed())
    return false;
  KernelCombiner byKernel(machine, in, lines);
  if (!byKernel)
    return false;
  TileValue result;
  result.bits =
      ElementBits::uninitialized(lines.count * lines.length, in.resultBytes[0]);
  if (!byKernel.scan(result.bits, reverse))
    return false;
  machine.stepsLeft -= byKernel.stepCount();
  machine.setTile(in, 0, std::move(result));
  return true;
}

/// What is stated for operand `k`, as a tile of one element.
static Value identityOf(const Instruction &in, unsigned k,
                        mlir::Attribute identity) {
  llvm::APInt bits = identityBits(identity, elementOf(in.op->getOperand(k)));
  return Value{makeShared<TileValue>(TileValue{{bits.getZExtValue()}, {}, {}}),
               nullptr, nullptr};
}

/// The machine may combine identities with the results, or not. In a proof that
/// loses exactness if it shows.
static Flow considerIdentities(Machine &machine, const Instruction &in) {
  auto identities = in.op->getAttrOfType<mlir::ArrayAttr>("identities");
  if (!machine.border || !identities)
    return Flow::Next;
  auto result = [&](unsigned k) -> const TileValue & {
    return *machine.slots[in.results[k]].tile;
  };
  uint64_t steps = machine.stepsLeft;
  machine.stepsLeft = ~uint64_t(0);
  for (size_t i = 0, n = result(0).bits.size(); i < n; ++i) {
    for (auto [k, identity] : llvm::enumerate(identities)) {
      machine.slots[in.regionArguments[0][2 * k]] = identityOf(in, k, identity);
      machine.slots[in.regionArguments[0][2 * k + 1]] = scalarOf(result(k), i);
    }
    if (Flow flow = machine.runBlock(in.regions[0]); flow != Flow::Yield)
      return flow;
    for (unsigned k = 0; k < in.results.size(); ++k)
      if (machine.carried[k].tile->bits[0] != result(k).bits[i])
        machine.loseExactness(in);
  }
  machine.stepsLeft = steps;
  return Flow::Next;
}

namespace {
/// Other orders and groupings of a line, of those that machines take.
class OtherOrders {
public:
  OtherOrders(Machine &machine, const Instruction &in, const Lines &lines)
      : machine(machine), in(in), lines(lines) {}

  /// From the last element to the first.
  Flow fromEnd(size_t line) {
    Flow flow = Flow::Yield;
    for (size_t j = lines.length; j-- > 0 && flow == Flow::Yield;)
      flow = combine(machine, in, at(line, j), j + 1 == lines.length);
    return flow;
  }
  /// From the middle on, and then what stands before it.
  Flow fromMiddle(size_t line) {
    Flow flow = Flow::Yield;
    for (size_t j = 0; j < lines.length && flow == Flow::Yield; ++j)
      flow = combine(machine, in,
                     at(line, (j + lines.length / 2) % lines.length), j == 0);
    return flow;
  }
  /// Halves with halves, as the lanes of a warp do; lengths are powers of two.
  Flow pairwise(size_t line) {
    std::vector<llvm::SmallVector<Value>> parts;
    for (size_t j = 0; j < lines.length; ++j)
      parts.push_back(at(line, j));
    for (size_t half = lines.length / 2; half > 0; half /= 2)
      for (size_t j = 0; j < half; ++j) {
        machine.carried = std::move(parts[j]);
        Flow flow = combine(machine, in, std::move(parts[j + half]),
                            /*isFirst=*/false);
        if (flow != Flow::Yield)
          return flow;
        parts[j] = std::move(machine.carried);
      }
    machine.carried = std::move(parts[0]);
    return Flow::Yield;
  }

private:
  llvm::SmallVector<Value> at(size_t line, size_t j) {
    return elementsAt(machine, in, lines.element(line, j));
  }

  Machine &machine;
  const Instruction &in;
  const Lines &lines;
};
} // namespace

/// NaNs stand wherever comparisons leave them, which depends on the order.
static bool mayHaveNaN(Machine &machine, const Instruction &in) {
  for (unsigned k = 0; k < in.operands.size(); ++k) {
    mlir::Type element = elementOf(in.op->getOperand(k));
    if (!llvm::isa<mlir::FloatType>(element))
      continue;
    const NativeFormat &format = nativeFormat(formatOf(element));
    const TileValue &tile = machine.tile(in, k);
    for (size_t i = 0, e = tile.bits.size(); i < e; ++i)
      if (!tile.isUnspecified(i) &&
          (tile.isInexact(i) ? tile.bounds[i].mayBeNaN
                             : std::isnan(toDouble(format, tile.bits[i]))))
        return true;
  }
  return false;
}

/// The machine may combine in any order, so a result that another order changes
/// is none that the program determines (part 2, 7.7). Looks at three others.
/// Where elements are not unique, each choice of theirs has one result then.
static Flow considerOrder(Machine &machine, const Instruction &in,
                          const Lines &lines,
                          llvm::ArrayRef<TileValue> values) {
  if (mayHaveNaN(machine, in))
    machine.loseExactness(in);
  uint64_t steps = std::exchange(machine.stepsLeft, ~uint64_t(0));
  MachineObserver *observer = std::exchange(machine.observer, nullptr);
  Flow flow = Flow::Yield;
  OtherOrders orders(machine, in, lines);
  for (auto order : {&OtherOrders::fromEnd, &OtherOrders::fromMiddle,
                     &OtherOrders::pairwise})
    for (size_t line = 0; line < lines.count && flow == Flow::Yield; ++line) {
      flow = (orders.*order)(line);
      for (size_t k = 0; flow == Flow::Yield && k < values.size(); ++k)
        if (machine.carried[k].tile->bits[0] != values[k].bits[line])
          machine.loseExactness(in);
    }
  machine.stepsLeft = steps;
  machine.observer = observer;
  return flow;
}

Flow tilefuzz::evalReduce(Machine &machine, const Instruction &in,
                          unsigned dim) {
  CombinedBody body(in);
  giveUpOnOrder(machine, in, body);
  Lines lines(in, dim);
  bool isChosen =
      body.hasEnclosed() && machine.results != ResultChoice::Nearest;
  bool isReversed = isChosen && machine.results == ResultChoice::Greatest;
  if (!isChosen && reduceByKernel(machine, in, body, lines))
    return considerIdentities(machine, in);
  std::vector<TileValue> values = emptyTiles(in.operands.size(), lines.count);
  for (size_t line = 0; line < lines.count; ++line) {
    for (size_t j = 0; j < lines.length; ++j) {
      size_t at = isReversed ? lines.length - 1 - j : j;
      Flow flow =
          combine(machine, in, elementsAt(machine, in, lines.element(line, at)),
                  j == 0);
      if (flow != Flow::Yield)
        return flow;
    }
    takeCombined(machine, values, line);
  }
  // Of one order only, what the combiner itself encloses is too little.
  for (unsigned k = 0; k < values.size(); ++k)
    encloseLines(machine, in, body, lines, k, values[k]);
  if (body.has(Combiner::Chosen) && !machine.outcome.unstable)
    if (Flow flow = considerOrder(machine, in, lines, values);
        flow != Flow::Yield)
      return flow;
  for (unsigned k = 0; k < values.size(); ++k)
    machine.setTile(in, k, std::move(values[k]));
  return considerIdentities(machine, in);
}

Flow tilefuzz::evalScan(Machine &machine, const Instruction &in, unsigned dim,
                        bool reverse, mlir::ArrayAttr identities) {
  CombinedBody body(in);
  giveUpOnOrder(machine, in, body);
  // Prefixes of other orders are not looked at.
  if (body.has(Combiner::Chosen) && body.hasFloats())
    machine.loseExactness(in);
  Lines lines(in, dim);
  if (!identities && scanByKernel(machine, in, body, lines, reverse))
    return considerIdentities(machine, in);
  std::vector<TileValue> values =
      emptyTiles(in.operands.size(), lines.count * lines.length);
  for (size_t line = 0; line < lines.count; ++line) {
    llvm::SmallVector<std::optional<OrderEnclosure>, 2> enclosures(
        in.operands.size());
    for (unsigned k = 0; k < in.operands.size(); ++k)
      if (body.isEnclosed(k))
        enclosures[k].emplace(body, in, k);
    auto positionOf = [&](size_t j) {
      return lines.element(line, reverse ? lines.length - 1 - j : j);
    };
    // An exclusive prefix stands one place further; the last one nowhere.
    size_t shift = identities ? 1 : 0;
    if (identities) {
      machine.carried.clear();
      for (auto [k, identity] : llvm::enumerate(identities))
        machine.carried.push_back(identityOf(in, k, identity));
      takeCombined(machine, values, positionOf(0));
    }
    for (size_t j = 0; j + shift < lines.length; ++j) {
      Flow flow =
          combine(machine, in, elementsAt(machine, in, positionOf(j)), j == 0);
      if (flow != Flow::Yield)
        return flow;
      takeCombined(machine, values, positionOf(j + shift));
      for (unsigned k = 0; k < in.operands.size(); ++k) {
        if (!enclosures[k])
          continue;
        enclosures[k]->add(machine.tile(in, k), positionOf(j));
        if (j > 0)
          enclosures[k]->set(values[k], positionOf(j + shift));
      }
    }
  }
  for (unsigned k = 0; k < values.size(); ++k)
    machine.setTile(in, k, std::move(values[k]));
  return considerIdentities(machine, in);
}
