//===- AffineForm.cpp - How a value depends on unknown ones ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/AffineForm.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <limits>

using namespace tilefuzz;
using namespace tilefuzz::semantics;
using llvm::APFloat;

static constexpr double infinity = std::numeric_limits<double>::infinity();

AffineForm AffineForm::within(double lo, double hi) {
  AffineForm form(lo / 2 + hi / 2);
  form.rest =
      std::nextafter(std::max(hi - form.center, form.center - lo), infinity);
  return form;
}

double AffineForm::radius() const {
  double sum = rest;
  for (const Term &term : terms)
    sum += std::fabs(term.coefficient);
  return sum * (1 + slack * (mostTerms + 1));
}

double AffineForm::lowest() const {
  return std::nextafter(center - radius(), -infinity);
}
double AffineForm::highest() const {
  return std::nextafter(center + radius(), infinity);
}

void AffineForm::bear(uint64_t symbol) {
  if (rest == 0)
    return;
  terms.push_back({symbol, rest});
  rest = 0;
  limitTerms();
}

void AffineForm::limitTerms() {
  while (terms.size() > mostTerms) {
    Term *least = llvm::min_element(terms, [](const Term &a, const Term &b) {
      return std::fabs(a.coefficient) < std::fabs(b.coefficient);
    });
    rest += std::fabs(least->coefficient);
    terms.erase(least);
  }
}

AffineForm AffineForm::combine(double x, const AffineForm &a, double y,
                               const AffineForm &b) {
  AffineForm result;
  // Of every number, what it would be without cancellation.
  double magnitude = 0;
  auto add = [&](double left, double right) {
    magnitude += std::fabs(left) + std::fabs(right);
    return left + right;
  };
  result.center = add(x * a.center, y * b.center);
  const Term *i = a.terms.begin(), *j = b.terms.begin();
  while (i != a.terms.end() || j != b.terms.end()) {
    bool takesLeft =
        j == b.terms.end() || (i != a.terms.end() && i->symbol <= j->symbol);
    bool takesRight =
        i == a.terms.end() || (j != b.terms.end() && j->symbol <= i->symbol);
    uint64_t symbol = takesLeft ? i->symbol : j->symbol;
    double coefficient = add(takesLeft ? x * i++->coefficient : 0,
                             takesRight ? y * j++->coefficient : 0);
    if (coefficient != 0)
      result.terms.push_back({symbol, coefficient});
  }
  double rests = std::fabs(x) * a.rest + std::fabs(y) * b.rest;
  result.rest = rests + slack * (magnitude + rests) + 0x1p-1000;
  result.limitTerms();
  return result;
}

AffineForm semantics::operator*(const AffineForm &a, const AffineForm &b) {
  AffineForm result = AffineForm::combine(b.center, a, a.center, b);
  // The product of the centers is in there twice.
  result.center = a.center * b.center;
  result.rest += a.radius() * b.radius() * (1 + AffineForm::slack);
  return result;
}

std::optional<AffineForm> AffineForm::quotient(const AffineForm &a,
                                               const AffineForm &b) {
  double least = std::fabs(b.center) - b.radius();
  if (!(least > 0x1p-500) || !(std::fabs(b.center) < 0x1p500))
    return std::nullopt;
  // With the ratio q of the centers: a / b = q + (a - q b) / b, and a - q b is
  // near zero wherever a and b vary together.
  double ratio = a.center / b.center;
  AffineForm difference = combine(1, a, -ratio, b);
  AffineForm result = combine(1 / b.center, difference, 0, AffineForm());
  result.center += ratio;
  // 1 / b lies as far from the inverse of its center:
  double variation = b.radius() / (std::fabs(b.center) * least);
  result.rest += (std::fabs(difference.center) + difference.radius()) *
                     variation * (1 + 8 * slack) +
                 2 * slack * std::fabs(result.center);
  return result;
}

/// The derivative, where it is monotone from `lo` to `hi`.
static std::optional<double> derivative(BoundedFunction function, double x,
                                        double lo, double hi) {
  constexpr double ln2 = 0.69314718055994530942;
  switch (function) {
  case BoundedFunction::Exp:
  case BoundedFunction::ExpApprox:
    return std::exp(x);
  case BoundedFunction::Exp2:
    return std::exp2(x) * ln2;
  case BoundedFunction::CosH:
    return std::sinh(x);
  case BoundedFunction::SinH:
    if (lo < 0 && hi > 0)
      return std::nullopt;
    return std::cosh(x);
  case BoundedFunction::TanH:
  case BoundedFunction::TanHApprox:
    if (lo < 0 && hi > 0)
      return std::nullopt;
    return 1 / (std::cosh(x) * std::cosh(x));
  default:
    break;
  }
  if (!(lo > 0))
    return std::nullopt;
  switch (function) {
  case BoundedFunction::Log:
    return 1 / x;
  case BoundedFunction::Log2:
    return 1 / (x * ln2);
  case BoundedFunction::Rsqrt:
    return -0.5 / (x * std::sqrt(x));
  case BoundedFunction::SqrtApprox:
    return 0.5 / std::sqrt(x);
  default:
    return std::nullopt;
  }
}

std::optional<AffineForm> AffineForm::apply(BoundedFunction function,
                                            const AffineForm &a,
                                            const AffineForm &b) {
  if (function == BoundedFunction::DivFull ||
      function == BoundedFunction::DivApprox)
    return quotient(a, b);
  if (hasTwoOperands(function))
    return std::nullopt;
  double lo = a.lowest(), hi = a.highest();
  std::optional<double> slope = derivative(function, a.center, lo, hi);
  if (!slope)
    return std::nullopt;
  double atLow = *derivative(function, lo, lo, hi);
  double atHigh = *derivative(function, hi, lo, hi);
  double value = double(realFunction(function, a.center, 0));
  if (!std::isfinite(value) || !std::isfinite(atLow) || !std::isfinite(atHigh))
    return std::nullopt;
  // The mean value theorem: from the center on, the function rises as its
  // derivative somewhere between does.
  double steepest = std::max(std::fabs(atLow), std::fabs(atHigh));
  // Of a huge argument, a derivative may be too small for a double, but what it
  // says of a huge radius is not.
  if (!std::isnormal(steepest))
    return std::nullopt;
  double error =
      std::max(std::fabs(atLow - *slope), std::fabs(atHigh - *slope)) +
      16 * slack * steepest;
  AffineForm result = combine(*slope, a, 0, AffineForm());
  result.center = value;
  result.rest += error * a.radius() * (1 + slack) +
                 16 * slack * (std::fabs(value) + std::fabs(*slope * a.center));
  return result;
}

bool AffineForm::round(FloatFormat format, double units) {
  if (!APFloat::semanticsHasZero(*format))
    return false;
  double largest = std::max(std::fabs(lowest()), std::fabs(highest()));
  APFloat limit = APFloat::getLargest(*format);
  bool lost;
  limit.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  int least = APFloat::semanticsMinExponent(*format);
  // Half of the largest: no rounding leads beyond that.
  if (!(largest < limit.convertToDouble() / 2))
    return false;
  int exponent = largest == 0 ? least : std::max(std::ilogb(largest), least);
  rest += units *
          std::ldexp(1.0,
                     exponent + 1 - int(APFloat::semanticsPrecision(*format))) *
          (1 + slack);
  return true;
}
