//===- ConvertArithmetic.cpp - Part A: element-wise operations ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/ConvertEnums.h"
#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

Value tilefuzz::createConstant(OpBuilder &builder, Location loc, Type type,
                               TypedAttr value) {
  Value scalar = arith::ConstantOp::create(builder, loc, value);
  if (!isa<RankedTensorType>(type))
    return scalar;
  return aa::SplatOp::create(builder, loc, type, scalar);
}

Value tilefuzz::createInt(OpBuilder &builder, Location loc, Type type,
                          uint64_t value) {
  Type element = aa::getTileElementType(type);
  APInt bits(64, value);
  return createConstant(
      builder, loc, type,
      IntegerAttr::get(element,
                       bits.zextOrTrunc(element.getIntOrFloatBitWidth())));
}

aa::RoundingModeAttr tilefuzz::convertRounding(MLIRContext *context,
                                               ct::Rounding rounding) {
  return aa::RoundingModeAttr::get(context, convertRoundingMode(rounding));
}

arith::IntegerOverflowFlags tilefuzz::convertOverflow(ct::Overflow overflow) {
  switch (overflow) {
  case ct::Overflow::None:
    return arith::IntegerOverflowFlags::none;
  case ct::Overflow::NoSignedWrap:
    return arith::IntegerOverflowFlags::nsw;
  case ct::Overflow::NoUnsignedWrap:
    return arith::IntegerOverflowFlags::nuw;
  case ct::Overflow::NoWrap:
    return arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  }
  llvm_unreachable("unknown overflow promise");
}

static arith::CmpIPredicate convertPredicate(ct::ComparisonPredicate predicate,
                                             bool isSigned) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case ct::ComparisonPredicate::Equal:
    return P::eq;
  case ct::ComparisonPredicate::NotEqual:
    return P::ne;
  case ct::ComparisonPredicate::LessThan:
    return isSigned ? P::slt : P::ult;
  case ct::ComparisonPredicate::LessThanOrEqual:
    return isSigned ? P::sle : P::ule;
  case ct::ComparisonPredicate::GreaterThan:
    return isSigned ? P::sgt : P::ugt;
  case ct::ComparisonPredicate::GreaterThanOrEqual:
    return isSigned ? P::sge : P::uge;
  }
  llvm_unreachable("unknown predicate");
}

static arith::CmpFPredicate convertPredicate(ct::ComparisonPredicate predicate,
                                             ct::ComparisonOrdering ordering) {
  using P = arith::CmpFPredicate;
  bool ordered = ordering == ct::ComparisonOrdering::Ordered;
  switch (predicate) {
  case ct::ComparisonPredicate::Equal:
    return ordered ? P::OEQ : P::UEQ;
  case ct::ComparisonPredicate::NotEqual:
    return ordered ? P::ONE : P::UNE;
  case ct::ComparisonPredicate::LessThan:
    return ordered ? P::OLT : P::ULT;
  case ct::ComparisonPredicate::LessThanOrEqual:
    return ordered ? P::OLE : P::ULE;
  case ct::ComparisonPredicate::GreaterThan:
    return ordered ? P::OGT : P::UGT;
  case ct::ComparisonPredicate::GreaterThanOrEqual:
    return ordered ? P::OGE : P::UGE;
  }
  llvm_unreachable("unknown predicate");
}

/// True if `amount` is a constant whose elements are all below `width`.
static bool isBelowWidth(Value amount, unsigned width, const BugSet &bugs) {
  auto constant = amount.getDefiningOp<ct::ConstantOp>();
  if (!constant)
    return false;
  APInt most(64, 0);
  for (const APInt &value : constant.getDense().getValues<APInt>())
    most = llvm::APIntOps::umax(most, value.zext(64));
  // Seeded: the width itself is not too far.
  return most.ult(width) ||
         (most == width && bugs.acts(SeededBug::ShiftConstantAtWidth));
}

/// True if all elements are one constant above 0 that is so as a signed one.
static bool isPositiveConstant(Value value) {
  auto constant = value.getDefiningOp<ct::ConstantOp>();
  return constant && constant.getDense().isSplat() &&
         constant.getDense().getSplatValue<APInt>().isStrictlyPositive();
}

/// `shift(lhs, amount)`, or zero where amount >= width, which `arith` leaves
/// poison.
template <typename ShiftOp, typename... Args>
static Value createShiftOrZero(OpBuilder &builder, Location loc, Value lhs,
                               Value amount, bool inRange, Args... args) {
  if (inRange)
    return ShiftOp::create(builder, loc, lhs, amount, args...);
  Type type = lhs.getType();
  unsigned width = aa::getTileElementType(type).getIntOrFloatBitWidth();
  Value zero = createInt(builder, loc, type, 0);
  Value last = createInt(builder, loc, type, width - 1);
  Value tooFar = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt,
                                       amount, last);
  Value safe = arith::SelectOp::create(builder, loc, tooFar, zero, amount);
  Value shifted = ShiftOp::create(builder, loc, lhs, safe, args...);
  return arith::SelectOp::create(builder, loc, tooFar, zero, shifted);
}

template <typename From, typename To> static void addFlagged(Populator &to) {
  to.add<From>(
      [bugs = to.bugs](From op, auto in, Type, Rewriter rewriter) -> Values {
        using Flags = arith::IntegerOverflowFlags;
        Flags promises = convertOverflow(op.getOverflow());
        // Seeded: of a product, one stands for both.
        if (std::is_same_v<From, ct::MulIOp> && promises == Flags::nsw)
          promises = bugs.pick(SeededBug::ProductPromisesUnsigned, promises,
                               Flags::nsw | Flags::nuw);
        return {To::create(rewriter, op.getLoc(), in.getLhs(), in.getRhs(),
                           promises)};
      });
}

template <typename From, typename To> static void addPlain(Populator &to) {
  to.add<From>([](From op, auto in, Type, Rewriter rewriter) -> Values {
    return {To::create(rewriter, op.getLoc(), in.getLhs(), in.getRhs())};
  });
}

/// With `alwaysSigned`, what the operation declares is forgotten.
template <typename From, typename Signed, typename Unsigned>
static void
addBySignedness(Populator &to,
                std::optional<SeededBug> alwaysSigned = std::nullopt) {
  to.add<From>([alwaysSigned, bugs = to.bugs](From op, auto in, Type,
                                              Rewriter rewriter) -> Values {
    bool reads = isSigned(op);
    if (alwaysSigned)
      reads = bugs.pick(*alwaysSigned, reads, true);
    if (reads)
      return {Signed::create(rewriter, op.getLoc(), in.getLhs(), in.getRhs())};
    return {Unsigned::create(rewriter, op.getLoc(), in.getLhs(), in.getRhs())};
  });
}

static void populateInteger(Populator &to) {
  const BugSet &bugs = to.bugs;
  addFlagged<ct::AddIOp, arith::AddIOp>(to);
  addFlagged<ct::SubIOp, arith::SubIOp>(to);
  addFlagged<ct::MulIOp, arith::MulIOp>(to);
  to.add<ct::NegIOp>([bugs](ct::NegIOp op, auto in, Type type,
                            Rewriter rewriter) -> Values {
    Value zero = createInt(rewriter, op.getLoc(), type, 0);
    // 0 - x wraps as unsigned unless x is 0: only nsw says the same.
    arith::IntegerOverflowFlags promises = convertOverflow(op.getOverflow());
    arith::IntegerOverflowFlags kept =
        bugs.pick(SeededBug::NegPromisesUnsigned,
                  promises & arith::IntegerOverflowFlags::nsw, promises);
    return {arith::SubIOp::create(rewriter, op.getLoc(), zero, in.getSource(),
                                  kept)};
  });
  to.add<ct::AbsIOp>(
      [](ct::AbsIOp op, auto in, Type, Rewriter rewriter) -> Values {
        return {math::AbsIOp::create(rewriter, op.getLoc(), in.getSource())};
      });
  to.add<ct::MulhiIOp>(
      [](ct::MulhiIOp op, auto in, Type type, Rewriter rewriter) -> Values {
        return {aa::MulHiUIOp::create(rewriter, op.getLoc(), type, in.getX(),
                                      in.getY())};
      });
  addPlain<ct::AndIOp, arith::AndIOp>(to);
  addPlain<ct::OrIOp, arith::OrIOp>(to);
  addPlain<ct::XOrIOp, arith::XOrIOp>(to);
  addBySignedness<ct::MinIOp, arith::MinSIOp, arith::MinUIOp>(
      to, SeededBug::MinimumSignedness);
  to.add<ct::RemIOp>(
      [bugs](ct::RemIOp op, auto in, Type, Rewriter rewriter) -> Values {
        bool reads = isSigned(op);
        // Seeded: a divisor without a sign reads the same either way.
        if (!reads && isPositiveConstant(op.getRhs()))
          reads = bugs.pick(SeededBug::RemainderOfConstantSigned, reads, true);
        if (reads)
          return {arith::RemSIOp::create(rewriter, op.getLoc(), in.getLhs(),
                                         in.getRhs())};
        return {arith::RemUIOp::create(rewriter, op.getLoc(), in.getLhs(),
                                       in.getRhs())};
      });
  to.add<ct::DivIOp>(
      [bugs](ct::DivIOp op, auto in, Type, Rewriter rewriter) -> Values {
        Location loc = op.getLoc();
        Value lhs = in.getLhs(), rhs = in.getRhs();
        if (op.getRounding() == ct::Rounding::PositiveInf) {
          // Seeded: there is one that rounds up.
          if (bugs.pick(SeededBug::CeilDivReadsSigned, isSigned(op), true))
            return {arith::CeilDivSIOp::create(rewriter, loc, lhs, rhs)};
          return {arith::CeilDivUIOp::create(rewriter, loc, lhs, rhs)};
        }
        if (!isSigned(op))
          return {arith::DivUIOp::create(rewriter, loc, lhs, rhs)};
        if (op.getRounding() == ct::Rounding::NegativeInf &&
            !bugs.acts(SeededBug::FloorDivTruncates))
          return {arith::FloorDivSIOp::create(rewriter, loc, lhs, rhs)};
        return {arith::DivSIOp::create(rewriter, loc, lhs, rhs)};
      });
  to.add<ct::ShLIOp>(
      [bugs](ct::ShLIOp op, auto in, Type type, Rewriter rewriter) -> Values {
        unsigned width = aa::getTileElementType(type).getIntOrFloatBitWidth();
        return {createShiftOrZero<arith::ShLIOp>(
            rewriter, op.getLoc(), in.getLhs(), in.getRhs(),
            isBelowWidth(op.getRhs(), width, bugs),
            convertOverflow(op.getOverflow()))};
      });
  to.add<ct::ShRIOp>(
      [bugs](ct::ShRIOp op, auto in, Type type, Rewriter rewriter) -> Values {
        unsigned width = aa::getTileElementType(type).getIntOrFloatBitWidth();
        bool inRange = isBelowWidth(op.getRhs(), width, bugs);
        Location loc = op.getLoc();
        if (!bugs.pick(SeededBug::ShiftRightSignedness, isSigned(op), false))
          return {createShiftOrZero<arith::ShRUIOp>(rewriter, loc, in.getLhs(),
                                                    in.getRhs(), inRange)};
        // Shifting by width - 1 already leaves only copies of the sign.
        Value amount = in.getRhs();
        if (!inRange) {
          Value last = createInt(rewriter, loc, type, width - 1);
          // Seeded: amounts are signed.
          if (bugs.acts(SeededBug::ShiftAmountSigned))
            amount = arith::MinSIOp::create(rewriter, loc, amount, last);
          else
            amount = arith::MinUIOp::create(rewriter, loc, amount, last);
        }
        return {arith::ShRSIOp::create(rewriter, loc, in.getLhs(), amount)};
      });
  // Seeded: the reading of the operands is lost.
  to.add<ct::CmpIOp>(
      [=](ct::CmpIOp op, auto in, Type, Rewriter rewriter) -> Values {
        ct::ComparisonPredicate predicate = op.getComparisonPredicate();
        return {arith::CmpIOp::create(
            rewriter, op.getLoc(),
            bugs.pick(SeededBug::CompareSignedness,
                      convertPredicate(predicate, isSigned(op)),
                      convertPredicate(predicate, /*isSigned=*/true)),
            in.getLhs(), in.getRhs())};
      });
  to.add<ct::SelectOp>(
      [](ct::SelectOp op, auto in, Type, Rewriter rewriter) -> Values {
        return {arith::SelectOp::create(rewriter, op.getLoc(), in.getCond(),
                                        in.getValIfTrue(), in.getValIfFalse())};
      });
}

/// Operands of maxf or minf. One of them is the result, so that flushing both
/// flushes the result: a product with one does so, and keeps all else.
template <typename OpT, typename AdaptorT>
static std::pair<Value, Value>
flushedOperands(OpT op, AdaptorT in, Rewriter rewriter, const BugSet &bugs) {
  Value lhs = in.getLhs(), rhs = in.getRhs();
  if (!op.getFlushToZero())
    return {lhs, rhs};
  Attribute one = rewriter.getF32FloatAttr(1);
  if (auto tensor = dyn_cast<RankedTensorType>(lhs.getType()))
    one = DenseElementsAttr::get(tensor, one);
  Value factor =
      arith::ConstantOp::create(rewriter, op.getLoc(), cast<TypedAttr>(one));
  auto flush = [&](Value x) -> Value {
    return aa::MulFOp::create(
        rewriter, op.getLoc(), x, factor,
        convertRounding(op.getContext(), ct::Rounding::NearestEven),
        rewriter.getUnitAttr(), nullptr);
  };
  // Seeded: one flushed operand is enough.
  bool isEnough = bugs.acts(SeededBug::ExtremumFlushesLeft);
  return {flush(lhs), isEnough ? rhs : flush(rhs)};
}

template <typename From, typename To> static void addFloat(Populator &to) {
  to.add<From>([bugs = to.bugs](From op, auto in, Type type,
                                Rewriter rewriter) -> Values {
    ct::Rounding mode =
        bugs.pick(SeededBug::FloatLosesRounding, op.getRoundingMode(),
                  ct::Rounding::NearestEven);
    UnitAttr flush = bugs.pick(SeededBug::FloatLosesFlush,
                               op.getFlushToZeroAttr(), UnitAttr());
    return {To::create(rewriter, op.getLoc(), type, in.getLhs(), in.getRhs(),
                       convertRounding(op.getContext(), mode), flush, nullptr)};
  });
}

static void populateFloat(Populator &to) {
  const BugSet &bugs = to.bugs;
  addFloat<ct::AddFOp, aa::AddFOp>(to);
  addFloat<ct::SubFOp, aa::SubFOp>(to);
  addFloat<ct::MulFOp, aa::MulFOp>(to);
  addFloat<ct::DivFOp, aa::DivFOp>(to);
  to.add<ct::MaxFOp>(
      [bugs](ct::MaxFOp op, auto in, Type, Rewriter rewriter) -> Values {
        auto [lhs, rhs] = flushedOperands(op, in, rewriter, bugs);
        if (op.getPropagateNan() && !bugs.acts(SeededBug::MaximumLosesNaN))
          return {arith::MaximumFOp::create(rewriter, op.getLoc(), lhs, rhs)};
        return {arith::MaxNumFOp::create(rewriter, op.getLoc(), lhs, rhs)};
      });
  to.add<ct::MinFOp>(
      [bugs](ct::MinFOp op, auto in, Type, Rewriter rewriter) -> Values {
        auto [lhs, rhs] = flushedOperands(op, in, rewriter, bugs);
        if (op.getPropagateNan())
          return {arith::MinimumFOp::create(rewriter, op.getLoc(), lhs, rhs)};
        return {arith::MinNumFOp::create(rewriter, op.getLoc(), lhs, rhs)};
      });
  to.add<ct::CmpFOp>([bugs](ct::CmpFOp op, auto in, Type,
                            Rewriter rewriter) -> Values {
    ct::ComparisonOrdering ordering =
        bugs.pick(SeededBug::CompareAlwaysOrdered, op.getComparisonOrdering(),
                  ct::ComparisonOrdering::Ordered);
    arith::CmpFPredicate predicate =
        convertPredicate(op.getComparisonPredicate(), ordering);
    // Seeded: what is no number is not equal to anything.
    if (predicate == arith::CmpFPredicate::ONE)
      predicate = bugs.pick(SeededBug::CompareNotEqualOfNaN, predicate,
                            arith::CmpFPredicate::UNE);
    return {arith::CmpFOp::create(rewriter, op.getLoc(), predicate, in.getLhs(),
                                  in.getRhs())};
  });
}

static Value createFToI(OpBuilder &b, Location loc, Value from, Type type,
                        bool isSigned) {
  if (isSigned)
    return arith::FPToSIOp::create(b, loc, type, from);
  return arith::FPToUIOp::create(b, loc, type, from);
}

/// NaN is 0, and what is out of range the nearest end of it (13.4 additions,
/// 4.1). The conversion sees numbers in range only: arith makes poison of
/// others.
static Value saturate(OpBuilder &b, Location loc, Value from, Type type,
                      bool isSigned, const BugSet &bugs) {
  // In a format that has the powers of two at the ends.
  if (!aa::getTileElementType(from.getType()).isF64() &&
      !aa::getTileElementType(from.getType()).isF32()) {
    Type wide = aa::getTileType(aa::getTileShape(type), b.getF32Type());
    from = aa::FpToFpOp::create(
        b, loc, wide, from,
        aa::RoundingModeAttr::get(b.getContext(),
                                  aa::RoundingMode::NearestEven));
  }
  auto floats = cast<FloatType>(aa::getTileElementType(from.getType()));
  unsigned width = aa::getTileElementType(type).getIntOrFloatBitWidth();
  auto number = [&](double value) {
    return createConstant(b, loc, from.getType(),
                          b.getFloatAttr(floats, value));
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value bound) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, from, bound);
  };
  auto select = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(b, loc, condition, yes, no);
  };
  // The first number above the range. Below it ends at -2^(width - 1), or at 0;
  // numbers above -1 are 0 though they may be negative.
  // Seeded: that one is within.
  Value above =
      compare(bugs.pick(SeededBug::SaturateIncludesBound,
                        arith::CmpFPredicate::OGE, arith::CmpFPredicate::OGT),
              number(std::ldexp(1.0, int(width) - isSigned)));
  // Seeded: NaN is below, too.
  auto belowOrEqual = arith::CmpFPredicate::OLE;
  if (isSigned)
    belowOrEqual = bugs.pick(SeededBug::SaturateNaNIsLeast, belowOrEqual,
                             arith::CmpFPredicate::ULE);
  Value below = compare(
      belowOrEqual, number(isSigned ? -std::ldexp(1.0, int(width) - 1) : 0.0));
  Value isNaN =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, from, from);
  Value outside = arith::OrIOp::create(
      b, loc, arith::OrIOp::create(b, loc, above, below), isNaN);
  Value inside =
      createFToI(b, loc, select(outside, number(0), from), type, isSigned);
  uint64_t most = llvm::maskTrailingOnes<uint64_t>(width - isSigned);
  Value greatest = createInt(b, loc, type, most);
  Value least = createInt(b, loc, type,
                          isSigned ? uint64_t(1) << (width - 1) : uint64_t(0));
  return select(above, greatest, select(below, least, inside));
}

static void populateCasts(Populator &to) {
  to.add<ct::ExtIOp>([bugs = to.bugs](ct::ExtIOp op, auto in, Type type,
                                      Rewriter rewriter) -> Values {
    if (bugs.pick(SeededBug::ExtendSignedness, isSigned(op), true))
      return {
          arith::ExtSIOp::create(rewriter, op.getLoc(), type, in.getFrom())};
    return {arith::ExtUIOp::create(rewriter, op.getLoc(), type, in.getFrom())};
  });
  to.add<ct::FToIOp>([bugs = to.bugs](ct::FToIOp op, auto in, Type type,
                                      Rewriter rewriter) -> Values {
    if (op.getSaturating())
      return {saturate(rewriter, op.getLoc(), in.getFrom(), type, isSigned(op),
                       bugs)};
    // Seeded: the widest integers hold every number either way.
    bool readsSigned =
        isSigned(op) || (aa::getTileElementType(type).isInteger(64) &&
                         bugs.acts(SeededBug::FloatToWideSigned));
    return {createFToI(rewriter, op.getLoc(), in.getFrom(), type, readsSigned)};
  });
  to.add<ct::FToFOp>([bugs = to.bugs](ct::FToFOp op, auto in, Type type,
                                      Rewriter rewriter) -> Values {
    Value from = in.getFrom();
    Type narrow = aa::getTileElementType(type);
    // Where the mode says nothing, as every value is exact, it is the nearest.
    ct::Rounding rounding = op.getRoundingMode();
    if (rounding == ct::Rounding::NearestAway && !isa<FloatTF32Type>(narrow))
      rounding = ct::Rounding::NearestEven;
    // Seeded: there is one nearest.
    if (rounding == ct::Rounding::NearestAway &&
        aa::getTileElementType(from.getType()).getIntOrFloatBitWidth() > 19)
      rounding = bugs.pick(SeededBug::FormatTiesToEven, rounding,
                           ct::Rounding::NearestEven);
    auto mode = convertRounding(op.getContext(), rounding);
    // Seeded: through f32, which rounds twice.
    if (aa::getTileElementType(from.getType()).isF64() &&
        narrow.getIntOrFloatBitWidth() == 16 &&
        bugs.acts(SeededBug::FormatThroughFloat)) {
      Type middle =
          aa::getTileType(aa::getTileShape(type), rewriter.getF32Type());
      from = aa::FpToFpOp::create(rewriter, op.getLoc(), middle, from, mode);
    }
    return {aa::FpToFpOp::create(rewriter, op.getLoc(), type, from, mode)};
  });
  to.add<ct::BitcastOp>([](ct::BitcastOp op, auto in, Type type,
                           Rewriter rewriter) -> Values {
    return {aa::BitcastOp::create(rewriter, op.getLoc(), type, in.getSource())};
  });
  to.add<ct::PackOp>([](ct::PackOp op, auto in, Type type,
                        Rewriter rewriter) -> Values {
    return {aa::PackOp::create(rewriter, op.getLoc(), type, in.getSource())};
  });
  to.add<ct::UnpackOp>([](ct::UnpackOp op, auto in, Type type,
                          Rewriter rewriter) -> Values {
    return {aa::UnpackOp::create(rewriter, op.getLoc(), type, in.getSource())};
  });
}

void tilefuzz::populatePartA(const TypeConverter &converter,
                             RewritePatternSet &patterns,
                             const CudaTileToTileAAOptions &options) {
  Populator to{converter, patterns, options.bugs};
  populateInteger(to);
  populateFloat(to);
  populateCasts(to);
  populateMath(to);
  populateShapes(to);
  populateControlFlow(to);
}
