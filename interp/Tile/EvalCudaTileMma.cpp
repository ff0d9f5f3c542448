//===- EvalCudaTileMma.cpp - Matrix multiply-accumulate -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 8. How the products are summed is open (8.5): the result is
// enclosed over every order, with the unit roundoff below for every addition,
// or exact where no order rounds.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FloatFunctions.h"
#include "interp/Semantics/FreeOrder.h"
#include "interp/Tile/Families.h"
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
  template <typename F> void forEach(F visit) const {
    for (size_t b = 0; b < batches; ++b)
      for (size_t i = 0; i < rows; ++i)
        for (size_t j = 0; j < columns; ++j)
          visit(b, i, j);
  }
  size_t batches = 1, rows, depth, columns;
};
} // namespace

static bool anyUnspecified(const TileValue &value) {
  return llvm::is_contained(value.unspecified, 1);
}

static std::vector<double> realsOf(Machine &machine, const Instruction &in,
                                   unsigned operand) {
  const TileValue &value = machine.tile(in, operand);
  mlir::Type element = elementOf(in.op->getOperand(operand));
  FloatFormat format = formatOf(element);
  std::vector<double> reals;
  for (size_t i = 0; i < value.bits.size(); ++i) {
    if (value.isInexact(i))
      machine.loseExactness();
    reals.push_back(semantics::realValue(
        format, llvm::APInt(widthOf(element), value.bits[i])));
  }
  return reals;
}

/// Of one addition. A tensor core truncates its sums (so twice the unit of
/// nearest) after aligning to the largest summand; with `fast_acc` FP8 sums
/// keep 13 bits.
static double unitRoundoff(mlir::Type acc, bool isFast) {
  if (isFast)
    return std::ldexp(1.0, -12);
  int precision = llvm::APFloat::semanticsPrecision(*formatOf(acc));
  return std::ldexp(1.0, 2 - precision);
}

/// `productOf(b, i, k, j)` is the exact product, or nearly so.
template <typename F>
static Flow evalFloatMma(Machine &machine, const Instruction &in,
                         const MmaShape &shape, double unit, F productOf) {
  const TileValue &acc = machine.tile(in, 2);
  for (unsigned operand = 0; operand < in.operands.size(); ++operand)
    if (anyUnspecified(machine.tile(in, operand)))
      return machine.unsupported(in, "a product with unspecified elements");
  FloatFormat format = formatOf(elementOf(in.op->getOperand(2)));
  std::vector<double> start = realsOf(machine, in, 2);
  TileValue result;
  result.bits.resize(acc.bits.size());
  shape.forEach([&](size_t b, size_t i, size_t j) {
    size_t at = shape.result(b, i, j);
    semantics::FreeOrderSum sum(format, unit);
    sum.add(start[at]);
    for (size_t k = 0; k < shape.depth; ++k)
      sum.add(productOf(b, i, k, j));
    semantics::BoundedResult r = sum.get();
    result.bits[at] = r.value.getZExtValue();
    if (!r.bounds.exact)
      result.setBounds(at, r.bounds);
  });
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static Flow evalMmaF(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<MmaFOp>(in.op);
  MmaShape shape(in);
  std::vector<double> lhs = realsOf(machine, in, 0);
  std::vector<double> rhs = realsOf(machine, in, 1);
  mlir::Type operand = elementOf(op.getLhs());
  bool isFast =
      op.getFastAcc() &&
      llvm::isa<mlir::Float8E4M3FNType, mlir::Float8E5M2Type>(operand);
  return evalFloatMma(
      machine, in, shape, unitRoundoff(elementOf(op.getAcc()), isFast),
      [&](size_t b, size_t i, size_t k, size_t j) {
        return lhs[shape.lhs(b, i, k)] * rhs[shape.rhs(b, k, j)];
      });
}

static Flow evalMmaFScaled(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<MmaFScaledOp>(in.op);
  MmaShape shape(in);
  std::vector<double> lhs = realsOf(machine, in, 0);
  std::vector<double> rhs = realsOf(machine, in, 1);
  std::vector<double> lhsScale = realsOf(machine, in, 3);
  std::vector<double> rhsScale = realsOf(machine, in, 4);
  // A negative f8E4M3FN scale gives undefined values.
  for (const std::vector<double> *scales : {&lhsScale, &rhsScale})
    for (const double &scale : *scales)
      if (std::signbit(scale) && scale != 0)
        return machine.undefined(in, "negative-scale", &scale - scales->data());
  size_t blocks = tileShapeOf(op.getLhsScale()).shape.back();
  size_t size = shape.depth / blocks;
  return evalFloatMma(
      machine, in, shape, unitRoundoff(elementOf(op.getAcc()), false),
      [&](size_t b, size_t i, size_t k, size_t j) {
        size_t block = k / size;
        double x = lhs[shape.lhs(b, i, k)] *
                   lhsScale[(b * shape.rows + i) * blocks + block];
        double y = rhs[shape.rhs(b, k, j)] *
                   rhsScale[(b * blocks + block) * shape.columns + j];
        return x * y;
      });
}

// Sums wrap, which is the expected reading of 8.3.
static Flow evalMmaI(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<MmaIOp>(in.op);
  MmaShape shape(in);
  const TileValue &lhs = machine.tile(in, 0), &rhs = machine.tile(in, 1);
  const TileValue &acc = machine.tile(in, 2);
  for (const TileValue *value : {&lhs, &rhs, &acc})
    if (anyUnspecified(*value))
      return machine.unsupported(in, "a product with unspecified elements");
  auto read = [](uint64_t bits, Signedness signedness) {
    return signedness == Signedness::Signed ? uint32_t(int8_t(bits))
                                            : uint32_t(uint8_t(bits));
  };
  TileValue result;
  result.bits.resize(acc.bits.size());
  shape.forEach([&](size_t b, size_t i, size_t j) {
    size_t at = shape.result(b, i, j);
    uint32_t sum = acc.bits[at];
    for (size_t k = 0; k < shape.depth; ++k)
      sum += read(lhs.bits[shape.lhs(b, i, k)], op.getSignednessLhs()) *
             read(rhs.bits[shape.rhs(b, k, j)], op.getSignednessRhs());
    result.bits[at] = sum;
  });
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"cuda_tile.mmaf", evalMmaF},
    {"cuda_tile.mmai", evalMmaI},
    {"cuda_tile.mmaf_scaled", evalMmaFScaled},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getCudaTileMmaEvaluators() {
  return rows;
}
