//===- MathOperations.cpp - What only functions have of math --------------===//
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
#include "interp/Function/NearResult.h"
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

template <long double (*evaluate)(long double)>
static Meanings unary(mlir::Operation *op) {
  FloatFormat format = resultFormat(op);
  return {withFastMath(op, [format](ArrayRef<APInt> x) {
    long double a = semantics::realValue(format, x[0]);
    return nearResult(format, evaluate(a), {a});
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
    {"math.trunc", toIntegral<llvm::RoundingMode::TowardZero>},
    {"math.round", toIntegral<llvm::RoundingMode::NearestTiesToAway>},
    {"math.roundeven", toIntegral<llvm::RoundingMode::NearestTiesToEven>},
    {"math.copysign", copySign},
    {"vector.fma", fusedMultiplyAdd},
    {"math.sqrt", squareRootOf},
    {"math.isnan", classify<Class::NaN>},
    {"math.isinf", classify<Class::Infinite>},
    {"math.isfinite", classify<Class::Finite>},
    {"math.isnormal", classify<Class::Normal>},
    {"math.ctlz", leadingZeros},
    {"math.cttz", trailingZeros},
    {"math.ctpop", population},
    {"math.ipowi", integerPower},
    {"math.rsqrt", unary<reciprocalRoot>},
    {"math.cbrt", unary<std::cbrt>},
    {"math.exp2", unary<std::exp2>},
    {"math.expm1", unary<std::expm1>},
    {"math.log10", unary<std::log10>},
    {"math.log1p", unary<std::log1p>},
    {"math.asin", unary<std::asin>},
    {"math.acos", unary<std::acos>},
    {"math.atan", unary<std::atan>},
    {"math.asinh", unary<std::asinh>},
    {"math.acosh", unary<std::acosh>},
    {"math.atanh", unary<std::atanh>},
    {"math.erf", unary<std::erf>},
    {"math.erfc", unary<std::erfc>},
    {"math.sincos", sineAndCosine},
    {"math.fpowi", floatToIntegerPower},
};
ArrayRef<ElementwiseRow> function::getMathMeanings() { return rows; }
