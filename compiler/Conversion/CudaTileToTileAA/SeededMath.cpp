//===- SeededMath.cpp - Float code that is too far off ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Seeded bugs of operations whose result is not unique: what stands for them
// here is near, but farther off than the operation may be. Each variant is what
// somebody might write: a constant of a few digits, a difference that cancels,
// a value kept in a narrower format, the approximation where the full function
// is asked for.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/ConvertEnums.h"
#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// Writing code
//===----------------------------------------------------------------------===//

namespace {
/// Writes float operations of one type; unless said otherwise they round to
/// nearest and flush nothing.
class FloatCode {
public:
  FloatCode(Operation *op, Type type, OpBuilder &builder)
      : op(op), type(type), b(builder), loc(op->getLoc()) {}

  Value constant(double value) {
    auto element = cast<FloatType>(aa::getTileElementType(type));
    return createConstant(b, loc, type, FloatAttr::get(element, value));
  }
  Value add(Value x, Value y) { return binary<aa::AddFOp>(x, y); }
  Value subtract(Value x, Value y) { return binary<aa::SubFOp>(x, y); }
  Value multiply(Value x, Value y) { return binary<aa::MulFOp>(x, y); }
  Value divide(Value x, Value y, ct::Rounding mode = ct::Rounding::NearestEven,
               UnitAttr flush = {}) {
    return aa::DivFOp::create(b, loc, type, x, y, rounding(mode), flush,
                              nullptr);
  }
  Value sqrt(Value x, ct::Rounding mode, UnitAttr flush) {
    return aa::SqrtOp::create(b, loc, type, x, rounding(mode), flush, nullptr);
  }
  Value exp2(Value x) {
    return aa::Exp2Op::create(b, loc, type, x, nullptr, nullptr);
  }
  Value rsqrt(Value x, UnitAttr flush = {}) {
    return aa::RsqrtOp::create(b, loc, type, x, flush, nullptr);
  }
  template <typename To> Value apply(Value x) { return To::create(b, loc, x); }

  UnitAttr flush() { return b.getUnitAttr(); }
  /// x in another format, and back.
  Value through(Type narrow, Value x,
                ct::Rounding mode = ct::Rounding::NearestEven) {
    return convert(convert(x, narrow, mode), aa::getTileElementType(type));
  }
  Value convert(Value x, Type element,
                ct::Rounding mode = ct::Rounding::NearestEven) {
    Type to = element;
    if (auto tensor = dyn_cast<RankedTensorType>(x.getType()))
      to = tensor.clone(element);
    return aa::FpToFpOp::create(b, loc, to, x, rounding(mode));
  }
  /// c0 + x * (c1 + x * (...))
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value sum = constant(coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      sum = add(constant(coefficient), multiply(x, sum));
    return sum;
  }
  Value select(arith::CmpFPredicate predicate, Value x, Value y, Value ifTrue,
               Value ifFalse) {
    Value condition = arith::CmpFOp::create(b, loc, predicate, x, y);
    return arith::SelectOp::create(b, loc, condition, ifTrue, ifFalse);
  }

  Operation *const op;
  const Type type;
  OpBuilder &b;
  const Location loc;

private:
  template <typename To> Value binary(Value x, Value y) {
    return To::create(b, loc, type, x, y, rounding(ct::Rounding::NearestEven),
                      nullptr, nullptr);
  }
  aa::RoundingModeAttr rounding(ct::Rounding mode) {
    return convertRounding(b.getContext(), mode);
  }
};
} // namespace

static constexpr double log2OfE = 1.4426950408889634;
/// The same to five digits.
static constexpr double shortLog2OfE = 1.4427;

//===----------------------------------------------------------------------===//
// Where a variant differs
//===----------------------------------------------------------------------===//

static bool isF32(Operation *op) {
  auto type = cast<ct::TileType>(op->getResult(0).getType());
  return type.getElementType().isF32();
}

template <typename OpTy, ct::Rounding mode>
static bool isF32With(Operation *op) {
  return isF32(op) && cast<OpTy>(op).getRoundingMode() == mode;
}

template <typename OpTy> static bool isF32Unflushed(Operation *op) {
  return isF32(op) && !cast<OpTy>(op).getFlushToZero();
}

static bool isAny(Operation *) { return true; }

static bool isUnflushedFullDivision(Operation *op) {
  return isF32With<ct::DivFOp, ct::Rounding::Full>(op) &&
         !cast<ct::DivFOp>(op).getFlushToZero();
}

static bool isUnflushedApproxSqrt(Operation *op) {
  return isF32With<ct::SqrtOp, ct::Rounding::Approx>(op) &&
         !cast<ct::SqrtOp>(op).getFlushToZero();
}

/// What a value is, whatever its shape.
static Value withoutShape(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<ct::ReshapeOp, ct::BroadcastOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

static std::optional<double> uniformNumber(Value value) {
  auto constant = withoutShape(value).getDefiningOp<ct::ConstantOp>();
  if (!constant || !constant.getDense().isSplat() ||
      !isa<FloatType>(constant.getDense().getElementType()))
    return std::nullopt;
  return constant.getDense().getSplatValue<APFloat>().convertToDouble();
}

/// A sum of n elements divided by n. The body of the sum may be elsewhere
/// already; a neutral element that is zero says what it does.
static bool isMean(Operation *op) {
  auto quotient = cast<ct::DivFOp>(op);
  auto sum = withoutShape(quotient.getLhs()).getDefiningOp<ct::ReduceOp>();
  std::optional<double> count = uniformNumber(quotient.getRhs());
  if (!sum || !count || sum.getNumOperands() != 1 || *count < 2)
    return false;
  auto identity = dyn_cast<FloatAttr>(sum.getIdentities()[0]);
  auto type = cast<ct::TileType>(sum.getOperand(0).getType());
  return identity && identity.getValue().isZero() &&
         double(type.getShape()[sum.getDim()]) == *count;
}

static bool isScaledProduct(Operation *op) {
  auto product = cast<ct::MulFOp>(op);
  if (!withoutShape(product.getLhs()).getDefiningOp<ct::MmaFOp>())
    return false;
  std::optional<double> scale = uniformNumber(product.getRhs());
  return scale && *scale != 0 && std::fabs(*scale) != 1;
}

//===----------------------------------------------------------------------===//
// The variants
//===----------------------------------------------------------------------===//

using Operands = ArrayRef<Value>;

static Value exp2OfSame(FloatCode &c, Operands x) { return c.exp2(x[0]); }
template <typename To> static Value sameOf(FloatCode &c, Operands x) {
  return c.apply<To>(x[0]);
}
static Value expThroughExp2(FloatCode &c, Operands x) {
  return c.exp2(c.multiply(x[0], c.constant(log2OfE)));
}
static Value expShortConstant(FloatCode &c, Operands x) {
  return c.exp2(c.multiply(x[0], c.constant(shortLog2OfE)));
}
static Value expOverflowsEarly(FloatCode &c, Operands x) {
  Value infinity = c.constant(std::numeric_limits<double>::infinity());
  return c.select(arith::CmpFPredicate::OGT, x[0], c.constant(80), infinity,
                  c.apply<math::ExpOp>(x[0]));
}
static Value log2ShortConstant(FloatCode &c, Operands x) {
  return c.multiply(c.apply<math::LogOp>(x[0]), c.constant(shortLog2OfE));
}

/// The polynomial where |x| is below the limit, else the function.
template <typename Function>
static Value nearZero(FloatCode &c, Value x, double limit, Value polynomial) {
  return c.select(arith::CmpFPredicate::OLT, c.apply<math::AbsFOp>(x),
                  c.constant(limit), polynomial, c.apply<Function>(x));
}
static Value exp2NarrowNearZero(FloatCode &c, Operands x) {
  return c.select(arith::CmpFPredicate::OLT, c.apply<math::AbsFOp>(x[0]),
                  c.constant(1), c.exp2(c.through(c.b.getF16Type(), x[0])),
                  c.exp2(x[0]));
}
/// t (1 - t / 2 + t^2 / 3 - t^3 / 4) of t = x - 1.
static Value logShortSeries(FloatCode &c, Operands x) {
  Value t = c.subtract(x[0], c.constant(1));
  Value series = c.multiply(t, c.polynomial(t, {1, -0.5, 0.33333333, -0.25}));
  return c.select(arith::CmpFPredicate::OLT, c.apply<math::AbsFOp>(t),
                  c.constant(0.25), series, c.apply<math::LogOp>(x[0]));
}
/// x (1 + x^2 / 6)
static Value sinhShortSeries(FloatCode &c, Operands x) {
  Value square = c.multiply(x[0], x[0]);
  return nearZero<math::SinhOp>(
      c, x[0], 1, c.multiply(x[0], c.polynomial(square, {1, 0.16666667})));
}
/// x (1 - x^2 / 3 + 2 x^4 / 15)
static Value tanhShortSeries(FloatCode &c, Operands x) {
  Value square = c.multiply(x[0], x[0]);
  return nearZero<math::TanhOp>(
      c, x[0], 0.5,
      c.multiply(x[0], c.polynomial(square, {1, -0.33333333, 0.13333333})));
}
/// One period less of what lies between one and two of them.
template <typename Function>
static Value shortPeriod(FloatCode &c, Operands x) {
  Value period = c.constant(6.2832);
  Value less = c.apply<Function>(c.subtract(x[0], period));
  Value rest = c.apply<Function>(x[0]);
  rest =
      c.select(arith::CmpFPredicate::OLT, x[0], c.constant(12.5), less, rest);
  return c.select(arith::CmpFPredicate::OGE, x[0], period, rest,
                  c.apply<Function>(x[0]));
}
/// x (1 - x^2 / 6 + ...), with 0.1666 for 1 / 6.
static Value sinWrongCoefficient(FloatCode &c, Operands x) {
  Value square = c.multiply(x[0], x[0]);
  Value factor =
      c.polynomial(square, {1, -0.1666, 8.3333333e-3, -1.984127e-4, 2.7557e-6});
  return nearZero<math::SinOp>(c, x[0], 0.785, c.multiply(x[0], factor));
}
/// 1 - x^2 / 2 + x^4 / 24 - x^6 / 720, without + x^8 / 40320.
static Value cosShortPolynomial(FloatCode &c, Operands x) {
  Value square = c.multiply(x[0], x[0]);
  return nearZero<math::CosOp>(
      c, x[0], 1.5,
      c.polynomial(square, {1, -0.5, 4.1666667e-2, -1.3888889e-3}));
}
static Value tanNarrowCosine(FloatCode &c, Operands x) {
  Value cosine = c.through(c.b.getF16Type(), c.apply<math::CosOp>(x[0]));
  return c.divide(c.apply<math::SinOp>(x[0]), cosine);
}
static Value sinhCancels(FloatCode &c, Operands x) {
  Value up = c.apply<math::ExpOp>(x[0]);
  Value down = c.apply<math::ExpOp>(c.apply<arith::NegFOp>(x[0]));
  return c.multiply(c.constant(0.5), c.subtract(up, down));
}
static Value coshDropsSmaller(FloatCode &c, Operands x) {
  Value larger = c.apply<math::ExpOp>(c.apply<math::AbsFOp>(x[0]));
  return c.multiply(c.constant(0.5), larger);
}
static Value tanhCancels(FloatCode &c, Operands x) {
  Value square = c.apply<math::ExpOp>(c.add(x[0], x[0]));
  Value part = c.divide(c.constant(2), c.add(square, c.constant(1)));
  return c.subtract(c.constant(1), part);
}
static Value tanhSaturatesEarly(FloatCode &c, Operands x) {
  Value low = arith::MaximumFOp::create(c.b, c.loc, x[0], c.constant(-3));
  Value clamped = arith::MinimumFOp::create(c.b, c.loc, low, c.constant(3));
  return c.apply<math::TanhOp>(clamped);
}
static Value powThroughExp2(FloatCode &c, Operands x) {
  return c.exp2(c.multiply(x[1], c.apply<math::Log2Op>(x[0])));
}
static Value atan2Swapped(FloatCode &c, Operands x) {
  return aa::CallElementwiseIntrinsicOp::create(
      c.b, c.loc, c.type, ValueRange{x[1], x[0]}, c.b.getStringAttr("atan2"),
      c.b.getUnitAttr());
}
static Value sqrtThroughRsqrt(FloatCode &c, Operands x) {
  return c.multiply(x[0], c.rsqrt(x[0]));
}
static Value sqrtFlushed(FloatCode &c, Operands x) {
  return c.sqrt(x[0], ct::Rounding::Approx, c.flush());
}
static Value rsqrtFlushed(FloatCode &c, Operands x) {
  return c.rsqrt(x[0], c.flush());
}
/// From eight bits one step of Newton leads to about sixteen. What is zero or
/// infinite is left as it is.
static Value rsqrtMissesStep(FloatCode &c, Operands x) {
  Value first = c.through(c.b.getBF16Type(), c.rsqrt(x[0]));
  Value square = c.multiply(c.multiply(x[0], first), first);
  Value step = c.subtract(c.constant(1.5), c.multiply(c.constant(0.5), square));
  Value refined = c.multiply(first, step);
  return c.select(arith::CmpFPredicate::ORD, refined, refined, refined,
                  c.rsqrt(x[0]));
}
static Value sqrtApprox(FloatCode &c, Operands x) {
  return c.sqrt(x[0], ct::Rounding::Approx,
                cast<ct::SqrtOp>(c.op).getFlushToZeroAttr());
}
static Value divApprox(FloatCode &c, Operands x) {
  return c.divide(x[0], x[1], ct::Rounding::Approx,
                  cast<ct::DivFOp>(c.op).getFlushToZeroAttr());
}
static Value divFullFlushed(FloatCode &c, Operands x) {
  return c.divide(x[0], x[1], ct::Rounding::Full, c.flush());
}
static Value divNarrowReciprocal(FloatCode &c, Operands x) {
  Value reciprocal = c.divide(c.constant(1), x[1], ct::Rounding::Approx,
                              cast<ct::DivFOp>(c.op).getFlushToZeroAttr());
  return c.multiply(x[0], c.through(c.b.getBF16Type(), reciprocal));
}
static Value meanOfOneLess(FloatCode &c, Operands x) {
  auto quotient = cast<ct::DivFOp>(c.op);
  double count = *uniformNumber(quotient.getRhs());
  return c.divide(x[0], c.constant(count - 1), quotient.getRoundingMode(),
                  quotient.getFlushToZeroAttr());
}
static Value scaleTwice(FloatCode &c, Operands x) {
  return c.multiply(c.multiply(x[0], x[1]), x[1]);
}

namespace {
struct Variant {
  SeededBug bug;
  StringRef operation;
  bool (*differs)(Operation *op);
  Value (*write)(FloatCode &code, Operands operands);
};
} // namespace

static ArrayRef<Variant> getVariants() {
  using B = SeededBug;
  using R = ct::Rounding;
  static const Variant variants[] = {
      {B::ExpIsExp2, ct::ExpOp::getOperationName(), isAny, exp2OfSame},
      {B::Exp2IsExp, ct::Exp2Op::getOperationName(), isAny,
       sameOf<math::ExpOp>},
      {B::ExpThroughExp2, ct::ExpOp::getOperationName(),
       isF32With<ct::ExpOp, R::Full>, expThroughExp2},
      {B::ExpShortConstant, ct::ExpOp::getOperationName(),
       isF32With<ct::ExpOp, R::Approx>, expShortConstant},
      {B::ExpOverflowsEarly, ct::ExpOp::getOperationName(), isF32,
       expOverflowsEarly},
      {B::Exp2NarrowNearZero, ct::Exp2Op::getOperationName(),
       isF32Unflushed<ct::Exp2Op>, exp2NarrowNearZero},
      {B::LogIsLog2, ct::LogOp::getOperationName(), isAny,
       sameOf<math::Log2Op>},
      {B::LogShortSeries, ct::LogOp::getOperationName(), isF32, logShortSeries},
      {B::Log2ShortConstant, ct::Log2Op::getOperationName(), isF32,
       log2ShortConstant},
      {B::SinWrongCoefficient, ct::SinOp::getOperationName(), isF32,
       sinWrongCoefficient},
      {B::CosShortPolynomial, ct::CosOp::getOperationName(), isF32,
       cosShortPolynomial},
      {B::SinShortPeriod, ct::SinOp::getOperationName(), isF32,
       shortPeriod<math::SinOp>},
      {B::CosShortPeriod, ct::CosOp::getOperationName(), isF32,
       shortPeriod<math::CosOp>},
      {B::TanNarrowCosine, ct::TanOp::getOperationName(), isF32,
       tanNarrowCosine},
      {B::SinHCancels, ct::SinHOp::getOperationName(), isF32, sinhCancels},
      {B::SinHShortSeries, ct::SinHOp::getOperationName(), isF32,
       sinhShortSeries},
      {B::TanHShortSeries, ct::TanHOp::getOperationName(),
       isF32With<ct::TanHOp, R::Full>, tanhShortSeries},
      {B::CosHDropsSmaller, ct::CosHOp::getOperationName(), isF32,
       coshDropsSmaller},
      {B::TanHCancels, ct::TanHOp::getOperationName(),
       isF32With<ct::TanHOp, R::Full>, tanhCancels},
      {B::TanHSaturatesEarly, ct::TanHOp::getOperationName(),
       isF32With<ct::TanHOp, R::Approx>, tanhSaturatesEarly},
      {B::PowThroughExp2, ct::PowOp::getOperationName(), isF32, powThroughExp2},
      {B::Atan2Swapped, ct::Atan2Op::getOperationName(), isAny, atan2Swapped},
      {B::SqrtThroughRsqrt, ct::SqrtOp::getOperationName(),
       isUnflushedApproxSqrt, sqrtThroughRsqrt},
      {B::SqrtFlushes, ct::SqrtOp::getOperationName(), isUnflushedApproxSqrt,
       sqrtFlushed},
      {B::RsqrtFlushes, ct::RsqrtOp::getOperationName(),
       isF32Unflushed<ct::RsqrtOp>, rsqrtFlushed},
      {B::RsqrtMissesStep, ct::RsqrtOp::getOperationName(),
       isF32Unflushed<ct::RsqrtOp>, rsqrtMissesStep},
      {B::DivFullIsApprox, ct::DivFOp::getOperationName(),
       isF32With<ct::DivFOp, R::Full>, divApprox},
      {B::DivBecomesApprox, ct::DivFOp::getOperationName(),
       isF32With<ct::DivFOp, R::NearestEven>, divApprox},
      {B::SqrtBecomesApprox, ct::SqrtOp::getOperationName(),
       isF32With<ct::SqrtOp, R::NearestEven>, sqrtApprox},
      {B::DivFullFlushes, ct::DivFOp::getOperationName(),
       isUnflushedFullDivision, divFullFlushed},
      {B::DivNarrowReciprocal, ct::DivFOp::getOperationName(),
       isF32With<ct::DivFOp, R::Approx>, divNarrowReciprocal},
      {B::MeanOfOneLess, ct::DivFOp::getOperationName(), isMean, meanOfOneLess},
      {B::ScaleAppliedTwice, ct::MulFOp::getOperationName(), isScaledProduct,
       scaleTwice},
  };
  return variants;
}

Value tilefuzz::convertWrongly(Operation *op, ValueRange operands, Type type,
                               OpBuilder &builder, const BugSet &bugs) {
  if (bugs.empty() && !bugs.canaries)
    return {};
  for (const Variant &variant : getVariants())
    if (op->getName().getStringRef() == variant.operation &&
        variant.differs(op) && bugs.acts(variant.bug)) {
      FloatCode code(op, type, builder);
      return variant.write(code, SmallVector<Value>(operands));
    }
  return {};
}

//===----------------------------------------------------------------------===//
// Products of matrices, sums
//===----------------------------------------------------------------------===//

/// All but the last element along K, and zeros.
static Value withoutLastStep(OpBuilder &b, Location loc, Value lhs) {
  auto type = cast<RankedTensorType>(lhs.getType());
  int64_t depth = type.getShape().back();
  SmallVector<bool> isKept(type.getNumElements(), true);
  for (int64_t i = depth - 1; i < type.getNumElements(); i += depth)
    isKept[i] = false;
  Value mask = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(type.clone(b.getI1Type()), isKept));
  Value zero =
      createConstant(b, loc, type, b.getFloatAttr(type.getElementType(), 0));
  return arith::SelectOp::create(b, loc, mask, lhs, zero);
}

Value tilefuzz::convertProductWrongly(ct::MmaFOp op, ValueRange operands,
                                      Type type, OpBuilder &b,
                                      const BugSet &bugs) {
  if (bugs.empty() && !bugs.canaries)
    return {};
  Location loc = op.getLoc();
  Value lhs = operands[0], rhs = operands[1], acc = operands[2];
  Type operand = aa::getTileElementType(lhs.getType());
  Type sum = aa::getTileElementType(type);
  FloatCode code(op, type, b);
  auto product = [&](Value lhs, Value rhs, Value acc) -> Value {
    bool isTF32 = isa<FloatTF32Type>(aa::getTileElementType(lhs.getType()));
    return aa::DotOp::create(b, loc, acc.getType(), lhs, rhs, acc, Value(),
                             Value(), nullptr, nullptr, nullptr,
                             isTF32 ? b.getStringAttr("tf32") : nullptr,
                             op.getFastAccAttr(), nullptr);
  };
  bool hasHalfSums =
      sum.isF32() && (operand.isF16() || operand.getIntOrFloatBitWidth() == 8);
  if (hasHalfSums && bugs.acts(SeededBug::DotSumsInHalf))
    return code.convert(product(lhs, rhs, code.convert(acc, b.getF16Type())),
                        sum);
  if (operand.isF32() && bugs.acts(SeededBug::DotTruncatesToTF32)) {
    Type tf32 = FloatTF32Type::get(b.getContext());
    return product(code.convert(lhs, tf32, ct::Rounding::Zero),
                   code.convert(rhs, tf32, ct::Rounding::Zero), acc);
  }
  if (bugs.acts(SeededBug::DotForgetsLastStep))
    return product(withoutLastStep(b, loc, lhs), rhs, acc);
  if (bugs.acts(SeededBug::DotAddsTwice))
    return code.add(product(lhs, rhs, acc), acc);
  return {};
}

SmallVector<Value> tilefuzz::convertTermsWrongly(ct::ReduceOp op,
                                                 ValueRange operands,
                                                 OpBuilder &b,
                                                 const BugSet &bugs) {
  SmallVector<Value> terms(operands);
  if ((bugs.empty() && !bugs.canaries) || terms.size() != 1)
    return terms;
  Type type = terms[0].getType();
  if (!aa::getTileElementType(type).isF32() ||
      !isa<ct::AddFOp>(op.getBody().front().front()) ||
      !bugs.acts(SeededBug::SumRoundsTerms))
    return terms;
  FloatCode code(op, type, b);
  terms[0] = code.through(b.getBF16Type(), terms[0]);
  return terms;
}
