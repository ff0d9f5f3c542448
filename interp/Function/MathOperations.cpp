//===- MathOperations.cpp - The math dialect ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the dialect calls by the name of an IEEE 754-2019 operation is exact.
// For other functions it gives no accuracy: results are near those of correct
// rounding, but NaNs, infinities and ones of special operands are exact, as ISO
// C, annex F, has them.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FastMath.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/FloatFunctions.h"
#include <cmath>

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APFloat;
using llvm::APInt;
using llvm::ArrayRef;
using D = ConcreteDomain;

static ConcreteDomain domain;
using Meanings = std::vector<Meaning>;

static FloatFormat resultFormat(mlir::Operation *op) {
  return formatOf(elementOf(op->getResult(0)));
}

//===----------------------------------------------------------------------===//
// Exact
//===----------------------------------------------------------------------===//

template <llvm::RoundingMode mode>
static Meanings toIntegral(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    APFloat a(*format, x[0]);
    a.roundToIntegral(mode);
    return exact(D::resultBits(a));
  })};
}
static Meanings absolute(mlir::Operation *op) {
  return {withFastMath(op, [](ArrayRef<APInt> x) {
    return exact(semantics::absf(domain, x[0]));
  })};
}
/// The sign of a NaN is not determined.
static Meanings copySign(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    APFloat a(*format, x[0]), b(*format, x[1]);
    if (b.isNaN() && !a.isNaN())
      return Element{0, Certainty::Unspecified};
    a.copySign(b);
    return exact(a.bitcastToAPInt());
  })};
}
static Meanings fusedMultiplyAdd(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    return exact(domain.ffma(format, tilefuzz::RoundingMode::NearestEven, x[0],
                             x[1], x[2]));
  })};
}
static Meanings squareRootOf(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    return exact(squareRoot(format, tilefuzz::RoundingMode::NearestEven, x[0]));
  })};
}

enum class Class { NaN, Infinite, Finite, Normal };
template <Class wanted> static Meanings classify(mlir::Operation *op) {
  FloatFormat format = formatOf(elementOf(op->getOperand(0)));
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    APFloat a(*format, x[0]);
    return exactBool(wanted == Class::NaN        ? a.isNaN()
                     : wanted == Class::Infinite ? a.isInfinity()
                     : wanted == Class::Finite   ? a.isFinite()
                                                 : a.isNormal());
  })};
}

static Meanings absoluteInteger(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) { return exact(x[0].abs()); }};
}
static Meanings leadingZeros(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    return exact(APInt(x[0].getBitWidth(), x[0].countl_zero(), false, true));
  }};
}
static Meanings trailingZeros(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    return exact(APInt(x[0].getBitWidth(), x[0].countr_zero(), false, true));
  }};
}
static Meanings population(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    return exact(APInt(x[0].getBitWidth(), x[0].popcount(), false, true));
  }};
}
/// Wrapping; a negative power is the truncated quotient 1 / base^-power, and of
/// base 0 poison: as the dialect lets passes compute it where the program does
/// not, it cannot be undefined.
static Meanings integerPower(mlir::Operation *) {
  return {[](ArrayRef<APInt> x) {
    APInt base = x[0], power = x[1];
    unsigned width = base.getBitWidth();
    if (power.isNegative()) {
      if (base.isZero())
        return poisonIf(true, base);
      // The only one of width 1 is both 1 and -1.
      if (base.isOne() || (base.isAllOnes() && !power[0]))
        return exact(APInt(width, 1));
      return exact(base.isAllOnes() ? base : APInt(width, 0));
    }
    APInt result(width, 1);
    for (; !power.isZero(); power = power.lshr(1)) {
      if (power[0])
        result *= base;
      base *= base;
    }
    return exact(result);
  }};
}

//===----------------------------------------------------------------------===//
// Near
//===----------------------------------------------------------------------===//

static APInt roundTo(FloatFormat format, long double value) {
  // Twice: the error is far below what a near value is compared with.
  APFloat x(static_cast<double>(value));
  bool lost;
  x.convert(*format, APFloat::rmNearestTiesToEven, &lost);
  return D::resultBits(x);
}

/// A near result; exact where the operands are special and so is the result.
static Element nearResult(FloatFormat format, long double value,
                          ArrayRef<long double> operands) {
  Element element = exact(roundTo(format, value));
  bool special = llvm::any_of(operands, [](long double x) {
    return x == 0 || std::isnan(x) || std::isinf(x);
  });
  bool known = std::isnan(value) ||
               (special && (std::isinf(value) || std::fabs(value) == 1));
  if (!known)
    element.certainty = Certainty::Near;
  return element;
}

template <long double (*evaluate)(long double)>
static Meanings unary(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    long double a = semantics::realValue(format, x[0]);
    return nearResult(format, evaluate(a), {a});
  })};
}
template <long double (*evaluate)(long double, long double)>
static Meanings binary(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    long double a = semantics::realValue(format, x[0]);
    long double b = semantics::realValue(format, x[1]);
    return nearResult(format, evaluate(a, b), {a, b});
  })};
}
static Meanings sineAndCosine(mlir::Operation *op) {
  Meanings sine = unary<std::sin>(op), cosine = unary<std::cos>(op);
  return {sine.front(), cosine.front()};
}
/// The integer takes the place of a float of unlimited precision. As with
/// LLVM's powi, products in any order are a way to compute it; by then each of
/// the `power` factors may be off by half a unit in the last place.
static Meanings floatToIntegerPower(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  long double unit =
      std::ldexp(1.0L, -int(llvm::APFloat::semanticsPrecision(*format)));
  return {withFastMath(op, [=](ArrayRef<APInt> x) {
    long double a = semantics::realValue(format, x[0]);
    long double b = static_cast<long double>(x[1].getSExtValue());
    Element element = nearResult(format, std::pow(a, b), {a, b});
    bool isExact = std::fabs(a) == 1 || a == 0;
    if (element.certainty == Certainty::Near && !isExact &&
        std::fabs(b) * unit > nearTolerance(*format))
      element.certainty = Certainty::Rough;
    return element;
  })};
}
static long double reciprocalRoot(long double x) { return 1 / std::sqrt(x); }

static constexpr ElementwiseRow rows[] = {
    {"math.absf", absolute},
    {"math.ceil", toIntegral<llvm::RoundingMode::TowardPositive>},
    {"math.floor", toIntegral<llvm::RoundingMode::TowardNegative>},
    {"math.trunc", toIntegral<llvm::RoundingMode::TowardZero>},
    {"math.round", toIntegral<llvm::RoundingMode::NearestTiesToAway>},
    {"math.roundeven", toIntegral<llvm::RoundingMode::NearestTiesToEven>},
    {"math.copysign", copySign},
    {"math.fma", fusedMultiplyAdd},
    {"vector.fma", fusedMultiplyAdd},
    {"math.sqrt", squareRootOf},
    {"math.isnan", classify<Class::NaN>},
    {"math.isinf", classify<Class::Infinite>},
    {"math.isfinite", classify<Class::Finite>},
    {"math.isnormal", classify<Class::Normal>},
    {"math.absi", absoluteInteger},
    {"math.ctlz", leadingZeros},
    {"math.cttz", trailingZeros},
    {"math.ctpop", population},
    {"math.ipowi", integerPower},
    {"math.rsqrt", unary<reciprocalRoot>},
    {"math.cbrt", unary<std::cbrt>},
    {"math.exp", unary<std::exp>},
    {"math.exp2", unary<std::exp2>},
    {"math.expm1", unary<std::expm1>},
    {"math.log", unary<std::log>},
    {"math.log2", unary<std::log2>},
    {"math.log10", unary<std::log10>},
    {"math.log1p", unary<std::log1p>},
    {"math.sin", unary<std::sin>},
    {"math.cos", unary<std::cos>},
    {"math.tan", unary<std::tan>},
    {"math.sinh", unary<std::sinh>},
    {"math.cosh", unary<std::cosh>},
    {"math.tanh", unary<std::tanh>},
    {"math.asin", unary<std::asin>},
    {"math.acos", unary<std::acos>},
    {"math.atan", unary<std::atan>},
    {"math.asinh", unary<std::asinh>},
    {"math.acosh", unary<std::acosh>},
    {"math.atanh", unary<std::atanh>},
    {"math.erf", unary<std::erf>},
    {"math.erfc", unary<std::erfc>},
    {"math.sincos", sineAndCosine},
    {"math.powf", binary<std::pow>},
    {"math.atan2", binary<std::atan2>},
    {"math.fpowi", floatToIntegerPower},
};
ArrayRef<ElementwiseRow> function::getMathMeanings() { return rows; }
