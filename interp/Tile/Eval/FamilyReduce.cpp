//===- FamilyReduce.cpp - Reductions and scans ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 7.7. Elements are combined in the order of their indices; sums and
// products of floats are enclosed over every other order.
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"
#include "compiler/Support/CombinedArguments.h"
#include "interp/Kernels/NativeFormat.h"
#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/FreeOrder.h"
#include "interp/Tile/Eval/Elementwise.h"
#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Eval/Forms.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace tilefuzz;

namespace {
/// What is known of a reduction's body.
enum class Combiner {
  /// The same in every order: integers, and the larger or smaller of floats.
  Exact,
  FloatSum,
  FloatProduct,
  /// Floats combined in some other way.
  OtherFloat,
  /// Integers combined in a way of which it is not known whether the order
  /// shows.
  OtherInteger,
};
} // namespace

/// Integers that wrap: the same in every order and grouping.
static bool isOfIntegers(const Instruction &combine) {
  std::optional<ScalarOp> scalar = scalarOpOf(combine.op);
  if (!scalar || scalar->promise != WrapPromise::None)
    return false;
  switch (scalar->kind) {
  case ScalarKind::AddI:
  case ScalarKind::MulI:
  case ScalarKind::AndI:
  case ScalarKind::OrI:
  case ScalarKind::XorI:
  case ScalarKind::MaxI:
  case ScalarKind::MinI:
    return true;
  default:
    return false;
  }
}

/// Each accumulator is made of itself and its element by one such operation,
/// and nothing else is done.
static bool isOrderless(const Instruction &in) {
  const DecodedBlock &body = in.regions[0];
  llvm::ArrayRef<unsigned> arguments = in.regionArguments[0];
  auto isCombined = [&](unsigned k) {
    return llvm::any_of(body, [&](const Instruction &combine) {
      return combine.results.size() == 1 && combine.operands.size() == 2 &&
             combine.results[0] == body.back().operands[k] &&
             std::is_permutation(combine.operands.begin(),
                                 combine.operands.end(),
                                 arguments.begin() + 2 * k) &&
             isOfIntegers(combine);
    });
  };
  return body.size() == in.operands.size() + 1 &&
         llvm::all_of(llvm::seq<unsigned>(0, in.operands.size()), isCombined);
}

static Combiner combinerOf(const Instruction &in) {
  bool hasFloat = false;
  for (const Instruction &inner : in.regions[0])
    for (mlir::Value result : inner.op->getResults())
      hasFloat |= llvm::isa<mlir::FloatType>(elementOf(result));
  for (mlir::Value operand : in.op->getOperands())
    hasFloat |= llvm::isa<mlir::FloatType>(elementOf(operand));
  if (!hasFloat)
    return isOrderless(in) ? Combiner::Exact : Combiner::OtherInteger;
  // One operation on element and accumulator, and its yield.
  const DecodedBlock &body = in.regions[0];
  if (in.op->getNumOperands() != 1 || body.size() != 2)
    return Combiner::OtherFloat;
  const Instruction &combine = body.front();
  bool combinesBoth =
      combine.operands.size() == 2 && combine.results == body.back().operands &&
      std::is_permutation(combine.operands.begin(), combine.operands.end(),
                          in.regionArguments[0].begin());
  if (!combinesBoth)
    return Combiner::OtherFloat;
  llvm::StringRef name = combine.op->getName().stripDialect();
  if (name.starts_with("max") || name.starts_with("min"))
    return Combiner::Exact;
  // Only rounding to nearest has the bounds below; flushing adds an error.
  if (auto ftz = getOwnAttribute<mlir::UnitAttr>(combine.op, "flush_to_zero"))
    return Combiner::OtherFloat;
  if (name == "addf")
    return Combiner::FloatSum;
  if (name == "mulf")
    return Combiner::FloatProduct;
  return Combiner::OtherFloat;
}

namespace {
/// Encloses a product of floats over every order of evaluation, as FreeOrder.h
/// does sums: every order gives a result within a factor of 1 +- g of the exact
/// product, if nothing overflows or underflows.
class FreeOrderProduct {
public:
  explicit FreeOrderProduct(FloatFormat format) : format(format) {}

  void add(double x, const BufferImage::Enclosure &bounds) {
    ++count;
    product = semantics::encloseProduct(0, product, x, bounds);
    product.exact = false;
    double low = bounds.exact ? x : bounds.lo;
    double high = bounds.exact ? x : bounds.hi;
    isFinite &= std::isfinite(low) && std::isfinite(high) &&
                !product.mayBeNaN && !bounds.mayBeNaN;
    largest *= std::max({1.0, std::fabs(low), std::fabs(high)});
    // A factor that may come near to zero may underflow.
    if (low != 0 || high != 0)
      smallest *= (low < 0) != (high < 0)
                      ? 0.0
                      : std::min({1.0, std::fabs(low), std::fabs(high)});
  }

  BufferImage::Enclosure get(double unit) const {
    const double infinity = std::numeric_limits<double>::infinity();
    BufferImage::Enclosure all = {-infinity, infinity, false, true};
    double nu = count * (unit + std::ldexp(1.0, -50));
    double top = std::ldexp(1.0, llvm::APFloat::semanticsMaxExponent(*format));
    double bottom =
        std::ldexp(1.0, llvm::APFloat::semanticsMinExponent(*format));
    if (!isFinite || nu >= 0.25)
      return all;
    double g = nu / (1 - nu);
    if (!(largest * (1 + g) < top) || smallest * (1 - g) < bottom)
      return all;
    double error =
        2 * g * std::max(std::fabs(product.lo), std::fabs(product.hi));
    return {product.lo - error, product.hi + error, false, false};
  }

private:
  FloatFormat format;
  bool isFinite = true;
  double count = 1, largest = 1, smallest = 1;
  /// Its `exact` stays false: the bounds are what counts.
  BufferImage::Enclosure product = {1, 1, false, false};
};

/// The elements that one result combines, and what every order makes of them.
class OrderEnclosure {
public:
  OrderEnclosure(Combiner combiner, const Instruction &in)
      : isSum(combiner == Combiner::FloatSum),
        format(formatOf(elementOf(in.op->getOperand(0)))),
        native(nativeFormat(format)),
        unit(std::ldexp(roundingUnits(in.regions[0].front().op),
                        1 - int(llvm::APFloat::semanticsPrecision(*format)))),
        sum(format, unit), product(format) {}

  void add(const TileValue &tile, size_t i) {
    double x = toDouble(native, tile.bits[i]);
    BufferImage::Enclosure bounds =
        tile.isInexact(i) ? tile.bounds[i] : BufferImage::Enclosure();
    if (!isSum)
      return product.add(x, bounds);
    sum.add(x, bounds);
    // Terms are worth their cost only where there are any.
    sawTerms |= tile.formAt(i) != nullptr;
    if (!tile.forms.empty() && form)
      addForm(formOfElement(tile, format, i));
    else if (form)
      addForm(bounds.exact
                  ? semantics::AffineForm(x)
                  : semantics::AffineForm::within(bounds.lo, bounds.hi));
  }
  BufferImage::Enclosure get() const {
    return isSum ? sum.get().bounds : product.get(unit);
  }
  /// Sets what was not unique before, or became so.
  void set(TileValue &result, size_t at) const {
    BufferImage::Enclosure bounds = get();
    if (bounds.exact)
      return;
    result.setBounds(at, bounds);
    if (!form || !sawTerms)
      return;
    semantics::AffineForm whole = *form;
    whole.widen(sum.mostError());
    if (std::isfinite(whole.radius()))
      takeForm(result, at, std::move(whole));
  }

private:
  void addForm(std::optional<semantics::AffineForm> next) {
    if (next)
      form = *form + *next;
    else
      form.reset();
  }

  bool isSum;
  FloatFormat format;
  const NativeFormat &native;
  double unit;
  /// The exact sum's; none where a summand has none.
  std::optional<semantics::AffineForm> form = semantics::AffineForm();
  bool sawTerms = false;
  semantics::FreeOrderSum sum;
  FreeOrderProduct product;
};

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

/// Combines element `position` of every operand with the accumulators in
/// `carried`; the first element is the accumulator itself, as an identity need
/// never be combined. Yield: went well.
static Flow combine(Machine &machine, const Instruction &in, size_t position,
                    bool isFirst) {
  llvm::SmallVector<Value> accumulators = std::move(machine.carried);
  machine.carried.clear();
  CombinedArguments roles(in.op);
  for (unsigned k = 0; k < in.operands.size(); ++k) {
    Value element = scalarOf(machine.tile(in, k), position);
    if (isFirst) {
      machine.carried.push_back(std::move(element));
      continue;
    }
    machine.slots[in.regionArguments[0][roles.element(k)]] = std::move(element);
    machine.slots[in.regionArguments[0][roles.accumulator(k)]] =
        std::move(accumulators[k]);
  }
  return isFirst ? Flow::Yield : machine.runBlock(in.regions[0]);
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

/// Whether sums and products have enclosures; others lose exactness, those of
/// integers in proofs, and where another order shows.
static bool isEnclosed(Machine &machine, const Instruction &in,
                       Combiner combiner) {
  if (combiner == Combiner::OtherFloat ||
      (combiner == Combiner::OtherInteger && machine.border))
    machine.loseExactness(in);
  return combiner == Combiner::FloatSum || combiner == Combiner::FloatProduct;
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
static void encloseLines(const TileValue &source, const Lines &lines,
                         Combiner combiner, const Instruction &in,
                         TileValue &results) {
  if (lines.length == 1)
    return;
  for (size_t line = 0; line < lines.count; ++line) {
    OrderEnclosure enclosure(combiner, in);
    for (size_t j = 0; j < lines.length; ++j)
      enclosure.add(source, lines.element(line, j));
    enclosure.set(results, line);
  }
}

/// False: there is no kernel, or it gave up.
static bool reduceByKernel(Machine &machine, const Instruction &in,
                           Combiner combiner, Lines &lines) {
  KernelCombiner byKernel(machine, in, lines);
  if (!byKernel)
    return false;
  TileValue result;
  result.bits = ElementBits::uninitialized(lines.count, in.resultBytes[0]);
  if (!byKernel.reduce(result.bits))
    return false;
  if (combiner == Combiner::FloatSum || combiner == Combiner::FloatProduct)
    encloseLines(machine.tile(in, 0), lines, combiner, in, result);
  machine.stepsLeft -= byKernel.stepCount();
  machine.setTile(in, 0, std::move(result));
  return true;
}
static bool scanByKernel(Machine &machine, const Instruction &in,
                         Combiner combiner, Lines &lines, bool reverse) {
  // Of sums and products, every prefix is enclosed.
  if (combiner == Combiner::FloatSum || combiner == Combiner::FloatProduct)
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

/// The machine may combine in any order, so a result that another order changes
/// is none that the program determines (part 2, 7.7). Looks at one other order:
/// from the end.
static Flow considerOrder(Machine &machine, const Instruction &in,
                          const Lines &lines,
                          llvm::ArrayRef<TileValue> values) {
  uint64_t steps = std::exchange(machine.stepsLeft, ~uint64_t(0));
  MachineObserver *observer = std::exchange(machine.observer, nullptr);
  Flow flow = Flow::Yield;
  for (size_t line = 0; line < lines.count && flow == Flow::Yield; ++line) {
    for (size_t j = lines.length; j-- > 0 && flow == Flow::Yield;)
      flow =
          combine(machine, in, lines.element(line, j), j + 1 == lines.length);
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
  Combiner combiner = combinerOf(in);
  bool enclosed = isEnclosed(machine, in, combiner);
  Lines lines(in, dim);
  bool isChosen = enclosed && machine.results != ResultChoice::Nearest;
  bool isReversed = isChosen && machine.results == ResultChoice::Greatest;
  if (!isChosen && reduceByKernel(machine, in, combiner, lines))
    return considerIdentities(machine, in);
  std::vector<TileValue> values = emptyTiles(in.operands.size(), lines.count);
  for (size_t line = 0; line < lines.count; ++line) {
    // Of one order only, what the combiner itself encloses is too little.
    std::optional<OrderEnclosure> ordered;
    if (enclosed && lines.length > 1) {
      ordered.emplace(combiner, in);
      for (size_t j = 0; j < lines.length; ++j)
        ordered->add(machine.tile(in, 0), lines.element(line, j));
    }
    for (size_t j = 0; j < lines.length; ++j) {
      size_t at = isReversed ? lines.length - 1 - j : j;
      Flow flow = combine(machine, in, lines.element(line, at), j == 0);
      if (flow != Flow::Yield)
        return flow;
    }
    takeCombined(machine, values, line);
    if (ordered)
      ordered->set(values[0], line);
  }
  if (combiner == Combiner::OtherInteger && !machine.outcome.unstable)
    if (Flow flow = considerOrder(machine, in, lines, values);
        flow != Flow::Yield)
      return flow;
  for (unsigned k = 0; k < values.size(); ++k)
    machine.setTile(in, k, std::move(values[k]));
  return considerIdentities(machine, in);
}

Flow tilefuzz::evalScan(Machine &machine, const Instruction &in, unsigned dim,
                        bool reverse, mlir::ArrayAttr identities) {
  Combiner combiner = combinerOf(in);
  bool enclosed = isEnclosed(machine, in, combiner);
  Lines lines(in, dim);
  if (!identities && scanByKernel(machine, in, combiner, lines, reverse))
    return considerIdentities(machine, in);
  std::vector<TileValue> values =
      emptyTiles(in.operands.size(), lines.count * lines.length);
  for (size_t line = 0; line < lines.count; ++line) {
    std::optional<OrderEnclosure> enclosure;
    if (enclosed)
      enclosure.emplace(combiner, in);
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
      Flow flow = combine(machine, in, positionOf(j), j == 0);
      if (flow != Flow::Yield)
        return flow;
      takeCombined(machine, values, positionOf(j + shift));
      if (!enclosure)
        continue;
      enclosure->add(machine.tile(in, 0), positionOf(j));
      if (j > 0)
        enclosure->set(values[0], positionOf(j + shift));
    }
  }
  for (unsigned k = 0; k < values.size(); ++k)
    machine.setTile(in, k, std::move(values[k]));
  return considerIdentities(machine, in);
}
