//===- ScalarMeanings.cpp - The rows that functions share -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rows of interp/Semantics/ScalarOperations.h, with what arith leaves open:
// an element that it does not determine is never expected of a compiler.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FastMath.h"
#include "interp/Function/NearResult.h"
#include "interp/Semantics/ScalarOperations.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APFloat;
using llvm::APInt;
using llvm::ArrayRef;
using D = ConcreteDomain;
using Row = semantics::ScalarRow<D>;

static ConcreteDomain domain;
using Meanings = std::vector<Meaning>;

/// Whether arith says what becomes of the value: a NaN, or a value beyond the
/// largest finite one, may have no code in a format.
static bool isRepresentable(FloatFormat from, FloatFormat to, const APInt &bits,
                            const APInt &converted) {
  ExactFloat value = decodeFloat(from, bits);
  FormatInfo info = FormatInfo::of(to);
  APFloat result(*to, converted);
  bool isKnown = value.isNaN()        ? info.hasNaN
                 : value.isInfinite() ? info.hasInfinity
                 : value.isZero()     ? info.hasZero
                                      : info.hasInfinity || !result.isNaN();
  if (value.isFinite() && !info.hasInfinity && value.top() >= info.maxExponent)
    isKnown = false;
  if ((value.negative && !info.hasSign) ||
      (!info.hasZero && value.isFinite() && value.top() < info.minExponent))
    isKnown = false;
  return isKnown;
}

static bool areUnequalZeros(FloatFormat format, ArrayRef<APInt> x) {
  return APFloat(*format, x[0]).isZero() && APFloat(*format, x[1]).isZero() &&
         x[0] != x[1];
}

static Meanings meaningOf(mlir::Operation *op, const Row &row) {
  std::optional<ScalarForm> form = scalarFormOf(op);
  if (!form)
    return {};
  bool fromInteger = !form->operandFormat && form->format;
  if (fromInteger && !FormatInfo::of(form->format).hasInfinity)
    return {};
  bool changesFormat =
      form->operandFormat && form->format && row.needs == FloatNeeds::Both;
  return {withFastMath(op, [=, form = *form](ArrayRef<APInt> x) {
    Result<D> result = row.meaning(domain, form, x);
    if (result.undefined && row.ifUndefined == IfUndefined::EndsRun)
      return undefinedElement(result.condition);
    // An exact shift by too much is poison anyway.
    bool isPoison =
        result.undefined || semantics::losesBits(domain, form.exact, x.front(),
                                                 x.back(), result.value);
    Element element = poisonIf(isPoison, result.value);
    if (changesFormat &&
        !isRepresentable(form.operandFormat, form.format, x[0], result.value))
      element.certainty = Certainty::Unspecified;
    if (row.mayGiveEitherZero && areUnequalZeros(form.format, x))
      element.certainty = Certainty::Near;
    return element;
  })};
}
template <size_t index> static Meanings makeRow(mlir::Operation *op) {
  return meaningOf(op, semantics::scalarRows<D>[index]);
}

/// arith gives no accuracy for them.
template <size_t index> static Meanings makeFunction(mlir::Operation *op) {
  semantics::BoundedFunction function = semantics::functionRows[index].function;
  FloatFormat format = formatOf(elementOf(op->getResult(0)));
  return {withFastMath(op, [=](ArrayRef<APInt> x) {
    long double a = semantics::realValue(format, x.front());
    long double b = semantics::realValue(format, x.back());
    long double value = semantics::realFunction(function, a, b);
    return nearResult(format, value, {a, b});
  })};
}

template <size_t... index, size_t... real>
static std::vector<ElementwiseRow> makeRows(std::index_sequence<index...>,
                                            std::index_sequence<real...>) {
  std::vector<ElementwiseRow> rows;
  auto add = [&](const Row &row, auto make) {
    if (row.isReadBy(ScalarReader::Function))
      rows.push_back(
          {row.operation, make, row.ifUndefined == IfUndefined::EndsRun});
  };
  (add(semantics::scalarRows<D>[index], makeRow<index>), ...);
  (rows.push_back(
       {semantics::functionRows[real].operation, makeFunction<real>}),
   ...);
  return rows;
}

ArrayRef<ElementwiseRow> function::getScalarMeanings() {
  static const std::vector<ElementwiseRow> rows =
      makeRows(std::make_index_sequence<semantics::scalarRows<D>.size()>(),
               std::make_index_sequence<std::size(semantics::functionRows)>());
  return rows;
}
