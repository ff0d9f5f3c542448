//===- ArithFloat.cpp - Float operations and conversions of arith ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// IEEE 754 in the default environment: nearest, ties to even, no flushing.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FastMath.h"
#include "interp/Semantics/Convert.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/FloatFunctions.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APFloat;
using llvm::APInt;
using llvm::ArrayRef;
using D = ConcreteDomain;
namespace arith = mlir::arith;
using Mode = tilefuzz::RoundingMode;

static ConcreteDomain domain;
using Meanings = std::vector<Meaning>;

static FloatFormat resultFormat(mlir::Operation *op) {
  return formatOf(elementOf(op->getResult(0)));
}

enum class Rounded { Add, Sub, Mul, Div };
template <Rounded kind> static Meanings rounded(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    APFloat a(*format, x[0]), b(*format, x[1]);
    auto mode = APFloat::rmNearestTiesToEven;
    if constexpr (kind == Rounded::Add)
      a.add(b, mode);
    else if constexpr (kind == Rounded::Sub)
      a.subtract(b, mode);
    else if constexpr (kind == Rounded::Mul)
      a.multiply(b, mode);
    else
      a.divide(b, mode);
    return exact(D::resultBits(a));
  })};
}
/// fmod, as LLVM's frem.
static Meanings remainder(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    APFloat a(*format, x[0]);
    a.mod(APFloat(*format, x[1]));
    return exact(D::resultBits(a));
  })};
}
static Meanings negate(mlir::Operation *op) {
  return {withFastMath(op, [](ArrayRef<APInt> x) {
    return exact(semantics::negf(domain, x[0]));
  })};
}

/// maxnumf and minnumf may give either zero.
template <bool isMax, bool propagateNaN>
static Meanings minOrMax(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    Element element = exact(semantics::maxOrMin(
        domain, format, x[0], x[1], isMax, propagateNaN, /*ftz=*/false));
    APFloat a(*format, x[0]), b(*format, x[1]);
    if (!propagateNaN && a.isZero() && b.isZero() &&
        a.isNegative() != b.isNegative())
      element.certainty = Certainty::Near;
    return element;
  })};
}

static Meanings compare(mlir::Operation *op) {
  using P = arith::CmpFPredicate;
  P predicate = llvm::cast<arith::CmpFOp>(op).getPredicate();
  FloatFormat format = formatOf(elementOf(op->getOperand(0)));
  return {withFastMath(op, [=](ArrayRef<APInt> x) {
    APFloat a(*format, x[0]), b(*format, x[1]);
    APFloat::cmpResult r = a.compare(b);
    bool eq = r == APFloat::cmpEqual, lt = r == APFloat::cmpLessThan,
         gt = r == APFloat::cmpGreaterThan, un = r == APFloat::cmpUnordered;
    switch (predicate) {
    case P::AlwaysFalse:
      return exactBool(false);
    case P::OEQ:
      return exactBool(eq);
    case P::OGT:
      return exactBool(gt);
    case P::OGE:
      return exactBool(gt || eq);
    case P::OLT:
      return exactBool(lt);
    case P::OLE:
      return exactBool(lt || eq);
    case P::ONE:
      return exactBool(lt || gt);
    case P::ORD:
      return exactBool(!un);
    case P::UEQ:
      return exactBool(eq || un);
    case P::UGT:
      return exactBool(gt || un);
    case P::UGE:
      return exactBool(gt || eq || un);
    case P::ULT:
      return exactBool(lt || un);
    case P::ULE:
      return exactBool(lt || eq || un);
    case P::UNE:
      return exactBool(!eq);
    case P::UNO:
      return exactBool(un);
    case P::AlwaysTrue:
      return exactBool(true);
    }
    llvm_unreachable("covered switch");
  })};
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// A NaN, or a value beyond the largest finite one, in a format that has no
/// code for it: arith does not say what becomes of it.
static Element converted(FloatFormat from, FloatFormat to, const APInt &bits,
                         Mode mode) {
  ExactFloat value = decodeFloat(from, bits);
  FormatInfo info = FormatInfo::of(to);
  Element element = exact(encodeFloat(to, value, mode));
  APFloat result(*to, APInt(info.width, element.bits));
  bool representable = value.isNaN()        ? info.hasNaN
                       : value.isInfinite() ? info.hasInfinity
                       : value.isZero() ? info.hasZero
                                        : info.hasInfinity || !result.isNaN();
  if (value.isFinite() && !info.hasInfinity && value.top() >= info.maxExponent)
    representable = false;
  if ((value.negative && !info.hasSign) ||
      (!info.hasZero && value.isFinite() && value.top() < info.minExponent))
    representable = false;
  if (!representable)
    element.certainty = Certainty::Unspecified;
  return element;
}

static Meanings convertFloat(mlir::Operation *op) {
  FloatFormat from = formatOf(elementOf(op->getOperand(0)));
  FloatFormat to = resultFormat(op);
  Mode mode = Mode::NearestEven;
  if (auto given = op->getAttrOfType<arith::RoundingModeAttr>("roundingmode"))
    switch (given.getValue()) {
    case arith::RoundingMode::to_nearest_even:
      break;
    case arith::RoundingMode::downward:
      mode = Mode::NegativeInf;
      break;
    case arith::RoundingMode::upward:
      mode = Mode::PositiveInf;
      break;
    case arith::RoundingMode::toward_zero:
      mode = Mode::Zero;
      break;
    case arith::RoundingMode::to_nearest_away:
      return {};
    }
  return {withFastMath(
      op, [=](ArrayRef<APInt> x) { return converted(from, to, x[0], mode); })};
}

template <ReadAs read> static Meanings fromInteger(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  if (!FormatInfo::of(format).hasInfinity)
    return {};
  return {[=](ArrayRef<APInt> x) {
    return exact(domain.itof(format, Mode::NearestEven, x[0], read));
  }};
}
/// Out of range: poison, as in LLVM, to which arith lowers. arith itself says
/// nothing, so no value may be expected.
template <ReadAs read> static Meanings toInteger(mlir::Operation *op) {
  FloatFormat format = formatOf(elementOf(op->getOperand(0)));
  unsigned width = widthOf(elementOf(op->getResult(0)));
  return {[=](ArrayRef<APInt> x) {
    Result<D> result = domain.ftoi(format, width, read, x[0]);
    return poisonIf(result.undefined, result.value);
  }};
}

/// The payload and sign of a NaN that an operation gave are not determined, and
/// NaNs that came in as data are not told from those.
static Meanings bitcast(mlir::Operation *op) {
  mlir::Type from = elementOf(op->getOperand(0));
  bool toInteger = !llvm::isa<mlir::FloatType>(elementOf(op->getResult(0)));
  FloatFormat format =
      toInteger && llvm::isa<mlir::FloatType>(from) ? formatOf(from) : nullptr;
  return {[format](ArrayRef<APInt> x) {
    Element element = exact(x[0]);
    if (format && APFloat(*format, x[0]).isNaN())
      element.certainty = Certainty::Unspecified;
    return element;
  }};
}

static constexpr auto sig = ReadAs::Signed;
static constexpr auto uns = ReadAs::Unsigned;
static constexpr ElementwiseRow rows[] = {
    {"arith.addf", rounded<Rounded::Add>},
    {"arith.subf", rounded<Rounded::Sub>},
    {"arith.mulf", rounded<Rounded::Mul>},
    {"arith.divf", rounded<Rounded::Div>},
    {"arith.remf", remainder},
    {"arith.negf", negate},
    {"arith.maximumf", minOrMax<true, true>},
    {"arith.minimumf", minOrMax<false, true>},
    {"arith.maxnumf", minOrMax<true, false>},
    {"arith.minnumf", minOrMax<false, false>},
    {"arith.cmpf", compare},
    {"arith.extf", convertFloat},
    {"arith.truncf", convertFloat},
    {"arith.sitofp", fromInteger<sig>},
    {"arith.uitofp", fromInteger<uns>},
    {"arith.fptosi", toInteger<sig>},
    {"arith.fptoui", toInteger<uns>},
    {"arith.bitcast", bitcast},
};
ArrayRef<ElementwiseRow> function::getArithFloatMeanings() { return rows; }
