//===- EvalCudaTileMma.cpp - Matrix multiply-accumulate -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 8. How the products are summed is open (part 2, 8.5): the
// result is enclosed over every order, with the unit roundoff below for every
// addition, or exact where no order rounds. A result is unspecified if an
// element of its row, of its column, or of its accumulator is (part 2, 2.1):
// another factor may be zero, but zero times infinity is none. Results of
// integers keep to that rule, too.
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/FreeOrderSums.h"
#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/FreeOrder.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Eval/Forms.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir::cuda_tile;
using namespace tilefuzz;

namespace {
/// B x M x K times B x K x N.
struct MmaShape {
  explicit MmaShape(const Instruction &in) {
    llvm::ArrayRef<int64_t> lhs = tileShapeOf(in.op->getOperand(0)).shape;
    llvm::ArrayRef<int64_t> rhs = tileShapeOf(in.op->getOperand(1)).shape;
    if (lhs.size() == 3)
      batches = lhs[0];
    rows = lhs.take_back(2)[0];
    depth = lhs.take_back(2)[1];
    columns = rhs.back();
  }
  size_t lhs(size_t b, size_t i, size_t k) const {
    return (b * rows + i) * depth + k;
  }
  size_t rhs(size_t b, size_t k, size_t j) const {
    return (b * depth + k) * columns + j;
  }
  size_t result(size_t b, size_t i, size_t j) const {
    return (b * rows + i) * columns + j;
  }
  size_t batches = 1, rows, depth, columns;
};
} // namespace

namespace {
/// Which results of a product are unspecified.
class UnspecifiedResults {
public:
  explicit UnspecifiedResults(const MmaShape &shape)
      : shape(shape), rows(shape.batches * shape.rows),
        columns(shape.batches * shape.columns) {}

  /// B x M x anything: the left factors, or their scales.
  void addRows(const TileValue &value) {
    add(value, rows, value.bits.size() / rows.size(), /*isColumn=*/false);
  }
  /// B x anything x N: the right factors, or their scales.
  void addColumns(const TileValue &value) {
    add(value, columns, shape.columns, /*isColumn=*/true);
  }
  void mark(Machine &machine, const TileValue &acc, TileValue &result) const;

private:
  void add(const TileValue &value, std::vector<bool> &lines, size_t width,
           bool isColumn) {
    if (value.unspecified.empty())
      return;
    size_t perBatch = value.bits.size() / shape.batches;
    for (size_t i = 0; i < value.bits.size(); ++i)
      if (value.unspecified[i]) {
        lines[isColumn ? i / perBatch * width + i % width : i / width] = true;
        any = true;
      }
  }

  const MmaShape &shape;
  std::vector<bool> rows, columns;
  bool any = false;
};
} // namespace

void UnspecifiedResults::mark(Machine &machine, const TileValue &acc,
                              TileValue &result) const {
  if (!any && acc.unspecified.empty())
    return;
  for (size_t b = 0; b < shape.batches; ++b)
    for (size_t i = 0; i < shape.rows; ++i)
      for (size_t j = 0; j < shape.columns; ++j) {
        size_t at = shape.result(b, i, j);
        if (!rows[b * shape.rows + i] && !columns[b * shape.columns + j] &&
            !acc.isUnspecified(at))
          continue;
        machine.outcome.derivesUnspecified = true;
        result.markUnspecified(at);
        // Nothing that anyone may see, but the same in every run.
        result.bits.set(at, 0);
        if (!result.bounds.empty())
          result.setBounds(at, {});
      }
}

static std::vector<double> realsOf(const Machine &machine,
                                   const Instruction &in, unsigned operand) {
  const TileValue &value = machine.tile(in, operand);
  const NativeFormat &format =
      nativeFormat(formatOf(elementOf(in.op->getOperand(operand))));
  std::vector<double> reals;
  reals.reserve(value.bits.size());
  for (size_t i = 0; i < value.bits.size(); ++i)
    reals.push_back(toDouble(format, value.bits[i]));
  return reals;
}

/// Empty: all are exact.
using Enclosures = std::vector<BufferImage::Enclosure>;
static BufferImage::Enclosure boundsAt(const Enclosures &bounds, size_t i) {
  return bounds.empty() ? BufferImage::Enclosure() : bounds[i];
}

namespace {
/// Factors: their representatives, and what else they may be.
struct Factors {
  Factors(const Machine &machine, const Instruction &in, unsigned operand)
      : reals(realsOf(machine, in, operand)),
        bounds(machine.tile(in, operand).bounds) {}

  void scale(size_t i, double by, const BufferImage::Enclosure &boundsOfScale) {
    if (!bounds.empty() || !boundsOfScale.exact) {
      bounds.resize(reals.size());
      if (!bounds[i].exact || !boundsOfScale.exact) {
        bounds[i] =
            semantics::encloseProduct(reals[i], bounds[i], by, boundsOfScale);
        bounds[i].exact = false;
      }
    }
    reals[i] *= by;
  }

  std::vector<double> reals;
  Enclosures bounds;
};
} // namespace

/// Of one addition; with `fast_acc` FP8 sums keep 13 bits.
static double unitRoundoff(mlir::Type acc, bool isFast) {
  return isFast ? std::ldexp(1.0, -12) : semantics::coreUnit(formatOf(acc));
}

static void addProduct(semantics::FreeOrderSum &sum, bool isInexact,
                       const std::vector<double> &x, const Enclosures &ofX,
                       size_t i, const std::vector<double> &y,
                       const Enclosures &ofY, size_t j) {
  BufferImage::Enclosure left, right;
  if (isInexact) {
    left = boundsAt(ofX, i);
    right = boundsAt(ofY, j);
  }
  sum.addProduct(x[i], left, y[j], right);
}

/// The exact sum as a form; none where a factor or the accumulator has none.
static std::optional<semantics::AffineForm>
formOfSum(const Machine &machine, const Instruction &in, const MmaShape &shape,
          size_t b, size_t i, size_t j) {
  auto formOfOperand = [&](unsigned operand, size_t at) {
    return formOfElement(machine.tile(in, operand),
                         formatOf(elementOf(in.op->getOperand(operand))), at);
  };
  std::optional<semantics::AffineForm> sum =
      formOfOperand(2, shape.result(b, i, j));
  for (size_t k = 0; sum && k < shape.depth; ++k) {
    auto x = formOfOperand(0, shape.lhs(b, i, k));
    auto y = formOfOperand(1, shape.rhs(b, k, j));
    if (!x || !y)
      return std::nullopt;
    sum = *sum + *x * *y;
  }
  return sum;
}

/// Sums of the products of `lhs` and `rhs`. Products of f64 are rounded, others
/// exact. An inexact factor or accumulator moves its sums as far as it may lie
/// from the representative.
static Flow sumProducts(Machine &machine, const Instruction &in,
                        const MmaShape &shape, double unit, Factors lhs,
                        Factors rhs, const UnspecifiedResults &unspecified) {
  const TileValue &acc = machine.tile(in, 2);
  mlir::Type element = elementOf(in.op->getOperand(2));
  FloatFormat format = formatOf(element);
  TileValue result;
  result.bits = ElementBits::uninitialized(
      acc.bits.size(), ElementBits::bytesFor(widthOf(element)));
  bool areInexact =
      !lhs.bounds.empty() || !rhs.bounds.empty() || !acc.bounds.empty();
  bool areExact = !elementOf(in.op->getOperand(0)).isF64() && !areInexact;
  // Scales and products that round are for enclosures alone.
  bool haveForms = in.operands.size() == 3 &&
                   !elementOf(in.op->getOperand(0)).isF64() &&
                   llvm::any_of(in.operands, [&](unsigned slot) {
                     return !machine.slots[slot].tile->forms.empty();
                   });
  GradedNumbers start(realsOf(machine, in, 2)), x(std::move(lhs.reals)),
      y(std::move(rhs.reals));
  FreeOrderSums row(format, unit, shape.columns);
  for (size_t b = 0; b < shape.batches; ++b)
    for (size_t i = 0; i < shape.rows; ++i) {
      if (areExact)
        row.compute(start, shape.result(b, i, 0), x, shape.lhs(b, i, 0),
                    shape.depth, y, shape.rhs(b, 0, 0));
      for (size_t j = 0; j < shape.columns; ++j) {
        size_t at = shape.result(b, i, j);
        uint64_t bits;
        BufferImage::Enclosure bounds;
        double error = 0;
        if (!areExact || !row.get(j, bits, bounds)) {
          semantics::FreeOrderSum sum(format, unit);
          sum.add(start.values[at], boundsAt(acc.bounds, at));
          for (size_t k = 0; k < shape.depth; ++k)
            addProduct(sum, areInexact, x.values, lhs.bounds,
                       shape.lhs(b, i, k), y.values, rhs.bounds,
                       shape.rhs(b, k, j));
          semantics::BoundedResult r = sum.get();
          bits = r.value.getZExtValue();
          bounds = r.bounds;
          error = sum.mostError();
        }
        result.bits.set(at, bits);
        if (bounds.exact)
          continue;
        result.setBounds(at, bounds);
        if (!haveForms || bounds.mayBeNaN)
          continue;
        if (auto form = formOfSum(machine, in, shape, b, i, j)) {
          form->widen(error);
          takeForm(result, at, std::move(*form));
        }
      }
    }
  unspecified.mark(machine, acc, result);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

Flow tilefuzz::evalFloatProduct(Machine &machine, const Instruction &in,
                                bool fastAcc) {
  mlir::Type operand = elementOf(in.op->getOperand(0));
  bool isFast =
      fastAcc &&
      llvm::isa<mlir::Float8E4M3FNType, mlir::Float8E5M2Type>(operand);
  MmaShape shape(in);
  UnspecifiedResults unspecified(shape);
  unspecified.addRows(machine.tile(in, 0));
  unspecified.addColumns(machine.tile(in, 1));
  return sumProducts(
      machine, in, shape, unitRoundoff(elementOf(in.op->getOperand(2)), isFast),
      Factors(machine, in, 0), Factors(machine, in, 1), unspecified);
}

Flow tilefuzz::evalScaledProduct(Machine &machine, const Instruction &in) {
  MmaShape shape(in);
  Factors lhs(machine, in, 0), rhs(machine, in, 1);
  Factors lhsScale(machine, in, 3), rhsScale(machine, in, 4);
  // A negative f8E4M3FN scale gives undefined values; an unspecified one may
  // be negative.
  bool isSignedScale = llvm::APFloat::semanticsHasSignedRepr(
      *formatOf(elementOf(in.op->getOperand(3))));
  for (auto [operand, scales] :
       {std::pair(3u, &lhsScale), std::pair(4u, &rhsScale)})
    for (auto [i, scale] : llvm::enumerate(scales->reals)) {
      BufferImage::Enclosure bounds = boundsAt(scales->bounds, i);
      if (machine.tile(in, operand).isUnspecified(i)) {
        if (isSignedScale)
          return machine.unstable(in, "definedness");
      } else if (!bounds.exact && bounds.lo < 0) {
        machine.loseExactness(in);
      } else if (std::signbit(scale) && scale != 0) {
        return machine.undefined(in, Undefined::NegativeScale);
      }
    }
  UnspecifiedResults unspecified(shape);
  for (unsigned operand : {0, 3})
    unspecified.addRows(machine.tile(in, operand));
  for (unsigned operand : {1, 4})
    unspecified.addColumns(machine.tile(in, operand));
  size_t blocks = tileShapeOf(in.op->getOperand(3)).shape.back();
  size_t size = shape.depth / blocks;
  for (size_t b = 0; b < shape.batches; ++b)
    for (size_t k = 0; k < shape.depth; ++k) {
      for (size_t i = 0; i < shape.rows; ++i) {
        size_t at = (b * shape.rows + i) * blocks + k / size;
        lhs.scale(shape.lhs(b, i, k), lhsScale.reals[at],
                  boundsAt(lhsScale.bounds, at));
      }
      for (size_t j = 0; j < shape.columns; ++j) {
        size_t at = (b * blocks + k / size) * shape.columns + j;
        rhs.scale(shape.rhs(b, k, j), rhsScale.reals[at],
                  boundsAt(rhsScale.bounds, at));
      }
    }
  return sumProducts(machine, in, shape,
                     unitRoundoff(elementOf(in.op->getOperand(2)), false),
                     std::move(lhs), std::move(rhs), unspecified);
}

/// Elements as numbers of the accumulator's width, which sums wrap to.
static std::vector<uint64_t> integersOf(const TileValue &value, unsigned width,
                                        bool isSigned) {
  std::vector<uint64_t> numbers;
  numbers.reserve(value.bits.size());
  for (uint64_t bits : value.bits)
    numbers.push_back(isSigned ? uint64_t(llvm::SignExtend64(bits, width))
                               : bits);
  return numbers;
}

/// As evalIntegerProduct, of any widths: nv_tileaa has more than i8 and i32.
static Flow evalWideProduct(Machine &machine, const Instruction &in,
                            const MmaShape &shape, bool isLhsSigned,
                            bool isRhsSigned,
                            const UnspecifiedResults &unspecified) {
  unsigned width = widthOf(elementOf(in.op->getOperand(0)));
  unsigned sumWidth = widthOf(elementOf(in.op->getOperand(2)));
  std::vector<uint64_t> x = integersOf(machine.tile(in, 0), width, isLhsSigned);
  std::vector<uint64_t> y = integersOf(machine.tile(in, 1), width, isRhsSigned);
  const TileValue &acc = machine.tile(in, 2);
  TileValue result;
  result.bits.resize(acc.bits.size());
  for (size_t b = 0; b < shape.batches; ++b)
    for (size_t i = 0; i < shape.rows; ++i)
      for (size_t j = 0; j < shape.columns; ++j) {
        size_t at = shape.result(b, i, j);
        uint64_t sum = acc.bits[at];
        for (size_t k = 0; k < shape.depth; ++k)
          sum += x[shape.lhs(b, i, k)] * y[shape.rhs(b, k, j)];
        result.bits[at] = sum & llvm::maskTrailingOnes<uint64_t>(sumWidth);
      }
  unspecified.mark(machine, acc, result);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

// Sums wrap, which is the expected reading of part 2, 8.3.
Flow tilefuzz::evalIntegerProduct(Machine &machine, const Instruction &in,
                                  bool isLhsSigned, bool isRhsSigned) {
  MmaShape shape(in);
  const TileValue &lhs = machine.tile(in, 0), &rhs = machine.tile(in, 1);
  const TileValue &acc = machine.tile(in, 2);
  UnspecifiedResults unspecified(shape);
  unspecified.addRows(lhs);
  unspecified.addColumns(rhs);
  if (widthOf(elementOf(in.op->getOperand(0))) != 8 ||
      widthOf(elementOf(in.op->getOperand(2))) != 32)
    return evalWideProduct(machine, in, shape, isLhsSigned, isRhsSigned,
                           unspecified);
  auto read = [](const TileValue &value, bool isSigned) {
    std::vector<uint32_t> numbers;
    numbers.reserve(value.bits.size());
    for (uint64_t bits : value.bits)
      numbers.push_back(isSigned ? uint32_t(int8_t(bits))
                                 : uint32_t(uint8_t(bits)));
    return numbers;
  };
  std::vector<uint32_t> x = read(lhs, isLhsSigned);
  std::vector<uint32_t> y = read(rhs, isRhsSigned);
  TileValue result = acc;
  std::vector<uint32_t> row(shape.columns);
  for (size_t b = 0; b < shape.batches; ++b)
    for (size_t i = 0; i < shape.rows; ++i) {
      std::fill(row.begin(), row.end(), 0);
      for (size_t k = 0; k < shape.depth; ++k) {
        uint32_t factor = x[shape.lhs(b, i, k)];
        const uint32_t *others = &y[shape.rhs(b, k, 0)];
        for (size_t j = 0; j < shape.columns; ++j)
          row[j] += factor * others[j];
      }
      for (size_t j = 0; j < shape.columns; ++j)
        result.bits[shape.result(b, i, j)] += row[j];
    }
  unspecified.mark(machine, acc, result);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalMmaF(Machine &machine, const Instruction &in) {
  return evalFloatProduct(machine, in, llvm::cast<MmaFOp>(in.op).getFastAcc());
}
static Flow evalMmaI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<MmaIOp>(in.op);
  return evalIntegerProduct(machine, in,
                            op.getSignednessLhs() == Signedness::Signed,
                            op.getSignednessRhs() == Signedness::Signed);
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.mmaf", evalMmaF},
    {"cuda_tile.mmai", evalMmaI},
    {"cuda_tile.mmaf_scaled", evalScaledProduct},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileMmaEvaluators() {
  return rows;
}
