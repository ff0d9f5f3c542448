//===- FamilyControl.cpp - Branches, loops, reductions --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Families.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace tilefuzz;

static void takeCarried(Machine &machine, const Instruction &in) {
  for (auto [slot, value] : llvm::zip_equal(in.results, machine.carried))
    machine.slots[slot] = value;
}

Flow tilefuzz::evalIf(Machine &machine, const Instruction &in) {
  const TileValue &condition = machine.tile(in, 0);
  if (condition.isUnspecified(0))
    return machine.unstable(in, "control flow");
  const DecodedBlock &branch = in.regions[condition.bits[0] ? 0 : 1];
  if (branch.empty())
    return Flow::Next;
  Flow flow = machine.runBlock(branch);
  if (flow != Flow::Yield)
    return flow;
  takeCarried(machine, in);
  return Flow::Next;
}

Flow tilefuzz::evalFor(Machine &machine, const Instruction &in,
                       bool isUnsigned) {
  unsigned width = widthOf(elementOf(in.op->getOperand(0)));
  // The mathematical range, one bit wider than i64 in either reading.
  using Wide = __int128;
  Wide bounds[3];
  for (unsigned k = 0; k < 3; ++k) {
    const TileValue &bound = machine.tile(in, k);
    if (bound.isUnspecified(0))
      return machine.unstable(in, "control flow");
    // The step is read signed in both cases: it must be positive.
    bounds[k] = isUnsigned && k < 2
                    ? Wide(bound.bits[0])
                    : Wide(llvm::SignExtend64(bound.bits[0], width));
  }
  if (bounds[2] <= 0)
    return machine.undefined(in, "loop-step-not-positive");
  machine.carried.clear();
  for (unsigned operand : llvm::ArrayRef(in.operands).drop_front(3))
    machine.carried.push_back(machine.slots[operand]);
  llvm::ArrayRef<unsigned> arguments = in.regionArguments[0];
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  for (Wide iv = bounds[0]; iv < bounds[1]; iv += bounds[2]) {
    machine.slots[arguments[0]].tile = std::make_shared<const TileValue>(
        TileValue{{uint64_t(iv) & mask}, {}, {}});
    for (auto [slot, value] :
         llvm::zip_equal(arguments.drop_front(), machine.carried))
      machine.slots[slot] = value;
    Flow flow = machine.runBlock(in.regions[0]);
    if (flow != Flow::Continue && flow != Flow::Yield)
      return flow;
  }
  takeCarried(machine, in);
  return Flow::Next;
}

namespace {
/// What is known of a reduction's body.
enum class Combiner {
  /// The same in every order: integers, and the larger or smaller of floats.
  Exact,
  FloatSum,
  FloatProduct,
  /// Floats combined in some other way.
  OtherFloat,
};
} // namespace

static Combiner combinerOf(const Instruction &in) {
  bool hasFloat = false;
  for (const Instruction &inner : in.regions[0])
    for (mlir::Value result : inner.op->getResults())
      hasFloat |= llvm::isa<mlir::FloatType>(elementOf(result));
  for (mlir::Value operand : in.op->getOperands())
    hasFloat |= llvm::isa<mlir::FloatType>(elementOf(operand));
  if (!hasFloat)
    return Combiner::Exact;
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
  if (auto ftz = combine.op->getAttrOfType<mlir::UnitAttr>("flush_to_zero"))
    return Combiner::OtherFloat;
  if (name == "addf")
    return Combiner::FloatSum;
  if (name == "mulf")
    return Combiner::FloatProduct;
  return Combiner::OtherFloat;
}

namespace {
/// Encloses a sum or product of floats over every order of evaluation: Higham,
/// Accuracy and Stability of Numerical Algorithms, 2nd ed., (3.4) and 4.2: with
/// unit roundoff u and g = n u / (1 - n u), every order gives a result within
/// g * sum |x| of the exact sum, or within a factor of 1 +- g of the exact
/// product, if nothing overflows or (products) underflows. u is taken for
/// directed rounding, twice that of nearest.
class OrderEnclosure {
public:
  OrderEnclosure(Combiner combiner, FloatFormat format)
      : isSum(combiner == Combiner::FloatSum), format(format) {}

  void add(uint64_t bits) {
    llvm::APFloat value(
        *format, llvm::APInt(llvm::APFloat::getSizeInBits(*format), bits));
    bool lost;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &lost);
    double x = value.convertToDouble();
    isFinite &= std::isfinite(x);
    ++count;
    sum += x;
    magnitude += std::fabs(x);
    product *= x;
    largest *= std::max(1.0, std::fabs(x));
    if (x != 0)
      smallest *= std::min(1.0, std::fabs(x));
  }

  BufferImage::Enclosure get() const {
    const double infinity = std::numeric_limits<double>::infinity();
    BufferImage::Enclosure all = {-infinity, infinity, false, true};
    double u =
        std::ldexp(1.0, 1 - int(llvm::APFloat::semanticsPrecision(*format)));
    // Our own sums are in double: its error counts, too.
    double nu = count * (u + std::ldexp(1.0, -50));
    double top = std::ldexp(1.0, llvm::APFloat::semanticsMaxExponent(*format));
    double bottom =
        std::ldexp(1.0, llvm::APFloat::semanticsMinExponent(*format));
    if (!isFinite || nu >= 0.25)
      return all;
    double g = nu / (1 - nu);
    if (isSum) {
      if (!(magnitude * (1 + g) < top))
        return all;
      // The identity may be combined in, which is one more rounding.
      double error = 2 * g * magnitude;
      return {sum - error, sum + error, false, false};
    }
    if (!(largest * (1 + g) < top) || smallest * (1 - g) < bottom)
      return all;
    double error = 2 * g * std::fabs(product);
    return {product - error, product + error, false, false};
  }

private:
  bool isSum;
  FloatFormat format;
  bool isFinite = true;
  double count = 1, sum = 0, magnitude = 0;
  double product = 1, largest = 1, smallest = 1;
};
} // namespace

Flow tilefuzz::evalReduce(Machine &machine, const Instruction &in,
                          unsigned dim) {
  Combiner combiner = combinerOf(in);
  if (combiner == Combiner::OtherFloat)
    machine.loseExactness();
  bool isEnclosed =
      combiner == Combiner::FloatSum || combiner == Combiner::FloatProduct;
  TileShape type = tileShapeOf(in.op->getOperand(0));
  llvm::ArrayRef<int64_t> shape = type.shape;
  unsigned count = in.operands.size();
  size_t inner = 1;
  for (size_t d = dim + 1; d < shape.size(); ++d)
    inner *= shape[d];
  size_t length = shape[dim], results = type.numElements() / length;
  std::vector<TileValue> values(count);
  for (TileValue &value : values)
    value.bits.resize(results);
  auto scalar = [](uint64_t bits, bool unspecified) {
    TileValue value{{bits}, {}, {}};
    if (unspecified)
      value.markUnspecified(0);
    return Value{std::make_shared<const TileValue>(std::move(value)), nullptr,
                 nullptr};
  };
  for (size_t r = 0; r < results; ++r) {
    // Element j of this result's line.
    size_t base = r / inner * length * inner + r % inner;
    if (isEnclosed && length > 1) {
      const TileValue &operand = machine.tile(in, 0);
      OrderEnclosure enclosure(combiner, formatOf(type.element));
      for (size_t j = 0; j < length; ++j)
        enclosure.add(operand.bits[base + j * inner]);
      values[0].setBounds(r, enclosure.get());
    }
    for (size_t j = 0; j < length; ++j) {
      // Argument pair k: (element, accumulator); the accumulator starts as
      // the first element, and an identity need never be combined.
      llvm::SmallVector<Value> accumulators = machine.carried;
      machine.carried.clear();
      for (unsigned k = 0; k < count; ++k) {
        const TileValue &operand = machine.tile(in, k);
        size_t position = base + j * inner;
        if (operand.isInexact(position))
          machine.loseExactness();
        Value element =
            scalar(operand.bits[position], operand.isUnspecified(position));
        if (j == 0) {
          machine.carried.push_back(element);
          continue;
        }
        machine.slots[in.regionArguments[0][2 * k]] = element;
        machine.slots[in.regionArguments[0][2 * k + 1]] = accumulators[k];
      }
      if (j == 0)
        continue;
      Flow flow = machine.runBlock(in.regions[0]);
      if (flow != Flow::Yield)
        return flow;
    }
    for (unsigned k = 0; k < count; ++k) {
      const TileValue &value = *machine.carried[k].tile;
      values[k].bits[r] = value.bits[0];
      if (value.isUnspecified(0))
        values[k].markUnspecified(r);
    }
  }
  for (unsigned k = 0; k < count; ++k)
    machine.setTile(in, k, std::move(values[k]));
  return Flow::Next;
}
