//===- AffineFormTest.cpp - Forms against what they stand for -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Random forms over a few symbols. For random values of the symbols, and of
// what is in the rests, each operation is computed in long double: the result
// must lie within the rest of what the form gives for the same symbols.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/AffineForm.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::semantics;
using llvm::APFloat;

namespace {
constexpr unsigned symbolCount = 4;

class Forms {
public:
  explicit Forms(unsigned seed) : random(seed) {}

  double uniform(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random);
  }
  /// Around `center`, with some of the symbols.
  AffineForm next(double center, double size) {
    AffineForm form(center);
    for (unsigned symbol = 0; symbol < symbolCount; ++symbol) {
      if (random() % 2)
        continue;
      AffineForm part;
      part.widen(uniform(0, size));
      part.bear(symbol);
      form = random() % 2 ? form + part : form - part;
    }
    if (random() % 2)
      form.widen(uniform(0, size));
    return form;
  }
  /// New values of the symbols, often at their ends.
  void draw() {
    for (double &value : values)
      value = member();
  }
  double member() {
    switch (random() % 4) {
    case 0:
      return 1;
    case 1:
      return -1;
    default:
      return uniform(-1, 1);
    }
  }
  long double along(const AffineForm &form) const {
    long double value = form.getCenter();
    for (const AffineForm::Term &term : form.getTerms())
      value += term.coefficient * static_cast<long double>(values[term.symbol]);
    return value;
  }
  /// One of the numbers that the form stands for at these symbols.
  long double sample(const AffineForm &form) {
    return along(form) + form.getRest() * static_cast<long double>(member());
  }
  bool holds(const AffineForm &form, long double number) const {
    return std::fabs(number - along(form)) <= form.getRest() &&
           number >= form.lowest() && number <= form.highest();
  }

  std::mt19937 random;

private:
  double values[symbolCount] = {};
};
} // namespace

TEST(AffineForm, ArithmeticHoldsAtEverySymbol) {
  Forms forms(1);
  unsigned quotients = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    double size = std::ldexp(1.0, -int(forms.random() % 40));
    AffineForm a = forms.next(forms.uniform(-4, 4), size);
    AffineForm b = forms.next(forms.uniform(-4, 4), size);
    std::optional<AffineForm> ratio = AffineForm::quotient(a, b);
    quotients += ratio.has_value();
    for (unsigned draw = 0; draw < 8; ++draw) {
      forms.draw();
      long double x = forms.sample(a), y = forms.sample(b);
      EXPECT_TRUE(forms.holds(a + b, x + y));
      EXPECT_TRUE(forms.holds(a - b, x - y));
      EXPECT_TRUE(forms.holds(-a, -x));
      EXPECT_TRUE(forms.holds(a * b, x * y));
      EXPECT_TRUE(forms.holds(a * a, x * x));
      if (ratio)
        EXPECT_TRUE(forms.holds(*ratio, x / y));
    }
  }
  EXPECT_GT(quotients, 15000u);
}

TEST(AffineForm, FunctionsHoldAtEverySymbol) {
  Forms forms(2);
  using F = BoundedFunction;
  for (F function : {F::Exp, F::Exp2, F::Log, F::Log2, F::Rsqrt, F::SqrtApprox,
                     F::TanH, F::SinH, F::CosH}) {
    unsigned known = 0;
    for (unsigned round = 0; round < 3000; ++round) {
      double size = std::ldexp(1.0, -int(forms.random() % 30));
      AffineForm a = forms.next(forms.uniform(-6, 6), size);
      std::optional<AffineForm> form =
          AffineForm::apply(function, a, AffineForm());
      if (!form)
        continue;
      ++known;
      for (unsigned draw = 0; draw < 8; ++draw) {
        forms.draw();
        long double x = forms.sample(a);
        EXPECT_TRUE(forms.holds(*form, realFunction(function, x, 0)))
            << "function " << int(function) << " at " << double(x);
      }
    }
    EXPECT_GT(known, 1000u) << int(function);
  }
  // What has no monotone derivative, or two operands, has no form.
  AffineForm wide = forms.next(0, 1);
  wide.widen(1);
  EXPECT_FALSE(AffineForm::apply(F::TanH, wide, AffineForm()));
  EXPECT_FALSE(AffineForm::apply(F::Log, wide, AffineForm()));
  EXPECT_FALSE(AffineForm::apply(F::Sin, AffineForm(1), AffineForm()));
  EXPECT_FALSE(AffineForm::apply(F::Pow, AffineForm(2), AffineForm(2)));
  EXPECT_FALSE(AffineForm::quotient(AffineForm(1), wide));
}

/// Where a derivative is no number of the format, there is no form.
TEST(AffineForm, FunctionsOfHugeAndTinyNumbers) {
  unsigned numForms = 0;
  for (BoundedFunction function :
       {BoundedFunction::Rsqrt, BoundedFunction::SqrtApprox,
        BoundedFunction::Log, BoundedFunction::Log2, BoundedFunction::TanH})
    for (double center : {1e-300, 1e-200, 300.0, 1e120, 6.755e237, 1e300})
      for (double width : {1e-12, 1e-3}) {
        double lo = center * (1 - width), hi = center * (1 + width);
        std::optional<AffineForm> form = AffineForm::apply(
            function, AffineForm::within(lo, hi), AffineForm());
        if (!form)
          continue;
        ++numForms;
        for (double x : {lo, hi}) {
          double value = double(realFunction(function, x, 0));
          EXPECT_LE(form->lowest(), value) << int(function) << " of " << x;
          EXPECT_GE(form->highest(), value) << int(function) << " of " << x;
        }
      }
  EXPECT_GT(numForms, 30u);
}

TEST(AffineForm, RoundingHoldsInEveryFormat) {
  Forms forms(3);
  for (FloatFormat format :
       {&APFloat::IEEEhalf(), &APFloat::BFloat(), &APFloat::IEEEsingle()})
    for (unsigned round = 0; round < 5000; ++round) {
      double center =
          std::ldexp(forms.uniform(-1, 1), forms.random() % 30 - 15);
      AffineForm a = forms.next(center, std::fabs(center) / 64), form = a;
      if (!form.round(format, 0.5))
        continue;
      forms.draw();
      long double x = forms.sample(a);
      APFloat rounded(static_cast<double>(x));
      bool lost;
      rounded.convert(*format, APFloat::rmNearestTiesToEven, &lost);
      rounded.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                      &lost);
      EXPECT_TRUE(forms.holds(form, rounded.convertToDouble()));
    }
  AffineForm large(60000);
  EXPECT_FALSE(large.round(&APFloat::IEEEhalf(), 0.5));
}

// What makes forms worth having.
TEST(AffineForm, CommonUnknownsCancel) {
  AffineForm x = AffineForm::within(1, 1.5), y = AffineForm::within(2, 3);
  x.bear(1);
  y.bear(2);
  EXPECT_LT((x - x).radius(), 1e-12);
  EXPECT_LT(AffineForm::quotient(x, x + x)->radius(), 1e-12);
  EXPECT_NEAR(((x + y) - y).radius(), x.radius(), 1e-12);
  // Of plain intervals, the widths add.
  EXPECT_GT((x - y).radius(), 0.7);
}

TEST(AffineForm, MostTermsStayWithinTheLimit) {
  AffineForm sum;
  double all = 0;
  for (unsigned symbol = 0; symbol < 4 * AffineForm::mostTerms; ++symbol) {
    AffineForm part;
    part.widen(symbol + 1);
    part.bear(symbol);
    sum = sum + part;
    all += symbol + 1;
  }
  EXPECT_EQ(sum.getTerms().size(), AffineForm::mostTerms);
  EXPECT_NEAR(sum.radius(), all, 1e-6);
  // The largest are kept.
  EXPECT_GT(std::fabs(sum.getTerms().front().coefficient),
            2.0 * AffineForm::mostTerms);
}
