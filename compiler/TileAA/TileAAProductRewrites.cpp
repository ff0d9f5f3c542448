//===- TileAAProductRewrites.cpp - Products of constants ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAARewrites.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;
using tilefuzz::SeededBug;

/// More float products are not tried: what is no fold would be tried each time
/// that the operation is visited.
static constexpr int64_t maxFloatProducts = 1 << 20;

namespace {
/// B x M x K times B x K x N.
struct ProductShape {
  explicit ProductShape(DotOp op) {
    ArrayRef<int64_t> lhs = getTileShape(op.getLhs().getType());
    ArrayRef<int64_t> result = getTileShape(op.getType());
    batches = result.size() == 3 ? result[0] : 1;
    rows = result[result.size() - 2];
    columns = result.back();
    depth = lhs.back();
  }
  /// Calls `sum(result, lhs, rhs)` for each element of the result: positions of
  /// it, of its row and of its column; false if one call gave false.
  template <typename F> bool forEach(F sum) const {
    for (int64_t b = 0; b < batches; ++b)
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          if (!sum((b * rows + i) * columns + j, (b * rows + i) * depth,
                   b * depth * columns + j))
            return false;
    return true;
  }
  int64_t batches, rows, columns, depth;
};
} // namespace

//===----------------------------------------------------------------------===//
// Integers: exact, modulo the accumulator's width
//===----------------------------------------------------------------------===//

/// Elements as 64-bit numbers.
static SmallVector<uint64_t> wideElements(DenseElementsAttr dense,
                                          bool isSigned) {
  SmallVector<uint64_t> wide;
  wide.reserve(dense.getNumElements());
  for (const APInt &element : dense.getValues<APInt>())
    wide.push_back(isSigned ? uint64_t(element.getSExtValue())
                            : element.getZExtValue());
  return wide;
}

static DenseElementsAttr integerProduct(DotOp op, DenseElementsAttr lhs,
                                        DenseElementsAttr rhs,
                                        DenseElementsAttr acc, bool ignoreSign,
                                        bool transposed, bool firstBatch,
                                        bool signOfLeft) {
  ProductShape shape(op);
  auto isSigned = [&](std::optional<Signedness> sign) {
    return ignoreSign || sign == Signedness::Signed;
  };
  SmallVector<uint64_t> x = wideElements(lhs, isSigned(op.getSignednessA()));
  SmallVector<uint64_t> y = wideElements(
      rhs, isSigned(signOfLeft ? op.getSignednessA() : op.getSignednessB()));
  SmallVector<uint64_t> z = wideElements(acc, /*isSigned=*/true);
  unsigned width = getTileElementType(op.getType()).getIntOrFloatBitWidth();
  SmallVector<APInt> result(z.size(), APInt());
  // Seeded: the right operand is read column by column.
  auto transpose = [&](int64_t column, int64_t k) {
    int64_t inBatch = column % (shape.depth * shape.columns);
    return column - inBatch + inBatch * shape.depth + k;
  };
  shape.forEach([&](int64_t at, int64_t row, int64_t column) {
    uint64_t sum = z[at];
    // Seeded: of whatever batch, the first one's right operand.
    if (firstBatch)
      column %= shape.columns;
    for (int64_t k = 0; k < shape.depth; ++k)
      sum += x[row + k] *
             y[transposed ? transpose(column, k) : column + k * shape.columns];
    result[at] = APInt(64, sum).trunc(width);
    return true;
  });
  return DenseElementsAttr::get(cast<ShapedType>(op.getType()), result);
}

//===----------------------------------------------------------------------===//
// Floats: only where no order of summation rounds
//===----------------------------------------------------------------------===//

/// Holds every product of two f64 exactly.
static const llvm::fltSemantics &wideFormat() { return APFloat::IEEEquad(); }

/// The exponent of the lowest set bit of a finite, nonzero, normal number.
static int lowestBit(const APFloat &value) {
  int precision = APFloat::semanticsPrecision(wideFormat());
  APInt fraction = value.bitcastToAPInt().trunc(precision - 1).zext(precision);
  fraction.setBit(precision - 1);
  return ilogb(value) - (precision - 1) + int(fraction.countr_zero());
}

namespace {
/// A sum whose terms are multiples of one power of two, and whose magnitudes
/// add up to no more than the format holds of those: every partial sum, in any
/// order and grouping, is a number of the format. Subnormal ones, which a unit
/// may flush, are excluded, and so is the zero of zeros that are all negative.
class ExactSum {
public:
  explicit ExactSum(const llvm::fltSemantics &format, bool anyZero = false)
      : format(format), sum(APFloat::getZero(wideFormat())), magnitude(sum),
        hasPositive(anyZero) {}

  void add(const APFloat &term) {
    hasPositive |= !(term.isZero() && term.isNegative());
    if (term.isZero())
      return;
    isExact &= term.isFinite();
    if (!isExact)
      return;
    unit = std::min(unit, lowestBit(term));
    accumulate(sum, term);
    accumulate(magnitude, abs(term));
  }

  std::optional<APFloat> get() const {
    if (!isExact || !hasPositive)
      return std::nullopt;
    if (magnitude.isZero())
      return APFloat::getZero(format);
    int precision = APFloat::semanticsPrecision(format);
    APFloat most = scalbn(APFloat(wideFormat(), 1), unit + precision,
                          APFloat::rmNearestTiesToEven);
    if (unit < APFloat::semanticsMinExponent(format) || magnitude > most ||
        ilogb(magnitude) > APFloat::semanticsMaxExponent(format))
      return std::nullopt;
    // Cancelled terms leave +0.
    if (sum.isZero())
      return APFloat::getZero(format);
    APFloat result = sum;
    bool losesInfo = false;
    APFloat::opStatus status =
        result.convert(format, APFloat::rmNearestTiesToEven, &losesInfo);
    if (losesInfo || status != APFloat::opOK || !result.isFinite())
      return std::nullopt;
    return result;
  }

private:
  void accumulate(APFloat &to, const APFloat &term) {
    isExact &= to.add(term, APFloat::rmNearestTiesToEven) == APFloat::opOK;
  }

  const llvm::fltSemantics &format;
  APFloat sum, magnitude;
  bool isExact = true, hasPositive;
  int unit = std::numeric_limits<int>::max();
};
} // namespace

/// Finite elements in the wide format; empty if one is not.
static SmallVector<APFloat> wideFloats(DenseElementsAttr dense) {
  SmallVector<APFloat> wide;
  wide.reserve(dense.getNumElements());
  for (APFloat element : dense.getValues<APFloat>()) {
    bool losesInfo = false;
    if (!element.isFinite())
      return {};
    element.convert(wideFormat(), APFloat::rmNearestTiesToEven, &losesInfo);
    wide.push_back(element);
  }
  return wide;
}

/// Null if some element depends on the order, or on the machine.
static DenseElementsAttr floatProduct(DotOp op, DenseElementsAttr lhs,
                                      DenseElementsAttr rhs,
                                      DenseElementsAttr acc, bool anyZero) {
  ProductShape shape(op);
  SmallVector<APFloat> x = wideFloats(lhs), y = wideFloats(rhs);
  SmallVector<APFloat> z = wideFloats(acc);
  if (x.empty() || y.empty() || z.empty())
    return {};
  const llvm::fltSemantics &format =
      cast<FloatType>(getTileElementType(op.getType())).getFloatSemantics();
  SmallVector<APFloat> result(z.size(), APFloat::getZero(format));
  bool isExact = shape.forEach([&](int64_t at, int64_t row, int64_t column) {
    // Seeded: a zero has no sign.
    ExactSum sum(format, anyZero);
    sum.add(z[at]);
    for (int64_t k = 0; k < shape.depth; ++k) {
      APFloat product = x[row + k];
      product.multiply(y[column + k * shape.columns],
                       APFloat::rmNearestTiesToEven);
      sum.add(product);
    }
    std::optional<APFloat> value = sum.get();
    if (value)
      result[at] = *value;
    return value.has_value();
  });
  if (!isExact)
    return {};
  return DenseElementsAttr::get(cast<ShapedType>(op.getType()), result);
}

/// Seeded: products and sums are rounded to the operands' format.
static DenseElementsAttr narrowProduct(DotOp op, DenseElementsAttr lhs,
                                       DenseElementsAttr rhs,
                                       DenseElementsAttr acc) {
  ProductShape shape(op);
  auto narrow = cast<FloatType>(getTileElementType(op.getLhs().getType()));
  auto wide = cast<FloatType>(getTileElementType(op.getType()));
  bool losesInfo = false;
  auto convert = [&](APFloat value, FloatType type) {
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value;
  };
  SmallVector<APFloat> x(lhs.getValues<APFloat>());
  SmallVector<APFloat> y(rhs.getValues<APFloat>());
  SmallVector<APFloat> result(acc.getValues<APFloat>());
  shape.forEach([&](int64_t at, int64_t row, int64_t column) {
    APFloat sum = convert(result[at], narrow);
    for (int64_t k = 0; k < shape.depth; ++k) {
      APFloat product = x[row + k];
      product.multiply(convert(y[column + k * shape.columns], narrow),
                       APFloat::rmNearestTiesToEven);
      sum.add(product, APFloat::rmNearestTiesToEven);
    }
    result[at] = convert(sum, wide);
    return true;
  });
  return DenseElementsAttr::get(cast<ShapedType>(op.getType()), result);
}

//===----------------------------------------------------------------------===//
// The patterns
//===----------------------------------------------------------------------===//

namespace {
enum class Fold {
  Sound,
  IgnoresSign,
  InNarrowFormat,
  Transposed,
  FirstBatch,
  SignOfLeft,
  AnyZero
};

/// dot of constants -> constant. Integers always. Floats where every order of
/// summation gives the same number (ExactSum), and the sum is taken in the
/// accumulator's format.
template <Fold variant> struct DotOfConstants : OpRewritePattern<DotOp> {
  using OpRewritePattern<DotOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(DotOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getLhsScale())
      return failure();
    DenseElementsAttr lhs = constantTile(op.getLhs());
    DenseElementsAttr rhs = constantTile(op.getRhs());
    DenseElementsAttr acc = constantTile(op.getAcc());
    if (!lhs || !rhs || !acc)
      return failure();
    DenseElementsAttr result;
    if (isa<IntegerType>(lhs.getElementType()))
      result = foldIntegers(op, lhs, rhs, acc);
    else if (variant == Fold::InNarrowFormat)
      result = narrowProduct(op, lhs, rhs, acc);
    else
      result = foldFloats(op, lhs, rhs, acc);
    if (!result)
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, result);
    return success();
  }

  static DenseElementsAttr foldIntegers(DotOp op, DenseElementsAttr lhs,
                                        DenseElementsAttr rhs,
                                        DenseElementsAttr acc) {
    unsigned width = acc.getElementType().getIntOrFloatBitWidth();
    if (width > 64 || width < lhs.getElementType().getIntOrFloatBitWidth())
      return {};
    return integerProduct(op, lhs, rhs, acc, variant == Fold::IgnoresSign,
                          variant == Fold::Transposed,
                          variant == Fold::FirstBatch,
                          variant == Fold::SignOfLeft);
  }
  static DenseElementsAttr foldFloats(DotOp op, DenseElementsAttr lhs,
                                      DenseElementsAttr rhs,
                                      DenseElementsAttr acc) {
    // A unit with fast sums, or with inputs of another precision, has another
    // format inside.
    ProductShape shape(op);
    if (op.getFastAcc() || op.getInputPrecision() ||
        acc.getNumElements() * shape.depth > maxFloatProducts)
      return {};
    return floatProduct(op, lhs, rhs, acc, variant == Fold::AnyZero);
  }
};

/// dot(0, b, c) -> c, and dot(a, 0, c) -> c. Integers only: 0 * inf is NaN, and
/// -0.0 + 0.0 is 0.0.
template <bool ofFloats, bool dropsAccumulator = false>
struct DotOfZero : OpRewritePattern<DotOp> {
  using OpRewritePattern<DotOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(DotOp op,
                                PatternRewriter &rewriter) const override {
    if (!ofFloats &&
        !isa<IntegerType>(getTileElementType(op.getLhs().getType())))
      return failure();
    if (op.getLhsScale() || (!isZero(op.getLhs()) && !isZero(op.getRhs())))
      return failure();
    if (dropsAccumulator)
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(
          op, rewriter.getZeroAttr(op.getType()));
    else
      rewriter.replaceOp(op, op.getAcc());
    return success();
  }
  static bool isZero(Value value) {
    std::optional<APInt> bits = uniformBits(constantTile(value));
    return bits && bits->isZero();
  }
};
} // namespace

static constexpr PatternRow rows[] = {
    {"tileaa-dot-zero",
     "dot(0, b, c) -> c, dot(a, 0, c) -> c; integers only, no scales",
     populate<DotOfZero<false>>},
    {"tileaa-dot-zero", "of floats, too", populate<DotOfZero<true>>,
     SeededBug::DotZeroOfFloats},
    {"tileaa-dot-zero", "drops the accumulator",
     populate<DotOfZero<false, true>>, SeededBug::DotZeroDropsAccumulator},
    {"tileaa-dot-constants",
     "dot of constants -> constant; integers always, modulo the accumulator's "
     "width; floats where no order of summation rounds and no term is infinite "
     "or NaN; no scales, no fast_acc, no input_precision",
     populate<DotOfConstants<Fold::Sound>>},
    {"tileaa-dot-constants", "reads unsigned operands as signed",
     populate<DotOfConstants<Fold::IgnoresSign>>,
     SeededBug::DotConstantsIgnoreSign},
    {"tileaa-dot-constants", "sums floats in the operands' format",
     populate<DotOfConstants<Fold::InNarrowFormat>>,
     SeededBug::DotConstantsNarrow},
    {"tileaa-dot-constants", "reads the right operand column by column",
     populate<DotOfConstants<Fold::Transposed>>,
     SeededBug::DotConstantsTransposed},
    {"tileaa-dot-constants", "reads the first batch's right operand for all",
     populate<DotOfConstants<Fold::FirstBatch>>,
     SeededBug::DotConstantsFirstBatch},
    {"tileaa-dot-constants", "reads the right operand as the left one",
     populate<DotOfConstants<Fold::SignOfLeft>>,
     SeededBug::DotConstantsSignOfLeft},
    {"tileaa-dot-constants", "takes a sum of negative zeros for 0.0",
     populate<DotOfConstants<Fold::AnyZero>>, SeededBug::DotConstantsZeroSign},
};
llvm::ArrayRef<PatternRow> nv_tileaa::getProductRows() { return rows; }
