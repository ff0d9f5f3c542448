//===- SymbolicDomainTest.cpp ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The templates of interp/Semantics over solver terms give on constants what
// they give over APInt and APFloat: exhaustively for 4-bit integers, on special
// values for floats.
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/SymbolicDomain.h"
#include "interp/Semantics/Float.h"
#include "gtest/gtest.h"

using namespace tilefuzz;
using llvm::APFloat;
using llvm::APInt;

namespace {
class SymbolicDomainTest : public ::testing::Test {
protected:
  /// The value of a term without inputs.
  APInt valueOf(Term term) {
    EXPECT_EQ(symbolic.isSatisfiable(symbolic.truth(true)), Answer::Yes);
    return symbolic.evaluate(term);
  }
  void expectSame(const Result<ConcreteDomain> &expected,
                  const Result<SymbolicDomain> &got, const char *what,
                  const APInt &a, const APInt &b) {
    bool undefined = symbolic.evaluateTruth(got.undefined);
    EXPECT_EQ(expected.undefined, undefined)
        << what << ' ' << a.getZExtValue() << ' ' << b.getZExtValue();
    if (!undefined) {
      EXPECT_EQ(expected.value, symbolic.evaluate(got.value))
          << what << ' ' << a.getZExtValue() << ' ' << b.getZExtValue();
    }
  }

  ConcreteDomain concrete;
  SymbolicDomain symbolic{FloatEncoding::Theory};
};
} // namespace

TEST_F(SymbolicDomainTest, IntegersExhaustively) {
  ASSERT_EQ(symbolic.isSatisfiable(symbolic.truth(true)), Answer::Yes);
  for (unsigned x = 0; x < 16; ++x)
    for (unsigned y = 0; y < 16; ++y) {
      APInt a(4, x), b(4, y);
      Term s = symbolic.constant(a), t = symbolic.constant(b);
#define CHECK_OP(NAME, ...)                                                    \
  expectSame(semantics::NAME(concrete, a, b, ##__VA_ARGS__),                   \
             semantics::NAME(symbolic, s, t, ##__VA_ARGS__), #NAME, a, b)
      for (WrapPromise promise :
           {WrapPromise::None, WrapPromise::NoSigned, WrapPromise::NoUnsigned,
            WrapPromise::Neither}) {
        CHECK_OP(addi, promise);
        CHECK_OP(subi, promise);
        CHECK_OP(muli, promise);
        CHECK_OP(shli, promise);
      }
      for (ReadAs read : {ReadAs::Signed, ReadAs::Unsigned}) {
        CHECK_OP(maxi, read);
        CHECK_OP(mini, read);
        CHECK_OP(shri, read);
        CHECK_OP(remi, read);
        for (RoundingMode mode : {RoundingMode::Zero, RoundingMode::NegativeInf,
                                  RoundingMode::PositiveInf})
          CHECK_OP(divi, read, mode);
        for (unsigned relation = 0; relation < 6; ++relation)
          EXPECT_EQ(semantics::cmpi(concrete, Relation(relation), a, b, read),
                    symbolic.evaluateTruth(semantics::cmpi(
                        symbolic, Relation(relation), s, t, read)));
      }
      CHECK_OP(andi);
      CHECK_OP(ori);
      CHECK_OP(xori);
#undef CHECK_OP
    }
}

/// Zeroes, subnormals, ones, the largest, infinities and NaN of a format.
static std::vector<APInt> specialValues(FloatFormat format) {
  std::vector<APInt> values;
  for (bool negative : {false, true})
    for (const APFloat &value :
         {APFloat::getZero(*format, negative),
          APFloat::getSmallest(*format, negative),
          APFloat::getSmallestNormalized(*format, negative),
          APFloat::getOne(*format, negative),
          APFloat::getLargest(*format, negative),
          APFloat::getInf(*format, negative)})
      values.push_back(value.bitcastToAPInt());
  values.push_back(APFloat::getQNaN(*format).bitcastToAPInt());
  return values;
}

TEST_F(SymbolicDomainTest, FloatsOnSpecialValues) {
  ASSERT_EQ(symbolic.isSatisfiable(symbolic.truth(true)), Answer::Yes);
  for (FloatFormat format :
       {&APFloat::IEEEhalf(), &APFloat::BFloat(), &APFloat::IEEEsingle()})
    for (const APInt &a : specialValues(format))
      for (const APInt &b : specialValues(format)) {
        Term s = symbolic.constant(a), t = symbolic.constant(b);
        for (RoundingMode mode :
             {RoundingMode::NearestEven, RoundingMode::Zero,
              RoundingMode::NegativeInf, RoundingMode::PositiveInf})
          for (bool ftz : {false, true}) {
#define CHECK_OP(NAME)                                                         \
  EXPECT_EQ(                                                                   \
      semantics::NAME(concrete, format, a, b, mode, ftz),                      \
      symbolic.evaluate(semantics::NAME(symbolic, format, s, t, mode, ftz)))   \
      << #NAME << ' ' << a.getZExtValue() << ' ' << b.getZExtValue()
            CHECK_OP(addf);
            CHECK_OP(subf);
            CHECK_OP(mulf);
#undef CHECK_OP
          }
        for (auto extremum :
             {semantics::Extremum::Max, semantics::Extremum::Min})
          for (auto oneNaN :
               {semantics::OneNaN::IsIgnored, semantics::OneNaN::Propagates})
            EXPECT_EQ(semantics::maxOrMin(concrete, format, a, b, extremum,
                                          oneNaN, false),
                      symbolic.evaluate(semantics::maxOrMin(
                          symbolic, format, s, t, extremum, oneNaN, false)));
        for (unsigned relation = 0; relation < 6; ++relation)
          for (bool ordered : {false, true})
            EXPECT_EQ(semantics::cmpf(concrete, format, Relation(relation), a,
                                      b, ordered),
                      symbolic.evaluateTruth(semantics::cmpf(symbolic, format,
                                                             Relation(relation),
                                                             s, t, ordered)));
      }
}

TEST_F(SymbolicDomainTest, QuestionsAreAnswered) {
  Term x = symbolic.input("x", 8);
  Term isSeven = symbolic.eq(symbolic.add(x, symbolic.constant(8, 250)),
                             symbolic.constant(8, 1));
  ASSERT_EQ(symbolic.isSatisfiable(isSeven), Answer::Yes);
  EXPECT_EQ(symbolic.evaluate(x), APInt(8, 7));
  EXPECT_EQ(symbolic.isSatisfiable(symbolic.land(
                isSeven, symbolic.eq(x, symbolic.constant(8, 8)))),
            Answer::No);
  EXPECT_TRUE(
      symbolic.isAlways(isSeven, symbolic.lnot(symbolic.isNegative(x))));
}
