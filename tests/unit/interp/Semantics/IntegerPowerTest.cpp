//===- IntegerPowerTest.cpp - fpowi and ftoi that saturates ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// 13.4 additions, 3.2 and 4.1: ways to compute a power, with the machine's own
// products, lie in the enclosure; conversions are what comparisons of the value
// with the ends of the range say.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/IntegerPower.h"
#include "interp/Semantics/Convert.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace tilefuzz;
using llvm::APFloat;
using llvm::APInt;

template <typename F> static FloatFormat formatOf() {
  return sizeof(F) == 4 ? &APFloat::IEEEsingle() : &APFloat::IEEEdouble();
}
template <typename F> static APInt bitsOf(F x) {
  if constexpr (sizeof(F) == 4)
    return APInt::floatToBits(x);
  else
    return APInt::doubleToBits(x);
}

/// The product of `count` factors, cut in two at random, down to single ones.
template <typename F>
static F product(F x, uint64_t count, std::mt19937 &random) {
  if (count == 1)
    return x;
  uint64_t left = 1 + random() % (count - 1);
  F a = product(x, left, random), b = product(x, count - left, random);
  return a * b;
}
/// By squares, from the lowest bit on.
template <typename F> static F bySquares(F x, uint64_t count) {
  F result = 1;
  for (; count; count >>= 1, x *= x)
    if (count & 1)
      result *= x;
  return result;
}

template <typename F> static void checkPowers() {
  std::mt19937 random(7);
  unsigned checked = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    // Around 1, and at the ends of the format.
    F x = std::ldexp(F(1) + F(random()) / F(4294967296.0),
                     int(random() % (round % 3 ? 7 : 200)) -
                         (round % 3 ? 3 : 100));
    if (random() & 1)
      x = -x;
    int64_t n = int64_t(random() % (round % 5 ? 9 : 300)) + 1;
    if (random() & 1)
      n = -n;
    auto result = semantics::integerPower(formatOf<F>(), bitsOf(x), n);
    ASSERT_TRUE(result.has_value());
    uint64_t count = n < 0 ? -n : n;
    F one = 1;
    F ways[] = {n < 0 ? one / product(x, count, random)
                      : product(x, count, random),
                n < 0 ? product(one / x, count, random) : bySquares(x, count),
                n < 0 ? one / bySquares(x, count) : product(x, count, random),
                n < 0 ? bySquares(one / x, count) : bySquares(x, count)};
    for (F way : ways) {
      bool isInside = result->bounds.exact
                          ? bitsOf(way) == result->value
                          : result->bounds.contains(double(way));
      EXPECT_TRUE(isInside)
          << double(x) << " to the power " << n << ": " << double(way)
          << " is not in [" << result->bounds.lo << ", " << result->bounds.hi
          << "]";
      // An enclosure of the base holds all of that, too.
      semantics::EnclosedValue base;
      base.format = formatOf<F>();
      base.bits = bitsOf(x);
      double other = double(x) * 1.125;
      base.bounds = {std::min(double(x), other), std::max(double(x), other),
                     false, false};
      auto bounds = semantics::encloseIntegerPower(formatOf<F>(), base, n);
      EXPECT_TRUE(bounds.contains(double(way))) << double(x) << ' ' << n;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 16000u);
}

TEST(IntegerPower, HoldsEveryOrderOfProducts) {
  checkPowers<float>();
  checkPowers<double>();
}

TEST(IntegerPower, IsNarrow) {
  auto cube = semantics::integerPower(formatOf<float>(), bitsOf(3.0f), 3);
  ASSERT_TRUE(cube.has_value());
  EXPECT_EQ(cube->value, bitsOf(27.0f));
  EXPECT_GT(cube->bounds.lo, 26.9999);
  EXPECT_LT(cube->bounds.hi, 27.0001);
  for (float x : {1.0f, -1.0f})
    EXPECT_TRUE(
        semantics::integerPower(formatOf<float>(), bitsOf(x), -2147483647)
            ->bounds.exact);
}

TEST(IntegerPower, SpecialBases) {
  const float inf = INFINITY;
  const struct {
    float base;
    int64_t exponent;
    float power;
  } cases[] = {{0.0f, 2, 0.0f}, {-0.0f, 3, -0.0f}, {-0.0f, 2, 0.0f},
               {0.0f, -1, inf}, {-0.0f, -3, -inf}, {inf, 3, inf},
               {-inf, 3, -inf}, {-inf, 2, inf},    {-inf, -1, -0.0f},
               {inf, -2, 0.0f}, {2.0f, 0, 1.0f},   {-5.0f, 1, -5.0f}};
  for (auto [base, exponent, power] : cases) {
    auto result =
        semantics::integerPower(formatOf<float>(), bitsOf(base), exponent);
    ASSERT_TRUE(result.has_value()) << base << ' ' << exponent;
    EXPECT_TRUE(result->bounds.exact) << base << ' ' << exponent;
    EXPECT_EQ(result->value, bitsOf(power)) << base << ' ' << exponent;
  }
  for (float base : {0.0f, -0.0f, inf, -inf, float(NAN)})
    EXPECT_FALSE(semantics::integerPower(formatOf<float>(), bitsOf(base), 0)
                     .has_value());
}

TEST(SaturatingConversion, IsTheNearestEnd) {
  ConcreteDomain d;
  std::mt19937_64 random(3);
  for (unsigned width : {1u, 8u, 16u, 32u, 64u})
    for (ReadAs read : {ReadAs::Unsigned, ReadAs::Signed}) {
      bool isSigned = read == ReadAs::Signed;
      long double most = std::ldexp(1.0L, width - isSigned) - 1;
      long double least = isSigned ? -std::ldexp(1.0L, width - 1) : 0.0L;
      for (unsigned round = 0; round < 3000; ++round) {
        double x = llvm::bit_cast<double>(uint64_t(random()));
        if (round % 2)
          x = double((round % 4 == 1 ? most : least)) +
              (double(random() % 65) - 32) / 8;
        APInt got = semantics::saturatingFToI(d, &APFloat::IEEEdouble(), width,
                                              read, bitsOf(x));
        long double expected =
            std::isnan(x)
                ? 0
                : std::min(most, std::max(least, std::trunc((long double)x)));
        EXPECT_EQ(isSigned ? (long double)got.getSExtValue()
                           : (long double)got.getZExtValue(),
                  expected)
            << x << ' ' << width << ' ' << isSigned;
      }
    }
  // A format without signs: its top bit is one of the exponent's.
  EXPECT_EQ(semantics::saturatingFToI(d, &APFloat::Float8E8M0FNU(), 8,
                                      ReadAs::Signed, APInt(8, 0xFE)),
            APInt(8, 127));
  EXPECT_EQ(semantics::saturatingFToI(d, &APFloat::Float8E8M0FNU(), 8,
                                      ReadAs::Signed, APInt(8, 0xFF)),
            APInt(8, 0));
}
